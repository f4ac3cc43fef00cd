//! The verbs of streams, answered by the reference implementation.

use super::{Answered, errored, unsupported};
use crate::case::{Limit, Phase, Question, Verb};
use crate::number::Number;
use crate::protocol::Answer;
use cajal_semantics::scalar::{F64, Semiring as _};
use cajal_semantics::stream::denote::{DenoteError, Sample, Stream, demand};
use cajal_semantics::stream::error::Error;
use cajal_semantics::stream::grad::grad;
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::syntax::Program;
use cajal_semantics::stream::system::System;
use cajal_semantics::stream::value::{Elements, Scalar, Tensor, Type, Value};
use cajal_semantics::stream::{Checked, Horizon, check, elaborate, parse};
use serde_json::{Map, Value as Json, json};

/// What we are capable of.
pub(super) const CAPABILITIES: &[&str] = &[
    "stream-check",
    "stream-eval",
    "stream-grad",
    "clocks",
    "restarts",
    "tensors",
    "backward",
    "infinite-horizon",
    "lfp",
];

/// The answer to a question about a stream program.
pub(super) fn answer(question: &Question) -> Answered {
    let program = parse(&question.source).map_err(|errors| rejection(&errors))?;
    let node = question.given.node.as_deref().unwrap_or("main");
    match question.verb {
        Verb::Check => Ok(analyses(&checked(question, &program, node)?)),
        Verb::Eval if question.given.lfp => {
            let elaborated = elaborate(&program, node).map_err(|errors| rejection(&errors))?;
            eval(question, &elaborated.system)
        }
        Verb::Eval => eval(question, checked(question, &program, node)?.system()),
        Verb::Grad => gradient(question, &checked(question, &program, node)?),
        Verb::Denote | Verb::Run | Verb::Realise | Verb::Equiv => {
            Err(unsupported(format!("stream-{}", question.verb.name())))
        }
    }
}

fn checked(question: &Question, program: &Program, node: &str) -> Result<Checked, Answer> {
    let horizon = match question.given.horizon.as_deref() {
        Some("inf") => Horizon::Infinite,
        Some(_) | None => Horizon::Finite,
    };
    check(program, node, horizon).map_err(|errors| rejection(&errors))
}

fn rejection(errors: &[Error]) -> Answer {
    let syntax = errors.iter().find(|e| matches!(e, Error::Syntax(_)));
    match syntax.or_else(|| errors.iter().find(|e| !matches!(e, Error::Size(_)))) {
        Some(error) => {
            let phase = if syntax.is_some() { Phase::Syntax } else { Phase::Static };
            let message = error.diagnostic().message;
            Answer::Rejected { phase: Some(phase), code: Some(error.code().into()), message: Some(message) }
        }
        None => Answer::Resource(Limit::Size),
    }
}

/// `{"sweeps"}`, and for an infinite horizon `{"latency": {output: ticks}}`
fn analyses(checked: &Checked) -> Answer {
    let mut result = Map::from_iter([("sweeps".to_owned(), json!(checked.sweeps().to_string()))]);
    if let Some(latency) = checked.latency() {
        let outputs = checked.system().outputs.iter().map(|x| checked.system().variable(*x).name.to_string());
        let latency: Map<String, Json> = outputs.zip(latency.iter().map(|ticks| json!(ticks.to_string()))).collect();
        result.insert("latency".into(), Json::Object(latency));
    }
    Answer::Result(result)
}

/// `{"outputs": {name: values}}`
fn eval(question: &Question, system: &System) -> Answered {
    let (horizon, given) = inputs(question, system)?;
    let outputs = demand::denote(system, &given, horizon, &system.outputs).map_err(|why| match why {
        DenoteError::TooLarge => Answer::Resource(Limit::Size),
        DenoteError::Input(error) => Answer::Rejected {
            phase: Some(Phase::Dynamic),
            code: Some("shape".into()),
            message: Some(error.to_string()),
        },
    })?;
    let named = system.outputs.iter().zip(&outputs).map(|(x, s)| (system.variable(*x).name.to_string(), stream(s)));
    Ok(Answer::Result(Map::from_iter([("outputs".to_owned(), Json::Object(named.collect()))])))
}

