//! The outcome of a run, for people (a table, a page) and for programs (JSON, JUnit XML).

mod html;
mod json;
mod junit;
mod table;

pub use html::html;
pub use json::json;
pub use junit::junit;
pub use table::table;

use crate::case::{Expect, Question};
use crate::grade::{CodeGrade, Status};
use crate::runner::{Outcome, Run};
use std::collections::BTreeMap;

/// A format of reports, by the ending of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `.json`
    Json,
    /// `.xml`
    Junit,
    /// `.html`
    Html,
}

impl Format {
    /// The format of a file name.
    pub fn of_file(name: &std::path::Path) -> Option<Format> {
        match name.extension()?.to_str()? {
            "json" => Some(Format::Json),
            "xml" => Some(Format::Junit),
            "html" | "htm" => Some(Format::Html),
            _ => None,
        }
    }

    /// The report in this format.
    pub fn write(self, run: &Run<'_>) -> String {
        match self {
            Format::Json => json(run).to_string() + "\n",
            Format::Junit => junit(run),
            Format::Html => html(run),
        }
    }
}

/// How many cases ended how, in the order of [`Status::ALL`].
type Counts = [usize; Status::ALL.len()];

fn position(status: Status) -> usize {
    Status::ALL.iter().position(|s| *s == status).expect("BUG: a status that is not among all")
}

/// The counts of each group, in the order of the alphabet.
fn by_group(run: &Run<'_>) -> BTreeMap<String, Counts> {
    let mut groups = BTreeMap::<String, Counts>::new();
    for outcome in &run.outcomes {
        groups.entry(outcome.case.group.clone()).or_default()[position(outcome.grade.status)] += 1;
    }
    groups
}

/// How many right rejections had which code: right, another, none.
fn codes(run: &Run<'_>) -> [usize; 3] {
    let mut counts = [0; 3];
    for outcome in &run.outcomes {
        match outcome.grade.code {
            Some(CodeGrade::Right) => counts[0] += 1,
            Some(CodeGrade::Other) => counts[1] += 1,
            Some(CodeGrade::Absent) => counts[2] += 1,
            None => {}
        }
    }
    counts
}

/// The name of who was asked.
fn name(run: &Run<'_>) -> String {
    run.implementation
        .as_ref()
        .map_or_else(|| "an implementation in one-shot mode".into(), |i| i.implementation.clone())
}

/// `check`, `stream eval`
fn verb(question: &Question) -> String {
    match question.language {
        crate::case::Language::Cajal => question.verb.name().into(),
        crate::case::Language::Stream => format!("stream {}", question.verb.name()),
    }
}

/// What is right, as JSON.
fn expected(outcome: &Outcome<'_>) -> String {
    fn shown(expect: &Expect) -> String {
        serde_json::to_string(expect).expect("BUG: an expectation has only text keys")
    }
    match &outcome.case.expect {
        Expect::Any(several) => several.iter().map(shown).collect::<Vec<_>>().join(" or "),
        one => shown(one),
    }
}

/// What was answered, as JSON; empty if nothing was.
fn found(outcome: &Outcome<'_>) -> String {
    outcome
        .answer
        .as_ref()
        .map_or_else(String::new, |answer| serde_json::to_string(answer).expect("BUG: an answer has only text keys"))
}

/// The failures first, then the rest, each in the order of the run.
fn failures_first<'r, 'a>(run: &'r Run<'a>) -> impl Iterator<Item = &'r Outcome<'a>> {
    let part = |failed: bool| run.outcomes.iter().filter(move |o| o.grade.status.is_failure() == failed);
    part(true).chain(part(false))
}

/// Text in XML and HTML. Characters that XML cannot hold are replaced.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

/// A long text, cut: sources and answers can be megabytes long.
fn cut(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}
