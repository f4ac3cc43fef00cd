//! Compiler correctness: the compiled neurons, run on any inputs, give the denotation.

#[path = "compiler/generate.rs"]
mod generate;

use cajal_compile::eval::{Evaluator, RunError};
use cajal_compile::link::Data;
use cajal_compile::session::{self, Job};
use cajal_compile::{Network, Steps, compile, simplify};
use cajal_semantics::cajal::check_source;
use cajal_semantics::cajal::denote::{Element, Env, Model, Undefined};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::typing::Checked;
use cajal_semantics::cajal::vector::{self, Rows, Vector};
use cajal_semantics::scalar::{Dual, DualNumber, F64, Int, MinPlus, Rat, Semiring};
use cajal_semantics::source::Source;
use dashu_ratio::RBig;
use generate::Choices;
use proptest::prelude::{ProptestConfig, any, prop};
use proptest::{prop_assert_eq, proptest};

const FUEL: u64 = 200_000;
const HORIZON: Option<usize> = Some(3);

fn check(text: &str) -> Checked {
    check_source(&Source::new("test", text)).unwrap_or_else(|e| panic!("{text}\nis rejected: {e:?}"))
}

/// The result as data, if it was computed within the fuel and fits into a matrix.
type Outcome<R> = Option<Vector<<R as Semiring>::Elem>>;

fn denotation<R: Semiring>(ring: &R, program: &Checked, values: &[Vector<R::Elem>]) -> Outcome<R> {
    let mut model = Model::new(ring.clone(), FUEL);
    let (inputs, externs) = values.split_at(program.inputs.len());
    for (g, neurons) in program.globals.iter().filter(|g| g.body.is_none()).zip(externs) {
        model.link(g.name.clone(), Element::of_vector(neurons));
    }
    let main = program.main.as_ref().expect("the program has a main term");
    let s: Env<R> = inputs.iter().map(Element::of_vector).collect();
    match model.denote(main, &s).and_then(|v| model.vector(&v, main.ty(), HORIZON)) {
        Ok(v) => Some(v),
        Err(Undefined::OutOfFuel { .. } | Undefined::PastHorizon { .. } | Undefined::Vector(_)) => None,
        Err(other) => panic!("{other:?}"),
    }
}

fn neurons<R: Semiring>(ring: &R, program: &Checked, network: &Network, values: &[Vector<R::Elem>]) -> Outcome<R> {
    let mut evaluator = Evaluator::new(network, ring.clone(), FUEL);
    let (inputs, externs) = values.split_at(program.inputs.len());
    for (g, neurons) in program.globals.iter().filter(|g| g.body.is_none()).zip(externs) {
        if network.externs().iter().any(|p| p.name == g.name) {
            evaluator.link(&g.name, neurons).expect("the extern is there");
        }
    }
    match evaluator.run(inputs, HORIZON) {
        Ok(v) => Some(v),
        Err(RunError::OutOfFuel { .. } | RunError::PastHorizon { .. } | RunError::Vector(_)) => None,
        Err(other) => panic!("{other:?}"),
    }
}

/// An element of ⟦τ⟧ with entries from a list.
fn element<R: Semiring>(ring: &R, ty: &Ty, entries: &[i8]) -> Vector<R::Elem> {
    let rank = vector::rank(ty, Some(3)).expect("the types are small");
    let entry = |i: usize| ring.parse(&entries.get(i).copied().unwrap_or(1).to_string()).expect("an integer");
    let flat: Vec<R::Elem> = (0..rank).map(entry).collect();
    Vector::from_coordinates(ring, ty, Some(3), &flat).expect("as many entries as the rank says")
}

