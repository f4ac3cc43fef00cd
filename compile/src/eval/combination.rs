//! Linear combinations of values.

use super::value::{Map, MapKind, Sequence, Value};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{Sparse, VectorError, rank};
use cajal_semantics::mutant;
use cajal_semantics::scalar::Semiring;
use dashu_int::UBig;
use std::sync::Arc;

/// Σ αᵢ·vᵢ, as it grows.
pub(super) struct Combination<R: Semiring> {
    ring: R,
    sum: Partial<R>,
}

enum Partial<R: Semiring> {
    Dense(Vec<R::Elem>),
    Sequence(Sparse<R::Elem>),
    /// One sequence with the weight 1: what a gate on a known condition gives.
    Map(Ty, Vec<(R::Elem, Map<R>)>),
}

impl<R: Semiring> Combination<R> {
    /// 0 of the given type.
    pub(super) fn zero(ring: &R, ty: &Ty) -> Result<Self, VectorError> {
        let sum = match ty {
            Ty::Bool | Ty::Real(_) => Partial::Dense(vec![ring.zero(); rank(ty, None)?]),
            Ty::Nat => Partial::Sequence(Sparse::new()),
            Ty::Fun(_) => Partial::Map(ty.clone(), vec![]),
        };
        Ok(Combination { ring: ring.clone(), sum })
    }

    /// Adds α·v.
    pub(super) fn add(&mut self, alpha: &R::Elem, v: &Value<R>) {
        match &mut self.sum {
            Partial::Dense(sum) => {
                for (a, b) in sum.iter_mut().zip(v.dense().iter()) {
                    *a = self.ring.add(a, &self.ring.mul(alpha, b));
                }
            }
            Partial::Sequence(sum) => v.sequence().iter().for_each(|(n, x)| weigh(&self.ring, sum, n, alpha, x)),
            Partial::Map(_, terms) => terms.push((alpha.clone(), v.map().clone())),
        }
    }

    /// The sum.
    pub(super) fn finish(self) -> Value<R> {
        match self.sum {
            Partial::Dense(sum) => Value::Dense(sum.into()),
            Partial::Sequence(sum) => Value::Sequence(Sequence { shift: UBig::ZERO, entries: Arc::new(sum) }),
            Partial::Map(ty, mut terms) => match terms.pop() {
                Some((one, only)) if terms.is_empty() && one == self.ring.one() => Value::Map(only),
                last => {
                    terms.extend(last);
                    Value::Map(Map::new(ty, MapKind::Sum(terms)))
                }
            },
        }
    }
}

/// Adds α·x to the entry at n; zeros are not stored.
pub(super) fn weigh<R: Semiring>(ring: &R, sum: &mut Sparse<R::Elem>, n: UBig, alpha: &R::Elem, x: &R::Elem) {
    let product = ring.mul(alpha, x);
    let total = match sum.remove(&n) {
        Some(before) if !mutant::on("network/sum-overwrites") => ring.add(&before, &product),
        Some(_) | None => product,
    };
    if !ring.is_zero(&total) {
        sum.insert(n, total);
    }
}
