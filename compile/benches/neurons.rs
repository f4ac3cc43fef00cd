//! Criterion benchmarks: single programs, recurrences, gradients. For comparisons with other systems see `peers.py`.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

mod workload;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use workload::{SMALL, checked, compile_and_run, numbers, recurrence};

fn small(c: &mut Criterion) {
    let programs = SMALL.map(checked);
    c.bench_function("compile and run four small programs", |b| {
        b.iter(|| programs.iter().map(compile_and_run).map(|x| x.len()).sum::<usize>());
    });
    let mut group = c.benchmark_group("iterate not");
    for n in [9u64, 1_000_000, 1_000_000_000_000_000_000] {
        let program = checked(&format!("iter{{ tt | y -> if y then ff else tt }}({n})"));
        group.bench_with_input(BenchmarkId::from_parameter(n), &program, |b, program| {
            b.iter(|| compile_and_run(black_box(program)));
        });
    }
}

fn recurrences(c: &mut Criterion) {
    let mut group = c.benchmark_group("recurrence");
    for (dim, length, batch) in [(784, 10, 64), (2, 100_000, 1), (16, 100_000, 1), (64, 10_000, 1)] {
        let (base, n) = (numbers(dim * batch, 1.0), numbers(length * batch, 0.5));
        let mut output = vec![0.0; dim * batch];
        let mut runner = recurrence(dim, length, false, batch);
        group.bench_function(format!("forward, dimension {dim}, {length} weights, batch {batch}"), |b| {
            b.iter(|| runner.run(&[&base, &n], batch, &mut output));
        });
        let mut runner = recurrence(dim, length, true, batch);
        let ones = vec![1.0; dim * batch];
        group.bench_function(format!("forward and backward, dimension {dim}, {length} weights, batch {batch}"), |b| {
            b.iter(|| runner.gradients(&[&base, &n], batch, &mut output, &ones));
        });
    }
}

criterion_group!(benches, small, recurrences);
criterion_main!(benches);
