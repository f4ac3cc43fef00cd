//! `cajal stream check FILE…`

use super::{Exit, Shell, Ticks, checked, horizon, latency};
use serde_json::json;
use std::io;

/// Check programs: names, types, clocks, initialisation and causality.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cajal stream check corpus/streams/*.bs\n  \
                        cajal stream check --horizon inf corpus/streams/gae.bs")]
pub(super) struct Args {
    /// The programs; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The node to be run
    #[arg(long, value_name = "NODE", default_value = "main")]
    node: String,
    /// A number of ticks, or inf: then every output must have a bounded latency
    #[arg(long, value_name = "N|inf")]
    horizon: Option<Ticks>,
    /// One JSON object for each file
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let mut worst = Exit::Yes;
    for path in &args.files {
        worst = worst.max(file(args, path, shell)?);
    }
    Ok(worst)
}

fn file(args: &Args, path: &str, shell: &mut Shell) -> io::Result<Exit> {
    let (_, checked) = match checked(shell, args.json, path, &args.node, horizon(args.horizon))? {
        Ok(checked) => checked,
        Err(exit) => return Ok(exit),
    };
    let (sweeps, latency) = (checked.sweeps(), latency(&checked));
    if args.json {
        let mut answer = json!({ "ok": true, "errors": [], "sweeps": sweeps, "file": path });
        if let Some(latency) = latency {
            answer["latency"] = latency;
        }
        shell.json(&answer)?;
    } else {
        let latency = latency.map_or(String::new(), |latency| format!(", latency {latency}"));
        let sweeps = if sweeps == 1 { "1 sweep".to_owned() } else { format!("{sweeps} sweeps") };
        shell.line(&format!("{path}: ok, {sweeps}{latency}"))?;
    }
    Ok(Exit::Yes)
}
