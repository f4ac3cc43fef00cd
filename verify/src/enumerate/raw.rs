//! The slow second enumerator: raw syntax, to be filtered by the type checker. It knows no typing rule.

use crate::generate::inhabit::{app, ident, iter, lam, node, var};
use crate::generate::variable;
use cajal_semantics::cajal::syntax::{Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use dashu_int::UBig;

/// Every term of a size under `bound` binders, well-typed or not, with binders of these types. Each binder has its own
/// name, so no two terms are α-equal.
pub fn terms(size: u32, bound: usize, types: &[Ty]) -> Vec<Term> {
    let mut all = Vec::new();
    if size == 0 {
        return all;
    }
    if size == 1 {
        all.extend([TermKind::True, TermKind::False, TermKind::Num(UBig::ZERO)].map(node));
        all.extend((0..bound).map(|i| var(&variable(i))));
        return all;
    }
    let fresh = variable(bound);
    all.extend(terms(size - 1, bound, types).into_iter().map(|e| node(TermKind::Succ(e))));
    for e in terms(size - 1, bound + 1, types) {
        all.extend(types.iter().map(|ty| lam(fresh.clone(), ty.clone(), e.clone())));
    }
    for first in 1..size - 1 {
        let functions = terms(first, bound, types);
        for argument in terms(size - 1 - first, bound, types) {
            all.extend(functions.iter().map(|function| app(function.clone(), argument.clone())));
        }
        for second in 1..size - 1 - first {
            let third = size - 1 - first - second;
            let (seconds, steps) = (terms(second, bound, types), terms(second, bound + 1, types));
            for e3 in terms(third, bound, types) {
                for e1 in &functions {
                    let branches = |e2: &Term| node(TermKind::If(e1.clone(), e2.clone(), e3.clone()));
                    all.extend(seconds.iter().map(branches));
                    let rounds = |e2: &Term| iter(e1.clone(), ident(fresh.clone()).name, e2.clone(), e3.clone());
                    all.extend(steps.iter().map(rounds));
                }
            }
        }
    }
    all
}
