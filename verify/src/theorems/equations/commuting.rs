//! Commuting conversions: a conditional moves out of every place where its value is used once.

use super::{Instance, Place, conditional, equations, fresh};
use crate::generate::inhabit::{app, iter, lam, node, var};
use crate::generate::substitute::occurs;
use cajal_semantics::cajal::syntax::{Term, TermKind};
use cajal_semantics::cajal::types::Ty;

equations! {
    ("if-function", "(if c then f else g) e = if c then f e else g e", if_function),
    ("if-argument", "f (if c then a else b) = if c then f a else f b", if_argument),
    ("if-succ", "succ (if c then a else b) = if c then succ a else succ b", if_succ),
    ("if-if", "if (if c then a else b) then d else e = if c then (if a then d else e) else (if b then d else e)", if_if),
    ("if-branch", "if c then (if d then a1 else a2) else (if d then b1 else b2) = if d then (if c then a1 else b1) else (if c then a2 else b2)", if_branch),
    ("if-lambda", "λx:τ. if c then a else b = if c then λx:τ. a else λx:τ. b, for x not in c", if_lambda),
    ("if-base", "iter{if c then a else b | y -> s}(n) = if c then iter{a | y -> s}(n) else iter{b | y -> s}(n)", if_base),
    ("if-count", "iter{a | y -> s}(if c then m else n) = if c then iter{a | y -> s}(m) else iter{a | y -> s}(n)", if_count),
    ("if-let", "let x = (if c then a else b) in e = if c then let x = a in e else let x = b in e", if_let),
}

fn if_function(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::App(f, e) = place.term().kind() else { return None };
    let (c, g) = (instance.closed(&Ty::Bool), instance.like(place.first()));
    let left = app(conditional(c.clone(), f.clone(), g.clone()), e.clone());
    Some((left, conditional(c, place.term().clone(), app(g, e.clone()))))
}

fn if_argument(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::App(f, a) = place.term().kind() else { return None };
    let (c, b) = (instance.closed(&Ty::Bool), instance.like(place.second()));
    let left = app(f.clone(), conditional(c.clone(), a.clone(), b.clone()));
    Some((left, conditional(c, place.term().clone(), app(f.clone(), b))))
}

fn if_succ(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Succ(a) = place.term().kind() else { return None };
    let (c, b) = (instance.closed(&Ty::Bool), instance.like(place.first()));
    let succ = |e: Term| node(TermKind::Succ(e));
    Some((succ(conditional(c.clone(), a.clone(), b.clone())), conditional(c, place.term().clone(), succ(b))))
}

fn if_if(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::If(a, d, e) = place.term().kind() else { return None };
    let (c, b) = (instance.closed(&Ty::Bool), instance.like(place.first()));
    let choose = |condition: Term| conditional(condition, d.clone(), e.clone());
    Some((choose(conditional(c.clone(), a.clone(), b.clone())), conditional(c, choose(a.clone()), choose(b))))
}

fn if_branch(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::If(c, a1, b1) = place.term().kind() else { return None };
    let (d, a2, b2) = (instance.closed(&Ty::Bool), instance.like(place.second()), instance.like(place.third()));
    let branch = |x: &Term, y: &Term| conditional(d.clone(), x.clone(), y.clone());
    let outer = |x: &Term, y: &Term| conditional(c.clone(), x.clone(), y.clone());
    Some((outer(&branch(a1, &a2), &branch(b1, &b2)), conditional(d.clone(), outer(a1, b1), outer(&a2, &b2))))
}

fn if_lambda(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Lam(x, a) = place.term().kind() else { return None };
    // A variable of type 2 from outside is the condition, where there is one; its other uses are in the term.
    let (c, b) = (instance.closed(&Ty::Bool), instance.like(place.first()));
    debug_assert!(!occurs(&x.ident.name, &c), "BUG: a closed term has no variables");
    let lambda = |e: Term| lam(x.ident.name.clone(), x.ty.clone(), e);
    let left = lambda(conditional(c.clone(), a.clone(), b.clone()));
    Some((left, conditional(c, lambda(a.clone()), lambda(b))))
}

fn if_base(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Iter { base: a, var: y, step, count } = place.term().kind() else { return None };
    let (c, b) = (instance.closed(&Ty::Bool), instance.like(place.first()));
    let rounds = |base: Term| iter(base, y.name.clone(), step.clone(), count.clone());
    let left = rounds(conditional(c.clone(), a.clone(), b.clone()));
    Some((left, conditional(c, place.term().clone(), rounds(b))))
}

fn if_count(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Iter { base, var: y, step, count: m } = place.term().kind() else { return None };
    let (c, n) = (instance.closed(&Ty::Bool), instance.like(place.third()));
    let rounds = |count: Term| iter(base.clone(), y.name.clone(), step.clone(), count);
    let left = rounds(conditional(c.clone(), m.clone(), n.clone()));
    Some((left, conditional(c, place.term().clone(), rounds(n))))
}

fn if_let(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let (c, b) = (instance.closed(&Ty::Bool), instance.like(place.site()));
    let x = fresh(&[]);
    let bound = |e: Term| app(lam(x.clone(), place.ty().clone(), var(&x)), e);
    let left = bound(conditional(c.clone(), place.term().clone(), b.clone()));
    Some((left, conditional(c, bound(place.term().clone()), bound(b))))
}
