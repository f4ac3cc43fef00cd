//! Why a program has no gradient program.

use crate::diagnostic::{Diagnostic, Note};
use crate::source::Span;
use crate::stream::error::{CausalityError, Error};
use crate::stream::value::Type;
use std::sync::Arc;

/// Why there is no gradient.
#[derive(Clone, PartialEq, Debug)]
pub enum GradError {
    /// The loss, or a stream to differentiate for, is none of the program's.
    Unknown {
        /// The name.
        name: Arc<str>,
        /// The root node.
        node: Arc<str>,
    },
    /// The loss is no real scalar, or a stream to differentiate for is none of reals.
    NotReal {
        /// The name.
        name: Arc<str>,
        /// What it must be.
        expected: &'static str,
        /// Its type.
        found: Type,
        /// Its declaration or definition.
        span: Span,
    },
    /// The loss, a local variable, is undefined at some of its ticks.
    LossUndefined {
        /// The name.
        name: Arc<str>,
        /// Its definition.
        span: Span,
    },
    /// `get` on a tensor of more than two axes: no expression of the language puts a matrix into such a tensor.
    Get {
        /// The tensor's type.
        ty: Type,
        /// The `get`.
        span: Span,
    },
    /// The adjoint program is rejected by the checks: see [`super`].
    Adjoint(Box<Error>),
}

impl GradError {
    /// The error class of the stream page that it falls into.
    pub fn code(&self) -> &'static str {
        match self {
            GradError::Unknown { .. } => "UnboundName",
            GradError::NotReal { .. } | GradError::Get { .. } => "TypeError",
            GradError::LossUndefined { .. } => "Uninitialized",
            GradError::Adjoint(error) => error.code(),
        }
    }

    /// The error, ready to be shown.
    pub fn diagnostic(&self) -> Diagnostic {
        let code = self.code();
        let plain = |message: String, span: Span| Diagnostic { code, message, span, notes: vec![] };
        match self {
            GradError::Unknown { name, node } => {
                plain(format!("the node `{node}` has no stream `{name}`"), Span::default())
            }
            GradError::NotReal { name, expected, found, span } => {
                plain(format!("{expected}, but `{name}` has type `{found}`"), *span)
            }
            GradError::LossUndefined { name, span } => {
                plain(format!("the loss `{name}` may be undefined at its first or last ticks"), *span)
            }
            GradError::Get { ty, span } => plain(
                format!(
                    "`get` on `{ty}` has no adjoint in the language: tensors with more than two axes are not built up"
                ),
                *span,
            ),
            GradError::Adjoint(error) => {
                let Diagnostic { code, message, span, mut notes } = error.diagnostic();
                if let Error::Causality(CausalityError::Mixed { .. }) = **error {
                    let reason = "a recurrence from segment to segment has an adjoint that runs from the last segment \
                                  back to the first, and segments are computed in the order of time only";
                    notes.push(Note::plain(reason));
                }
                Diagnostic { code, message: format!("the adjoint program is rejected: {message}"), span, notes }
            }
        }
    }
}
