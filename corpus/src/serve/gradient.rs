//! `grad` of Cajal: forward mode. The compiled neurons run over dual numbers, once for each coordinate that is
//! differentiated in.

use super::cajal::{FUEL, OverScalars, externs, failed, horizon, inputs, result_of, shown, vector};
use super::{Answered, errored, unsupported};
use crate::case::Question;
use cajal_compile::compile;
use cajal_compile::eval::Evaluator;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::typing::Checked;
use cajal_semantics::cajal::vector::{Rows, Vector};
use cajal_semantics::scalar::{Dual, DualNumber, Semiring};
use serde_json::{Map, Value};

/// `{"grads": {name: vector}}`
pub(super) struct Gradient<'a> {
    pub(super) question: &'a Question,
    pub(super) checked: &'a Checked,
}

impl OverScalars for Gradient<'_> {
    fn over<R: Semiring>(self, ring: R) -> Answered {
        let Gradient { question, checked } = self;
        let network = compile(checked).ok_or_else(|| errored("the program has no main term"))?;
        let cotangent =
            question.given.cotangent.as_ref().map(|given| vector(&ring, given, network.ty())).transpose()?;
        let dual = Dual(ring.clone());
        let constant = |x: &R::Elem| DualNumber { value: x.clone(), derivative: ring.zero() };
        let (externs, inputs) = (externs(&ring, question, checked)?, inputs(&ring, question, checked)?);
        let mut grads = Map::new();
        for name in question.given.wrt.iter().flatten() {
            let input = checked.inputs.iter().position(|x| *x.name == **name);
            let given = match input {
                Some(i) => Some(&inputs[i]),
                None => externs.iter().find(|(other, _)| **other == **name).map(|(_, weights)| weights),
            };
            let given = given.ok_or_else(|| errored(format!("nothing is given for `{name}`")))?;
            if given.ty != Ty::Nat && !given.ty.is_nat_free() {
                return Err(unsupported("grad in a function with an N"));
            }
            // A sequence has a coordinate for each entry that is given.
            let length = question.given.inputs[name].as_array().map_or(0, Vec::len);
            let at = given.coordinates(&ring.zero(), length).map_err(|_| unsupported("grad in a sparse sequence"))?;
            let mut gradient = Vec::with_capacity(at.len());
            for j in 0..at.len() {
                let mut direction: Vec<_> = at.iter().map(constant).collect();
                direction[j].derivative = ring.one();
                let moved = Vector::from_coordinates(&dual, &given.ty, Some(length), &direction);
                let moved = moved.map_err(|why| failed(why.into()))?;
                let mut neurons = Evaluator::new(&network, dual.clone(), FUEL);
                for (other, weights) in &externs {
                    if network.externs().iter().any(|port| port.name == *other) {
                        let constant = weights.map(&dual, constant);
                        neurons.link(other, if **other == **name { &moved } else { &constant }).map_err(failed)?;
                    }
                }
                let mut inputs: Vec<_> = inputs.iter().map(|v| v.map(&dual, constant)).collect();
                if let Some(i) = input {
                    inputs[i] = moved.clone();
                }
                let output = neurons.run(&inputs, horizon(question)).map_err(failed)?;
                let output = output.map(&ring, |x| x.derivative.clone());
                gradient.push(paired(&ring, cotangent.as_ref(), &output));
            }
            let gradient = Vector::from_coordinates(&ring, &given.ty, Some(length), &gradient);
            grads.insert(name.clone(), shown(&ring, &gradient.map_err(|why| failed(why.into()))?));
        }
        Ok(result_of("grads", Value::Object(grads)))
    }
}

/// ⟨cotangent, v⟩, the cotangent being all ones if there is none.
fn paired<R: Semiring>(ring: &R, cotangent: Option<&Vector<R::Elem>>, v: &Vector<R::Elem>) -> R::Elem {
    let mut sum = ring.zero();
    let mut add = |c: Option<&Vec<R::Elem>>, row: &[R::Elem]| {
        for (j, x) in row.iter().enumerate() {
            let product = c.map_or_else(|| x.clone(), |c| ring.mul(&c[j], x));
            sum = ring.add(&sum, &product);
        }
    };
    match (cotangent.map(|c| &c.rows), &v.rows) {
        (None, Rows::Dense(rows)) => rows.iter().for_each(|row| add(None, row)),
        (None, Rows::Sparse(rows)) => rows.values().for_each(|row| add(None, row)),
        (Some(Rows::Dense(c)), Rows::Dense(rows)) => c.iter().zip(rows).for_each(|(c, row)| add(Some(c), row)),
        (Some(Rows::Sparse(c)), Rows::Sparse(rows)) => {
            for (n, row) in rows {
                if let Some(c) = c.get(n) {
                    add(Some(c), row);
                }
            }
        }
        (Some(Rows::Dense(_)), Rows::Sparse(_)) | (Some(Rows::Sparse(_)), Rows::Dense(_)) => {
            unreachable!("BUG: a cotangent of another type than the output")
        }
    }
    sum
}
