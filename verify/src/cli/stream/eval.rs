//! `cajal stream eval FILE…`: the outputs of a program for given inputs.

use super::rows::{self, Rows};
use super::{Exit, LIMIT, Problem, Shell, Ticks, checked, horizon, latency, parsed, rejection, values};
use cajal_compile::stream::{Executable, Timing, TooLarge};
use cajal_semantics::stream::Checked;
use cajal_semantics::stream::denote::{DenoteError, Sample, Stream, demand};
use cajal_semantics::stream::elaborate;
use cajal_semantics::stream::inputs::{Given, check_inputs};
use cajal_semantics::stream::system::System;
use serde_json::{Map, Value as Json, json};
use std::io;

/// Compute the outputs of programs for given inputs.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    cajal stream eval corpus/streams/counter.bs --horizon 5\n  \
    cajal stream eval corpus/streams/gae.bs --input corpus/streams/inputs/gae.jsonl --json\n\n\
    Without --json there is one JSON object for each base tick; null is absent, tensors are nested lists.")]
pub(super) struct Args {
    /// The programs; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The node to be run
    #[arg(long, value_name = "NODE", default_value = "main")]
    node: String,
    /// The number of ticks (else as many as the inputs have), or inf: as many, and the latencies are shown
    #[arg(long, value_name = "N|inf")]
    horizon: Option<Ticks>,
    /// Files with the inputs, .jsonl or .csv; `-` is standard input
    #[arg(long, value_name = "FILE")]
    input: Vec<String>,
    /// Show the least fixpoint even of a program that is not initialised or causal; "_|_" is undefined
    #[arg(long)]
    raw: bool,
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
    let (system, checked) = if args.raw {
        let (source, program) = match parsed(shell, args.json, path)? {
            Ok(parsed) => parsed,
            Err(exit) => return Ok(exit),
        };
        match elaborate(&program, &args.node) {
            Ok(elaborated) => (elaborated.system, None),
            Err(errors) => return rejection(shell, args.json, &errors, &source),
        }
    } else {
        match checked(shell, args.json, path, &args.node, horizon(args.horizon))? {
            Ok((_, checked)) => (checked.system().clone(), Some(checked)),
            Err(exit) => return Ok(exit),
        }
    };
    let outputs = given(&system, &args.input, args.horizon, path).and_then(|(given, ticks)| {
        let outputs = streams(&system, checked.as_ref(), &given, ticks, &args.input)?;
        Ok((outputs, ticks))
    });
    let (outputs, ticks) = match outputs {
        Ok(outputs) => outputs,
        Err(problem) => return problem.report(shell, args.json),
    };
    let names = rows::names(&system, &system.outputs);
    if args.json {
        let mut answer = json!({ "outputs": object(&names, &outputs) });
        if let Some(checked) = &checked {
            answer["sweeps"] = json!(checked.sweeps());
            if let Some(latency) = latency(checked) {
                answer["latency"] = latency;
            }
        }
        answer["file"] = json!(path);
        shell.json(&answer)?;
    } else {
        lines(&names, &outputs, ticks, shell)?;
    }
    Ok(Exit::Yes)
}

/// The given streams and the number of ticks.
pub(super) fn given(
    system: &System,
    paths: &[String],
    horizon: Option<Ticks>,
    program: &str,
) -> Result<(Vec<Given>, usize), Problem> {
    let limit = match horizon {
        Some(Ticks::Number(ticks)) => Some(ticks),
        Some(Ticks::Infinite) | None => None,
    };
    if limit == Some(0) {
        return Ok((vec![vec![]; system.inputs.len()], 0));
    }
    let rows = Rows::open(paths, system)?;
    if rows.is_empty() && limit.is_none() {
        return Err(Problem::new("usage", program, "how many ticks? Give --horizon N, or inputs"));
    }
    let open_ended = rows.is_empty();
    let given = rows.all(limit)?;
    let found = given.first().map_or(0, Vec::len);
    let ticks = match limit {
        Some(ticks) => ticks,
        None if open_ended => 0,
        None => found,
    };
    Ok((given, ticks))
}

/// The outputs: those of a checked program by the native executor, others by the denotation.
pub(super) fn streams(
    system: &System,
    checked: Option<&Checked>,
    given: &[Given],
    ticks: usize,
    paths: &[String],
) -> Result<Vec<Stream>, Problem> {
    let too_large = || Problem::new(LIMIT, &system.name, "the streams do not fit into memory");
    let Some(checked) = checked else {
        return demand::denote(system, given, ticks, &system.outputs).map_err(|error| match error {
            DenoteError::Input(error) => rows::misfit(&error, paths),
            DenoteError::TooLarge => too_large(),
        });
    };
    check_inputs(system, given, ticks).map_err(|error| rows::misfit(&error, paths))?;
    let outputs = Executable::new(checked, Timing::Whole).run(given, ticks).map_err(|TooLarge| too_large())?;
    let samples =
        |stream: Given| stream.into_iter().map(|value| value.map_or(Sample::Absent, Sample::Present)).collect();
    Ok(outputs.into_iter().map(samples).collect())
}

/// `{name: [values]}`
pub(super) fn object(names: &[String], streams: &[Stream]) -> Json {
    let list = |stream: &Stream| stream.iter().map(values::sample).collect::<Json>();
    Json::Object(names.iter().cloned().zip(streams.iter().map(list)).collect::<Map<_, _>>())
}

/// One object for each tick.
pub(super) fn lines(names: &[String], streams: &[Stream], ticks: usize, shell: &mut Shell) -> io::Result<()> {
    for t in 0..ticks {
        let at = |(name, stream): (&String, &Stream)| (name.clone(), values::sample(&stream[t]));
        shell.json(&Json::Object(names.iter().zip(streams).map(at).collect::<Map<_, _>>()))?;
    }
    Ok(())
}
