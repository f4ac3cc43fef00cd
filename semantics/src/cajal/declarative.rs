//! The typing rules of spec page 1 as they stand there: every way to split a context is tried. Slow, and obviously right:
//! this is what the checker in [`typing`](super::typing), which shares no code with it, is compared with on small terms.

use super::syntax::{Binder, Ident, Name, Term, TermKind};
use super::types::Ty;
use crate::source::Span;

/// Γ or Δ: names, no two of them equal, and their types.
pub type Context = Vec<(Name, Ty)>;

/// All τ with Γ ; Δ ⊢ e : τ, each once. The time is exponential in the size of e and Δ, the recursion as deep as e.
///
/// The names of Γ, of Δ and of the binders of e may coincide: an inner one hides an outer one.
pub fn types(gamma: &Context, delta: &Context, e: &Term) -> Vec<Ty> {
    let mut fresh = Fresh { next: 0, scope: Vec::new() };
    let delta = delta.iter().map(|(x, ty)| (fresh.bind(x), ty.clone())).collect();
    let e = fresh.rename(e);
    derivable(gamma, &delta, &e)
}

/// The judgement Γ ; Δ ⊢ e : τ, as the set of all τ. No two binders of e have the same name, and none has one of Γ or Δ.
fn derivable(gamma: &Context, delta: &Context, e: &Term) -> Vec<Ty> {
    let mut found = Vec::new();
    match e.kind() {
        // (Var)   Γ ; x:τ ⊢ x : τ
        // (Glob)  Γ, g:τ ; ∅ ⊢ g : τ
        TermKind::Var(x) => match delta.as_slice() {
            [(y, ty)] if x == y => found.push(ty.clone()),
            [] => found.extend(gamma.iter().filter(|(g, _)| g == x).map(|(_, ty)| ty.clone())),
            _ => {}
        },
        // (True)  Γ ; ∅ ⊢ tt : 2                 (False) Γ ; ∅ ⊢ ff : 2
        TermKind::True | TermKind::False => {
            if delta.is_empty() {
                found.push(Ty::Bool);
            }
        }
        // (Zero)  Γ ; ∅ ⊢ 0 : N, and n times (Succ)
        TermKind::Num(_) => {
            if delta.is_empty() {
                found.push(Ty::Nat);
            }
        }
        // (Succ)  Γ ; Δ ⊢ e : N   ⟹  Γ ; Δ ⊢ succ e : N
        TermKind::Succ(e) => {
            if derivable(gamma, delta, e).contains(&Ty::Nat) {
                found.push(Ty::Nat);
            }
        }
        // (Lam)   Γ ; Δ, x:τ ⊢ e : σ   ⟹  Γ ; Δ ⊢ λx:τ. e : τ ⊸ σ
        TermKind::Lam(x, e) => {
            let mut extended = delta.clone();
            extended.push((x.ident.name.clone(), x.ty.clone()));
            found.extend(derivable(gamma, &extended, e).into_iter().map(|cod| Ty::fun(x.ty.clone(), cod)));
        }
        // (App)   Γ ; Δ1 ⊢ e1 : τ ⊸ σ    Γ ; Δ2 ⊢ e2 : τ   ⟹  Γ ; Δ1∘Δ2 ⊢ e1 e2 : σ
        TermKind::App(e1, e2) => {
            for (delta1, delta2) in splits(delta) {
                let arguments = derivable(gamma, &delta2, e2);
                for function in derivable(gamma, &delta1, e1) {
                    if let Ty::Fun(arrow) = function
                        && arguments.contains(&arrow.dom)
                    {
                        found.push(arrow.cod.clone());
                    }
                }
            }
        }
        // (If)    Γ ; Δ1 ⊢ e1 : 2   Γ ; Δ2 ⊢ e2 : τ   Γ ; Δ2 ⊢ e3 : τ   ⟹  Γ ; Δ1∘Δ2 ⊢ if e1 then e2 else e3 : τ
        TermKind::If(e1, e2, e3) => {
            for (delta1, delta2) in splits(delta) {
                if derivable(gamma, &delta1, e1).contains(&Ty::Bool) {
                    let second = derivable(gamma, &delta2, e3);
                    found.extend(derivable(gamma, &delta2, e2).into_iter().filter(|ty| second.contains(ty)));
                }
            }
        }
        // (Iter)  Γ ; Δ1 ⊢ e1 : τ   Γ ; y:τ ⊢ e2 : τ   Γ ; Δ2 ⊢ e3 : N   ⟹  Γ ; Δ1∘Δ2 ⊢ iter{e1 | y ↪ e2}(e3) : τ
        TermKind::Iter { base, var, step, count } => {
            for (delta1, delta2) in splits(delta) {
                if derivable(gamma, &delta2, count).contains(&Ty::Nat) {
                    let preserved = |ty: &Ty| {
                        let only_y = vec![(var.name.clone(), ty.clone())];
                        derivable(gamma, &only_y, step).contains(ty)
                    };
                    found.extend(derivable(gamma, &delta1, base).into_iter().filter(preserved));
                }
            }
        }
        // let x : τ = e1 in e2  is  (λx:τ. e2) e1
        TermKind::Let(x, e1, e2) => {
            let function = Term::new(TermKind::Lam(x.clone(), e2.clone()), Span::default());
            let application = Term::new(TermKind::App(function, e1.clone()), Span::default());
            found = derivable(gamma, delta, &application);
        }
    }
    distinct(found)
}

