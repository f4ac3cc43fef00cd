//! What is measured.

use cajal_compile::program::Runner;
use cajal_compile::{Network, Steps, compile, compile_term, simplify};
use cajal_semantics::cajal::check_source;
use cajal_semantics::cajal::typing::Checked;
use cajal_semantics::source::Source;

/// Small programs, one idea each.
pub(crate) const SMALL: [&str; 4] = [
    "(\\x:2. if x then ff else tt) tt",
    "iter{ tt | y -> if y then ff else tt }(9)",
    "(\\f:2 -o 2. f tt) (\\x:2. if x then ff else tt)",
    "iter{ 3 | y -> succ y }(4)",
];

/// A typed program.
pub(crate) fn checked(text: &str) -> Checked {
    check_source(&Source::new("benchmark", text)).expect("the program is accepted")
}

/// The network of a program, simplified.
pub(crate) fn network(text: &str) -> Network {
    simplify(&compile(&checked(text)).expect("there is a main term"), &Steps::ALL)
}

/// Compiles a typed closed program, and runs it in double precision.
pub(crate) fn compile_and_run(program: &Checked) -> Vec<f64> {
    let main = program.main.as_ref().expect("there is a main term");
    let network = compile_term(main, &[]);
    let mut runner = Runner::<f64>::new(&network, &[], &[], false, 1).expect("it is lowered");
    let mut output = vec![0.0; runner.output_len()];
    runner.run(&[], 1, &mut output);
    output
}

/// `iter { base | y -> f y } (n)` over R[dim], lowered for counts of this length.
pub(crate) fn recurrence(dim: usize, length: usize, gradients: bool, batch: usize) -> Runner<f32> {
    let text = format!(
        "extern f : R[{dim}] -o R[{dim}]\ninput base : R[{dim}]\ninput n : N\nmain = iter {{ base | y -> f y }} (n)"
    );
    let mut runner =
        Runner::new(&network(&text), &[dim, length], &[dim * dim], gradients, batch).expect("it is lowered");
    runner = runner.with_threads(1);
    runner.link(&[&numbers(dim * dim, 1.0 / dim as f32)]);
    runner
}

/// Numbers that neither grow nor vanish.
pub(crate) fn numbers(n: usize, scale: f32) -> Vec<f32> {
    (0..n).map(|i| ((i * 7919 + 13) % 101) as f32 / 101.0 * scale).collect()
}
