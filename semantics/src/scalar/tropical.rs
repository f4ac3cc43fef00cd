//! (min, +): the semiring of shortest paths.

use super::{Rat, Semiring};
use crate::mutant;
use dashu_int::UBig;
use dashu_ratio::RBig;

/// The semiring (ℚ ∪ {∞}, min, +): its zero is ∞, its one is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MinPlus;

/// A length: a rational number, or ∞ for "no path". `Finite` sorts before `Infinite`, so that + is `min`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tropical {
    /// The length of a path.
    Finite(RBig),
    /// No path.
    Infinite,
}

impl Semiring for MinPlus {
    type Elem = Tropical;
    fn zero(&self) -> Tropical {
        Tropical::Infinite
    }
    fn one(&self) -> Tropical {
        Tropical::Finite(RBig::ZERO)
    }
    fn add(&self, a: &Tropical, b: &Tropical) -> Tropical {
        if mutant::on("scalar/tropical-max") { a.max(b).clone() } else { a.min(b).clone() }
    }
    fn mul(&self, a: &Tropical, b: &Tropical) -> Tropical {
        match (a, b) {
            (Tropical::Finite(a), Tropical::Finite(b)) => Tropical::Finite(a + b),
            (Tropical::Infinite, _) | (_, Tropical::Infinite) => Tropical::Infinite,
        }
    }
    fn of_nat(&self, n: &UBig) -> Tropical {
        if n.is_zero() { self.zero() } else { self.one() }
    }
    fn parse(&self, text: &str) -> Result<Tropical, String> {
        if matches!(text, "inf" | "∞") { Ok(Tropical::Infinite) } else { Rat.parse(text).map(Tropical::Finite) }
    }
    fn show(&self, a: &Tropical) -> String {
        match a {
            Tropical::Finite(a) => a.to_string(),
            Tropical::Infinite => "inf".into(),
        }
    }
}
