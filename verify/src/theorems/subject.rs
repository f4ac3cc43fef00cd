//! A program about which theorems are checked, and how a check ends.

use crate::generate;
use cajal_semantics::cajal::denote::Undefined;
use cajal_semantics::cajal::error::Error;
use cajal_semantics::cajal::eval::{Evaluated, Stopped, machine};
use cajal_semantics::cajal::syntax::{ItemKind, Program, Term};
use cajal_semantics::cajal::typing::{Checked, Typed, check_program};
use cajal_semantics::cajal::vector::VectorError;
use generate::Variable;
use proptest::test_runner::TestRng;
use std::cell::OnceCell;

/// Steps of evaluation, or rounds and applications of a meaning, that a check of a random program may take; beyond, it says
/// that it reached a limit.
pub const FUEL: u64 = 20_000;

/// A typed program with a main term, and what several theorems need of it.
pub struct Subject {
    /// As it was parsed or generated.
    pub program: Program,
    /// As it was typed.
    pub checked: Checked,
    /// Seeds the vectors that the program is run on.
    pub seed: u64,
    /// Steps of evaluation, or rounds and applications of a meaning, that a check may take.
    pub fuel: u64,
    evaluated: OnceCell<Result<Evaluated, Stopped>>,
}

/// How a check ended: the theorem holds here, or…
pub type Outcome = Result<(), Otherwise>;

/// …something else.
#[derive(Clone, Debug, PartialEq)]
pub enum Otherwise {
    /// The theorem says nothing about this program.
    Silent,
    /// A limit was reached before it was known.
    Limit(String),
    /// It does not hold.
    Violated(String),
}

impl Otherwise {
    /// A violation, in words.
    pub fn violated(message: impl Into<String>) -> Otherwise {
        Otherwise::Violated(message.into())
    }
}

/// A check of a typed program meets limits, and nothing else that stops it.
impl From<Stopped> for Otherwise {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::OutOfFuel { .. } | Stopped::TooDeep { .. } => Otherwise::Limit(stopped.code().into()),
            Stopped::Unlinked { .. } => Otherwise::Silent,
        }
    }
}

impl From<Undefined> for Otherwise {
    fn from(undefined: Undefined) -> Self {
        match undefined {
            Undefined::OutOfFuel { .. } | Undefined::TooDeep { .. } | Undefined::PastHorizon { .. } => {
                Otherwise::Limit(undefined.code().into())
            }
            Undefined::Unlinked { name, .. } => Otherwise::violated(format!("the extern {name} was not linked")),
            Undefined::Vector(error) => error.into(),
        }
    }
}

impl From<VectorError> for Otherwise {
    fn from(error: VectorError) -> Self {
        match error {
            VectorError::Size { .. } | VectorError::Horizon { .. } => Otherwise::Limit(error.code().into()),
            VectorError::Shape { .. } | VectorError::Text(_) => Otherwise::violated(error.to_string()),
        }
    }
}

impl Subject {
    /// Types a program.
    ///
    /// # Errors
    /// The rejection.
    pub fn new(program: Program, seed: u64) -> Result<Subject, Vec<Error>> {
        let checked = check_program(&program)?;
        Ok(Subject { program, checked, seed, fuel: FUEL, evaluated: OnceCell::new() })
    }

    /// The same program, with another limit.
    pub fn with_fuel(self, fuel: u64) -> Subject {
        Subject { fuel, ..self }
    }

    /// A program that must be well-typed, because it was made from one.
    pub(super) fn derived(&self, program: Program) -> Result<Subject, Otherwise> {
        let codes = |errors: Vec<Error>| errors.iter().map(Error::code).collect::<Vec<_>>().join(", ");
        let derived = Subject::new(program, self.seed);
        let derived = derived.map_err(|errors| Otherwise::Violated(format!("rejected: {}", codes(errors))))?;
        Ok(Subject { fuel: self.fuel, ..derived })
    }

    /// The main term; a file without one has nothing to check.
    pub(super) fn main(&self) -> Result<&Typed, Otherwise> {
        self.checked.main.as_ref().ok_or(Otherwise::Silent)
    }

    /// The main term as it was written.
    pub(super) fn main_term(&self) -> Result<&Term, Otherwise> {
        self.program.main.as_ref().and_then(|main| main.term.as_ref()).ok_or(Otherwise::Silent)
    }

    /// The main term of a program that can be evaluated: without inputs.
    pub(super) fn closed(&self) -> Result<&Typed, Otherwise> {
        if self.checked.inputs.is_empty() { self.main() } else { Err(Otherwise::Silent) }
    }

    /// e ⇓ v, by the environment machine, once.
    pub(super) fn evaluated(&self) -> Result<&Evaluated, Otherwise> {
        let main = self.closed()?;
        self.evaluated.get_or_init(|| machine::eval(main, self.fuel)).as_ref().map_err(|stopped| stopped.clone().into())
    }

    /// The value of main as source, if it has one within the fuel.
    pub fn value(&self) -> Option<Term> {
        self.evaluated().ok().map(|evaluated| evaluated.value.to_term())
    }

    /// The externs and definitions.
    pub(super) fn globals(&self) -> Vec<Variable> {
        self.items(|kind| !matches!(kind, ItemKind::Input))
    }

    /// The inputs.
    pub(super) fn inputs(&self) -> Vec<Variable> {
        self.items(|kind| matches!(kind, ItemKind::Input))
    }

    fn items(&self, keep: impl Fn(&ItemKind) -> bool) -> Vec<Variable> {
        let items = self.program.items.iter().filter(|item| keep(&item.kind));
        items.map(|item| Variable { name: item.binder.ident.name.clone(), ty: item.binder.ty.clone() }).collect()
    }

    /// The draws of one theorem about this program: the same each time.
    pub(super) fn rng(&self) -> TestRng {
        generate::rng(self.seed, 0)
    }
}
