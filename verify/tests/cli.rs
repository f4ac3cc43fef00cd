//! The command as users run it: output, exit codes, JSON. (Here and not with the tests across the crates, because only
//! the tests of its own package are sure to run the binary that was just built.)

mod corpus;
mod stream;

use serde_json::{Value, json};
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn cajal(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cajal"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // A command that does not read its input closes the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

#[track_caller]
fn answers(arguments: &[&str], input: &str, code: i32, stdout: &str) {
    let output = cajal(arguments, input);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((output.status.code(), &*out), (Some(code), stdout), "{arguments:?}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
}

/// The JSON objects on standard output.
fn objects(arguments: &[&str], input: &str) -> (Option<i32>, Vec<Value>) {
    let output = cajal(arguments, input);
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let objects = lines.lines().map(|line| serde_json::from_str(line).expect("one JSON value for each line"));
    (output.status.code(), objects.collect())
}

/// A file that only this test writes.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the folder for tests can be written to");
    path
}

const EVEN: &str = "def not : 2 -o 2 = \\x:2. if x then ff else tt
input n : N
main = iter { tt | y -> not y } (n)
";

#[test]
fn check_answers_yes_and_no() {
    answers(&["check", "-"], EVEN, 0, "-: ok\n  def not : 2 -o 2\n  input n : N\n  main : 2\n");
    answers(&["check", "-"], "\\x:2. tt", 1, "");
    answers(&["check", "-"], "", 0, "-: ok\n");
    answers(&["check", "no such file"], "", 2, "");
    answers(&["check"], "", 2, "");
    answers(&["nonsense"], "", 2, "");
    answers(&["check", "-"], &"(".repeat(1_000_000), 3, "");
}

#[test]
fn check_writes_json_as_specified() {
    let (code, found) = objects(&["check", "--json", "-"], EVEN);
    let expected = json!({
        "ok": true,
        "defs": [{ "name": "not", "type": "2 -o 2" }],
        "main": { "type": "2" },
        "file": "-",
    });
    assert_eq!((code, found), (Some(0), vec![expected]));

    let (code, found) = objects(&["check", "--json", "-"], "def f : 2 = tt\n  \\é:N. iter { é | y -> y } (é)");
    assert_eq!(code, Some(1));
    let error = &found[0]["errors"][0];
    assert_eq!(found[0]["ok"], false);
    assert_eq!(found[0]["file"], "-");
    assert_eq!(error["code"], "syntax");
    assert_eq!(error["file"], "-");
    // Columns count characters.
    assert_eq!(error["span"], json!({ "start": { "line": 2, "column": 3 }, "end": { "line": 2, "column": 4 } }));

    let (_, found) = objects(&["check", "--json", "-"], "\\é:N. iter { é | y -> y } (é)");
    let error = &found[0]["errors"][0];
    assert_eq!(error["code"], "used-twice");
    assert_eq!(error["span"], json!({ "start": { "line": 1, "column": 28 }, "end": { "line": 1, "column": 29 } }));
    assert_eq!(error["notes"][0]["message"], "first used here");
    assert_eq!(error["notes"][0]["span"]["start"], json!({ "line": 1, "column": 14 }));
    assert_eq!(error["notes"][1]["span"]["start"], json!({ "line": 1, "column": 2 }));
}

#[test]
fn several_files_give_one_object_each_and_the_worst_code() {
    let good = file("several-good.cj", b"tt");
    let bad = file("several-bad.cj", b"tt tt");
    let broken = file("several-broken.cj", b"tt \xff");
    let paths = [good, bad, broken].map(|path| path.to_string_lossy().into_owned());
    let arguments = ["check", "--json", &paths[0], &paths[1], &paths[2], "missing"];
    let (code, found) = objects(&arguments, "");
    assert_eq!(code, Some(2));
    let summary: Vec<_> = found.iter().map(|o| (o["file"].as_str(), o["ok"].as_bool())).collect();
    let expected: Vec<_> = paths
        .iter()
        .map(String::as_str)
        .chain(["missing"])
        .map(Some)
        .zip([true, false, false, false].map(Some))
        .collect();
    assert_eq!(summary, expected);
    assert_eq!(found[1]["errors"][0]["code"], "not-a-function");
    assert_eq!(found[2]["errors"][0]["code"], "syntax");
    assert_eq!(objects(&arguments[..5], "").0, Some(1));
    assert_eq!(objects(&arguments[..3], "").0, Some(0));
}

#[test]
fn diagnostics_show_the_line_without_colour() {
    let output = cajal(&["check", "-"], "main = \\x:2. tt");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(text.contains("error[unused]") && text.contains("main = \\x:2. tt") && text.contains('^'), "{text}");
    assert!(!text.contains('\u{1b}'), "a pipe is no terminal: {text:?}");
}

#[test]
fn a_derivation_names_its_rules() {
    let output = cajal(&["check", "--derivation", "-"], "succ 4");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        text.contains("(Succ) ∅ ⊢ succ 4 : N\n      (Succ) 4 times: ∅ ⊢ 4 : N\n        (Zero) ∅ ⊢ 0 : N"),
        "{text}"
    );
    let (_, found) = objects(&["check", "--derivation", "--json", "-"], "succ 4");
    assert_eq!(found[0]["derivations"][0]["judgements"][1]["times"], "4");
    assert_eq!(found[0]["rules"][5], json!({ "rule": "Succ", "uses": "5" }));
}

