//! The worked examples of "Compiling to recurrent neurons" (arXiv 2511.14953), recomputed by the denotation and by the
//! compiled neurons: `cargo run --release -p cajal-paper-artifacts -- all`.
//!
//! One line for each example; the exit code is 1 if one of them does not come out as the paper has it.

use cajal_compile::compile_term;
use cajal_compile::eval::Evaluator;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{self, Vector};
use cajal_semantics::scalar::Int;
use cajal_semantics::source::Source;
use cajal_verify::decide::Side;
use dashu_int::IBig;
use std::process::ExitCode;

/// A program, what its externs and inputs are, and what it gives.
struct Example {
    title: &'static str,
    program: &'static str,
    given: &'static [(&'static str, &'static str)],
    expected: &'static str,
}

const EXAMPLES: [Example; 7] = [
    Example {
        title: "negation is the exchange matrix",
        program: "\\x:2. if x then ff else tt",
        given: &[],
        expected: "[[0, 1], [1, 0]]",
    },
    Example {
        title: "equality of two booleans",
        program: "\\x:2. \\y:2. if x then y else if y then ff else tt",
        given: &[],
        expected: "[[[1, 0], [0, 1]], [[0, 1], [1, 0]]]",
    },
    Example {
        title: "iter{tt | x -> not x}(2)",
        program: "iter { tt | x -> if x then ff else tt } (2)",
        given: &[],
        expected: "[1, 0]",
    },
    Example {
        title: "the recurrence with the matrix [[0, 2], [3, 0]], two steps",
        program: "extern a : 2 -o 2  input n : N  iter { tt | y -> a y } (n)",
        given: &[("a", "[[0, 2], [3, 0]]"), ("n", "{2: 1}")],
        expected: "[6, 0]",
    },
    Example {
        title: "the same, summed over the first four steps",
        program: "extern a : 2 -o 2  input n : N  iter { tt | y -> a y } (n)",
        given: &[("a", "[[0, 2], [3, 0]]"), ("n", "[1, 1, 1, 1]")],
        expected: "[7, 21]",
    },
    Example {
        title: "a soft conditional mixes its branches",
        program: "input b : 2  if b then 1 else 3",
        given: &[("b", "[2, 5]")],
        expected: "[0, 2, 0, 5]",
    },
    Example {
        title: "a hypernetwork: a function that gives a function",
        program: "\\b:2. if b then \\x:2. x else \\x:2. if x then ff else tt",
        given: &[],
        expected: "[[[1, 0], [0, 1]], [[0, 1], [1, 0]]]",
    },
];

/// Cell applications and function applications that an example may take.
const FUEL: u64 = 1_000_000;

/// What the denotation and the compiled neurons give, as text.
fn compute(example: &Example) -> Result<[String; 2], String> {
    let side = Side::new(Source::new(example.title, example.program), None).map_err(|e| format!("{e:?}"))?;
    let read = |name: &str, ty: &Ty| -> Result<Vector<IBig>, String> {
        let (_, text) = example.given.iter().find(|(n, _)| *n == name).ok_or(format!("{name} is not given"))?;
        vector::read(&Int, ty, None, text).map_err(|e| e.to_string())
    };
    let externs = side.checked.globals.iter().filter(|g| g.body.is_none());
    let externs =
        externs.map(|g| Ok((g.name.to_string(), read(&g.name, &g.ty)?))).collect::<Result<Vec<_>, String>>()?;
    let inputs = side.inputs().iter().map(|x| read(&x.name, &x.ty)).collect::<Result<Vec<_>, String>>()?;
    let meaning = side.denote_linked(&externs, &inputs).map_err(|e| format!("{e:?}"))?;
    let network = compile_term(&side.term, side.inputs());
    let mut evaluator = Evaluator::new(&network, Int, FUEL);
    for (name, weights) in &externs {
        evaluator.link(name, weights).map_err(|e| format!("{e:?}"))?;
    }
    let neurons = evaluator.run(&inputs, None).map_err(|e| format!("{e:?}"))?;
    Ok([meaning, neurons].map(|v| vector::show(&Int, &v)))
}

fn main() -> ExitCode {
    if std::env::args().skip(1).ne(["all".to_owned()]) {
        eprintln!("usage: cargo run --release -p cajal-paper-artifacts -- all");
        return ExitCode::from(2);
    }
    let mut failed = 0;
    for example in &EXAMPLES {
        let verdict = match compute(example) {
            Ok(results) if results.iter().all(|r| r == example.expected) => format!("ok    {}", example.expected),
            Ok([meaning, neurons]) => {
                failed += 1;
                format!("WRONG denotation {meaning}, neurons {neurons}, expected {}", example.expected)
            }
            Err(error) => {
                failed += 1;
                format!("WRONG {error}")
            }
        };
        println!("{:<60} {verdict}", example.title);
    }
    println!("{} of {} worked examples come out as in the paper", EXAMPLES.len() - failed, EXAMPLES.len());
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
