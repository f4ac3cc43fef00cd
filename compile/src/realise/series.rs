//! Rational series in commuting letters, and when two of them are equal (Schützenberger; for several letters see Berstel
//! and Reutenauer, "Noncommutative Rational Series with Applications", chapter 2).
//!
//! A linear representation (C, M₁ … Mₖ, B) of dimension d stands for the function (n₁ … nₖ) ↦ C·M₁^n₁ ⋯ Mₖ^nₖ·B into the
//! p×q matrices. It is zero on all words iff the span of the rows of all C·w is killed by B, and that span is generated
//! by words of length < d. For k letters whose products do not depend on their order, words are counts.

use super::matrix::{Matrix, Subspace};
use dashu_ratio::RBig;
use std::collections::VecDeque;

/// A linear representation.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// C, p×d.
    pub output: Matrix,
    /// M₁ … Mₖ, each d×d, one for each letter.
    pub letters: Vec<Matrix>,
    /// B, d×q.
    pub input: Matrix,
}

/// Why a representation is identically zero: F with C = E·F, F·Mᵢ = Kᵢ·F and F·B = 0. Then C·w·B = E·(product of Kᵢ)·F·B = 0
/// for every word w.
#[derive(Clone, Debug, PartialEq)]
pub struct ZeroProof {
    /// F, r×d.
    pub invariant: Matrix,
    /// E, p×r.
    pub expression: Matrix,
    /// K₁ … Kₖ, each r×r.
    pub transitions: Vec<Matrix>,
}

/// How two series compare.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// They are equal, and this shows that their difference is zero.
    Equal(ZeroProof),
    /// They differ at these counts, which have the smallest sum possible.
    Different(Vec<u64>),
}

impl Series {
    /// C·M₁^n₁ ⋯ Mₖ^nₖ·B
    pub fn value(&self, counts: &[u64]) -> Matrix {
        let mut value = self.output.clone();
        for (matrix, n) in self.letters.iter().zip(counts) {
            for _ in 0..*n {
                value = value.times(matrix).expect("BUG: C and M have one dimension");
            }
        }
        value.times(&self.input).expect("BUG: C and B have one dimension")
    }

    /// d
    pub fn dimension(&self) -> usize {
        self.input.rows()
    }

    /// The series of this shape that is zero everywhere, without states.
    pub fn zero(rows: usize, letters: usize, columns: usize) -> Series {
        let none = Matrix::zero(0, 0);
        Series { output: Matrix::zero(rows, 0), letters: vec![none; letters], input: Matrix::zero(0, columns) }
    }

    /// The difference of two series of the same shape.
    pub fn minus(&self, other: &Series) -> Series {
        self.plus(&Series { output: other.output.negated(), ..other.clone() })
    }

    /// The sum of two series of the same shape.
    pub fn plus(&self, other: &Series) -> Series {
        assert_eq!(self.letters.len(), other.letters.len(), "BUG: series in different letters are added");
        Series {
            output: self.output.beside(&other.output),
            letters: self.letters.iter().zip(&other.letters).map(|(a, b)| a.diagonal(b)).collect(),
            input: self.input.above(&other.input),
        }
    }

    /// Is the series zero everywhere? Breadth first over words, keeping the rows that are independent of those before:
    /// a shortest word whose value is not zero is met among them.
    pub fn zero_everywhere(&self) -> Comparison {
        match self.observe(|row| self.input.combination(row).iter().all(RBig::is_zero)) {
            Ok(proof) => Comparison::Equal(proof),
            Err(counts) => Comparison::Different(counts),
        }
    }

    /// A representation of least dimension of the same series (Schützenberger): the part that can be observed, then the
    /// part of it that can be reached.
    pub fn minimise(&self) -> Series {
        self.observable().transposed().observable().transposed()
    }

    /// The quotient by the states that no word can tell from zero.
    fn observable(&self) -> Series {
        let proof = self.observe(|_| true).expect("BUG: every row is accepted");
        let input = proof.invariant.times(&self.input).expect("BUG: F and B have one dimension");
        Series { output: proof.expression, letters: proof.transitions, input }
    }

    fn transposed(&self) -> Series {
        Series {
            output: self.input.transposed(),
            letters: self.letters.iter().map(Matrix::transposed).collect(),
            input: self.output.transposed(),
        }
    }

    /// F, E and K with F a basis of the span of the rows of all C·w: C = E·F and F·Mᵢ = Kᵢ·F. Stops with the word of a
    /// row that is not accepted; words are explored by length.
    fn observe(&self, accept: impl Fn(&[RBig]) -> bool) -> Result<ZeroProof, Vec<u64>> {
        let d = self.dimension();
        let mut space = Subspace::zero();
        let none = vec![0; self.letters.len()];
        let mut queue: VecDeque<(Vec<RBig>, Vec<u64>)> =
            (0..self.output.rows()).map(|i| (self.output.row(i).to_vec(), none.clone())).collect();
        while let Some((row, counts)) = queue.pop_front() {
            if !space.insert(row.clone()) {
                continue;
            }
            if !accept(&row) {
                return Err(counts);
            }
            for (letter, matrix) in self.letters.iter().enumerate() {
                let mut counts = counts.clone();
                counts[letter] += 1;
                queue.push_back((matrix.combination(&row), counts));
            }
        }
        let invariant = space.matrix(d);
        let coordinates =
            |m: &Matrix| Matrix::from_rows(invariant.rows(), (0..m.rows()).map(|i| space.coordinates(m.row(i))));
        let moved = |m: &Matrix| invariant.times(m).expect("BUG: F and M have one dimension");
        Ok(ZeroProof {
            expression: coordinates(&self.output),
            transitions: self.letters.iter().map(|m| coordinates(&moved(m))).collect(),
            invariant,
        })
    }

    /// Does the proof show that the series is zero? Only products of exact matrices.
    pub fn is_zero_by(&self, proof: &ZeroProof) -> bool {
        let f = &proof.invariant;
        let product = |a: &Matrix, b: &Matrix, c: &Matrix| a.times(b).is_some_and(|product| product == *c);
        product(&proof.expression, f, &self.output)
            && proof.transitions.len() == self.letters.len()
            && proof.transitions.iter().zip(&self.letters).all(|(k, m)| {
                f.times(m).is_some_and(|fm| product(k, f, &fm)) // F·M = K·F
            })
            && f.times(&self.input).is_some_and(|fb| fb.is_zero())
    }
}
