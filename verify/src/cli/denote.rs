//! `cajal denote FILE`: the meaning of main over a semiring, at given inputs.

use super::given::{self, Given};
use super::scalars::{self, OverScalars, Scalars};
use super::source::{self, Program};
use super::{Exit, Shell, report};
use cajal_semantics::cajal::denote::{Element, Env, Model, Undefined};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector;
use cajal_semantics::scalar::Semiring;
use serde_json::json;
use std::io;

/// The rounds and applications that are allowed where nothing else is said.
pub(super) const FUEL: u64 = 10_000_000;

/// Compute the denotation of a program: a vector, a sequence or a matrix.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  cajal denote corpus/programs/addition.cj --input m='[1, 2]' --input 'n={3: 1/2}'\n  \
                        echo '\\x:2. if x then ff else tt' | cajal denote --scalars bool -"
)]
pub(super) struct Args {
    /// The program; `-` is standard input
    file: String,
    /// nat, int, rat, f64, bool, gf:P, tropical or dual
    #[arg(long, default_value = "rat", value_parser = scalars::parse)]
    scalars: Scalars,
    /// A vector for an input or an extern: `[a, b]`, `[w0, w1, …]`, `{5: 1}`, or a matrix, rows = outputs
    #[arg(long = "input", value_name = "X=VEC", value_parser = given::parse)]
    inputs: Vec<Given>,
    /// The columns that are computed for each argument of type N of the result
    #[arg(long, value_name = "K")]
    horizon: Option<usize>,
    /// The most rounds and applications
    #[arg(long, value_name = "N", default_value_t = FUEL)]
    fuel: u64,
    /// A JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let program = match source::program(shell, args.json, &args.file)? {
        Ok(program) => program,
        Err(exit) => return Ok(exit),
    };
    match args.scalars.run(Denote { args, program: &program }) {
        Ok(Denoted { text, .. }) if !args.json => shell.line(&text)?,
        // The value is JSON already.
        Ok(Denoted { ty, json: value, .. }) => {
            shell.line(&format!(
                r#"{{"type":{},"value":{value},"file":{}}}"#,
                json!(ty.to_string()),
                json!(args.file)
            ))?;
        }
        Err(Failure::Misuse(message)) => return report::misuse(shell, args.json, message, &program.source),
        Err(Failure::Undefined(undefined)) => {
            report::failure(shell, args.json, &[undefined.diagnostic(program.main.span())], &program.source)?;
            return Ok(report::exit_of(undefined.code()));
        }
    }
    Ok(Exit::Yes)
}

/// An element, written out.
struct Denoted {
    ty: Ty,
    text: String,
    json: String,
}

enum Failure {
    Misuse(String),
    Undefined(Undefined),
}

struct Denote<'a> {
    args: &'a Args,
    program: &'a Program,
}

impl OverScalars for Denote<'_> {
    type Answer = Result<Denoted, Failure>;

    fn over<R: Semiring>(self, ring: R) -> Self::Answer {
        let Denote { args, program } = self;
        given::fits(&args.inputs, program, true).map_err(Failure::Misuse)?;
        let read = |name: &str, ty: &Ty, text: &str| {
            let v = vector::read(&ring, ty, None, text);
            v.map(|v| Element::of_vector(&v)).map_err(|e| Failure::Misuse(format!("--input {name}={text}: {e}")))
        };
        let mut model = Model::new(ring.clone(), args.fuel);
        for g in program.checked.globals.iter().filter(|g| g.body.is_none()) {
            if let Some(given) = args.inputs.iter().find(|given| *given.name == *g.name) {
                model.link(g.name.clone(), read(&g.name, &g.ty, &given.text)?);
            }
        }
        let inputs = program.checked.inputs.iter().map(|x| {
            let text = given::text_for(&args.inputs, x).map_err(Failure::Misuse)?;
            read(&x.name, &x.ty, text)
        });
        let env: Env<R> = inputs.collect::<Result<_, _>>()?;
        let element = model.denote(&program.main, &env).map_err(Failure::Undefined)?;
        let ty = program.main.ty().clone();
        let v = model.vector(&element, &ty, args.horizon).map_err(Failure::Undefined)?;
        Ok(Denoted { ty, text: vector::show(&ring, &v), json: vector::to_json(&ring, &v) })
    }
}
