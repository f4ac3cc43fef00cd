//! The types of the primitives: one arm per rule.

use super::reshape;
use crate::stream::primitive::{Function, Primitive};
use crate::stream::syntax::{BinaryOp, UnaryOp};
use crate::stream::value::{Scalar, Type};

/// What a primitive takes, for messages.
type Expected = &'static str;

/// The type of a primitive's result for operands of these types, or what it takes instead.
pub fn primitive_type(primitive: Primitive, operands: &[Type]) -> Result<Type, Expected> {
    match (primitive, operands) {
        (Primitive::Unary(op), [a]) => unary(op, a),
        (Primitive::Binary(op), [a, b]) => binary(op, a, b),
        (Primitive::Function(function), [a]) => function_of_one(function, a),
        (Primitive::Function(function), [a, b]) => function_of_two(function, a, b),
        (Primitive::OneHot(size), [a]) => {
            const EXPECTED: Expected = "an integer and a literal size";
            let scalar = *a == Type::scalar(Scalar::Int);
            Type::tensor(Scalar::Real, [size]).filter(|_| scalar).ok_or(EXPECTED)
        }
        (Primitive::Unary(_) | Primitive::Binary(_) | Primitive::Function(_) | Primitive::OneHot(_), _) => {
            Err("another number of operands")
        }
    }
}

fn is_number(ty: &Type) -> bool {
    ty.scalar != Scalar::Bool
}

fn unary(op: UnaryOp, a: &Type) -> Result<Type, Expected> {
    match op {
        UnaryOp::Neg => is_number(a).then(|| a.clone()).ok_or("numbers"),
        UnaryOp::Not => (a.scalar == Scalar::Bool).then(|| a.clone()).ok_or("booleans"),
    }
}

/// Equal shapes, or a scalar with a tensor: the common type.
fn broadcast(a: &Type, b: &Type) -> Option<Type> {
    if a.scalar != b.scalar {
        None
    } else if a.shape == b.shape || b.is_scalar() {
        Some(a.clone())
    } else {
        a.is_scalar().then(|| b.clone())
    }
}

fn binary(op: BinaryOp, a: &Type, b: &Type) -> Result<Type, Expected> {
    let common = broadcast(a, b);
    match op {
        BinaryOp::Or | BinaryOp::And => {
            common.filter(|ty| ty.scalar == Scalar::Bool).ok_or("booleans of equal shapes, or a scalar with a tensor")
        }
        BinaryOp::Eq | BinaryOp::Ne => common
            .map(|ty| Type { scalar: Scalar::Bool, shape: ty.shape })
            .ok_or("operands of one type, or a scalar with a tensor"),
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => common
            .filter(is_number)
            .map(|ty| Type { scalar: Scalar::Bool, shape: ty.shape })
            .ok_or("numbers of one type, or a scalar with a tensor"),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => common
            .filter(is_number)
            .ok_or("numbers of one type (`real` and `int` convert) and of equal shapes, or a scalar with a tensor"),
        BinaryOp::Mod => {
            common.filter(|ty| ty.scalar == Scalar::Int).ok_or("integers of equal shapes, or a scalar with a tensor")
        }
        BinaryOp::MatMul => product(a, b).ok_or("matrices or vectors of numbers whose inner axes agree"),
    }
}

/// matrix @ matrix, matrix @ vector, vector @ matrix.
fn product(a: &Type, b: &Type) -> Option<Type> {
    if a.scalar != b.scalar || !is_number(a) {
        return None;
    }
    match (&*a.shape, &*b.shape) {
        ([n, k], [l, m]) if k == l => Type::tensor(a.scalar, [*n, *m]),
        ([n, k], [l]) if k == l => Some(reshape(a, &[*n])),
        ([k], [l, m]) if k == l => Some(reshape(a, &[*m])),
        (_, _) => None,
    }
}

fn function_of_one(function: Function, a: &Type) -> Result<Type, Expected> {
    match function {
        Function::Tanh
        | Function::Sigmoid
        | Function::Exp
        | Function::Log
        | Function::Sqrt
        | Function::Relu
        | Function::Step => (a.scalar == Scalar::Real).then(|| a.clone()).ok_or("a real or a tensor of reals"),
        Function::Abs | Function::OnesLike | Function::ZerosLike => is_number(a).then(|| a.clone()).ok_or("numbers"),
        Function::Sum => (is_number(a) && !a.is_scalar()).then(|| Type::scalar(a.scalar)).ok_or("a tensor of numbers"),
        Function::Softmax => {
            (a.scalar == Scalar::Real && a.shape.len() == 1).then(|| a.clone()).ok_or("a vector of reals")
        }
        Function::Transpose => match *a.shape {
            [n, m] => Ok(reshape(a, &[m, n])),
            _ => Err("a matrix"),
        },
        Function::Real => (a.scalar == Scalar::Int)
            .then(|| Type { scalar: Scalar::Real, shape: a.shape.clone() })
            .ok_or("an integer or a tensor of integers"),
        Function::Int => (a.scalar == Scalar::Real)
            .then(|| Type { scalar: Scalar::Int, shape: a.shape.clone() })
            .ok_or("a real or a tensor of reals"),
        Function::Dot | Function::Outer | Function::Max | Function::Min | Function::Get => Err("two operands"),
    }
}

fn function_of_two(function: Function, a: &Type, b: &Type) -> Result<Type, Expected> {
    let numbers = a.scalar == b.scalar && is_number(a);
    match function {
        Function::Dot => match (&*a.shape, &*b.shape) {
            ([n], [m]) if n == m && numbers => Ok(Type::scalar(a.scalar)),
            (_, _) => Err("two vectors of numbers of one length"),
        },
        Function::Outer => match (&*a.shape, &*b.shape) {
            ([n], [m]) if numbers => Type::tensor(a.scalar, [*n, *m]).ok_or("vectors whose product is not so large"),
            (_, _) => Err("two vectors of numbers"),
        },
        Function::Max | Function::Min => broadcast(a, b)
            .filter(is_number)
            .ok_or("numbers of one type and of equal shapes, or a scalar with a tensor"),
        Function::Get => match &*a.shape {
            [_, row @ ..] if *b == Type::scalar(Scalar::Int) => Ok(reshape(a, row)),
            _ => Err("a tensor and an integer"),
        },
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
        | Function::ZerosLike => Err("one operand"),
    }
}
