//! e[x:=e'] on surface terms, avoiding capture by renaming binders: for shrinking and for the equations of the theory. It is
//! independent of the substitution of the evaluator, which works on nameless terms.

use super::inhabit::{node, var};
use super::names::variable;
use cajal_semantics::cajal::syntax::{Ident, Name, Term, TermKind, children};
use cajal_semantics::deep::grow;
use std::collections::BTreeSet;

/// e[x:=new]
pub fn substitute(e: &Term, x: &Name, new: &Term) -> Term {
    let mut names = BTreeSet::new();
    names_of(new, &mut names);
    Substitution { x, new, names: &names }.term(e)
}

/// Every name that occurs in a term, bound or free: enough to avoid.
fn names_of(e: &Term, names: &mut BTreeSet<Name>) {
    grow(|| {
        if let TermKind::Var(x) = e.kind() {
            names.insert(x.clone());
        }
        children(e.kind()).for_each(|e| names_of(e, names));
    })
}

/// Does x occur free in e?
pub fn occurs(x: &Name, e: &Term) -> bool {
    grow(|| match e.kind() {
        TermKind::Var(y) => x == y,
        TermKind::True | TermKind::False | TermKind::Num(_) => false,
        TermKind::Lam(y, e) => y.ident.name != *x && occurs(x, e),
        TermKind::Let(y, e1, e2) => occurs(x, e1) || y.ident.name != *x && occurs(x, e2),
        TermKind::Iter { base, var, step, count } => {
            occurs(x, base) || occurs(x, count) || var.name != *x && occurs(x, step)
        }
        TermKind::Succ(_) | TermKind::App(..) | TermKind::If(..) => children(e.kind()).any(|e| occurs(x, e)),
    })
}

struct Substitution<'a> {
    x: &'a Name,
    new: &'a Term,
    names: &'a BTreeSet<Name>,
}

impl Substitution<'_> {
    fn term(&self, e: &Term) -> Term {
        grow(|| match e.kind() {
            TermKind::Var(y) if y == self.x => self.new.clone(),
            TermKind::Var(_) | TermKind::True | TermKind::False | TermKind::Num(_) => e.clone(),
            TermKind::Succ(e) => node(TermKind::Succ(self.term(e))),
            TermKind::App(e1, e2) => node(TermKind::App(self.term(e1), self.term(e2))),
            TermKind::If(e1, e2, e3) => node(TermKind::If(self.term(e1), self.term(e2), self.term(e3))),
            TermKind::Lam(y, e) => {
                let (ident, e) = self.under(&y.ident, e);
                node(TermKind::Lam(cajal_semantics::cajal::syntax::Binder { ident, ..y.clone() }, e))
            }
            TermKind::Let(y, e1, e2) => {
                let (ident, e2) = self.under(&y.ident, e2);
                node(TermKind::Let(cajal_semantics::cajal::syntax::Binder { ident, ..y.clone() }, self.term(e1), e2))
            }
            TermKind::Iter { base, var, step, count } => {
                let (var, step) = self.under(var, step);
                node(TermKind::Iter { base: self.term(base), var, step, count: self.term(count) })
            }
        })
    }

    /// Under a binder y: nothing if y hides x; y is renamed if it would capture a name of the new term.
    fn under(&self, y: &Ident, e: &Term) -> (Ident, Term) {
        if y.name == *self.x || !occurs(self.x, e) {
            return (y.clone(), e.clone());
        }
        if !self.names.contains(&y.name) {
            return (y.clone(), self.term(e));
        }
        let mut taken = self.names.clone();
        names_of(e, &mut taken);
        let name = (0..).map(variable).find(|name| !taken.contains(name)).expect("BUG: there are more names");
        let renamed = substitute(e, &y.name, &var(&name));
        (Ident { name, span: y.span }, self.term(&renamed))
    }
}