/// A program with inputs and externs, and the types of these, inputs first.
fn program(list: &[u8]) -> (String, Vec<Ty>) {
    let mut choices = Choices::new(list);
    let (a, b, f, result) = (choices.ty(1), choices.ty(0), choices.ty(1), choices.ty(2));
    let main = Ty::fun(Ty::fun(f.clone(), f.clone()), result.clone());
    let delta = vec![("a".to_owned(), a.clone()), ("b".to_owned(), b.clone())];
    let e = choices.term(&main, delta, 12);
    (
        format!("extern g : ({f}) -o {f}\ninput a : {a}\ninput b : {b}\nmain = ({e}) g"),
        vec![a, b, Ty::fun(f.clone(), f)],
    )
}

/// The compiled neurons agree with the denotation over a semiring, if both are within the limits.
fn agree<R: Semiring>(ring: &R, list: &[u8], entries: &[i8]) -> Result<bool, proptest::test_runner::TestCaseError> {
    let (text, types) = program(list);
    let program = check(&text);
    let network = compile(&program).expect("there is a main term");
    network.check().unwrap_or_else(|e| panic!("{text}\n{network}\n{e}"));
    let read: Network = network.to_string().parse().unwrap_or_else(|e| panic!("{text}\n{network}\n{e}"));
    prop_assert_eq!(&read, &network);
    let values: Vec<_> = types.iter().map(|ty| element(ring, ty, entries)).collect();
    let expected = denotation(ring, &program, &values);
    let found = neurons(ring, &program, &network, &values);
    if let (Some(expected), Some(found)) = (&expected, &found) {
        prop_assert_eq!(found, expected, "{}\n{}", text, network);
    }
    // All simplifications together, and one of them alone.
    let mut one = Steps::NONE;
    *one.named()[list.first().map_or(0, |b| *b as usize % 6)].1 = true;
    for steps in [Steps::ALL, one] {
        let simplified = simplify(&network, &steps);
        simplified.check().unwrap_or_else(|e| panic!("{text}\n{network}\n{simplified}\n{e}"));
        let read: Network = simplified.to_string().parse().unwrap_or_else(|e| panic!("{text}\n{simplified}\n{e}"));
        prop_assert_eq!(&read, &simplified);
        let found = neurons(ring, &program, &simplified, &values);
        if let (Some(expected), Some(found)) = (&expected, &found) {
            prop_assert_eq!(found, expected, "{}\n{}\n{:?}\n{}", text, network, steps, simplified);
        }
    }
    native(&program, &network, &list[..list.len().min(1)], &types, entries)?;
    Ok(expected.is_some() && found.is_some())
}

