//! Deep and large programs, and dimensions that are astronomical.

use super::{simplified, translated};
use cajal_compile::eval::Evaluator;
use cajal_compile::program::Runner;
use cajal_compile::{Network, Steps, simplify};
use cajal_semantics::cajal::vector;
use cajal_semantics::scalar::Int;
use std::time::{Duration, Instant};

const DEPTH: usize = 100_000;

#[test]
fn deep_programs_compile_and_run() {
    let booleans = [
        (format!("{}tt{}", "(\\x:2. x) (".repeat(DEPTH), ")".repeat(DEPTH)), "[1, 0]"),
        (format!("{}tt{}", "if tt then ".repeat(DEPTH), " else ff".repeat(DEPTH)), "[1, 0]"),
        (format!("{}tt{}", "if ".repeat(DEPTH), " then ff else tt".repeat(DEPTH)), "[1, 0]"),
        (format!("{}0", "succ ".repeat(DEPTH)), "{100000: 1}"),
        (format!("{}0{}", "iter{ 0 | y -> succ y }(".repeat(10_000), ")".repeat(10_000)), "[1]"),
    ];
    for (text, expected) in booleans {
        let network = translated(&text);
        let before = Instant::now();
        let small = simplify(&network, &Steps::ALL);
        assert!(before.elapsed() < Duration::from_secs(5), "{text:.20}: {:?}", before.elapsed());
        assert!(small.nodes().len() < 10, "{text:.20}: {}", small.nodes().len());
        for network in [network, small] {
            assert_eq!(network.to_string().parse::<Network>().as_ref(), Ok(&network));
            let value = Evaluator::new(&network, Int, 1_000_000).run(&[], None).expect("it is computed");
            assert_eq!(vector::show(&Int, &value), expected, "{text:.20}");
        }
    }
}

/// λx₀ … λxₙ₋₁. x₀ ∧ (x₁ ∧ …)
fn conjunction(n: usize) -> String {
    let and = "def and : 2 -o 2 -o 2 = \\a:2. \\b:2. if a then b else (if b then ff else ff)";
    let binders: String = (0..n).map(|i| format!("\\x{i}:2. ")).collect();
    let uses: String = (0..n).map(|i| format!("and x{i} (")).collect();
    format!("{and}\nmain = {binders}{uses}tt{}", ")".repeat(n))
}

#[test]
fn nested_functions_compile() {
    let network = translated(&conjunction(5_000));
    let small = simplify(&network, &Steps::ALL);
    for network in [network, small] {
        assert_eq!(network.to_string().parse::<Network>().as_ref(), Ok(&network));
        let error = Evaluator::new(&network, Int, 1_000).run(&[], None).expect_err("2^5001 entries");
        assert_eq!(error.code(), "size-limit", "{error}");
    }
    let text = format!("{}tt{}", "(\\f:2 -o 2. \\x:2. f x) (\\y:2. y) (".repeat(20_000), ")".repeat(20_000));
    let value = Evaluator::new(&simplified(&text), Int, 1_000_000).run(&[], None).expect("it is computed");
    assert_eq!(vector::show(&Int, &value), "[1, 0]");
}

#[test]
fn definitions_are_compiled_once() {
    let mut text = "def d0 : 2 -o 2 = \\x:2. if x then ff else tt\n".to_owned();
    for i in 1..60 {
        text += &format!("def d{i} : 2 -o 2 = \\x:2. d{0} (d{0} x)\n", i - 1);
    }
    let network = translated(&format!("{text}main = d59 tt"));
    assert!(network.nodes().len() < 300, "{}", network.nodes().len());
    let simplified = simplify(&network, &Steps::ALL);
    assert!(simplified.nodes().len() < 300, "{simplified}");
    for network in [network, simplified] {
        let value = Evaluator::new(&network, Int, 10_000).run(&[], None).expect("columns are computed once");
        assert_eq!(vector::show(&Int, &value), "[1, 0]");
    }
}

#[test]
fn dimensions_are_computed_before_anything_is_allocated() {
    let ty = format!("{}2", "2 -o ".repeat(40));
    let network = simplified(&format!("input f : {ty}\nmain = f"));
    let error = Runner::<f64>::new(&network, &[usize::MAX], &[], false, 1).expect_err("it is too large");
    assert!(error.contains("numbers"), "{error}");
    let error = Evaluator::new(&translated(&conjunction(40)), Int, 1_000_000).run(&[], None).expect_err("2^41 entries");
    assert_eq!(error.code(), "size-limit", "{error}");
    let network = translated("input f : R[18446744073709551615] -o R[18446744073709551615]\nmain = f");
    assert!(Runner::<f64>::new(&network, &[usize::MAX], &[], false, 1).is_err());
}
