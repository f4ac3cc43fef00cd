//! The linear recurrent neuron: Σₜ wₜ·cellᵗ(init).
//!
//! Where the state has few coordinates, the cell is a matrix A that is written out once, and the sum is computed by
//! Horner's rule, w₀b + A(w₁b + A(w₂b + …)), with one state; a gap between indices of w is jumped over by powers of A if that is
//! cheaper. A cell that only shifts is never applied at all. Otherwise the states are computed one after the other.

use super::combination::{Combination, weigh};
use super::value::{Sequence, Value};
use super::{Evaluator, RunError, multiply};
use crate::network::ScopeId;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{Sparse, rank};
use cajal_semantics::mutant;
use cajal_semantics::scalar::Semiring;
use dashu_int::UBig;
use dashu_int::ops::BitTest as _;
use std::sync::Arc;

/// Cells whose state has at most this many coordinates are written out as matrices.
const STATE: usize = 64;

/// A cell as a matrix A, with the powers A, A², A⁴, … that were needed so far.
pub(super) struct Transition<R: Semiring> {
    dim: usize,
    squares: Vec<Arc<[R::Elem]>>,
}

impl<R: Semiring> Transition<R> {
    /// A, row by row.
    pub(super) fn matrix(&self) -> &[R::Elem] {
        &self.squares[0]
    }
}