#[test]
fn fmt_prints_and_checks() {
    let ugly = "def f:2-o 2=\\x:𝟚.x -- identity\n\n\n\nmain=f(tt)";
    let pretty = "def f : 2 -o 2 = \\x:2. x -- identity\n\nmain = f tt\n";
    answers(&["fmt", "-"], ugly, 0, pretty);
    answers(&["fmt", "-"], pretty, 0, pretty);
    answers(&["fmt", "--check", "-"], pretty, 0, "");
    answers(&["fmt", "--check", "-"], ugly, 1, "-\n");
    answers(&["fmt", "--unicode", "-"], "\\x:2 -o N. x", 0, "λx:𝟚 ⊸ ℕ. x\n");
    answers(&["fmt", "--width", "12", "-"], "if tt then ff else tt", 0, "if tt then\n  ff\nelse\n  tt\n");
    answers(&["fmt", "-"], "(tt", 1, "");
    answers(&["fmt", "a", "b"], "", 2, "");
    assert_eq!(
        objects(&["fmt", "--check", "--json", "-"], ugly).1,
        [json!({ "ok": true, "formatted": false, "file": "-" })]
    );
}

#[test]
fn eval_by_both_machines() {
    for machine in ["subst", "env"] {
        answers(&["eval", "--machine", machine, "--input", "n=5", "-"], EVEN, 0, "ff\n");
        answers(&["eval", "--machine", machine, "-"], "\\x:2. x", 0, "\\x:2. x\n");
        answers(&["eval", "--machine", machine, "--fuel", "100", "-"], "iter { tt | y -> y } (1000000)", 3, "");
    }
    let (code, found) = objects(&["eval", "--json", "-"], "iter { 0 | y -> succ y } (3)");
    assert_eq!((code, found), (Some(0), vec![json!({ "value": "3", "type": "N", "steps": 9, "file": "-" })]));
    let (code, found) = objects(&["eval", "--json", "-"], "extern f : 2 -o 2 f tt");
    assert_eq!((code, found[0]["errors"][0]["code"].as_str()), (Some(1), Some("unlinked-extern")));
}

