//! Commutative semirings: the scalars R that the denotation and the network evaluator are generic in (spec page 1,
//! "Denotation": "Let R be a commutative semiring").
//!
//! A semiring is a *value*, not only a type: GF(p) knows its p, and dual numbers know the semiring that they are over.

mod boolean;
mod dual;
mod float;
mod gf;
mod number;
mod tropical;

pub use boolean::Bool;
pub use dual::{Dual, DualNumber};
pub use float::{F32, F64};
pub use gf::Gf;
pub use number::{Int, Nat, Rat};
pub use tropical::{MinPlus, Tropical};

use dashu_int::UBig;
use dashu_int::ops::BitTest as _;
use std::fmt::Debug;

/// A commutative semiring (R, +, 0, ·, 1): both operations associative and commutative, · distributes over +, and
/// 0·a = 0. (The floating-point instances satisfy this up to rounding; they are where the neurons live.)
pub trait Semiring: Clone + Debug + Send + Sync {
    /// An element of R.
    type Elem: Clone + PartialEq + Debug + Send + Sync;

    /// The neutral element of +.
    fn zero(&self) -> Self::Elem;
    /// The neutral element of ·.
    fn one(&self) -> Self::Elem;
    /// a + b
    fn add(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// a · b
    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;

    /// Is it the zero of R? (−0.0 is; NaN is not.)
    fn is_zero(&self, a: &Self::Elem) -> bool {
        *a == self.zero()
    }

    /// The image of n under the unique homomorphism ℕ → R: 1 + … + 1, by doubling.
    fn of_nat(&self, n: &UBig) -> Self::Elem {
        let mut sum = self.zero();
        for i in (0..n.bit_len()).rev() {
            sum = self.add(&sum, &sum);
            if n.bit(i) {
                sum = self.add(&sum, &self.one());
            }
        }
        sum
    }

    /// Reads an element as users write it.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    fn parse(&self, text: &str) -> Result<Self::Elem, String>;

    /// Writes an element so that [`Semiring::parse`] reads the same element back.
    fn show(&self, a: &Self::Elem) -> String;
}
