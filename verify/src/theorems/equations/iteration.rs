//! Iteration: iter{e1 | y ↪ e2}(n) is the n-th power of a linear map.

use super::{Instance, Place, equations, fresh};
use crate::generate::inhabit::{app, iter, lam, node, var};
use crate::generate::substitute::substitute;
use cajal_semantics::cajal::syntax::{Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use dashu_int::UBig;

equations! {
    ("iter-0", "iter{e | y -> s}(0) = e", iter_zero),
    ("iter-succ", "iter{e | y -> s}(succ n) = s[y:=iter{e | y -> s}(n)]", iter_succ),
    ("iter-succ-inside", "iter{e | y -> s}(succ n) = iter{s[y:=e] | y -> s}(n)", iter_succ_inside),
    ("iter-plus", "iter{e | y -> s}(m + n) = iter{iter{e | y -> s}(m) | y -> s}(n)", iter_plus),
    ("iter-times-2", "iter{e | y -> s}(2·n) = iter{e | y -> s[y:=s]}(n)", iter_double),
    ("iter-identity", "iter{e | y -> y}(k) = e, for a numeral k", iter_identity),
    ("iter-count", "iter{0 | y -> succ y}(n) = n", iter_count),
    ("iter-linear", "f (iter{e | y -> y}(n)) = iter{f e | y -> y}(n)", iter_linear),
    ("iter-function", "(iter{f | y -> y}(n)) e = iter{f e | y -> y}(n)", iter_function),
    ("iter-beta", "iter{e | y -> s}(n) = iter{e | y -> (λz:τ. s[y:=z]) y}(n)", iter_beta),
}

fn num(n: UBig) -> Term {
    node(TermKind::Num(n))
}

fn succ(e: Term) -> Term {
    node(TermKind::Succ(e))
}

/// m + n  is  iter{m | z -> succ z}(n)
fn plus(m: Term, n: Term) -> Term {
    let z = fresh(&[]);
    iter(m, z.clone(), succ(var(&z)), n)
}

fn iter_zero(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let y = fresh(&[]);
    let step = instance.step(&y, place.ty());
    Some((iter(place.term().clone(), y, step, num(UBig::ZERO)), place.term().clone()))
}

fn iter_succ(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Iter { base, var: y, step, count } = place.term().kind() else { return None };
    let left = iter(base.clone(), y.name.clone(), step.clone(), succ(count.clone()));
    Some((left, substitute(step, &y.name, place.term())))
}

fn iter_succ_inside(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Iter { base, var: y, step, count } = place.term().kind() else { return None };
    let left = iter(base.clone(), y.name.clone(), step.clone(), succ(count.clone()));
    Some((left, iter(substitute(step, &y.name, base), y.name.clone(), step.clone(), count.clone())))
}

fn iter_plus(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Iter { base, var: y, step, count: m } = place.term().kind() else { return None };
    let n = instance.closed(&Ty::Nat);
    let left = iter(base.clone(), y.name.clone(), step.clone(), plus(m.clone(), n.clone()));
    Some((left, iter(place.term().clone(), y.name.clone(), step.clone(), n)))
}

fn iter_double(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Iter { base, var: y, step, count } = place.term().kind() else { return None };
    let z = fresh(&[]);
    let twice = iter(num(UBig::ZERO), z.clone(), succ(succ(var(&z))), count.clone());
    let left = iter(base.clone(), y.name.clone(), step.clone(), twice);
    Some((left, iter(base.clone(), y.name.clone(), substitute(step, &y.name, step), count.clone())))
}

fn iter_identity(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let y = fresh(&[]);
    let k = crate::generate::Draw::new(&mut instance.rng).below(4);
    Some((iter(place.term().clone(), y.clone(), var(&y), num(UBig::from(k))), place.term().clone()))
}

fn iter_count(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let y = fresh(&[]);
    let counted = || iter(num(UBig::ZERO), y.clone(), succ(var(&y)), place.term().clone());
    (*place.ty() == Ty::Nat).then(|| (counted(), place.term().clone()))
}

fn iter_linear(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::App(f, e) = place.term().kind() else { return None };
    let (y, n) = (fresh(&[]), instance.closed(&Ty::Nat));
    let left = app(f.clone(), iter(e.clone(), y.clone(), var(&y), n.clone()));
    Some((left, iter(place.term().clone(), y.clone(), var(&y), n)))
}

fn iter_function(instance: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::App(f, e) = place.term().kind() else { return None };
    let (y, n) = (fresh(&[]), instance.closed(&Ty::Nat));
    let left = app(iter(f.clone(), y.clone(), var(&y), n.clone()), e.clone());
    Some((left, iter(place.term().clone(), y.clone(), var(&y), n)))
}

fn iter_beta(_: &mut Instance, place: &Place) -> Option<(Term, Term)> {
    let TermKind::Iter { base, var: y, step, count } = place.term().kind() else { return None };
    let z = fresh(&[step]);
    let redex = app(lam(z.clone(), place.ty().clone(), substitute(step, &y.name, &var(&z))), var(&y.name));
    Some((place.term().clone(), iter(base.clone(), y.name.clone(), redex, count.clone())))
}
