//! The cost model of spec page 2, by counting operations.

use super::{BLUR, simplified, translated};
use cajal_compile::eval::Evaluator;
use cajal_compile::program::Runner;
use cajal_compile::program::plan::Method;
use cajal_semantics::cajal::vector::{self, Vector};
use cajal_semantics::scalar::{F64, Int};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

#[allow(unsafe_code, reason = "an allocator is unsafe by its interface; this one hands everything to the system's")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that is going away has no counter any more.
        let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A matrix that is not sparse, and small enough not to overflow.
fn weights(dim: usize) -> Vec<f64> {
    (0..dim * dim).map(|i| ((i * 7 + 3) % 11) as f64 / (11.0 * dim as f64)).collect()
}

#[test]
fn horner_applies_the_cell_once_for_each_weight_and_keeps_one_state() {
    let network = simplified("extern f : R[4] -o R[4]\ninput b : R[4]\ninput n : N\nmain = iter { b | y -> f y } (n)");
    let length = 5;
    let mut runner = Runner::<f64>::new(&network, &[4, length], &[16], false, 1).expect("it is lowered");
    assert_eq!(runner.choices()[0].method, Method::Horner);
    runner.link(&[&weights(4)]);
    let before = runner.work();
    runner.run(&[&[1.0; 4], &vec![1.0; length]], 1, &mut [0.0; 4]);
    let (multiply_adds, cells) = (runner.work().0 - before.0, runner.work().1 - before.1);
    assert_eq!(cells, length as u64 - 1);
    assert_eq!(multiply_adds, (length as u64 - 1) * 16 + length as u64 * 4);
    // Weights that are zero run no step.
    runner.run(&[&[1.0; 4], &[1.0, 1.0, 0.0, 0.0, 0.0]], 1, &mut [0.0; 4]);
    assert_eq!(runner.work().1 - before.1 - cells, 1);
}

#[test]
fn a_long_recurrence_of_a_small_state_is_computed_in_blocks() {
    let (network, length, d) = (simplified(BLUR), 10_000u64, 4u64);
    let mut runner = Runner::<f64>::new(&network, &[4, length as usize], &[16], false, 1).expect("it is lowered");
    let Method::Blocked { block } = runner.choices()[0].method else { panic!("{:?}", runner.choices()) };
    let m = block as u64;
    runner.link(&[&weights(4)]);
    let linking = runner.work().0;
    assert!(linking <= 2 * u64::from(m.ilog2() + 1) * d * d * d, "{linking}");
    let n: Vec<f64> = (0..length).map(|i| 1.0 / (i + 1) as f64).collect();
    let mut output = [0.0; 4];
    runner.run(&[&[1.0; 4], &n], 1, &mut output);
    let work = runner.work().0 - linking;
    assert_eq!(work, length * d + (m - 1 + length.div_ceil(m) - 1) * d * d);
    assert!(work < length * d * d / 2, "Horner's rule takes {} at least", length * d * d);
    // And it is the same number.
    let mut plain = [0.0; 4];
    let mut horner = Runner::<f64>::new(&network, &[4, length as usize], &[16], true, 1).expect("it is lowered");
    assert_eq!(horner.choices()[0].method, Method::Horner);
    horner.link(&[&weights(4)]);
    horner.run(&[&[1.0; 4], &n], 1, &mut plain);
    for (a, b) in output.iter().zip(plain) {
        assert!((a - b).abs() <= 1e-12 * b.abs(), "{output:?} {plain:?}");
    }
}

#[test]
fn a_one_hot_count_takes_logarithmically_many_products() {
    let text = "iter{ tt | y -> if y then ff else tt }(1000000000000000000)";
    for network in [translated(text), simplified(text)] {
        let mut evaluator = Evaluator::new(&network, Int, 1_000);
        evaluator.run(&[], None).expect("it is within the fuel");
        let operations = evaluator.operations();
        assert!(operations.matrix_products <= 60 && operations.cell_applications <= 62, "{operations:?}");
        let runner = Runner::<f64>::new(&network, &[], &[], false, 1).expect("it is lowered");
        assert_eq!(runner.choices()[0].method, Method::Power);
        assert!(runner.work().0 <= 120 * 8 + 16, "{:?}", runner.work());
    }
    let network = simplified("input n : N\nmain = iter{ tt | y -> if y then ff else tt }(n)");
    let n = vector::read(&Int, &network.inputs()[0].ty, None, "{1000000000000000001: 3, 4: 2}").expect("a vector");
    let mut evaluator = Evaluator::new(&network, Int, 1_000);
    let value = evaluator.run(&[n], None).expect("it is within the fuel");
    assert_eq!(vector::show(&Int, &value), "[2, 3]");
}

#[test]
fn nested_iterations_are_evaluated_once_for_each_step() {
    // In the published prototype: (Lᴸ − 1)/(L − 1) calls.
    for nesting in [2u32, 12] {
        let text = format!("iter{{\\y:2. y | y -> iter{{y | y -> iter{{y | y -> y}}(1)}}({nesting})}}({nesting}) tt");
        let network = translated(&text);
        let mut evaluator = Evaluator::new(&network, Int, 10_000);
        evaluator.run(&[], None).expect("it is within the fuel");
        let bound = u64::from(4 * nesting * nesting + 40);
        assert!(evaluator.operations().applications <= bound, "{:?}", evaluator.operations());
    }
    // A function that both branches of a condition use, again and again.
    let mut text = "\\x:2. x".to_owned();
    for _ in 0..40 {
        text = format!("(\\f:2 -o 2. \\x:2. if x then f tt else f ff) ({text})");
    }
    let network = translated(&format!("({text}) tt"));
    let mut evaluator = Evaluator::new(&network, Int, 10_000);
    let value = evaluator.run(&[], None).expect("it is within the fuel");
    assert_eq!(vector::show(&Int, &value), "[1, 0]");
}

