//! Bidirectional reactive streams: a synchronous language in which recurrences run forward and backward in time
//! (spec page 3).
//!
//! The phases, in order: `parse` (text to [`syntax`]), `normalise` (names, three-address equations), `types`, `clocks`,
//! `inline` (to one flat [`system`] of equations), `initialisation`, `causality`: [`check()`] runs them all, and its result is
//! the [`Checked`] that executors and `grad` take. The denotation stands in `denote`, twice; it takes what [`elaborate`]
//! gives, which has passed the phases up to the clocks only.

mod calls;
mod causality;
mod check;
pub mod checked;
mod clocks;
pub mod denote;
pub mod error;
pub mod grad;
mod graph;
mod initialisation;
mod inline;
pub mod inputs;
mod least;
mod names;
pub mod normal;
mod normalise;
mod outline;
pub mod parse;
pub mod pretty;
pub mod primitive;
mod reverse;
pub mod syntax;
pub mod system;
pub mod types;
pub mod value;

pub use check::{Elaborated, check, elaborate};
pub use checked::{Checked, Horizon};
pub use parse::parse;
pub use pretty::print;
pub use reverse::reverse;

/// The most equations that a program may have once all calls are inlined.
pub const MAX_EQUATIONS: usize = 1_000_000;
