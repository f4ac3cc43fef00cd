//! A report as one HTML page that needs nothing else.

use super::store::Report;
use super::tally::{Counts, Method};
use crate::generate::distribution::FEATURES;
use crate::theorems;
use cajal_semantics::cajal::derivation::Rule;
use std::fmt::Write as _;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:left}\
td.n{text-align:right;font-variant-numeric:tabular-nums}.bad{color:#b00020;font-weight:600}.bar{background:#4a7fb5;\
height:.7rem;display:inline-block}pre{background:#f6f6f6;padding:.7rem;overflow:auto}";

/// The page.
pub fn html(report: &Report) -> String {
    let tally = &report.tally;
    let verdict = match (tally.violated(), report.complete) {
        (true, _) => "<span class=bad>violated</span>",
        (false, true) => "every theorem holds",
        (false, false) => "incomplete; no violation so far",
    };
    let mut page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>cajal verify</title><style>{STYLE}</style>\
         <h1>cajal verify: {verdict}</h1><p>{} checks in {:.1} s · {}</p>",
        tally.checks(),
        report.seconds,
        escaped(&report.plan)
    );
    page += "<h2>Theorems</h2><table><tr><th>theorem<th>statement<th>random<th>every program up to the size\
             <th>silent<th>limit<th>violated<th>µs each";
    let statement = |name: &str| theorems::all().iter().find(|t| t.name == name).map_or("", |t| t.statement);
    for name in names(report) {
        let of = |method| tally.counts.get(&(name.clone(), method)).cloned().unwrap_or_default();
        let (random, every): (Counts, Counts) = (of(Method::Random), of(Method::Every));
        let violated = random.violated + every.violated;
        let checked = random.holds + every.holds + violated;
        let each = tally.nanoseconds.get(&name).copied().unwrap_or(0) as f64 / 1e3 / checked.max(1) as f64;
        let _ = write!(
            page,
            "<tr><td>{}<td>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class='n{}'>{violated}<td class=n>{each:.1}",
            escaped(&name),
            escaped(statement(&name)),
            random.holds,
            every.holds,
            random.silent + every.silent,
            random.limit + every.limit,
            if violated > 0 { " bad" } else { "" },
        );
    }
    page += "</table>";
    for (theorem, found) in &tally.counterexamples {
        let _ = write!(
            page,
            "<h3 class=bad>{}</h3><pre>{}-- seed {}</pre><p>{}</p>",
            escaped(theorem),
            escaped(&found.source),
            found.seed,
            escaped(&found.message)
        );
    }
    if let Some([a, b]) = &tally.pair {
        let _ = write!(
            page,
            "<h2>Not fully abstract</h2><p>No program tells these apart; their neurons differ.<pre>{}\n{}</pre>",
            escaped(a),
            escaped(b)
        );
    }
    page += "<h2>Typing rules</h2><table><tr><th>rule<th>programs of the sample";
    for rule in Rule::ALL {
        let _ = write!(page, "<tr><td>{rule}<td class=n>{}", tally.rules.get(&rule).copied().unwrap_or(0));
    }
    page += "</table><h2>Distribution of the random programs</h2>";
    for (stage, distribution) in &tally.distributions {
        let _ = write!(
            page,
            "<h3>Stage {stage}: {} programs, {} shapes</h3><table>",
            distribution.programs,
            distribution.shapes()
        );
        for feature in FEATURES {
            let percent = distribution.percent(feature);
            let _ = write!(
                page,
                "<tr><td>{feature}<td class=n>{percent:.1} %<td><span class=bar style='width:{:.1}rem'></span>",
                percent / 5.0
            );
        }
        page += "</table>";
    }
    page + "</html>\n"
}

/// The theorems of a report: in the order of the page, then the others.
pub(crate) fn names(report: &Report) -> Vec<String> {
    let mut names: Vec<String> = theorems::all().iter().map(|theorem| theorem.name.to_owned()).collect();
    names.retain(|name| report.tally.counts.keys().any(|(counted, _)| counted == name));
    for (name, _) in report.tally.counts.keys() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
