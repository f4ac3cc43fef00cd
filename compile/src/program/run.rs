//! Running the steps of a block, forwards. One arm per kernel.

use super::arithmetic::{Arithmetic, add_scaled};
use super::memory::{Closed, Memory, add_rows, row};
use super::{BlockId, Cell, Place, Program, Step};
use cajal_semantics::deep::grow;
use dashu_int::UBig;
use dashu_int::ops::BitTest as _;

impl Program {
    /// Runs a block.
    pub(super) fn run<T: Arithmetic>(&self, block: BlockId, memory: &mut Memory<'_, T>) {
        grow(|| self.blocks[block.0].iter().for_each(|step| self.step(step, memory)));
    }

    fn step<T: Arithmetic>(&self, step: &Step, memory: &mut Memory<'_, T>) {
        match step {
            Step::Constant { to, entries } => {
                let width = memory.width_of(to.part);
                let rows = memory.split(*to).0.chunks_exact_mut(width.max(1));
                rows.zip(entries).for_each(|(row, x)| row.fill(T::of_nat(*x)));
            }
            Step::OneHot { to, row } => {
                memory.clear(*to);
                memory.split(Place { start: to.start + row, rows: 1, ..*to }).0.fill(T::one());
            }
            Step::Gate { condition, then, otherwise, to } => {
                memory.clear(*to);
                let (sum, others) = memory.split(*to);
                let condition = others.read(*condition);
                let width = sum.len() / to.rows.max(1);
                for (which, branch) in [then, otherwise].into_iter().enumerate() {
                    let (values, weight) = (others.read(*branch), row(condition, 2, which));
                    for (i, sum) in sum.chunks_exact_mut(width.max(1)).take(branch.rows).enumerate() {
                        add_rows(sum, weight, row(values, branch.rows, i));
                    }
                }
                memory.multiply_adds += ((then.rows + otherwise.rows) * width) as u64;
            }
            Step::Shift { by, of, to } => {
                memory.clear(*to);
                memory.copy(*of, Place { start: to.start + by, rows: of.rows, ..*to });
            }
            Step::Apply { function, argument, linked: _, to } => {
                memory.clear(*to);
                multiply(memory, *function, *argument, *to);
            }
            Step::Abs { block, param, output, columns, to } => {
                for j in 0..*columns {
                    memory.clear(*param);
                    memory.split(Place { start: param.start + j, rows: 1, ..*param }).0.fill(T::one());
                    self.run(*block, memory);
                    for k in 0..output.rows {
                        let from = Place { start: output.start + k, rows: 1, ..*output };
                        memory.copy(from, Place { start: to.start + k * columns + j, rows: 1, ..*to });
                    }
                }
            }
            Step::CellMatrix { block, param, output, dim, to } => {
                self.cell_matrix(memory, *block, [*param, *output, *to], *dim);
            }
            Step::Power { of, dim, exponent, scratch, to } => power(memory, *of, *dim, exponent, *scratch, *to),
            Step::Horner { init, weights, cell, states, to } => {
                let dim = to.rows;
                let kept = (states.rows / dim.max(1)).max(1);
                let slot = |t: usize| Place { start: states.start + t % kept * dim, rows: dim, ..*states };
                memory.clear(*states);
                let last = last_weight(memory, *weights);
                for t in (0..last).rev() {
                    memory.clear(slot(t));
                    if t + 1 < last {
                        self.apply_cell(memory, *cell, slot(t + 1), slot(t));
                    }
                    add_weighted(memory, *weights, t, *init, slot(t));
                }
            }
            Step::Blocked { init, weights, matrix, power, block, states, to } => {
                self.blocked(memory, [*init, *weights, *matrix, *power, *states, *to], *block);
            }
            Step::Convolution { init, weights, by, to } => {
                memory.clear(*to);
                for t in 0..weights.rows {
                    let to = Place { start: to.start + by * t, rows: init.rows, ..*to };
                    add_weighted(memory, *weights, t, *init, to);
                }
            }
            Step::Repeat { init, times, cell, states, to } => {
                let dim = to.rows;
                let kept = (states.rows / dim.max(1)).max(1);
                let slot = |t: usize| Place { start: states.start + t % kept * dim, rows: dim, ..*states };
                memory.copy(*init, slot(0));
                for t in 0..*times {
                    memory.clear(slot(t + 1));
                    self.apply_cell(memory, *cell, slot(t), slot(t + 1));
                }
            }
        }
    }

    /// to + cell(state)
    pub(super) fn apply_cell<T: Arithmetic>(&self, memory: &mut Memory<'_, T>, cell: Cell, state: Place, to: Place) {
        memory.cells += 1;
        match cell {
            Cell::Matrix { matrix, linked: _ } => multiply(memory, matrix, state, to),
            Cell::Block { block, param, output } => {
                memory.copy(state, param);
                self.run(block, memory);
                memory.copy(output, to);
            }
        }
    }

