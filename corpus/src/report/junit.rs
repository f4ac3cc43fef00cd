//! JUnit XML, which continuous integration services read.

use super::{escape, expected, found, name};
use crate::grade::Status;
use crate::runner::{Outcome, Run};
use std::fmt::Write as _;

/// One suite for each group. Wrong answers are failures; crashes and timeouts are errors; what is unsupported is skipped.
pub fn junit(run: &Run<'_>) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut line = |text: String| writeln!(out, "{text}").expect("BUG: a string grows");
    let totals = attributes(&run.outcomes.iter().collect::<Vec<_>>());
    line(format!("<testsuites name=\"{}\" {totals}>", escape(&name(run))));
    for group in super::by_group(run).keys() {
        let outcomes: Vec<_> = run.outcomes.iter().filter(|o| o.case.group == *group).collect();
        line(format!("  <testsuite name=\"{}\" {}>", escape(group), attributes(&outcomes)));
        for outcome in outcomes {
            let (question, grade) = (&outcome.case.question, &outcome.grade);
            let seconds = outcome.took.as_secs_f64();
            let head =
                format!("    <testcase classname=\"{}\" name=\"{}\" time=\"{seconds:.3}\"", escape(group), question.id);
            let detail = escape(&grade.detail);
            let body =
                escape(&format!("expected {}\nfound {}\n\n{}", expected(outcome), found(outcome), question.source));
            match grade.status {
                Status::Pass => line(format!("{head}/>")),
                Status::Wrong => {
                    line(format!("{head}><failure type=\"wrong\" message=\"{detail}\">{body}</failure></testcase>"))
                }
                Status::Crash | Status::Timeout => line(format!(
                    "{head}><error type=\"{}\" message=\"{detail}\">{body}</error></testcase>",
                    grade.status.name()
                )),
                Status::Unsupported | Status::Skipped => {
                    line(format!("{head}><skipped message=\"{}: {detail}\"/></testcase>", grade.status.name()));
                }
            }
        }
        line("  </testsuite>".into());
    }
    line("</testsuites>".into());
    out
}

fn attributes(outcomes: &[&Outcome<'_>]) -> String {
    let count = |statuses: &[Status]| outcomes.iter().filter(|o| statuses.contains(&o.grade.status)).count();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\"",
        outcomes.len(),
        count(&[Status::Wrong]),
        count(&[Status::Crash, Status::Timeout]),
        count(&[Status::Unsupported, Status::Skipped]),
        outcomes.iter().map(|o| o.took.as_secs_f64()).sum::<f64>(),
    )
}
