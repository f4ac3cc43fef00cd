//! The verbs of Cajal, answered by the reference implementation.

use super::gradient::Gradient;
use super::{Answered, Form, Reference, errored, unsupported};
use crate::ast::{to_program, to_term};
use crate::case::{Limit, Phase, Question, Verb, code};
use crate::number::Number;
use crate::protocol::Answer;
use cajal_compile::compile;
use cajal_compile::eval::{Evaluator, RunError};
use cajal_compile::realise::matrix::Matrix;
use cajal_compile::realise::{Part, Unrealisable, Weights, realise};
use cajal_semantics::cajal::check_source;
use cajal_semantics::cajal::denote::{Element, Env, Model};
use cajal_semantics::cajal::error::Error;
use cajal_semantics::cajal::eval::{Value as Evaluated, machine, substitute};
use cajal_semantics::cajal::syntax::{Main, Name, Program};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::typing::{Bound, Checked, Typed, check_program};
use cajal_semantics::cajal::vector::{self, Vector};
use cajal_semantics::scalar::{Bool, Dual, F32, F64, Gf, Int, MinPlus, Nat, Rat, Semiring};
use cajal_semantics::source::Source;
use dashu_ratio::RBig;
use serde_json::{Map, Value, json};
use std::str::FromStr;

/// What we are capable of.
pub(super) const CAPABILITIES: &[&str] = &[
    "parser",
    "inputs",
    "externs",
    "function-inputs",
    "function-results",
    "function-values",
    "real-vectors",
    "depth",
    "numerals",
    "nat-horizon",
    "check",
    "eval",
    "denote",
    "run",
    "grad",
    "realise",
    "equiv",
    "shared-definitions",
    "scalars-nat",
    "scalars-int",
    "scalars-rat",
    "scalars-f64",
    "scalars-f32",
    "scalars-bool",
    "scalars-gf",
    "scalars-tropical",
    "scalars-dual",
];

/// Steps, rounds and applications that a question may cost if it does not say.
pub(super) const FUEL: u64 = 10_000_000;
/// How far counts are tested where equality cannot be decided.
const BOUND: u64 = 12;

/// The answer to a question about a Cajal program.
pub(super) fn answer(question: &Question, reference: &Reference<'_>) -> Answered {
    let checked = check(&question.source, question.ast.as_ref(), reference.form)?;
    match question.verb {
        Verb::Check => Ok(types(&checked)),
        Verb::Eval => eval(question, &checked),
        Verb::Denote => with_scalars(question, Denote { question, checked: &checked }),
        Verb::Run => with_scalars(question, Run { question, checked: &checked }),
        Verb::Realise => state_space(question, &checked),
        Verb::Equiv => equiv(question, &checked, reference),
        Verb::Grad => with_scalars(question, Gradient { question, checked: &checked }),
    }
}

/// The typed program, or the answer that it is rejected.
fn check(source: &str, ast: Option<&crate::ast::Ast>, form: Form) -> Result<Checked, Answer> {
    let checked = match (form, ast) {
        (Form::Source, _) => check_source(&Source::new("case", source)),
        (Form::Ast, Some(ast)) => check_program(&to_program(ast).map_err(errored)?),
        (Form::Ast, None) => return Err(unsupported("parser")),
    };
    checked.map_err(|errors| rejection(&errors))
}

fn rejection(errors: &[Error]) -> Answer {
    let syntax = errors.iter().find(|e| matches!(e, Error::Syntax { .. }));
    match syntax.or_else(|| errors.iter().find(|e| !e.is_limit())) {
        Some(error) => {
            let phase = if syntax.is_some() { Phase::Syntax } else { Phase::Static };
            let diagnostic = error.diagnostic();
            Answer::Rejected {
                phase: Some(phase),
                code: Some(diagnostic.code.into()),
                message: Some(diagnostic.message),
            }
        }
        None => Answer::Resource(Limit::Size),
    }
}

/// A limit, or a rejection when the program is run.
fn stopped(code: &str, message: String) -> Answer {
    match code {
        "out-of-fuel" => Answer::Resource(Limit::Fuel),
        "size-limit" => Answer::Resource(Limit::Size),
        _ => Answer::Rejected { phase: Some(Phase::Dynamic), code: Some(code.into()), message: Some(message) },
    }
}

/// `{"type", "defs"}`
fn types(checked: &Checked) -> Answer {
    let mut result = Map::new();
    if let Some(main) = &checked.main {
        result.insert("type".into(), json!(main.ty().to_string()));
    }
    let definitions = checked.globals.iter().filter(|g| g.body.is_some());
    let definitions: Map<String, Value> = definitions.map(|g| (g.name.to_string(), json!(g.ty.to_string()))).collect();
    result.insert("defs".into(), Value::Object(definitions));
    Answer::Result(result)
}

fn main_term(checked: &Checked) -> Result<&Typed, Answer> {
    checked.main.as_ref().ok_or_else(|| errored("the program has no main term"))
}

pub(super) fn result_of(key: &str, value: Value) -> Answer {
    Answer::Result(Map::from_iter([(key.to_owned(), value)]))
}

