//! `cajal verify [FILE…]`: every theorem on the given programs, or the campaign.

mod campaign;
mod file;

use super::{Exit, Shell};
use crate::theorems::{self, Theorem};
use std::io;
use std::path::PathBuf;

/// Check every theorem on programs: on these files, or on random programs and on all programs up to a size.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cajal verify corpus/programs/*.cj\n  cajal verify\n  \
                        cajal verify --theorem soundness --theorem adequacy --programs 1000000 --report out.html\n  \
                        cajal verify --shard 1/2 --report a.json; cajal verify --shard 2/2 --report b.json; \
                        cajal verify --merge a.json --merge b.json")]
pub(super) struct Args {
    /// The programs; `-` is standard input. With none: the campaign
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// One JSON object for each file, or for the campaign
    #[arg(long)]
    json: bool,
    /// Only this theorem; may be given several times, and `equation` is all equations
    #[arg(long = "theorem", value_name = "NAME")]
    theorems: Vec<String>,
    /// List the theorems
    #[arg(long)]
    list: bool,
    /// Random programs for each theorem
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    programs: u64,
    /// All closed programs up to this size (open ones up to a smaller one)
    #[arg(long, value_name = "N", default_value_t = 11)]
    size: u32,
    /// Seeds the random programs and vectors
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// One part of the campaign, such as 1/2
    #[arg(long, value_name = "i/n", value_parser = shard, default_value = "1/1")]
    shard: crate::campaign::Shard,
    /// Go on from this report, and keep it up to date
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write a report: .html or .json
    #[arg(long, value_name = "OUT")]
    report: Vec<PathBuf>,
    /// Put the JSON reports of all shards together; may be given several times
    #[arg(long, value_name = "REPORT")]
    merge: Vec<PathBuf>,
    /// Where the programs go that violate a theorem
    #[arg(long, value_name = "DIR", default_value = "counterexamples")]
    counterexamples: PathBuf,
    /// Threads; by default as many as there are cores
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

fn shard(text: &str) -> Result<crate::campaign::Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
    match parts {
        Some((i, of)) if (1..=of).contains(&i) => Ok(crate::campaign::Shard { index: i - 1, of }),
        _ => Err("expected i/n with 1 ≤ i ≤ n".into()),
    }
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    if args.list {
        for theorem in theorems::all() {
            shell.line(&format!("{:<42} {}", theorem.name, theorem.statement))?;
        }
        return Ok(Exit::Yes);
    }
    let theorems = match selected(&args.theorems) {
        Ok(theorems) => theorems,
        Err(name) => {
            shell.complain(&format!("error: no theorem is called {name}; see cajal verify --list"));
            return Ok(Exit::Usage);
        }
    };
    if args.files.is_empty() { campaign::run(args, theorems, shell) } else { file::run(args, &theorems, shell) }
}

/// The theorems with these names, or whose names begin with one of them and a slash; all of them if there are no names.
fn selected(names: &[String]) -> Result<Vec<Theorem>, String> {
    let mut theorems = theorems::all();
    let named = |theorem: &Theorem, name: &String| {
        theorem.name == name || theorem.name.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('/'))
    };
    if let Some(unknown) = names.iter().find(|name| !theorems.iter().any(|theorem| named(theorem, name))) {
        return Err(unknown.clone());
    }
    theorems.retain(|theorem| names.is_empty() || names.iter().any(|name| named(theorem, name)));
    Ok(theorems)
}
