//! Memory of a run: three arrays, one for each scalar type, and the places of streams, registers and constants in them.

use cajal_semantics::stream::value::{Elements, Scalar, Value};

/// Where a stream lives: its value at tick t has `width` elements from `start + (t & mask) * width` on. The mask of a
/// stream that is stored whole has all bits, that of a ring buffer as many as its capacity needs, that of a register or a
/// constant none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) start: usize,
    pub(super) width: usize,
    pub(super) mask: usize,
}

impl Slot {
    /// The first element at a tick.
    #[inline]
    pub(super) fn at(self, t: usize) -> usize {
        self.start + (t & self.mask) * self.width
    }
}

/// The arrays.
#[derive(Clone, Default, Debug)]
pub(super) struct Arena {
    pub(super) bools: Vec<bool>,
    pub(super) ints: Vec<i64>,
    pub(super) reals: Vec<f64>,
}

impl Arena {
    /// The number of elements of a scalar type.
    pub(super) fn len(&self, scalar: Scalar) -> usize {
        match scalar {
            Scalar::Bool => self.bools.len(),
            Scalar::Int => self.ints.len(),
            Scalar::Real => self.reals.len(),
        }
    }

    /// Appends zeros.
    pub(super) fn extend(&mut self, scalar: Scalar, elements: usize) {
        match scalar {
            Scalar::Bool => self.bools.resize(self.bools.len() + elements, false),
            Scalar::Int => self.ints.resize(self.ints.len() + elements, 0),
            Scalar::Real => self.reals.resize(self.reals.len() + elements, 0.0),
        }
    }

    /// Writes a value of the right type.
    pub(super) fn write(&mut self, start: usize, value: &Value) {
        match value {
            Value::Bool(b) => self.bools[start] = *b,
            Value::Int(n) => self.ints[start] = *n,
            Value::Real(x) => self.reals[start] = *x,
            Value::Tensor(tensor) => match &tensor.elements {
                Elements::Bool(e) => self.bools[start..start + e.len()].copy_from_slice(e),
                Elements::Int(e) => self.ints[start..start + e.len()].copy_from_slice(e),
                Elements::Real(e) => self.reals[start..start + e.len()].copy_from_slice(e),
            },
        }
    }

    /// The elements of a range.
    pub(super) fn read(&self, scalar: Scalar, start: usize, width: usize) -> Elements {
        match scalar {
            Scalar::Bool => Elements::Bool(self.bools[start..start + width].to_vec()),
            Scalar::Int => Elements::Int(self.ints[start..start + width].to_vec()),
            Scalar::Real => Elements::Real(self.reals[start..start + width].to_vec()),
        }
    }

    /// Copies elements to another place.
    #[inline]
    pub(super) fn copy(&mut self, scalar: Scalar, from: usize, to: usize, width: usize) {
        match scalar {
            Scalar::Bool => copy(&mut self.bools, from, to, width),
            Scalar::Int => copy(&mut self.ints, from, to, width),
            Scalar::Real => copy(&mut self.reals, from, to, width),
        }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.bools.len() + 8 * (self.ints.len() + self.reals.len())
    }
}

#[inline]
fn copy<T: Copy>(array: &mut [T], from: usize, to: usize, width: usize) {
    if width == 1 {
        array[to] = array[from];
    } else {
        array.copy_within(from..from + width, to);
    }
}

/// A stretch of an array that is written, and all the rest, that is read.
pub(super) struct Apart<'a, T> {
    before: &'a [T],
    pub(super) target: &'a mut [T],
    after: &'a [T],
}

impl<'a, T> Apart<'a, T> {
    /// Sets `width` elements from `start` on apart.
    #[inline]
    pub(super) fn new(array: &'a mut [T], start: usize, width: usize) -> Self {
        let (before, rest) = array.split_at_mut(start);
        let (target, after) = rest.split_at_mut(width);
        Apart { before, target, after }
    }

    /// Elements that do not overlap the target: its address, where it is, says on which side they are.
    #[inline]
    pub(super) fn operand(&self, start: usize, width: usize) -> &'a [T] {
        let offset = self.before.len() + self.target.len();
        if start < self.before.len() {
            &self.before[start..start + width]
        } else {
            &self.after[start - offset..start - offset + width]
        }
    }
}
