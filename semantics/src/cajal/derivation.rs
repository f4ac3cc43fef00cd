//! Derivations of Γ ; Δ ⊢ e : τ: a typed term is one, up to its contexts. Here are the names of the rules, the judgements
//! written out, and how often each rule is used.

use super::pretty;
use super::syntax::{Binder, Ident, Name, Term, TermKind};
use super::typing::{Bound, Checked, Typed, TypedKind};
use crate::deep::grow;
use crate::source::Span;
use dashu_int::UBig;
use im::Vector;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The rules of spec page 1, "Typing".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Γ ; x:τ ⊢ x : τ
    Var,
    /// Γ, g:τ ; ∅ ⊢ g : τ
    Glob,
    /// Γ ; ∅ ⊢ tt : 2
    True,
    /// Γ ; ∅ ⊢ ff : 2
    False,
    /// Γ ; ∅ ⊢ 0 : N
    Zero,
    /// succ
    Succ,
    /// λ
    Lam,
    /// application
    App,
    /// if
    If,
    /// iter
    Iter,
}

impl Rule {
    /// All rules, in the order of the page.
    pub const ALL: [Rule; 10] = [
        Rule::Var,
        Rule::Glob,
        Rule::True,
        Rule::False,
        Rule::Zero,
        Rule::Succ,
        Rule::Lam,
        Rule::App,
        Rule::If,
        Rule::Iter,
    ];
}

/// (Var), (Glob), …
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self:?})")
    }
}

/// A derivation: its conclusion is computed when it is asked for.
#[derive(Clone)]
pub struct Derivation<'a> {
    subject: Subject<'a>,
    /// What is bound around the subject, the outermost first. Δ is the part of it that the subject uses.
    scope: Vector<Bound>,
}

#[derive(Clone, Copy)]
enum Subject<'a> {
    Term(&'a Typed),
    /// The premise of the numeral n = succⁿ 0.
    Zero,
}

impl<'a> Derivation<'a> {
    /// The derivation of a typed term, and what is bound around it: the inputs of main, nothing for a definition.
    pub fn new(e: &'a Typed, scope: &[Bound]) -> Self {
        Derivation { subject: Subject::Term(e), scope: scope.iter().cloned().collect() }
    }

    /// The last rule, and how many times in a row it is used: (Succ) n times for a numeral n.
    pub fn rule(&self) -> (Rule, UBig) {
        let Subject::Term(e) = self.subject else { return (Rule::Zero, UBig::ONE) };
        let rule = match e.kind() {
            TypedKind::Var(_) => Rule::Var,
            TypedKind::Glob(_) => Rule::Glob,
            TypedKind::True => Rule::True,
            TypedKind::False => Rule::False,
            TypedKind::Num(n) if n.is_zero() => Rule::Zero,
            TypedKind::Num(n) => return (Rule::Succ, n.clone()),
            TypedKind::Succ(_) => Rule::Succ,
            TypedKind::Lam(..) => Rule::Lam,
            TypedKind::App(..) => Rule::App,
            TypedKind::If(..) => Rule::If,
            TypedKind::Iter { .. } => Rule::Iter,
        };
        (rule, UBig::ONE)
    }

    /// The premises, in the order of the rule.
    pub fn premises(&self) -> Vec<Derivation<'a>> {
        let Subject::Term(e) = self.subject else { return vec![] };
        let same = |e| Derivation { subject: Subject::Term(e), scope: self.scope.clone() };
        let under = |x: &Bound, e| {
            let mut scope = self.scope.clone();
            scope.push_back(x.clone());
            Derivation { subject: Subject::Term(e), scope }
        };
        match e.kind() {
            TypedKind::Var(_) | TypedKind::Glob(_) | TypedKind::True | TypedKind::False => vec![],
            TypedKind::Num(n) if n.is_zero() => vec![],
            TypedKind::Num(_) => vec![Derivation { subject: Subject::Zero, scope: self.scope.clone() }],
            TypedKind::Succ(e) => vec![same(e)],
            TypedKind::Lam(x, e) => vec![under(x, e)],
            TypedKind::App(e1, e2) => vec![same(e1), same(e2)],
            TypedKind::If(e1, e2, e3) => vec![same(e1), same(e2), same(e3)],
            TypedKind::Iter { base, var, step, count } => vec![same(base), under(var, step), same(count)],
        }
    }

    /// Δ: the variables that the subject uses, the outermost first. None if that takes more than `nodes` steps to find.
    pub fn context(&self, nodes: usize) -> Option<Vec<Bound>> {
        let Subject::Term(e) = self.subject else { return Some(vec![]) };
        let (mut used, mut left) = (BTreeSet::new(), nodes);
        let mut work = vec![(e, 0)];
        while let Some((e, depth)) = work.pop() {
            if e.open() <= depth {
                continue;
            }
            left = left.checked_sub(1)?;
            match e.kind() {
                TypedKind::Var(i) => {
                    used.insert(self.scope.len() - 1 - (i.0 - depth) as usize);
                }
                TypedKind::Glob(_) | TypedKind::True | TypedKind::False | TypedKind::Num(_) => {}
                TypedKind::Succ(e) => work.push((e, depth)),
                TypedKind::Lam(_, e) => work.push((e, depth + 1)),
                TypedKind::App(e1, e2) => work.extend([(e1, depth), (e2, depth)]),
                TypedKind::If(e1, e2, e3) => work.extend([(e1, depth), (e2, depth), (e3, depth)]),
                TypedKind::Iter { base, var: _, step, count } => {
                    work.extend([(base, depth), (step, depth + 1), (count, depth)]);
                }
            }
        }
        Some(used.into_iter().map(|level| self.scope[level].clone()).collect())
    }

    /// `Δ ⊢ e : τ`; parts that would fill pages are written `…`.
    pub fn conclusion(&self) -> String {
        let context = match self.context(CONTEXT_NODES) {
            None => "…".to_owned(),
            Some(delta) if delta.is_empty() => "∅".to_owned(),
            Some(delta) => {
                let bindings: Vec<String> = delta.iter().map(|x| format!("{}:{}", x.name, cut(&x.ty))).collect();
                bindings.join(", ")
            }
        };
        let (subject, ty) = match self.subject {
            Subject::Zero => ("0".to_owned(), "N".to_owned()),
            Subject::Term(e) => {
                let mut sketch =
                    Sketch { names: self.scope.iter().map(|x| x.name.clone()).collect(), left: TERM_NODES };
                (pretty::term(&sketch.term(e), usize::MAX), cut(e.ty()))
            }
        };
        format!("{context} ⊢ {subject} : {ty}")
    }
}

