//! The measurements that `peers.py` compares with other systems: one line `name<TAB>seconds` for each, on one thread.

mod workload;

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use std::time::{Duration, Instant};
use workload::{SMALL, checked, compile_and_run, network, numbers, recurrence};

/// Seconds for one call: the fastest of several rounds.
fn seconds(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    call();
    let calls = (0.02 / start.elapsed().as_secs_f64().max(1e-9)).clamp(1.0, 1e6) as u32;
    let (start, mut best) = (Instant::now(), f64::INFINITY);
    while start.elapsed() < Duration::from_millis(700) {
        let round = Instant::now();
        (0..calls).for_each(|_| call());
        best = best.min(round.elapsed().as_secs_f64() / f64::from(calls));
    }
    best
}

fn report(name: &str, seconds: f64) {
    println!("{name}\t{seconds:e}");
}

/// The same products as the batched program, by the library of products alone.
fn library(dim: usize, length: usize, batch: usize) -> f64 {
    let (f, mut state, mut next) =
        (numbers(dim * dim, 1.0 / dim as f32), numbers(dim * batch, 1.0), numbers(dim * batch, 1.0));
    seconds(|| {
        for _ in 1..length {
            let to = MatMut::from_row_major_slice_mut(&mut next, dim, batch);
            let (f, s) = (MatRef::from_row_major_slice(&f, dim, dim), MatRef::from_row_major_slice(&state, dim, batch));
            matmul(to, Accum::Replace, f, s, 1.0, Par::Seq);
            std::mem::swap(&mut state, &mut next);
        }
    })
}

fn main() {
    let programs = SMALL.map(checked);
    let four = seconds(|| programs.iter().for_each(|p| assert!(!compile_and_run(p).is_empty())));
    report("compile and run a small program", four / 4.0);
    for n in ["9", "1000", "1000000", "1000000000000000000"] {
        let program = checked(&format!("iter{{ tt | y -> if y then ff else tt }}({n})"));
        report(&format!("iterate not {n} times"), seconds(|| assert!(!compile_and_run(&program).is_empty())));
    }
    for batch in [32, 64, 128] {
        let (dim, length) = (784, 10);
        let (base, n, mut output) = (numbers(dim * batch, 1.0), numbers(length * batch, 0.5), vec![0.0; dim * batch]);
        let mut runner = recurrence(dim, length, false, batch);
        report(&format!("batched program, B {batch}"), seconds(|| runner.run(&[&base, &n], batch, &mut output)));
        report(&format!("library of products alone, B {batch}"), library(dim, length, batch));
        let mut runner = recurrence(dim, length, true, batch);
        let ones = vec![1.0; dim * batch];
        let both = seconds(|| drop(runner.gradients(&[&base, &n], batch, &mut output, &ones)));
        report(&format!("batched program forward and backward, B {batch}"), both);
    }
    for dim in [2, 8, 64] {
        for length in [1_000, 10_000, 100_000, 1_000_000] {
            let (base, n, mut output) = (numbers(dim, 1.0), numbers(length, 0.5), vec![0.0; dim]);
            let mut runner = recurrence(dim, length, false, 1);
            let time = seconds(|| runner.run(&[&base, &n], 1, &mut output));
            report(&format!("sequence of {length}, dimension {dim}"), time);
        }
    }
    for size in [1_000, 10_000, 100_000] {
        let text = format!("{}tt{}", "if ".repeat(size / 3), " then ff else tt".repeat(size / 3));
        report(&format!("compile and simplify {size} nodes"), seconds(|| drop(network(&text))));
    }
}
