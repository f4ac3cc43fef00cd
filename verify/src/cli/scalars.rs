//! `--scalars`: the choice of a semiring.

use cajal_semantics::scalar::{Bool, Dual, F64, Gf, Int, MinPlus, Nat, Rat, Semiring};

/// A semiring by its name on the command line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scalars {
    Nat,
    Int,
    Rat,
    F64,
    Bool,
    Gf(Gf),
    Tropical,
    Dual,
}

/// What there is to do over any semiring.
pub(super) trait OverScalars {
    /// What comes of it.
    type Answer;
    /// Does it.
    fn over<R: Semiring>(self, ring: R) -> Self::Answer;
}

impl Scalars {
    /// Does something over this semiring.
    pub(super) fn run<T: OverScalars>(self, task: T) -> T::Answer {
        match self {
            Scalars::Nat => task.over(Nat),
            Scalars::Int => task.over(Int),
            Scalars::Rat => task.over(Rat),
            Scalars::F64 => task.over(F64),
            Scalars::Bool => task.over(Bool),
            Scalars::Gf(field) => task.over(field),
            Scalars::Tropical => task.over(MinPlus),
            Scalars::Dual => task.over(Dual(Rat)),
        }
    }
}

/// Reads `nat|int|rat|f64|bool|gf:P|tropical|dual`.
pub(super) fn parse(text: &str) -> Result<Scalars, String> {
    Ok(match text {
        "nat" => Scalars::Nat,
        "int" => Scalars::Int,
        "rat" => Scalars::Rat,
        "f64" => Scalars::F64,
        "bool" => Scalars::Bool,
        "tropical" => Scalars::Tropical,
        "dual" => Scalars::Dual,
        _ => {
            let p = text.strip_prefix("gf:").and_then(|p| p.parse().ok());
            Scalars::Gf(Gf::new(p.ok_or("expected nat, int, rat, f64, bool, gf:P, tropical or dual")?)?)
        }
    })
}
