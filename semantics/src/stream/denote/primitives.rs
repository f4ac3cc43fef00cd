//! The strict primitives on values: one arm per function. What they do out of range or on overflow is said where they
//! are declared ([`crate::stream::primitive`], [`crate::stream::value`]).

use crate::stream::primitive::{Function, Primitive};
use crate::stream::syntax::{BinaryOp, UnaryOp};
use crate::stream::value::{Elements, Value};
use std::sync::Arc;

const ILL_TYPED: &str = "BUG: a checked program applies primitives to values of their types";

/// The result of a primitive on operands of its types.
pub(super) fn apply(primitive: Primitive, operands: &[&Value]) -> Value {
    match (primitive, operands) {
        (Primitive::Unary(op), [a]) => unary(op, a),
        (Primitive::Binary(op), [a, b]) => binary(op, a, b),
        (Primitive::Function(function), [a]) => function_of_one(function, a),
        (Primitive::Function(function), [a, b]) => function_of_two(function, a, b),
        (Primitive::OneHot(size), [Value::Int(index)]) => {
            let at = |i: usize| if i as i64 == *index { 1.0 } else { 0.0 };
            value(Arc::new([size]), Elements::Real((0..size).map(at).collect()))
        }
        (Primitive::Unary(_) | Primitive::Binary(_) | Primitive::Function(_) | Primitive::OneHot(_), _) => {
            unreachable!("{ILL_TYPED}")
        }
    }
}

