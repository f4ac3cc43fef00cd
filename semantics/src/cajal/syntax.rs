//! Abstract syntax, as the parser makes it and the printer prints it: names and spans, sugar kept.
//!
//! ```text
//! e ::= x | tt | ff | if e then e else e | λx:τ. e | e e | n | succ e | iter{ e | y ↪ e }(e) | let x : τ = e in e
//! ```
//!
//! A decimal numeral is one node with a count of any size (sugar for succⁿ 0). `let` is kept, so that a formatted
//! program looks as it was written; typing removes it.

use super::types::Ty;
use crate::deep::Deep;
use crate::source::Span;
use dashu_int::UBig;
use std::sync::Arc;

/// A name of a variable, definition, extern or input.
pub type Name = Arc<str>;

/// A term e: shared, so that cloning is cheap.
#[derive(Clone, Debug)]
pub struct Term(Deep<Node>);

#[derive(Debug)]
struct Node {
    kind: TermKind,
    span: Span,
    depth: u32,
}

/// One constructor of the grammar.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// x: a variable, or the name of a definition or an extern
    Var(Name),
    /// tt
    True,
    /// ff
    False,
    /// if e then e else e
    If(Term, Term, Term),
    /// λx:τ. e
    Lam(Binder, Term),
    /// e e
    App(Term, Term),
    /// a numeral: succⁿ 0
    Num(UBig),
    /// succ e
    Succ(Term),
    /// iter{ base | y ↪ step }(count)
    Iter {
        /// e1
        base: Term,
        /// y
        var: Ident,
        /// e2
        step: Term,
        /// e3
        count: Term,
    },
    /// let x : τ = e1 in e2, which is (λx:τ. e2) e1
    Let(Binder, Term, Term),
}

/// A name where it is introduced.
#[derive(Clone, Debug)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

/// x:τ where it binds.
#[derive(Clone, Debug)]
pub struct Binder {
    /// x
    pub ident: Ident,
    /// τ
    pub ty: Ty,
    /// Where τ stands.
    pub ty_span: Span,
}

impl Term {
    /// A term at a place in the source (the default span for one that was not written by anybody).
    pub fn new(kind: TermKind, span: Span) -> Term {
        let depth = 1 + children(&kind).map(Term::depth).max().unwrap_or(0);
        Term(Deep::new(Node { kind, span, depth }))
    }

    /// The outermost constructor.
    pub fn kind(&self) -> &TermKind {
        &self.0.kind
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        self.0.span
    }

    /// Nested constructors.
    pub fn depth(&self) -> u32 {
        self.0.depth
    }
}

/// The immediate subterms, in textual order.
pub fn children(kind: &TermKind) -> impl Iterator<Item = &Term> {
    let (first, second, third) = match kind {
        TermKind::Var(_) | TermKind::True | TermKind::False | TermKind::Num(_) => (None, None, None),
        TermKind::Succ(e) | TermKind::Lam(_, e) => (Some(e), None, None),
        TermKind::App(e1, e2) | TermKind::Let(_, e1, e2) => (Some(e1), Some(e2), None),
        TermKind::If(e1, e2, e3) => (Some(e1), Some(e2), Some(e3)),
        TermKind::Iter { base, step, count, var: _ } => (Some(base), Some(step), Some(count)),
    };
    first.into_iter().chain(second).chain(third)
}

/// A whole file: items, then optionally a main term.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// `extern`, `input` and `def`, in order.
    pub items: Vec<Item>,
    /// The main term.
    pub main: Option<Main>,
    /// All comments, in order of position.
    pub comments: Vec<Comment>,
    /// The lexemes that follow a blank line, each as the number of lexemes before it (see [`Comment::lexemes_before`]).
    pub paragraphs: Vec<u32>,
    /// What could not be parsed.
    pub lost: LostNames,
}

/// The names that items which could not be parsed may have introduced: that they are not in scope is no error.
#[derive(Clone, Debug, Default)]
pub struct LostNames {
    /// These, by items without a legible type.
    pub names: Vec<Name>,
    /// Any name, by what could not even be told to be an item.
    pub any: bool,
}

/// The main term of a file.
#[derive(Clone, Debug)]
pub struct Main {
    /// Where `main =` stands; none if the term stands alone.
    pub keyword: Option<Span>,
    /// The term; none if it could not be parsed.
    pub term: Option<Term>,
}

/// One item of a file.
#[derive(Clone, Debug)]
pub struct Item {
    /// The whole item.
    pub span: Span,
    /// x : τ
    pub binder: Binder,
    /// What x is.
    pub kind: ItemKind,
}

/// The three kinds of items.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `extern x : τ`: neurons supplied at link time, one fixed linear map.
    Extern,
    /// `input x : τ`: a linear input of main.
    Input,
    /// `def x : τ = e`: a closed program; none if e could not be parsed.
    Def(Option<Term>),
}

/// A comment `-- …` to the end of its line.
#[derive(Clone, Debug)]
pub struct Comment {
    /// Where it stands, without the line break.
    pub span: Span,
    /// Its text, with the dashes, without trailing blanks.
    pub text: String,
    /// How many lexemes stand before it in the file, not counting round parentheses: the printer, which may leave
    /// parentheses out or put them in, finds the comment's place by it.
    pub lexemes_before: u32,
    /// Does it stand on a line of its own?
    pub own_line: bool,
    /// Does a blank line stand directly before it?
    pub blank_before: bool,
}
