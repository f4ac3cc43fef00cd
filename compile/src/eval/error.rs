//! Why a network was not run to its end.

use cajal_semantics::cajal::syntax::Name;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::VectorError;
use cajal_semantics::diagnostic::Diagnostic;
use cajal_semantics::source::Span;
use dashu_int::UBig;

/// A limit, or a missing or wrong input.
#[derive(Clone, Debug, PartialEq)]
pub enum RunError {
    /// More cell applications than allowed.
    OutOfFuel {
        /// How many were allowed.
        fuel: u64,
    },
    /// An extern without neurons, or an input without a value.
    Unlinked {
        /// Its name.
        name: Name,
    },
    /// A name that the network has no input or extern of.
    UnknownPort {
        /// The name.
        name: Name,
    },
    /// A given matrix has fewer columns than the argument needs: nothing is cut off.
    PastHorizon {
        /// The type of the matrix.
        ty: Ty,
        /// The smallest horizon that would do.
        needed: UBig,
    },
    /// Data of a wrong shape, or a result that is too large to be written down.
    Vector(VectorError),
    /// Something else that is too large.
    TooLarge(String),
}

impl From<VectorError> for RunError {
    fn from(error: VectorError) -> Self {
        RunError::Vector(error)
    }
}

impl RunError {
    /// The stable code (spec page 6).
    pub fn code(&self) -> &'static str {
        match self {
            RunError::OutOfFuel { .. } => "out-of-fuel",
            RunError::Unlinked { .. } => "unlinked-extern",
            RunError::UnknownPort { .. } => "unbound",
            RunError::PastHorizon { .. } | RunError::TooLarge(_) => "size-limit",
            RunError::Vector(error) => error.code(),
        }
    }

    /// Is the answer unknown, rather than the input wrong?
    pub fn is_limit(&self) -> bool {
        matches!(self.code(), "out-of-fuel" | "size-limit")
    }

    /// The error as it is shown; `whole` is the place of the program.
    pub fn diagnostic(&self, whole: Span) -> Diagnostic {
        Diagnostic { code: self.code(), message: self.to_string(), span: whole, notes: vec![] }
    }
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RunError::OutOfFuel { fuel } => {
                write!(f, "not computed within {fuel} cell applications; allow more with --fuel")
            }
            RunError::Unlinked { name } => write!(f, "nothing was given for `{name}`; give it with --input {name}=…"),
            RunError::UnknownPort { name } => write!(f, "the program has no input or extern `{name}`"),
            RunError::PastHorizon { ty, needed } => {
                write!(f, "a matrix of type {ty} is applied past its last column; it needs {needed} of them")
            }
            RunError::Vector(error) => error.fmt(f),
            RunError::TooLarge(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for RunError {}
