//! The programs under `corpus/streams`: each says what it is, is accepted, and computes what its witness computed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cajal_semantics::stream::denote::{Sample, Stream, demand, kleene};
use cajal_semantics::stream::error::Error;
use cajal_semantics::stream::grad::grad;
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::system::System;
use cajal_semantics::stream::value::{Elements, Scalar, Type, Value};
use cajal_semantics::stream::{Horizon, check, elaborate, parse, print};
use serde_json::Value as Json;

const PROGRAMS: usize = 22;
const GRADIENTS: usize = 8;

/// Programs whose backward recurrences, if any, stay inside segments: they need no last tick.
const ONLINE: [&str; 10] = [
    "batchnorm_segments",
    "discounted_returns",
    "gae",
    "gru",
    "reinforce",
    "rnn_for_grad",
    "td_lambda",
    "train_adam",
    "train_momentum",
    "train_sgd",
];

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/streams")
}

/// Names of the files of a folder of the library that end in `suffix`, without it.
fn stems(folder: &str, suffix: &str) -> BTreeSet<String> {
    fs::read_dir(library().join(folder))
        .expect("the library's folder")
        .filter_map(|entry| entry.expect("a directory entry").file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(suffix).map(str::to_owned))
        .collect()
}

fn text(path: &str) -> String {
    fs::read_to_string(library().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What a witness expects of a program: `expected/NAME.json` or `expected/NAME.grad.json`.
struct Expectation {
    name: String,
    document: Json,
}

impl Expectation {
    /// All expectations, outputs and gradients, in the order of their names.
    fn all() -> Vec<Self> {
        let load = |name| {
            let document =
                serde_json::from_str(&text(&format!("expected/{name}.json"))).expect("an expectation is JSON");
            Self { name, document }
        };
        stems("expected", ".json").into_iter().map(load).collect()
    }

    fn field(&self, key: &str) -> &Json {
        self.document.get(key).unwrap_or_else(|| panic!("{}: no field {key}", self.name))
    }

    fn string(&self, key: &str) -> &str {
        self.field(key).as_str().unwrap_or_else(|| panic!("{}: {key} is not a string", self.name))
    }

    fn horizon(&self) -> usize {
        self.field("horizon").as_u64().and_then(|n| usize::try_from(n).ok()).expect("a horizon is a number of ticks")
    }

    /// One object for each tick.
    fn ticks(&self) -> Vec<Json> {
        let Some(path) = self.field("input").as_str() else { return vec![] };
        text(path).lines().map(|line| serde_json::from_str(line).expect("a line of input is JSON")).collect()
    }

    /// The input streams in the order of the program.
    fn inputs(&self, system: &System) -> Vec<Given> {
        let ticks = self.ticks();
        let stream = |x| {
            let variable = system.variable(x);
            let at =
                |tick: &Json| Some(&tick[&*variable.name]).filter(|v| !v.is_null()).map(|v| value(v, &variable.ty));
            ticks.iter().map(at).collect()
        };
        system.inputs.iter().copied().map(stream).collect()
    }

    /// Holds the program's outputs against the expected ones. Returns how many samples were compared.
    fn compare(&self, system: &System, outputs: &[Stream]) -> usize {
        let tolerance = self.field("tol").as_f64().expect("a tolerance is a number");
        let expected = self.field("expected")["outputs"].as_object().expect("expected outputs");
        assert_eq!(expected.len(), outputs.len(), "{}: one expected stream for each output", self.name);
        let mut compared = 0;
        for (x, found) in system.outputs.iter().zip(outputs) {
            let variable = system.variable(*x);
            let expected = expected[&*variable.name].as_array().expect("an expected stream for each output");
            assert_eq!(expected.len(), found.len(), "{}: the length of {}", self.name, variable.name);
            for (tick, (expected, found)) in expected.iter().zip(found).enumerate() {
                let fits = agrees(expected, found, &variable.ty, tolerance);
                assert!(fits, "{}: {} at {tick}: expected {expected}, found {found:?}", self.name, variable.name);
                compared += 1;
            }
        }
        compared
    }
}

/// A JSON value of a type.
fn value(json: &Json, ty: &Type) -> Value {
    fn leaves<'a>(json: &'a Json, found: &mut Vec<&'a Json>) {
        match json.as_array() {
            Some(items) => items.iter().for_each(|item| leaves(item, found)),
            None => found.push(json),
        }
    }
    let mut found = vec![];
    leaves(json, &mut found);
    let elements = match ty.scalar {
        Scalar::Bool => Elements::Bool(found.iter().map(|leaf| leaf.as_bool().expect("a boolean")).collect()),
        Scalar::Int => Elements::Int(found.iter().map(|leaf| leaf.as_i64().expect("an integer")).collect()),
        Scalar::Real => Elements::Real(found.iter().map(|leaf| leaf.as_f64().expect("a real")).collect()),
    };
    Value::from_elements(ty.shape.clone(), elements).expect("the number of elements fits the type")
}

/// Absent where null is expected; reals within the tolerance; anything else equal.
fn agrees(expected: &Json, found: &Sample, ty: &Type, tolerance: f64) -> bool {
    let close = |a: f64, b: f64| (a - b).abs() <= tolerance * (1.0 + a.abs());
    match found {
        Sample::Undefined => false,
        Sample::Absent => expected.is_null(),
        Sample::Present(_) if expected.is_null() => false,
        Sample::Present(found) => match (value(expected, ty), found) {
            (Value::Real(a), Value::Real(b)) => close(a, *b),
            (Value::Tensor(a), Value::Tensor(b)) => match (&a.elements, &b.elements) {
                (Elements::Real(a), Elements::Real(b)) => {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(*a, *b))
                }
                (a, b) => a == b,
            },
            (a, b) => a == *b,
        },
    }
}

