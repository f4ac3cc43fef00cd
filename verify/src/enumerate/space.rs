//! The terms of one universe of types: counted, and addressed by their index.

use super::count::{Alternative, Context, Counts, GoalId};
use super::unrank::Unranking;
use crate::generate::Variable;
use cajal_semantics::cajal::syntax::Term;
use cajal_semantics::cajal::types::Ty;

/// The types of binders and iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct Universe(Vec<Ty>);

impl Universe {
    /// A universe of these types, without repetitions.
    pub fn new(types: impl IntoIterator<Item = Ty>) -> Universe {
        let mut universe = Vec::new();
        for ty in types {
            if !universe.contains(&ty) {
                universe.push(ty);
            }
        }
        Universe(universe)
    }

    /// {2, N}
    pub fn ground() -> Universe {
        Universe::new([Ty::Bool, Ty::Nat])
    }

    /// {2, N, 2 ⊸ 2}
    pub fn first_order() -> Universe {
        Universe::new([Ty::Bool, Ty::Nat, Ty::fun(Ty::Bool, Ty::Bool)])
    }

    /// The types.
    pub fn types(&self) -> &[Ty] {
        &self.0
    }
}

/// All terms of a universe.
pub struct Space {
    counts: Counts,
}

/// Too many terms to number: the size that was asked for is out of reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("more than 2^128 terms")
    }
}

impl std::error::Error for TooMany {}

impl Space {
    /// The terms whose binders and iterations have types in the universe.
    pub fn new(universe: Universe) -> Space {
        Space { counts: Counts::new(universe) }
    }

    /// How many terms Δ ⊢ e : τ have exactly `size` nodes.
    ///
    /// # Errors
    /// [`TooMany`]
    pub fn count(&mut self, size: u32, inputs: &[Variable], ty: &Ty) -> Result<u128, TooMany> {
        let (goal, context) = self.state(inputs, ty);
        self.counts.count(size, goal, &context)
    }

    /// The term with this index, below [`Space::count`] of the same arguments.
    ///
    /// # Errors
    /// [`TooMany`]
    pub fn term(&mut self, size: u32, inputs: &[Variable], ty: &Ty, index: u128) -> Result<Term, TooMany> {
        let (goal, context) = self.state(inputs, ty);
        let mut variables = inputs.to_vec();
        variables.sort_by_key(|x| self.counts.intern(&x.ty));
        Unranking { counts: &mut self.counts }.term(size, goal, &context, &variables, index)
    }

    fn state(&mut self, inputs: &[Variable], ty: &Ty) -> (GoalId, Context) {
        let mut context: Context = inputs.iter().map(|x| self.counts.intern(&x.ty)).collect();
        context.sort_unstable();
        (self.counts.intern(ty), context)
    }

    /// How many ways to conclude have been tabulated: what the space costs in memory.
    pub fn tabulated(&self) -> usize {
        self.counts.tabulated() * std::mem::size_of::<Alternative>()
    }
}
