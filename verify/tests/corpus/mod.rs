//! `cajal corpus` as users run it; and the guide, followed word by word.

use super::{cajal, objects};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CAJAL: &str = env!("CARGO_BIN_EXE_cajal");

/// The JSON report of a run.
fn report(options: &[&str], command: &[&str]) -> (Option<i32>, Value) {
    let arguments = [&["corpus", "run", "--json", "--timeout", "120"], options, &["--"], command].concat();
    let (code, mut values) = objects(&arguments, "");
    assert_eq!(values.len(), 1, "{arguments:?}");
    (code, values.remove(0))
}

/// The cases that did not pass, by status.
fn others(report: &Value) -> BTreeMap<&str, Vec<&str>> {
    let mut others = BTreeMap::<&str, Vec<&str>>::new();
    for case in report["cases"].as_array().expect("cases") {
        match case["status"].as_str().expect("a status") {
            "pass" => {}
            status => others.entry(status).or_default().push(case["id"].as_str().expect("an id")),
        }
    }
    others
}

/// What our decision procedures do not decide: equations with sums of counts, or with an iteration at type N. They answer
/// `unknown`, which is no wrong answer, and no right one.
const UNDECIDED: [&str; 6] =
    ["eq-iter-plus", "eq-iter-nat-identity", "eq-iter-double-rounds", "eq-add-commutes", "eq-add-zero", "eq-add-succ"];

/// Our implementation, over the protocol, in all cases, with the right error codes.
#[test]
fn the_reference_implementation_is_right_in_all_cases() {
    let (code, report) = report(&[], &[CAJAL, "corpus", "serve"]);
    assert_eq!(others(&report), BTreeMap::from([("unsupported", UNDECIDED.to_vec())]));
    assert_eq!(code, Some(0));
    assert_eq!((&report["codes"]["other"], &report["codes"]["absent"]), (&0.into(), &0.into()));
    let (_, listed) = objects(&["corpus", "list", "--json"], "");
    assert_eq!(report["totals"]["pass"], listed.len() - UNDECIDED.len());
    assert!(listed.len() >= 850, "the corpus has shrunk to {} cases", listed.len());
}

/// The same from the syntax trees: nothing is missing but what needs a parser.
#[test]
fn syntax_trees_alone_are_enough() {
    let (_, report) = report(&[], &[CAJAL, "corpus", "serve", "--ast"]);
    let mut others = others(&report);
    let unsupported = others.remove("unsupported").unwrap_or_default();
    assert_eq!(others, BTreeMap::new());
    let (_, needing) = objects(&["corpus", "list", "--json", "--capability", "parser"], "");
    assert_eq!(unsupported.len(), needing.len() + UNDECIDED.len());
}

#[test]
fn one_shot_mode_gives_the_same_answers() {
    let options = ["--one-shot", "--id", "typing-no-*", "--id", "realise-*", "--id", "stream-gradients-*"];
    let (code, report) = report(&options, &[CAJAL, "corpus", "serve", "--one-shot"]);
    assert_eq!((others(&report), code), (BTreeMap::new(), Some(0)));
    assert!(report["totals"]["pass"].as_u64().is_some_and(|n| n > 30), "{}", report["totals"]);
}

#[test]
fn cases_are_listed_and_shown() {
    let (code, listed) = objects(&["corpus", "list", "--json", "--group", "known-bugs", "--capability", "eval"], "");
    assert_eq!(code, Some(0));
    assert!(listed.iter().all(|c| c["group"] == "known-bugs" && c["verb"] == "eval" && c["language"] == "cajal"));
    assert!(!listed.is_empty());
    let shown = cajal(&["corpus", "show", "typing-no-unused"], "");
    let text = String::from_utf8_lossy(&shown.stdout).into_owned();
    for part in ["typing-no-unused: ", "    \\x:2.", "verb       check", r#""codes":["unused"]"#, "witness "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (code, values) = objects(&["corpus", "show", "typing-no-unused", "--json"], "");
    assert_eq!((code, &values[0]["id"]), (Some(0), &"typing-no-unused".into()));
}

#[test]
fn bad_usage_is_an_exit_code_of_its_own() {
    let known = super::file("known-failures.txt", b"no-such-case  why\n");
    let unexplained = super::file("unexplained-failures.txt", b"typing-no-unused\n");
    let (known, unexplained) = (known.display().to_string(), unexplained.display().to_string());
    for (arguments, says) in [
        (&["corpus", "show", "no-such-case"][..], "no case no-such-case"),
        (&["corpus", "list", "--group", "nonsense"], "no case is selected"),
        (&["corpus", "run"], "required"),
        (&["corpus", "run", "--", "/no/such/program"], "cannot start"),
        (&["corpus", "run", "--timeout", "0", "--", "x"], "positive number"),
        (&["corpus", "run", "--report", "report.txt", "--", "x"], ".html, .json or .xml"),
        (&["corpus", "run", "--known-failures", &known, "--", "x"], "there is no case no-such-case"),
        (&["corpus", "run", "--known-failures", &unexplained, "--", "x"], "a reason is missing"),
        (&["corpus", "run", "--cases", "/no/such/folder", "--", "x"], "/no/such/folder"),
    ] {
        let output = cajal(arguments, "");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && err.contains(says), "{arguments:?}: {err}");
    }
    let output = cajal(&["corpus", "serve"], "no message\n");
    assert_eq!(output.status.code(), Some(2));
}

