//! The native evaluator: a network, lowered once to a flat program of kernels over one arena of numbers, then run many
//! times on batches (spec page 2, "Evaluator").
//!
//! A program is lowered for sequences of given lengths, so that every wire has its place in the arena before anything is
//! computed, and the way in which each recurrence is computed is chosen by its cost ([`plan`]). What is closed is
//! computed when neurons are linked. A run allocates nothing. Networks with wires that have no fixed number of coordinates (functions
//! of sequences, states that are sequences) are not lowered: `crate::eval` runs them.
//!
//! Wires are stored by coordinate, then by sample: a batch of B samples of a wire of rank r is an r×B matrix, and applying
//! a closed map to it is one matrix product.
//!
//! Not-a-number and infinities propagate as IEEE 754 says. Steps of a recurrence behind the last weight that is not zero
//! for some sample are not taken.

mod arithmetic;
mod batch;
mod gradient;
mod lower;
mod memory;
pub mod plan;
mod run;

pub use arithmetic::{Arithmetic, Checked};
pub use batch::{Gradients, Runner};
pub use plan::Choice;

use dashu_int::UBig;

/// Rows of the arena: of its closed part, where a row is one number, or of its part for samples, where it is one for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    part: Part,
    start: usize,
    rows: usize,
}

/// A part of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Closed,
    Samples,
}

/// A kernel with its operands. All places are disjoint, and what is written stands behind what is read.
#[derive(Clone, Debug)]
enum Step {
    /// A constant.
    Constant { to: Place, entries: Vec<u64> },
    /// The matrix with the given columns of ones: tt, ff, a numeral.
    OneHot { to: Place, row: usize },
    /// c₀·a + c₁·b
    Gate { condition: Place, then: Place, otherwise: Place, to: Place },
    /// succᵏ
    Shift { by: usize, of: Place, to: Place },
    /// f(a) with f a matrix, row by row. `linked`: does f depend on externs?
    Apply { function: Place, argument: Place, linked: bool, to: Place },
    /// The matrix of a sub-network, column by column.
    Abs { block: BlockId, param: Place, output: Place, columns: usize, to: Place },
    /// The matrix of a cell, for all basis vectors at once.
    CellMatrix { block: BlockId, param: Place, output: Place, dim: usize, to: Place },
    /// The power of a matrix.
    Power { of: Place, dim: usize, exponent: UBig, scratch: Place, to: Place },
    /// Σₜ wₜ·cellᵗ(init), by Horner's rule. `states`: all of them for gradients, otherwise two.
    Horner { init: Place, weights: Place, cell: Cell, states: Place, to: Place },
    /// Σₜ wₜ·Aᵗ·init, in blocks of m: V = (init, A·init, …, Aᵐ⁻¹·init) once, then one combination of V and one product with
    /// Aᵐ for each block.
    Blocked { init: Place, weights: Place, matrix: Place, power: Place, block: usize, states: Place, to: Place },
    /// Σₜ wₜ·succᵏᵗ(init)
    Convolution { init: Place, weights: Place, by: usize, to: Place },
    /// cellᵗ(init) for one t.
    Repeat { init: Place, times: usize, cell: Cell, states: Place, to: Place },
}

/// The cell of a recurrence.
#[derive(Clone, Copy, Debug)]
enum Cell {
    /// A matrix. `linked`: does it depend on externs?
    Matrix { matrix: Place, linked: bool },
    /// A sub-network.
    Block { block: BlockId, param: Place, output: Place },
}

/// A list of steps: of the closed scope, of main, or of a sub-network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockId(usize);

/// A lowered network.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    blocks: Vec<Vec<Step>>,
    /// Numbers in the closed part.
    closed: usize,
    /// Rows in the part for samples.
    rows: usize,
    inputs: Vec<Option<Place>>,
    externs: Vec<Option<Place>>,
    output: Place,
    choices: Vec<Choice>,
    /// Multiply-adds of main for one sample.
    cost: u64,
}

impl BlockId {
    const CLOSED: BlockId = BlockId(0);
    const MAIN: BlockId = BlockId(1);
}
