//! The table on a terminal.

use super::{by_group, codes, cut, failures_first, name, verb};
use crate::grade::Status;
use crate::runner::Run;
use std::fmt::Write as _;

/// Failures that are listed one by one.
const LISTED: usize = 40;
/// Characters of a detail that are shown.
const DETAIL: usize = 200;

/// The failures, then a line for each group, then the totals.
pub fn table(run: &Run<'_>) -> String {
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{}", text.trim_end()).expect("BUG: a string grows");
    let failures: Vec<_> = failures_first(run).take_while(|o| o.grade.status.is_failure()).collect();
    for outcome in failures.iter().take(LISTED) {
        let (question, grade) = (&outcome.case.question, &outcome.grade);
        line(format!("{:<8} {}  {}", grade.status.name(), question.id, question.title));
        line(format!("         {}: {}", verb(question), cut(&grade.detail, DETAIL)));
    }
    if failures.len() > LISTED {
        line(format!("… and {} more; --report FILE.html shows all", failures.len() - LISTED));
    }
    if !failures.is_empty() {
        line(String::new());
    }
    let groups = by_group(run);
    let width = groups.keys().map(|group| group.chars().count()).max().unwrap_or(0).max("all".len());
    let row = |group: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>12}")).collect();
        format!("{group:<width$}{cells}")
    };
    line(row("", Status::ALL.map(|s| s.name().to_owned()).to_vec()));
    // Zeros say nothing, and hide what does.
    let number = |n: &usize| if *n == 0 { ".".to_owned() } else { n.to_string() };
    for (group, counts) in &groups {
        line(row(group, counts.iter().map(number).collect()));
    }
    line(row("all", Status::ALL.map(|s| number(&run.count(s))).to_vec()));
    line(String::new());
    let [right, other, absent] = codes(run);
    line(format!("{}: {} cases in {:.1} s", name(run), run.outcomes.len(), run.took.as_secs_f64()));
    if right + other + absent > 0 {
        line(format!("error codes of right rejections: {right} right, {other} other, {absent} not given"));
    }
    if run.noise > 0 {
        line(format!("{} lines of its output were no messages", run.noise));
    }
    if run.implementation.is_some() && run.starts > 1 {
        line(format!("it was started {} times", run.starts));
    }
    if run.interrupted {
        line("interrupted: not all cases were run".into());
    }
    out
}
