//! The facts of spec page 1's table as named checks. A theorem is checked on one program (a [`Subject`]); campaigns check
//! it on random programs and on all programs up to a size, `cajal verify FILE` on the user's.
//!
//! One file for each family; [`observe`] is how elements of ⟦τ⟧ are compared.

pub mod dynamics;
pub mod equations;
pub mod full_abstraction;
pub mod linearity;
pub mod meaning;
pub mod neurons;
pub mod observe;
mod subject;
pub mod typing;

pub use subject::{FUEL, Otherwise, Outcome, Subject};

/// A fact about every program, with a check of one program.
#[derive(Clone, Copy)]
pub struct Theorem {
    /// Its name, as `--theorem` takes it.
    pub name: &'static str,
    /// What it says.
    pub statement: &'static str,
    /// Which programs to draw for it.
    pub about: About,
    /// The check of one program.
    pub check: fn(&Subject) -> Outcome,
}

/// What programs a theorem has something to say about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Closed programs without externs.
    Closed,
    /// Programs with inputs, with and without externs.
    Open,
}

/// All theorems, in the order of spec page 1.
pub fn all() -> Vec<Theorem> {
    let mut all = vec![
        typing::UNIQUE_TYPING,
        typing::PRINTING,
        dynamics::PRESERVATION,
        dynamics::TWO_MACHINES,
        meaning::SUBSTITUTION,
        meaning::SOUNDNESS,
        meaning::ADEQUACY,
        linearity::MULTILINEARITY,
        linearity::CHANGE_OF_SCALARS,
        neurons::COMPILER,
        neurons::COMPILER_AT_LARGE_COUNTS,
        neurons::COMPILER_ON_INPUTS,
        neurons::LINKING,
        linearity::DERIVATIVE,
    ];
    all.extend(equations::theorems());
    all
}
