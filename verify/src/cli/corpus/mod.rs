//! `cajal corpus`: the conformance suite, for people with another implementation.

mod list;
mod run;
mod serve;

use super::{Exit, Shell};
use cajal_corpus::case::Case;
use cajal_corpus::store::{self, Filter};
use clap::Subcommand;
use std::io;
use std::path::PathBuf;

/// Check another implementation against the corpus of cases.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    List(list::ListArgs),
    Show(list::ShowArgs),
    Run(run::Args),
    Serve(serve::Args),
    Adapter(serve::AdapterArgs),
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    match &args.verb {
        Verb::List(args) => list::list(args, shell),
        Verb::Show(args) => list::show(args, shell),
        Verb::Run(args) => run::run(args, shell),
        Verb::Serve(args) => serve::serve(args, shell),
        Verb::Adapter(args) => serve::adapter(args, shell),
    }
}

/// Which cases are meant.
#[derive(clap::Args)]
struct Selection {
    /// Only cases of this group (may be repeated)
    #[arg(long, value_name = "G")]
    group: Vec<String>,
    /// Only the case with this id; `typing-no-*` stands for all ids that begin so (may be repeated)
    #[arg(long, value_name = "ID")]
    id: Vec<String>,
    /// Only cases that need this capability, such as `eval` or `function-results` (may be repeated)
    #[arg(long, value_name = "C")]
    capability: Vec<String>,
    /// Cases from a file or folder instead of those that come with this program
    #[arg(long, value_name = "PATH")]
    cases: Option<PathBuf>,
}

impl Selection {
    /// The cases that are meant; what is wrong with the selection is said, and is an exit code.
    fn cases(&self, shell: &mut Shell) -> Result<Vec<Case>, Exit> {
        let read = match &self.cases {
            Some(path) => store::from_path(path),
            None => store::all(),
        };
        let mut cases = read.map_err(|problem| usage(shell, &problem))?;
        let filter = Filter { groups: self.group.clone(), ids: self.id.clone(), capabilities: self.capability.clone() };
        cases.retain(|case| filter.admits(case));
        if cases.is_empty() {
            return Err(usage(shell, "no case is selected; `cajal corpus list` shows all"));
        }
        Ok(cases)
    }
}

/// Says what is wrong with the command line.
fn usage(shell: &mut Shell, problem: &str) -> Exit {
    shell.complain(&format!("error: {problem}"));
    Exit::Usage
}
