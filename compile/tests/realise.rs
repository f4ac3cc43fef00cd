//! State-space forms of chosen programs, and their equality.

use cajal_compile::realise::series::Comparison;
use cajal_compile::realise::{Realisation, Unrealisable, Weights, realise};
use cajal_semantics::cajal::check_source;
use cajal_semantics::source::Source;

fn try_realise(text: &str) -> Result<Realisation, Unrealisable> {
    let checked = check_source(&Source::new("test", text)).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    realise(&checked, checked.main.as_ref().expect("the program has a main term"), &Weights::new())
}

fn realised(text: &str) -> Realisation {
    try_realise(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The value at counts, as text.
fn at(text: &str, counts: &[u64]) -> String {
    let r = realised(text);
    let value = r.parts[0].form.series.value(counts);
    (0..value.rows()).flat_map(|i| value.row(i).to_vec()).map(|x| x.to_string()).collect::<Vec<_>>().join(" ")
}

const PARITY: &str = "input n : N  iter { tt | y -> if y then ff else tt } (n)";

#[test]
fn values() {
    assert_eq!(at(PARITY, &[0]), "1 0");
    assert_eq!(at(PARITY, &[7]), "0 1");
    assert_eq!(at("\\x:2. if x then ff else tt", &[]), "0 1 1 0");
    assert_eq!(at("\\f:2 -o 2. f tt", &[]), "1 0 0 0 0 0 1 0");
    let sum = "def not : 2 -o 2 = \\x:2. if x then ff else tt
        input m : N  input n : N  main = iter { iter { tt | y -> not y } (m) | y -> not y } (succ n)";
    for (m, n) in [(0, 0), (1, 0), (0, 1), (3, 4), (5, 5)] {
        assert_eq!(at(sum, &[m, n]), if (m + n + 1) % 2 == 0 { "1 0" } else { "0 1" }, "{m} {n}");
    }
}

#[test]
fn the_dimension_is_least() {
    assert_eq!(realised(PARITY).parts[0].form.series.dimension(), 2);
    let trivial = "input n : N  iter { tt | y -> y } (n)";
    assert_eq!(realised(trivial).parts[0].form.series.dimension(), 1);
}

fn compare(a: &str, b: &str) -> Comparison {
    let (a, b) = (realised(a), realised(b));
    let difference = a.parts[0].form.series.minus(&b.parts[0].form.series);
    let verdict = difference.zero_everywhere();
    if let Comparison::Equal(proof) = &verdict {
        assert!(difference.is_zero_by(proof));
    }
    verdict
}

#[test]
fn equality_on_all_inputs() {
    let xor = "def not : 2 -o 2 = \\x:2. if x then ff else tt
        def even : N -o 2 = \\n:N. iter { tt | y -> not y } (n)
        input m : N  input n : N  main = if even m then even n else not (even n)";
    let after = "def not : 2 -o 2 = \\x:2. if x then ff else tt
        input m : N  input n : N  main = iter { iter { tt | y -> not y } (n) | y -> not y } (m)";
    assert!(matches!(compare(xor, after), Comparison::Equal(_)));
    let function = "input n : N  iter { \\b:2. b | y -> \\b:2. y (if b then ff else tt) } (n) tt";
    assert!(matches!(compare(PARITY, function), Comparison::Equal(_)));
    assert_eq!(compare(PARITY, "input n : N  iter { tt | y -> y } (n)"), Comparison::Different(vec![1]));
}

#[test]
fn results_of_type_n() {
    let r = realised("input n : N  input b : 2  if b then succ n else succ (succ n)");
    assert_eq!(r.parts.len(), 2);
    assert_eq!(r.parts[0].position.as_ref().map(|p| p.shift.clone()), Some(1u8.into()));
}

#[test]
fn towers_of_definitions_are_shared() {
    let mut tower = String::from("def f0 : 2 -o 2 = \\x:2. if x then ff else tt\n");
    for i in 1..=60 {
        tower += &format!("def f{i} : 2 -o 2 = \\x:2. f{j} (f{j} x)\n", j = i - 1);
    }
    assert_eq!(at(&(tower + "main = f60"), &[]), "1 0 0 1");
}

#[test]
fn what_has_no_state_space_form() {
    let add = "input m : N  input n : N  iter { m | y -> succ y } (n)";
    assert!(matches!(try_realise(add), Err(Unrealisable::IterationAtNat(..))));
    assert!(matches!(try_realise("extern w : 2 -o 2  w tt"), Err(Unrealisable::Extern(..))));
    assert!(matches!(try_realise("input f : N -o 2  f 3"), Err(Unrealisable::HigherOrderCount(..))));
    let wide = format!("\\f:{}2. f", "2 -o ".repeat(40));
    assert!(matches!(try_realise(&wide), Err(Unrealisable::Size(_))));
}