#[test]
fn every_program_states_its_claim_and_has_its_expectation() {
    let programs = stems(".", ".bs");
    assert_eq!(programs.len(), PROGRAMS);
    let readme = text("README.md");
    for name in &programs {
        let source = text(&format!("{name}.bs"));
        let header: Vec<&str> = source.lines().take_while(|line| line.starts_with("--")).collect();
        for label in ["-- What:", "-- Claim:", "-- Run:", "-- Expectation:"] {
            let count = header.iter().filter(|line| line.starts_with(label)).count();
            assert_eq!(count, 1, "{name}: {label} in its header");
        }
        let last = header.last().expect("a header has lines");
        assert!(last.contains(&format!("expected/{name}.json")), "{name}: names another expectation");
        let graded = library().join(format!("expected/{name}.grad.json")).exists();
        assert_eq!(last.contains(&format!("expected/{name}.grad.json")), graded, "{name}: its gradient's expectation");
        assert!(readme.contains(&format!("| `{name}.bs` |")), "{name}: not in the table of README.md");
    }
}

#[test]
fn every_expectation_is_complete() {
    let all = Expectation::all();
    let gradients = all.iter().filter(|expectation| expectation.string("kind") == "grad").count();
    assert_eq!((all.len() - gradients, gradients), (PROGRAMS, GRADIENTS));
    let mut read = BTreeSet::new();
    for expectation in &all {
        let (kind, name) = (expectation.string("kind"), &expectation.name);
        let horizon = expectation.horizon();
        if let Some(path) = expectation.field("input").as_str() {
            assert_eq!(text(path).lines().count(), horizon, "{name}: one line of input for each tick");
            read.insert(path.to_owned());
        }
        let section = if kind == "grad" { "grads" } else { "outputs" };
        let streams = expectation.field("expected")[section].as_object().expect("expected streams");
        assert!(!streams.is_empty(), "{name}: expects nothing");
        for (stream, ticks) in streams {
            assert_eq!(ticks.as_array().map(Vec::len), Some(horizon), "{name}: {stream} at every tick");
        }
    }
    let inputs: BTreeSet<String> =
        stems("inputs", ".jsonl").into_iter().map(|name| format!("inputs/{name}.jsonl")).collect();
    assert_eq!(read, inputs, "every input file belongs to an expectation");
}

#[test]
fn every_program_is_accepted_and_those_without_unbounded_lookahead_online_too() {
    for name in stems(".", ".bs") {
        let program = parse(&text(&format!("{name}.bs"))).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        check(&program, "main", Horizon::Finite).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let online: Result<_, Vec<_>> =
            check(&program, "main", Horizon::Infinite).map_err(|errors| errors.iter().map(Error::code).collect());
        match online {
            Ok(_) => assert!(ONLINE.contains(&name.as_str()), "{name} runs online"),
            Err(codes) => {
                assert_eq!(codes, ["UnboundedLookahead"], "{name}");
                assert!(!ONLINE.contains(&name.as_str()), "{name} does not run online");
            }
        }
    }
}

/// Both denotations; the Kleene iteration only where the horizon is short, because it is quadratic in it.
#[test]
fn every_program_computes_what_its_witness_computed() {
    let (mut demanded, mut iterated, mut compared) = (0, 0, 0);
    for expectation in Expectation::all() {
        let name = &expectation.name;
        if expectation.string("kind") != "eval" {
            continue;
        }
        let program = parse(&text(expectation.string("program"))).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let program = elaborate(&program, expectation.string("main")).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let (system, horizon) = (&program.system, expectation.horizon());
        let given = expectation.inputs(system);
        let outputs = demand::denote(system, &given, horizon, &system.outputs).expect("the inputs fit");
        compared += expectation.compare(system, &outputs);
        demanded += 1;
        if horizon <= 20 {
            let again = kleene::denote(&program.nodes, system, &given, horizon).expect("the inputs fit");
            assert_eq!(outputs, again, "{name}: the two denotations differ");
            iterated += 1;
        }
    }
    assert_eq!((demanded, iterated), (PROGRAMS, 17));
    assert!(compared > 15_000, "only {compared} samples were compared");
}

