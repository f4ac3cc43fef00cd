//! `cajal check-proof FILE`: the independent checker.

use super::{Exit, Shell};
use crate::certificate;
use serde_json::json;
use std::io;

/// The longest certificate that is read, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Check a certificate that `cajal equiv` or `cajal prove` wrote. Nothing else is needed: the programs are in it.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cajal check-proof parity.json")]
pub(super) struct Args {
    /// The certificate; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let text = match super::source::text(&args.file, MAX_BYTES) {
        Ok(text) => text,
        Err(error) => {
            shell.complain(&format!("error: cannot read {}: {error}", args.file));
            return Ok(Exit::Usage);
        }
    };
    match certificate::check(&text) {
        Ok(claim) => {
            if args.json {
                shell.json(&json!({ "valid": true, "left": claim.left, "right": claim.right }))?;
            } else {
                shell.line(&format!("valid: {} and {} denote the same map", claim.left, claim.right))?;
            }
            Ok(Exit::Yes)
        }
        Err(reason) => {
            if args.json {
                shell.json(&json!({ "valid": false, "reason": reason }))?;
            } else {
                shell.line(&format!("invalid: {reason}"))?;
            }
            Ok(Exit::No)
        }
    }
}
