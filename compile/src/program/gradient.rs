//! Reverse mode: the steps of a program, backwards. For a recurrence y = s₀, sₜ = wₜ·b + A·sₜ₊₁ (Horner's rule) with
//! cotangent λ₀ of y:  λₜ₊₁ = Aᵀ·λₜ,  and  w̄ₜ = λₜ·b,  b̄ = Σ wₜ·λₜ,  Ā = Σ λₜ·sₜ₊₁ᵀ.
//!
//! A step takes the cotangent of what it wrote, adds to those of what it read, and leaves zero behind: so a block can be
//! gone through again and again.

use super::arithmetic::Arithmetic;
use super::memory::{Closed, Memory, add_rows, row};
use super::run::last_weight;
use super::{BlockId, Cell, Place, Program, Step};
use cajal_semantics::deep::grow;

impl Program {
    /// The steps of a block from the last to the first. `values` are those of the run, `cotangents` has the same places.
    pub(super) fn back<T: Arithmetic>(
        &self,
        block: BlockId,
        values: &mut Memory<'_, T>,
        cotangents: &mut Memory<'_, T>,
    ) {
        grow(|| self.blocks[block.0].iter().rev().for_each(|step| self.back_step(step, values, cotangents)));
    }

    fn back_step<T: Arithmetic>(&self, step: &Step, values: &mut Memory<'_, T>, cotangents: &mut Memory<'_, T>) {
        match step {
            // What depends on no input and no extern has no cotangent that anybody asks for.
            Step::Constant { to, .. }
            | Step::OneHot { to, .. }
            | Step::CellMatrix { to, .. }
            | Step::Power { to, .. } => {
                cotangents.clear(*to);
            }
            Step::Gate { condition, then, otherwise, to } => {
                for (which, branch) in [then, otherwise].into_iter().enumerate() {
                    let weight = Place { start: condition.start + which, rows: 1, ..*condition };
                    for i in 0..branch.rows {
                        let (value, result) = (nth(*branch, i), nth(*to, i));
                        accumulate(cotangents, weight, result, values.read(value));
                        accumulate(cotangents, value, result, values.read(weight));
                    }
                }
                cotangents.clear(*to);
            }
            Step::Shift { by, of, to } => {
                add(cotangents, Place { start: to.start + by, rows: of.rows, ..*to }, *of);
                cotangents.clear(*to);
            }
            Step::Apply { function, argument, linked, to } => {
                back_multiply(values, cotangents, *function, *argument, *to, *linked || !is_closed(*function));
                cotangents.clear(*to);
            }
            Step::Abs { block, param, output, columns, to } => {
                for j in 0..*columns {
                    values.clear(*param);
                    values.split(nth(*param, j)).0.fill(T::one());
                    self.run(*block, values);
                    for k in 0..output.rows {
                        add(cotangents, nth(*to, k * columns + j), nth(*output, k));
                    }
                    self.back(*block, values, cotangents);
                    cotangents.clear(*param);
                }
                cotangents.clear(*to);
            }
            Step::Horner { init, weights, cell, states, to } => {
                let dim = to.rows;
                let slot = |t: usize| Place { start: states.start + t * dim, rows: dim, ..*states };
                // Weights that are zero for all samples have cotangents too.
                let last = last_weight(values, *weights);
                for t in 0..weights.rows {
                    let weight = nth(*weights, t);
                    for i in 0..dim {
                        accumulate(cotangents, weight, nth(slot(t), i), values.read(nth(*init, i)));
                        accumulate(cotangents, nth(*init, i), nth(slot(t), i), values.read(weight));
                    }
                    if t + 1 < weights.rows {
                        self.back_cell(values, cotangents, *cell, slot(t + 1), slot(t), t + 1 < last);
                    }
                    cotangents.clear(slot(t));
                }
            }
            Step::Convolution { init, weights, by, to } => {
                for t in 0..weights.rows {
                    for i in 0..init.rows {
                        let result = nth(*to, i + by * t);
                        accumulate(cotangents, nth(*weights, t), result, values.read(nth(*init, i)));
                        accumulate(cotangents, nth(*init, i), result, values.read(nth(*weights, t)));
                    }
                }
                cotangents.clear(*to);
            }
            Step::Repeat { init, times, cell, states, to } => {
                let dim = to.rows;
                let slot = |t: usize| Place { start: states.start + t * dim, rows: dim, ..*states };
                for t in (0..*times).rev() {
                    self.back_cell(values, cotangents, *cell, slot(t), slot(t + 1), true);
                    cotangents.clear(slot(t + 1));
                }
                add(cotangents, slot(0), *init);
                cotangents.clear(slot(0));
            }
            Step::Blocked { .. } => unreachable!("BUG: with gradients, recurrences are lowered to Horner's rule"),
        }
    }

