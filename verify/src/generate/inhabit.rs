//! Every type is inhabited and every variable can be erased: a closed term of each type, and a term of any type that uses
//! up given variables. Generation ends in these terms, and any subterm shrinks to one.
//!
//! (R\[k\] is the exception: no closed term has it, and only an extern can consume it. Generated programs do not use it.)

use super::names::variable;
use super::term::Variable;
use cajal_semantics::cajal::syntax::{Binder, Ident, Name, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::deep::grow;
use cajal_semantics::source::Span;
use dashu_int::UBig;

/// A term that nobody wrote: its span is the default one.
pub fn node(kind: TermKind) -> Term {
    Term::new(kind, Span::default())
}

/// x
pub fn var(x: &Name) -> Term {
    node(TermKind::Var(x.clone()))
}

/// A binding occurrence.
pub fn ident(name: Name) -> Ident {
    Ident { name, span: Span::default() }
}

/// λx:τ. e
pub fn lam(x: Name, ty: Ty, e: Term) -> Term {
    node(TermKind::Lam(Binder { ident: ident(x), ty, ty_span: Span::default() }, e))
}

/// e1 e2
pub fn app(e1: Term, e2: Term) -> Term {
    node(TermKind::App(e1, e2))
}

/// iter{ base | y ↪ step }(count)
pub fn iter(base: Term, y: Name, step: Term, count: Term) -> Term {
    node(TermKind::Iter { base, var: ident(y), step, count })
}

/// The literals that an inhabitant is made of.
#[derive(Clone, Copy)]
pub struct Literals {
    /// tt or ff
    pub truth: bool,
    /// The numeral.
    pub count: u32,
}

impl Literals {
    /// tt and 0, in which counterexamples are written.
    pub const CANONICAL: Literals = Literals { truth: true, count: 0 };

    fn ground(self, ty: &Ty) -> Term {
        match ty {
            Ty::Bool => node(if self.truth { TermKind::True } else { TermKind::False }),
            Ty::Nat => node(TermKind::Num(UBig::from(self.count))),
            Ty::Real(_) | Ty::Fun(_) => unreachable!("BUG: {ty} is not a ground type"),
        }
    }
}

/// A closed term of a type.
pub fn closed(ty: &Ty, literals: Literals) -> Term {
    consuming(ty, &[], literals)
}

/// A term of type `ty` that uses each of the variables once:  x itself if it is alone and of that type; otherwise the
/// literals, with an eraser for each variable.
pub fn consuming(ty: &Ty, variables: &[Variable], literals: Literals) -> Term {
    grow(|| match (variables, ty) {
        ([x], _) if x.ty == *ty => var(&x.name),
        ([], Ty::Bool | Ty::Nat) => literals.ground(ty),
        ([x], Ty::Bool | Ty::Nat) if x.ty == Ty::Bool => {
            let e = literals.ground(ty);
            node(TermKind::If(var(&x.name), e.clone(), e))
        }
        (variables, Ty::Fun(arrow)) => {
            let x = Variable { name: unused(variables), ty: arrow.dom.clone() };
            let mut inner = variables.to_vec();
            inner.push(x.clone());
            lam(x.name, x.ty, consuming(&arrow.cod, &inner, literals))
        }
        ([x, rest @ ..], _) => erase(x, consuming(ty, rest, literals)),
        ([], Ty::Real(_)) => unreachable!("BUG: no closed term has type {ty}"),
    })
}

/// e, with x used up beside it:  iter{e | y ↪ y}(count of x)
fn erase(x: &Variable, e: Term) -> Term {
    let y = variable(0);
    iter(e, y.clone(), var(&y), counting(var(&x.name), &x.ty))
}

/// A term of type N that uses e : τ up:  e itself; a choice between numerals; or e applied, then erased.
pub fn counting(e: Term, ty: &Ty) -> Term {
    grow(|| match ty {
        Ty::Nat => e,
        Ty::Bool => {
            let zero = node(TermKind::Num(UBig::ZERO));
            node(TermKind::If(e, zero.clone(), zero))
        }
        Ty::Fun(arrow) => counting(app(e, closed(&arrow.dom, Literals::CANONICAL)), &arrow.cod),
        Ty::Real(_) => unreachable!("BUG: {ty} cannot be erased"),
    })
}

/// The first name of the table that none of the variables has.
pub fn unused(variables: &[Variable]) -> Name {
    (0..).map(variable).find(|name| variables.iter().all(|x| x.name != *name)).expect("BUG: there are more names")
}