fn fuel(question: &Question) -> Result<u64, Answer> {
    let fuel = question.given.fuel.as_ref();
    fuel.map_or(Ok(FUEL), |n| n.parse().map_err(|_| errored(format!("{n:?} is no amount of fuel"))))
}

/// `{"value"}`
fn eval(question: &Question, checked: &Checked) -> Answered {
    let main = main_term(checked)?;
    let mut values = Vec::new();
    for input in &checked.inputs {
        let given = question.given.inputs.get(&*input.name);
        let given = given.ok_or_else(|| errored(format!("no value is given for `{}`", input.name)))?;
        values.push(value(given, &input.ty)?);
    }
    let last = values.len();
    let closed = substitute(main, last as u32, &mut |i| values[last - 1 - i as usize].clone());
    let evaluated = machine::eval(&closed, fuel(question)?)
        .map_err(|why| stopped(why.code(), why.diagnostic(main.span()).message))?;
    Ok(result_of(
        "value",
        match &evaluated.value {
            Evaluated::True => json!("tt"),
            Evaluated::False => json!("ff"),
            Evaluated::Num(n) => json!(n.to_string()),
            Evaluated::Lam(_) => json!(crate::ast::of_term(&evaluated.value.to_term(), &[])),
        },
    ))
}

/// A given value of a type.
fn value(given: &Value, ty: &Ty) -> Result<Typed, Answer> {
    let term = match given {
        Value::String(text) => cajal_semantics::cajal::parse::term(text).map_err(|errors| rejection(&errors))?,
        _ => to_term(&code(given).ok_or_else(|| errored(format!("{given} is no value")))?, &[]).map_err(errored)?,
    };
    let program = Program { main: Some(Main { keyword: None, term: Some(term) }), ..Program::default() };
    let value = check_program(&program).map_err(|errors| rejection(&errors))?.main;
    match value.filter(|e| Evaluated::of_typed(e).is_some()) {
        Some(e) if e.ty() == ty => Ok(e),
        Some(e) => Err(stopped("shape", format!("an input of type {ty} was given a value of type {}", e.ty()))),
        None => Err(errored(format!("{given} is no value"))),
    }
}

/// Something that is done over any semiring.
pub(super) trait OverScalars {
    /// Does it.
    fn over<R: Semiring>(self, ring: R) -> Answered;
}

/// Does something over the scalars that the question names.
fn with_scalars(question: &Question, job: impl OverScalars) -> Answered {
    let scalars = question.scalars.as_deref().unwrap_or("rat");
    match scalars {
        "nat" => job.over(Nat),
        "int" => job.over(Int),
        "rat" => job.over(Rat),
        "f64" => job.over(F64),
        "f32" => job.over(F32),
        "bool" => job.over(Bool),
        "tropical" => job.over(MinPlus),
        "dual" => job.over(Dual(Rat)),
        _ => match scalars.strip_prefix("gf:").and_then(|p| p.parse().ok()).and_then(|p| Gf::new(p).ok()) {
            Some(field) => job.over(field),
            None => Err(unsupported(format!("scalars-{scalars}"))),
        },
    }
}

/// `{"value"}`: the meaning of main on given vectors.
struct Denote<'a> {
    question: &'a Question,
    checked: &'a Checked,
}

impl OverScalars for Denote<'_> {
    fn over<R: Semiring>(self, ring: R) -> Answered {
        let Denote { question, checked } = self;
        let main = main_term(checked)?;
        let mut model = Model::new(ring.clone(), fuel(question)?);
        for (name, weights) in externs(&ring, question, checked)? {
            model.link(name, Element::of_vector(&weights));
        }
        let s: Env<R> = inputs(&ring, question, checked)?.iter().map(Element::of_vector).collect();
        let meaning = model.denote(main, &s).and_then(|meaning| model.vector(&meaning, main.ty(), horizon(question)));
        let meaning = meaning.map_err(|why| stopped(why.code(), why.diagnostic(main.span()).message))?;
        Ok(result_of("value", shown(&ring, &meaning)))
    }
}

/// `{"value"}`: the compiled neurons on given vectors.
struct Run<'a> {
    question: &'a Question,
    checked: &'a Checked,
}

impl OverScalars for Run<'_> {
    fn over<R: Semiring>(self, ring: R) -> Answered {
        let Run { question, checked } = self;
        let network = compile(checked).ok_or_else(|| errored("the program has no main term"))?;
        let mut neurons = Evaluator::new(&network, ring.clone(), fuel(question)?);
        for (name, weights) in externs(&ring, question, checked)? {
            // An extern that main does not use is no part of its network.
            if network.externs().iter().any(|port| port.name == name) {
                neurons.link(&name, &weights).map_err(failed)?;
            }
        }
        let output = neurons.run(&inputs(&ring, question, checked)?, horizon(question)).map_err(failed)?;
        Ok(result_of("value", shown(&ring, &output)))
    }
}

