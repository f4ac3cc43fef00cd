//! The linear type system: Γ ; Δ ⊢ e : τ, by the leftover-context algorithm in one pass.
//!
//! Δ is a stack of bindings, each with the place of its use; a judgement consumes what it uses, and what is left is what
//! the next premise may use. So Δ1∘Δ2 is never guessed, and a context is never copied: the bindings that a branch of an
//! `if` used are read off a *trail* of uses. Total cost O(n log n) in the size of the program.
//!
//! Checking goes on after an error: a subterm without a type (`None`) is not reported again by what contains it.

mod gamma;
mod program;
mod recursion;
mod scope;
mod typed;

pub use program::check_program;
pub use typed::{Bound, Checked, Global, Index, Typed, TypedKind};

use super::error::Error;
use super::syntax::{Binder, Ident, Name, Term, TermKind};
use super::types::Ty;
use crate::deep::grow;
use crate::mutant;
use crate::source::Span;
use gamma::{Gamma, Meaning};
use scope::{Delta, Lookup};

/// The state of a check: Γ, the leftover Δ, and the errors so far.
struct Checker<'a> {
    gamma: &'a Gamma,
    delta: Delta,
    errors: Vec<Error>,
}

/// Γ ; Δ ⊢ e : τ with Δ given by `inputs`. The typed term, or all independent errors.
fn check_term(gamma: &Gamma, inputs: &[Binder], e: &Term) -> Result<Typed, Vec<Error>> {
    let mut checker = Checker { gamma, delta: Delta::default(), errors: Vec::new() };
    for input in inputs {
        checker.delta.bind(&input.ident, Some(input.ty.clone()));
    }
    let typed = checker.infer(e);
    for _ in inputs {
        checker.leave();
    }
    match typed {
        Some(typed) if checker.errors.is_empty() => Ok(typed),
        _ => Err(checker.errors),
    }
}

