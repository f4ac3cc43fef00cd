//! The subterms of a well-typed term, with their types and the linear variables that they use and see. It trusts that the
//! term is well-typed (it comes from the generator, or from another well-typed term): it is no checker and shares nothing
//! with one.

use super::inhabit::node;
use super::term::Variable;
use cajal_semantics::cajal::syntax::{Name, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::deep::grow;

/// One binder on the way to a subterm, or an input; numbered, because names may be shadowed.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Which binder it is: unique within the term.
    pub id: usize,
    /// x:τ
    pub variable: Variable,
    /// How many steps of iterations enclose the binder.
    pub steps: usize,
    /// How many branches of conditionals enclose the binder.
    pub branches: usize,
}

/// One subterm. Its position is its index in preorder.
#[derive(Clone, Debug)]
pub struct Site {
    /// e
    pub term: Term,
    /// τ
    pub ty: Ty,
    /// The subterms of e, itself included, are the sites from its own position up to this one.
    pub end: usize,
    /// The linear variables that occur free in e, in the order of their first occurrence.
    pub free: Vec<Bound>,
    /// The linear variables that are visible at e, innermost last.
    pub scope: Vec<Bound>,
    /// How many steps of iterations enclose e.
    pub steps: usize,
    /// How many branches of conditionals enclose e.
    pub branches: usize,
}

impl Site {
    /// Is this variable used in e?
    pub fn uses(&self, id: usize) -> bool {
        self.free.iter().any(|x| x.id == id)
    }

    /// The linear context of e: the variables that it uses.
    pub fn delta(&self) -> Vec<Variable> {
        self.free.iter().map(|x| x.variable.clone()).collect()
    }
}

/// All subterms in preorder, for Γ ; Δ ⊢ e : τ with Γ = `globals` and Δ = `inputs`.
pub fn sites(globals: &[Variable], inputs: &[Variable], e: &Term) -> Vec<Site> {
    let mut walk = Walk { globals, scope: Vec::new(), bound: 0, steps: 0, branches: 0, sites: Vec::new() };
    for x in inputs {
        walk.bind(x.clone());
    }
    walk.visit(e);
    walk.sites
}

struct Walk<'a> {
    globals: &'a [Variable],
    scope: Vec<Bound>,
    bound: usize,
    steps: usize,
    branches: usize,
    sites: Vec<Site>,
}

