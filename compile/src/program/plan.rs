//! Which way each recurrence is computed, by its cost in multiply-adds.

use dashu_int::UBig;
use dashu_int::ops::BitTest as _;

/// How a recurrence Σₜ wₜ·cellᵗ(b) is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// One application of the cell for each weight; one state.
    Horner,
    /// The cell as a matrix, m weights at a time.
    Blocked {
        /// m
        block: usize,
    },
    /// A one-hot weight: the cell is applied so many times.
    Repeat,
    /// A one-hot weight: a power of the matrix of the cell, by repeated squaring.
    Power,
    /// The cell only shifts: a convolution.
    Convolution,
}

/// A choice that was made, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The recurrence, by its wire.
    pub wire: u32,
    /// What was chosen.
    pub method: Method,
    /// Was the cell written out as a matrix for it?
    pub folded: bool,
    /// Coordinates of the state.
    pub dim: usize,
    /// How many weights, or which one.
    pub count: String,
    /// Multiply-adds of one sample, once the neurons are linked.
    pub multiply_adds: u64,
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let method = match &self.method {
            Method::Horner => "Horner's rule".to_owned(),
            Method::Blocked { block } => format!("Horner's rule in blocks of {block}"),
            Method::Repeat => "the cell, again and again".to_owned(),
            Method::Power => "a power by repeated squaring".to_owned(),
            Method::Convolution => "a convolution".to_owned(),
        };
        let folded = if self.folded { ", the cell folded to a matrix" } else { "" };
        write!(
            f,
            "%{}: {method}{folded}; state dimension {}, count {}, {} multiply-adds",
            self.wire, self.dim, self.count, self.multiply_adds
        )
    }
}

/// What is known about a recurrence when its method is chosen.
pub(super) struct Recurrence {
    /// Coordinates of the state.
    pub(super) dim: usize,
    /// Multiply-adds of one application of the cell.
    pub(super) cell: u64,
    /// Is the cell a matrix already?
    pub(super) matrix: bool,
    /// May it be written out as one?
    pub(super) may_fold: bool,
    /// May several steps be taken together?
    pub(super) may_block: bool,
    /// Samples that will be run for one linking of neurons: what is closed is computed once for all of them.
    pub(super) samples: u64,
}

/// The largest state that is written out as a matrix.
const FOLD: usize = 256;
/// The largest block, in numbers.
const BLOCK: usize = 1 << 16;

impl Recurrence {
    fn square(&self) -> u64 {
        (self.dim as u64).saturating_mul(self.dim as u64)
    }

    fn fold_cost(&self) -> u64 {
        if self.matrix { 0 } else { self.cell.saturating_mul(self.dim as u64) }
    }

    /// For `length` weights: the method, and whether the cell is folded.
    pub(super) fn dense(&self, length: usize) -> (Method, bool, u64) {
        let (k, d) = (length as u64, self.dim as u64);
        let steps = k.saturating_sub(1);
        let direct = steps.saturating_mul(self.cell).saturating_add(k * d);
        let mut best = (Method::Horner, false, direct);
        let mut total = direct.saturating_mul(self.samples);
        let matrix = self.matrix || self.may_fold && self.dim <= FOLD;
        if !matrix {
            return best;
        }
        let each = steps.saturating_mul(self.square()).saturating_add(k * d);
        let all = each.saturating_mul(self.samples).saturating_add(self.fold_cost());
        if !self.matrix && all < total {
            (best, total) = ((Method::Horner, true, each), all);
        }
        let mut block = 2;
        while self.may_block && block < length && block * self.dim <= BLOCK {
            let squarings = u64::from(block.ilog2()).saturating_mul(self.square()).saturating_mul(d);
            let products = (block as u64 - 1) + k.div_ceil(block as u64) - 1;
            let each = products.saturating_mul(self.square()).saturating_add(k * d);
            let all = each.saturating_mul(self.samples).saturating_add(squarings).saturating_add(self.fold_cost());
            if all < total {
                (best, total) = ((Method::Blocked { block }, !self.matrix, each), all);
            }
            block *= 2;
        }
        best
    }

    /// For the one-hot weight at n.
    pub(super) fn one_hot(&self, n: &UBig) -> (Method, bool, u64) {
        let steps = u64::try_from(n).unwrap_or(u64::MAX);
        let direct = steps.saturating_mul(self.cell);
        if !(self.matrix || self.may_fold && self.dim <= FOLD) || !self.may_block {
            return (Method::Repeat, false, direct);
        }
        let products = 2 * n.bit_len() as u64;
        let once = products.saturating_mul(self.square()).saturating_mul(self.dim as u64);
        let all = once.saturating_add(self.fold_cost()).saturating_add(self.square().saturating_mul(self.samples));
        if all < direct.saturating_mul(self.samples) {
            return (Method::Power, !self.matrix, self.square());
        }
        (Method::Repeat, false, direct)
    }
}
