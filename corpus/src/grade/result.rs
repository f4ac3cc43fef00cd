//! Results, verb by verb.

use super::tree::{difference, shorten};
use crate::ast::{of_term, to_type};
use crate::case::{Case, Language, Verb, code};
use crate::number::Comparison;
use cajal_semantics::cajal::parse;
use cajal_semantics::cajal::syntax::ItemKind;
use cajal_semantics::cajal::types::Ty;
use dashu_ratio::RBig;
use serde_json::{Map, Value, json};

/// Does the answer to `equiv` say that it has none?
pub(super) fn is_unknown(verb: Verb, found: &Map<String, Value>) -> bool {
    verb == Verb::Equiv && found.get("verdict") == Some(&json!("unknown"))
}

/// Is the result that was found the expected one?
pub(super) fn compare(
    case: &Case,
    expected: &Value,
    found: &Map<String, Value>,
    comparison: &Comparison,
) -> Result<(), String> {
    let Some(expected) = expected.as_object() else {
        return Err("BUG in the case: the expected result is no object".into());
    };
    for (key, expected) in expected {
        match (case.question.language, case.question.verb, key.as_str()) {
            (Language::Cajal, Verb::Check, "type") => compare_types(expected, need(found, key)?)?,
            (Language::Cajal, Verb::Check, "defs") => {
                let found = need(found, key)?;
                for (name, ty) in expected.as_object().into_iter().flatten() {
                    let found = found.get(name).ok_or_else(|| format!("no type is given for `{name}`"))?;
                    compare_types(ty, found)?;
                }
            }
            (Language::Cajal, Verb::Eval, "value") => compare_values(expected, need(found, key)?)?,
            (Language::Cajal, Verb::Realise, "series") => {
                let length = expected.as_array().map_or(0, Vec::len);
                let series =
                    if found.contains_key("series") { need(found, key)?.clone() } else { series(found, length)? };
                agree(expected, &series, comparison)?;
            }
            // Not every implementation knows them.
            (Language::Stream, Verb::Check, "latency") => {
                if let Some(found) = found.get(key) {
                    compare_named(expected, found, comparison)?;
                }
            }
            (Language::Stream, Verb::Check, "sweeps") => {
                if let Some(found) = found.get(key) {
                    agree(expected, found, comparison)?;
                }
            }
            (Language::Stream, Verb::Eval, "at") => compare_at(expected, need(found, "outputs")?, comparison)?,
            (_, Verb::Grad, "grads") | (Language::Stream, Verb::Eval, "outputs") => {
                compare_named(expected, need(found, key)?, comparison)?;
            }
            (Language::Cajal, Verb::Denote | Verb::Run, "value") | (Language::Cajal, Verb::Equiv, "verdict") => {
                agree(expected, need(found, key)?, comparison)?;
            }
            (
                _,
                Verb::Check | Verb::Eval | Verb::Denote | Verb::Run | Verb::Grad | Verb::Realise | Verb::Equiv,
                other,
            ) => return Err(format!("BUG in the case: `{}` has no result `{other}`", case.question.verb.name())),
        }
    }
    Ok(())
}

fn need<'a>(found: &'a Map<String, Value>, key: &str) -> Result<&'a Value, String> {
    found.get(key).ok_or_else(|| format!("the result has no `{key}`: {}", shorten(&json!(found))))
}

fn agree(expected: &Value, found: &Value, comparison: &Comparison) -> Result<(), String> {
    difference(expected, found, comparison).map_or(Ok(()), Err)
}

/// Streams, gradients or latencies by name; more of them than expected are no fault.
fn compare_named(expected: &Value, found: &Value, comparison: &Comparison) -> Result<(), String> {
    for (name, expected) in expected.as_object().into_iter().flatten() {
        let found = found.get(name).ok_or_else(|| format!("nothing is given for `{name}`"))?;
        agree(expected, found, comparison).map_err(|difference| format!("`{name}`: {difference}"))?;
    }
    Ok(())
}

