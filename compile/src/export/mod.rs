//! Networks as files for other programs.

mod onnx;
mod safetensors;

pub use onnx::onnx;
pub use safetensors::safetensors;

use crate::eval::RunError;
use crate::network::Network;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::diagnostic::Diagnostic;
use cajal_semantics::source::Span;
use std::collections::HashMap;

/// Why a network was not exported.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportError {
    /// A horizon for something that is not an input of type N.
    NoSuchInput(String),
    /// An input of type N without a horizon, in a form that needs one.
    Horizon(String),
    /// The horizon of the output is too small.
    OutputTooShort {
        /// What was asked for.
        given: usize,
        /// How large it must be.
        needed: usize,
    },
    /// The form has no way to say this.
    Inexpressible(String),
    /// It would be too large.
    TooLarge(String),
    /// Its entries could not be computed.
    Run(RunError),
}

impl From<RunError> for ExportError {
    fn from(error: RunError) -> Self {
        ExportError::Run(error)
    }
}

impl ExportError {
    /// The stable code (spec page 6).
    pub fn code(&self) -> &'static str {
        match self {
            ExportError::NoSuchInput(_) => "unbound",
            ExportError::Horizon(_) | ExportError::OutputTooShort { .. } | ExportError::TooLarge(_) => "size-limit",
            ExportError::Inexpressible(_) => "shape",
            ExportError::Run(error) => error.code(),
        }
    }

    /// The error as it is shown; `whole` is the place of the program.
    pub fn diagnostic(&self, whole: Span) -> Diagnostic {
        Diagnostic { code: self.code(), message: self.to_string(), span: whole, notes: vec![] }
    }
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExportError::NoSuchInput(name) => write!(f, "there is no input `{name}` of type N to have a horizon"),
            ExportError::Horizon(name) => {
                write!(f, "`{name}` is a sequence of any length; say how long with --horizon {name}=K")
            }
            ExportError::OutputTooShort { given, needed } => {
                write!(f, "the output has up to {needed} entries, --horizon output={given} would cut them off")
            }
            ExportError::Inexpressible(message) | ExportError::TooLarge(message) => f.write_str(message),
            ExportError::Run(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExportError {}

/// Lengths for inputs of type N, and for the output (under the name `output`).
#[derive(Clone, Debug, Default)]
pub struct Horizons(HashMap<String, usize>);

impl Horizons {
    /// The horizons that were asked for.
    ///
    /// # Errors
    /// [`ExportError::NoSuchInput`]
    pub fn new(network: &Network, given: &[(String, usize)]) -> Result<Horizons, ExportError> {
        for (name, _) in given {
            let known = network.inputs().iter().any(|port| *port.name == **name && port.ty == Ty::Nat);
            if !known && name != "output" {
                return Err(ExportError::NoSuchInput(name.clone()));
            }
        }
        Ok(Horizons(given.iter().cloned().collect()))
    }

    fn get(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }
}
