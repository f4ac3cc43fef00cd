//! Deep, long and large programs: no recursion limits, no quadratic blow-up. Each test takes seconds at most; a
//! quadratic phase would take minutes.

use cajal_semantics::stream::denote::{Sample, demand};
use cajal_semantics::stream::error::Error;
use cajal_semantics::stream::value::Value;
use cajal_semantics::stream::{Checked, Horizon, check, parse, print};
use std::fmt::Write;

const EQUATIONS: usize = 10_000;

fn accepted(text: &str) -> Checked {
    let program = parse(text).expect("it is well formed");
    check(&program, "main", Horizon::Finite).expect("it is accepted")
}

fn last_sample(checked: &Checked, horizon: usize) -> Sample {
    let system = checked.system();
    let outputs = demand::denote(system, &[], horizon, &system.outputs).expect("there are no inputs");
    outputs[0].last().expect("a tick").clone()
}

/// A node with variables v0, …, each defined in terms of the one before, around a cycle.
fn ring(link: impl Fn(usize, usize) -> String) -> String {
    let names: Vec<String> = (0..EQUATIONS).map(|i| format!("v{i}")).collect();
    let mut text = format!("node main() returns (v0: int) var {}: int; let\n", names[1..].join(", "));
    for i in 0..EQUATIONS {
        writeln!(text, "v{i} = {};", link(i, (i + 1) % EQUATIONS)).expect("writing to a string");
    }
    text + "tel"
}

#[test]
fn a_large_forward_cycle() {
    let checked = accepted(&ring(|i, next| if i == 0 { format!("0 fby v{next} + 1") } else { format!("v{next}") }));
    assert_eq!(last_sample(&checked, 5), Sample::Present(Value::Int(4)));
    assert_eq!(checked.sweeps(), 1);
}

#[test]
fn a_large_cycle_of_both_directions() {
    // + + − + + − …: weight one third of the number of equations.
    let text = ring(|i, next| if i % 3 == 2 { format!("v{next} eby 1") } else { format!("2 fby v{next}") });
    assert_eq!(accepted(&text).sweeps(), 1);
}

#[test]
fn a_large_cycle_of_weight_zero() {
    let text = ring(|i, next| if i % 2 == 1 { format!("v{next} eby 1") } else { format!("2 fby v{next}") });
    let errors = check(&parse(&text).expect("it is well formed"), "main", Horizon::Finite).expect_err("weight 0");
    assert_eq!(errors.iter().map(Error::code).collect::<Vec<_>>(), ["MixedCycle"]);
}

#[test]
fn an_undefined_tick_in_a_large_cycle() {
    let text = ring(|i, next| if i == 0 { format!("pre v{next}") } else { format!("1 fby v{next}") });
    let errors = check(&parse(&text).expect("it is well formed"), "main", Horizon::Finite).expect_err("undefined");
    assert_eq!(errors.iter().map(Error::code).collect::<Vec<_>>(), ["Uninitialized"]);
}

#[test]
fn a_long_chain_of_clocks() {
    let n = 2_000;
    let mut text = String::from("node main() returns (y: int) var c0: bool;\n");
    for i in 1..n {
        writeln!(text, "c{i}: bool when c{};", i - 1).expect("writing to a string");
    }
    text.push_str("let y = 1; c0 = true;\n");
    for i in 1..n {
        writeln!(text, "c{i} = true -> not pre c{i};").expect("writing to a string");
    }
    assert_eq!(last_sample(&accepted(&(text + "tel")), 3), Sample::Present(Value::Int(1)));
}

#[test]
fn a_long_chain_of_nested_restarts() {
    let n = 1_000;
    let mut text = String::from("node f0(x: int; r: bool) returns (y: int) let y = x + (0 fby y); tel\n");
    for i in 1..n {
        let inner = i - 1;
        writeln!(text, "node f{i}(x: int; r: bool) returns (y: int) let y = restart f{inner}(x, r) every r; tel")
            .expect("writing to a string");
    }
    let outer = n - 1;
    write!(text, "node main() returns (y: int) var r: bool; let r = false fby true; y = f{outer}(1, r); tel")
        .expect("writing to a string");
    assert_eq!(last_sample(&accepted(&text), 4), Sample::Present(Value::Int(1)));
}

#[test]
fn deep_expressions() {
    let n = 50_000;
    for e in [
        format!("{}1{}", "(".repeat(n), ")".repeat(n)),
        format!("{}1", "1 + ".repeat(n)),
        format!("{}1{}", "(1 + ".repeat(n), ")".repeat(n)),
        format!("{}1", "- ".repeat(n)),
        format!("{}1", "if true then 1 else ".repeat(n)),
        format!("{}1", "1 fby ".repeat(n)),
        format!("1{}", " eby 1".repeat(n)),
    ] {
        let text = format!("node main() returns (y: int) let y = {e}; tel");
        let program = parse(&text).expect("it is well formed");
        assert_eq!(parse(&print(&program, 100)), Ok(program.clone()));
        check(&program, "main", Horizon::Finite).expect("it is accepted");
    }
}

#[test]
fn too_deep_is_an_error() {
    let n = 300_000;
    for e in [
        format!("{}1{}", "(".repeat(n), ")".repeat(n)),
        format!("{}1", "1 + ".repeat(n)),
        format!("{}1.0{}", "[".repeat(n), "]".repeat(n)),
    ] {
        let errors = parse(&format!("node main() returns (y: int) let y = {e}; tel")).expect_err("too deep");
        assert_eq!(errors.iter().map(Error::code).collect::<Vec<_>>(), ["SyntaxError"]);
    }
}

#[test]
fn exponential_inlining_is_a_limit() {
    let mut text = String::from("node f0(x: int) returns (y: int) let y = x + 1; tel\n");
    for i in 1..40 {
        let inner = i - 1;
        writeln!(text, "node f{i}(x: int) returns (y: int) let y = f{inner}(f{inner}(x)); tel").expect("a string");
    }
    text.push_str("node main() returns (y: int) let y = f39(0); tel");
    let errors = check(&parse(&text).expect("it is well formed"), "main", Horizon::Finite).expect_err("too large");
    assert_eq!(errors.iter().map(Error::code).collect::<Vec<_>>(), ["size-limit"]);
}

#[test]
fn long_horizons() {
    let forward = accepted("node main() returns (n: int) let n = 0 fby n + 1; tel");
    assert_eq!(last_sample(&forward, 100_000), Sample::Present(Value::Int(99_999)));
    // A slow clock that ticks at both ends only: one long scan.
    let slow = "node main() returns (y: int) var c: bool; z: int when c;
        let c = true -> (false <- true); z = 5 fby z + 1; y = merge(c, z, 0); tel";
    assert_eq!(last_sample(&accepted(slow), 100_000), Sample::Present(Value::Int(6)));
}
