//! `cajal equiv A B`: do two programs denote the same map, on every input?

use super::{Exit, Shell, side};
use crate::decide::{Counterexample, Verdict, equiv};
use serde_json::{Value, json};
use std::io;

/// Decide whether two programs denote the same map: equal with a certificate, different with a smallest distinguishing
/// input, or unknown with the bound up to which they were compared.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cajal equiv parity.cj parity-by-functions.cj --certificate parity.json\n  \
                        cajal equiv library.cj:not library.cj:negate")]
pub(super) struct Args {
    /// A program: FILE for its main term, FILE:def for a definition
    #[arg(value_name = "A")]
    left: String,
    /// The other program
    #[arg(value_name = "B")]
    right: String,
    /// Where to write the certificate of an equality
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    /// Where the question is not decided: compare all counts up to this
    #[arg(long, value_name = "K", default_value_t = 12)]
    bound: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let mut sides = Vec::new();
    for place in [&args.left, &args.right] {
        match side::read(shell, args.json, place)? {
            Ok(side) => sides.push(side),
            Err(exit) => return Ok(exit),
        }
    }
    let [left, right] = &sides[..] else { unreachable!("BUG: two sides were read") };
    if left.signature() != right.signature() {
        shell.flush()?;
        let text = |side: &crate::decide::Side| {
            let (inputs, result) = side.signature();
            inputs.iter().map(|ty| format!("{ty}, ")).collect::<String>() + &format!("giving {result}")
        };
        shell.complain(&format!("error: the programs have different types: {} and {}", text(left), text(right)));
        return Ok(Exit::Usage);
    }
    let verdict = equiv(left, right, args.bound);
    if let (Verdict::Equal { certificate, .. }, Some(path)) = (&verdict, &args.certificate)
        && let Err(error) = std::fs::write(path, format!("{}\n", certificate.to_json()))
    {
        shell.complain(&format!("error: cannot write {path}: {error}"));
        return Ok(Exit::Usage);
    }
    if args.json {
        shell.json(&json(&verdict, args))?
    } else {
        text(&verdict, args, shell)?
    }
    Ok(match verdict {
        Verdict::Equal { .. } => Exit::Yes,
        Verdict::Different { .. } => Exit::No,
        Verdict::Unknown { .. } => Exit::Unknown,
    })
}

fn json(verdict: &Verdict, args: &Args) -> Value {
    match verdict {
        Verdict::Equal { method, .. } => {
            json!({ "verdict": "equal", "method": method.name(), "certificate": args.certificate })
        }
        Verdict::Different { method, counterexample } => {
            let inputs: serde_json::Map<String, Value> =
                counterexample.inputs.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
            let Counterexample { left, right, .. } = counterexample;
            let counterexample = json!({ "inputs": inputs, "left": left, "right": right });
            json!({ "verdict": "different", "method": method.name(), "counterexample": counterexample })
        }
        Verdict::Unknown { reason, bound } => {
            json!({ "verdict": "unknown", "method": "bounded-testing", "reason": reason, "bound": bound })
        }
    }
}

fn text(verdict: &Verdict, args: &Args, shell: &mut Shell) -> io::Result<()> {
    match verdict {
        Verdict::Equal { method, .. } => {
            let proof = args.certificate.as_ref().map_or(String::new(), |path| format!("; the proof is in {path}"));
            shell.line(&format!("equal on every input ({}){proof}", method.name()))
        }
        Verdict::Different { method, counterexample: Counterexample { inputs, left, right } } => {
            let at: Vec<String> = inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let at = if at.is_empty() { String::new() } else { format!(" at {}", at.join(", ")) };
            shell.line(&format!("different{at} ({})", method.name()))?;
            shell.line(&format!("  {}: {left}", args.left))?;
            shell.line(&format!("  {}: {right}", args.right))
        }
        Verdict::Unknown { reason, bound: Some(bound) } => {
            shell.line(&format!("unknown: equal for all counts up to {bound}; not decided, since {reason}"))
        }
        Verdict::Unknown { reason, bound: None } => {
            shell.line(&format!("unknown: nothing was compared; not decided, since {reason}"))
        }
    }
}