impl Walk<'_> {
    fn bind(&mut self, variable: Variable) {
        self.scope.push(Bound { id: self.bound, variable, steps: self.steps, branches: self.branches });
        self.bound += 1;
    }

    /// Visits e and returns its position.
    fn visit(&mut self, e: &Term) -> usize {
        let position = self.sites.len();
        let visible = |x: &&Bound| self.lookup(&x.variable.name).is_some_and(|y| y.id == x.id);
        let scope = self.scope.iter().filter(visible).cloned().collect();
        let (steps, branches) = (self.steps, self.branches);
        self.sites.push(Site { term: e.clone(), ty: Ty::Bool, end: 0, free: vec![], scope, steps, branches });
        let (ty, free) = grow(|| self.rule(e));
        let end = self.sites.len();
        let site = &mut self.sites[position];
        (site.ty, site.free, site.end) = (ty, free, end);
        position
    }

    fn lookup(&self, name: &Name) -> Option<&Bound> {
        self.scope.iter().rev().find(|x| x.variable.name == *name)
    }

    fn rule(&mut self, e: &Term) -> (Ty, Vec<Bound>) {
        match e.kind() {
            TermKind::Var(x) => match self.lookup(x) {
                Some(x) => (x.variable.ty.clone(), vec![x.clone()]),
                None => {
                    let global =
                        self.globals.iter().find(|g| g.name == *x).expect("BUG: an unbound name in a typed term");
                    (global.ty.clone(), vec![])
                }
            },
            TermKind::True | TermKind::False => (Ty::Bool, vec![]),
            TermKind::Num(_) => (Ty::Nat, vec![]),
            TermKind::Succ(e) => {
                let e = self.visit(e);
                (Ty::Nat, self.sites[e].free.clone())
            }
            TermKind::Lam(x, e) => {
                let (body, free) = self.under(Variable { name: x.ident.name.clone(), ty: x.ty.clone() }, e);
                (Ty::fun(x.ty.clone(), self.sites[body].ty.clone()), free)
            }
            TermKind::App(e1, e2) => {
                let (e1, e2) = (self.visit(e1), self.visit(e2));
                let Ty::Fun(arrow) = &self.sites[e1].ty else { unreachable!("BUG: an ill-typed application") };
                (arrow.cod.clone(), self.union(&[e1, e2]))
            }
            TermKind::Let(x, e1, e2) => {
                let e1 = self.visit(e1);
                let (e2, inner) = self.under(Variable { name: x.ident.name.clone(), ty: x.ty.clone() }, e2);
                let mut free = self.sites[e1].free.clone();
                free.extend(inner);
                (self.sites[e2].ty.clone(), free)
            }
            TermKind::If(e1, e2, e3) => {
                let e1 = self.visit(e1);
                self.branches += 1;
                let (e2, e3) = (self.visit(e2), self.visit(e3));
                self.branches -= 1;
                (self.sites[e2].ty.clone(), self.union(&[e1, e2, e3]))
            }
            TermKind::Iter { base, var, step, count } => {
                let base = self.visit(base);
                let ty = self.sites[base].ty.clone();
                self.steps += 1;
                self.under(Variable { name: var.name.clone(), ty: ty.clone() }, step);
                self.steps -= 1;
                let count = self.visit(count);
                (ty, self.union(&[base, count]))
            }
        }
    }

    fn under(&mut self, x: Variable, e: &Term) -> (usize, Vec<Bound>) {
        let id = self.bound;
        self.bind(x);
        let position = self.visit(e);
        self.scope.pop();
        (position, self.sites[position].free.iter().filter(|x| x.id != id).cloned().collect())
    }

    /// The variables of several premises; those of two branches are the same.
    fn union(&self, premises: &[usize]) -> Vec<Bound> {
        let mut free: Vec<Bound> = Vec::new();
        for x in premises.iter().flat_map(|e| &self.sites[*e].free) {
            if !free.iter().any(|y| y.id == x.id) {
                free.push(x.clone());
            }
        }
        free
    }
}

/// e with the subterm at a position replaced.
pub fn replace(e: &Term, position: usize, new: &Term) -> Term {
    fn at(e: &Term, left: &mut usize, new: &Term) -> Term {
        if *left == 0 {
            *left = usize::MAX;
            return new.clone();
        }
        if *left == usize::MAX {
            return e.clone();
        }
        *left -= 1;
        grow(|| {
            let mut go = |e: &Term| at(e, left, new);
            let kind = match e.kind() {
                kind @ (TermKind::Var(_) | TermKind::True | TermKind::False | TermKind::Num(_)) => kind.clone(),
                TermKind::Succ(e) => TermKind::Succ(go(e)),
                TermKind::Lam(x, e) => TermKind::Lam(x.clone(), go(e)),
                TermKind::App(e1, e2) => TermKind::App(go(e1), go(e2)),
                TermKind::Let(x, e1, e2) => TermKind::Let(x.clone(), go(e1), go(e2)),
                TermKind::If(e1, e2, e3) => TermKind::If(go(e1), go(e2), go(e3)),
                TermKind::Iter { base, var, step, count } => {
                    TermKind::Iter { base: go(base), var: var.clone(), step: go(step), count: go(count) }
                }
            };
            node(kind)
        })
    }
    at(e, &mut position.clone(), new)
}

/// The number of constructors.
pub fn size(e: &Term) -> usize {
    grow(|| 1 + cajal_semantics::cajal::syntax::children(e.kind()).map(size).sum::<usize>())
}