/// `{"A", "b", "C"}`: main as the series n ↦ C·Aⁿ·b of its only input.
fn state_space(question: &Question, checked: &Checked) -> Answered {
    let main = main_term(checked)?;
    let exact = |(name, weights): (Name, Vector<RBig>)| {
        let coordinates =
            weights.coordinates(&RBig::ZERO, 0).map_err(|_| unsupported("realise with an extern out of N"));
        coordinates.map(|coordinates| (name, coordinates))
    };
    let weights = externs(&Rat, question, checked)?.into_iter().map(exact).collect::<Result<Weights, _>>()?;
    let realisation = realise(checked, main, &weights).map_err(|why| match why {
        Unrealisable::Size(_) => Answer::Resource(Limit::Size),
        Unrealisable::Extern(..) => stopped("unlinked-extern", why.to_string()),
        Unrealisable::IterationAtNat(..) | Unrealisable::HigherOrderCount(..) => unsupported(format!("realise: {why}")),
    })?;
    let [Part { form, position: None }] = &realisation.parts[..] else {
        return Err(unsupported("realise at a result of type N"));
    };
    let states = form.series.dimension();
    let a = match (&form.letters[..], &realisation.inputs[..]) {
        ([_], [_]) => form.series.letters[0].clone(),
        ([], [_]) if form.columns.is_empty() => Matrix::identity(states),
        _ => return Err(unsupported("realise with several inputs")),
    };
    let rows = |m: &Matrix| -> Value {
        let row = |i| m.row(i).iter().map(|x| json!(Rat.show(x))).collect::<Value>();
        (0..m.rows()).map(row).collect()
    };
    let b: Value = (0..states).map(|i| json!(Rat.show(&form.series.input.row(i)[0]))).collect();
    Ok(Answer::Result(Map::from_iter([
        ("A".to_owned(), rows(&a)),
        ("b".to_owned(), b),
        ("C".to_owned(), rows(&form.series.output)),
    ])))
}

/// `{"verdict"}`
fn equiv(question: &Question, checked: &Checked, reference: &Reference<'_>) -> Answered {
    let decide = reference.decide.ok_or_else(|| unsupported("equiv"))?;
    let other = question.other.as_ref().ok_or_else(|| errored("there is no other program"))?;
    let other = check(&other.source, other.ast.as_ref(), reference.form)?;
    let bound = question.given.bound.as_ref().and_then(|n| n.parse().ok()).unwrap_or(BOUND);
    Ok(result_of(
        "verdict",
        match decide(checked, &other, bound) {
            Some(true) => json!("equal"),
            Some(false) => json!("different"),
            None => json!("unknown"),
        },
    ))
}

/// Externs with their weights.
pub(super) type Linked<R> = Vec<(Name, Vector<<R as Semiring>::Elem>)>;

/// What stopped the neurons.
pub(super) fn failed(why: RunError) -> Answer {
    stopped(why.code(), why.to_string())
}

/// The weights that are given for externs.
pub(super) fn externs<R: Semiring>(ring: &R, question: &Question, checked: &Checked) -> Result<Linked<R>, Answer> {
    let externs = checked.globals.iter().filter(|g| g.body.is_none());
    let given = externs.filter_map(|g| Some((g, question.given.inputs.get(&*g.name)?)));
    given.map(|(g, given)| Ok((g.name.clone(), vector(ring, given, &g.ty)?))).collect()
}

/// The vectors that are given for the inputs, in order.
pub(super) fn inputs<R: Semiring>(
    ring: &R,
    question: &Question,
    checked: &Checked,
) -> Result<Vec<Vector<R::Elem>>, Answer> {
    let one = |input: &Bound| {
        let given = question.given.inputs.get(&*input.name);
        vector(ring, given.ok_or_else(|| errored(format!("no vector is given for `{}`", input.name)))?, &input.ty)
    };
    checked.inputs.iter().map(one).collect()
}

/// The number of columns for an argument of type N.
pub(super) fn horizon(question: &Question) -> Option<usize> {
    question.given.horizon.as_ref().and_then(|n| n.parse().ok())
}

/// A given vector.
pub(super) fn vector<R: Semiring>(ring: &R, given: &Value, ty: &Ty) -> Result<Vector<R::Elem>, Answer> {
    let given = match given {
        Value::Object(fields) if fields.len() == 1 && fields.contains_key("support") => &fields["support"],
        _ => given,
    };
    vector::read(ring, ty, None, &plain(given).to_string()).map_err(|why| stopped(why.code(), why.to_string()))
}

/// Numbers that are given as bits, as decimals that read back as the same number.
fn plain(given: &Value) -> Value {
    match given {
        Value::String(text) => match Number::parse(text) {
            Some(Number::Double(x)) => json!(x.to_string()),
            Some(Number::Single(x)) => json!(x.to_string()),
            Some(Number::Exact(_) | Number::Special(_)) | None => given.clone(),
        },
        Value::Array(entries) => entries.iter().map(plain).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => given.clone(),
    }
}

/// A vector in an answer.
pub(super) fn shown<R: Semiring>(ring: &R, v: &Vector<R::Elem>) -> Value {
    Value::from_str(&vector::to_json(ring, v)).expect("BUG: the JSON form of a vector is JSON")
}