#[test]
fn inputs_are_values_of_their_type() {
    answers(&["eval", "-"], EVEN, 2, "");
    for wrong in ["n=tt", "n=", "n=succ 1", "m=1", "n=x", "n"] {
        answers(&["eval", "--input", wrong, "-"], EVEN, 2, "");
    }
    answers(&["eval", "--input", "n=1", "--input", "n=2", "-"], EVEN, 2, "");
    let apply = "input f : 2 -o 2 input x : 2 main = f x";
    answers(&["eval", "--input", "x=ff", "--input", "f=\\y:2. if y then ff else tt", "-"], apply, 0, "tt\n");
}

#[test]
fn denote_over_several_scalars() {
    answers(&["denote", "--input", "n=[1/2, 1/3]", "-"], EVEN, 0, "[1/2, 1/3]\n");
    answers(&["denote", "--scalars", "f64", "--input", "n=[0.5, 0, 0.25]", "-"], EVEN, 0, "[0.75, 0]\n");
    answers(&["denote", "--scalars", "bool", "-"], "\\x:2. if x then ff else tt", 0, "[[0, 1], [1, 0]]\n");
    answers(&["denote", "--scalars", "gf:7", "--input", "n={3: 9}", "-"], EVEN, 0, "[0, 2]\n");
    answers(&["denote", "--scalars", "gf:6", "-"], "tt", 2, "");
    answers(&["denote", "-"], "\\x:N. succ x", 3, "");
    answers(&["denote", "--horizon", "2", "-"], "\\x:N. succ x", 0, "[[0, 0], [1, 0], [0, 1]]\n");
    answers(&["denote", "--input", "n=[[1]]", "-"], EVEN, 2, "");
    answers(&["denote", "-"], "extern f : 2 -o 2 f tt", 1, "");
    answers(&["denote", "--input", "f=[[1, 2], [3, 4]]", "-"], "extern f : 2 -o 2 f tt", 0, "[1, 3]\n");
    let (_, found) = objects(&["denote", "--json", "-"], "5");
    assert_eq!(found, [json!({ "type": "N", "value": { "support": { "5": "1" } }, "file": "-" })]);
}

#[test]
fn the_repl_reads_lines() {
    let session = "def not : 2 -o 2 =\n  \\x:2. if x then ff else tt\nnot tt\n:type not\n:denote not\n:defs\n";
    let shown = "not : 2 -o 2\nff : 2\n2 -o 2\n[[0, 1], [1, 0]]\ndef not : 2 -o 2 =\n  \\x:2. if x then ff else tt\n";
    answers(&["repl"], session, 0, shown);
    answers(
        &["repl"],
        "def a : N = 1\nsucc a\ndef a : N = 5\nsucc a\n:quit\nnonsense",
        0,
        "a : N\n2 : N\na : N\n6 : N\n",
    );
    answers(&["repl"], "unknown\n1", 1, "1 : N\n");
    answers(&["repl"], ":nonsense", 2, "");
    // An open bracket waits for the next lines; a blank one ends the wait.
    answers(&["repl"], "(tt\n)\n(ff\n\nff", 1, "tt : 2\nff : 2\n");
}

/// Checks the help of a verb, or of those below it.
fn has_help(verb: &[&str]) {
    let output = cajal(&[verb, &["--help"]].concat(), "");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{verb:?}");
    let commands = text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let below: Vec<&str> =
        commands.filter_map(|line| line.split_whitespace().next()).filter(|v| *v != "help").collect();
    if below.is_empty() {
        assert!(text.contains("Example"), "{verb:?}: {text}");
        // These answer in a format of their own: a Python file, and the protocol, which is JSON.
        let own_format = matches!(verb, ["corpus", "adapter" | "serve"]);
        assert!(own_format || text.contains("--json"), "{verb:?}: {text}");
    }
    below.iter().for_each(|next| has_help(&[verb, &[*next]].concat()));
}

#[test]
fn every_verb_has_help_with_an_example() {
    has_help(&[]);
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let path = file("pipe.cj", b"tt").to_string_lossy().into_owned();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cajal"))
        .args(std::iter::once("check").chain(std::iter::repeat_n(path.as_str(), 5_000)))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), output.stderr), (Some(2), vec![]));
}
