//! Certificates for the equality of rational series, and their checker.
//!
//! The certificate carries the two programs, and for each part of their difference (one, except at a result of type N)
//! the linear representation (C, M₁ … Mₖ, B) and matrices E, F, K₁ … Kₖ with C = E·F, F·Mᵢ = Kᵢ·F and F·B = 0. The
//! checker types both programs, realises them, compares the representations entry by entry, and multiplies.

use super::Claim;
use crate::decide::Side;
use cajal_compile::realise::matrix::Matrix;
use cajal_compile::realise::series::{Series, ZeroProof};
use cajal_compile::realise::{Form, Input, Position, Realisation, Weights, realise};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::scalar::{Rat, Semiring};
use cajal_semantics::source::Source;
use dashu_int::UBig;
use serde_json::{Value, json};

/// The name of the format.
pub const FORMAT: &str = "cajal-series-certificate-1";

/// A proof that two programs denote the same map.
#[derive(Clone, Debug)]
pub struct Certificate {
    left: Side,
    right: Side,
    parts: Vec<(Difference, ZeroProof)>,
}

/// A part of the difference of two programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Where it stands in a result of type N.
    pub position: Option<Position>,
    /// The counts, one for each letter: all of them, in the order of the inputs.
    pub letters: Vec<Input>,
    /// The ranks of the other inputs.
    pub columns: Vec<usize>,
    /// The difference; zero everywhere if the programs are equal.
    pub series: Series,
    /// The largest constant in any position of either program.
    pub largest_shift: UBig,
}

/// The differences of two programs of one type, part by part. Both are equal iff every one is zero everywhere: parts at
/// different positions do not meet as long as the count in the one is large, and the form at a count does not depend on
/// that count.
pub fn differences(a: &Realisation, b: &Realisation) -> Vec<Difference> {
    let of_type = |nat: bool| (0..a.inputs.len()).filter(move |i| (a.inputs[*i].ty == Ty::Nat) == nat);
    let letters: Vec<Input> = of_type(true).map(Input).collect();
    let mut positions: Vec<_> = a.parts.iter().chain(&b.parts).map(|part| part.position.clone()).collect();
    positions.sort();
    positions.dedup();
    let shifts = positions.iter().flatten().map(|p| p.shift.clone());
    let largest_shift = shifts.max().unwrap_or_default();
    let find = |r: &Realisation, position: &Option<Position>| -> Option<Form> {
        r.parts.iter().find(|part| part.position == *position).map(|part| part.form.clone())
    };
    let difference = |position: Option<Position>| {
        let (x, y) = (find(a, &position), find(b, &position));
        let shape = x.as_ref().or(y.as_ref()).expect("BUG: a position is that of a part").clone();
        let zero = Series::zero(shape.rank(), letters.len(), shape.series.input.columns());
        let series = |form: Option<Form>| form.map_or_else(|| zero.clone(), |form| form.in_letters(&letters));
        Difference {
            series: series(x).minus(&series(y)),
            columns: shape.columns.iter().map(|(_, rank)| *rank).collect(),
            letters: letters.clone(),
            largest_shift: largest_shift.clone(),
            position,
        }
    };
    positions.into_iter().map(difference).collect()
}

impl Certificate {
    pub(crate) fn new(left: Side, right: Side, parts: Vec<(Difference, ZeroProof)>) -> Self {
        Certificate { left, right, parts }
    }

    /// The certificate as a file.
    pub fn to_json(&self) -> Value {
        let parts = self.parts.iter().map(|(difference, proof)| {
            let series = &difference.series;
            json!({
                "position": difference.position.as_ref().map(position_json),
                "difference": {
                    "output": matrix_json(&series.output),
                    "letters": series.letters.iter().map(matrix_json).collect::<Vec<_>>(),
                    "input": matrix_json(&series.input),
                },
                "invariant": matrix_json(&proof.invariant),
                "expression": matrix_json(&proof.expression),
                "transitions": proof.transitions.iter().map(matrix_json).collect::<Vec<_>>(),
            })
        });
        json!({
            "format": FORMAT,
            "left": side_json(&self.left),
            "right": side_json(&self.right),
            "parts": parts.collect::<Vec<_>>(),
        })
    }
}

fn side_json(side: &Side) -> Value {
    json!({ "name": side.source.name, "source": side.source.text, "definition": side.definition })
}

fn position_json(position: &Position) -> Value {
    json!({ "count": position.count.map(|c| c.0), "shift": position.shift.to_string() })
}

fn matrix_json(m: &Matrix) -> Value {
    let entries: Vec<Vec<String>> = (0..m.rows()).map(|i| m.row(i).iter().map(|x| Rat.show(x)).collect()).collect();
    json!({ "rows": m.rows(), "columns": m.columns(), "entries": entries })
}

