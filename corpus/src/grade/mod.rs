//! Grading: is an answer right? Required: accept or reject, and the phase. Graded separately: the code of the error. Never
//! compared: messages, and which of several independent errors comes first.

mod result;
mod tree;

use crate::case::{Case, Expect, Language, Rejection};
use crate::number::{Arithmetic, Comparison};
use crate::protocol::Answer;
use serde::Serialize;
use serde_json::json;

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A right answer.
    Pass,
    /// A wrong answer.
    Wrong,
    /// No answer: the implementation died, failed, or broke the protocol.
    Crash,
    /// No answer in time.
    Timeout,
    /// The implementation declared a limit.
    Unsupported,
    /// The implementation, or the list of known failures, did not want it to count.
    Skipped,
}

impl Status {
    /// All of them, in the order of reports.
    pub const ALL: [Status; 6] =
        [Status::Pass, Status::Wrong, Status::Crash, Status::Timeout, Status::Unsupported, Status::Skipped];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Wrong => "wrong",
            Status::Crash => "crash",
            Status::Timeout => "timeout",
            Status::Unsupported => "unsupported",
            Status::Skipped => "skipped",
        }
    }

    /// Does it make a run fail?
    pub fn is_failure(self) -> bool {
        match self {
            Status::Wrong | Status::Crash | Status::Timeout => true,
            Status::Pass | Status::Unsupported | Status::Skipped => false,
        }
    }
}

/// The code of a rejection that was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CodeGrade {
    /// One of the codes that the case lists.
    Right,
    /// Another one.
    Other,
    /// None was given.
    Absent,
}

/// The grade of one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// How the case ended.
    pub status: Status,
    /// For a rejection that was right: its code.
    pub code: Option<CodeGrade>,
    /// What is different, which capability is missing, why it was skipped: one line.
    pub detail: String,
}

impl Grade {
    /// A grade without a code.
    pub fn new(status: Status, detail: impl Into<String>) -> Grade {
        Grade { status, code: None, detail: detail.into() }
    }
}

/// The grade of an answer to a case.
pub fn grade(case: &Case, answer: &Answer) -> Grade {
    match answer {
        Answer::Unsupported { capability } => Grade::new(Status::Unsupported, capability.clone()),
        Answer::Skipped { reason } => Grade::new(Status::Skipped, reason.clone()),
        Answer::Errored { message } => Grade::new(Status::Crash, message.clone()),
        Answer::Result(result) if result::is_unknown(case.question.verb, result) => {
            Grade::new(Status::Unsupported, "cannot decide whether the programs are equal")
        }
        Answer::Result(_) | Answer::Rejected { .. } | Answer::Resource(_) => {
            match compare(case, &case.expect, answer) {
                Ok(code) => Grade { status: Status::Pass, code, detail: String::new() },
                Err(Difference::Declared(limit)) => Grade::new(Status::Unsupported, limit),
                Err(Difference::Wrong(detail)) => Grade::new(Status::Wrong, detail),
            }
        }
    }
}

/// Why an answer is not one of those that are right.
enum Difference {
    /// It is a limit, where there is an answer.
    Declared(String),
    /// It is another answer.
    Wrong(String),
}

/// An answer against an expectation: the grade of the code, if both are rejections.
fn compare(case: &Case, expect: &Expect, answer: &Answer) -> Result<Option<CodeGrade>, Difference> {
    let wrong = |expected: &str, found: &str| Err(Difference::Wrong(format!("expected {expected}, found {found}")));
    match (expect, answer) {
        (Expect::Any(several), _) => {
            let mut last = Difference::Wrong("no answer is right".into());
            for expect in several {
                match compare(case, expect, answer) {
                    Ok(code) => return Ok(code),
                    Err(difference) => last = difference,
                }
            }
            Err(last)
        }
        (Expect::Resource(limit), Answer::Resource(found)) if limit == found => Ok(None),
        (_, Answer::Resource(limit)) => Err(Difference::Declared(format!("limit: {limit}"))),
        (Expect::Result(expected), Answer::Result(found)) => {
            let arithmetic = match case.question.language {
                Language::Cajal => Arithmetic::of_scalars(case.question.scalars.as_deref()),
                Language::Stream => Arithmetic::Stream,
            };
            let comparison = Comparison { arithmetic, tolerance: case.tolerance.clone() };
            result::compare(case, expected, found, &comparison).map(|()| None).map_err(Difference::Wrong)
        }
        (Expect::Rejected(right), Answer::Rejected { phase, code, .. }) => match phase {
            Some(phase) if *phase != right.phase => {
                wrong(&format!("a rejection in the {} phase", right.phase), &format!("one in the {phase} phase"))
            }
            Some(_) | None => Ok(Some(grade_code(right, code.as_deref()))),
        },
        (Expect::Result(expected), Answer::Rejected { code, .. }) => {
            wrong(&expected.to_string(), &format!("a rejection ({})", code.as_deref().unwrap_or("no code")))
        }
        (Expect::Rejected(right), Answer::Result(found)) => {
            wrong(&format!("a rejection ({})", right.codes.join(" or ")), &json!(found).to_string())
        }
        (Expect::Resource(limit), Answer::Result(_) | Answer::Rejected { .. }) => {
            wrong(&format!("the limit of {limit}"), "an answer")
        }
        (_, Answer::Unsupported { .. } | Answer::Skipped { .. } | Answer::Errored { .. }) => {
            unreachable!("BUG: these have their own grades")
        }
    }
}

fn grade_code(right: &Rejection, code: Option<&str>) -> CodeGrade {
    match code {
        None => CodeGrade::Absent,
        Some(code) if right.codes.iter().any(|right| right == code) => CodeGrade::Right,
        Some(_) => CodeGrade::Other,
    }
}
