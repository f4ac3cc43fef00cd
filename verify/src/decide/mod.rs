//! Decision procedures (spec page 4, section 3): do two programs denote the same map? Equal with a certificate, different
//! with a smallest distinguishing input, or unknown with the bound up to which they were compared. Never equal from
//! testing.

mod bounded;
mod side;

pub use side::{Side, SideError};

use crate::certificate::series::{Certificate, Difference, differences};
use cajal_compile::realise::series::Comparison;
use cajal_compile::realise::{Realisation, Weights, realise};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{Vector, show};
use cajal_semantics::scalar::Int;
use dashu_int::UBig;

/// The answer.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The same map, on every input.
    Equal {
        /// How it was decided.
        method: Method,
        /// Why; `cajal check-proof` checks it.
        certificate: Box<Certificate>,
    },
    /// Different maps.
    Different {
        /// How the difference was found.
        method: Method,
        /// Where they differ.
        counterexample: Counterexample,
    },
    /// No answer.
    Unknown {
        /// Why it is not decided.
        reason: String,
        /// Every count up to this was compared; none if nothing was.
        bound: Option<u64>,
    },
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Exact matrices: no input of type N.
    Matrices,
    /// Rational series in the counts.
    Series,
    /// All inputs up to a bound.
    Bounded,
}

impl Method {
    /// Its name in the JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Method::Matrices => "matrices",
            Method::Series => "rational-series",
            Method::Bounded => "bounded-testing",
        }
    }
}

/// An input on which two programs differ, and their results, computed by the denotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Each input by name: `tt`, `ff`, a numeral, or a basis vector.
    pub inputs: Vec<(String, String)>,
    /// What the first program gives.
    pub left: String,
    /// What the second program gives.
    pub right: String,
}

/// Compares two programs of one type. `bound` is how far counts are tested where the question is not decided.
pub fn equiv(left: &Side, right: &Side, bound: u64) -> Verdict {
    let realised = |side: &Side| realise(&side.checked, &side.term, &Weights::new());
    match (realised(left), realised(right)) {
        (Ok(a), Ok(b)) => decide(left, right, &a, &b),
        (Err(reason), _) | (_, Err(reason)) => bounded::compare(left, right, bound, reason.to_string()),
    }
}

/// Both programs are rational series: compares them part by part.
fn decide(left: &Side, right: &Side, a: &Realisation, b: &Realisation) -> Verdict {
    let counts = a.inputs.iter().any(|x| x.ty == Ty::Nat);
    let method = if counts { Method::Series } else { Method::Matrices };
    let mut proofs = Vec::new();
    for difference in differences(a, b) {
        match difference.series.zero_everywhere() {
            Comparison::Equal(proof) => proofs.push((difference, proof)),
            Comparison::Different(counts) => {
                let counterexample = counterexample(left, right, a, &difference, &counts);
                return Verdict::Different { method, counterexample };
            }
        }
    }
    Verdict::Equal { method, certificate: Box::new(Certificate::new(left.clone(), right.clone(), proofs)) }
}

/// The inputs at which a part of the difference is not zero, and what the programs give there.
fn counterexample(left: &Side, right: &Side, r: &Realisation, d: &Difference, word: &[u64]) -> Counterexample {
    let value = d.series.value(word);
    let nonzero = |j: usize| (0..value.rows()).any(|i| !value.row(i)[j].is_zero());
    let column = (0..value.columns()).find(|j| nonzero(*j)).expect("BUG: the difference is not zero at the word");
    let mut indices = column_indices(&d.columns, column);
    let mut counts: Vec<UBig> = word.iter().map(|n| UBig::from(*n)).collect();
    // At a result of type N: a count that stands for the position is so large that no other part stands there too.
    if let Some(count) = d.position.as_ref().and_then(|p| p.count) {
        let free = counts.iter().sum::<UBig>() + d.largest_shift.clone() + UBig::ONE;
        let at = d.letters.iter().position(|l| *l == count).expect("BUG: a position is a count");
        counts[at] = free;
    }
    let mut counts = counts.into_iter();
    let mut inputs = Vec::new();
    let mut vectors = Vec::new();
    for x in &r.inputs {
        let vector = if x.ty == Ty::Nat {
            let n = counts.next().expect("BUG: every count is a letter");
            inputs.push((x.name.to_string(), n.to_string()));
            Vector::sequence([(n, vec![1.into()])].into())
        } else {
            let j = indices.next().expect("BUG: every other input is a column");
            let vector = Vector::basis(&Int, &x.ty, None, j).expect("BUG: a realised input has a small rank");
            inputs.push((
                x.name.to_string(),
                if x.ty == Ty::Bool { ["tt", "ff"][j].into() } else { show(&Int, &vector) },
            ));
            vector
        };
        vectors.push(vector);
    }
    let [left, right] =
        [left, right].map(|side| side.denote_at(&vectors).map_or_else(|e| e.code().into(), |v| show(&Int, &v)));
    assert_ne!(left, right, "BUG: the programs agree on the counterexample {inputs:?}");
    Counterexample { inputs, left, right }
}

/// The basis vector of each input that a column stands for; the last input varies fastest.
fn column_indices(columns: &[usize], mut column: usize) -> std::vec::IntoIter<usize> {
    let mut indices: Vec<usize> = columns
        .iter()
        .rev()
        .map(|rank| {
            let index = column % rank;
            column /= rank;
            index
        })
        .collect();
    indices.reverse();
    indices.into_iter()
}