/// Checks a certificate of this format.
pub(super) fn check(certificate: &Value) -> Result<Claim, String> {
    let only = |value: &Value, fields: &[&str]| match value.as_object() {
        Some(object) => match object.keys().find(|k| !fields.contains(&k.as_str())) {
            Some(unknown) => Err(format!("unknown field {unknown:?}")),
            None => Ok(()),
        },
        None => Err(format!("expected an object with the fields {}", fields.join(", "))),
    };
    only(certificate, &["format", "left", "right", "parts"])?;
    let side = |name: &str| -> Result<Side, String> {
        let value = field(certificate, name)?;
        only(value, &["name", "source", "definition"])?;
        let source = Source::new(string(value, "name")?, string(value, "source")?);
        let definition = match field(value, "definition")? {
            Value::Null => None,
            Value::String(name) => Some(name.clone()),
            _ => return Err("\"definition\" is neither a name nor null".into()),
        };
        Side::new(source, definition).map_err(|_| format!("the {name} program is not accepted"))
    };
    let (left, right) = (side("left")?, side("right")?);
    if left.signature() != right.signature() {
        return Err("the two programs have different types".into());
    }
    let realised = |side: &Side| realise(&side.checked, &side.term, &Weights::new()).map_err(|e| e.to_string());
    let differences = differences(&realised(&left)?, &realised(&right)?);
    let parts = field(certificate, "parts")?.as_array().ok_or("\"parts\" is not a list")?;
    if parts.len() != differences.len() {
        return Err(format!("the difference of the programs has {} parts, not {}", differences.len(), parts.len()));
    }
    for (number, (part, difference)) in parts.iter().zip(&differences).enumerate() {
        only(part, &["position", "difference", "invariant", "expression", "transitions"])?;
        if *field(part, "position")? != difference.position.as_ref().map_or(Value::Null, position_json) {
            return Err(format!("part {number} stands at another position"));
        }
        let stated = field(part, "difference")?;
        only(stated, &["output", "letters", "input"])?;
        let stated = Series {
            output: matrix(field(stated, "output")?)?,
            letters: matrices(field(stated, "letters")?)?,
            input: matrix(field(stated, "input")?)?,
        };
        if stated != difference.series {
            return Err(format!("part {number} is not the difference of the programs"));
        }
        let proof = ZeroProof {
            invariant: matrix(field(part, "invariant")?)?,
            expression: matrix(field(part, "expression")?)?,
            transitions: matrices(field(part, "transitions")?)?,
        };
        if !stated.is_zero_by(&proof) {
            return Err(format!("part {number}: C = E·F, F·M = K·F and F·B = 0 do not all hold"));
        }
    }
    let name = |side: &Side| match &side.definition {
        Some(definition) => format!("{}:{definition}", side.source.name),
        None => side.source.name.clone(),
    };
    Ok(Claim { left: name(&left), right: name(&right) })
}

fn field<'a>(value: &'a Value, name: &str) -> Result<&'a Value, String> {
    value.get(name).ok_or_else(|| format!("the field {name:?} is missing"))
}

fn string<'a>(value: &'a Value, name: &str) -> Result<&'a str, String> {
    field(value, name)?.as_str().ok_or_else(|| format!("the field {name:?} is not a string"))
}

fn matrices(value: &Value) -> Result<Vec<Matrix>, String> {
    value.as_array().ok_or("expected a list of matrices")?.iter().map(matrix).collect()
}

/// Reads a matrix; its shape is stated, and the entries have to fit it.
fn matrix(value: &Value) -> Result<Matrix, String> {
    let number = |name: &str| -> Result<usize, String> {
        let n = field(value, name)?.as_u64().and_then(|n| usize::try_from(n).ok());
        n.ok_or_else(|| format!("the field {name:?} is not a number"))
    };
    let (rows, columns) = (number("rows")?, number("columns")?);
    let entries = field(value, "entries")?.as_array().ok_or("the entries of a matrix are not a list")?;
    if entries.len() != rows || value.as_object().is_some_and(|o| o.len() != 3) {
        return Err(format!("a matrix of {rows} rows has {}", entries.len()));
    }
    let row = |row: &Value| -> Result<Vec<_>, String> {
        let row = row.as_array().filter(|row| row.len() == columns).ok_or("a row of a matrix has another length")?;
        row.iter().map(|x| Rat.parse(x.as_str().ok_or("an entry is not a string")?)).collect()
    };
    Ok(Matrix::from_rows(columns, entries.iter().map(row).collect::<Result<Vec<_>, String>>()?))
}
