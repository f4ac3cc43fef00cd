//! The report as one page without anything else: no scripts, no fonts, light or dark as the reader has it.

use super::{by_group, codes, cut, escape, expected, failures_first, found, name, verb};
use crate::grade::{CodeGrade, Status};
use crate::protocol::PROTOCOL;
use crate::runner::{Outcome, Run};
use crate::store::{CORPUS, LANGUAGE};
use std::fmt::Write as _;

/// Characters of a source, an expectation or an answer that are shown.
const SHOWN: usize = 4_000;

/// The page: totals, a table of groups, then every case, failures first and unfolded.
pub fn html(run: &Run<'_>) -> String {
    let name = escape(&name(run));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}: conformance</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{name}</h1>\n"
    );
    summary(run, &mut out);
    groups(run, &mut out);
    let mut group_of_failures = None;
    for outcome in failures_first(run) {
        let failed = outcome.grade.status.is_failure();
        if group_of_failures != Some(failed) {
            group_of_failures = Some(failed);
            out.push_str(if failed { "<h2>Differences</h2>\n" } else { "<h2>All other cases</h2>\n" });
        }
        case(outcome, failed, &mut out);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn summary(run: &Run<'_>, out: &mut String) {
    let mut line = |text: String| writeln!(out, "{text}").expect("BUG: a string grows");
    let verdict = match (run.failed(), run.interrupted) {
        (_, true) => "The run was interrupted: not all cases were asked.".into(),
        (true, false) => {
            let failures: usize = Status::ALL.iter().filter(|s| s.is_failure()).map(|s| run.count(*s)).sum();
            format!("{failures} of {} cases failed.", run.outcomes.len())
        }
        (false, false) => "No differences were found in what it supports.".into(),
    };
    line(format!("<p class=\"verdict\">{verdict}</p>"));
    line("<ul class=\"totals\">".into());
    for status in Status::ALL {
        line(format!("<li class=\"{0}\"><b>{1}</b> {0}</li>", status.name(), run.count(status)));
    }
    line("</ul>".into());
    let [right, other, absent] = codes(run);
    line(format!(
        "<p>Protocol {PROTOCOL}, corpus {CORPUS}, language {LANGUAGE}. {:.1} seconds. Error codes of right rejections: \
         {right} right, {other} other, {absent} not given. Lines of output that were no messages: {}. Starts: {}.</p>",
        run.took.as_secs_f64(),
        run.noise,
        run.starts
    ));
}

fn groups(run: &Run<'_>, out: &mut String) {
    let heads: String = Status::ALL.iter().map(|s| format!("<th scope=\"col\">{}</th>", s.name())).collect();
    write!(out, "<h2>Groups</h2>\n<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">group</th>{heads}</tr></thead>\n<tbody>\n")
        .expect("BUG: a string grows");
    for (group, counts) in by_group(run) {
        let cells: String = Status::ALL
            .iter()
            .zip(counts)
            .map(|(s, n)| {
                if n == 0 { "<td class=\"none\">0</td>".into() } else { format!("<td class=\"{}\">{n}</td>", s.name()) }
            })
            .collect();
        writeln!(out, "<tr><th scope=\"row\">{}</th>{cells}</tr>", escape(&group)).expect("BUG: a string grows");
    }
    out.push_str("</tbody>\n</table></div>\n");
}

fn case(outcome: &Outcome<'_>, open: bool, out: &mut String) {
    let (case, question, grade) = (outcome.case, &outcome.case.question, &outcome.grade);
    let status = grade.status.name();
    let code = match grade.code {
        Some(CodeGrade::Other) => " <span class=\"note\">another error code</span>",
        Some(CodeGrade::Right | CodeGrade::Absent) | None => "",
    };
    let mut line = |text: String| writeln!(out, "{text}").expect("BUG: a string grows");
    line(format!(
        "<details id=\"{0}\"{1}>\n<summary><span class=\"badge {status}\">{status}</span> <code>{0}</code> {2}{code}</summary>",
        question.id,
        if open { " open" } else { "" },
        escape(&question.title),
    ));
    if !grade.detail.is_empty() {
        line(format!("<p class=\"detail\">{}</p>", escape(&cut(&grade.detail, SHOWN))));
    }
    line(format!("<pre>{}</pre>", escape(&cut(&question.source, SHOWN))));
    line("<dl>".into());
    let mut entry = |term: &str, text: &str| {
        if !text.is_empty() {
            line(format!("<dt>{term}</dt><dd>{}</dd>", escape(&cut(text, SHOWN))));
        }
    };
    entry("verb", &verb(question));
    let given = serde_json::to_string(&question.given).expect("BUG: arguments have only text keys");
    entry("given", if given == "{}" { "" } else { &given });
    entry("expected", &expected(outcome));
    entry("found", &found(outcome));
    entry("why", &case.rationale);
    entry("reference", &case.reference);
    line("</dl>\n</details>".into());
}

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #59636e; --paper: #ffffff; --panel: #f4f6f8; --edge: #d5dbe1;
  --good: #1a7f37; --bad: #b3261e; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --dim: #9aa4af; --paper: #14171a; --panel: #1e2327;
  --edge: #363d44; --good: #57c97a; --bad: #ff8f86; --warn: #e2b04a; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; }
.verdict { font-size: 1.1rem; margin: .2rem 0 1rem; }
.totals { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none; }
.totals li { border: 1px solid var(--edge); border-radius: .4rem; padding: .2rem .7rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: .25rem .8rem; border-bottom: 1px solid var(--edge); text-align: right; font-variant-numeric: tabular-nums; }
th[scope=row], th:first-child { text-align: left; font-weight: 500; }
.none { color: var(--dim); }
.pass { color: var(--good); } .wrong, .crash, .timeout { color: var(--bad); } .unsupported, .skipped { color: var(--warn); }
details { border: 1px solid var(--edge); border-radius: .4rem; margin: .4rem 0; padding: .35rem .8rem; }
summary { cursor: pointer; } summary code { color: var(--dim); }
.badge { display: inline-block; min-width: 6.2rem; font-weight: 600; }
.note { color: var(--warn); font-size: .9rem; } .detail { margin: .5rem 0; }
pre { background: var(--panel); padding: .6rem .8rem; border-radius: .4rem; overflow-x: auto; font-size: .9rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0; font-size: .92rem; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
";
