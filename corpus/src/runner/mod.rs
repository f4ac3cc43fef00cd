//! Puts the questions of cases to another implementation, and grades what it says.
//!
//! Whatever the implementation does, a run ends: it may hang, die, print garbage, or never stop printing. A process that
//! did not keep to the protocol is killed, and a fresh one gets the next case.

mod one_shot;
mod process;
mod server;

pub use process::Program;

use crate::case::{Capabilities, Case};
use crate::grade::{Grade, Status, grade};
use crate::protocol::{Answer, Implementation, PROTOCOL};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How an implementation is asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// The implementation.
    pub program: Program,
    /// One process for each case, without the protocol.
    pub one_shot: bool,
    /// How long an answer may take.
    pub timeout: Duration,
    /// How long a start may take.
    pub start_timeout: Duration,
    /// Cases that are known to fail, with the reason. One that passes is reported.
    pub known_failures: BTreeMap<String, String>,
}

/// How a case ended.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    /// The case.
    pub case: &'a Case,
    /// The grade.
    pub grade: Grade,
    /// The answer, if there was one.
    pub answer: Option<Answer>,
    /// How long it took.
    pub took: Duration,
}

/// All outcomes of a run.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// Who was asked; none in one-shot mode.
    pub implementation: Option<Implementation>,
    /// One for each case, in order; fewer if the run was interrupted.
    pub outcomes: Vec<Outcome<'a>>,
    /// Lines that were no messages, and how often a process was started.
    pub noise: u64,
    /// How often a process was started.
    pub starts: u64,
    /// Was it interrupted?
    pub interrupted: bool,
    /// How long it took.
    pub took: Duration,
}

impl Run<'_> {
    /// How many cases ended so.
    pub fn count(&self, status: Status) -> usize {
        self.outcomes.iter().filter(|o| o.grade.status == status).count()
    }

    /// Is there a wrong answer, a crash or a timeout?
    pub fn failed(&self) -> bool {
        self.outcomes.iter().any(|o| o.grade.status.is_failure())
    }
}

/// What comes instead of an answer.
enum Trouble {
    /// The process died, or broke the protocol.
    Crash(String),
    /// No answer in time.
    Timeout,
}

/// Asks all cases, one after the other. `watch` sees each outcome; `stop` ends the run after the present case.
///
/// # Errors
/// The implementation cannot be started, or does not speak this protocol.
pub fn run<'a>(
    cases: &[&'a Case],
    options: &Options,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Outcome<'a>),
) -> Result<Run<'a>, String> {
    let begin = Instant::now();
    let mut asker = Asker::new(options, stop)?;
    let implementation = asker.implementation().cloned();
    let mut outcomes = Vec::with_capacity(cases.len());
    for case in cases {
        let start = Instant::now();
        let (grade, answer) = asker.ask(case, implementation.as_ref().map(|i| &i.capabilities));
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let grade = strictly(grade, options.known_failures.get(&case.question.id));
        let outcome = Outcome { case, grade, answer, took: start.elapsed() };
        watch(&outcome);
        outcomes.push(outcome);
    }
    let interrupted = stop.load(Ordering::Relaxed);
    let (noise, starts) = asker.end();
    Ok(Run { implementation, outcomes, noise, starts, interrupted, took: begin.elapsed() })
}

/// A failure that is known does not count; that it does not fail any more is reported as wrong.
fn strictly(grade: Grade, known: Option<&String>) -> Grade {
    match known {
        Some(reason) if grade.status.is_failure() => {
            Grade::new(Status::Skipped, format!("known failure ({reason}): {}: {}", grade.status.name(), grade.detail))
        }
        Some(reason) if grade.status == Status::Pass => Grade::new(
            Status::Wrong,
            format!("passes, but is listed as a known failure ({reason}): take it off the list"),
        ),
        Some(_) | None => grade,
    }
}

/// The two ways of asking.
enum Asker<'a> {
    Server(server::Session<'a>),
    OneShot(&'a Options, &'a AtomicBool, u64),
}

impl<'a> Asker<'a> {
    fn new(options: &'a Options, stop: &'a AtomicBool) -> Result<Self, String> {
        if options.one_shot {
            Ok(Asker::OneShot(options, stop, 0))
        } else {
            server::Session::open(options, stop).map(Asker::Server)
        }
    }

    fn implementation(&self) -> Option<&Implementation> {
        match self {
            Asker::Server(session) => Some(session.implementation()),
            Asker::OneShot(..) => None,
        }
    }

    fn ask(&mut self, case: &Case, offered: Option<&Capabilities>) -> (Grade, Option<Answer>) {
        if let Some(missing) = offered.and_then(|offered| case.question.missing(offered)) {
            return (Grade::new(Status::Unsupported, missing), None);
        }
        let answer = match self {
            Asker::Server(session) => session.ask(&case.question),
            Asker::OneShot(options, stop, starts) => {
                *starts += 1;
                one_shot::ask(&options.program, &case.question, options.timeout, stop)
            }
        };
        match answer {
            Ok(answer) => (grade(case, &answer), Some(answer)),
            Err(Trouble::Crash(how)) => (Grade::new(Status::Crash, how), None),
            Err(Trouble::Timeout) => {
                (Grade::new(Status::Timeout, format!("no answer within {} s", options_seconds(self))), None)
            }
        }
    }

    fn options(&self) -> &Options {
        match self {
            Asker::Server(session) => session.options(),
            Asker::OneShot(options, ..) => options,
        }
    }

    fn end(self) -> (u64, u64) {
        match self {
            Asker::Server(session) => session.close(),
            Asker::OneShot(_, _, starts) => (0, starts),
        }
    }
}

fn options_seconds(asker: &Asker<'_>) -> f64 {
    asker.options().timeout.as_secs_f64()
}

/// Does an implementation speak this version of the protocol?
fn speaks(implementation: &Implementation) -> Result<(), String> {
    if implementation.version == PROTOCOL {
        return Ok(());
    }
    Err(format!("it speaks version {:?} of the protocol, this program version {PROTOCOL:?}", implementation.version))
}
