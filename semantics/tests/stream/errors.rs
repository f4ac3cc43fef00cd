//! Every class of errors: minimal programs, with the place of the error.

use cajal_semantics::stream::error::Error;
use cajal_semantics::stream::{Horizon, check, parse};

/// The codes of a program's errors, each with the text at its place.
fn errors(text: &str) -> Vec<(&'static str, &str)> {
    let checked = parse(text).and_then(|program| check(&program, "main", Horizon::Finite).map(drop));
    let found = checked.err().into_iter().flatten();
    found.map(|error: Error| (error.code(), &text[error.span().range()])).collect()
}

/// The errors of a node `main(x: int; c: bool; v: real[3])` with these declarations and equations.
fn in_main<'a>(text: &'a mut String, outputs: &str, equations: &str) -> Vec<(&'static str, &'a str)> {
    *text = format!("node main(x: int; c: bool; v: real[3]) returns ({outputs}) let {equations} tel");
    errors(text)
}

macro_rules! rejected {
    ($($name:ident: $outputs:literal, $equations:literal => $expected:expr;)*) => {
        $(#[test]
        fn $name() {
            assert_eq!(in_main(&mut String::new(), $outputs, $equations), $expected);
        })*
    };
}

rejected! {
    syntax_missing_semicolon: "y: int", "y = x" => [("SyntaxError", "tel")];
    syntax_chained_comparison: "y: bool", "y = 1 < x < 3;" => [("SyntaxError", "<")];
    syntax_mixed_temporal: "y: int", "y = 1 fby x -> 2;" => [("SyntaxError", "->")];
    syntax_mixed_directions: "y: int", "y = 1 fby x eby 2;" => [("SyntaxError", "eby")];
    syntax_character: "y: int", "y = x ? 1;" => [("SyntaxError", "?"), ("SyntaxError", "1")];
    syntax_integer: "y: int", "y = 9223372036854775808;" => [("SyntaxError", "9223372036854775808")];
    syntax_several: "y, z: int", "y = ; z = 1 +; y = x;" => [("SyntaxError", ";"), ("SyntaxError", ";")];
    type_implicit_conversion: "y: real", "y = x;" => [("TypeError", "x")];
    type_condition: "y: int", "y = if x then 1 else 2;" => [("TypeError", "x")];
    type_branches: "y: int", "y = if c then 1 else 2.0;" => [("TypeError", "2.0")];
    type_logic: "y: bool", "y = c and x;" => [("TypeError", "c and x")];
    type_order_of_booleans: "y: bool", "y = c < c;" => [("TypeError", "c < c")];
    type_shapes: "y: real[3]", "y = v + [1.0, 2.0];" => [("TypeError", "v + [1.0, 2.0]")];
    type_product: "y: real[3]", "y = v @ v;" => [("TypeError", "v @ v")];
    type_real_modulo: "y: real", "y = 1.0 mod 2.0;" => [("TypeError", "1.0 mod 2.0")];
    type_sum_of_scalar: "y: int", "y = sum(x);" => [("TypeError", "sum(x)")];
    type_ragged: "y: real[2]", "y = [[1.0], [1.0, 2.0]];" => [("TypeError", "[[1.0], [1.0, 2.0]]")];
    type_mixed_literal: "y: real[2]", "y = [1.0, 2];" => [("TypeError", "[1.0, 2]")];
    type_onehot: "y: real[3]", "y = onehot(x, x);" => [("TypeError", "x")];
    type_empty_axis: "y: real[0]", "y = v;" => [("TypeError", "real[0]")];
    type_arity: "y: real", "y = tanh(1.0, 2.0);" => [("TypeError", "tanh(1.0, 2.0)")];
    type_not_a_call: "y, z: int", "(y, z) = x;" => [("TypeError", "(y, z) = x;")];
    name_variable: "y: int", "y = zz;" => [("UnboundName", "zz")];
    name_target: "y: int", "y = x; zz = x;" => [("UnboundName", "zz")];
    name_node: "y: int", "y = g(x);" => [("UnboundName", "g")];
    name_no_equation: "y, z: int", "y = x;" => [("UnboundName", "z")];
    duplicate_equation: "y: int", "y = x; y = x;" => [("DuplicateDefinition", "y")];
    duplicate_input: "y: int", "y = x; x = 1;" => [("DuplicateDefinition", "x")];
    duplicate_declaration: "y, y: int", "y = x;" => [("DuplicateDefinition", "y")];
    clock_mix: "y: int", "y = x + (x when c);" => [("ClockError", "(x when c)")];
    clock_result: "y: int", "y = x when c;" => [("ClockError", "x when c")];
    clock_branch: "y: int", "y = merge(c, x when c, x when c);" => [("ClockError", "x when c")];
    uninitialized_first: "y: int", "y = pre x;" => [("Uninitialized", "pre x")];
    uninitialized_last: "y: int", "y = 0 -> post x;" => [("Uninitialized", "0 -> post x")];
    uninitialized_branch: "y: int", "y = merge(c, pre (x when c), 0);" => [("Uninitialized", "pre (x when c)")];
    instantaneous: "y: int", "y = y + 1;" => [("InstantaneousCycle", "y + 1")];
    instantaneous_boundary: "y: int", "y = y fby 1;" => [("InstantaneousCycle", "y fby 1")];
    mixed: "y: int", "y = (0 fby y) + (y eby 0);" => [("MixedCycle", "(0 fby y) + (y eby 0)")];
}

#[test]
fn nodes() {
    let twice = "node f() returns (y: int) let y = 1; tel node f() returns (y: int) let y = 1; tel
        node main() returns (y: int) let y = f(); tel";
    assert_eq!(errors(twice), [("DuplicateDefinition", "f")]);
    let circle = "node f(x: int) returns (y: int) let y = g(x); tel node g(x: int) returns (y: int) let y = f(x); tel
        node main() returns (y: int) let y = f(1); tel";
    assert_eq!(errors(circle), [("RecursiveNode", "g(x)")]);
    assert_eq!(errors("node f() returns (y: int) let y = 1; tel"), [("UnboundName", "")]);
    let results = "node f() returns (y, z: int) let y = 1; z = 2; tel node main() returns (y: int) let y = f(); tel";
    assert_eq!(errors(results), [("TypeError", "f()")]);
    let escapes = "node f(x: int) returns (y: int when k) var k: bool; let k = x > 0; y = x when k; tel
        node main(x: int) returns (y: int) var z: int; let z = f(x); y = x; tel";
    assert_eq!(errors(escapes), [("ClockError", "f(x)")]);
    let input_clock = "node main(x: int when k) returns (k: bool) let k = true; tel";
    assert_eq!(errors(input_clock), [("ClockError", "k")]);
    let unused = "node f(x: int) returns (y: int) let y = y; tel node main(x: int) returns (y: int) let y = x; tel";
    assert_eq!(errors(unused), [("InstantaneousCycle", "y")]);
}

/// Independent errors of one phase are all reported.
#[test]
fn all_errors_of_a_phase() {
    let text =
        "node f(x: int) returns (y: real) let y = x; tel node main(x: int) returns (y: bool) let y = x and x; tel";
    assert_eq!(errors(text), [("TypeError", "x"), ("TypeError", "x and x")]);
}
