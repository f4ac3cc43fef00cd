//! The command `cajal` (spec page 6): one file for each verb. A verb has `Args`, which clap reads, and
//! `run(&Args, &mut Shell) -> io::Result<Exit>`; what it says goes through the [`shell`].

mod check;
mod check_proof;
mod compile;
mod corpus;
mod denote;
mod equiv;
mod eval;
mod fmt;
mod given;
mod interrupt;
mod realise;
mod repl;
mod report;
mod run;
mod scalars;
mod shell;
mod side;
mod source;
mod stream;
mod verify;

use clap::{Parser, Subcommand};
use std::io;
use std::process::ExitCode;

pub use shell::Shell;

/// Cajal(⊸, 2, N): a linear λ-calculus with iteration, its recurrent neurons, and proofs that the two agree.
#[derive(Parser)]
#[command(name = "cajal", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

const EXIT_CODES: &str = "Exit codes: 0 yes, done · 1 no (rejected, different, violated) · 2 bad usage or unreadable file \
                          · 3 a limit was reached, the answer is unknown";

#[derive(Subcommand)]
enum Verb {
    Check(check::Args),
    CheckProof(check_proof::Args),
    Equiv(equiv::Args),
    Realise(realise::Args),
    Fmt(fmt::Args),
    Eval(eval::Args),
    Denote(denote::Args),
    Compile(compile::Args),
    Run(run::Args),
    Repl(repl::Args),
    Corpus(corpus::Args),
    Verify(verify::Args),
    Stream(stream::Args),
}

/// How a run of the command ended; of several, the greatest counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Yes, or done.
    Yes = 0,
    /// Rejected, different, violated, invalid.
    No = 1,
    /// Bad usage, or a file that cannot be read or written.
    Usage = 2,
    /// A limit was reached: the answer is unknown.
    Unknown = 3,
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut shell = Shell::new();
    let ended = run(&cli.verb, &mut shell).and_then(|exit| shell.flush().map(|()| exit));
    let exit = ended.unwrap_or_else(|error| {
        // A reader that had enough (`cajal … | head`) is no reason for a message, but the answer did not arrive.
        if error.kind() != io::ErrorKind::BrokenPipe {
            shell.complain(&format!("error: cannot write the output: {error}"));
        }
        Exit::Usage
    });
    ExitCode::from(exit as u8)
}

fn run(verb: &Verb, shell: &mut Shell) -> io::Result<Exit> {
    match verb {
        Verb::Check(args) => check::run(args, shell),
        Verb::CheckProof(args) => check_proof::run(args, shell),
        Verb::Equiv(args) => equiv::run(args, shell),
        Verb::Realise(args) => realise::run(args, shell),
        Verb::Fmt(args) => fmt::run(args, shell),
        Verb::Eval(args) => eval::run(args, shell),
        Verb::Denote(args) => denote::run(args, shell),
        Verb::Compile(args) => compile::run(args, shell),
        Verb::Run(args) => run::run(args, shell),
        Verb::Repl(args) => repl::run(args, shell),
        Verb::Corpus(args) => corpus::run(args, shell),
        Verb::Verify(args) => verify::run(args, shell),
        Verb::Stream(args) => stream::run(args, shell),
    }
}
