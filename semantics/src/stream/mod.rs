//! Bidirectional reactive streams: a synchronous language in which recurrences run forward and backward in time
//! (spec page 3).
//!
//! The phases, in order: `parse` (text to [`syntax`]), `normalise` (names, three-address equations), `types`, `clocks`,
//! `inline` (to one flat [`system`] of equations), `initialisation`, `causality`; the result is a [`checked::Checked`],
//! which executors and `grad` take. The denotation stands in `denote`, twice.

pub mod checked;
pub mod error;
pub mod primitive;
pub mod syntax;
pub mod system;
pub mod value;

/// The most equations that a program may have once all calls are inlined.
pub const MAX_EQUATIONS: usize = 2_000_000;
