//! Elements of ⟦τ⟧ as finite data: what users give to `denote` and `run`, and what these print.
//!
//! For τ = τ₁ ⊸ … ⊸ τₙ ⊸ β (β not a function type) an element is a matrix: rows = outputs, numbered by the basis of ⟦β⟧;
//! columns numbered by the basis of ⟦τ₁⟧ ⊗ … ⊗ ⟦τₙ⟧ with the first argument varying fastest. So the columns of f(eᵢ), the
//! i-th column of the *first* argument, are i, i + d₁, i + 2d₁, … A basis vector of an argument that is itself a function
//! is one entry of its matrix, row by row.
//!
//! An argument of type N has the first K basis vectors only, K being the *horizon* that the user asked for; nothing else
//! is ever cut off, and using such a matrix past its horizon is an error.

mod text;

pub use text::{read, show, to_json};

use super::types::Ty;
use crate::scalar::Semiring;
use dashu_int::UBig;
use std::collections::BTreeMap;
use std::fmt;

/// Finitely many entries that are not zero, by their index in ℕ.
pub type Sparse<T> = BTreeMap<UBig, T>;

/// An element of ⟦τ⟧ as a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector<E> {
    /// τ
    pub ty: Ty,
    /// The number of basis vectors of each argument of τ, first argument first.
    pub arguments: Vec<usize>,
    /// Its rows.
    pub rows: Rows<E>,
}

/// The rows of a matrix: each has as many entries as the arguments have basis vectors together.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows<E> {
    /// One row for each basis vector of a result type 2 or R\[k\].
    Dense(Vec<Vec<E>>),
    /// The rows of a result type N that are not zero.
    Sparse(Sparse<Vec<E>>),
}

/// More entries than this are not written into one matrix (2²⁶: half a gigabyte of doubles).
pub const MAX_ENTRIES: usize = 1 << 26;

/// Why an element of ⟦τ⟧ cannot be data, or given data are no element of ⟦τ⟧.
#[derive(Clone, Debug, PartialEq)]
pub enum VectorError {
    /// A matrix of too many entries. `needed` says how many, in words.
    Size {
        /// The type whose matrix it would be.
        ty: Ty,
        /// What it would need.
        needed: String,
    },
    /// An argument of type N, and no horizon.
    Horizon {
        /// The type whose matrix it would be.
        ty: Ty,
    },
    /// The data do not have the shape of the type.
    Shape {
        /// The type.
        ty: Ty,
        /// Its shape.
        expected: String,
        /// The shape of the data.
        found: String,
    },
    /// The text is no vector.
    Text(String),
}

impl VectorError {
    /// The stable code (spec page 6).
    pub fn code(&self) -> &'static str {
        match self {
            VectorError::Size { .. } | VectorError::Horizon { .. } => "size-limit",
            VectorError::Shape { .. } | VectorError::Text(_) => "shape",
        }
    }
}

