//! The given cases, `corpus/streams/cases.json`: those of kinds check, eval, eval_at and lfp, on both denotations.
//! (Cases of kind grad belong to `grad`.)

use cajal_semantics::stream::checked::{Component, Kind};
use cajal_semantics::stream::denote::{Sample, Stream, demand, kleene};
use cajal_semantics::stream::error::Error;
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::syntax::Direction;
use cajal_semantics::stream::system::System;
use cajal_semantics::stream::value::{Elements, Scalar, Type, Value};
use cajal_semantics::stream::{Checked, Elaborated, Horizon, check, elaborate, parse};
use serde_json::Value as Json;

pub(super) fn cases() -> Vec<Json> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/streams/cases.json");
    let text = std::fs::read_to_string(path).expect("the cases are there");
    let file: Json = serde_json::from_str(&text).expect("the cases are JSON");
    file["cases"].as_array().expect("a list of cases").clone()
}

pub(super) fn text<'a>(case: &'a Json, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("{}: no {key}", case["name"]))
}

/// A JSON value of a type.
pub(crate) fn value(json: &Json, ty: &Type) -> Value {
    fn flatten<'a>(json: &'a Json, leaves: &mut Vec<&'a Json>) {
        match json {
            Json::Array(items) => items.iter().for_each(|item| flatten(item, leaves)),
            leaf => leaves.push(leaf),
        }
    }
    let mut leaves = vec![];
    flatten(json, &mut leaves);
    let elements = match ty.scalar {
        Scalar::Bool => Elements::Bool(leaves.iter().map(|leaf| leaf.as_bool().expect("a boolean")).collect()),
        Scalar::Int => Elements::Int(leaves.iter().map(|leaf| leaf.as_i64().expect("an integer")).collect()),
        Scalar::Real => Elements::Real(leaves.iter().map(|leaf| leaf.as_f64().unwrap_or(f64::NAN)).collect()),
    };
    Value::from_elements(ty.shape.clone(), elements).expect("the number of elements fits the type")
}

pub(super) fn horizon(case: &Json) -> usize {
    case["horizon"].as_u64().expect("a number of ticks") as usize
}

pub(super) fn inputs(case: &Json, system: &System) -> Vec<Given> {
    let given = |x| {
        let variable = system.variable(x);
        let stream = case["inputs"][&*variable.name].as_array().expect("a stream for each input");
        stream.iter().map(|v| (!v.is_null()).then(|| value(v, &variable.ty))).collect()
    };
    system.inputs.iter().copied().map(given).collect()
}

fn close(expected: f64, found: f64, tolerance: f64) -> bool {
    expected == found
        || (expected.is_nan() && found.is_nan())
        || (expected - found).abs() <= tolerance * (1.0 + expected.abs())
}

pub(super) fn matches(expected: &Json, sample: &Sample, ty: &Type, tolerance: f64) -> bool {
    match (expected, sample) {
        (Json::Null, Sample::Absent) => true,
        (Json::String(bottom), Sample::Undefined) if bottom == "_|_" => true,
        (expected, Sample::Present(found)) if !expected.is_null() && expected != "_|_" => {
            match (value(expected, ty), found) {
                (Value::Real(a), Value::Real(b)) => close(a, *b, tolerance),
                (Value::Tensor(a), Value::Tensor(b)) => match (&a.elements, &b.elements) {
                    (Elements::Real(p), Elements::Real(q)) => {
                        p.len() == q.len() && p.iter().zip(q).all(|(x, y)| close(*x, *y, tolerance))
                    }
                    (a, b) => a == b,
                },
                (a, b) => a == *b,
            }
        }
        (_, _) => false,
    }
}

/// Compares the outputs of a denotation with the expected streams, or with the expected single ticks.
pub(crate) fn compare(case: &Json, system: &System, outputs: &[Stream]) {
    let tolerance = case["tol"].as_f64().unwrap_or(0.0);
    for (x, stream) in system.outputs.iter().zip(outputs) {
        let variable = system.variable(*x);
        let name = &*variable.name;
        if let Some(expected) = case["expected"]["outputs"][name].as_array() {
            assert_eq!(expected.len(), stream.len(), "{}: length of {name}", case["name"]);
            for (t, (expected, found)) in expected.iter().zip(stream).enumerate() {
                let agrees = matches(expected, found, &variable.ty, tolerance);
                assert!(agrees, "{}: {name} at {t}: expected {expected}, found {found:?}", case["name"]);
            }
        } else {
            let at = case["expected"]["at"][name].as_object().expect("an expectation for every output");
            for (t, expected) in at {
                let found = &stream[t.parse::<usize>().expect("a tick")];
                let agrees = matches(expected, found, &variable.ty, tolerance);
                assert!(agrees, "{}: {name} at {t}: expected {expected}, found {found:?}", case["name"]);
            }
        }
    }
}

