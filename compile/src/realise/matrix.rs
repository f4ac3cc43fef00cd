//! Exact matrices over ℚ: what certificates consist of.

use dashu_int::ops::BitTest;
use dashu_ratio::RBig;

/// A matrix over ℚ, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    entries: Vec<RBig>,
}

impl Matrix {
    /// A matrix from its entries, row by row.
    pub fn new(rows: usize, columns: usize, entries: Vec<RBig>) -> Matrix {
        assert_eq!(entries.len(), rows * columns, "BUG: a matrix of {rows}×{columns} with {} entries", entries.len());
        Matrix { rows, columns, entries }
    }

    /// The zero matrix.
    pub fn zero(rows: usize, columns: usize) -> Matrix {
        Matrix::new(rows, columns, vec![RBig::ZERO; rows * columns])
    }

    /// A matrix from its rows, which are `columns` long.
    pub fn from_rows(columns: usize, rows: impl IntoIterator<Item = Vec<RBig>>) -> Matrix {
        let mut matrix = Matrix { rows: 0, columns, entries: vec![] };
        for row in rows {
            assert_eq!(row.len(), columns, "BUG: rows of different lengths");
            matrix.entries.extend(row);
            matrix.rows += 1;
        }
        matrix
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// One row.
    pub fn row(&self, i: usize) -> &[RBig] {
        &self.entries[i * self.columns..(i + 1) * self.columns]
    }

    /// self · other; none if the shapes do not fit.
    pub fn times(&self, other: &Matrix) -> Option<Matrix> {
        if self.columns != other.rows {
            return None;
        }
        Some(Matrix::from_rows(other.columns, (0..self.rows).map(|i| other.combination(self.row(i)))))
    }

    /// The linear combination of the rows with these coefficients: one row times the matrix.
    pub fn combination(&self, coefficients: &[RBig]) -> Vec<RBig> {
        let mut sum = vec![RBig::ZERO; self.columns];
        for (c, row) in coefficients.iter().zip(self.entries.chunks(self.columns.max(1))) {
            if !c.is_zero() {
                for (s, x) in sum.iter_mut().zip(row) {
                    if !x.is_zero() {
                        *s += c * x;
                    }
                }
            }
        }
        sum
    }

    /// The identity matrix.
    pub fn identity(n: usize) -> Matrix {
        let mut identity = Matrix::zero(n, n);
        (0..n).for_each(|i| identity.entries[i * n + i] = RBig::ONE);
        identity
    }

    /// The transpose.
    pub fn transposed(&self) -> Matrix {
        let entry = |j: usize| (0..self.rows).map(move |i| self.entries[i * self.columns + j].clone());
        Matrix::new(self.columns, self.rows, (0..self.columns).flat_map(entry).collect())
    }

    /// self ⊗ other: row (i, k), column (j, l), the second index of each varying faster.
    pub fn tensor(&self, other: &Matrix) -> Matrix {
        let row = |i: usize, k: usize| {
            let right = other.row(k);
            self.row(i).iter().flat_map(move |x| right.iter().map(move |y| product(x, y))).collect::<Vec<_>>()
        };
        let rows = (0..self.rows).flat_map(|i| (0..other.rows).map(move |k| (i, k)));
        Matrix::from_rows(self.columns * other.columns, rows.map(|(i, k)| row(i, k)))
    }

    /// The same matrix with the columns in another order: column j of the result is column `order[j]`.
    pub fn reorder_columns(&self, order: &[usize]) -> Matrix {
        let pick = |row: &[RBig]| order.iter().map(|j| row[*j].clone()).collect::<Vec<_>>();
        Matrix::from_rows(order.len(), (0..self.rows).map(|i| pick(self.row(i))))
    }

    /// (self | other), of the same height.
    pub fn beside(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.rows, other.rows, "BUG: matrices of different heights side by side");
        let rows = (0..self.rows).map(|i| [self.row(i), other.row(i)].concat());
        Matrix::from_rows(self.columns + other.columns, rows)
    }

    /// The length of the longest numerator or denominator, in bits.
    pub fn bits(&self) -> usize {
        self.entries.iter().map(|x| x.numerator().bit_len().max(x.denominator().bit_len())).max().unwrap_or(0)
    }

    /// −self
    pub fn negated(&self) -> Matrix {
        Matrix::new(self.rows, self.columns, self.entries.iter().map(|x| -x).collect())
    }

    /// Is every entry zero?
    pub fn is_zero(&self) -> bool {
        self.entries.iter().all(RBig::is_zero)
    }

    /// The block-diagonal matrix of the two.
    pub fn diagonal(&self, other: &Matrix) -> Matrix {
        let columns = self.columns + other.columns;
        let above = (0..self.rows).map(|i| [self.row(i), &vec![RBig::ZERO; other.columns]].concat());
        let below = (0..other.rows).map(|i| [&vec![RBig::ZERO; self.columns], other.row(i)].concat());
        Matrix::from_rows(columns, above.chain(below))
    }

    /// The two on top of one another, of the same width.
    pub fn above(&self, other: &Matrix) -> Matrix {
        assert_eq!(self.columns, other.columns, "BUG: matrices of different widths on top of one another");
        Matrix::new(self.rows + other.rows, self.columns, [&self.entries[..], &other.entries[..]].concat())
    }
}

/// x·y; most entries are zero.
fn product(x: &RBig, y: &RBig) -> RBig {
    if x.is_zero() || y.is_zero() { RBig::ZERO } else { x * y }
}

/// A subspace of ℚᵈ, by its basis in reduced row echelon form: the coordinates of a vector of the space are its entries
/// at the pivots.
pub struct Subspace {
    basis: Vec<Vec<RBig>>,
    pivots: Vec<usize>,
}

impl Subspace {
    /// The zero space.
    pub fn zero() -> Subspace {
        Subspace { basis: vec![], pivots: vec![] }
    }

    /// The basis as a matrix with d columns.
    pub fn matrix(&self, d: usize) -> Matrix {
        Matrix::from_rows(d, self.basis.iter().cloned())
    }

    /// Coordinates in the basis of a vector of the space.
    pub fn coordinates(&self, v: &[RBig]) -> Vec<RBig> {
        self.pivots.iter().map(|p| v[*p].clone()).collect()
    }

    /// Adds a vector to the space; false if it was in it.
    pub fn insert(&mut self, mut v: Vec<RBig>) -> bool {
        for (row, pivot) in self.basis.iter().zip(&self.pivots) {
            let factor = v[*pivot].clone();
            eliminate(&mut v, &factor, row);
        }
        let Some(pivot) = v.iter().position(|x| !x.is_zero()) else { return false };
        let lead = v[pivot].clone();
        v.iter_mut().filter(|x| !x.is_zero()).for_each(|x| *x /= &lead);
        for row in &mut self.basis {
            let factor = row[pivot].clone();
            eliminate(row, &factor, &v);
        }
        self.basis.push(v);
        self.pivots.push(pivot);
        true
    }
}

/// v − factor · row
fn eliminate(v: &mut [RBig], factor: &RBig, row: &[RBig]) {
    if !factor.is_zero() {
        for (x, y) in v.iter_mut().zip(row) {
            if !y.is_zero() {
                *x -= factor * y;
            }
        }
    }
}
