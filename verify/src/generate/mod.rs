//! Random programs: well-typed and strictly linear *by construction*, for any Γ, Δ and goal type.
//!
//! Nothing here asks the checker of `cajal-semantics` whether a term is good: a generator that is filtered by the checker
//! under test hides that checker's bugs. All randomness is proptest's.
//!
//! * [`term`] draws Γ ; Δ ⊢ e : τ rule by rule, [`program`] whole programs as proptest strategies;
//! * [`inhabit`] has a closed term of each type and an eraser for each variable: where generation stops and shrinking goes;
//! * [`sites`] types the subterms of a well-typed term, [`shrink`] and [`minimise`] make counterexamples small;
//! * [`near_miss`] makes ill-typed programs one edit away, with the error that they must get;
//! * [`vector`] draws elements of ⟦τ⟧; [`distribution`] says what a sample exercises.

pub mod distribution;
mod draw;
pub mod inhabit;
pub mod minimise;
mod names;
pub mod near_miss;
pub mod program;
pub mod shrink;
pub mod sites;
pub mod substitute;
pub mod term;
pub mod vector;

pub use draw::{Draw, rng};
pub use names::{global, variable};
pub use program::{ProgramStrategy, ProgramTree};
pub use term::{Goal, Variable};

/// A program as its source.
pub fn source_of(program: &cajal_semantics::cajal::syntax::Program) -> String {
    let style = cajal_semantics::cajal::pretty::Style::default();
    cajal_semantics::cajal::pretty::program(program, style).expect("BUG: a generated program has all its terms")
}
