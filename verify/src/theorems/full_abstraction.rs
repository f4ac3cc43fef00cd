//! The model is not fully abstract: there are terms that no program tells apart and that denote different maps. This search
//! finds the smallest such pair at a type τ ⊸ 2, among all closed terms up to a size.
//!
//! Why no program tells them apart: a program can only apply such a term to closed values of type τ, and by soundness these
//! denote what [`definable`] lists. For τ = 2 ⊸ 2 the list is complete: a closed function maps tt and ff to tt or ff
//! (termination and soundness), so its matrix is one of the four with one-hot columns. Their span has dimension 3 of 4: all
//! have equal column sums. Two functionals that agree on the span and differ outside of it are contextually equal, and are
//! different neurons.

use super::observe::matrix;
use super::{Otherwise, Subject};
use crate::enumerate::{Space, TooMany, Universe};
use crate::generate::program::program;
use cajal_semantics::cajal::syntax::Term;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::scalar::{Int, Rat};
use dashu_int::IBig;
use dashu_ratio::RBig;

/// A pair of terms that no program tells apart, and why.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The two terms, closed, of type (2 ⊸ 2) ⊸ 2.
    pub terms: [Term; 2],
    /// Their matrices: 2 rows, and a column for each entry of the matrix of the argument.
    pub matrices: [Vec<Vec<IBig>>; 2],
    /// The matrices of all definable arguments, entry by entry.
    pub definable: Vec<Vec<IBig>>,
    /// The dimension of their span.
    pub span: usize,
    /// The dimension of the space of arguments.
    pub dimension: usize,
    /// An argument outside of the span on which the two differ.
    pub witness: Vec<IBig>,
}

/// The type of the pair: (2 ⊸ 2) ⊸ 2.
pub fn functional() -> Ty {
    Ty::fun(Ty::fun(Ty::Bool, Ty::Bool), Ty::Bool)
}

/// The smallest pair among the closed terms of at most `size` nodes, if there is one.
///
/// # Errors
/// [`Otherwise::Limit`] if there are too many terms, or a meaning is too large.
pub fn search(universe: &Universe, size: u32) -> Result<Option<Pair>, Otherwise> {
    let mut space = Space::new(universe.clone());
    let definable = definable(&mut space, size)?;
    let mut seen: Vec<(Term, Vec<Vec<IBig>>)> = Vec::new();
    for n in 1..=size {
        for_each(&mut space, n, &functional(), |e| {
            let candidate = (e, matrix_of(e)?);
            if seen.iter().all(|(_, known)| *known != candidate.1) {
                seen.push((candidate.0.clone(), candidate.1));
            }
            Ok(())
        })?;
        let pairs = (0..seen.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let agree = |(i, j): &(usize, usize)| {
            definable.iter().all(|argument| applied(&seen[*i].1, argument) == applied(&seen[*j].1, argument))
        };
        if let Some((i, j)) = pairs.into_iter().find(agree) {
            let matrices = [seen[i].1.clone(), seen[j].1.clone()];
            let dimension = matrices[0][0].len();
            let unit = |k: usize| (0..dimension).map(|l| IBig::from(u8::from(k == l))).collect::<Vec<_>>();
            let differ = |argument: &Vec<IBig>| applied(&matrices[0], argument) != applied(&matrices[1], argument);
            let witness = (0..dimension).map(unit).find(differ).expect("BUG: different matrices differ on a basis");
            let span = rank(&definable);
            let terms = [seen[i].0.clone(), seen[j].0.clone()];
            return Ok(Some(Pair { terms, matrices, definable, span, dimension, witness }));
        }
    }
    Ok(None)
}

/// The matrices of all closed terms of type 2 ⊸ 2 up to a size, each once.
///
/// # Errors
/// [`Otherwise::Limit`]
pub fn definable(space: &mut Space, size: u32) -> Result<Vec<Vec<IBig>>, Otherwise> {
    let ty = Ty::fun(Ty::Bool, Ty::Bool);
    let mut matrices: Vec<Vec<IBig>> = Vec::new();
    for n in 1..=size {
        for_each(space, n, &ty, |e| {
            let entries = matrix_of(e)?.concat();
            if !matrices.contains(&entries) {
                matrices.push(entries);
            }
            Ok(())
        })?;
    }
    Ok(matrices)
}

fn for_each(
    space: &mut Space,
    size: u32,
    ty: &Ty,
    mut body: impl FnMut(&Term) -> Result<(), Otherwise>,
) -> Result<(), Otherwise> {
    let limit = |error: TooMany| Otherwise::Limit(error.to_string());
    for index in 0..space.count(size, &[], ty).map_err(limit)? {
        body(&space.term(size, &[], ty, index).map_err(limit)?)?;
    }
    Ok(())
}

fn matrix_of(e: &Term) -> Result<Vec<Vec<IBig>>, Otherwise> {
    let subject = Subject::new(program(vec![], e.clone()), 0)
        .map_err(|errors| Otherwise::Violated(format!("an enumerated term was rejected: {errors:?}")))?;
    matrix(&Int, subject.main()?, subject.fuel)
}

/// The image of an argument, given by the entries of its matrix.
fn applied(functional: &[Vec<IBig>], argument: &[IBig]) -> Vec<IBig> {
    let row = |row: &Vec<IBig>| row.iter().zip(argument).map(|(a, x)| a * x).sum();
    functional.iter().map(row).collect()
}

/// The dimension of the span of some vectors, by elimination over ℚ.
pub fn rank(vectors: &[Vec<IBig>]) -> usize {
    use cajal_semantics::scalar::Semiring as _;
    let mut rows: Vec<Vec<RBig>> = vectors.iter().map(|v| v.iter().map(|x| RBig::from(x.clone())).collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let mut rank = 0;
    for column in 0..width {
        let Some(pivot) = (rank..rows.len()).find(|r| !Rat.is_zero(&rows[*r][column])) else { continue };
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        let pivot = &above[rank];
        for row in below {
            let factor = &row[column] / &pivot[column];
            row.iter_mut().zip(pivot).for_each(|(x, y)| *x -= &factor * y);
        }
        rank += 1;
    }
    rank
}