/// The native evaluator agrees with the denotation, and its gradients are the derivatives that dual numbers give. The
/// first choice says whether the network is simplified.
fn native(
    program: &Checked,
    network: &Network,
    list: &[u8],
    types: &[Ty],
    entries: &[i8],
) -> Result<(), proptest::test_runner::TestCaseError> {
    let simplified = simplify(network, &Steps::ALL);
    let network = if list.first().is_some_and(|b| b % 2 == 1) { &simplified } else { network };
    let values: Vec<Vector<RBig>> = types.iter().map(|ty| element(&Rat, ty, entries)).collect();
    let (inputs, externs) = values.split_at(program.inputs.len());
    let job = Job {
        network,
        externs: if network.externs().is_empty() { vec![] } else { externs.to_vec() },
        inputs: inputs.iter().map(|v| Data::One(v.clone())).collect(),
        horizon: HORIZON,
        fuel: FUEL,
        gradients: None,
    };
    let Some(expected) = denotation(&Rat, program, &values) else { return Ok(()) };
    if let Ok(outcome) = session::run(&Rat, &job) {
        prop_assert_eq!(&outcome.outputs[0], &expected, "{}\n{:?}", network, outcome.plan);
    }
    let Ok(outcome) = session::run(&Rat, &Job { gradients: Some(None), ..job }) else { return Ok(()) };
    prop_assert_eq!(&outcome.outputs[0], &expected, "{}\n{:?}", network, outcome.plan);
    let gradients = outcome.input_gradients.iter().map(|samples| &samples[0]).chain(&outcome.extern_gradients);
    for (which, gradient) in gradients.enumerate() {
        let flat = gradient.coordinates(&RBig::ZERO, 3).expect("inputs have at most three rows");
        let value = values[which].coordinates(&RBig::ZERO, 3).expect("inputs have at most three rows");
        // Of a sequence, the gradient has as many entries as the sequence has up to its last that is not zero.
        let given = match &values[which].rows {
            Rows::Dense(_) => flat.len(),
            Rows::Sparse(rows) => {
                rows.last_key_value().map_or(1, |(n, _)| usize::try_from(n).expect("it is short") + 1)
            }
        };
        for (i, slope) in flat.iter().enumerate().take(given) {
            let dual = Dual(Rat);
            let mut direction: Vec<Vector<_>> = values
                .iter()
                .map(|v| v.map(&dual, |x| DualNumber { value: x.clone(), derivative: RBig::ZERO }))
                .collect();
            let entry = |(j, x): (usize, &RBig)| DualNumber {
                value: x.clone(),
                derivative: if i == j { RBig::ONE } else { RBig::ZERO },
            };
            let moved: Vec<_> = value.iter().enumerate().map(entry).collect();
            direction[which] =
                Vector::from_coordinates(&dual, &values[which].ty, Some(3), &moved).expect("it has the same shape");
            let Some(image) = denotation(&dual, program, &direction) else { continue };
            let entries: Vec<&DualNumber<RBig>> = match &image.rows {
                Rows::Dense(rows) => rows.iter().flatten().collect(),
                Rows::Sparse(rows) => rows.values().flatten().collect(),
            };
            let expected = entries.iter().fold(RBig::ZERO, |sum, x| sum + &x.derivative);
            prop_assert_eq!(slope, &expected, "{}\ninput {}, coordinate {}", network, which, i);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn neurons_are_the_denotation_over_the_integers(list in prop::collection::vec(any::<u8>(), 0..80), entries in prop::collection::vec(-3i8..4, 0..9)) {
        agree(&Int, &list, &entries)?;
    }

    #[test]
    fn neurons_are_the_denotation_over_rationals_and_dual_numbers(list in prop::collection::vec(any::<u8>(), 0..60), entries in prop::collection::vec(-3i8..4, 0..9)) {
        agree(&Rat, &list, &entries)?;
        agree(&Dual(Int), &list, &entries)?;
    }

    #[test]
    fn neurons_are_the_denotation_over_min_plus(list in prop::collection::vec(any::<u8>(), 0..60), entries in prop::collection::vec(-3i8..4, 0..9)) {
        agree(&MinPlus, &list, &entries)?;
    }
}

/// Limits must not hide the property: most of the programs are computed by both.
#[test]
fn most_generated_programs_are_within_the_limits() {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let lists: Vec<Vec<u8>> = (0..200).map(|i| (0..i % 90).map(|_| next()).collect()).collect();
    let computed = lists.iter().filter(|list| agree(&Int, list, &[1, -2]).expect("they agree")).count();
    assert!(computed >= 150, "{computed}");
}

/// Floating point is exact on the numbers that closed programs compute with.
#[test]
fn closed_programs_are_bit_exact_in_floating_point() {
    for (text, expected) in [
        ("(\\x:2. if x then ff else tt) tt", "[0, 1]"),
        ("iter{ tt | y -> if y then ff else tt }(1000000000000000000)", "[1, 0]"),
        ("iter{\\y:2. y | y -> iter{y | y -> y}(1)}(2) tt", "[1, 0]"),
        ("iter{ 7 | y -> succ y }(7)", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]"),
        ("iter{ 0 | y -> succ succ y }(1000000000000000000)", "{2000000000000000000: 1}"),
    ] {
        let network = compile(&check(text)).expect("there is a main term");
        for network in [simplify(&network, &Steps::ALL), network] {
            let value = Evaluator::new(&network, F64, FUEL).run(&[], None).expect("it is computed");
            assert_eq!(vector::show(&F64, &value), expected, "{text}");
        }
    }
}
