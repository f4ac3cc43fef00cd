//! Every way in which a program is rejected: one variant for each, with its span and the other places that matter.
//! Codes are stable; the wording is not.

use super::syntax::Name;
use super::types::Ty;
use crate::diagnostic::{Diagnostic, Note};
use crate::source::Span;

/// A rejection of a Cajal program.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are explained with their variants")]
pub enum Error {
    /// The text does not fit the grammar.
    /// `opened`: the bracket that is not closed.
    Syntax { span: Span, message: String, opened: Option<Span> },
    /// A name that nothing in scope introduces. `later`: a definition further down, or an input that a def cannot see.
    Unbound { span: Span, name: Name, elsewhere: Option<(Span, &'static str)> },
    /// A linear variable is used again.
    UsedTwice { span: Span, name: Name, first: Span, binder: Span },
    /// A linear variable is not used; the span is its binder.
    Unused { span: Span, name: Name },
    /// One branch of an `if` uses a variable and the other does not; the span is the branch that does not.
    BranchUsage { span: Span, name: Name, used: Span },
    /// Something that is not a function is applied.
    NotAFunction { span: Span, found: Ty },
    /// The argument does not have the type that the function takes. `expected_at`: where that type is written.
    ArgumentType { span: Span, expected: Ty, found: Ty, function: Span },
    /// The condition of an `if` is not of type 2.
    ConditionType { span: Span, found: Ty },
    /// The branches of an `if` have different types.
    BranchType { span: Span, expected: Ty, found: Ty, first: Span },
    /// `succ` of something that is not of type N.
    SuccType { span: Span, found: Ty },
    /// The count of an `iter` is not of type N.
    CountType { span: Span, found: Ty },
    /// The step of an `iter` does not have the type of its base.
    StepType { span: Span, expected: Ty, found: Ty, base: Span },
    /// The step of an `iter` uses a linear variable from outside.
    StepCaptures { span: Span, name: Name, binder: Span },
    /// A name is introduced twice at the top of a file.
    DuplicateDefinition { span: Span, name: Name, first: Span },
    /// A definition refers to itself, perhaps through others (`path`, from the first to the last before it closes).
    RecursiveDefinition { span: Span, name: Name, path: Vec<Name> },
    /// The body of a definition does not have the type that is written.
    AnnotationType { span: Span, expected: Ty, found: Ty, annotation: Span },
    /// A limit of this implementation on the size of a program.
    SizeLimit { span: Span, message: String },
}

impl Error {
    pub(super) fn syntax(span: Span, message: impl Into<String>) -> Error {
        Error::Syntax { span, message: message.into(), opened: None }
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Syntax { .. } => "syntax",
            Error::Unbound { .. } => "unbound",
            Error::UsedTwice { .. } => "used-twice",
            Error::Unused { .. } => "unused",
            Error::BranchUsage { .. } => "branch-usage",
            Error::NotAFunction { .. } => "not-a-function",
            Error::ArgumentType { .. } => "argument-type",
            Error::ConditionType { .. } => "condition-type",
            Error::BranchType { .. } => "branch-type",
            Error::SuccType { .. } => "succ-type",
            Error::CountType { .. } => "count-type",
            Error::StepType { .. } => "step-type",
            Error::StepCaptures { .. } => "step-captures",
            Error::DuplicateDefinition { .. } => "duplicate-definition",
            Error::RecursiveDefinition { .. } => "recursive-definition",
            Error::AnnotationType { .. } => "annotation-type",
            Error::SizeLimit { .. } => "size-limit",
        }
    }

    /// The place.
    pub fn span(&self) -> Span {
        match self {
            Error::Syntax { span, .. }
            | Error::Unbound { span, .. }
            | Error::UsedTwice { span, .. }
            | Error::Unused { span, .. }
            | Error::BranchUsage { span, .. }
            | Error::NotAFunction { span, .. }
            | Error::ArgumentType { span, .. }
            | Error::ConditionType { span, .. }
            | Error::BranchType { span, .. }
            | Error::SuccType { span, .. }
            | Error::CountType { span, .. }
            | Error::StepType { span, .. }
            | Error::StepCaptures { span, .. }
            | Error::DuplicateDefinition { span, .. }
            | Error::RecursiveDefinition { span, .. }
            | Error::AnnotationType { span, .. }
            | Error::SizeLimit { span, .. } => *span,
        }
    }

    /// Is the program too large, rather than wrong?
    pub fn is_limit(&self) -> bool {
        matches!(self, Error::SizeLimit { .. })
    }

    /// The error as it is shown.
    pub fn diagnostic(&self) -> Diagnostic {
        let (message, notes) = match self {
            Error::Syntax { message, opened, .. } => {
                (message.clone(), opened.iter().map(|open| Note::at(*open, "this bracket is open")).collect())
            }
            Error::SizeLimit { message, .. } => (message.clone(), vec![]),
            Error::Unbound { name, elsewhere, .. } => (
                format!("nothing named `{name}` is in scope"),
                elsewhere.iter().map(|(span, what)| Note::at(*span, *what)).collect(),
            ),
            Error::UsedTwice { name, first, binder, .. } => (
                format!("`{name}` is used a second time; a linear variable is used exactly once"),
                vec![Note::at(*first, "first used here"), Note::at(*binder, "introduced here")],
            ),
            Error::Unused { name, .. } => {
                (format!("`{name}` is never used; a linear variable is used exactly once"), vec![])
            }
            Error::BranchUsage { name, used, .. } => (
                format!("this branch does not use `{name}`, the other one does"),
                vec![Note::at(*used, "used here: both branches must use the same variables")],
            ),
            Error::NotAFunction { found, .. } => {
                (format!("expected a function, found a term of type {}", shown(found)), vec![])
            }
            Error::ArgumentType { expected, found, function, .. } => (
                format!("expected an argument of type {}, found {}", shown(expected), shown(found)),
                vec![Note::at(*function, format!("this takes {}", shown(expected)))],
            ),
            Error::ConditionType { found, .. } => {
                (format!("expected a condition of type 2, found {}", shown(found)), vec![])
            }
            Error::BranchType { expected, found, first, .. } => (
                format!("expected a branch of type {}, found {}", shown(expected), shown(found)),
                vec![Note::at(*first, format!("the first branch has type {}", shown(expected)))],
            ),
            Error::SuccType { found, .. } => (format!("succ takes an N, found {}", shown(found)), vec![]),
            Error::CountType { found, .. } => (format!("expected a count of type N, found {}", shown(found)), vec![]),
            Error::StepType { expected, found, base, .. } => (
                format!("expected a step of type {}, found {}", shown(expected), shown(found)),
                vec![Note::at(*base, format!("the base has type {}", shown(expected)))],
            ),
            Error::StepCaptures { name, binder, .. } => (
                format!(
                    "the step of an iteration cannot use the linear variable `{name}`: it would use it once per round"
                ),
                vec![
                    Note::at(*binder, "introduced here, outside of the step"),
                    Note::plain("what all rounds share is a `def` or an `extern`"),
                ],
            ),
            Error::DuplicateDefinition { name, first, .. } => {
                (format!("`{name}` is introduced twice"), vec![Note::at(*first, "first introduced here")])
            }
            Error::RecursiveDefinition { name, path, .. } => (
                format!("the definition of `{name}` refers to itself; definitions are not recursive"),
                if path.len() > 1 { vec![Note::plain(format!("through {}", shown_path(path)))] } else { vec![] },
            ),
            Error::AnnotationType { expected, found, annotation, .. } => (
                format!("expected a term of type {}, found {}", shown(expected), shown(found)),
                vec![Note::at(*annotation, "the type is written here")],
            ),
        };
        Diagnostic { code: self.code(), message, span: self.span(), notes }
    }
}

/// A cycle for a message: a long one is abbreviated.
fn shown_path(path: &[Name]) -> String {
    const SHOWN: usize = 8;
    let first = path[..path.len().min(SHOWN)].join(" → ");
    if path.len() > SHOWN { format!("{first} → … ({} definitions)", path.len()) } else { first }
}

/// Longest type that is written out in a message, in characters.
const SHOWN_TYPE: usize = 400;

/// A type for a message: one that would fill the screen is abbreviated.
fn shown(ty: &Ty) -> String {
    let full = ty.to_string();
    match full.char_indices().nth(SHOWN_TYPE) {
        Some((cut, _)) => format!("`{}…` ({} characters)", &full[..cut], full.chars().count()),
        None => format!("`{full}`"),
    }
}
