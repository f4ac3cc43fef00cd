//! Theorem A (spec page 3, section 3), and the counterexamples to the simpler criteria.

use cajal_semantics::stream::denote::{Sample, demand};
use cajal_semantics::stream::error::Error;
use cajal_semantics::stream::{Horizon, check, elaborate, parse};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

/// `y_i = 1 + Σ y_j shifted by w`: a one-clock program with strict primitives and constant boundary values.
fn program(edges: &[(usize, usize, i32)], variables: usize) -> String {
    let equation = |i: usize| {
        let terms = edges.iter().filter(|(reader, ..)| *reader == i).map(|(_, read, weight)| {
            let delays = weight.unsigned_abs() as usize;
            if *weight >= 0 {
                format!(" + ({}y{read})", "0 fby ".repeat(delays))
            } else {
                format!(" + (y{read}{})", " eby 0".repeat(delays))
            }
        });
        format!("y{i} = 1{}; ", terms.collect::<String>())
    };
    let names: Vec<String> = (0..variables).map(|i| format!("y{i}")).collect();
    let equations: String = (0..variables).map(equation).collect();
    format!("node main() returns ({}: int) let {equations}tel", names.join(", "))
}

fn total(text: &str, horizon: usize) -> bool {
    let program = elaborate(&parse(text).expect("it is well formed"), "main").expect("it checks");
    let system = &program.system;
    let outputs = demand::denote(system, &[], horizon, &system.outputs).expect("there are no inputs");
    outputs.iter().flatten().all(|sample| *sample != Sample::Undefined)
}

fn codes(text: &str) -> Vec<&'static str> {
    let program = parse(text).expect("it is well formed");
    check(&program, "main", Horizon::Finite).err().iter().flatten().map(Error::code).collect()
}

/// Simple cycles of at most 3 variables and weights of at most 2 weigh at most 6 either way: a closed walk of weight 0
/// can be put together so that it stays within three times that.
const LARGEST_WALK: usize = 24;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn accepted_iff_total_at_every_horizon(edges in vec((0usize..3, 0usize..3, -2i32..=2), 0..6)) {
        let text = program(&edges, 3);
        let accepted = codes(&text).is_empty();
        let always_total = (0..=LARGEST_WALK).all(|horizon| total(&text, horizon));
        prop_assert_eq!(accepted, always_total, "{}", text);
    }
}

/// The exact first horizon at which p ticks back and q ticks ahead collide: p + q − gcd(p, q) + 1.
#[test]
fn first_failure() {
    for (p, q) in (1..7usize).flat_map(|p| (1..7usize).map(move |q| (p, q))) {
        let text = program(&[(0, 0, p as i32), (0, 0, -(q as i32))], 1);
        let gcd = (1..=p.min(q)).filter(|d| p % d == 0 && q % d == 0).max().expect("1 divides both");
        assert_eq!(codes(&text), ["MixedCycle"]);
        for horizon in 0..2 * (p + q) {
            assert_eq!(total(&text, horizon), horizon < p + q - gcd + 1, "p = {p}, q = {q}, N = {horizon}");
        }
    }
}

/// No simple cycle of weight 0, and yet ⊥ from N = 2 on.
#[test]
fn no_zero_simple_cycle_is_too_weak() {
    let text = "node main() returns (x: int) let x = 1 + (0 fby x) + (x eby 0); tel";
    assert_eq!(codes(text), ["MixedCycle"]);
    assert_eq!([0, 1, 2, 3].map(|horizon| total(text, horizon)), [true, true, false, false]);
}

/// Both directions in one cycle, and yet fine.
#[test]
fn no_mixing_is_too_strong() {
    let text = "node main() returns (y: int) let y = 1 fby 2 fby (y eby 9); tel";
    assert_eq!(codes(text), [""; 0]);
    assert!((0..10).all(|horizon| total(text, horizon)));
}

/// The cycle of the message: its equations in order, each reading the next one, and the weights.
#[test]
fn cycles_are_told_equation_by_equation() {
    let text = "node main(x: int) returns (a: int) var b, c: int; let a = b + x; b = 0 fby c * 2; c = post a <- 0; tel";
    let program = parse(text).expect("it is well formed");
    let errors = check(&program, "main", Horizon::Finite).expect_err("a → b → c → a weighs 0");
    let [error] = errors.as_slice() else { panic!("one error: {errors:?}") };
    let notes: Vec<String> = error.diagnostic().notes.into_iter().map(|note| note.message).collect();
    assert_eq!(error.code(), "MixedCycle");
    assert_eq!(notes.len(), 4, "{notes:?}");
    for step in
        ["`a` reads `b` at the same tick", "`b` reads `c` 1 tick earlier (fby)", "`c` reads `a` 1 tick later (post)"]
    {
        assert!(notes.iter().any(|note| note == step), "{step}: {notes:?}");
    }
}
