//! `cajal corpus serve`, and `cajal corpus adapter`.

use super::usage;
use crate::cli::{Exit, Shell};
use crate::decide::{Side, Verdict, equiv};
use cajal_corpus::adapter;
use cajal_corpus::serve::{Form, Reference, one_shot, serve as answer_all};
use cajal_semantics::cajal::typing::Checked;
use cajal_semantics::source::Source;
use std::io;

/// Our own implementation behind the protocol: to see what messages look like, and to test the runner.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cajal corpus run -- cajal corpus serve\n  \
                        echo '{\"cmd\":\"start\",\"version\":\"1\"}' | cajal corpus serve")]
pub(super) struct Args {
    /// Answer one case from standard input: exit code 0 accepted, 1 rejected
    #[arg(long)]
    one_shot: bool,
    /// Take the programs from their syntax trees, as an implementation without a parser does
    #[arg(long)]
    ast: bool,
}

/// Print the adapter skeleton in Python: a file to fill in for another implementation.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cajal corpus adapter > cajal_adapter.py\n  cajal corpus adapter --toy > toy.py")]
pub(super) struct AdapterArgs {
    /// The toy implementation that uses the skeleton, instead of the skeleton
    #[arg(long)]
    toy: bool,
}

pub(super) fn serve(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let form = if args.ast { Form::Ast } else { Form::Source };
    let reference = Reference { form, decide: Some(&decide) };
    if !args.one_shot {
        return match answer_all(io::stdin().lock(), io::stdout().lock(), reference) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(usage(shell, &error.to_string())),
            ended => ended.map(|()| Exit::Yes),
        };
    }
    match one_shot(io::stdin().lock(), reference) {
        Ok((text, exit)) => {
            shell.line(&text)?;
            Ok(if exit == 0 { Exit::Yes } else { Exit::No })
        }
        Err(error) => Ok(usage(shell, &format!("standard input is no case: {error}"))),
    }
}

/// Equality of the main terms of two programs, by the decision procedures.
fn decide(left: &Checked, right: &Checked, bound: u64) -> Option<bool> {
    let side = |checked: &Checked| {
        let term = checked.main.clone()?;
        Some(Side { source: Source::new("case", ""), definition: None, checked: checked.clone(), term })
    };
    let (left, right) = (side(left)?, side(right)?);
    if left.signature() != right.signature() {
        return Some(false);
    }
    match equiv(&left, &right, bound) {
        Verdict::Equal { .. } => Some(true),
        Verdict::Different { .. } => Some(false),
        Verdict::Unknown { .. } => None,
    }
}

pub(super) fn adapter(args: &AdapterArgs, shell: &mut Shell) -> io::Result<Exit> {
    shell.text(if args.toy { adapter::TOY } else { adapter::SKELETON })?;
    Ok(Exit::Yes)
}