fn elaborated(case: &Json) -> Elaborated {
    let program = parse(text(case, "program")).unwrap_or_else(|errors| panic!("{}: {errors:?}", case["name"]));
    elaborate(&program, text(case, "main")).unwrap_or_else(|errors| panic!("{}: {errors:?}", case["name"]))
}

fn checked(case: &Json, horizon: Horizon) -> Result<Checked, Vec<Error>> {
    let program = parse(text(case, "program"))?;
    check(&program, text(case, "main"), horizon)
}

/// Runs a program on both denotations and compares both with the expectation.
fn evaluate(case: &Json) {
    let program = elaborated(case);
    let (system, horizon) = (&program.system, horizon(case));
    let given = inputs(case, system);
    let outputs = demand::denote(system, &given, horizon, &system.outputs).expect("the inputs fit");
    compare(case, system, &outputs);
    // Kleene iteration is quadratic in the horizon.
    if horizon < 1000 {
        let again = kleene::denote(&program.nodes, system, &given, horizon).expect("the inputs fit");
        assert_eq!(outputs, again, "{}: the two denotations differ", case["name"]);
    }
}

/// The letters of the recursive components: forward, backward, segmented.
fn letters(components: &[Component]) -> String {
    let letter = |component: &Component| match &component.kind {
        Kind::NonRecursive => None,
        Kind::Recursive(recurrence) => Some(if recurrence.direction == Direction::Forward { 'F' } else { 'B' }),
        Kind::Segmented(_) => Some('S'),
    };
    let mut letters: Vec<char> = components.iter().filter_map(letter).collect();
    letters.sort_unstable();
    if letters.is_empty() { "-".into() } else { letters.into_iter().collect() }
}

fn accepted(case: &Json, horizon: Horizon) -> Checked {
    let checked = checked(case, horizon).unwrap_or_else(|errors| panic!("{}: {errors:?}", case["name"]));
    if let Some(passes) = case["expected"]["passes"].as_u64() {
        assert_eq!(checked.sweeps() as u64, passes, "{}: sweeps", case["name"]);
    }
    if let Some(passes) = case["passes_primal_adjoint"][0].as_u64() {
        assert_eq!(checked.sweeps() as u64, passes, "{}: sweeps of the primal", case["name"]);
    }
    // The file lists the components in some order that respects dependencies; there may be several.
    if let Some(kinds) = case["scc_kinds"].as_str() {
        let mut kinds: Vec<char> = kinds.chars().collect();
        kinds.sort_unstable();
        assert_eq!(letters(checked.components()), String::from_iter(kinds), "{}: components", case["name"]);
    }
    checked
}

#[test]
fn all_cases() {
    let mut counts = std::collections::BTreeMap::new();
    for case in cases() {
        let kind = text(&case, "kind").to_owned();
        let horizon = if case["horizon"] == "inf" { Horizon::Infinite } else { Horizon::Finite };
        match (kind.as_str(), case["expected"]["error"].as_str()) {
            ("check", Some(error)) => {
                let errors = checked(&case, horizon).expect_err(text(&case, "name"));
                let codes: Vec<&str> = errors.iter().map(Error::code).collect();
                assert_eq!(codes, [error], "{}", case["name"]);
            }
            ("check", None) => {
                let checked = accepted(&case, horizon);
                let latency = checked.latency().expect("accepted cases of kind check have an infinite horizon");
                for (x, latency) in checked.system().outputs.iter().zip(latency) {
                    let name = &*checked.system().variable(*x).name;
                    assert_eq!(case["expected"]["latency"][name], *latency, "{}: {name}", case["name"]);
                }
            }
            ("eval" | "eval_at", _) => {
                accepted(&case, horizon);
                evaluate(&case);
            }
            ("lfp", _) => evaluate(&case),
            ("grad", _) => drop(accepted(&case, horizon)),
            (kind, _) => panic!("unknown kind {kind}"),
        }
        *counts.entry(kind).or_insert(0) += 1;
    }
    let counts: Vec<(&str, i32)> = counts.iter().map(|(kind, count)| (kind.as_str(), *count)).collect();
    assert_eq!(counts, [("check", 29), ("eval", 43), ("eval_at", 1), ("grad", 7), ("lfp", 5)]);
}
