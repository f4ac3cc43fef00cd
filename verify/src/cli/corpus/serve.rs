//! `cajal corpus serve`, and `cajal corpus adapter`.

use super::usage;
use crate::cli::{Exit, Shell};
use cajal_corpus::adapter;
use cajal_corpus::serve::{Form, one_shot, serve as answer_all};
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
    if !args.one_shot {
        return match answer_all(io::stdin().lock(), io::stdout().lock(), form) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(usage(shell, &error.to_string())),
            ended => ended.map(|()| Exit::Yes),
        };
    }
    match one_shot(io::stdin().lock(), form) {
        Ok((text, exit)) => {
            shell.line(&text)?;
            Ok(if exit == 0 { Exit::Yes } else { Exit::No })
        }
        Err(error) => Ok(usage(shell, &format!("standard input is no case: {error}"))),
    }
}

pub(super) fn adapter(args: &AdapterArgs, shell: &mut Shell) -> io::Result<Exit> {
    shell.text(if args.toy { adapter::TOY } else { adapter::SKELETON })?;
    Ok(Exit::Yes)
}
