//! The primitives on stretches of the arena: small loops that allocate nothing. Every sum adds in the order of the
//! denotation, so results are equal bit for bit. A matrix product runs over several cells at once, each of which
//! sums in that order.

use super::arena::{Apart, Arena, Slot};
use cajal_semantics::stream::primitive::{Function, Primitive};
use cajal_semantics::stream::syntax::{BinaryOp, UnaryOp};
use cajal_semantics::stream::value::{Scalar, Type};

const ILL_TYPED: &str = "BUG: a checked program applies primitives to operands of their types";

/// A primitive with its operands.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    primitive: Primitive,
    /// The scalar type of the (first) operand.
    scalar: Scalar,
    /// The operands; the second one is the first one again where there is only one.
    operands: [Slot; 2],
    result: Slot,
    /// Rows, inner size and columns of a matrix product; rows and columns of what is transposed.
    sizes: [usize; 3],
}

impl Kernel {
    pub(super) fn new(primitive: Primitive, types: &[&Type], operands: &[Slot], result: Slot) -> Self {
        let first = types.first().expect(ILL_TYPED);
        let last = types.last().expect(ILL_TYPED);
        let (rows, inner) = match *first.shape {
            [rows, inner] => (rows, inner),
            [inner] => (1, inner),
            _ => (1, 1),
        };
        let columns = if let [_, columns] = *last.shape { columns } else { 1 };
        let operands = [operands[0], *operands.last().expect(ILL_TYPED)];
        Kernel { primitive, scalar: first.scalar, operands, result, sizes: [rows, inner, columns] }
    }

    /// Computes the result at tick t from the operands at tick t.
    #[inline]
    pub(super) fn run(&self, arena: &mut Arena, t: usize) {
        match self.primitive {
            Primitive::Unary(op) => self.unary(op, arena, t),
            Primitive::Binary(op) => self.binary(op, arena, t),
            Primitive::Function(function) => self.function(function, arena, t),
            Primitive::OneHot(size) => {
                let index = arena.ints[self.operands[0].at(t)];
                let at = self.result.at(t);
                for (i, x) in arena.reals[at..at + size].iter_mut().enumerate() {
                    *x = if i as i64 == index { 1.0 } else { 0.0 };
                }
            }
        }
    }

    /// The result from one operand in the same array.
    #[inline]
    fn map<T: Copy>(&self, array: &mut [T], t: usize, f: impl Fn(T) -> T) {
        let [a, _] = self.operands;
        let (from, to) = (a.at(t), self.result.at(t));
        if self.result.width == 1 {
            array[to] = f(array[from]);
            return;
        }
        let apart = Apart::new(array, to, self.result.width);
        let a = apart.operand(from, a.width);
        apart.target.iter_mut().zip(a).for_each(|(x, a)| *x = f(*a));
    }

    /// The result, elementwise, from two operands in the same array.
    #[inline]
    fn zip<T: Copy>(&self, array: &mut [T], t: usize, f: impl Fn(T, T) -> T) {
        let [a, b] = self.operands;
        if self.result.width == 1 {
            array[self.result.at(t)] = f(array[a.at(t)], array[b.at(t)]);
            return;
        }
        let apart = Apart::new(array, self.result.at(t), self.result.width);
        let (a, b) = (apart.operand(a.at(t), a.width), apart.operand(b.at(t), b.width));
        broadcast(apart.target, a, b, f);
    }

    /// The result, elementwise, in the array of booleans.
    #[inline]
    fn compare<T: Copy>(&self, from: &[T], to: &mut [bool], t: usize, f: impl Fn(T, T) -> bool) {
        let [a, b] = self.operands;
        let at = |slot: Slot| &from[slot.at(t)..slot.at(t) + slot.width];
        let to = &mut to[self.result.at(t)..self.result.at(t) + self.result.width];
        broadcast(to, at(a), at(b), f);
    }

    fn unary(&self, op: UnaryOp, arena: &mut Arena, t: usize) {
        match (op, self.scalar) {
            (UnaryOp::Not, _) => self.map(&mut arena.bools, t, |x| !x),
            (UnaryOp::Neg, Scalar::Int) => self.map(&mut arena.ints, t, i64::wrapping_neg),
            (UnaryOp::Neg, Scalar::Real | Scalar::Bool) => self.map(&mut arena.reals, t, |x| -x),
        }
    }

