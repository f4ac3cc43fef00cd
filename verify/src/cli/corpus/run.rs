//! `cajal corpus run -- CMD ARGS…`.

use super::{Selection, usage};
use crate::cli::{Exit, Shell, interrupt};
use cajal_corpus::case::Case;
use cajal_corpus::report::{Format, json, table};
use cajal_corpus::runner::{Options, Outcome, Program, run as ask};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Put the cases to another implementation, and report where it differs.
#[derive(clap::Args)]
#[command(after_help = "Exit code 1: there is a wrong answer, a crash or a timeout.\n\nExample:\n  \
                        cajal corpus run --report report.html -- python3 my_adapter.py\n  \
                        cajal corpus run --group typing -- cajal corpus serve")]
pub(super) struct Args {
    #[command(flatten)]
    selection: Selection,
    /// How long an answer may take, in seconds
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// How long the implementation may take to start, in seconds
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    start_timeout: Duration,
    /// Write a report to a file: .html, .json, or .xml for JUnit (may be repeated)
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    /// Start the command once for each case: the case on standard input, exit code 0 for accepted with the answer on
    /// standard output, 1 for rejected
    #[arg(long)]
    one_shot: bool,
    /// Cases that are known to fail: lines `ID reason`. One of them that passes is reported as wrong
    #[arg(long, value_name = "FILE")]
    known_failures: Option<PathBuf>,
    /// The report as JSON instead of the table
    #[arg(long)]
    json: bool,
    /// The implementation
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<OsString>,
}

/// A positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|s| *s > 0.0).and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.filter(|s| s.as_secs() < 1_000_000).ok_or_else(|| "expected a positive number of seconds".into())
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let cases = match args.selection.cases(shell) {
        Ok(cases) => cases,
        Err(exit) => return Ok(exit),
    };
    let mut reports = Vec::new();
    for file in &args.report {
        match Format::of_file(file) {
            Some(format) => reports.push((file, format)),
            None => return Ok(usage(shell, &format!("{}: a report is .html, .json or .xml", file.display()))),
        }
    }
    let known_failures = match args.known_failures.as_ref().map(|file| known_failures(file, &cases)).transpose() {
        Ok(known) => known.unwrap_or_default(),
        Err(problem) => return Ok(usage(shell, &problem)),
    };
    let Some((command, arguments)) = args.command.split_first() else { return Ok(usage(shell, "no command is given")) };
    let options = Options {
        program: Program { command: command.clone(), arguments: arguments.to_vec() },
        one_shot: args.one_shot,
        timeout: args.timeout,
        start_timeout: args.start_timeout,
        known_failures,
    };
    let cases: Vec<&Case> = cases.iter().collect();
    let mut progress = Progress::new(cases.len());
    let done = match ask(&cases, &options, interrupt::flag(), &mut |outcome| progress.see(outcome)) {
        Ok(done) => done,
        Err(problem) => return Ok(usage(shell, &problem)),
    };
    progress.end();
    for (file, format) in reports {
        if let Err(error) = std::fs::write(file, format.write(&done)) {
            return Ok(usage(shell, &format!("cannot write {}: {error}", file.display())));
        }
    }
    if args.json {
        shell.json(&json(&done))?;
    } else {
        shell.text(&table(&done))?;
    }
    Ok(match (done.failed(), done.interrupted) {
        (true, _) => Exit::No,
        (false, true) => Exit::Unknown,
        (false, false) => Exit::Yes,
    })
}

/// Reads lines `ID reason`; `#` begins a comment. An id that is no case, or one that was not selected, is not an error of
/// the file unless no case of the corpus has it.
fn known_failures(file: &Path, cases: &[Case]) -> Result<BTreeMap<String, String>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut known = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (id, reason) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let place = format!("{}:{}", file.display(), number + 1);
        if reason.trim().is_empty() {
            return Err(format!("{place}: a reason is missing behind {id}"));
        }
        let exists = cases.iter().any(|case| case.question.id == id)
            || cajal_corpus::store::all()?.iter().any(|case| case.question.id == id);
        if !exists {
            return Err(format!("{place}: there is no case {id}"));
        }
        known.insert(id.to_owned(), reason.trim().to_owned());
    }
    Ok(known)
}

/// What is shown while the cases run: one changing line on a terminal, a line now and then otherwise.
struct Progress {
    total: usize,
    done: usize,
    failures: usize,
    terminal: bool,
    last: Instant,
}

impl Progress {
    fn new(total: usize) -> Progress {
        Progress { total, done: 0, failures: 0, terminal: io::stderr().is_terminal(), last: Instant::now() }
    }

    fn see(&mut self, outcome: &Outcome<'_>) {
        self.done += 1;
        self.failures += usize::from(outcome.grade.status.is_failure());
        let pause = if self.terminal { Duration::from_millis(100) } else { Duration::from_secs(10) };
        if self.last.elapsed() < pause {
            return;
        }
        self.last = Instant::now();
        let text = format!("{} of {} cases, {} failures", self.done, self.total, self.failures);
        // If nobody reads it, there is nobody to tell.
        let _ = if self.terminal {
            write!(io::stderr(), "\r\x1b[K{text}  {}", outcome.case.question.id)
        } else {
            writeln!(io::stderr(), "{text}")
        };
    }

    fn end(&self) {
        if self.terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
