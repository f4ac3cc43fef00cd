//! The conformance runner: cases are in order, answers are graded as the page says, whatever an implementation does a run
//! ends with the right statuses, and every deliberately wrong implementation is caught.

#[path = "corpus/grading.rs"]
mod grading;
#[path = "corpus/misbehaviour.rs"]
mod misbehaviour;
#[path = "corpus/reports.rs"]
mod reports;
#[path = "corpus/texts.rs"]
mod texts;
#[path = "corpus/wrong.rs"]
mod wrong;

use cajal_corpus::case::Case;
use cajal_corpus::runner::{Options, Program, Run, run};
use cajal_corpus::store;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A path from the root of the repository.
fn path(relative: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(relative)
}

/// A Python script with arguments, as an implementation.
fn python(script: &str, arguments: &[&str]) -> Options {
    let script = path(script).into_os_string();
    let arguments = [script].into_iter().chain(arguments.iter().map(Into::into)).collect();
    Options {
        program: Program { command: "python3".into(), arguments },
        one_shot: false,
        timeout: Duration::from_secs(60),
        start_timeout: Duration::from_secs(60),
        known_failures: BTreeMap::new(),
    }
}

fn ask<'a>(cases: &'a [Case], options: &Options) -> Result<Run<'a>, String> {
    let cases: Vec<&Case> = cases.iter().collect();
    run(&cases, options, &AtomicBool::new(false), &mut |_| {})
}

fn all_cases() -> Vec<Case> {
    store::all().expect("the corpus is in order")
}

/// The syntax trees in the case files are those of the sources: written by an independent script, and by our parser.
#[test]
fn syntax_trees_are_those_of_the_sources() {
    let mut compared = 0;
    for case in all_cases() {
        let question = &case.question;
        let pairs = [Some((&question.source, &question.ast)), question.other.as_ref().map(|o| (&o.source, &o.ast))];
        for (source, ast) in pairs.into_iter().flatten() {
            let Some(ast) = ast else { continue };
            let (program, errors) = cajal_semantics::cajal::parse::parse(source);
            assert!(errors.is_empty(), "{}: {errors:?}", question.id);
            assert!(*ast == cajal_corpus::ast::of_program(&program), "{}: not the tree of the source", question.id);
            compared += 1;
        }
    }
    assert!(compared > 700, "only {compared} trees were compared");
}

/// A program that was made from its data has the type of the program that was made from its text.
#[test]
fn programs_made_from_data_have_the_types_of_those_made_from_text() {
    use cajal_semantics::cajal::check_source;
    use cajal_semantics::cajal::typing::{Typed, check_program};
    use cajal_semantics::source::Source;
    let (mut accepted, mut rejected) = (0, 0);
    for case in all_cases() {
        let Some(ast) = &case.question.ast else { continue };
        let from_data = check_program(&cajal_corpus::ast::to_program(ast).expect("the data describe a program"));
        match (check_source(&Source::new("case", &*case.question.source)), from_data) {
            (Ok(text), Ok(data)) => {
                accepted += 1;
                let ty = |main: &Option<Typed>| main.as_ref().map(|e| e.ty().clone());
                assert!(ty(&text.main) == ty(&data.main), "{}", case.question.id);
            }
            (Err(_), Err(_)) => rejected += 1,
            (text, data) => panic!("{}: {:?} {:?}", case.question.id, text.err(), data.err()),
        }
    }
    assert!(accepted > 500 && rejected > 100, "{accepted} {rejected}");
}
