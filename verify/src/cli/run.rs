//! `cajal run FILE`: the compiled neurons on data, and their gradients.

use super::given::{self, Given};
use super::source::{self, Program};
use super::{Exit, Shell, report};
use cajal_compile::eval::RunError;
use cajal_compile::link::{self, Data};
use cajal_compile::session::{self, Job, Native, Outcome};
use cajal_compile::{Network, Steps, compile_term, simplify};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{self, Vector};
use cajal_semantics::scalar::{F32, F64, Rat};
use serde_json::json;
use std::fs;
use std::io;

/// The cell applications and function applications that are allowed where nothing else is said.
const FUEL: u64 = 10_000_000;
/// The largest file of data, in bytes.
const MAX_FILE: u64 = 1 << 32;

/// Compile a program and run its neurons on vectors, or on batches of them from files.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cajal run corpus/programs/parity.cj --input 'n={1000000000000000000: 1}'\n  \
                        cajal run corpus/programs/blur.cj --input blur=blur.npy --input img=images.npy --input n='[0, 0, 1]' --plan\n  \
                        cajal run corpus/programs/coin.cj --input c='[0.5, 0.5]' --grad c")]
pub(super) struct Args {
    /// The program; `-` is standard input
    file: String,
    /// Single or double precision, or exact rational numbers
    #[arg(long, value_enum, default_value_t = Scalars::F64)]
    scalars: Scalars,
    /// A vector, or a file that ends in .npy, .safetensors (perhaps with `:tensor`) or .json, for an input or an extern.
    /// A file may hold a batch: one dimension more, in front
    #[arg(long = "input", value_name = "X=VEC|FILE", value_parser = given::parse)]
    inputs: Vec<Given>,
    /// Gradients with respect to these inputs and externs
    #[arg(long, value_name = "X,Y", value_delimiter = ',')]
    grad: Vec<String>,
    /// The cotangent of the output; all ones if it is not given
    #[arg(long, value_name = "VEC", requires = "grad")]
    cotangent: Option<String>,
    /// The columns that are computed for each argument of type N of the result
    #[arg(long, value_name = "K")]
    horizon: Option<usize>,
    /// The most cell applications and function applications
    #[arg(long, value_name = "N", default_value_t = FUEL)]
    fuel: u64,
    /// The network as it is translated, clause by clause
    #[arg(long)]
    no_simplify: bool,
    /// Say how each recurrence is computed
    #[arg(long)]
    plan: bool,
    /// A JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Scalars {
    F32,
    F64,
    Exact,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let program = match source::program(shell, args.json, &args.file)? {
        Ok(program) => program,
        Err(exit) => return Ok(exit),
    };
    let answer = match args.scalars {
        Scalars::F32 => over(&F32, args, &program),
        Scalars::F64 => over(&F64, args, &program),
        Scalars::Exact => over(&Rat, args, &program),
    };
    match answer {
        Ok(lines) => {
            for line in lines {
                shell.line(&line)?;
            }
            Ok(Exit::Yes)
        }
        Err(Failure::Misuse(message)) => report::misuse(shell, args.json, message, &program.source),
        Err(Failure::Run(error)) => {
            report::failure(shell, args.json, &[error.diagnostic(program.main.span())], &program.source)?;
            Ok(report::exit_of(error.code()))
        }
    }
}

enum Failure {
    Misuse(String),
    Run(RunError),
}

/// The lines of the answer.
fn over<R: Native>(ring: &R, args: &Args, program: &Program) -> Result<Vec<String>, Failure> {
    given::fits(&args.inputs, program, true).map_err(Failure::Misuse)?;
    let mut network = compile_term(&program.main, &program.checked.inputs);
    if !args.no_simplify {
        network = simplify(&network, &Steps::ALL);
    }
    let inputs = program.checked.inputs.iter().map(|x| {
        given::text_for(&args.inputs, x).map_err(Failure::Misuse)?;
        data(ring, args, &x.name, &x.ty)
    });
    let inputs = inputs.collect::<Result<_, _>>()?;
    // All that is given is read, also for an extern that the network does not use.
    let externs = program.checked.globals.iter().filter(|g| g.body.is_none());
    for g in externs.filter(|g| args.inputs.iter().any(|given| *given.name == *g.name)) {
        neurons(ring, args, &g.name, &g.ty)?;
    }
    let externs = network.externs().iter().map(|port| neurons(ring, args, &port.name, &port.ty));
    let externs = externs.collect::<Result<_, _>>()?;
    for name in &args.grad {
        let known = network.inputs().iter().chain(network.externs()).any(|port| *port.name == **name);
        if !known {
            return Err(Failure::Misuse(format!("the network has no input or extern named `{name}`")));
        }
    }
    let cotangent = args.cotangent.as_ref().map(|text| {
        let v = vector::read(ring, program.main.ty(), args.horizon, text);
        v.map_err(|e| Failure::Misuse(format!("--cotangent {text}: {e}")))
    });
    let cotangent = cotangent.transpose()?;
    let gradients = (!args.grad.is_empty()).then_some(cotangent);
    let job = Job { network: &network, externs, inputs, horizon: args.horizon, fuel: args.fuel, gradients };
    let outcome = session::run(ring, &job).map_err(Failure::Run)?;
    let batch = job.inputs.iter().any(|data| matches!(data, Data::Batch(_)));
    Ok(if args.json { vec![json(ring, args, &network, &outcome, batch)] } else { text(ring, args, &network, &outcome) })
}

