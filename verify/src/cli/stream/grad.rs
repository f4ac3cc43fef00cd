//! `cajal stream grad FILE --loss l --wrt x,y`: the program of the adjoints, or their values.

use super::eval::{given, lines, object, streams};
use super::rows;
use super::{Exit, Shell, Ticks, checked, horizon, rejection};
use cajal_semantics::stream::grad::grad;
use cajal_semantics::stream::print;
use serde_json::json;
use std::io;

/// Differentiate the sum of a stream over its ticks: print the program that does it, or run it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    cajal stream grad corpus/streams/rnn_for_grad.bs --loss l --wrt w --source\n  \
    cajal stream grad corpus/streams/rnn_for_grad.bs --loss l --wrt w --input corpus/streams/inputs/rnn.jsonl")]
pub(super) struct Args {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The node to be differentiated
    #[arg(long, value_name = "NODE", default_value = "main")]
    node: String,
    /// A real scalar stream
    #[arg(long, value_name = "NAME")]
    loss: String,
    /// Streams of reals, separated by commas
    #[arg(long, value_name = "NAMES", required = true, value_delimiter = ',')]
    wrt: Vec<String>,
    /// The number of ticks; else as many as the inputs have
    #[arg(long, value_name = "N")]
    horizon: Option<Ticks>,
    /// Files with the inputs, .jsonl or .csv; `-` is standard input
    #[arg(long, value_name = "FILE")]
    input: Vec<String>,
    /// Print the program of the adjoints
    #[arg(long)]
    source: bool,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let (source, primal) = match checked(shell, args.json, &args.file, &args.node, horizon(args.horizon))? {
        Ok(checked) => checked,
        Err(exit) => return Ok(exit),
    };
    let wrt: Vec<&str> = args.wrt.iter().map(String::as_str).collect();
    let gradient = match grad(&primal, &args.loss, &wrt) {
        Ok(gradient) => gradient,
        Err(errors) => return rejection(shell, args.json, &errors, &source),
    };
    if args.source {
        let text = print(&gradient.program, 100);
        if args.json {
            let adjoints: serde_json::Map<_, _> =
                gradient.adjoints.iter().map(|(x, adjoint)| (x.to_string(), json!(**adjoint))).collect();
            shell.json(&json!({ "source": text, "node": *gradient.node, "adjoints": adjoints }))?;
        } else {
            shell.text(&text)?;
        }
        return Ok(Exit::Yes);
    }
    let system = gradient.checked.system();
    let outputs = given(system, &args.input, args.horizon, &args.file).and_then(|(given, ticks)| {
        let outputs = streams(system, Some(&gradient.checked), &given, ticks, &args.input)?;
        Ok((outputs, ticks))
    });
    let (outputs, ticks) = match outputs {
        Ok(outputs) => outputs,
        Err(problem) => return problem.report(shell, args.json),
    };
    // The outputs of the gradient are the adjoints, in the order of the request; the streams keep their names here.
    let of = |name: &String| {
        let stream = gradient.adjoints.iter().find(|(_, adjoint)| **adjoint == **name);
        stream.map_or_else(|| name.clone(), |(x, _)| x.to_string())
    };
    let names: Vec<String> = rows::names(system, &system.outputs).iter().map(of).collect();
    if args.json {
        shell.json(&json!({ "grads": object(&names, &outputs), "sweeps": gradient.checked.sweeps() }))?;
    } else {
        lines(&names, &outputs, ticks, shell)?;
    }
    Ok(Exit::Yes)
}