const CONTEXT_NODES: usize = 10_000;
const TERM_NODES: usize = 50;
const TYPE_CHARACTERS: usize = 200;

fn cut(ty: &super::types::Ty) -> String {
    let text = ty.to_string();
    match text.char_indices().nth(TYPE_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The upper part of a term.
struct Sketch {
    names: Vec<Name>,
    left: usize,
}

impl Sketch {
    fn term(&mut self, e: &Typed) -> Term {
        let kind = match self.left.checked_sub(1) {
            None => TermKind::Var("…".into()),
            Some(left) => {
                self.left = left;
                grow(|| self.kind(e))
            }
        };
        Term::new(kind, Span::default())
    }

    fn kind(&mut self, e: &Typed) -> TermKind {
        match e.kind() {
            TypedKind::Var(i) => TermKind::Var(self.names[self.names.len() - 1 - i.0 as usize].clone()),
            TypedKind::Glob(g) => TermKind::Var(g.name.clone()),
            TypedKind::True => TermKind::True,
            TypedKind::False => TermKind::False,
            TypedKind::Num(n) => TermKind::Num(n.clone()),
            TypedKind::Succ(e) => TermKind::Succ(self.term(e)),
            TypedKind::Lam(x, e) => {
                let (ident, body) = self.under(x, e);
                TermKind::Lam(Binder { ident, ty: x.ty.clone(), ty_span: Span::default() }, body)
            }
            TypedKind::App(e1, e2) => TermKind::App(self.term(e1), self.term(e2)),
            TypedKind::If(e1, e2, e3) => TermKind::If(self.term(e1), self.term(e2), self.term(e3)),
            TypedKind::Iter { base, var, step, count } => {
                let base = self.term(base);
                let (var, step) = self.under(var, step);
                TermKind::Iter { base, var, step, count: self.term(count) }
            }
        }
    }

    fn under(&mut self, x: &Bound, e: &Typed) -> (Ident, Term) {
        self.names.push(x.name.clone());
        let body = self.term(e);
        self.names.pop();
        (Ident { name: x.name.clone(), span: Span::default() }, body)
    }
}

/// One judgement of a derivation that is written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Below how many other judgements it stands.
    pub depth: usize,
    /// The rule, and how many times in a row it is used.
    pub rule: (Rule, UBig),
    /// `Δ ⊢ e : τ`
    pub conclusion: String,
}

/// As a line of text, indented.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rule, times) = &self.rule;
        let indentation = "  ".repeat(self.depth.min(60));
        if times.is_one() {
            write!(f, "{indentation}{rule} {}", self.conclusion)
        } else {
            write!(f, "{indentation}{rule} {times} times: {}", self.conclusion)
        }
    }
}

/// The judgements of a derivation, every one before its premises: the first `limit` of them, and whether those are all.
pub fn judgements(derivation: Derivation<'_>, limit: usize) -> (Vec<Judgement>, bool) {
    let mut found = Vec::new();
    let mut work = vec![(0, derivation)];
    while let Some((depth, derivation)) = work.pop() {
        if found.len() == limit {
            return (found, false);
        }
        found.push(Judgement { depth, rule: derivation.rule(), conclusion: derivation.conclusion() });
        work.extend(derivation.premises().into_iter().rev().map(|premise| (depth + 1, premise)));
    }
    (found, true)
}

/// How often each rule is used in the derivations of a program.
pub fn coverage(program: &Checked) -> BTreeMap<Rule, UBig> {
    let mut counts: BTreeMap<Rule, UBig> = Rule::ALL.into_iter().map(|rule| (rule, UBig::ZERO)).collect();
    let bodies = program.globals.iter().filter_map(|g| g.body.as_ref());
    let mut work: Vec<Derivation<'_>> = bodies
        .map(|body| Derivation::new(body, &[]))
        .chain(program.main.iter().map(|e| Derivation::new(e, &program.inputs)))
        .collect();
    while let Some(derivation) = work.pop() {
        let (rule, times) = derivation.rule();
        *counts.entry(rule).or_default() += times;
        work.extend(derivation.premises());
    }
    counts
}
