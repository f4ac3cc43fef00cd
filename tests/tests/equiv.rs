//! `cajal equiv` and its certificates: what must be decided, and that no corrupted certificate is accepted.

use cajal_semantics::source::Source;
use cajal_verify::certificate;
use cajal_verify::decide::{Counterexample, Method, Side, Verdict, equiv};
use serde_json::Value;

fn side(text: &str) -> Side {
    Side::new(Source::new("test.cj", text), None).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// Equal, with a certificate that the checker accepts; the certificate is returned.
fn equal(a: &str, b: &str) -> Value {
    match equiv(&side(a), &side(b), 5) {
        Verdict::Equal { certificate, .. } => {
            let certificate = certificate.to_json();
            certificate::check(&certificate.to_string()).unwrap_or_else(|e| panic!("{a}\n{b}\n{e}"));
            certificate
        }
        other => panic!("{a}\n{b}\n{other:?}"),
    }
}

fn different(a: &str, b: &str) -> (Method, Counterexample) {
    match equiv(&side(a), &side(b), 5) {
        Verdict::Different { method, counterexample } => (method, counterexample),
        other => panic!("{a}\n{b}\n{other:?}"),
    }
}

const DEFS: &str = "
    def not : 2 -o 2 = \\x:2. if x then ff else tt
    def even : N -o 2 = \\n:N. iter { tt | y -> not y } (n)
    def xnor : 2 -o 2 -o 2 = \\x:2. \\y:2. if x then y else not y ";

fn with_defs(main: &str) -> String {
    format!("{DEFS} {main}")
}

#[test]
fn parity_written_three_ways() {
    let loops = with_defs("main = even");
    let functions = with_defs("main = \\n:N. iter { \\b:2. b | y -> \\b:2. y (not b) } (n) tt");
    let negated = with_defs("main = \\n:N. not (iter { ff | y -> if y then ff else tt } (n))");
    equal(&loops, &functions);
    equal(&functions, &negated);
    equal(&negated, &loops);
}

#[test]
fn two_negations_are_none() {
    equal(&with_defs("main = \\n:N. iter { tt | y -> not (not y) } (n)"), "\\n:N. iter { tt | y -> y } (n)");
}

/// A counter modulo 2 against one modulo 3, both asking for 0: they differ first at 2.
#[test]
fn cycles_of_different_lengths() {
    let cycle = |rotate: &str| {
        format!(
            "input n : N  iter {{ \\a:2. \\b:2. \\c:2. if b then (if c then a else a) else (if c then a else a)
                              | s -> \\a:2. \\b:2. \\c:2. {rotate} }} (n) tt ff ff"
        )
    };
    let (method, found) = different(&cycle("s b a c"), &cycle("s b c a"));
    assert_eq!(method, Method::Series);
    assert_eq!(found.inputs, [("n".into(), "2".into())]);
    assert_eq!((found.left.as_str(), found.right.as_str()), ("[1, 0]", "[0, 1]"));
}

/// A shift register of k bits, all ff, into which tt is shifted: ff at the first k counts, and tt from then on.
fn register(k: usize) -> String {
    let names: Vec<String> = (0..k).map(|i| format!("x{i}")).collect();
    let lambdas: String = names.iter().map(|x| format!("\\{x}:2. ")).collect();
    let erased = |kept: String| names[1..].iter().fold(kept, |e, x| format!("if {x} then ({e}) else ({e})"));
    let shifted: String = names[1..].iter().map(|x| format!(" {x}")).collect();
    let step = format!("if x0 then s{shifted} tt else s{shifted} tt");
    let first = if k == 1 { names[0].clone() } else { erased(names[0].clone()) };
    format!("input n : N  iter {{ {lambdas}{first} | s -> {lambdas}{step} }} (n){}", " ff".repeat(k))
}

#[test]
fn agreement_on_the_first_inputs_is_not_equality() {
    for k in 1..=5 {
        let (method, found) = different(&register(k), "input n : N  iter { ff | y -> y } (n)");
        assert_eq!((method, found.inputs), (Method::Series, vec![("n".into(), k.to_string())]));
    }
    let (_, found) = different(&register(5), &register(4));
    assert_eq!(found.inputs, [("n".into(), "4".into())]);
}

#[test]
fn several_counts() {
    let after = with_defs("input m : N  input n : N  main = iter { even m | y -> not y } (n)");
    let xor = with_defs("input m : N  input n : N  main = xnor (even m) (even n)");
    let swapped = with_defs("input m : N  input n : N  main = iter { even n | y -> not y } (m)");
    equal(&after, &xor);
    equal(&after, &swapped);
    let wrong = with_defs("input m : N  input n : N  main = xnor (even m) (iter { tt | y -> y } (n))");
    assert_eq!(different(&after, &wrong).1.inputs, [("m".into(), "0".into()), ("n".into(), "1".into())]);
}

#[test]
fn higher_order_at_types_without_n() {
    let direct = with_defs("main = \\f:2 -o 2. \\x:2. f (not (not x))");
    equal(&direct, "\\f:2 -o 2. \\x:2. f x");
    let twice = with_defs("main = \\f:(2 -o 2) -o 2. f (\\x:2. not x)");
    equal(&twice, &with_defs("main = \\f:(2 -o 2) -o 2. f not"));
    let (method, found) = different("\\f:2 -o 2. if f tt then tt else tt", "\\f:2 -o 2. if f ff then tt else tt");
    assert_eq!((method, found.inputs), (Method::Matrices, vec![("f".into(), "[[1, 0], [0, 0]]".into())]));
}