/// A block of code in a text.
struct Block {
    language: String,
    text: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { language: language.to_owned(), text: text.join("\n") + "\n" });
        }
    }
    blocks
}

/// Runs the commands of a block in a folder, as a shell does, with our `cajal`: the exit code, and what was printed.
fn shell(commands: &str, folder: &Path) -> (Option<i32>, String) {
    let bin = Path::new(CAJAL).parent().expect("the program is in a folder");
    let path = std::env::join_paths(
        [bin.to_owned()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.expect("folders are joined as they were split");
    let output = Command::new("sh").args(["-c", commands]).current_dir(folder).env("PATH", path).output();
    let output = output.expect("the shell runs");
    (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// The guide: every file that it gives, every command that it tells to run, in order; and the outcomes that it promises.
#[test]
fn the_guide_does_what_it_says() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("guide");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder for tests can be written to");
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/GUIDE.md");
    let guide = fs::read_to_string(guide).expect("the guide is there");
    let mut ran = Vec::new();
    for Block { language, text } in blocks(&guide) {
        match language.as_str() {
            "python" => {
                let name = text.strip_prefix("# file: ").and_then(|rest| rest.lines().next()).expect("a file name");
                fs::write(folder.join(name), &text).expect("the folder can be written to");
            }
            "sh" => ran.push(shell(&text, &folder)),
            other => panic!("what to do with {other}?"),
        }
    }
    let codes: Vec<Option<i32>> = ran.iter().map(|(code, _)| *code).collect();
    // The toy is right; mine is not; nor in the case that is looked at; the reference is; mine's failure is known.
    assert_eq!(codes, [Some(0), Some(1), Some(1), Some(0), Some(0)], "{ran:?}");
    let groups = ["typing", "evaluation", "denotation", "all"];
    assert!(groups.iter().all(|group| ran[0].1.lines().any(|line| line.starts_with(group))), "{}", ran[0].1);
    let failed = |line: &str| ["wrong ", "crash ", "timeout "].iter().any(|status| line.starts_with(status));
    assert!(!ran[0].1.lines().any(failed), "{}", ran[0].1);
    let report = fs::read_to_string(folder.join("report.json")).expect("the report was written");
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    assert_eq!(others(&report).keys().copied().collect::<Vec<_>>(), ["unsupported", "wrong"]);
    assert!(others(&report)["wrong"].contains(&"typing-no-unused"));
    assert!(fs::read_to_string(folder.join("report.html")).is_ok_and(|page| page.contains("id=\"typing-no-unused\"")));
    assert!(ran[2].1.contains("wrong    typing-no-unused"), "{}", ran[2].1);
    assert!(ran[4].1.lines().any(|l| l.split_whitespace().eq(["all", ".", ".", ".", ".", ".", "1"])), "{}", ran[4].1);
    assert!(fs::read_to_string(folder.join("junit.xml")).is_ok_and(|xml| xml.contains("<skipped")));
}

/// Links within the texts lead somewhere.
#[test]
fn links_between_the_texts_lead_somewhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let anchors = |text: &str| -> Vec<String> {
        let titles = text.lines().filter_map(|line| line.strip_prefix('#')).map(|l| l.trim_start_matches('#').trim());
        let anchor = |title: &str| -> String {
            let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'));
            kept.collect::<String>().to_lowercase().replace(' ', "-")
        };
        titles.map(anchor).collect()
    };
    let mut followed = 0;
    for name in ["README.md", "GUIDE.md", "PROTOCOL.md"] {
        let text = fs::read_to_string(folder.join(name)).expect("the text is there");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { name } else { file };
            let there = fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{name}: {target}: {e}"));
            assert!(anchor.is_empty() || anchors(&there).contains(&anchor.to_owned()), "{name}: {target}");
            followed += 1;
        }
    }
    assert!(followed >= 8, "only {followed} links were found");
}