    /// The matrix of a cell: the cell on all basis vectors, as samples.
    fn cell_matrix<T: Arithmetic>(
        &self,
        memory: &mut Memory<'_, T>,
        block: BlockId,
        [param, output, to]: [Place; 3],
        dim: usize,
    ) {
        let Closed::Open(closed) = &mut memory.closed else {
            unreachable!("BUG: what is closed is computed when neurons are linked")
        };
        let mut samples = vec![T::zero(); self.rows * dim];
        let mut basis =
            Memory { closed: Closed::Open(closed), samples: &mut samples, width: dim, multiply_adds: 0, cells: 1 };
        let (identity, _) = basis.split(param);
        (0..dim).for_each(|i| identity[i * dim + i] = T::one());
        self.run(block, &mut basis);
        let (multiply_adds, cells) = (basis.multiply_adds, basis.cells);
        // Row i, sample j of the output is entry (i, j).
        let (matrix, others) = basis.split(to);
        let images = others.read(output);
        if images.len() == matrix.len() {
            matrix.clone_from_slice(images);
        } else {
            matrix.chunks_exact_mut(dim.max(1)).zip(images).for_each(|(row, x)| row.fill(x.clone()));
        }
        memory.multiply_adds += multiply_adds;
        memory.cells += cells;
    }

    /// s ← 0; for each block of weights from the last: s ← Σⱼ wⱼ·Vⱼ + Aᵐ·s
    fn blocked<T: Arithmetic>(
        &self,
        memory: &mut Memory<'_, T>,
        [init, weights, matrix, power, states, to]: [Place; 6],
        block: usize,
    ) {
        let dim = to.rows;
        let slot = |i: usize| Place { start: states.start + i * dim, rows: dim, ..states };
        // The state is in slot 0, the next one in slot 1, V behind them.
        memory.clear(states);
        let length = last_weight(memory, weights);
        memory.copy(init, slot(2));
        for j in 1..block.min(length) {
            multiply(memory, matrix, slot(1 + j), slot(2 + j));
            memory.cells += 1;
        }
        for k in (0..length.div_ceil(block)).rev() {
            memory.clear(slot(1));
            if (k + 1) * block < length {
                multiply(memory, power, slot(0), slot(1));
                memory.cells += 1;
            }
            for j in 0..block.min(length - k * block) {
                add_weighted(memory, weights, k * block + j, slot(2 + j), slot(1));
            }
            memory.copy(slot(1), slot(0));
        }
    }
}

/// How many weights there are up to the last that is not zero for some sample.
pub(super) fn last_weight<T: Arithmetic>(memory: &Memory<'_, T>, weights: Place) -> usize {
    let width = memory.width_of(weights.part);
    let weights = memory.read(weights);
    weights.iter().rposition(|w| !w.is_zero()).map_or(0, |i| i / width.max(1) + 1)
}

/// to + wₜ·x
fn add_weighted<T: Arithmetic>(memory: &mut Memory<'_, T>, weights: Place, t: usize, x: Place, to: Place) {
    let (sum, others) = memory.split(to);
    let weight = row(others.read(weights), weights.rows, t);
    let values = others.read(x);
    let width = sum.len() / to.rows.max(1);
    if width == 1 {
        add_scaled(sum, &weight[0], values);
    } else {
        for (i, sum) in sum.chunks_exact_mut(width.max(1)).enumerate() {
            add_rows(sum, weight, row(values, x.rows, i));
        }
    }
    memory.multiply_adds += (to.rows * width) as u64;
}

/// to + f·a
fn multiply<T: Arithmetic>(memory: &mut Memory<'_, T>, function: Place, argument: Place, to: Place) {
    let (sum, others) = memory.split(to);
    let (f, a) = (others.read(function), others.read(argument));
    let (rows, columns) = (to.rows, argument.rows);
    let width = sum.len() / rows.max(1);
    if f.len() == function.rows && a.len() == columns * width {
        T::product(sum, f, a, [rows, columns, width]);
    } else {
        for (i, sum) in sum.chunks_exact_mut(width.max(1)).enumerate() {
            for j in 0..columns {
                add_rows(sum, row(f, function.rows, i * columns + j), row(a, columns, j));
            }
        }
    }
    memory.multiply_adds += (rows * columns * width) as u64;
}

/// to ← Aⁿ
fn power<T: Arithmetic>(memory: &mut Memory<'_, T>, a: Place, dim: usize, n: &UBig, scratch: Place, to: Place) {
    let next = Place { rows: dim * dim, ..scratch };
    memory.clear(to);
    let (identity, _) = memory.split(to);
    (0..dim).for_each(|i| identity[i * dim + i] = T::one());
    let times = |memory: &mut Memory<'_, T>, factor: Place| {
        memory.clear(next);
        let (product, others) = memory.split(next);
        T::product(product, others.read(to), others.read(factor), [dim; 3]);
        memory.multiply_adds += (dim * dim * dim) as u64;
        memory.copy(next, to);
    };
    for i in (0..n.bit_len()).rev() {
        if i + 1 < n.bit_len() {
            times(memory, to);
        }
        if n.bit(i) {
            times(memory, a);
        }
    }
}