/// What is given for a name.
fn data<R: Native>(ring: &R, args: &Args, name: &str, ty: &Ty) -> Result<Data<R::Elem>, Failure> {
    let Some(Given { text, .. }) = args.inputs.iter().find(|given| given.name == name) else {
        return Err(Failure::Run(RunError::Unlinked { name: name.into() }));
    };
    let wrong = |message: String| Failure::Misuse(format!("--input {name}={text}: {message}"));
    if !link::is_file(text) {
        let horizon = None;
        return vector::read(ring, ty, horizon, text).map(Data::One).map_err(|e| wrong(e.to_string()));
    }
    let (path, tensor) = link::path_and_tensor(text);
    let size = fs::metadata(path).map_err(|e| wrong(e.to_string()))?.len();
    if size > MAX_FILE {
        return Err(wrong(format!("the file has {size} bytes; the limit is {MAX_FILE}")));
    }
    let bytes = fs::read(path).map_err(|e| wrong(e.to_string()))?;
    let tensor = link::read(path, &bytes, tensor.unwrap_or(name)).map_err(|e| wrong(e.to_string()))?;
    link::elements(ring, ty, &tensor).map_err(|e| wrong(e.to_string()))
}

/// What is given for an extern.
fn neurons<R: Native>(ring: &R, args: &Args, name: &str, ty: &Ty) -> Result<Vector<R::Elem>, Failure> {
    match data(ring, args, name, ty)? {
        Data::One(v) => Ok(v),
        Data::Batch(_) => Err(Failure::Misuse(format!("--input {name}: an extern is one fixed map, not a batch"))),
    }
}

fn text<R: Native>(ring: &R, args: &Args, network: &Network, outcome: &Outcome<R::Elem>) -> Vec<String> {
    let mut lines: Vec<String> = outcome.outputs.iter().map(|v| vector::show(ring, v)).collect();
    for name in &args.grad {
        for v in gradient(network, outcome, name) {
            lines.push(format!("d/d {name} = {}", vector::show(ring, v)));
        }
    }
    if args.plan {
        lines.extend(outcome.plan.iter().map(|line| format!("plan: {line}")));
    }
    lines
}

fn json<R: Native>(ring: &R, args: &Args, network: &Network, outcome: &Outcome<R::Elem>, batch: bool) -> String {
    let all = |list: &[Vector<R::Elem>], batch: bool| {
        let items: Vec<String> = list.iter().map(|v| vector::to_json(ring, v)).collect();
        if batch { format!("[{}]", items.join(", ")) } else { items.join(", ") }
    };
    let mut fields = vec![
        format!(r#""type":{}"#, json!(network.ty().to_string())),
        format!(r#""value":{}"#, all(&outcome.outputs, batch)),
    ];
    if !args.grad.is_empty() {
        let one = |name: &String| {
            let of_input = network.inputs().iter().any(|port| *port.name == **name);
            format!("{}:{}", json!(name), all(gradient(network, outcome, name), batch && of_input))
        };
        fields.push(format!(r#""grads":{{{}}}"#, args.grad.iter().map(one).collect::<Vec<_>>().join(",")));
    }
    fields.push(format!(r#""plan":{}"#, json!(outcome.plan)));
    fields.push(format!(r#""file":{}"#, json!(args.file)));
    format!("{{{}}}", fields.join(","))
}

/// The gradients with respect to an input (one for each sample) or an extern (one).
fn gradient<'a, E>(network: &Network, outcome: &'a Outcome<E>, name: &str) -> &'a [Vector<E>] {
    if let Some(i) = network.inputs().iter().position(|port| *port.name == *name) {
        return &outcome.input_gradients[i];
    }
    match network.externs().iter().position(|port| *port.name == *name) {
        Some(i) => std::slice::from_ref(&outcome.extern_gradients[i]),
        None => &[],
    }
}
