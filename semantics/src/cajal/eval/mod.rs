//! Dynamics: e ⇓ v, call by value, big step (spec page 1), by two machines: [`subst`] is the rules themselves,
//! [`machine`] runs with environments and an explicit stack. They agree on values and on the number of steps.
//!
//! A *step* is one rule instance, so the number of steps is the size of the derivation of e ⇓ v.

pub mod machine;
pub mod subst;

use super::syntax::{Name, Term};
use super::typing::{Typed, TypedKind};
use crate::deep::grow;
use crate::diagnostic::Diagnostic;
use crate::mutant;
use crate::source::Span;
use dashu_int::UBig;

/// v ::= tt | ff | n | λx:τ. e
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// tt
    True,
    /// ff
    False,
    /// n
    Num(UBig),
    /// λx:τ. e, closed
    Lam(Typed),
}

/// The end of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// v
    pub value: Value,
    /// The size of the derivation of e ⇓ v.
    pub steps: u64,
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The steps that were allowed are used up: the program has a value, but further away.
    OutOfFuel {
        /// How many steps were allowed.
        fuel: u64,
    },
    /// The derivation is nested too deeply for the substitution evaluator.
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// An extern has no value: only `denote` and `run` take weights.
    Unlinked {
        /// The extern.
        name: Name,
        /// Where it is used.
        span: Span,
    },
}

impl Stopped {
    /// The stable code (spec page 6).
    pub fn code(&self) -> &'static str {
        match self {
            Stopped::OutOfFuel { .. } => "out-of-fuel",
            Stopped::TooDeep { .. } => "size-limit",
            Stopped::Unlinked { .. } => "unlinked-extern",
        }
    }

    /// The error as it is shown; `whole` is the place of the program.
    pub fn diagnostic(&self, whole: Span) -> Diagnostic {
        let (span, message) = match self {
            Stopped::OutOfFuel { fuel } => (whole, format!("no value within {fuel} steps; allow more with --fuel")),
            Stopped::TooDeep { limit } => {
                (whole, format!("evaluation is nested more than {limit} rules deep; try --machine env"))
            }
            Stopped::Unlinked { name, span } => (
                *span,
                format!("`{name}` is an extern: it has weights for `denote` and `run`, but no value for `eval`"),
            ),
        };
        Diagnostic { code: self.code(), message, span, notes: vec![] }
    }
}

impl Value {
    /// Reads a typed term that is a value.
    pub fn of_typed(e: &Typed) -> Option<Value> {
        match e.kind() {
            TypedKind::True => Some(Value::True),
            TypedKind::False => Some(Value::False),
            TypedKind::Num(n) => Some(Value::Num(n.clone())),
            TypedKind::Lam(..) => (e.open() == 0).then(|| Value::Lam(e.clone())),
            TypedKind::Var(_)
            | TypedKind::Glob(_)
            | TypedKind::Succ(_)
            | TypedKind::App(..)
            | TypedKind::If(..)
            | TypedKind::Iter { .. } => None,
        }
    }

    /// The value as a typed term.
    pub fn to_typed(&self) -> Typed {
        use super::types::Ty;
        match self {
            Value::True => Typed::new(TypedKind::True, Ty::Bool, Span::default()),
            Value::False => Typed::new(TypedKind::False, Ty::Bool, Span::default()),
            Value::Num(n) => Typed::new(TypedKind::Num(n.clone()), Ty::Nat, Span::default()),
            Value::Lam(e) => e.clone(),
        }
    }

    /// The value as source.
    pub fn to_term(&self) -> Term {
        self.to_typed().to_term(&[])
    }
}

/// e[x₀:=v₀, x₁:=v₁, …] for the innermost variables of the context of e: the value of index i is `values(i)`, and the
/// values are closed. Indices past `count` move down by `count`. Subterms in which none of them is free are shared.
pub fn substitute(e: &Typed, count: u32, values: &mut dyn FnMut(u32) -> Typed) -> Typed {
    Substitution { count, values, visited: 0 }.under(e, 0)
}

/// A substitution of closed terms for variables, going on.
struct Substitution<'a> {
    count: u32,
    values: &'a mut dyn FnMut(u32) -> Typed,
    /// Nodes that were copied.
    visited: u64,
}

impl Substitution<'_> {
    /// The substitution below `depth` further binders.
    fn under(&mut self, e: &Typed, depth: u32) -> Typed {
        if e.open() <= depth {
            return e.clone();
        }
        self.visited += 1;
        let kind = grow(|| match e.kind() {
            TypedKind::Var(i) if i.0 < depth + self.count => Err((self.values)(i.0 - depth)),
            TypedKind::Var(i) => Ok(TypedKind::Var(super::typing::Index(i.0 - self.count))),
            TypedKind::Glob(_) | TypedKind::True | TypedKind::False | TypedKind::Num(_) => Ok(e.kind().clone()),
            TypedKind::Succ(e) => Ok(TypedKind::Succ(self.under(e, depth))),
            TypedKind::Lam(x, e) if mutant::on("substitution/stops-at-binders") => {
                Ok(TypedKind::Lam(x.clone(), self.under(e, depth)))
            }
            TypedKind::Lam(x, e) => Ok(TypedKind::Lam(x.clone(), self.under(e, depth + 1))),
            TypedKind::App(e1, e2) => Ok(TypedKind::App(self.under(e1, depth), self.under(e2, depth))),
            TypedKind::If(e1, e2, e3) => {
                Ok(TypedKind::If(self.under(e1, depth), self.under(e2, depth), self.under(e3, depth)))
            }
            TypedKind::Iter { base, var, step, count } => Ok(TypedKind::Iter {
                base: self.under(base, depth),
                var: var.clone(),
                step: self.under(step, depth + 1),
                count: self.under(count, depth),
            }),
        });
        match kind {
            Ok(kind) => Typed::new(kind, e.ty().clone(), e.span()),
            Err(value) => value,
        }
    }
}
