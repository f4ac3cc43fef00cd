//! Properties of random programs: the adjoints are those of forward mode, slopes of the denotation, and linear in the
//! cotangent; acceptance is preserved; gradients of gradients are second derivatives.

use super::dual::{Machine, Point, forget};
use super::generate::{Generated, WRT, program};
use super::{adjoints, checked, elements, gradient, outputs, tensor};
use crate::generate::{Tape, tape};
use cajal_semantics::stream::denote::{Sample, Stream};
use cajal_semantics::stream::grad::grad;
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::system::System;
use cajal_semantics::stream::value::Value;
use proptest::prelude::{ProptestConfig, proptest};

/// Directions for the streams that gradients are taken for; the other inputs are constant.
fn directions(tape: &mut Tape, system: &System, given: &[Given]) -> Vec<Option<Given>> {
    let mut slope = |value: &Value| {
        let n = elements(value).len();
        tensor(&value.ty().shape, (0..n).map(|_| tape.below(201) as f64 / 100.0 - 1.0).collect())
    };
    let inputs = system.inputs.iter().zip(given);
    inputs
        .map(|(x, stream)| {
            let wanted = WRT.contains(&&*system.variable(*x).name);
            wanted.then(|| stream.iter().map(|value| value.as_ref().map(&mut slope)).collect())
        })
        .collect()
}

/// Σ ⟨x̄_t, ẋ_t⟩ over the streams of `WRT`, and the largest product, to measure errors by.
fn paired(system: &System, bars: &[Stream], directions: &[Option<Given>]) -> (f64, f64) {
    let (mut sum, mut scale) = (0.0, 1.0f64);
    for (name, bar) in WRT.iter().zip(bars) {
        let input = system.inputs.iter().position(|x| *system.variable(*x).name == **name).expect("an input");
        let direction = directions[input].as_ref().expect("a direction");
        for (bar, direction) in bar.iter().zip(direction) {
            match (bar, direction) {
                (Sample::Present(bar), Some(direction)) => {
                    for (a, b) in elements(bar).iter().zip(elements(direction)) {
                        sum += a * b;
                        scale = scale.max((a * b).abs());
                    }
                }
                (Sample::Absent, None) => {}
                (bar, direction) => panic!("{name}: adjoint {bar:?} where the direction is {direction:?}"),
            }
        }
    }
    (sum, scale)
}

/// Σ of a stream of reals over its ticks, and of its slopes.
fn totals(points: &[Point]) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    for point in points {
        match point {
            Point::Present(value) => {
                let (value, slope) = value.split();
                sums.0 += elements(&value).iter().sum::<f64>();
                sums.1 += elements(&slope.expect("a real")).iter().sum::<f64>();
            }
            Point::Absent => {}
            Point::Undefined => panic!("undefined"),
        }
    }
    sums
}

fn close(a: f64, b: f64, scale: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * (scale + a.abs())
}

/// d/dε Σ loss at inputs + ε·directions, by dual numbers; their values are those of the denotation.
fn forward_mode(system: &System, given: &[Given], directions: &[Option<Given>], horizon: usize) -> f64 {
    let mut machine = Machine::new(system, given, directions, horizon);
    let points = machine.stream(system.outputs[0]);
    let values: Stream = points.iter().map(forget).collect();
    let expected = outputs(system, given, horizon).swap_remove(0);
    for (found, expected) in values.iter().zip(&expected) {
        match (found, expected) {
            (Sample::Present(a), Sample::Present(b)) => {
                let near = elements(a).iter().zip(elements(b)).all(|(a, b)| close(*a, b, 1.0, 1e-9));
                assert!(near, "the dual evaluator computes {a:?}, the denotation {b:?}");
            }
            (a, b) => assert_eq!(a, b),
        }
    }
    totals(&points).1
}

fn moved(given: &[Given], directions: &[Option<Given>], by: f64) -> Vec<Given> {
    let shift = |value: &Value, direction: &Value| {
        let sum = elements(value).iter().zip(elements(direction)).map(|(x, d)| x + by * d).collect();
        tensor(&value.ty().shape, sum)
    };
    let inputs = given.iter().zip(directions);
    inputs
        .map(|(stream, direction)| match direction {
            None => stream.clone(),
            Some(direction) => {
                let pairs = stream.iter().zip(direction);
                pairs.map(|(value, direction)| Some(shift(value.as_ref()?, direction.as_ref()?))).collect()
            }
        })
        .collect()
}

