//! Implementations that hang, die, chat or print garbage: the run goes on, and says what happened to which case.

use super::{ask, python};
use cajal_corpus::case::{Case, read};
use cajal_corpus::grade::Status;
use cajal_corpus::runner::{Options, run};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Three cases with one right answer; the implementation misbehaves at the second one.
fn three() -> Vec<Case> {
    let case = |id: &str| {
        format!(
            r#"{{"id": "{id}", "title": "t", "language": "cajal", "verb": "check", "source": "\\x:2. x",
                "capabilities": {{}}, "given": {{}}, "rationale": "r", "reference": "r", "since": "1",
                "ast": {{"items": [], "main": [["var", "0"], ["lam", "x", "2"]]}},
                "expect": {{"result": {{"type": "2 -o 2"}}}}, "witness": {{"by": "hand", "note": "n"}}}}"#
        )
    };
    let cases = ["first", "second", "third"].map(case).join(",");
    read("test", &format!(r#"{{"format": "1", "group": "test", "cases": [{cases}]}}"#)).expect("the cases are in order")
}

fn misbehaving(how: &str) -> Options {
    Options { timeout: Duration::from_secs(10), ..python("tests/tests/corpus/server.py", &[how]) }
}

#[test]
fn the_run_goes_on_after_a_case_that_got_no_answer() {
    use Status::{Crash, Pass, Skipped, Timeout};
    // How it misbehaves; what becomes of the second and the third case; what is said; how often it is started.
    let table = [
        ("hangs", [Timeout, Pass], "no answer within 10 s", 2),
        ("hangs-with-child", [Timeout, Pass], "no answer within 10 s", 2),
        ("dies", [Crash, Pass], "Segmentation fault", 2),
        ("dies-restarting", [Crash, Crash], "exit status: 1", 3),
        ("garbage", [Crash, Pass], "not an answer", 2),
        ("floods", [Crash, Pass], "lines that are no messages", 2),
        ("endless-line", [Crash, Pass], "without an end", 2),
        ("wrong-number", [Crash, Pass], "an answer to question 3, but question 2 was asked", 2),
        ("no-phase", [Crash, Pass], "without a phase", 2),
        ("gives-up", [Crash, Pass], "out of memory", 1),
        ("skips", [Skipped, Pass], "not today", 1),
        ("deaf", [Timeout, Pass], "no answer within 10 s", 2),
    ];
    let cases = three();
    std::thread::scope(|scope| {
        for (how, statuses, says, starts) in table {
            let cases = &cases;
            scope.spawn(move || {
                let done = ask(cases, &misbehaving(how)).expect("it starts");
                let found: Vec<Status> = done.outcomes.iter().map(|o| o.grade.status).collect();
                let first = if how == "dies-restarting" { Crash } else { Pass };
                assert_eq!(found, [first, statuses[0], statuses[1]], "{how}: {:?}", done.outcomes);
                let detail = &done.outcomes[1].grade.detail;
                assert!(detail.contains(says), "{how}: {detail}");
                assert_eq!(done.starts, starts, "{how}");
            });
        }
    });
}

#[test]
fn what_is_printed_by_the_way_is_ignored_and_counted() {
    let cases = three();
    let done = ask(&cases, &misbehaving("chatty")).expect("it starts");
    assert_eq!(done.count(Status::Pass), 3);
    assert_eq!((done.noise, done.starts), (3, 1), "empty lines do not count");
}

#[test]
fn a_second_answer_to_a_question_is_not_taken_for_the_answer_to_the_next_one() {
    let cases = three();
    let done = ask(&cases, &misbehaving("two-answers")).expect("it starts");
    assert_eq!(done.count(Status::Pass), 2);
    let detail = &done.outcomes[2].grade.detail;
    assert!(detail.contains("an answer to question 2, but question 3 was asked"), "{detail}");
}

#[test]
fn an_implementation_that_does_not_start_is_an_error_and_not_a_failure() {
    let cases = three();
    for (how, says) in [("never-starts", "no such model"), ("silent-start", "in time"), ("old", "version \"0\"")] {
        let options = Options { start_timeout: Duration::from_secs(10), ..misbehaving(how) };
        let problem = ask(&cases, &options).expect_err(how);
        assert!(problem.contains(says), "{how}: {problem}");
    }
    let mut options = misbehaving("");
    options.program.command = "/nowhere/at-all".into();
    let problem = ask(&cases, &options).expect_err("there is no such program");
    assert!(problem.contains("cannot start"), "{problem}");
}

#[test]
fn an_interruption_ends_the_run_with_what_it_has() {
    let cases = three();
    let cases: Vec<&Case> = cases.iter().collect();
    let options = Options { timeout: Duration::from_secs(600), ..misbehaving("hangs") };
    let (stop, begin) = (AtomicBool::new(false), Instant::now());
    let done = std::thread::scope(|scope| {
        let stop = &stop;
        // The first outcome tells that the second question is being asked.
        let (first, seen) = std::sync::mpsc::channel();
        scope.spawn(move || {
            seen.recv().expect("the first case is answered");
            stop.store(true, Ordering::Relaxed);
        });
        run(&cases, &options, stop, &mut |_| first.send(()).unwrap_or_default())
    });
    let done = done.expect("it starts");
    assert!(done.interrupted && done.outcomes.len() == 1, "{:?}", done.outcomes);
    assert!(begin.elapsed() < Duration::from_secs(120), "it waited for the answer");
}

#[test]
fn known_failures_are_strict() {
    let cases = three();
    let mut options = misbehaving("dies");
    options.known_failures = [("second", "it dies"), ("third", "it did once")]
        .map(|(id, reason)| (id.to_owned(), reason.to_owned()))
        .into_iter()
        .collect();
    let done = ask(&cases, &options).expect("it starts");
    let statuses: Vec<Status> = done.outcomes.iter().map(|o| o.grade.status).collect();
    assert_eq!(statuses, [Status::Pass, Status::Skipped, Status::Wrong]);
    assert!(done.outcomes[1].grade.detail.contains("it dies"));
    assert!(done.outcomes[2].grade.detail.contains("take it off the list"));
}

#[test]
fn in_one_shot_mode_exit_codes_are_the_answer() {
    use Status::{Crash, Pass, Timeout, Unsupported, Wrong};
    let cases = &three()[..1];
    let table = [
        (r#"cat > /dev/null; echo '{"type": "2 -o 2"}'"#, Pass, ""),
        (r#"echo '{"type": ["2", "2", "-o"]}'"#, Pass, ""),
        (r#"echo '{"unsupported": {"capability": "check"}}'"#, Unsupported, "check"),
        (r#"echo '{"type": "N"}'"#, Wrong, "expected the type 2 -o 2, found N"),
        ("exit 1", Wrong, "found a rejection (no code)"),
        (r#"echo '{"phase": "static", "code": "unused"}'; exit 1"#, Wrong, "found a rejection (unused)"),
        (r#"echo '{"phase": "late"}'; exit 1"#, Crash, "not a rejection"),
        ("echo yes", Crash, "not an answer"),
        ("echo oh >&2; exit 2", Crash, "oh"),
        ("kill -SEGV $$", Crash, "signal"),
        ("sleep 1000", Timeout, "no answer"),
        (r#"grep -q '"source":"\\\\x:2. x"' && echo '{"type": "2 -o 2"}'"#, Pass, ""),
    ];
    std::thread::scope(|scope| {
        for (script, status, says) in table {
            scope.spawn(move || {
                let mut options = misbehaving("");
                options.one_shot = true;
                options.program.command = "sh".into();
                options.program.arguments = vec!["-c".into(), script.into()];
                let done = ask(cases, &options).expect("there is nothing to start");
                let grade = &done.outcomes[0].grade;
                assert_eq!(grade.status, status, "{script}: {}", grade.detail);
                assert!(grade.detail.contains(says), "{script}: {}", grade.detail);
            });
        }
    });
}
