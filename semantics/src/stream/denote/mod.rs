//! The denotation of streams (spec page 3, section 2), as two executable definitions that agree.
//!
//! A stream is a function from ticks to samples, ordered pointwise by the flat order: undefined (⊥) below everything.
//! The meaning of a program is its least fixpoint. [`kleene`] computes it by iteration, close to the text of the page,
//! on the node-by-node form; [`demand`] computes each sample when it is asked for, on the flat system, in time linear in
//! the horizon. Neither needs a program to be initialised or causal: where it is not, ⊥ shows.

pub mod demand;
pub mod kleene;
mod primitives;

use super::inputs::InputError;
use super::value::Value;

/// What a stream is at one tick.
#[derive(Clone, PartialEq, Debug)]
pub enum Sample {
    /// ⊥
    Undefined,
    /// The stream's clock is false.
    Absent,
    /// A value.
    Present(Value),
}

/// The samples of the ticks 0, …, N − 1.
pub type Stream = Vec<Sample>;

/// Why there is no denotation to show.
#[derive(Clone, PartialEq, Debug)]
pub enum DenoteError {
    /// The inputs do not fit.
    Input(InputError),
    /// More than [`MAX_SAMPLES`] samples.
    TooLarge,
}

/// The most samples that are held at once: variables times ticks.
pub const MAX_SAMPLES: usize = 1 << 28;
