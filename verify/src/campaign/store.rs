//! Reports as JSON files: to read, to resume from, and to merge.

use super::plan::{Plan, Shard};
use super::tally::{Counterexample, Counts, Method, Tally};
use crate::generate::distribution::Distribution;
use cajal_semantics::cajal::derivation::Rule;
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::Path;

/// What a campaign, or a part of it, has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The plan, in one line.
    pub plan: String,
    /// The seed of the plan.
    pub seed: u64,
    /// The part of the campaign.
    pub shard: Shard,
    /// How many chunks of it are done.
    pub done: u64,
    /// Are these all?
    pub complete: bool,
    /// Time spent, in seconds.
    pub seconds: f64,
    /// The findings.
    pub tally: Tally,
}

impl Report {
    /// The report of a campaign that has not begun.
    pub fn new(plan: &Plan, shard: Shard) -> Report {
        let plan_line = plan.fingerprint();
        Report {
            plan: plan_line,
            seed: plan.seed,
            shard,
            done: 0,
            complete: false,
            seconds: 0.0,
            tally: Tally::default(),
        }
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let tally = &self.tally;
        let counts = tally.counts.iter().map(|((theorem, method), c)| {
            let method = match method {
                Method::Random => "random",
                Method::Every => "every",
            };
            json!({ "theorem": theorem, "method": method,
                    "holds": c.holds, "silent": c.silent, "limit": c.limit, "violated": c.violated })
        });
        let counterexamples = tally.counterexamples.iter().map(
            |(theorem, c)| json!({ "theorem": theorem, "source": c.source, "seed": c.seed, "message": c.message }),
        );
        let distributions =
            tally.distributions.iter().map(|(stage, d)| json!({ "stage": stage, "distribution": d.to_json() }));
        json!({
            "plan": self.plan,
            "seed": self.seed,
            "shard": [self.shard.index, self.shard.of],
            "done": self.done,
            "complete": self.complete,
            "seconds": self.seconds,
            "verdict": if tally.violated() { "violated" } else if self.complete { "holds" } else { "incomplete" },
            "theorems": counts.collect::<Vec<_>>(),
            "counterexamples": counterexamples.collect::<Vec<_>>(),
            "pair": tally.pair,
            "rules": tally.rules.iter().map(|(rule, n)| (format!("{rule:?}"), json!(n))).collect::<serde_json::Map<_, _>>(),
            "distributions": distributions.collect::<Vec<_>>(),
            "nanoseconds": tally.nanoseconds,
        })
    }

    /// From JSON.
    pub fn of_json(value: &Value) -> Option<Report> {
        let mut tally = Tally::default();
        for row in value["theorems"].as_array()? {
            let method = match row["method"].as_str()? {
                "random" => Method::Random,
                "every" => Method::Every,
                _ => return None,
            };
            let n = |name: &str| row[name].as_u64();
            let counts =
                Counts { holds: n("holds")?, silent: n("silent")?, limit: n("limit")?, violated: n("violated")? };
            *tally.entry(row["theorem"].as_str()?, method) = counts;
        }
        for row in value["counterexamples"].as_array()? {
            let text = |name: &str| row[name].as_str().map(str::to_owned);
            let found =
                Counterexample { source: text("source")?, seed: row["seed"].as_u64()?, message: text("message")? };
            tally.counterexample(row["theorem"].as_str()?, found);
        }
        for (name, n) in value["rules"].as_object()? {
            let rule = Rule::ALL.into_iter().find(|rule| format!("{rule:?}") == *name)?;
            tally.rules.insert(rule, n.as_u64()?);
        }
        for row in value["distributions"].as_array()? {
            let stage = usize::try_from(row["stage"].as_u64()?).ok()?;
            tally.distributions.insert(stage, Distribution::of_json(&row["distribution"])?);
        }
        for (theorem, n) in value["nanoseconds"].as_object()? {
            tally.nanoseconds.insert(theorem.clone(), n.as_u64()?);
        }
        if let Some([a, b]) = value["pair"].as_array().map(Vec::as_slice) {
            tally.pair = Some([a.as_str()?.to_owned(), b.as_str()?.to_owned()]);
        }
        Some(Report {
            plan: value["plan"].as_str()?.to_owned(),
            seed: value["seed"].as_u64()?,
            shard: Shard { index: value["shard"][0].as_u64()?, of: value["shard"][1].as_u64()?.max(1) },
            done: value["done"].as_u64()?,
            complete: value["complete"].as_bool()?,
            seconds: value["seconds"].as_f64()?,
            tally,
        })
    }
}

/// Writes a report, all of it or nothing: beside the file first.
///
/// # Errors
/// As the file system.
pub fn save(report: &Report, path: &Path) -> io::Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, format!("{:#}\n", report.to_json()))?;
    fs::rename(beside, path)
}

/// Reads a report.
///
/// # Errors
/// As the file system; [`io::ErrorKind::InvalidData`] if the file is no report.
pub fn load(path: &Path) -> io::Result<Report> {
    let no_report = || io::Error::new(io::ErrorKind::InvalidData, format!("{} is no report", path.display()));
    let value: Value = serde_json::from_slice(&fs::read(path)?).map_err(|_| no_report())?;
    Report::of_json(&value).ok_or_else(no_report)
}

/// The report of several shards of one campaign.
///
/// # Errors
/// What does not fit together.
pub fn merge(reports: Vec<Report>) -> Result<Report, String> {
    let mut reports = reports.into_iter();
    let mut merged = reports.next().ok_or("no reports")?;
    let (plan, of) = (merged.plan.clone(), merged.shard.of);
    let mut shards = vec![merged.shard.index];
    for report in reports {
        if report.plan != plan || report.shard.of != of {
            return Err("these are reports of different campaigns".into());
        }
        if shards.contains(&report.shard.index) {
            return Err(format!("shard {}/{of} is there twice", report.shard.index + 1));
        }
        shards.push(report.shard.index);
        merged.done += report.done;
        merged.complete &= report.complete;
        merged.seconds += report.seconds;
        merged.tally.merge(report.tally);
    }
    merged.complete &= shards.len() as u64 == of;
    if shards.len() as u64 == of {
        merged.shard = Shard::WHOLE;
    }
    Ok(merged)
}