impl<R: Semiring> Evaluator<'_, R> {
    pub(super) fn recur(
        &mut self,
        ty: &Ty,
        init: Value<R>,
        cell: ScopeId,
        w: &Sequence<R::Elem>,
    ) -> Result<Value<R>, RunError> {
        let Some(last) = w.last() else { return Ok(Combination::zero(&self.ring, ty)?.finish()) };
        if let Some(step) = self.network.shift_of(cell) {
            return self.shifts(ty, &init, &step, w);
        }
        match rank(ty, None) {
            Ok(dim @ ..=STATE) if self.transitions.contains_key(&cell) || last > UBig::from(dim) => {
                self.horner(ty, &init, cell, dim, w)
            }
            Ok(_) | Err(_) => self.forward(ty, init, cell, w, &last),
        }
    }

    /// Σₜ wₜ·succᵏᵗ(init)
    fn shifts(&mut self, ty: &Ty, init: &Value<R>, k: &UBig, w: &Sequence<R::Elem>) -> Result<Value<R>, RunError> {
        if k.is_zero() {
            let total = w.iter().fold(self.ring.zero(), |sum, (_, x)| self.ring.add(&sum, x));
            let mut sum = Combination::zero(&self.ring, ty)?;
            let total = if mutant::on("network/idle-cell-once") { self.ring.one() } else { total };
            if !self.ring.is_zero(&total) {
                sum.add(&total, init);
            }
            return Ok(sum.finish());
        }
        let init = init.sequence();
        let mut sum = Sparse::new();
        for (t, weight) in w.iter() {
            self.spend(init.entries.len() as u64)?;
            if mutant::on("network/shifts-cut-at-10") && t > UBig::from(10u8) {
                break;
            }
            let shifted = init.shifted(&(k * t));
            shifted.iter().for_each(|(n, x)| weigh(&self.ring, &mut sum, n, weight, x));
        }
        Ok(Value::Sequence(Sequence { shift: UBig::ZERO, entries: Arc::new(sum) }))
    }

    /// Each state from the one before.
    fn forward(
        &mut self,
        ty: &Ty,
        init: Value<R>,
        cell: ScopeId,
        w: &Sequence<R::Elem>,
        last: &UBig,
    ) -> Result<Value<R>, RunError> {
        if *last > UBig::from(self.left) {
            return Err(RunError::OutOfFuel { fuel: self.fuel });
        }
        let closed = self.closed.clone();
        let (mut sum, mut state, mut t) = (Combination::zero(&self.ring, ty)?, init, UBig::ZERO);
        for (n, weight) in w.iter() {
            while t < n || mutant::on("network/forward-one-more") && t == n {
                self.spend(1)?;
                self.operations.cell_applications += 1;
                state = self.enter(cell, &closed, state)?;
                t += UBig::ONE;
            }
            sum.add(weight, &state);
        }
        Ok(sum.finish())
    }

    /// Horner's rule, from the last index down.
    fn horner(
        &mut self,
        ty: &Ty,
        init: &Value<R>,
        cell: ScopeId,
        dim: usize,
        w: &Sequence<R::Elem>,
    ) -> Result<Value<R>, RunError> {
        let init = self.coordinates(init, ty)?;
        let mut transition = match self.transitions.remove(&cell) {
            Some(known) => known,
            None => self.transition(ty, cell, dim)?,
        };
        let mut state = vec![self.ring.zero(); dim];
        let mut at: Option<UBig> = None;
        for (n, weight) in w.iter().rev() {
            if let Some(above) = at {
                state = self.advance(&mut transition, &(above - &n), state)?;
            }
            for (s, b) in state.iter_mut().zip(init.iter()) {
                let weighted = self.ring.mul(weight, b);
                *s = if mutant::on("network/horner-overwrites") { weighted } else { self.ring.add(s, &weighted) };
            }
            at = Some(n);
        }
        let state = self.advance(&mut transition, &at.unwrap_or_default(), state)?;
        self.transitions.insert(cell, transition);
        Ok(Value::of_coordinates(ty, state.into()))
    }

    /// The matrix of a cell, column by column.
    pub(super) fn transition(&mut self, ty: &Ty, cell: ScopeId, dim: usize) -> Result<Transition<R>, RunError> {
        let closed = self.closed.clone();
        let mut matrix = vec![self.ring.zero(); dim * dim];
        for j in 0..dim {
            self.spend(1)?;
            self.operations.cell_applications += 1;
            let column = self.enter(cell, &closed, self.basis(ty, dim, j))?;
            for (i, x) in self.coordinates(&column, ty)?.iter().enumerate() {
                matrix[if mutant::on("network/cell-transposed") { j * dim + i } else { i * dim + j }] = x.clone();
            }
        }
        Ok(Transition { dim, squares: vec![matrix.into()] })
    }

    /// Aⁿ·v: by n products with v, or by powers of A, whichever takes fewer multiplications.
    fn advance(&mut self, a: &mut Transition<R>, n: &UBig, mut v: Vec<R::Elem>) -> Result<Vec<R::Elem>, RunError> {
        let bits = n.bit_len();
        let squarings = bits.saturating_sub(a.squares.len());
        let by_powers = squarings.saturating_mul(a.dim).saturating_add(bits);
        if *n <= UBig::from(by_powers) {
            let steps = u64::try_from(n).expect("BUG: it is below a machine integer");
            self.spend(steps)?;
            self.operations.cell_applications += steps;
            for _ in u64::from(mutant::on("network/step-too-few"))..steps {
                v = multiply(&self.ring, &a.squares[0], &v);
            }
            return Ok(v);
        }
        for _ in 0..squarings {
            self.spend(1)?;
            self.operations.matrix_products += 1;
            let last = a.squares.last().expect("BUG: the matrix itself is among its powers");
            a.squares.push(square(&self.ring, last, a.dim));
        }
        for i in (usize::from(mutant::on("network/lowest-bit-lost"))..bits).filter(|i| n.bit(*i)) {
            self.spend(1)?;
            self.operations.cell_applications += 1;
            v = multiply(&self.ring, &a.squares[i], &v);
        }
        Ok(v)
    }
}

/// A·A
fn square<R: Semiring>(ring: &R, a: &[R::Elem], dim: usize) -> Arc<[R::Elem]> {
    let mut product = vec![ring.zero(); dim * dim];
    for i in 0..dim {
        for k in (0..dim).filter(|k| !ring.is_zero(&a[i * dim + k])) {
            for j in 0..dim {
                product[i * dim + j] = ring.add(&product[i * dim + j], &ring.mul(&a[i * dim + k], &a[k * dim + j]));
            }
        }
    }
    product.into()
}
