//! Types:  τ ::= 2 | N | τ ⊸ τ | R\[k\]
//!
//! A function type is a shared node that knows its depth and its dimension, so that equality of shared types, size limits
//! and "is there an N in it?" cost nothing.

use crate::deep::{Deep, grow};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A type τ.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Ty {
    /// 2, the booleans: ⟦2⟧ = R².
    Bool,
    /// N, the natural numbers: ⟦N⟧ = R^(ℕ), sequences with finite support.
    Nat,
    /// R\[k\], real vectors supplied at link time: ⟦R\[k\]⟧ = Rᵏ. No closed term is a value of it.
    Real(u64),
    /// τ ⊸ σ, linear functions: ⟦τ ⊸ σ⟧ = Lin(⟦τ⟧, ⟦σ⟧).
    Fun(Deep<FunTy>),
}

/// The two sides of a function type.
pub struct FunTy {
    /// τ in τ ⊸ σ.
    pub dom: Ty,
    /// σ in τ ⊸ σ.
    pub cod: Ty,
    depth: u32,
    dim: Dim,
    /// Of the structure: types that are not equal are told apart without a walk through them.
    hash: u64,
}

/// The rank of the free module ⟦τ⟧.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dim {
    /// This many basis vectors.
    Finite(u64),
    /// Finite, but not below 2⁶⁴.
    Huge,
    /// N occurs in the type.
    Infinite,
}

impl Dim {
    fn times(self, other: Dim) -> Dim {
        match (self, other) {
            (Dim::Infinite, _) | (_, Dim::Infinite) => Dim::Infinite,
            (Dim::Finite(a), Dim::Finite(b)) => a.checked_mul(b).map_or(Dim::Huge, Dim::Finite),
            (Dim::Huge, _) | (_, Dim::Huge) => Dim::Huge,
        }
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dim::Finite(n) => write!(f, "{n}"),
            Dim::Huge => f.write_str("2^64 or more"),
            Dim::Infinite => f.write_str("infinite"),
        }
    }
}

impl Ty {
    /// dom ⊸ cod
    pub fn fun(dom: Ty, cod: Ty) -> Ty {
        let (depth, dim) = (1 + dom.depth().max(cod.depth()), dom.dim().times(cod.dim()));
        let mut hasher = DefaultHasher::new();
        (&dom, &cod).hash(&mut hasher);
        Ty::Fun(Deep::new(FunTy { dom, cod, depth, dim, hash: hasher.finish() }))
    }

    /// Nested constructors.
    pub fn depth(&self) -> u32 {
        match self {
            Ty::Bool | Ty::Nat | Ty::Real(_) => 1,
            Ty::Fun(f) => f.depth,
        }
    }

    /// dim 2 = 2, dim R\[k\] = k, dim (τ ⊸ σ) = dim τ · dim σ; infinite where N occurs.
    pub fn dim(&self) -> Dim {
        match self {
            Ty::Bool => Dim::Finite(2),
            Ty::Nat => Dim::Infinite,
            Ty::Real(k) => Dim::Finite(*k),
            Ty::Fun(f) => f.dim,
        }
    }

    /// Does no N occur in the type? Then it denotes a module of finite rank.
    pub fn is_nat_free(&self) -> bool {
        self.dim() != Dim::Infinite
    }

    /// The argument types and the result of a curried function type: τ₁ ⊸ … ⊸ τₙ ⊸ β with β not a function type.
    pub fn uncurry(&self) -> (Vec<&Ty>, &Ty) {
        let (mut arguments, mut result) = (Vec::new(), self);
        while let Ty::Fun(f) = result {
            arguments.push(&f.dom);
            result = &f.cod;
        }
        (arguments, result)
    }
}

impl PartialEq for FunTy {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.depth == other.depth && self.dom == other.dom && self.cod == other.cod
    }
}

impl Eq for FunTy {}

impl Hash for FunTy {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// ASCII; `⊸` with the alternate flag (`{:#}`). A function type on the left of an arrow is in parentheses.
impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (arguments, result) = self.uncurry();
        for argument in arguments {
            match argument {
                Ty::Fun(_) => {
                    f.write_str("(")?;
                    grow(|| argument.fmt(f))?;
                    f.write_str(")")?;
                }
                Ty::Bool | Ty::Nat | Ty::Real(_) => argument.fmt(f)?,
            }
            f.write_str(if f.alternate() { " ⊸ " } else { " -o " })?;
        }
        match result {
            Ty::Bool => f.write_str(if f.alternate() { "𝟚" } else { "2" }),
            Ty::Nat => f.write_str(if f.alternate() { "ℕ" } else { "N" }),
            Ty::Real(k) => write!(f, "R[{k}]"),
            Ty::Fun(_) => unreachable!("BUG: uncurry ends in a type that is not a function type"),
        }
    }
}

impl fmt::Debug for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
