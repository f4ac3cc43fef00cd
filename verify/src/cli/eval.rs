//! `cajal eval FILE…`: values, by either machine.

use super::given::{self, Given};
use super::source::{self, Program};
use super::{Exit, Shell, report};
use cajal_semantics::cajal::check_source;
use cajal_semantics::cajal::eval::{self, Evaluated, Value, machine, subst};
use cajal_semantics::cajal::pretty;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::typing::Typed;
use cajal_semantics::source::Source;
use serde_json::json;
use std::io;

/// The steps that are allowed where nothing else is said.
pub(super) const FUEL: u64 = 10_000_000;

/// Evaluate programs, call by value.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cajal eval corpus/programs/parity.cj --input n=5\n  \
                        echo 'iter { 3 | y -> succ y } (4)' | cajal eval --json -")]
pub(super) struct Args {
    /// The programs; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// A value for an input of main
    #[arg(long = "input", value_name = "X=VALUE", value_parser = given::parse)]
    inputs: Vec<Given>,
    /// By substitution, or with environments
    #[arg(long, value_enum, default_value = "env")]
    machine: Machine,
    /// The most steps, that is, rule instances
    #[arg(long, value_name = "N", default_value_t = FUEL)]
    fuel: u64,
    /// One JSON object for each file
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Machine {
    Subst,
    Env,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let mut worst = Exit::Yes;
    for path in &args.files {
        worst = worst.max(file(args, path, shell)?);
    }
    Ok(worst)
}

fn file(args: &Args, path: &str, shell: &mut Shell) -> io::Result<Exit> {
    let program = match source::program(shell, args.json, path)? {
        Ok(program) => program,
        Err(exit) => return Ok(exit),
    };
    let closed = match with_inputs(&args.inputs, &program) {
        Ok(closed) => closed,
        Err(message) => return report::misuse(shell, args.json, message, &program.source),
    };
    let evaluated = match args.machine {
        Machine::Subst => subst::eval(&closed, args.fuel),
        Machine::Env => machine::eval(&closed, args.fuel),
    };
    match evaluated {
        Ok(Evaluated { value, steps }) => {
            let (value, ty) = (shown(&value), closed.ty().to_string());
            match (args.json, args.files.len()) {
                (true, _) => shell.json(&json!({ "value": value, "type": ty, "steps": steps, "file": path }))?,
                (false, 1) => shell.line(&value)?,
                (false, _) => shell.line(&format!("{path}: {value}"))?,
            }
            Ok(Exit::Yes)
        }
        Err(stopped) => {
            report::failure(shell, args.json, &[stopped.diagnostic(program.main.span())], &program.source)?;
            Ok(report::exit_of(stopped.code()))
        }
    }
}

/// The source of a value, on one line.
pub(super) fn shown(value: &Value) -> String {
    pretty::term(&value.to_term(), usize::MAX)
}

/// The main term with values for its inputs.
fn with_inputs(given: &[Given], program: &Program) -> Result<Typed, String> {
    given::fits(given, program, false)?;
    let inputs = &program.checked.inputs;
    let values = inputs.iter().map(|x| value(given::text_for(given, x)?, &x.name, &x.ty));
    let values: Vec<Typed> = values.collect::<Result<_, _>>()?;
    // The last input has index 0.
    let mut value_of = |i: u32| values[values.len() - 1 - i as usize].clone();
    Ok(eval::substitute(&program.main, values.len() as u32, &mut value_of))
}

/// Reads a closed value of a type.
fn value(text: &str, name: &str, ty: &Ty) -> Result<Typed, String> {
    let wrong = |what: String| format!("--input {name}={text}: {what}");
    let checked = check_source(&Source::new("--input", text))
        .map_err(|errors| wrong(errors.iter().map(|e| e.diagnostic().message).collect::<Vec<_>>().join("; ")))?;
    let closed = checked.globals.is_empty() && checked.inputs.is_empty();
    let value = checked.main.filter(|e| closed && Value::of_typed(e).is_some());
    let value = value.ok_or_else(|| wrong("expected a value: tt, ff, a numeral or a λ".to_owned()))?;
    if value.ty() == ty {
        Ok(value)
    } else {
        Err(wrong(format!("expected a value of type {ty}, found {}", value.ty())))
    }
}