/// The elements of a value, a scalar being one of them.
enum View<'a> {
    Bool(&'a [bool]),
    Int(&'a [i64]),
    Real(&'a [f64]),
}

fn view(value: &Value) -> View<'_> {
    match value {
        Value::Bool(b) => View::Bool(std::slice::from_ref(b)),
        Value::Int(n) => View::Int(std::slice::from_ref(n)),
        Value::Real(x) => View::Real(std::slice::from_ref(x)),
        Value::Tensor(t) => match &t.elements {
            Elements::Bool(e) => View::Bool(e),
            Elements::Int(e) => View::Int(e),
            Elements::Real(e) => View::Real(e),
        },
    }
}

fn shape(value: &Value) -> Arc<[usize]> {
    match value {
        Value::Tensor(t) => t.shape.clone(),
        Value::Bool(_) | Value::Int(_) | Value::Real(_) => Arc::new([]),
    }
}

fn value(shape: Arc<[usize]>, elements: Elements) -> Value {
    Value::from_elements(shape, elements).expect(ILL_TYPED)
}

fn map_bool(a: &Value, f: impl Fn(bool) -> bool) -> Value {
    let View::Bool(e) = view(a) else { unreachable!("{ILL_TYPED}") };
    value(shape(a), Elements::Bool(e.iter().map(|x| f(*x)).collect()))
}

fn map_real(a: &Value, f: impl Fn(f64) -> f64) -> Value {
    let View::Real(e) = view(a) else { unreachable!("{ILL_TYPED}") };
    value(shape(a), Elements::Real(e.iter().map(|x| f(*x)).collect()))
}

fn map_number(a: &Value, int: impl Fn(i64) -> i64, real: impl Fn(f64) -> f64) -> Value {
    match view(a) {
        View::Int(e) => value(shape(a), Elements::Int(e.iter().map(|x| int(*x)).collect())),
        View::Real(e) => value(shape(a), Elements::Real(e.iter().map(|x| real(*x)).collect())),
        View::Bool(_) => unreachable!("{ILL_TYPED}"),
    }
}

/// Elementwise, a scalar going with every element of a tensor.
fn zip<T: Copy, R>(a: &[T], b: &[T], shape: &[usize], f: impl Fn(T, T) -> R) -> Vec<R> {
    let n: usize = shape.iter().product();
    let at = |e: &[T], i: usize| if e.len() == n { e[i] } else { e[0] };
    (0..n).map(|i| f(at(a, i), at(b, i))).collect()
}

/// The shape of an elementwise operation.
fn common(a: &Value, b: &Value) -> Arc<[usize]> {
    let (left, right) = (shape(a), shape(b));
    if left.is_empty() { right } else { left }
}

fn logic(a: &Value, b: &Value, f: impl Fn(bool, bool) -> bool) -> Value {
    let (View::Bool(p), View::Bool(q)) = (view(a), view(b)) else { unreachable!("{ILL_TYPED}") };
    let shape = common(a, b);
    let elements = Elements::Bool(zip(p, q, &shape, f));
    value(shape, elements)
}

fn compare(
    a: &Value,
    b: &Value,
    bools: impl Fn(bool, bool) -> bool,
    ints: impl Fn(i64, i64) -> bool,
    reals: impl Fn(f64, f64) -> bool,
) -> Value {
    let shape = common(a, b);
    let elements = match (view(a), view(b)) {
        (View::Bool(p), View::Bool(q)) => zip(p, q, &shape, bools),
        (View::Int(p), View::Int(q)) => zip(p, q, &shape, ints),
        (View::Real(p), View::Real(q)) => zip(p, q, &shape, reals),
        (View::Bool(_) | View::Int(_) | View::Real(_), _) => unreachable!("{ILL_TYPED}"),
    };
    value(shape, Elements::Bool(elements))
}

fn arithmetic(a: &Value, b: &Value, ints: impl Fn(i64, i64) -> i64, reals: impl Fn(f64, f64) -> f64) -> Value {
    let shape = common(a, b);
    let elements = match (view(a), view(b)) {
        (View::Int(p), View::Int(q)) => Elements::Int(zip(p, q, &shape, ints)),
        (View::Real(p), View::Real(q)) => Elements::Real(zip(p, q, &shape, reals)),
        (View::Bool(_) | View::Int(_) | View::Real(_), _) => unreachable!("{ILL_TYPED}"),
    };
    value(shape, elements)
}

fn unary(op: UnaryOp, a: &Value) -> Value {
    match op {
        UnaryOp::Neg => map_number(a, i64::wrapping_neg, |x| -x),
        UnaryOp::Not => map_bool(a, |x| !x),
    }
}

fn divide(a: i64, b: i64) -> i64 {
    if b == 0 { 0 } else { a.wrapping_div(b) }
}

fn remainder(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { a.wrapping_rem(b) }
}

fn binary(op: BinaryOp, a: &Value, b: &Value) -> Value {
    // Booleans are compared for equality only.
    let ordered = |_, _| unreachable!("{ILL_TYPED}");
    match op {
        BinaryOp::Or => logic(a, b, |x, y| x | y),
        BinaryOp::And => logic(a, b, |x, y| x & y),
        BinaryOp::Eq => compare(a, b, |x, y| x == y, |x, y| x == y, |x, y| x == y),
        BinaryOp::Ne => compare(a, b, |x, y| x != y, |x, y| x != y, |x, y| x != y),
        BinaryOp::Lt => compare(a, b, ordered, |x, y| x < y, |x, y| x < y),
        BinaryOp::Le => compare(a, b, ordered, |x, y| x <= y, |x, y| x <= y),
        BinaryOp::Gt => compare(a, b, ordered, |x, y| x > y, |x, y| x > y),
        BinaryOp::Ge => compare(a, b, ordered, |x, y| x >= y, |x, y| x >= y),
        BinaryOp::Add => arithmetic(a, b, i64::wrapping_add, |x, y| x + y),
        BinaryOp::Sub => arithmetic(a, b, i64::wrapping_sub, |x, y| x - y),
        BinaryOp::Mul => arithmetic(a, b, i64::wrapping_mul, |x, y| x * y),
        BinaryOp::Div => arithmetic(a, b, divide, |x, y| x / y),
        BinaryOp::Mod => arithmetic(a, b, remainder, |_, _| unreachable!("{ILL_TYPED}")),
        BinaryOp::MatMul => matrix_product(a, b),
    }
}

/// Σ aᵢ·bᵢ from the first element on, starting from zero.
fn inner<T: Copy>(zero: T, pairs: impl Iterator<Item = (T, T)>, add: impl Fn(T, T) -> T, mul: impl Fn(T, T) -> T) -> T {
    pairs.fold(zero, |sum, (x, y)| add(sum, mul(x, y)))
}

/// A vector counts as a row on the left of `@` and as a column on the right.
fn matrix_product(a: &Value, b: &Value) -> Value {
    let (left, right) = (shape(a), shape(b));
    let (rows, inner_size) = match *left {
        [n, k] => (n, k),
        [k] => (1, k),
        _ => unreachable!("{ILL_TYPED}"),
    };
    let columns = if let [_, m] = *right { m } else { 1 };
    let result: Arc<[usize]> = match (left.len(), right.len()) {
        (2, 2) => Arc::new([rows, columns]),
        (2, _) => Arc::new([rows]),
        (_, _) => Arc::new([columns]),
    };
    let cells = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
    let places = |i: usize, j: usize| (0..inner_size).map(move |k| (i * inner_size + k, k * columns + j));
    let elements = match (view(a), view(b)) {
        (View::Int(p), View::Int(q)) => {
            let cell = |(i, j)| inner(0, places(i, j).map(|(l, r)| (p[l], q[r])), i64::wrapping_add, i64::wrapping_mul);
            Elements::Int(cells.map(cell).collect())
        }
        (View::Real(p), View::Real(q)) => {
            let cell = |(i, j)| inner(0.0, places(i, j).map(|(l, r)| (p[l], q[r])), |x, y| x + y, |x, y| x * y);
            Elements::Real(cells.map(cell).collect())
        }
        (View::Bool(_) | View::Int(_) | View::Real(_), _) => unreachable!("{ILL_TYPED}"),
    };
    value(result, elements)
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn larger(x: f64, y: f64) -> f64 {
    if x >= y || x.is_nan() { x } else { y }
}

fn smaller(x: f64, y: f64) -> f64 {
    if x <= y || x.is_nan() { x } else { y }
}

fn softmax(e: &[f64]) -> Vec<f64> {
    let most = e.iter().copied().fold(f64::NEG_INFINITY, larger);
    let exponentials: Vec<f64> = e.iter().map(|x| (x - most).exp()).collect();
    let total = exponentials.iter().fold(0.0, |sum, x| sum + x);
    exponentials.into_iter().map(|x| x / total).collect()
}

fn transpose<T: Copy>(e: &[T], rows: usize, columns: usize) -> Vec<T> {
    (0..columns).flat_map(|j| (0..rows).map(move |i| e[i * columns + j])).collect()
}

fn function_of_one(function: Function, a: &Value) -> Value {
    match function {
        Function::Tanh => map_real(a, f64::tanh),
        Function::Sigmoid => map_real(a, sigmoid),
        Function::Exp => map_real(a, f64::exp),
        Function::Log => map_real(a, f64::ln),
        Function::Sqrt => map_real(a, f64::sqrt),
        Function::Relu => map_real(a, |x| larger(x, 0.0)),
        Function::Step => map_real(a, |x| if x > 0.0 { 1.0 } else { 0.0 }),
        Function::Abs => map_number(a, i64::wrapping_abs, f64::abs),
        Function::Sum => match view(a) {
            View::Int(e) => Value::Int(e.iter().fold(0, |sum, x| sum.wrapping_add(*x))),
            View::Real(e) => Value::Real(e.iter().fold(0.0, |sum, x| sum + x)),
            View::Bool(_) => unreachable!("{ILL_TYPED}"),
        },
        Function::Softmax => {
            let View::Real(e) = view(a) else { unreachable!("{ILL_TYPED}") };
            value(shape(a), Elements::Real(softmax(e)))
        }
        Function::Transpose => {
            let [rows, columns] = *shape(a) else { unreachable!("{ILL_TYPED}") };
            let elements = match view(a) {
                View::Bool(e) => Elements::Bool(transpose(e, rows, columns)),
                View::Int(e) => Elements::Int(transpose(e, rows, columns)),
                View::Real(e) => Elements::Real(transpose(e, rows, columns)),
            };
            value(Arc::new([columns, rows]), elements)
        }
        Function::Real => {
            let View::Int(e) = view(a) else { unreachable!("{ILL_TYPED}") };
            value(shape(a), Elements::Real(e.iter().map(|n| *n as f64).collect()))
        }
        Function::Int => {
            let View::Real(e) = view(a) else { unreachable!("{ILL_TYPED}") };
            value(shape(a), Elements::Int(e.iter().map(|x| *x as i64).collect()))
        }
        Function::OnesLike => map_number(a, |_| 1, |_| 1.0),
        Function::ZerosLike => map_number(a, |_| 0, |_| 0.0),
        Function::Dot | Function::Outer | Function::Max | Function::Min | Function::Get => {
            unreachable!("{ILL_TYPED}")
        }
    }
}

/// Row `index` of a tensor, zeros where there is none.
fn row<T: Copy>(e: &[T], index: i64, length: usize, zero: T) -> Vec<T> {
    let start = usize::try_from(index).ok().and_then(|i| i.checked_mul(length));
    let found = start.and_then(|start| e.get(start..start.checked_add(length)?));
    found.map_or_else(|| vec![zero; length], <[T]>::to_vec)
}

fn function_of_two(function: Function, a: &Value, b: &Value) -> Value {
    match function {
        Function::Dot => match (view(a), view(b)) {
            (View::Int(p), View::Int(q)) => {
                let pairs = p.iter().copied().zip(q.iter().copied());
                Value::Int(inner(0, pairs, i64::wrapping_add, i64::wrapping_mul))
            }
            (View::Real(p), View::Real(q)) => {
                let pairs = p.iter().copied().zip(q.iter().copied());
                Value::Real(inner(0.0, pairs, |x, y| x + y, |x, y| x * y))
            }
            (View::Bool(_) | View::Int(_) | View::Real(_), _) => unreachable!("{ILL_TYPED}"),
        },
        Function::Outer => {
            let elements = match (view(a), view(b)) {
                (View::Int(p), View::Int(q)) => {
                    Elements::Int(p.iter().flat_map(|x| q.iter().map(move |y| x.wrapping_mul(*y))).collect())
                }
                (View::Real(p), View::Real(q)) => {
                    Elements::Real(p.iter().flat_map(|x| q.iter().map(move |y| x * y)).collect())
                }
                (View::Bool(_) | View::Int(_) | View::Real(_), _) => unreachable!("{ILL_TYPED}"),
            };
            value(shape(a).iter().chain(shape(b).iter()).copied().collect(), elements)
        }
        Function::Max => arithmetic(a, b, i64::max, larger),
        Function::Min => arithmetic(a, b, i64::min, smaller),
        Function::Get => {
            let Value::Int(index) = *b else { unreachable!("{ILL_TYPED}") };
            let of_row: Arc<[usize]> = shape(a)[1..].into();
            let length = of_row.iter().product();
            let elements = match view(a) {
                View::Bool(e) => Elements::Bool(row(e, index, length, false)),
                View::Int(e) => Elements::Int(row(e, index, length, 0)),
                View::Real(e) => Elements::Real(row(e, index, length, 0.0)),
            };
            value(of_row, elements)
        }
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
        | Function::ZerosLike => unreachable!("{ILL_TYPED}"),
    }
}