/// `{"y": {"3": v}}`: the values of some outputs at some ticks.
fn compare_at(expected: &Value, found: &Value, comparison: &Comparison) -> Result<(), String> {
    for (name, ticks) in expected.as_object().into_iter().flatten() {
        for (tick, expected) in ticks.as_object().into_iter().flatten() {
            let found = found.get(name).and_then(|stream| stream.get(tick.parse::<usize>().ok()?));
            let found = found.ok_or_else(|| format!("`{name}` has no tick {tick}"))?;
            agree(expected, found, comparison).map_err(|difference| format!("`{name}`: {difference} at [{tick}]"))?;
        }
    }
    Ok(())
}

fn compare_types(expected: &Value, found: &Value) -> Result<(), String> {
    let right = read_type(expected).ok_or_else(|| format!("BUG in the case: {expected} is no type"))?;
    match read_type(found) {
        Some(ty) if ty == right => Ok(()),
        Some(ty) => Err(format!("expected the type {right}, found {ty}")),
        None => Err(format!("expected the type {right}, found {}, which is no type", shorten(found))),
    }
}

/// A type, as text or as a list of tokens.
fn read_type(value: &Value) -> Option<Ty> {
    if let Value::String(text) = value {
        let (program, errors) = parse::parse(&format!("extern x : {text}"));
        let item = program.items.first().filter(|item| errors.is_empty() && matches!(item.kind, ItemKind::Extern))?;
        return Some(item.binder.ty.clone()).filter(|_| program.items.len() == 1 && program.main.is_none());
    }
    to_type(&value.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?).ok()
}

/// Values: booleans and numbers as they are written, functions up to the names of variables.
fn compare_values(expected: &Value, found: &Value) -> Result<(), String> {
    let agree = match (expected, found) {
        (Value::String(e), Value::String(f)) if e.trim() == f.trim() => true,
        _ => match (read_value(expected), read_value(found)) {
            (Some(e), Some(f)) => e == f,
            _ => false,
        },
    };
    let wrong = || format!("expected the value {}, found {}", shorten(expected), shorten(found));
    if agree { Ok(()) } else { Err(wrong()) }
}

/// A value, as source text or as code, without the names of its binders.
fn read_value(value: &Value) -> Option<Vec<Vec<String>>> {
    let mut code = match value {
        Value::String(text) => of_term(&parse::term(text).ok()?, &[]),
        _ => code(value)?,
    };
    for instruction in &mut code {
        if let [word, hint, ..] = &mut instruction[..]
            && (word == "lam" || word == "iter")
        {
            hint.clear();
        }
    }
    Some(code)
}

/// C b, C A b, C A² b, …: the series of a state-space form.
fn series(found: &Map<String, Value>, length: usize) -> Result<Value, String> {
    let matrix = |key: &str| -> Result<Vec<Vec<RBig>>, String> {
        let rows = need(found, key)?.as_array().ok_or_else(|| format!("`{key}` is no matrix"))?;
        rows.iter().map(|row| numbers(row).ok_or_else(|| format!("`{key}` is no matrix of numbers"))).collect()
    };
    let (a, c) = (matrix("A")?, matrix("C")?);
    let mut state = numbers(need(found, "b")?).ok_or("`b` is no vector of numbers")?;
    let dimension = state.len();
    if a.len() != dimension || a.iter().chain(&c).any(|row| row.len() != dimension) {
        return Err(format!("the shapes of A, b and C do not fit: b has {dimension} entries"));
    }
    let product = |m: &[Vec<RBig>], v: &[RBig]| -> Vec<RBig> {
        m.iter().map(|row| row.iter().zip(v).fold(RBig::ZERO, |sum, (x, y)| sum + x * y)).collect()
    };
    let mut columns = Vec::with_capacity(length);
    for _ in 0..length {
        columns.push(json!(product(&c, &state).iter().map(RBig::to_string).collect::<Vec<_>>()));
        state = product(&a, &state);
    }
    Ok(Value::Array(columns))
}

/// A list of exact numbers.
fn numbers(value: &Value) -> Option<Vec<RBig>> {
    value.as_array()?.iter().map(|n| crate::number::Number::parse(n.as_str()?)?.exact()).collect()
}
