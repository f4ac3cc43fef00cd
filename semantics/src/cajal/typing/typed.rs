//! Typed terms: what later phases take. Only the checker (and, inside this crate, substitution) makes them, so a term
//! that was not checked cannot be passed on.
//!
//! Variables are de Bruijn indices: 0 is the innermost binder. Equality is α-equivalence: names and spans do not count.

use crate::cajal::syntax::{Binder, Ident, Name, Term, TermKind};
use crate::cajal::types::Ty;
use crate::deep::{Deep, grow};
use crate::source::Span;
use dashu_int::UBig;
use std::collections::HashSet;

/// A derivation of Γ ; Δ ⊢ e : τ, without the contexts: shared, so that cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed(Deep<Node>);

#[derive(Debug)]
struct Node {
    kind: TypedKind,
    ty: Ty,
    span: Span,
    open: u32,
    depth: u32,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.open == other.open && self.depth == other.depth && self.kind == other.kind && self.ty == other.ty
    }
}

impl Eq for Node {}

/// The number of binders between a variable and the one that introduces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Index(pub u32);

/// The last rule of a derivation, with its premises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedKind {
    /// (Var)
    Var(Index),
    /// (Glob)
    Glob(Deep<Global>),
    /// (True)
    True,
    /// (False)
    False,
    /// (Zero), and n times (Succ)
    Num(UBig),
    /// (Succ)
    Succ(Typed),
    /// (Lam): binds index 0 in the body
    Lam(Bound, Typed),
    /// (App)
    App(Typed, Typed),
    /// (If)
    If(Typed, Typed, Typed),
    /// (Iter): the step binds index 0, and nothing else is in its context
    Iter {
        /// e1
        base: Typed,
        /// y:τ
        var: Bound,
        /// e2
        step: Typed,
        /// e3
        count: Typed,
    },
}

/// A bound variable: its type, and the name that it is printed with.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The name in the source.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
}

/// Names do not count.
impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty
    }
}

impl Eq for Bound {}

/// An entry of Γ: one fixed closed program, or one fixed linear map.
#[derive(Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// The body of a `def`; none for an `extern`.
    pub body: Option<Typed>,
    /// Where it is introduced.
    pub span: Span,
}

/// A program that was accepted.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Γ, in the order of the file.
    pub globals: Vec<Deep<Global>>,
    /// Δ of main, in the order of the file: the last input has index 0 in [`Checked::main`].
    pub inputs: Vec<Bound>,
    /// The main term.
    pub main: Option<Typed>,
}

impl Typed {
    pub(crate) fn new(kind: TypedKind, ty: Ty, span: Span) -> Typed {
        let under = |body: &Typed| body.0.open.saturating_sub(1);
        let (open, depth) = match &kind {
            TypedKind::Var(i) => (i.0 + 1, 0),
            TypedKind::Glob(_) | TypedKind::True | TypedKind::False | TypedKind::Num(_) => (0, 0),
            TypedKind::Succ(e) => (e.0.open, e.0.depth),
            TypedKind::Lam(_, e) => (under(e), e.0.depth),
            TypedKind::App(e1, e2) => (e1.0.open.max(e2.0.open), e1.0.depth.max(e2.0.depth)),
            TypedKind::If(e1, e2, e3) => {
                (e1.0.open.max(e2.0.open).max(e3.0.open), e1.0.depth.max(e2.0.depth).max(e3.0.depth))
            }
            TypedKind::Iter { base, step, count, var: _ } => {
                (base.0.open.max(under(step)).max(count.0.open), base.0.depth.max(step.0.depth).max(count.0.depth))
            }
        };
        Typed(Deep::new(Node { kind, ty, span, open, depth: depth + 1 }))
    }

    /// The rule at the root.
    #[inline]
    pub fn kind(&self) -> &TypedKind {
        &self.0.kind
    }

    /// τ
    #[inline]
    pub fn ty(&self) -> &Ty {
        &self.0.ty
    }

    /// Where the term stands in the source.
    pub fn span(&self) -> Span {
        self.0.span
    }

    /// How many of the enclosing binders the term may refer to: 0 for a closed term, 1 + its largest free index otherwise.
    #[inline]
    pub fn open(&self) -> u32 {
        self.0.open
    }

    /// Nested rules.
    pub fn depth(&self) -> u32 {
        self.0.depth
    }

    /// A key for memo tables that live no longer than the term: equal keys are the same term.
    pub fn address(&self) -> usize {
        self.0.address()
    }

    /// The term with names, for printing; `context` names the free variables, outermost first. A binder that has the
    /// name of a global that the term mentions is renamed: substitution may have brought the global under it.
    pub fn to_term(&self, context: &[Name]) -> Term {
        let mut namer = Namer { context: context.to_vec(), globals: HashSet::new(), binders: HashSet::new() };
        namer.collect(self);
        namer.term(self)
    }
}

/// Gives a nameless term names again.
struct Namer {
    context: Vec<Name>,
    globals: HashSet<Name>,
    binders: HashSet<Name>,
}

impl Namer {
    /// The names that the term uses.
    fn collect(&mut self, e: &Typed) {
        grow(|| match e.kind() {
            TypedKind::Var(_) | TypedKind::True | TypedKind::False | TypedKind::Num(_) => {}
            TypedKind::Glob(g) => {
                self.globals.insert(g.name.clone());
            }
            TypedKind::Succ(e) => self.collect(e),
            TypedKind::Lam(x, e) => {
                self.binders.insert(x.name.clone());
                self.collect(e);
            }
            TypedKind::App(e1, e2) => [e1, e2].into_iter().for_each(|e| self.collect(e)),
            TypedKind::If(e1, e2, e3) => [e1, e2, e3].into_iter().for_each(|e| self.collect(e)),
            TypedKind::Iter { base, var, step, count } => {
                self.binders.insert(var.name.clone());
                [base, step, count].into_iter().for_each(|e| self.collect(e));
            }
        })
    }

    fn term(&mut self, e: &Typed) -> Term {
        grow(|| {
            let kind = match e.kind() {
                TypedKind::Var(i) => TermKind::Var(self.context[self.context.len() - 1 - i.0 as usize].clone()),
                TypedKind::Glob(g) => TermKind::Var(g.name.clone()),
                TypedKind::True => TermKind::True,
                TypedKind::False => TermKind::False,
                TypedKind::Num(n) => TermKind::Num(n.clone()),
                TypedKind::Succ(e) => TermKind::Succ(self.term(e)),
                TypedKind::Lam(x, e) => {
                    let (ident, body) = self.bind(x, e);
                    TermKind::Lam(Binder { ident, ty: x.ty.clone(), ty_span: Span::default() }, body)
                }
                TypedKind::App(e1, e2) => TermKind::App(self.term(e1), self.term(e2)),
                TypedKind::If(e1, e2, e3) => TermKind::If(self.term(e1), self.term(e2), self.term(e3)),
                TypedKind::Iter { base, var, step, count } => {
                    let base = self.term(base);
                    let (var, step) = self.bind(var, step);
                    TermKind::Iter { base, var, step, count: self.term(count) }
                }
            };
            Term::new(kind, e.span())
        })
    }

    fn bind(&mut self, x: &Bound, body: &Typed) -> (Ident, Term) {
        let mut name = x.name.clone();
        if self.globals.contains(&name) {
            let taken = |n: &Name| self.globals.contains(n) || self.binders.contains(n) || self.context.contains(n);
            while taken(&name) {
                name = format!("{name}'").into();
            }
        }
        self.context.push(name.clone());
        let body = self.term(body);
        self.context.pop();
        (Ident { name, span: Span::default() }, body)
    }
}
