//! `cajal compile FILE`: the network.

use super::source::{self, Program};
use super::{Exit, Shell, report};
use cajal_compile::export::{self, Horizons};
use cajal_compile::{Network, Steps, compile_term, simplify};
use serde_json::json;
use std::fs;
use std::io;

/// Compile a program to a network of linear recurrent neurons, and show or export it.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  cajal compile corpus/programs/parity.cj\n  cajal compile corpus/programs/blur.cj --emit svg -o blur.svg\n  \
                        cajal compile corpus/programs/parity.cj --emit onnx --horizon n=16 -o parity.onnx"
)]
pub(super) struct Args {
    /// The program; `-` is standard input
    file: String,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = Emit::Text)]
    emit: Emit,
    /// The file to write to
    #[arg(short = 'o', long, value_name = "OUT")]
    output: Option<String>,
    /// The length of an input of type N, where a form has fixed sizes
    #[arg(long = "horizon", value_name = "X=K", value_parser = horizon)]
    horizons: Vec<(String, usize)>,
    /// The network as it is translated, clause by clause
    #[arg(long)]
    no_simplify: bool,
    /// Leave out one step of the simplification: beta, gates, shifts, iterations, matrices or sharing
    #[arg(long = "without", value_name = "STEP", value_parser = step)]
    without: Vec<String>,
    /// Count operations, neurons, weights, …
    #[arg(long)]
    stats: bool,
    /// A JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Emit {
    Text,
    Json,
    Dot,
    Svg,
    Onnx,
    Safetensors,
}

fn horizon(text: &str) -> Result<(String, usize), String> {
    let wrong = || "expected INPUT=LENGTH".to_owned();
    let (name, length) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.to_owned(), length.parse().map_err(|_| wrong())?))
}

fn step(name: &str) -> Result<String, String> {
    let mut steps = Steps::ALL;
    let names = steps.named().map(|(name, _)| name);
    if names.contains(&name) { Ok(name.to_owned()) } else { Err(format!("the steps are {}", names.join(", "))) }
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let program = match source::program(shell, args.json, &args.file)? {
        Ok(program) => program,
        Err(exit) => return Ok(exit),
    };
    let network = network(args, &program);
    let bytes = match emitted(args, &network) {
        Ok(bytes) => bytes,
        Err(error) => {
            let diagnostic = error.diagnostic(program.main.span());
            report::failure(shell, args.json, &[diagnostic], &program.source)?;
            return Ok(report::exit_of(error.code()));
        }
    };
    if let Some(path) = &args.output
        && let Err(error) = fs::write(path, &bytes)
    {
        return report::misuse(shell, args.json, format!("cannot write {path}: {error}"), &program.source);
    }
    let binary = matches!(args.emit, Emit::Onnx | Emit::Safetensors);
    if args.json {
        shell.json(&json!({
            "type": network.ty().to_string(),
            "network": network.to_json(),
            "stats": network.stats().to_json(),
            "output": args.output,
            "file": args.file,
        }))?;
    } else if args.stats {
        shell.line(&network.stats().to_string())?;
    } else if args.output.is_none() && binary {
        let message = "this form is binary; name a file with -o".to_owned();
        return report::misuse(shell, args.json, message, &program.source);
    } else if args.output.is_none() {
        shell.text(&String::from_utf8_lossy(&bytes))?;
    }
    Ok(Exit::Yes)
}

fn network(args: &Args, program: &Program) -> Network {
    let network = compile_term(&program.main, &program.checked.inputs);
    if args.no_simplify {
        return network;
    }
    let mut steps = Steps::ALL;
    for (name, switch) in steps.named() {
        *switch = !args.without.iter().any(|step| step == name);
    }
    simplify(&network, &steps)
}

fn emitted(args: &Args, network: &Network) -> Result<Vec<u8>, export::ExportError> {
    let horizons = Horizons::new(network, &args.horizons)?;
    Ok(match args.emit {
        Emit::Text => network.to_string().into_bytes(),
        Emit::Json => format!("{}\n", network.to_json()).into_bytes(),
        Emit::Dot => network.to_dot().into_bytes(),
        Emit::Svg => network.to_svg()?.into_bytes(),
        Emit::Onnx => export::onnx(network, &horizons)?,
        Emit::Safetensors => export::safetensors(network, &horizons)?,
    })
}
