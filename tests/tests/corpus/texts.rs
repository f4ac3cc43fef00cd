//! What the texts say is what the program does.

use super::{all_cases, path};
use cajal_corpus::protocol::{Answer, Reply};
use cajal_corpus::serve::{Form, Reference, serve};
use cajal_corpus::store;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// What we answer to messages.
fn answers(messages: &[&str]) -> Vec<Value> {
    let mut output = Vec::new();
    let reference = Reference { form: Form::Source, decide: None };
    serve((messages.join("\n") + "\n").as_bytes(), &mut output, reference).expect("the messages are in order");
    let output = String::from_utf8(output).expect("messages are text");
    output.lines().map(|line| serde_json::from_str(line).expect("messages are JSON")).collect()
}

/// The messages `→ …` of PROTOCOL.md are understood, and the answers `← …` are those that we give.
#[test]
fn the_examples_of_the_protocol_are_what_is_spoken() {
    let text = text("corpus/PROTOCOL.md");
    let said = |arrow: &str| text.lines().filter_map(|line| line.strip_prefix(arrow)).collect::<Vec<_>>();
    let (questions, expected) = (said("→ "), said("← "));
    let found = answers(&questions);
    assert_eq!((questions.len(), expected.len(), found.len()), (4, 3, 3), "start, two cases, and stop");
    let started: cajal_corpus::protocol::Started = serde_json::from_str(expected[0]).expect("an answer to start");
    assert_eq!(started.started.version, "1");
    assert_eq!(found[0]["started"]["version"], "1");
    for (found, expected) in found.into_iter().zip(expected).skip(1) {
        let (found, expected): (Reply, Reply) = (
            serde_json::from_value(found).expect("an answer"),
            serde_json::from_str(expected).expect("the example is an answer"),
        );
        assert_eq!(found.seq, expected.seq);
        match (found.answer, expected.answer) {
            (Answer::Rejected { phase, code, .. }, Answer::Rejected { phase: p, code: c, .. }) => {
                assert_eq!((phase, code), (p, c));
            }
            (Answer::Result(found), Answer::Result(expected)) => assert_eq!(found["type"], expected["type"]),
            other => panic!("{other:?}"),
        }
    }
}

/// Every capability that a case needs, or that we offer, is explained.
#[test]
fn capabilities_are_explained() {
    let text = text("corpus/PROTOCOL.md");
    let table = text.split("\n## Capabilities").nth(1).expect("there is a chapter");
    let mut needed: BTreeSet<String> = all_cases().iter().flat_map(|case| case.question.needs().into_keys()).collect();
    let offered = answers(&[r#"{"cmd": "start", "version": "1"}"#]);
    let offered = offered[0]["started"]["capabilities"].as_object().expect("capabilities").clone();
    needed.extend(offered.keys().cloned());
    for name in needed {
        let verb = ["check", "eval", "denote", "run", "grad", "realise", "equiv"].contains(&name.as_str());
        let explained = verb || name.starts_with("scalars-") || table.contains(&format!("`{name}`"));
        assert!(explained, "the capability {name} is not explained");
    }
}

/// Messages that are none end the service with an error: no runner sends them.
#[test]
fn serve_refuses_what_is_no_message() {
    for message in ["hello", "{}", r#"{"cmd": "dance"}"#, r#"{"cmd": "run", "seq": 1}"#] {
        let mut output = Vec::new();
        let reference = Reference { form: Form::Source, decide: None };
        let ended = serve(format!("{message}\n").as_bytes(), &mut output, reference);
        assert!(ended.is_err() && output.is_empty(), "{message}");
    }
}

/// The groups in the README are those of the cases.
#[test]
fn the_readme_lists_all_groups() {
    let text = text("corpus/README.md");
    let chapter =
        text.split("## What the suite covers").nth(1).and_then(|t| t.split("\n## ").next()).expect("a chapter");
    let rows = chapter.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let groups: BTreeSet<String> = all_cases().into_iter().map(|case| case.group).collect();
    assert_eq!(rows.map(str::to_owned).collect::<BTreeSet<_>>(), groups);
}

/// Retractions are in the README, versions are those of the program, and no case is from the future.
#[test]
fn versions_and_retractions_agree() {
    let text = text("corpus/README.md");
    let chapter = text.split("### Retractions").nth(1).expect("there is a chapter");
    let retractions = store::retractions().expect("the list is in order");
    assert_eq!(chapter.contains("None so far."), retractions.is_empty());
    for retraction in retractions {
        assert!(chapter.contains(&format!("`{}`", retraction.id)), "{} is not in the README", retraction.id);
    }
    for (what, version) in [("**Corpus", store::CORPUS), ("**Protocol", cajal_corpus::protocol::PROTOCOL)] {
        assert!(text.contains(&format!("{what} {version}**")), "{what} {version} is not in the changelog");
    }
    let corpus: u32 = store::CORPUS.parse().expect("a number");
    for case in all_cases() {
        assert!(case.since.parse::<u32>().is_ok_and(|since| since <= corpus), "{}", case.question.id);
    }
}
