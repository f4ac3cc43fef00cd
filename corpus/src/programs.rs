//! The programs of `corpus/programs`: Cajal source files whose first comments state what they are expected to do.
//! `corpus/programs/README.md` describes the format; this is its reader. Nothing here runs a program.
//!
//! A file is read strictly: a line that looks like an expectation and is none, an input that a case forgets, or a vector
//! that does not have the shape of its type, is an error with its line, and never a check that silently disappears.

mod header;

use cajal_semantics::cajal::syntax::{Name, Term};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::Vector;
use cajal_semantics::scalar::{Rat, Semiring};
use cajal_semantics::source::{Position, Source};
use std::fmt;
use std::path::{Path, PathBuf};

/// The scalars of the vectors in headers: exact.
pub type Rational = <Rat as Semiring>::Elem;

/// A program with its expectations.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub source: Source,
    /// What is expected of it, in the order of the file; at least one.
    pub expectations: Vec<Expectation>,
}

/// One line of a header.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The line of the file, from 1.
    pub line: usize,
    /// What it says.
    pub expected: Expected,
}

/// What a line of a header says.
#[derive(Clone, Debug)]
pub enum Expected {
    /// `type: τ`: the program is accepted, and main has this type.
    Type(Ty),
    /// `value: v`: main evaluates to this value, and its neurons denote it. (Programs without inputs.)
    Value(Outcome<Term>),
    /// `case: x = v, … => v`: main evaluates to this value, and denotes it, where the inputs are these values.
    Case {
        /// A value for each input, in the order of the inputs.
        inputs: Vec<Given<Term>>,
        /// The value of main.
        value: Term,
    },
    /// `denotes: V`: the meaning of main, and what its neurons answer. (Programs without inputs.)
    Denotes(Outcome<Vector<Rational>>),
    /// `vectors: x = V, … => V`: what the neurons answer to these inputs, linked with these weights.
    Vectors {
        /// A vector for each extern and each input, in the order of the file.
        given: Vec<Given<Vector<Rational>>>,
        /// The answer.
        answer: Vector<Rational>,
    },
    /// `wrong-shape: x = V`: these data are no vector of the type of the input or extern.
    WrongShape {
        /// The input or extern.
        name: Name,
        /// Its type.
        ty: Ty,
        /// The data.
        data: String,
    },
    /// `out-of-fuel: ROUTE n`: there is no answer on this route within n units of fuel. Other lines do not use the route.
    OutOfFuel {
        /// Who runs out.
        route: Route,
        /// Of how much.
        fuel: u64,
    },
    /// `rejected: CODE at LINE:COLUMN` and the text that stands there: the program is rejected there with this code.
    Rejected {
        /// The code of the error.
        code: String,
        /// Where its span begins.
        at: Position,
        /// What the span covers.
        text: String,
    },
}

/// The answer that is expected.
#[derive(Clone, Debug)]
pub enum Outcome<T> {
    /// This one.
    Is(T),
    /// `error CODE`: none, because of a limit, or of weights that are missing.
    Error(String),
}

/// What an input or extern is given.
#[derive(Clone, Debug)]
pub struct Given<T> {
    /// The input or extern.
    pub name: Name,
    /// Its value, or its vector.
    pub datum: T,
}

/// The ways to an answer that fuel bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The evaluators.
    Eval,
    /// The denotation.
    Denote,
}

/// Why a program with its header was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The file or directory.
    pub path: PathBuf,
    /// The line of the header, if there is one to blame.
    pub line: Option<usize>,
    /// What was expected, and what was found.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for ReadError {}

/// Reads all programs (`*.cj`) of a directory, not of those below it, in the order of their names.
///
/// # Errors
/// The first file that cannot be read, or whose header is malformed.
pub fn read_directory(directory: &Path) -> Result<Vec<Program>, ReadError> {
    let unreadable = |error: std::io::Error| ReadError::about(directory, error.to_string());
    let entries = std::fs::read_dir(directory).map_err(unreadable)?;
    let mut paths = entries.map(|entry| entry.map(|e| e.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "cj"));
    paths.sort();
    paths.iter().map(|path| read_file(path)).collect()
}

/// Reads one program.
///
/// # Errors
/// The file cannot be read, or its header is malformed.
pub fn read_file(path: &Path) -> Result<Program, ReadError> {
    let text = std::fs::read_to_string(path).map_err(|error| ReadError::about(path, error.to_string()))?;
    read(path, text)
}

/// Reads the text of a program; the path is for messages.
///
/// # Errors
/// The header is malformed.
pub fn read(path: &Path, text: String) -> Result<Program, ReadError> {
    let source = Source::new(path.display().to_string(), text);
    match header::expectations(&source.text) {
        Ok(expectations) => Ok(Program { path: path.to_owned(), source, expectations }),
        Err(malformed) => Err(ReadError { path: path.to_owned(), line: malformed.line, message: malformed.message }),
    }
}

impl ReadError {
    fn about(path: &Path, message: String) -> Self {
        ReadError { path: path.to_owned(), line: None, message }
    }
}

impl Program {
    /// The name of the file, without its extension.
    pub fn name(&self) -> String {
        self.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Does the route run out of fuel, so that other expectations are not checked on it?
    pub fn runs_out(&self, route: Route) -> bool {
        self.expectations.iter().any(|e| matches!(&e.expected, Expected::OutOfFuel { route: r, .. } if *r == route))
    }
}
