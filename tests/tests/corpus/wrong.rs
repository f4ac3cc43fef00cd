//! The toy is right in all that it supports, and each deliberately wrong version of it is caught, by the right cases.

use super::{all_cases, ask, path, python};
use cajal_corpus::case::Case;
use cajal_corpus::grade::Status;
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Mutex;

#[test]
fn the_toy_is_right_in_all_that_it_supports() {
    let cases = all_cases();
    let done = ask(&cases, &python("corpus/adapters/python/toy.py", &[])).expect("it starts");
    for outcome in &done.outcomes {
        assert!(!outcome.grade.status.is_failure(), "{}: {:?}", outcome.case.question.id, outcome.grade);
    }
    assert!(done.count(Status::Pass) > 400, "it supports only {}", done.count(Status::Pass));
    assert_eq!((done.noise, done.starts), (0, 1));
}

#[test]
fn the_skeleton_supports_nothing_and_says_so() {
    let cases = all_cases();
    let done = ask(&cases, &python("corpus/adapters/python/cajal_adapter.py", &[])).expect("it starts");
    assert_eq!(done.count(Status::Unsupported), cases.len());
}

#[test]
fn the_adapter_answers_in_one_shot_mode_too() {
    let cases: Vec<Case> = all_cases()
        .into_iter()
        .filter(|case| ["typing-ok-var-identity", "typing-no-unused", "realise-even"].contains(&&*case.question.id))
        .collect();
    let mut options = python("corpus/adapters/python/toy.py", &["--one-shot"]);
    options.one_shot = true;
    let done = ask(&cases, &options).expect("there is nothing to start");
    let count = [Status::Pass, Status::Unsupported].map(|status| done.count(status));
    assert_eq!(count, [2, 1], "{:?}", done.outcomes);
}

/// Each wrong implementation fails somewhere among the cases about its bug, and only under verbs that the bug concerns.
#[test]
fn every_wrong_implementation_is_caught_by_the_right_cases() {
    let script = path("corpus/adapters/python/wrong.py");
    let list = Command::new("python3").arg(script).arg("--list").output().expect("python3 runs");
    let list = String::from_utf8(list.stdout).expect("names are text");
    let queue: Mutex<Vec<Vec<&str>>> = Mutex::new(list.lines().map(|line| line.split(' ').collect()).collect());
    let count = queue.lock().expect("nobody holds it yet").len();
    assert!(count >= 12, "only {count} wrong implementations");
    let groups = ["known-bugs", "typing", "evaluation", "denotation", "equations"];
    let cases: Vec<Case> = all_cases().into_iter().filter(|case| groups.contains(&&*case.group)).collect();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(entry) = queue.lock().expect("no other thread failed").pop() {
                    caught(&cases, entry[0], entry[1], &entry[2..]);
                }
            });
        }
    });
}

fn caught(cases: &[Case], name: &str, finds: &str, verbs: &[&str]) {
    let done = ask(cases, &python("corpus/adapters/python/wrong.py", &[name])).expect("it starts");
    let failures = done.outcomes.iter().filter(|o| o.grade.status.is_failure());
    let failures: BTreeSet<(&str, &str)> =
        failures.map(|o| (o.case.question.id.as_str(), o.case.question.verb.name())).collect();
    if finds == "-" {
        assert_eq!(failures, BTreeSet::new(), "{name} is not wrong in what is required");
        let other =
            done.outcomes.iter().filter(|o| o.grade.code == Some(cajal_corpus::grade::CodeGrade::Other)).count();
        assert!(other > 50, "{name}: {other}");
        return;
    }
    assert!(failures.iter().any(|(id, _)| id.starts_with(finds)), "{name} is not caught among {finds}: {failures:?}");
    let astray = failures.iter().find(|(_, verb)| !verbs.contains(verb));
    assert_eq!(astray, None, "{name} has nothing to do with this case");
}
