//! The strict primitives: operators and named functions, pointwise in time.

use super::syntax::{BinaryOp, UnaryOp};

/// A strict primitive of the language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Primitive {
    /// `-`, `not`
    Unary(UnaryOp),
    /// `+`, `=`, `@`, …
    Binary(BinaryOp),
    /// A named function of values.
    Function(Function),
    /// `onehot(i, n)`: the vector of n reals that is 1.0 at i and 0.0 elsewhere (all 0.0 where i is out of range); n is
    /// a literal and part of the primitive.
    OneHot(usize),
}

/// The named functions whose arguments are all streams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    /// Hyperbolic tangent.
    Tanh,
    /// `1 / (1 + e^(-x))`
    Sigmoid,
    /// Exponential.
    Exp,
    /// Natural logarithm.
    Log,
    /// Square root.
    Sqrt,
    /// `max(x, 0.0)`
    Relu,
    /// `if x > 0.0 then 1.0 else 0.0`: the derivative of `relu`, with 0.0 at 0.0
    Step,
    /// Absolute value, of integers or reals.
    Abs,
    /// The sum of the elements of a tensor of integers or reals, in row-major order, starting from zero.
    Sum,
    /// `exp(v - max v) / sum(exp(v - max v))` of a vector.
    Softmax,
    /// The transpose of a matrix.
    Transpose,
    /// The inner product of two vectors, summed from the first element, starting from zero.
    Dot,
    /// The outer product of two vectors: rows from the first.
    Outer,
    /// The larger of two, elementwise; NaN if either is.
    Max,
    /// The smaller of two, elementwise; NaN if either is.
    Min,
    /// `get(v, i)`: element i of a vector, row i of a matrix; zero (false) where i is out of range, so that it equals
    /// `dot(onehot(i, n), v)` for finite v.
    Get,
    /// An integer as a real, to nearest.
    Real,
    /// A real as an integer: truncated, saturating, 0 for NaN.
    Int,
    /// Ones in the shape of the argument (integers or reals).
    OnesLike,
    /// Zeros in the shape of the argument (integers or reals).
    ZerosLike,
}

impl Function {
    /// All named functions.
    pub const ALL: [Function; 20] = [
        Function::Tanh,
        Function::Sigmoid,
        Function::Exp,
        Function::Log,
        Function::Sqrt,
        Function::Relu,
        Function::Step,
        Function::Abs,
        Function::Sum,
        Function::Softmax,
        Function::Transpose,
        Function::Dot,
        Function::Outer,
        Function::Max,
        Function::Min,
        Function::Get,
        Function::Real,
        Function::Int,
        Function::OnesLike,
        Function::ZerosLike,
    ];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Function::Tanh => "tanh",
            Function::Sigmoid => "sigmoid",
            Function::Exp => "exp",
            Function::Log => "log",
            Function::Sqrt => "sqrt",
            Function::Relu => "relu",
            Function::Step => "step",
            Function::Abs => "abs",
            Function::Sum => "sum",
            Function::Softmax => "softmax",
            Function::Transpose => "transpose",
            Function::Dot => "dot",
            Function::Outer => "outer",
            Function::Max => "max",
            Function::Min => "min",
            Function::Get => "get",
            Function::Real => "real",
            Function::Int => "int",
            Function::OnesLike => "ones_like",
            Function::ZerosLike => "zeros_like",
        }
    }

    /// The function of a name.
    pub fn named(name: &str) -> Option<Function> {
        Function::ALL.into_iter().find(|function| function.name() == name)
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        match self {
            Function::Dot | Function::Outer | Function::Max | Function::Min | Function::Get => 2,
            Function::Tanh
            | Function::Sigmoid
            | Function::Exp
            | Function::Log
            | Function::Sqrt
            | Function::Relu
            | Function::Step
            | Function::Abs
            | Function::Sum
            | Function::Softmax
            | Function::Transpose
            | Function::Real
            | Function::Int
            | Function::OnesLike
            | Function::ZerosLike => 1,
        }
    }
}

impl Primitive {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Primitive::Unary(UnaryOp::Neg) => "-",
            Primitive::Unary(UnaryOp::Not) => "not",
            Primitive::Binary(op) => op.symbol(),
            Primitive::Function(function) => function.name(),
            Primitive::OneHot(_) => "onehot",
        }
    }
}