impl fmt::Display for VectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VectorError::Size { ty, needed } => {
                write!(f, "a matrix of type {ty} would have {needed} entries; the limit is {MAX_ENTRIES}")
            }
            VectorError::Horizon { ty } => write!(
                f,
                "a matrix of type {ty} has infinitely many columns; ask for the first K of each N with a horizon"
            ),
            VectorError::Shape { ty, expected, found } => {
                write!(f, "type {ty} takes {expected}, the data have {found}")
            }
            VectorError::Text(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for VectorError {}

/// The rank of ⟦τ⟧, taking the first `horizon` basis vectors of each N; an error if it is infinite, or too large.
///
/// # Errors
/// [`VectorError::Horizon`], [`VectorError::Size`].
pub fn rank(ty: &Ty, horizon: Option<usize>) -> Result<usize, VectorError> {
    let too_large = || VectorError::Size { ty: ty.clone(), needed: ty.dim().to_string() };
    crate::deep::grow(|| {
        let (arguments, result) = ty.uncurry();
        let mut rank = match result {
            Ty::Bool => 2,
            Ty::Nat => horizon.ok_or_else(|| VectorError::Horizon { ty: ty.clone() })?,
            Ty::Real(k) => usize::try_from(*k).map_err(|_| too_large())?,
            Ty::Fun(_) => unreachable!("BUG: uncurry ends in a type that is not a function type"),
        };
        for argument in arguments {
            rank =
                rank.checked_mul(self::rank(argument, horizon)?).filter(|n| *n <= MAX_ENTRIES).ok_or_else(too_large)?;
        }
        if rank <= MAX_ENTRIES { Ok(rank) } else { Err(too_large()) }
    })
}

/// How many entries a matrix of type `ty` with these arguments has: for a result N, those of one row.
///
/// # Errors
/// [`VectorError::Size`] past [`MAX_ENTRIES`].
pub fn entries(ty: &Ty, arguments: &[usize]) -> Result<usize, VectorError> {
    let rows = match ty.uncurry().1 {
        Ty::Real(k) => usize::try_from(*k).unwrap_or(usize::MAX),
        Ty::Bool | Ty::Nat | Ty::Fun(_) => 1,
    };
    let product = arguments.iter().try_fold(rows, |n, k| n.checked_mul(*k)).filter(|n| *n <= MAX_ENTRIES);
    product.ok_or_else(|| VectorError::Size { ty: ty.clone(), needed: ty.dim().to_string() })
}

impl<E: Clone> Vector<E> {
    /// An element of 2 or R\[k\] from its rows of one entry.
    pub fn row(ty: &Ty, rows: Vec<Vec<E>>) -> Vector<E> {
        Vector { ty: ty.clone(), arguments: vec![], rows: Rows::Dense(rows) }
    }

    /// An element of N from its entries that are not zero.
    pub fn sequence(rows: Sparse<Vec<E>>) -> Vector<E> {
        Vector { ty: Ty::Nat, arguments: vec![], rows: Rows::Sparse(rows) }
    }

    /// How many basis vectors stand for N in the first argument of the matrix, if N occurs in its type at all.
    pub fn horizon(&self) -> Option<usize> {
        match &self.ty {
            Ty::Fun(f) if f.dom == Ty::Nat => Some(self.arguments[0]),
            Ty::Bool | Ty::Nat | Ty::Real(_) | Ty::Fun(_) => None,
        }
    }

    /// How many columns the matrix has.
    pub fn width(&self) -> usize {
        self.arguments.iter().product()
    }

    /// f(eᵢ), for an element f of a function type and the i-th basis vector of its first argument.
    pub fn column(&self, i: usize) -> Vector<E> {
        let Ty::Fun(arrow) = &self.ty else { unreachable!("BUG: only a function type has an argument") };
        let pick = |row: &Vec<E>| row.iter().skip(i).step_by(self.arguments[0]).cloned().collect();
        let rows = match &self.rows {
            Rows::Dense(rows) => Rows::Dense(rows.iter().map(pick).collect()),
            Rows::Sparse(rows) => Rows::Sparse(rows.iter().map(|(n, row)| (n.clone(), pick(row))).collect()),
        };
        Vector { ty: arrow.cod.clone(), arguments: self.arguments[1..].to_vec(), rows }
    }

    /// The element f of the function type `ty` with the given f(e₀), f(e₁), … (at least one), of equal shapes.
    pub fn from_columns(ty: Ty, zero: &E, columns: &[Vector<E>]) -> Vector<E> {
        let first = columns.first().expect("BUG: no type has an argument without basis vectors");
        let mut arguments = vec![columns.len()];
        arguments.extend(&first.arguments);
        let width = first.width();
        let row_of = |row: &dyn Fn(&Vector<E>) -> Option<Vec<E>>| {
            let parts: Vec<Option<Vec<E>>> = columns.iter().map(row).collect();
            let entry = |j: usize| parts.iter().map(move |p| p.as_ref().map_or(zero, |p| &p[j]).clone());
            (0..width).flat_map(entry).collect::<Vec<E>>()
        };
        let rows = match &first.rows {
            Rows::Dense(rows) => Rows::Dense(
                (0..rows.len())
                    .map(|r| {
                        row_of(&|column| match &column.rows {
                            Rows::Dense(rows) => Some(rows[r].clone()),
                            Rows::Sparse(_) => unreachable!("BUG: the columns of a matrix have one result type"),
                        })
                    })
                    .collect(),
            ),
            Rows::Sparse(_) => {
                let sparse = |column: &Vector<E>| match &column.rows {
                    Rows::Sparse(rows) => rows.clone(),
                    Rows::Dense(_) => unreachable!("BUG: the columns of a matrix have one result type"),
                };
                let all: std::collections::BTreeSet<UBig> =
                    columns.iter().flat_map(|c| sparse(c).into_keys()).collect();
                Rows::Sparse(
                    all.into_iter()
                        .map(|n| {
                            let row = row_of(&|column| match &column.rows {
                                Rows::Sparse(rows) => rows.get(&n).cloned(),
                                Rows::Dense(_) => None,
                            });
                            (n, row)
                        })
                        .collect(),
                )
            }
        };
        Vector { ty, arguments, rows }
    }

    /// The coordinates of an element of a type in which `horizon` basis vectors stand for N: its entries, row by row.
    ///
    /// # Errors
    /// An entry that is not zero past the horizon: the smallest horizon that would do.
    pub fn coordinates(&self, zero: &E, horizon: usize) -> Result<Vec<E>, UBig> {
        match &self.rows {
            Rows::Dense(rows) => Ok(rows.concat()),
            Rows::Sparse(rows) => {
                let width = self.width();
                let mut flat = vec![zero.clone(); horizon * width];
                for (n, row) in rows.iter().rev() {
                    let n = usize::try_from(n).ok().filter(|n| *n < horizon).ok_or_else(|| n + UBig::ONE)?;
                    flat[n * width..(n + 1) * width].clone_from_slice(row);
                }
                Ok(flat)
            }
        }
    }

    /// The element with the given coordinates, the inverse of [`Vector::coordinates`].
    ///
    /// # Errors
    /// As [`rank`]; and [`VectorError::Shape`] if there are not as many coordinates as the rank says.
    pub fn from_coordinates<R>(ring: &R, ty: &Ty, horizon: Option<usize>, flat: &[E]) -> Result<Vector<E>, VectorError>
    where
        R: Semiring<Elem = E>,
    {
        let rank = rank(ty, horizon)?;
        if rank != flat.len() {
            let (expected, found) = (format!("{rank} numbers"), flat.len().to_string());
            return Err(VectorError::Shape { ty: ty.clone(), expected, found });
        }
        let (types, result) = ty.uncurry();
        let arguments = types.iter().map(|a| self::rank(a, horizon)).collect::<Result<Vec<_>, _>>()?;
        let width: usize = arguments.iter().product();
        let rows = flat.chunks(width.max(1)).map(<[E]>::to_vec);
        let rows = match result {
            Ty::Nat => {
                let rows = rows.enumerate().filter(|(_, row)| !row.iter().all(|x| ring.is_zero(x)));
                Rows::Sparse(rows.map(|(n, row)| (UBig::from(n), row)).collect())
            }
            Ty::Bool | Ty::Real(_) | Ty::Fun(_) => Rows::Dense(rows.collect()),
        };
        Ok(Vector { ty: ty.clone(), arguments, rows })
    }

    /// The j-th basis vector of ⟦τ⟧.
    ///
    /// # Errors
    /// As [`rank`].
    pub fn basis<R>(ring: &R, ty: &Ty, horizon: Option<usize>, j: usize) -> Result<Vector<E>, VectorError>
    where
        R: Semiring<Elem = E>,
    {
        let mut flat = vec![ring.zero(); rank(ty, horizon)?];
        flat[j] = ring.one();
        Vector::from_coordinates(ring, ty, horizon, &flat)
    }

    /// The same matrix over other scalars. Rows that become zero are dropped.
    pub fn map<R: Semiring>(&self, ring: &R, f: impl Fn(&E) -> R::Elem) -> Vector<R::Elem> {
        let row = |row: &Vec<E>| row.iter().map(&f).collect::<Vec<_>>();
        let rows = match &self.rows {
            Rows::Dense(rows) => Rows::Dense(rows.iter().map(row).collect()),
            Rows::Sparse(rows) => Rows::Sparse(
                rows.iter()
                    .map(|(n, r)| (n.clone(), row(r)))
                    .filter(|(_, r)| !r.iter().all(|x| ring.is_zero(x)))
                    .collect(),
            ),
        };
        Vector { ty: self.ty.clone(), arguments: self.arguments.clone(), rows }
    }
}