impl Checker<'_> {
    /// The judgement Γ ; Δ ⊢ e : τ: one arm per rule. None if the term has no type; the reason has been reported.
    fn infer(&mut self, e: &Term) -> Option<Typed> {
        let (kind, ty) = grow(|| match e.kind() {
            TermKind::Var(x) => self.variable(x, e.span()),
            TermKind::True => Some((TypedKind::True, Ty::Bool)),
            TermKind::False => Some((TypedKind::False, Ty::Bool)),
            TermKind::Num(n) => Some((TypedKind::Num(n.clone()), Ty::Nat)),
            TermKind::Succ(e) => self.succ(e),
            TermKind::Lam(x, e) => self.lam(x, e),
            TermKind::App(e1, e2) => self.app(e1, e2),
            TermKind::If(e1, e2, e3) => self.conditional(e1, e2, e3),
            TermKind::Iter { base, var, step, count } => self.iter(base, var, step, count),
            TermKind::Let(x, e1, e2) => self.let_in(x, e1, e2),
        })?;
        Some(Typed::new(kind, ty, e.span()))
    }

    /// (Var)   Γ ; x:τ ⊢ x : τ                (Glob)  Γ, g:τ ; ∅ ⊢ g : τ
    fn variable(&mut self, x: &Name, span: Span) -> Option<(TypedKind, Ty)> {
        match self.delta.consume(x, span) {
            Lookup::Used { index, ty } => Some((TypedKind::Var(index), ty?)),
            Lookup::UsedBefore { first, binder } => {
                self.errors.push(Error::UsedTwice { span, name: x.clone(), first, binder });
                None
            }
            Lookup::Outside { binder } => {
                self.errors.push(Error::StepCaptures { span, name: x.clone(), binder });
                None
            }
            Lookup::Unknown => match self.gamma.meaning(x) {
                Meaning::Global(g) => Some((TypedKind::Glob(g.clone()), g.ty.clone())),
                Meaning::Lost => None,
                Meaning::Elsewhere(at, why) => self.unbound(x, span, Some((at, why))),
                Meaning::Unknown => self.unbound(x, span, None),
            },
        }
    }

    fn unbound<T>(&mut self, x: &Name, span: Span, elsewhere: Option<(Span, &'static str)>) -> Option<T> {
        self.errors.push(Error::Unbound { span, name: x.clone(), elsewhere });
        None
    }

    /// (Succ)  Γ ; Δ ⊢ e : N   ⟹  Γ ; Δ ⊢ succ e : N
    fn succ(&mut self, e: &Term) -> Option<(TypedKind, Ty)> {
        let typed = self.infer(e);
        let typed = self.expect(typed, &Ty::Nat, |span, found| Error::SuccType { span, found })?;
        Some((TypedKind::Succ(typed), Ty::Nat))
    }

    /// (Lam)   Γ ; Δ, x:τ ⊢ e : σ   ⟹  Γ ; Δ ⊢ λx:τ. e : τ ⊸ σ.   The scope of x is e: x is used in it, and a binding
    /// of the same name outside is hidden, not lost.
    fn lam(&mut self, x: &Binder, e: &Term) -> Option<(TypedKind, Ty)> {
        let (bound, body) = self.under(&x.ident, Some(x.ty.clone()), e);
        let (bound, body) = (bound?, body?);
        let ty = Ty::fun(x.ty.clone(), body.ty().clone());
        Some((TypedKind::Lam(bound, body), ty))
    }

    /// (App)   Γ ; Δ1 ⊢ e1 : τ ⊸ σ    Γ ; Δ2 ⊢ e2 : τ   ⟹  Γ ; Δ1∘Δ2 ⊢ e1 e2 : σ
    fn app(&mut self, e1: &Term, e2: &Term) -> Option<(TypedKind, Ty)> {
        let function = self.infer(e1);
        let argument = self.infer(e2);
        let function = function?;
        let Ty::Fun(arrow) = function.ty() else {
            self.errors.push(Error::NotAFunction { span: e1.span(), found: function.ty().clone() });
            return None;
        };
        let argument = self.expect(argument, &arrow.dom, |span, found| Error::ArgumentType {
            span,
            expected: arrow.dom.clone(),
            found,
            function: e1.span(),
        });
        let ty = arrow.cod.clone();
        Some((TypedKind::App(function.clone(), argument?), ty))
    }

    /// let x : τ = e1 in e2  is  (λx:τ. e2) e1: (Lam), then (App). The premises are checked in the order of the text.
    fn let_in(&mut self, x: &Binder, e1: &Term, e2: &Term) -> Option<(TypedKind, Ty)> {
        let argument = self.infer(e1);
        let argument = self.expect(argument, &x.ty, |span, found| Error::ArgumentType {
            span,
            expected: x.ty.clone(),
            found,
            function: x.ty_span,
        });
        let (bound, body) = self.under(&x.ident, Some(x.ty.clone()), e2);
        let (bound, body) = (bound?, body?);
        let (ty, arrow) = (body.ty().clone(), Ty::fun(x.ty.clone(), body.ty().clone()));
        let function = Typed::new(TypedKind::Lam(bound, body), arrow, x.ident.span.to(e2.span()));
        Some((TypedKind::App(function, argument?), ty))
    }

    /// (If)    Γ ; Δ1 ⊢ e1 : 2   Γ ; Δ2 ⊢ e2 : τ   Γ ; Δ2 ⊢ e3 : τ   ⟹  Γ ; Δ1∘Δ2 ⊢ if e1 then e2 else e3 : τ
    fn conditional(&mut self, e1: &Term, e2: &Term, e3: &Term) -> Option<(TypedKind, Ty)> {
        let condition = self.infer(e1);
        let condition = self.expect(condition, &Ty::Bool, |span, found| Error::ConditionType { span, found });
        let before = self.delta.mark();
        let first = self.infer(e2);
        let used_first = self.delta.rewind(before);
        let second = self.infer(e3);
        let used_second = self.delta.rewind(before);
        for missing in self.delta.consume_both(used_first, used_second) {
            let span = if missing.in_first { e2.span() } else { e3.span() };
            self.errors.push(Error::BranchUsage { span, name: missing.name, used: missing.used });
        }
        let first = first?;
        let second = self.expect(second, first.ty(), |span, found| Error::BranchType {
            span,
            expected: first.ty().clone(),
            found,
            first: e2.span(),
        })?;
        let ty = first.ty().clone();
        Some((TypedKind::If(condition?, first, second), ty))
    }

    /// (Iter)  Γ ; Δ1 ⊢ e1 : τ   Γ ; y:τ ⊢ e2 : τ   Γ ; Δ2 ⊢ e3 : N   ⟹  Γ ; Δ1∘Δ2 ⊢ iter{e1 | y ↪ e2}(e3) : τ
    fn iter(&mut self, base: &Term, y: &Ident, step: &Term, count: &Term) -> Option<(TypedKind, Ty)> {
        let typed_base = self.infer(base);
        let ty = typed_base.as_ref().map(|e| e.ty().clone());
        let outside = self.delta.enclose();
        let (var, typed_step) = self.under(y, ty.clone(), step);
        self.delta.reopen(outside);
        let typed_step = match &ty {
            Some(ty) => self.expect(typed_step, ty, |span, found| Error::StepType {
                span,
                expected: ty.clone(),
                found,
                base: base.span(),
            }),
            None => None,
        };
        let typed_count = self.infer(count);
        let count = self.expect(typed_count, &Ty::Nat, |span, found| Error::CountType { span, found });
        Some((TypedKind::Iter { base: typed_base?, var: var?, step: typed_step?, count: count? }, ty?))
    }

    /// Γ ; Δ, x:τ ⊢ e : σ, where x must be used up. (τ is unknown where the base of an iteration has no type.)
    fn under(&mut self, x: &Ident, ty: Option<Ty>, e: &Term) -> (Option<Bound>, Option<Typed>) {
        self.delta.bind(x, ty.clone());
        let body = self.infer(e);
        self.leave();
        (ty.map(|ty| Bound { name: x.name.clone(), ty }), body)
    }

    /// Ends the scope of the innermost binding.
    fn leave(&mut self) {
        if let Some(unused) = self.delta.unbind() {
            self.errors.push(Error::Unused { span: unused.span, name: unused.name });
        }
    }

    /// The premise "… : expected".
    fn expect(&mut self, e: Option<Typed>, expected: &Ty, error: impl FnOnce(Span, Ty) -> Error) -> Option<Typed> {
        let e = e?;
        if e.ty() == expected || mutant::on("typing/any-type-fits") {
            return Some(e);
        }
        self.errors.push(error(e.span(), e.ty().clone()));
        None
    }
}
