//! β and η, for functions, conditionals and `let`.

use super::{Instance, Place, conditional, equations, fresh};
use crate::generate::inhabit::{app, ident, lam, node, var};
use crate::generate::substitute::substitute;
use cajal_semantics::cajal::syntax::{Binder, Name, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::source::Span;
use dashu_int::UBig;

equations! {
    ("beta", "(λx:τ. e1) e2 = e1[x:=e2]", beta),
    ("beta-identity", "(λx:τ. x) e = e", beta_identity),
    ("eta", "λx:τ. e x = e", eta),
    ("let", "let x : τ = e1 in e2 = (λx:τ. e2) e1", let_is_application),
    ("let-exchange", "let x = a in let y = b in e = let y = b in let x = a in e", let_exchange),
    ("if-tt", "if tt then e2 else e3 = e2", if_tt),
    ("if-ff", "if ff then e2 else e3 = e3", if_ff),
    ("if-eta", "if e then tt else ff = e", if_eta),
    ("if-not", "if (if e1 then ff else tt) then e2 else e3 = if e1 then e3 else e2", if_not),
    ("succ-numeral", "succ n = n + 1", succ_numeral),
}

fn let_in(x: &Name, ty: &Ty, e1: Term, e2: Term) -> Term {
    let binder = Binder { ident: ident(x.clone()), ty: ty.clone(), ty_span: Span::default() };
    node(TermKind::Let(binder, e1, e2))
}

fn beta(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    match place.term().kind() {
        TermKind::App(e1, e2) => {
            let TermKind::Lam(x, body) = e1.kind() else { return None };
            Some((place.term().clone(), substitute(body, &x.ident.name, e2)))
        }
        TermKind::Let(x, e1, e2) => Some((place.term().clone(), substitute(e2, &x.ident.name, e1))),
        // A new redex, whose argument is the subterm.
        TermKind::If(e1, e2, e3) => {
            let x = fresh(&[e2, e3]);
            let body = conditional(var(&x), e2.clone(), e3.clone());
            Some((app(lam(x, Ty::Bool, body), e1.clone()), place.term().clone()))
        }
        TermKind::Succ(e) => {
            let x = fresh(&[]);
            Some((app(lam(x.clone(), Ty::Nat, node(TermKind::Succ(var(&x)))), e.clone()), place.term().clone()))
        }
        TermKind::Var(_)
        | TermKind::True
        | TermKind::False
        | TermKind::Num(_)
        | TermKind::Lam(..)
        | TermKind::Iter { .. } => None,
    }
}

fn beta_identity(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let x = fresh(&[]);
    Some((app(lam(x.clone(), place.ty().clone(), var(&x)), place.term().clone()), place.term().clone()))
}

fn eta(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let Ty::Fun(arrow) = place.ty() else { return None };
    let x = fresh(&[place.term()]);
    Some((lam(x.clone(), arrow.dom.clone(), app(place.term().clone(), var(&x))), place.term().clone()))
}

fn let_is_application(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let (x, e1, e2) = if let TermKind::Let(x, e1, e2) = place.term().kind() {
        (x, e1, e2)
    } else if let TermKind::App(function, e1) = place.term().kind()
        && let TermKind::Lam(x, e2) = function.kind()
    {
        (x, e1, e2)
    } else {
        return None;
    };
    let (x, ty) = (x.ident.name.clone(), x.ty.clone());
    let left = let_in(&x, &ty, e1.clone(), e2.clone());
    Some((left, app(lam(x, ty, e2.clone()), e1.clone())))
}

fn let_exchange(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::App(e1, e2) = place.term().kind() else { return None };
    let (function, argument) = (place.first().ty.clone(), place.second().ty.clone());
    let x = fresh(&[e1, e2]);
    let y = fresh(&[e1, e2, &var(&x)]);
    let body = app(var(&x), var(&y));
    let left = let_in(&x, &function, e1.clone(), let_in(&y, &argument, e2.clone(), body.clone()));
    Some((left, let_in(&y, &argument, e2.clone(), let_in(&x, &function, e1.clone(), body))))
}

fn if_tt(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let other = instance.like(place.site());
    Some((conditional(node(TermKind::True), place.term().clone(), other), place.term().clone()))
}

fn if_ff(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let other = instance.like(place.site());
    Some((conditional(node(TermKind::False), other, place.term().clone()), place.term().clone()))
}

fn if_eta(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let truth = || (node(TermKind::True), node(TermKind::False));
    (*place.ty() == Ty::Bool).then(|| (conditional(place.term().clone(), truth().0, truth().1), place.term().clone()))
}

fn if_not(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::If(e1, e2, e3) = place.term().kind() else { return None };
    let negated = conditional(e1.clone(), node(TermKind::False), node(TermKind::True));
    Some((conditional(negated, e3.clone(), e2.clone()), place.term().clone()))
}

fn succ_numeral(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Num(n) = place.term().kind() else { return None };
    let next = node(TermKind::Num(n + UBig::ONE));
    Some((node(TermKind::Succ(place.term().clone())), next))
}