/// All (Δ1, Δ2) with Δ1∘Δ2 = Δ.
fn splits(delta: &Context) -> Vec<(Context, Context)> {
    let mut splits = vec![(Context::new(), Context::new())];
    for binding in delta {
        let with = |(mut left, mut right): (Context, Context), first: bool| {
            if first {
                left.push(binding.clone())
            } else {
                right.push(binding.clone())
            }
            (left, right)
        };
        splits = splits.into_iter().flat_map(|split| [with(split.clone(), true), with(split, false)]).collect();
    }
    splits
}

fn distinct(types: Vec<Ty>) -> Vec<Ty> {
    let mut distinct: Vec<Ty> = Vec::new();
    for ty in types {
        if !distinct.contains(&ty) {
            distinct.push(ty);
        }
    }
    distinct
}

/// Renames all binders apart, to names that no source text has.
struct Fresh {
    next: u32,
    /// The bindings in scope and their new names, the innermost last.
    scope: Vec<(Name, Name)>,
}

impl Fresh {
    fn bind(&mut self, x: &Name) -> Name {
        let name: Name = format!("{x}#{}", self.next).into();
        self.next += 1;
        self.scope.push((x.clone(), name.clone()));
        name
    }

    fn under(&mut self, x: &Ident, body: &Term) -> (Ident, Term) {
        let name = self.bind(&x.name);
        let body = self.rename(body);
        self.scope.pop();
        (Ident { name, span: x.span }, body)
    }

    fn rename(&mut self, e: &Term) -> Term {
        let kind = match e.kind() {
            TermKind::Var(x) => {
                let renamed = self.scope.iter().rev().find(|(old, _)| old == x);
                TermKind::Var(renamed.map_or(x, |(_, new)| new).clone())
            }
            TermKind::True => TermKind::True,
            TermKind::False => TermKind::False,
            TermKind::Num(n) => TermKind::Num(n.clone()),
            TermKind::Succ(e) => TermKind::Succ(self.rename(e)),
            TermKind::Lam(x, e) => {
                let (ident, e) = self.under(&x.ident, e);
                TermKind::Lam(Binder { ident, ..x.clone() }, e)
            }
            TermKind::App(e1, e2) => TermKind::App(self.rename(e1), self.rename(e2)),
            TermKind::If(e1, e2, e3) => TermKind::If(self.rename(e1), self.rename(e2), self.rename(e3)),
            TermKind::Iter { base, var, step, count } => {
                let (base, count) = (self.rename(base), self.rename(count));
                let (var, step) = self.under(var, step);
                TermKind::Iter { base, var, step, count }
            }
            TermKind::Let(x, e1, e2) => {
                let e1 = self.rename(e1);
                let (ident, e2) = self.under(&x.ident, e2);
                TermKind::Let(Binder { ident, ..x.clone() }, e1, e2)
            }
        };
        Term::new(kind, e.span())
    }
}
