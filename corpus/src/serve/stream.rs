//! The verbs of streams, answered by the reference implementation.

use super::{Answered, unsupported};
use crate::case::Question;

/// What we are capable of.
pub(super) const CAPABILITIES: &[&str] = &[];

/// The answer to a question about a stream program.
pub(super) fn answer(question: &Question) -> Answered {
    Err(unsupported(format!("stream-{}", question.verb.name())))
}
