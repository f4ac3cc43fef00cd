//! Where the question is not decided: comparison of all inputs up to a bound. It can refute, never prove.

use super::{Counterexample, Method, Side, Verdict};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{Vector, rank, show};
use cajal_semantics::scalar::Int;
use dashu_int::{IBig, UBig};

/// No more inputs than this are compared; the bound shrinks until there are as few.
const MAX_INPUTS: u64 = 20_000;

/// Compares two programs on all basis inputs with counts up to a bound, the smallest first.
pub(super) fn compare(left: &Side, right: &Side, bound: u64, reason: String) -> Verdict {
    let (inputs, _) = left.signature();
    let Some(ranks) = inputs.iter().map(basis_size).collect::<Option<Vec<_>>>() else {
        return Verdict::Unknown { reason, bound: None };
    };
    let Some(externs) = externs(left, right) else {
        return Verdict::Unknown { reason, bound: None };
    };
    let product = |bound: u64| {
        let sizes = ranks.iter().map(|rank| rank.map_or(bound + 1, |r| r as u64));
        sizes.fold(1_u64, u64::saturating_mul)
    };
    let Some(bound) = (0..=bound).rev().find(|bound| product(*bound) <= MAX_INPUTS) else {
        return Verdict::Unknown { reason, bound: None };
    };
    let sizes: Vec<u64> = ranks.iter().map(|rank| rank.map_or(bound + 1, |r| r as u64)).collect();
    let mut points: Vec<Vec<u64>> = vec![vec![]];
    for size in &sizes {
        points = points.iter().flat_map(|p| (0..*size).map(move |k| [&p[..], &[k]].concat())).collect();
    }
    let is_count: Vec<bool> = ranks.iter().map(Option::is_none).collect();
    points.sort_by_key(|p| p.iter().zip(&is_count).filter(|(_, count)| **count).map(|(n, _)| n).sum::<u64>());
    let names = cajal_compile::realise::inputs(&left.checked, &left.term).into_iter().map(|x| x.name.to_string());
    let names: Vec<String> = names.collect();
    for point in points {
        let vectors: Vec<Vector<IBig>> = inputs.iter().zip(&point).map(|(ty, k)| input(ty, *k)).collect();
        let results = [left, right].map(|side| side.denote_linked(&externs, &vectors));
        let [Ok(a), Ok(b)] = results else {
            return Verdict::Unknown {
                reason: format!("{reason}; and the limits of the denotation were reached"),
                bound: None,
            };
        };
        if a != b {
            let text = |ty: &Ty, k: &u64, v: &Vector<IBig>| match ty {
                Ty::Bool => ["tt", "ff"][*k as usize].to_owned(),
                Ty::Nat => k.to_string(),
                Ty::Real(_) | Ty::Fun(_) => show(&Int, v),
            };
            let inputs = inputs.iter().zip(&point).zip(&vectors).map(|((ty, k), v)| text(ty, k, v));
            let externs = externs.iter().map(|(name, v)| (name.clone(), show(&Int, v)));
            let inputs = externs.chain(names.into_iter().zip(inputs)).collect();
            let counterexample = Counterexample { inputs, left: show(&Int, &a), right: show(&Int, &b) };
            return Verdict::Different { method: Method::Bounded, counterexample };
        }
    }
    Verdict::Unknown { reason, bound: Some(bound) }
}

/// How many basis vectors an input has: `Some(None)` for N; none if they cannot be enumerated.
fn basis_size(ty: &Ty) -> Option<Option<usize>> {
    match ty {
        Ty::Nat => Some(None),
        ty if ty.is_nat_free() => rank(ty, None).ok().filter(|r| *r as u64 <= MAX_INPUTS).map(Some),
        _ => None,
    }
}

/// The k-th basis vector of an input.
fn input(ty: &Ty, k: u64) -> Vector<IBig> {
    match ty {
        Ty::Nat => Vector::sequence([(UBig::from(k), vec![IBig::ONE])].into()),
        ty => Vector::basis(&Int, ty, None, k as usize).expect("BUG: the rank was found to be small"),
    }
}

/// Fixed small weights for all externs: the i-th entry is i mod 7 − 3, and one pair of programs that differ only for
/// other weights stays unknown. None if an extern has no matrix.
fn externs(left: &Side, right: &Side) -> Option<Vec<(String, Vector<IBig>)>> {
    let globals = left.checked.globals.iter().chain(&right.checked.globals).filter(|g| g.body.is_none());
    globals
        .map(|g| {
            let rank = rank(&g.ty, None).ok().filter(|r| *r as u64 <= MAX_INPUTS)?;
            let entries: Vec<IBig> = (0..rank).map(|i| IBig::from(i % 7) - IBig::from(3)).collect();
            Some((g.name.to_string(), Vector::from_coordinates(&Int, &g.ty, None, &entries).ok()?))
        })
        .collect()
}
