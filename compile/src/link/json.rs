//! JSON: nested lists of numbers, or of strings such as `"2/3"`.

use super::{Numbers, Tensor, volume};
use serde_json::Value;

pub(super) fn read(bytes: &[u8]) -> Result<Tensor, String> {
    let value: Value = serde_json::from_slice(bytes).map_err(|e| format!("this is no JSON: {e}"))?;
    let mut shape = Vec::new();
    let mut first = &value;
    while let Value::Array(items) = first {
        shape.push(items.len());
        match items.first() {
            Some(item) => first = item,
            None => break,
        }
    }
    let mut written = Vec::with_capacity(volume(&shape)?);
    flatten(&value, &shape, &mut written)?;
    Ok(Tensor { shape, numbers: Numbers::Written(written) })
}

/// (The parser of JSON limits the depth.)
fn flatten(value: &Value, shape: &[usize], written: &mut Vec<String>) -> Result<(), String> {
    match (value, shape.split_first()) {
        (Value::Array(items), Some((n, inner))) if items.len() == *n => {
            items.iter().try_for_each(|item| flatten(item, inner, written))
        }
        (Value::Array(_), _) => Err("the lists are of different lengths".into()),
        (Value::Number(x), None) => {
            written.push(x.to_string());
            Ok(())
        }
        (Value::String(x), None) => {
            written.push(x.clone());
            Ok(())
        }
        (other, _) => Err(format!("expected nested lists of numbers, found {other}").chars().take(200).collect()),
    }
}
