//! Values of streams as JSON: numbers and booleans, tensors as nested lists. JSON has no NaN and no infinities: they are
//! the strings "NaN", "inf" and "-inf".

use cajal_semantics::stream::denote::Sample;
use cajal_semantics::stream::value::{Elements, Scalar, Type, Value};
use serde_json::{Value as Json, json};

/// A value as JSON.
pub(super) fn json(value: &Value) -> Json {
    match value {
        Value::Bool(b) => json!(b),
        Value::Int(n) => json!(n),
        Value::Real(x) => real(*x),
        Value::Tensor(tensor) => {
            let leaves: Vec<Json> = match &tensor.elements {
                Elements::Bool(e) => e.iter().map(|b| json!(b)).collect(),
                Elements::Int(e) => e.iter().map(|n| json!(n)).collect(),
                Elements::Real(e) => e.iter().map(|x| real(*x)).collect(),
            };
            nested(leaves, &tensor.shape)
        }
    }
}

/// Groups the elements by the last axis, then these rows by the axis before it, and so on.
fn nested(leaves: Vec<Json>, shape: &[usize]) -> Json {
    let level = |parts: Vec<Json>, axis: &usize| {
        parts.chunks(*axis).map(|row| Json::Array(row.to_vec())).collect::<Vec<Json>>()
    };
    shape.iter().rev().fold(leaves, level).pop().expect("BUG: the elements fill the shape")
}

fn real(x: f64) -> Json {
    if x.is_finite() {
        json!(x)
    } else if x.is_nan() {
        json!("NaN")
    } else {
        json!(if x > 0.0 { "inf" } else { "-inf" })
    }
}

/// A sample as JSON: null is absent, "_|_" undefined.
pub(super) fn sample(sample: &Sample) -> Json {
    match sample {
        Sample::Undefined => json!("_|_"),
        Sample::Absent => Json::Null,
        Sample::Present(value) => json(value),
    }
}

/// The value of a type that JSON text stands for; integers may stand for reals.
pub(super) fn value(json: &Json, ty: &Type) -> Option<Value> {
    let mut leaves = vec![];
    flatten(json, &ty.shape, &mut leaves)?;
    let elements = match ty.scalar {
        Scalar::Bool => Elements::Bool(leaves.into_iter().map(Json::as_bool).collect::<Option<_>>()?),
        Scalar::Int => Elements::Int(leaves.into_iter().map(Json::as_i64).collect::<Option<_>>()?),
        Scalar::Real => Elements::Real(leaves.into_iter().map(real_of).collect::<Option<_>>()?),
    };
    Value::from_elements(ty.shape.clone(), elements)
}

/// The elements of nested lists of exactly this shape. (The depth is that of the type, at most its greatest rank.)
fn flatten<'a>(json: &'a Json, shape: &[usize], leaves: &mut Vec<&'a Json>) -> Option<()> {
    match (shape.split_first(), json) {
        (None, leaf) => {
            leaves.push(leaf);
            Some(())
        }
        (Some((axis, inner)), Json::Array(items)) if items.len() == *axis => {
            items.iter().try_for_each(|item| flatten(item, inner, leaves))
        }
        (Some(_), _) => None,
    }
}

fn real_of(json: &Json) -> Option<f64> {
    if let Some(name) = json.as_str() {
        return match name {
            "NaN" => Some(f64::NAN),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            _ => None,
        };
    }
    json.as_f64()
}
