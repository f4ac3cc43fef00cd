//! `cajal stream`: the language of bidirectional streams (spec page 3). One file for each verb; `rows` and `values` read
//! and write the streams themselves.

mod check;
mod eval;
mod explain;
mod fmt;
mod grad;
mod rows;
mod run;
mod values;

use super::{Exit, Shell, report, source};
use cajal_semantics::diagnostic::Diagnostic;
use cajal_semantics::source::{Source, Span};
use cajal_semantics::stream::error::Error;
use cajal_semantics::stream::syntax::Program;
use cajal_semantics::stream::{self, Checked, Horizon};
use clap::Subcommand;
use serde_json::{Map, Value, json};
use std::io;
use std::str::FromStr;

/// Check, run and differentiate programs of bidirectional streams.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Check(check::Args),
    Fmt(fmt::Args),
    Eval(eval::Args),
    Run(run::Args),
    Grad(grad::Args),
    Explain(explain::Args),
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    match &args.verb {
        Verb::Check(args) => check::run(args, shell),
        Verb::Fmt(args) => fmt::run(args, shell),
        Verb::Eval(args) => eval::run(args, shell),
        Verb::Run(args) => run::run(args, shell),
        Verb::Grad(args) => grad::run(args, shell),
        Verb::Explain(args) => explain::run(args, shell),
    }
}

/// `--horizon`
#[derive(Clone, Copy, PartialEq, Debug)]
enum Ticks {
    Number(usize),
    Infinite,
}

impl FromStr for Ticks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "inf" {
            return Ok(Ticks::Infinite);
        }
        text.parse().map(Ticks::Number).map_err(|_| "expected a number of ticks, or inf".to_owned())
    }
}

/// How the program is checked: for any number of ticks, or for ever.
fn horizon(ticks: Option<Ticks>) -> Horizon {
    match ticks {
        None | Some(Ticks::Number(_)) => Horizon::Finite,
        Some(Ticks::Infinite) => Horizon::Infinite,
    }
}

/// Reads and parses a file.
fn parsed(shell: &mut Shell, as_json: bool, path: &str) -> io::Result<Result<(Source, Program), Exit>> {
    let source = match source::read(shell, as_json, path)? {
        Ok(source) => source,
        Err(exit) => return Ok(Err(exit)),
    };
    match stream::parse(&source.text) {
        Ok(program) => Ok(Ok((source, program))),
        Err(errors) => Ok(Err(rejection(shell, as_json, &errors, &source)?)),
    }
}

/// Reads and checks a file.
fn checked(
    shell: &mut Shell,
    as_json: bool,
    path: &str,
    node: &str,
    horizon: Horizon,
) -> io::Result<Result<(Source, Checked), Exit>> {
    let (source, program) = match parsed(shell, as_json, path)? {
        Ok(parsed) => parsed,
        Err(exit) => return Ok(Err(exit)),
    };
    match stream::check(&program, node, horizon) {
        Ok(checked) => Ok(Ok((source, checked))),
        Err(errors) => Ok(Err(rejection(shell, as_json, &errors, &source)?)),
    }
}

/// Says why a program was rejected, and how that counts.
fn rejection(shell: &mut Shell, as_json: bool, errors: &[Error], source: &Source) -> io::Result<Exit> {
    let diagnostics: Vec<Diagnostic> = errors.iter().map(Error::diagnostic).collect();
    report::failure(shell, as_json, &diagnostics, source)?;
    Ok(if errors.iter().all(|error| error.code() == LIMIT) { Exit::Unknown } else { Exit::No })
}

const LIMIT: &str = "size-limit";

/// What went wrong with the given streams, or with a run.
struct Problem {
    /// A stable code: `input-…`, `usage`, `size-limit`.
    code: &'static str,
    message: String,
    /// The file with the trouble.
    file: String,
}

impl Problem {
    fn new(code: &'static str, file: &str, message: impl Into<String>) -> Self {
        Problem { code, message: message.into(), file: file.to_owned() }
    }

    /// Says it; the exit code.
    fn report(self, shell: &mut Shell, as_json: bool) -> io::Result<Exit> {
        let Problem { code, message, file } = self;
        if as_json {
            let diagnostic = Diagnostic { code, message, span: Span::default(), notes: vec![] };
            report::failure(shell, true, &[diagnostic], &Source::new(file, ""))?;
        } else {
            shell.flush()?;
            shell.complain(&format!("error[{code}]: {file}: {message}"));
        }
        Ok(if code == LIMIT { Exit::Unknown } else { Exit::Usage })
    }
}

/// The latency of each output, if the program was checked for an infinite horizon.
fn latency(checked: &Checked) -> Option<Value> {
    let system = checked.system();
    let named = system.outputs.iter().zip(checked.latency()?);
    Some(Value::Object(
        named.map(|(x, ticks)| (system.variable(*x).name.to_string(), json!(ticks))).collect::<Map<_, _>>(),
    ))
}