/// `{"grads": {name: values}}`: the program that the transformation gives, run.
fn gradient(question: &Question, checked: &Checked) -> Answered {
    let given = &question.given;
    let loss = given.loss.as_deref().ok_or_else(|| errored("the gradient of what?"))?;
    let wrt: Vec<&str> = given.wrt.iter().flatten().map(String::as_str).collect();
    let gradient = grad(checked, loss, &wrt).map_err(|errors| rejection(&errors))?;
    let Answer::Result(mut result) = eval(question, gradient.checked.system())? else {
        return Err(errored("an evaluation has a result"));
    };
    let outputs = result.remove("outputs").unwrap_or_default();
    let named = gradient.adjoints.iter().map(|(x, adjoint)| (x.to_string(), outputs[&**adjoint].clone()));
    Ok(Answer::Result(Map::from_iter([("grads".to_owned(), Json::Object(named.collect()))])))
}

/// The number of ticks, and the given streams in the order of the inputs.
fn inputs(question: &Question, system: &System) -> Result<(usize, Vec<Given>), Answer> {
    let horizon = question.given.horizon.as_ref().and_then(|n| n.parse().ok());
    let horizon = horizon.ok_or_else(|| errored("a finite horizon is needed"))?;
    let given = system.inputs.iter().map(|x| {
        let variable = system.variable(*x);
        let stream = question.given.inputs.get(&*variable.name).and_then(Json::as_array);
        let stream = stream.ok_or_else(|| errored(format!("no stream is given for `{}`", variable.name)))?;
        let value = |json: &Json| match json {
            Json::Null => Ok(None),
            _ => value(json, &variable.ty).map(Some).ok_or_else(|| errored(format!("{json} is no {}", variable.ty))),
        };
        stream.iter().map(value).collect()
    });
    Ok((horizon, given.collect::<Result<_, _>>()?))
}

/// A given value of a type.
fn value(json: &Json, ty: &Type) -> Option<Value> {
    let (mut leaves, mut open) = (Vec::new(), vec![json]);
    while let Some(json) = open.pop() {
        match json {
            Json::Array(items) => open.extend(items.iter().rev()),
            leaf => leaves.push(leaf.as_str()?),
        }
    }
    let elements = match ty.scalar {
        Scalar::Bool => Elements::Bool(leaves.iter().map(|leaf| leaf.parse().ok()).collect::<Option<_>>()?),
        Scalar::Int => Elements::Int(leaves.iter().map(|leaf| leaf.parse().ok()).collect::<Option<_>>()?),
        Scalar::Real => {
            let real = |leaf: &&str| Number::parse(leaf).map(|number| number.double(leaf));
            Elements::Real(leaves.iter().map(real).collect::<Option<_>>()?)
        }
    };
    Value::from_elements(ty.shape.clone(), elements)
}

fn stream(samples: &Stream) -> Json {
    let sample = |sample: &Sample| match sample {
        Sample::Undefined => json!("_|_"),
        Sample::Absent => Json::Null,
        Sample::Present(Value::Bool(b)) => json!(b.to_string()),
        Sample::Present(Value::Int(n)) => json!(n.to_string()),
        Sample::Present(Value::Real(x)) => json!(real(*x)),
        Sample::Present(Value::Tensor(tensor)) => nested(tensor),
    };
    samples.iter().map(sample).collect()
}

/// A real that reads back as the same one, and is not taken for an integer.
fn real(x: f64) -> String {
    let text = F64.show(&x);
    if text.bytes().all(|b| b.is_ascii_digit() || b == b'-') { text + ".0" } else { text }
}

/// A tensor as nested lists.
fn nested(tensor: &Tensor) -> Json {
    let mut items: Vec<Json> = match &tensor.elements {
        Elements::Bool(e) => e.iter().map(|b| json!(b.to_string())).collect(),
        Elements::Int(e) => e.iter().map(|n| json!(n.to_string())).collect(),
        Elements::Real(e) => e.iter().map(|x| json!(real(*x))).collect(),
    };
    for axis in tensor.shape.iter().skip(1).rev() {
        items = items.chunks(*axis).map(|part| Json::Array(part.to_vec())).collect();
    }
    Json::Array(items)
}