#[test]
fn results_of_type_n() {
    equal(
        &with_defs("main = \\n:N. \\b:2. if b then succ n else n"),
        &with_defs("main = \\n:N. \\b:2. if not b then n else succ n"),
    );
    let (_, found) = different("\\n:N. \\b:2. if b then succ n else n", "\\n:N. \\b:2. if b then n else n");
    assert_eq!(found.inputs[1], ("b".into(), "tt".into()));
    different("\\n:N. succ n", "\\n:N. iter { 1 | y -> y } (n)");
}

#[test]
fn what_is_not_decided_is_unknown_with_its_bound() {
    let add = "\\m:N. \\n:N. iter { m | y -> succ y } (n)";
    let swapped = "\\m:N. \\n:N. iter { n | y -> succ y } (m)";
    match equiv(&side(add), &side(swapped), 7) {
        Verdict::Unknown { bound, .. } => assert_eq!(bound, Some(7)),
        other => panic!("{other:?}"),
    }
    let (method, found) = different(add, "\\m:N. \\n:N. iter { n | y -> y } (m)");
    assert_eq!((method, found.inputs), (Method::Bounded, vec![("m".into(), "1".into()), ("n".into(), "0".into())]));
}

/// A state of 64 dimensions: five bits that are rotated.
#[test]
fn large_states() {
    let rotated = |steps: &str| {
        let bits = "\\a:2. \\b:2. \\c:2. \\d:2. \\e:2.";
        let keep = "if b then (if c then (if d then (if e then a else a) else (if e then a else a)) else (if d then (if e \
                    then a else a) else (if e then a else a))) else (if c then (if d then (if e then a else a) else (if e \
                    then a else a)) else (if d then (if e then a else a) else (if e then a else a)))";
        format!("\\n:N. iter {{ {bits} {keep} | s -> {bits} {steps} }} (n)")
    };
    let once = rotated("s b c d e a");
    equal(&once, &rotated("(\\t:2 -o 2 -o 2 -o 2 -o 2 -o 2. t b c d e a) s"));
    assert_eq!(different(&once, &rotated("s c d e a b")).1.inputs[0], ("n".into(), "1".into()));
}

/// Every string and number of a certificate, changed in several ways; every entry of a list dropped or doubled.
fn corruptions(value: &Value) -> Vec<Value> {
    let mut found = match value {
        Value::String(s) => {
            let mut changed = vec![Value::String(format!("{s}1")), Value::String(String::new()), Value::Null];
            if let Ok(n) = s.parse::<i64>() {
                changed.extend([Value::String((n + 1).to_string()), Value::String(format!("{}/7", n * 7 + 1))]);
            }
            changed
        }
        Value::Number(n) => vec![Value::from(n.as_u64().unwrap_or(0) + 1), Value::Null],
        Value::Null => vec![Value::from("x")],
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => vec![],
    };
    if let Value::Array(items) = value {
        for i in 0..items.len() {
            let mut dropped = items.clone();
            dropped.remove(i);
            let mut doubled = items.clone();
            doubled.insert(i, items[i].clone());
            found.extend([Value::Array(dropped), Value::Array(doubled)]);
            for item in corruptions(&items[i]) {
                let mut changed = items.clone();
                changed[i] = item;
                found.push(Value::Array(changed));
            }
        }
    }
    if let Value::Object(fields) = value {
        for (name, field) in fields {
            // How the files were called proves nothing.
            if name == "name" {
                continue;
            }
            let mut dropped = fields.clone();
            dropped.remove(name);
            found.push(Value::Object(dropped));
            for item in corruptions(field) {
                let mut changed = fields.clone();
                changed[name] = item;
                found.push(Value::Object(changed));
            }
        }
        let mut added = fields.clone();
        added.insert("remark".into(), Value::Null);
        found.push(Value::Object(added));
    }
    found
}

#[test]
fn corrupted_certificates_are_rejected() {
    let mut tried = 0;
    for certificate in [
        equal(&with_defs("main = even"), &with_defs("main = \\n:N. not (not (even n))")),
        equal(
            &with_defs("input m : N  input n : N  main = iter { even m | y -> not y } (n)"),
            &with_defs("input m : N  input n : N  main = xnor (even m) (even n)"),
        ),
        equal(
            &with_defs("main = \\n:N. \\b:2. if b then succ n else n"),
            &with_defs("main = \\n:N. \\b:2. if not b then n else succ n"),
        ),
    ] {
        for corrupted in corruptions(&certificate) {
            // A change of a program may leave what it means.
            let harmless = ["left", "right"].iter().any(|s| corrupted[s]["source"] != certificate[s]["source"]);
            if corrupted == certificate || harmless && certificate::check(&corrupted.to_string()).is_ok() {
                continue;
            }
            tried += 1;
            assert!(certificate::check(&corrupted.to_string()).is_err(), "accepted: {corrupted}");
        }
    }
    assert!(tried >= 600, "only {tried} corruptions were tried");
}

#[test]
fn a_certificate_for_other_programs_is_rejected() {
    let mut certificate = equal(&with_defs("main = even"), &with_defs("main = \\n:N. not (not (even n))"));
    certificate["right"]["source"] = Value::from(with_defs("main = \\n:N. not (even n)"));
    assert!(certificate::check(&certificate.to_string()).is_err());
}