#[test]
fn a_run_allocates_nothing() {
    let programs = [
        (BLUR, vec![4, 6], vec![16]),
        (BLUR, vec![4, 1_000], vec![16]),
        ("input c : 2\ninput n : N\nmain = iter{ c | y -> if y then ff else tt }(succ n)", vec![2, 30], vec![]),
        ("input c : 2\nmain = (\\f:2 -o 2. if c then f tt else f ff) (\\x:2. if x then ff else tt)", vec![2], vec![]),
    ];
    for (text, inputs, externs) in programs {
        for network in [translated(text), simplified(text)] {
            let mut runner = Runner::<f64>::new(&network, &inputs, &externs, false, 1).expect("it is lowered");
            let neurons: Vec<Vec<f64>> = externs.iter().map(|n| vec![0.1; *n]).collect();
            runner.link(&neurons.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let data: Vec<Vec<f64>> = inputs.iter().map(|n| vec![0.5; *n]).collect();
            let data: Vec<&[f64]> = data.iter().map(Vec::as_slice).collect();
            let mut output = vec![0.0; runner.output_len()];
            runner.run(&data, 1, &mut output);
            let before = ALLOCATIONS.with(Cell::get);
            runner.run(&data, 1, &mut output);
            assert_eq!(ALLOCATIONS.with(Cell::get) - before, 0, "{text}");
        }
    }
}

#[test]
fn forward_and_backward_take_three_times_the_products_of_forward() {
    let network =
        simplified("extern f : R[32] -o R[32]\ninput b : R[32]\ninput n : N\nmain = iter { b | y -> f y } (n)");
    let (batch, length) = (8, 10);
    let mut runner = Runner::<f64>::new(&network, &[32, length], &[1024], true, batch).expect("it is lowered");
    runner.link(&[&weights(32)]);
    let (base, n) = (vec![0.5; 32 * batch], vec![0.25; length * batch]);
    let mut output = vec![0.0; 32 * batch];
    let before = runner.work().0;
    runner.run(&[&base, &n], batch, &mut output);
    let forward = runner.work().0 - before;
    let gradients = runner.gradients(&[&base, &n], batch, &mut output, &vec![1.0; 32 * batch]);
    assert_eq!(gradients.externs[0].len(), 1024);
    // By finite differences in one entry of each.
    let mut loss = |base: &[f64], n: &[f64], f: &[f64]| {
        runner.link(&[f]);
        let mut output = vec![0.0; 32 * batch];
        runner.run(&[base, n], batch, &mut output);
        output.iter().sum::<f64>()
    };
    let f = weights(32);
    let bumped = |x: &[f64], i: usize, by: f64| {
        let mut x = x.to_vec();
        x[i] += by;
        x
    };
    let h = 1e-4;
    let slopes = [
        (loss(&bumped(&base, 33, h), &n, &f) - loss(&bumped(&base, 33, -h), &n, &f), gradients.inputs[0][33]),
        (loss(&base, &bumped(&n, 17, h), &f) - loss(&base, &bumped(&n, 17, -h), &f), gradients.inputs[1][17]),
        (loss(&base, &n, &bumped(&f, 100, h)) - loss(&base, &n, &bumped(&f, 100, -h)), gradients.externs[0][100]),
    ];
    for (difference, gradient) in slopes {
        let slope = difference / (2.0 * h);
        assert!((slope - gradient).abs() <= 1e-5 * slope.abs().max(1.0), "{slope} {gradient}");
    }
    assert_eq!(forward, ((length as u64 - 1) * 1024 + length as u64 * 32) * batch as u64);
}

#[test]
fn a_step_that_is_not_taken_does_not_overflow() {
    let network = simplified("extern f : R[1] -o R[1]\ninput b : R[1]\ninput n : N\nmain = iter { b | y -> f y } (n)");
    let mut runner = Runner::<f64>::new(&network, &[1, 400], &[1], false, 1).expect("it is lowered");
    runner.link(&[&[1e10]]);
    let mut n = vec![0.0; 400];
    n[2] = 1.0;
    let mut output = [0.0];
    runner.run(&[&[1.0], &n], 1, &mut output);
    assert!((output[0] - 1e20).abs() < 1e5, "{output:?}");
    // Not-a-number in the data stays visible.
    runner.run(&[&[f64::NAN], &n], 1, &mut output);
    assert!(output[0].is_nan());
    let mut evaluator = Evaluator::new(&network, F64, 1_000);
    let vector = |text: &str, i: usize| vector::read(&F64, &network.inputs()[i].ty, None, text).expect("a vector");
    evaluator
        .link("f", &vector::read(&F64, &network.externs()[0].ty, None, "[[1e300]]").expect("a matrix"))
        .expect("it fits");
    let value: Vector<f64> =
        evaluator.run(&[vector("[1]", 0), vector("[0, 1, 0, 0]", 1)], None).expect("it is computed");
    assert_eq!(vector::show(&F64, &value), "[1e300]");
}