    #[inline]
    fn arithmetic(&self, arena: &mut Arena, t: usize, i: impl Fn(i64, i64) -> i64, r: impl Fn(f64, f64) -> f64) {
        match self.scalar {
            Scalar::Int => self.zip(&mut arena.ints, t, i),
            Scalar::Real | Scalar::Bool => self.zip(&mut arena.reals, t, r),
        }
    }

    #[inline]
    fn ordering(&self, arena: &mut Arena, t: usize, i: impl Fn(i64, i64) -> bool, r: impl Fn(f64, f64) -> bool) {
        match self.scalar {
            Scalar::Int => self.compare(&arena.ints, &mut arena.bools, t, i),
            Scalar::Real | Scalar::Bool => self.compare(&arena.reals, &mut arena.bools, t, r),
        }
    }

    fn binary(&self, op: BinaryOp, arena: &mut Arena, t: usize) {
        match op {
            BinaryOp::Or => self.zip(&mut arena.bools, t, |x, y| x | y),
            BinaryOp::And => self.zip(&mut arena.bools, t, |x, y| x & y),
            BinaryOp::Eq if self.scalar == Scalar::Bool => self.zip(&mut arena.bools, t, |x, y| x == y),
            BinaryOp::Ne if self.scalar == Scalar::Bool => self.zip(&mut arena.bools, t, |x, y| x != y),
            BinaryOp::Eq => self.ordering(arena, t, |x, y| x == y, |x, y| x == y),
            BinaryOp::Ne => self.ordering(arena, t, |x, y| x != y, |x, y| x != y),
            BinaryOp::Lt => self.ordering(arena, t, |x, y| x < y, |x, y| x < y),
            BinaryOp::Le => self.ordering(arena, t, |x, y| x <= y, |x, y| x <= y),
            BinaryOp::Gt => self.ordering(arena, t, |x, y| x > y, |x, y| x > y),
            BinaryOp::Ge => self.ordering(arena, t, |x, y| x >= y, |x, y| x >= y),
            BinaryOp::Add => self.arithmetic(arena, t, i64::wrapping_add, |x, y| x + y),
            BinaryOp::Sub => self.arithmetic(arena, t, i64::wrapping_sub, |x, y| x - y),
            BinaryOp::Mul => self.arithmetic(arena, t, i64::wrapping_mul, |x, y| x * y),
            BinaryOp::Div => self.arithmetic(arena, t, quotient, |x, y| x / y),
            BinaryOp::Mod => self.zip(&mut arena.ints, t, remainder),
            BinaryOp::MatMul => match self.scalar {
                Scalar::Int => self.product(&mut arena.ints, t, 0, |sum, x, y| sum.wrapping_add(x.wrapping_mul(y))),
                Scalar::Real | Scalar::Bool => self.product(&mut arena.reals, t, 0.0, |sum, x, y| sum + x * y),
            },
        }
    }

    /// `a @ b`: every cell is summed from the first product on, starting from zero.
    fn product<T: Copy>(&self, array: &mut [T], t: usize, zero: T, add: impl Fn(T, T, T) -> T) {
        let [a, b] = self.operands;
        let apart = Apart::new(array, self.result.at(t), self.result.width);
        let (a, b) = (apart.operand(a.at(t), a.width), apart.operand(b.at(t), b.width));
        let [rows, inner, columns] = self.sizes;
        if columns == 1 {
            return by_vector(apart.target, a, b, inner, zero, add);
        }
        apart.target.fill(zero);
        // Rows of b stay in the cache while all rows of a pass over them.
        const BLOCK: usize = 64;
        for from in (0..inner).step_by(BLOCK) {
            let to = inner.min(from + BLOCK);
            for i in 0..rows {
                let row = &mut apart.target[i * columns..(i + 1) * columns];
                for k in from..to {
                    let x = a[i * inner + k];
                    row.iter_mut().zip(&b[k * columns..(k + 1) * columns]).for_each(|(sum, y)| *sum = add(*sum, x, *y));
                }
            }
        }
    }