fn loss(system: &System, given: &[Given], horizon: usize) -> f64 {
    let stream = outputs(system, given, horizon).swap_remove(0);
    let present = |sample: &Sample| match sample {
        Sample::Present(value) => elements(value)[0],
        Sample::Absent => 0.0,
        Sample::Undefined => panic!("undefined"),
    };
    stream.iter().map(present).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// Reverse mode and forward mode agree: Σ ⟨x̄, ẋ⟩ = the slope along ẋ. The gradient program is accepted, in at most
    /// twice the sweeps and one.
    #[test]
    fn adjoints_are_transposed_tangents(numbers in tape(400)) {
        let mut tape = Tape::new(numbers);
        let Generated { source, inputs, horizon } = program(&mut tape, false);
        let primal = checked(&source, "main");
        let gradient = gradient(&source, "main", "l", &WRT);
        let sweeps = (primal.sweeps(), gradient.checked.sweeps());
        assert!(sweeps.1 <= 2 * sweeps.0 + 1, "{sweeps:?} sweeps\n{source}");
        let bars = adjoints(&gradient, &inputs, horizon);
        for _ in 0..3 {
            let directions = directions(&mut tape, primal.system(), &inputs);
            let expected = forward_mode(primal.system(), &inputs, &directions, horizon);
            let (found, scale) = paired(primal.system(), &bars, &directions);
            assert!(close(expected, found, scale, 1e-8), "forward {expected}, reverse {found}\n{source}\n{inputs:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Central differences of the denotation.
    #[test]
    fn adjoints_are_slopes(numbers in tape(400)) {
        let mut tape = Tape::new(numbers);
        let Generated { source, inputs, horizon } = program(&mut tape, true);
        let gradient = gradient(&source, "main", "l", &WRT);
        let primal = checked(&source, "main");
        let system = primal.system();
        let directions = directions(&mut tape, system, &inputs);
        let (found, scale) = paired(system, &outputs(gradient.checked.system(), &inputs, horizon), &directions);
        let step = 1e-4;
        let at = |by: f64| loss(system, &moved(&inputs, &directions, by), horizon);
        // Two steps, extrapolated.
        let slope = |h: f64| (at(h) - at(-h)) / (2.0 * h);
        let expected = (4.0 * slope(step / 2.0) - slope(step)) / 3.0;
        assert!(close(expected, found, scale, 1e-6), "slope {expected}, adjoint {found}\n{source}\n{inputs:?}");
    }

    /// The gradient of a gradient, against duals of the gradient (forward over reverse) and second differences.
    #[test]
    fn gradients_of_gradients_are_second_derivatives(numbers in tape(250)) {
        let mut tape = Tape::new(numbers);
        let Generated { source, inputs, horizon } = program(&mut tape, true);
        let once = gradient(&source, "main", "l", &["x", "y"]);
        let system = once.checked.system();
        for (_, bar) in &once.adjoints {
            let twice = grad(&once.checked, bar, &WRT).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
            let bars = outputs(twice.checked.system(), &inputs, horizon);
            let directions = directions(&mut tape, system, &inputs);
            let (found, scale) = paired(system, &bars, &directions);
            let of_bar = system.outputs.iter().position(|x| system.variable(*x).name == *bar).expect("an output");
            let points = Machine::new(system, &inputs, &directions, horizon).stream(system.outputs[of_bar]);
            let expected = totals(&points).1;
            assert!(close(expected, found, scale, 1e-8), "forward {expected}, reverse {found}\n{source}\n{inputs:?}");
            let at = |by: f64| {
                let streams = outputs(system, &moved(&inputs, &directions, by), horizon);
                let value = |sample: &Sample| match sample {
                    Sample::Present(value) => elements(value)[0],
                    Sample::Absent | Sample::Undefined => panic!("x and y are on the base clock"),
                };
                streams[of_bar].iter().map(value).sum::<f64>()
            };
            let slope = |h: f64| (at(h) - at(-h)) / (2.0 * h);
            let difference = (4.0 * slope(5e-5) - slope(1e-4)) / 3.0;
            assert!(close(difference, found, scale, 1e-5), "slope {difference}, adjoint {found}\n{source}\n{inputs:?}");
        }
    }
}
