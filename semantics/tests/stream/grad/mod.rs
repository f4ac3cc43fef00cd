//! `grad`: the given cases, chosen programs, and properties of random ones.

mod cases;
mod dual;
mod generate;
mod random;
mod rules;

use cajal_semantics::stream::denote::{Stream, demand, kleene};
use cajal_semantics::stream::error::Error;
use cajal_semantics::stream::grad::{Gradient, grad};
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::system::System;
use cajal_semantics::stream::value::{Elements, Value};
use cajal_semantics::stream::{Checked, Horizon, check, elaborate, parse, print};

fn checked(text: &str, root: &str) -> Checked {
    let program = parse(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    check(&program, root, Horizon::Finite).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

fn differentiate(text: &str, root: &str, loss: &str, wrt: &[&str]) -> Result<Gradient, Vec<Error>> {
    grad(&checked(text, root), loss, wrt)
}

/// The gradient program, which must survive being printed: it is parsed, checked, and is still the same.
fn gradient(text: &str, root: &str, loss: &str, wrt: &[&str]) -> Gradient {
    let gradient = differentiate(text, root, loss, wrt).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let source = print(&gradient.program, 100);
    let again = parse(&source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    assert_eq!(print(&again, 100), source, "printing is a fixpoint");
    let again = check(&again, &gradient.node, Horizon::Finite).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    assert_eq!(again.sweeps(), gradient.checked.sweeps(), "{source}");
    gradient
}

/// The adjoints, by both denotations of the printed program.
fn adjoints(gradient: &Gradient, given: &[Given], horizon: usize) -> Vec<Stream> {
    let source = print(&gradient.program, 100);
    let program = parse(&source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    let program = elaborate(&program, &gradient.node).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    let streams = outputs(&program.system, given, horizon);
    let again = kleene::denote(&program.nodes, &program.system, given, horizon).expect("the inputs fit");
    assert_eq!(streams, again, "the two denotations differ\n{source}");
    assert_eq!(streams, outputs(gradient.checked.system(), given, horizon), "printing changes the meaning\n{source}");
    streams
}

fn outputs(system: &System, given: &[Given], horizon: usize) -> Vec<Stream> {
    demand::denote(system, given, horizon, &system.outputs).expect("the inputs fit")
}

/// The elements of a value of reals.
fn elements(value: &Value) -> Vec<f64> {
    match value {
        Value::Real(x) => vec![*x],
        Value::Tensor(tensor) => match &tensor.elements {
            Elements::Real(elements) => elements.clone(),
            Elements::Bool(_) | Elements::Int(_) => panic!("not reals"),
        },
        Value::Bool(_) | Value::Int(_) => panic!("not reals"),
    }
}

/// A value of reals.
fn tensor(shape: &[usize], elements: Vec<f64>) -> Value {
    Value::from_elements(shape.into(), Elements::Real(elements)).expect("as many elements as the shape says")
}