    fn function(&self, function: Function, arena: &mut Arena, t: usize) {
        let [a, b] = self.operands;
        match function {
            Function::Tanh => self.map(&mut arena.reals, t, f64::tanh),
            Function::Sigmoid => self.map(&mut arena.reals, t, |x| 1.0 / (1.0 + (-x).exp())),
            Function::Exp => self.map(&mut arena.reals, t, f64::exp),
            Function::Log => self.map(&mut arena.reals, t, f64::ln),
            Function::Sqrt => self.map(&mut arena.reals, t, f64::sqrt),
            Function::Relu => self.map(&mut arena.reals, t, |x| larger(x, 0.0)),
            Function::Step => self.map(&mut arena.reals, t, |x| if x > 0.0 { 1.0 } else { 0.0 }),
            Function::Abs => self.number(arena, t, i64::wrapping_abs, f64::abs),
            Function::OnesLike => self.number(arena, t, |_| 1, |_| 1.0),
            Function::ZerosLike => self.number(arena, t, |_| 0, |_| 0.0),
            Function::Max => self.arithmetic(arena, t, i64::max, larger),
            Function::Min => self.arithmetic(arena, t, i64::min, smaller),
            Function::Sum => match self.scalar {
                Scalar::Int => self.fold(&mut arena.ints, t, 0, |sum, x, _| sum.wrapping_add(x)),
                Scalar::Real | Scalar::Bool => self.fold(&mut arena.reals, t, 0.0, |sum, x, _| sum + x),
            },
            Function::Dot => match self.scalar {
                Scalar::Int => self.fold(&mut arena.ints, t, 0, |sum, x, y| sum.wrapping_add(x.wrapping_mul(y))),
                Scalar::Real | Scalar::Bool => self.fold(&mut arena.reals, t, 0.0, |sum, x, y| sum + x * y),
            },
            Function::Softmax => {
                let apart = Apart::new(&mut arena.reals, self.result.at(t), self.result.width);
                softmax(apart.operand(a.at(t), a.width), apart.target);
            }
            Function::Transpose => match self.scalar {
                Scalar::Bool => self.transpose(&mut arena.bools, t),
                Scalar::Int => self.transpose(&mut arena.ints, t),
                Scalar::Real => self.transpose(&mut arena.reals, t),
            },
            Function::Outer => match self.scalar {
                Scalar::Int => self.outer(&mut arena.ints, t, i64::wrapping_mul),
                Scalar::Real | Scalar::Bool => self.outer(&mut arena.reals, t, |x, y| x * y),
            },
            Function::Real => {
                let (from, to) = (a.at(t), self.result.at(t));
                let from = &arena.ints[from..from + a.width];
                arena.reals[to..to + a.width].iter_mut().zip(from).for_each(|(x, n)| *x = *n as f64);
            }
            Function::Int => {
                let (from, to) = (a.at(t), self.result.at(t));
                let from = &arena.reals[from..from + a.width];
                arena.ints[to..to + a.width].iter_mut().zip(from).for_each(|(n, x)| *n = *x as i64);
            }
            Function::Get => {
                let index = arena.ints[b.at(t)];
                match self.scalar {
                    Scalar::Bool => self.get(&mut arena.bools, t, index, false),
                    Scalar::Int => self.get(&mut arena.ints, t, index, 0),
                    Scalar::Real => self.get(&mut arena.reals, t, index, 0.0),
                }
            }
        }
    }

    #[inline]
    fn number(&self, arena: &mut Arena, t: usize, i: impl Fn(i64) -> i64, r: impl Fn(f64) -> f64) {
        match self.scalar {
            Scalar::Int => self.map(&mut arena.ints, t, i),
            Scalar::Real | Scalar::Bool => self.map(&mut arena.reals, t, r),
        }
    }

    /// A scalar from all elements of both operands.
    #[inline]
    fn fold<T: Copy>(&self, array: &mut [T], t: usize, zero: T, f: impl Fn(T, T, T) -> T) {
        let [a, b] = self.operands.map(|slot| &array[slot.at(t)..slot.at(t) + slot.width]);
        let sum = a.iter().zip(b).fold(zero, |sum, (x, y)| f(sum, *x, *y));
        array[self.result.at(t)] = sum;
    }