/// The expected gradients hold for the programs as they are denoted: central differences in every element of every
/// input that is differentiated.
#[test]
fn expected_gradients_are_slopes_of_the_denotation() {
    let (mut programs, mut slopes) = (0, 0);
    for expectation in Expectation::all() {
        let name = &expectation.name;
        if expectation.string("kind") != "grad" {
            continue;
        }
        let program = parse(&text(expectation.string("program"))).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let program = elaborate(&program, expectation.string("main")).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let (system, horizon) = (&program.system, expectation.horizon());
        let variable = |wanted: &str| system.ids().find(|x| &*system.variable(*x).name == wanted).expect("a variable");
        let loss = variable(expectation.string("loss"));
        let total = |given: &[Given]| -> f64 {
            let streams = demand::denote(system, given, horizon, &[loss]).expect("the inputs fit");
            streams[0].iter().map(|sample| reals(sample)[0]).sum()
        };
        let mut given = expectation.inputs(system);
        for (wrt, expected) in expectation.field("expected")["grads"].as_object().expect("expected gradients") {
            let ty = &system.variable(variable(wrt)).ty;
            let input = system.inputs.iter().position(|x| *x == variable(wrt)).expect("an input");
            for tick in 0..horizon {
                let point = given[input][tick].clone().expect("an input on the base clock");
                let expected = elements(&value(&expected[tick], ty));
                for (index, expected) in expected.into_iter().enumerate() {
                    let mut at = |offset: f64| {
                        let mut moved = elements(&point);
                        moved[index] += offset;
                        given[input][tick] = Value::from_elements(ty.shape.clone(), Elements::Real(moved));
                        total(&given)
                    };
                    let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                    let close = (slope - expected).abs() <= 1e-6 * (1.0 + expected.abs());
                    assert!(close, "{name}: {wrt}[{index}] at {tick}: expected {expected}, slope {slope}");
                    slopes += 1;
                }
                given[input][tick] = Some(point);
            }
        }
        programs += 1;
    }
    assert_eq!(programs, GRADIENTS);
    assert!(slopes > 1_000, "only {slopes} slopes were compared");
}

/// `grad` computes the expected gradients: the program that it makes is printed, parsed and denoted.
#[test]
fn grad_computes_what_its_witness_computed() {
    let (mut programs, mut compared) = (0, 0);
    for expectation in Expectation::all() {
        let name = &expectation.name;
        if expectation.string("kind") != "grad" {
            continue;
        }
        let program = parse(&text(expectation.string("program"))).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let primal = check(&program, expectation.string("main"), Horizon::Finite)
            .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let wrt: Vec<&str> =
            expectation.field("wrt").as_array().expect("names").iter().filter_map(Json::as_str).collect();
        let gradient = grad(&primal, expectation.string("loss"), &wrt).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert!(gradient.checked.sweeps() <= 2 * primal.sweeps(), "{name}: sweeps");
        let source = print(&gradient.program, 100);
        let program = parse(&source).unwrap_or_else(|errors| panic!("{name}: {errors:?}\n{source}"));
        let program = elaborate(&program, &gradient.node).unwrap_or_else(|e| panic!("{name}: {e:?}\n{source}"));
        let (system, horizon) = (&program.system, expectation.horizon());
        let streams = demand::denote(system, &expectation.inputs(system), horizon, &system.outputs);
        let streams = streams.expect("the inputs fit");
        let tolerance = expectation.field("tol").as_f64().expect("a tolerance is a number");
        let grads = expectation.field("expected")["grads"].as_object().expect("expected gradients");
        assert_eq!(grads.len(), gradient.adjoints.len(), "{name}: one expected stream for each adjoint");
        for (((wrt, _), x), found) in gradient.adjoints.iter().zip(&system.outputs).zip(&streams) {
            let expected = grads[&**wrt].as_array().expect("an expected stream for each adjoint");
            assert_eq!(expected.len(), found.len(), "{name}: the length of {wrt}");
            for (tick, (expected, found)) in expected.iter().zip(found).enumerate() {
                let fits = agrees(expected, found, &system.variable(*x).ty, tolerance);
                assert!(fits, "{name}: {wrt} at {tick}: expected {expected}, found {found:?}");
                compared += 1;
            }
        }
        programs += 1;
    }
    assert_eq!(programs, GRADIENTS);
    assert!(compared > 250, "only {compared} samples were compared");
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

/// The elements of a sample that is present.
fn reals(sample: &Sample) -> Vec<f64> {
    match sample {
        Sample::Present(value) => elements(value),
        Sample::Absent | Sample::Undefined => panic!("no value"),
    }
}