    /// λ(state) + cellᵀ(λ(to)), and the cotangents of what is in the cell. `taken`: is the state not zero?
    fn back_cell<T: Arithmetic>(
        &self,
        values: &mut Memory<'_, T>,
        cotangents: &mut Memory<'_, T>,
        cell: Cell,
        state: Place,
        to: Place,
        taken: bool,
    ) {
        match cell {
            Cell::Matrix { matrix, linked } => {
                back_multiply(values, cotangents, matrix, state, to, linked && taken);
            }
            Cell::Block { block, param, output } => {
                values.copy(state, param);
                self.run(block, values);
                add(cotangents, to, output);
                if output != param {
                    self.back(block, values, cotangents);
                }
                add(cotangents, param, state);
                cotangents.clear(param);
            }
        }
    }

    /// An arena of zeros for a run of the closed block.
    pub(super) fn closed_memory<'a, T: Arithmetic>(closed: &'a mut [T], samples: &'a mut [T]) -> Memory<'a, T> {
        Memory { closed: Closed::Open(closed), samples, width: 1, multiply_adds: 0, cells: 0 }
    }
}

fn nth(place: Place, i: usize) -> Place {
    Place { start: place.start + i, rows: 1, ..place }
}

fn is_closed(place: Place) -> bool {
    place.part == super::Part::Closed
}

/// target + result·x, sample by sample.
fn accumulate<T: Arithmetic>(cotangents: &mut Memory<'_, T>, target: Place, result: Place, x: &[T]) {
    let (sum, others) = cotangents.split(target);
    let result = others.read(result);
    add_rows(sum, result, x);
    let products = result.len().max(x.len()) as u64;
    cotangents.multiply_adds += products;
}

/// to + from, and over all samples where `to` is closed.
fn add<T: Arithmetic>(memory: &mut Memory<'_, T>, from: Place, to: Place) {
    let (sum, others) = memory.split(to);
    let from = others.read(from);
    let one = [T::one()];
    let (width, rows) = (sum.len() / to.rows.max(1), to.rows);
    for (i, sum) in sum.chunks_exact_mut(width.max(1)).enumerate() {
        add_rows(sum, &one, row(from, rows, i));
    }
}

/// ā + fᵀ·ȳ and, if asked for, f̄ + ȳ·aᵀ for y = f·a
fn back_multiply<T: Arithmetic>(
    values: &Memory<'_, T>,
    cotangents: &mut Memory<'_, T>,
    function: Place,
    argument: Place,
    to: Place,
    of_function: bool,
) {
    let (rows, columns) = (to.rows, argument.rows);
    let (f, a) = (values.read(function), values.read(argument));
    let width = cotangents.width_of(to.part);
    let one_function = f.len() == function.rows && a.len() == columns * width;
    if one_function {
        let (sum, others) = cotangents.split(argument);
        T::transposed_product(sum, f, others.read(to), [rows, columns, width]);
        cotangents.multiply_adds += (rows * columns * width) as u64;
        if of_function {
            let (sum, others) = cotangents.split(function);
            T::outer_product(sum, others.read(to), a, [rows, columns, width]);
            cotangents.multiply_adds += (rows * columns * width) as u64;
        }
        return;
    }
    for i in 0..rows {
        for j in 0..columns {
            let entry = nth(function, i * columns + j);
            accumulate(cotangents, nth(argument, j), nth(to, i), row(f, function.rows, i * columns + j));
            accumulate(cotangents, entry, nth(to, i), row(a, columns, j));
        }
    }
}