    fn transpose<T: Copy>(&self, array: &mut [T], t: usize) {
        let [a, _] = self.operands;
        let apart = Apart::new(array, self.result.at(t), self.result.width);
        let a = apart.operand(a.at(t), a.width);
        let [rows, columns, _] = self.sizes;
        for j in 0..columns {
            for i in 0..rows {
                apart.target[j * rows + i] = a[i * columns + j];
            }
        }
    }

    fn outer<T: Copy>(&self, array: &mut [T], t: usize, f: impl Fn(T, T) -> T) {
        let [a, b] = self.operands;
        let apart = Apart::new(array, self.result.at(t), self.result.width);
        let (a, b) = (apart.operand(a.at(t), a.width), apart.operand(b.at(t), b.width));
        for (row, x) in apart.target.chunks_exact_mut(b.len()).zip(a) {
            row.iter_mut().zip(b).for_each(|(cell, y)| *cell = f(*x, *y));
        }
    }

    /// Row `index` of the first operand, zeros where there is none.
    fn get<T: Copy>(&self, array: &mut [T], t: usize, index: i64, zero: T) {
        let ([a, _], width) = (self.operands, self.result.width);
        let to = self.result.at(t);
        match usize::try_from(index).ok().filter(|index| *index < a.width / width) {
            Some(index) => array.copy_within(a.at(t) + index * width..a.at(t) + (index + 1) * width, to),
            None => array[to..to + width].fill(zero),
        }
    }
}

/// Elementwise, a scalar going with every element of a tensor.
#[inline]
fn broadcast<T: Copy, R>(to: &mut [R], a: &[T], b: &[T], f: impl Fn(T, T) -> R) {
    if a.len() == b.len() {
        to.iter_mut().zip(a.iter().zip(b)).for_each(|(x, (a, b))| *x = f(*a, *b));
    } else if a.len() == 1 {
        let a = a[0];
        to.iter_mut().zip(b).for_each(|(x, b)| *x = f(a, *b));
    } else {
        let b = b[0];
        to.iter_mut().zip(a).for_each(|(x, a)| *x = f(*a, b));
    }
}

/// A matrix and a vector: eight rows at once, because the additions of one row wait for each other.
fn by_vector<T: Copy>(to: &mut [T], a: &[T], b: &[T], inner: usize, zero: T, add: impl Fn(T, T, T) -> T) {
    const ROWS: usize = 8;
    let mut targets = to.chunks_exact_mut(ROWS);
    let mut rows = a.chunks_exact(ROWS * inner);
    for (to, block) in (&mut targets).zip(&mut rows) {
        let mut sums = [zero; ROWS];
        let mut lines = block.chunks_exact(inner);
        let lines: [&[T]; ROWS] = std::array::from_fn(|_| lines.next().unwrap_or(&[]));
        for (k, y) in b.iter().enumerate() {
            for (sum, line) in sums.iter_mut().zip(lines) {
                *sum = add(*sum, line[k], *y);
            }
        }
        to.copy_from_slice(&sums);
    }
    for (to, row) in targets.into_remainder().iter_mut().zip(rows.remainder().chunks_exact(inner)) {
        *to = row.iter().zip(b).fold(zero, |sum, (x, y)| add(sum, *x, *y));
    }
}

fn quotient(a: i64, b: i64) -> i64 {
    if b == 0 { 0 } else { a.wrapping_div(b) }
}

fn remainder(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { a.wrapping_rem(b) }
}

fn larger(x: f64, y: f64) -> f64 {
    if x >= y || x.is_nan() { x } else { y }
}

fn smaller(x: f64, y: f64) -> f64 {
    if x <= y || x.is_nan() { x } else { y }
}

fn softmax(from: &[f64], to: &mut [f64]) {
    let most = from.iter().copied().fold(f64::NEG_INFINITY, larger);
    to.iter_mut().zip(from).for_each(|(y, x)| *y = (x - most).exp());
    let total = to.iter().fold(0.0, |sum, x| sum + x);
    to.iter_mut().for_each(|y| *y /= total);
}
