//! Values and types of streams: booleans, 64-bit integers, 64-bit reals, and tensors of them.
//!
//! Integers are two's-complement `i64` and every operation on them is total: sums and products wrap, `x / 0 = 0` and
//! `x mod 0 = x` (so that `x = (x / y) * y + x mod y` always holds), `min / -1` wraps. Reals are IEEE binary64. With no
//! operation that traps, an implementation may evaluate both branches of an `if` and still agree bit for bit.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The type of one element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `int`: `i64`
    Int,
    /// `real`: `f64`
    Real,
}

impl Scalar {
    /// The keyword.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Int => "int",
            Scalar::Real => "real",
        }
    }
}

/// The most elements that a tensor type may have: a literal or an input of this size is still only 128 MiB.
pub const MAX_ELEMENTS: usize = 1 << 24;

/// The most axes that a tensor type may have.
pub const MAX_RANK: usize = 16;

/// A type `τ ::= bool | int | real | τ[n, …]`: a scalar type and a shape (empty for a scalar).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Type {
    /// What the elements are.
    pub scalar: Scalar,
    /// The sizes of the axes, each at least 1, outermost first; their product is at most [`MAX_ELEMENTS`].
    pub shape: Arc<[usize]>,
}

impl Type {
    /// A scalar type.
    pub fn scalar(scalar: Scalar) -> Self {
        Type { scalar, shape: Arc::new([]) }
    }

    /// A tensor type; none where an axis is empty, or where there are more than [`MAX_RANK`] axes
    /// or [`MAX_ELEMENTS`] elements.
    pub fn tensor(scalar: Scalar, shape: impl Into<Arc<[usize]>>) -> Option<Self> {
        let shape = shape.into();
        let elements = shape.iter().try_fold(1usize, |n, &axis| n.checked_mul(axis))?;
        (shape.len() <= MAX_RANK && (1..=MAX_ELEMENTS).contains(&elements)).then_some(Type { scalar, shape })
    }

    /// Is it a scalar type?
    pub fn is_scalar(&self) -> bool {
        self.shape.is_empty()
    }

    /// The number of elements.
    pub fn elements(&self) -> usize {
        self.shape.iter().product()
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.scalar.name())?;
        if let Some((first, rest)) = self.shape.split_first() {
            write!(f, "[{first}")?;
            rest.iter().try_for_each(|axis| write!(f, ",{axis}"))?;
            f.write_str("]")?;
        }
        Ok(())
    }
}

/// The elements of a tensor, in row-major order.
#[derive(Clone, Debug)]
pub enum Elements {
    /// Booleans.
    Bool(Vec<bool>),
    /// Integers.
    Int(Vec<i64>),
    /// Reals.
    Real(Vec<f64>),
}

/// A tensor: its shape has at least one axis.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// The sizes of the axes.
    pub shape: Arc<[usize]>,
    /// As many elements as the shape says.
    pub elements: Elements,
}

/// A value v. Two values are equal when they have the same bits: NaN equals itself, and −0.0 is not 0.0.
#[derive(Clone, Debug)]
pub enum Value {
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A real.
    Real(f64),
    /// A tensor.
    Tensor(Arc<Tensor>),
}

impl Value {
    /// A value of a type from its elements in row-major order; none where their number does not fit the shape.
    pub fn from_elements(shape: Arc<[usize]>, elements: Elements) -> Option<Value> {
        if elements.len() != shape.iter().product::<usize>() {
            return None;
        }
        if !shape.is_empty() {
            return Some(Value::Tensor(Arc::new(Tensor { shape, elements })));
        }
        match elements {
            Elements::Bool(e) => e.first().copied().map(Value::Bool),
            Elements::Int(e) => e.first().copied().map(Value::Int),
            Elements::Real(e) => e.first().copied().map(Value::Real),
        }
    }

    /// The type of the value.
    pub fn ty(&self) -> Type {
        match self {
            Value::Bool(_) => Type::scalar(Scalar::Bool),
            Value::Int(_) => Type::scalar(Scalar::Int),
            Value::Real(_) => Type::scalar(Scalar::Real),
            Value::Tensor(t) => Type { scalar: t.elements.scalar(), shape: t.shape.clone() },
        }
    }
}

impl Elements {
    /// What the elements are.
    pub fn scalar(&self) -> Scalar {
        match self {
            Elements::Bool(_) => Scalar::Bool,
            Elements::Int(_) => Scalar::Int,
            Elements::Real(_) => Scalar::Real,
        }
    }

    /// Their number.
    pub fn len(&self) -> usize {
        match self {
            Elements::Bool(e) => e.len(),
            Elements::Int(e) => e.len(),
            Elements::Real(e) => e.len(),
        }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at a position of the row-major order, as a scalar value.
    pub fn get(&self, position: usize) -> Option<Value> {
        match self {
            Elements::Bool(e) => e.get(position).copied().map(Value::Bool),
            Elements::Int(e) => e.get(position).copied().map(Value::Int),
            Elements::Real(e) => e.get(position).copied().map(Value::Real),
        }
    }
}

impl PartialEq for Elements {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Elements::Bool(a), Elements::Bool(b)) => a == b,
            (Elements::Int(a), Elements::Int(b)) => a == b,
            (Elements::Real(a), Elements::Real(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits())
            }
            (Elements::Bool(_) | Elements::Int(_) | Elements::Real(_), _) => false,
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Real(a), Value::Real(b)) => a.to_bits() == b.to_bits(),
            (Value::Tensor(a), Value::Tensor(b)) => a.shape == b.shape && a.elements == b.elements,
            (Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Tensor(_), _) => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Bool(b) => b.hash(state),
            Value::Int(n) => n.hash(state),
            Value::Real(x) => x.to_bits().hash(state),
            Value::Tensor(t) => t.shape.hash(state),
        }
    }
}

/// The literal, as the parser reads it: reals with a point or an exponent, tensors as nested lists.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Real(x) => write!(f, "{x:?}"),
            Value::Tensor(t) => t.fmt(f),
        }
    }
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Sizes of the sub-tensors at each axis: a bracket opens (closes) where a position is a multiple of one.
        let strides: Vec<usize> =
            self.shape.iter().rev().scan(1, |n, axis| (*n *= axis, Some(*n)).1).collect::<Vec<_>>();
        for position in 0..self.elements.len() {
            let opened = strides.iter().filter(|stride| position % **stride == 0).count();
            let separator = if position == 0 { "" } else { ", " };
            write!(f, "{separator}{}", "[".repeat(opened))?;
            let element = self.elements.get(position).expect("BUG: position below the number of elements");
            write!(f, "{element}")?;
            let closed = strides.iter().filter(|stride| (position + 1) % **stride == 0).count();
            f.write_str(&"]".repeat(closed))?;
        }
        Ok(())
    }
}
