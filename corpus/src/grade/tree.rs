//! Vectors, matrices and streams as nested JSON: lists of strings, and `{"support": {index: …}}` for sequences.

use crate::number::Comparison;
use serde_json::{Map, Value};

/// The first difference between two trees, as a path and what stands there; none if they agree.
pub(super) fn difference(expected: &Value, found: &Value, comparison: &Comparison) -> Option<String> {
    let mut path = String::new();
    let (e, f) = differ(expected, found, comparison, &mut path)?;
    Some(format!("expected {e}, found {f}{}", if path.is_empty() { String::new() } else { format!(" at {path}") }))
}

/// JSON from a file or from an answer is nested at most 128 deep: serde_json sees to it.
fn differ(expected: &Value, found: &Value, comparison: &Comparison, path: &mut String) -> Option<(String, String)> {
    let shown = || Some((shorten(expected), shorten(found)));
    if let (Some(e), Some(f)) = (support(expected), support(found)) {
        return sequences(&e, &f, comparison, path);
    }
    match (expected, found) {
        (Value::Array(e), Value::Array(f)) if e.len() == f.len() => e
            .iter()
            .zip(f)
            .enumerate()
            .find_map(|(i, (e, f))| at(path, &i.to_string(), |p| differ(e, f, comparison, p))),
        (Value::Array(e), Value::Array(f)) => {
            Some((format!("{} entries", e.len()), format!("{} ({})", f.len(), shorten(found))))
        }
        // A sequence that a list stands for, as long as the list.
        (Value::Array(e), Value::Object(_)) => match support(found).and_then(|f| dense(&f, e.len())) {
            Some(f) => differ(expected, &f, comparison, path),
            None => shown(),
        },
        (Value::Object(_), Value::Array(f)) => match support(expected) {
            Some(e) => {
                let f: Map<String, Value> = f.iter().enumerate().map(|(i, row)| (i.to_string(), row.clone())).collect();
                sequences(&e, &f, comparison, path)
            }
            None => shown(),
        },
        (Value::String(e), Value::String(f)) => {
            if comparison.agree(e, f) {
                None
            } else {
                shown()
            }
        }
        (_, Value::Number(n)) => Some((shorten(expected), format!("the JSON number {n}: numbers are strings"))),
        (Value::Null, Value::Null) => None,
        (
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_),
            _,
        ) => shown(),
    }
}

fn at<T>(path: &mut String, step: &str, inner: impl FnOnce(&mut String) -> Option<T>) -> Option<T> {
    let length = path.len();
    path.push_str(&format!("[{step}]"));
    let found = inner(path);
    if found.is_none() {
        path.truncate(length);
    }
    found
}

/// The entries of a sequence in sparse form.
fn support(value: &Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(fields) if fields.len() == 1 => fields.get("support")?.as_object().cloned(),
        _ => None,
    }
}

/// Sequences are equal where their entries are; one that is not there is zero.
fn sequences(
    e: &Map<String, Value>,
    f: &Map<String, Value>,
    comparison: &Comparison,
    path: &mut String,
) -> Option<(String, String)> {
    let indices = e.keys().chain(f.keys().filter(|n| !e.contains_key(*n)));
    indices.into_iter().find_map(|n| {
        let (e, f) = match (e.get(n), f.get(n)) {
            (Some(e), Some(f)) => (e.clone(), f.clone()),
            (Some(e), None) => (e.clone(), zero(e)),
            (None, Some(f)) => (zero(f), f.clone()),
            (None, None) => unreachable!("BUG: an index of neither sequence"),
        };
        at(path, n, |p| differ(&e, &f, comparison, p))
    })
}

/// Zeros in the shape of a row.
fn zero(row: &Value) -> Value {
    match row {
        Value::Array(entries) => Value::Array(entries.iter().map(zero).collect()),
        _ => Value::String("0".into()),
    }
}

/// The list of a sequence; none if an entry lies behind its end.
fn dense(support: &Map<String, Value>, length: usize) -> Option<Value> {
    let mut list = vec![zero(support.values().next().unwrap_or(&Value::Null)); length];
    for (n, row) in support {
        *list.get_mut(n.parse::<usize>().ok()?)? = row.clone();
    }
    Some(Value::Array(list))
}

/// A value, cut if it would fill the screen.
pub(super) fn shorten(value: &Value) -> String {
    const SHOWN: usize = 160;
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}
