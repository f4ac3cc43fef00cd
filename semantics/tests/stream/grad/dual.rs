//! Forward-mode derivatives: the least fixpoint over dual numbers. It is written apart from the denotations and from the
//! adjoint rules, and is compared with both.
//!
//! A sample is asked for, and remembered; one that is asked for while it is being computed is undefined.

use super::{elements, tensor};
use cajal_semantics::stream::denote::Sample;
use cajal_semantics::stream::primitive::{Function, Primitive};
use cajal_semantics::stream::syntax::{BinaryOp, Boundary, Direction, UnaryOp};
use cajal_semantics::stream::system::{Clock, Operand, Operation, System, VarId};
use cajal_semantics::stream::value::{Scalar, Value};

/// a + b·ε with ε² = 0
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Dual {
    pub(super) value: f64,
    pub(super) slope: f64,
}

fn dual(value: f64, slope: f64) -> Dual {
    Dual { value, slope }
}

impl Dual {
    fn add(self, other: Dual) -> Dual {
        dual(self.value + other.value, self.slope + other.slope)
    }

    fn sub(self, other: Dual) -> Dual {
        dual(self.value - other.value, self.slope - other.slope)
    }

    fn mul(self, other: Dual) -> Dual {
        dual(self.value * other.value, self.slope * other.value + self.value * other.slope)
    }

    fn div(self, other: Dual) -> Dual {
        let slope = self.slope / other.value - self.value * other.slope / (other.value * other.value);
        dual(self.value / other.value, slope)
    }

    /// f(self), where f has this value and this slope there.
    fn map(self, value: f64, slope: f64) -> Dual {
        dual(value, slope * self.slope)
    }

    /// The greater one; half of each where they are equal.
    fn max(self, other: Dual) -> Dual {
        if self.value > other.value {
            self
        } else if self.value < other.value {
            other
        } else {
            dual(self.value, (self.slope + other.slope) / 2.0)
        }
    }

    fn neg(self) -> Dual {
        dual(-self.value, -self.slope)
    }
}

/// A value: of reals, with slopes; anything else is constant.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Val {
    Real(Vec<usize>, Vec<Dual>),
    Other(Value),
}

/// ⊥, absent, or a value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Point {
    Undefined,
    Absent,
    Present(Val),
}

impl Val {
    /// A value with the slopes of its elements.
    fn new(value: &Value, slopes: Option<&Value>) -> Val {
        let ty = value.ty();
        if ty.scalar != Scalar::Real {
            return Val::Other(value.clone());
        }
        let values = elements(value);
        let slopes = slopes.map_or_else(|| vec![0.0; values.len()], elements);
        Val::Real(ty.shape.to_vec(), values.into_iter().zip(slopes).map(|(value, slope)| dual(value, slope)).collect())
    }

    /// The value, and the slopes as a value of the same type.
    pub(super) fn split(&self) -> (Value, Option<Value>) {
        match self {
            Val::Other(value) => (value.clone(), None),
            Val::Real(shape, e) => {
                let part = |f: &dyn Fn(&Dual) -> f64| tensor(shape, e.iter().map(f).collect());
                (part(&|d| d.value), Some(part(&|d| d.slope)))
            }
        }
    }
}

enum State {
    Unknown,
    Asked,
    Known(Point),
}

/// A system with inputs and their slopes (none where a whole input is held constant).
pub(super) struct Machine<'a> {
    system: &'a System,
    horizon: usize,
    given: &'a [Vec<Option<Value>>],
    slopes: &'a [Option<Vec<Option<Value>>>],
    known: Vec<Vec<State>>,
}

impl<'a> Machine<'a> {
    pub(super) fn new(
        system: &'a System,
        given: &'a [Vec<Option<Value>>],
        slopes: &'a [Option<Vec<Option<Value>>>],
        horizon: usize,
    ) -> Self {
        let known = system.variables.iter().map(|_| (0..horizon).map(|_| State::Unknown).collect()).collect();
        Machine { system, horizon, given, slopes, known }
    }

    pub(super) fn stream(&mut self, x: VarId) -> Vec<Point> {
        (0..self.horizon).map(|t| self.at(x, t)).collect()
    }

    fn at(&mut self, x: VarId, t: usize) -> Point {
        match &self.known[x.index()][t] {
            State::Known(point) => return point.clone(),
            State::Asked => return Point::Undefined,
            State::Unknown => self.known[x.index()][t] = State::Asked,
        }
        let point = self.compute(x, t).unwrap_or(Point::Undefined);
        self.known[x.index()][t] = State::Known(point.clone());
        point
    }

    fn truth(&mut self, x: VarId, t: usize) -> Option<Option<bool>> {
        match self.at(x, t) {
            Point::Undefined => None,
            Point::Absent => Some(None),
            Point::Present(Val::Other(Value::Bool(b))) => Some(Some(b)),
            Point::Present(_) => panic!("a condition is a boolean"),
        }
    }

    fn present(&mut self, x: VarId, t: usize) -> Option<bool> {
        match self.system.clock(self.system.variable(x).clock) {
            Clock::Base => Some(true),
            Clock::On { parent: _, condition, value } => Some(self.truth(condition, t)? == Some(value)),
        }
    }

    /// The next tick of x's clock in some direction that no boundary separates from t.
    fn neighbour(&mut self, x: VarId, direction: Direction, t: usize) -> Option<Option<usize>> {
        let blocks: Vec<_> = self.system.enclosing(self.system.variable(x).block).collect();
        let mut at = t;
        loop {
            let (left, next) = match direction {
                Direction::Forward if at == 0 => return Some(None),
                Direction::Forward => (at - 1, at - 1),
                Direction::Backward if at + 1 == self.horizon => return Some(None),
                Direction::Backward => (at, at + 1),
            };
            // Between `left` and the tick after it.
            for block in &blocks {
                let block = self.system.block(*block);
                let tick = match block.boundary {
                    Boundary::Every => left + 1,
                    Boundary::Until => left,
                };
                if self.truth(block.signal, tick)? == Some(true) {
                    return Some(None);
                }
            }
            if self.present(x, next)? {
                return Some(Some(next));
            }
            at = next;
        }
    }

    fn read(&mut self, operand: &Operand<VarId>, t: usize) -> Option<Val> {
        match operand {
            Operand::Constant(value) => Some(Val::new(value, None)),
            Operand::Variable(x) => match self.at(*x, t) {
                Point::Present(value) => Some(value),
                Point::Undefined => None,
                Point::Absent => panic!("a clocked program reads what is present"),
            },
        }
    }

    /// None for ⊥.
    fn compute(&mut self, x: VarId, t: usize) -> Option<Point> {
        let system = self.system;
        let Some(operation) = system.operation(x) else {
            let input = system.inputs.iter().position(|input| *input == x).expect("an input");
            let slope = self.slopes[input].as_ref().and_then(|slopes| slopes[t].as_ref());
            return Some(self.given[input][t].as_ref().map_or(Point::Absent, |v| Point::Present(Val::new(v, slope))));
        };
        if !self.present(x, t)? {
            return Some(Point::Absent);
        }
        let value = match operation {
            Operation::Copy(e) => self.read(e, t)?,
            Operation::Primitive(primitive, operands) => {
                let operands = operands.iter().map(|e| self.read(e, t)).collect::<Option<Vec<Val>>>()?;
                apply(*primitive, &operands)
            }
            Operation::If { condition, on_true, on_false } => match self.read(condition, t)? {
                Val::Other(Value::Bool(true)) => self.read(on_true, t)?,
                _ => self.read(on_false, t)?,
            },
            Operation::When { body, .. } => self.read(body, t)?,
            Operation::Merge { condition, on_true, on_false } => match self.truth(*condition, t)? {
                Some(true) => self.read(on_true, t)?,
                _ => self.read(on_false, t)?,
            },
            Operation::Shift { direction, body } => {
                let next = self.neighbour(x, *direction, t)??;
                self.read(body, next)?
            }
            Operation::Delay { direction, boundary, body } => match self.neighbour(x, *direction, t)? {
                None => self.read(boundary, t)?,
                Some(next) => self.read(body, next)?,
            },
            Operation::Arrow { direction, boundary, body } => match self.neighbour(x, *direction, t)? {
                None => self.read(boundary, t)?,
                Some(_) => self.read(body, t)?,
            },
        };
        Some(Point::Present(value))
    }
}

fn reals(value: &Val) -> (&[usize], &[Dual]) {
    match value {
        Val::Real(shape, e) => (shape, e),
        Val::Other(_) => panic!("reals"),
    }
}

fn zip(a: &Val, b: &Val, f: impl Fn(Dual, Dual) -> Dual) -> Val {
    let ((p, a), (q, b)) = (reals(a), reals(b));
    let shape = if p.is_empty() { q } else { p };
    let n = shape.iter().product();
    Val::Real(shape.to_vec(), (0..n).map(|i| f(a[i % a.len()], b[i % b.len()])).collect())
}

fn map(a: &Val, f: impl Fn(Dual) -> Dual) -> Val {
    let (shape, e) = reals(a);
    Val::Real(shape.to_vec(), e.iter().map(|x| f(*x)).collect())
}

fn total(e: impl Iterator<Item = Dual>) -> Dual {
    e.fold(dual(0.0, 0.0), Dual::add)
}

/// The primitives that generated programs use.
fn apply(primitive: Primitive, operands: &[Val]) -> Val {
    let truth = |b: bool| Val::Other(Value::Bool(b));
    match (primitive, operands) {
        (Primitive::Unary(UnaryOp::Neg), [a]) => map(a, Dual::neg),
        (Primitive::Unary(UnaryOp::Not), [Val::Other(Value::Bool(b))]) => truth(!b),
        (Primitive::Binary(op), [Val::Other(Value::Bool(a)), Val::Other(Value::Bool(b))]) => match op {
            BinaryOp::And => truth(*a && *b),
            BinaryOp::Or => truth(*a || *b),
            other => panic!("{other:?} on booleans"),
        },
        (Primitive::Binary(BinaryOp::Add), [a, b]) => zip(a, b, Dual::add),
        (Primitive::Binary(BinaryOp::Sub), [a, b]) => zip(a, b, Dual::sub),
        (Primitive::Binary(BinaryOp::Mul), [a, b]) => zip(a, b, Dual::mul),
        (Primitive::Binary(BinaryOp::Div), [a, b]) => zip(a, b, Dual::div),
        (Primitive::Binary(BinaryOp::Gt), [a, b]) => truth(reals(a).1[0].value > reals(b).1[0].value),
        (Primitive::Binary(BinaryOp::MatMul), [a, b]) => product(a, b),
        (Primitive::OneHot(n), [Val::Other(Value::Int(i))]) => {
            let at = |j: usize| dual(if j as i64 == *i { 1.0 } else { 0.0 }, 0.0);
            Val::Real(vec![n], (0..n).map(at).collect())
        }
        (Primitive::Function(Function::Get), [a, Val::Other(Value::Int(i))]) => {
            let (shape, e) = reals(a);
            let row: usize = shape[1..].iter().product();
            let found =
                |j: usize| if (0..shape[0] as i64).contains(i) { e[*i as usize * row + j] } else { dual(0.0, 0.0) };
            Val::Real(shape[1..].to_vec(), (0..row).map(found).collect())
        }
        (Primitive::Function(function), [a]) => function_of_one(function, a),
        (Primitive::Function(Function::Dot), [a, b]) => {
            let pairs = reals(a).1.iter().zip(reals(b).1);
            Val::Real(vec![], vec![total(pairs.map(|(x, y)| x.mul(*y)))])
        }
        (Primitive::Function(Function::Outer), [a, b]) => {
            let (a, b) = (reals(a).1, reals(b).1);
            let cells = a.iter().flat_map(|x| b.iter().map(|y| x.mul(*y)));
            Val::Real(vec![a.len(), b.len()], cells.collect())
        }
        (Primitive::Function(Function::Max), [a, b]) => zip(a, b, Dual::max),
        (Primitive::Function(Function::Min), [a, b]) => zip(a, b, |x, y| x.neg().max(y.neg()).neg()),
        (other, operands) => panic!("{other:?} on {operands:?}"),
    }
}

fn function_of_one(function: Function, a: &Val) -> Val {
    let scalar = |x: Dual| Val::Real(vec![], vec![x]);
    match function {
        Function::Tanh => map(a, |x| x.map(x.value.tanh(), 1.0 / (x.value.cosh() * x.value.cosh()))),
        Function::Sigmoid => map(a, |x| dual(1.0, 0.0).div(dual(1.0, 0.0).add(exp(x.neg())))),
        Function::Exp => map(a, exp),
        Function::Log => map(a, |x| x.map(x.value.ln(), 1.0 / x.value)),
        Function::Sqrt => map(a, |x| x.map(x.value.sqrt(), 0.5 / x.value.sqrt())),
        Function::Relu => map(a, |x| if x.value > 0.0 { x } else { dual(0.0, 0.0) }),
        Function::Step => map(a, |x| dual(if x.value > 0.0 { 1.0 } else { 0.0 }, 0.0)),
        Function::Abs => map(a, |x| match x.value {
            v if v > 0.0 => x,
            v if v < 0.0 => x.neg(),
            _ => dual(0.0, 0.0),
        }),
        Function::Sum => scalar(total(reals(a).1.iter().copied())),
        Function::Softmax => {
            let (shape, e) = reals(a);
            let most = e.iter().fold(f64::NEG_INFINITY, |most, x| most.max(x.value));
            let powers: Vec<Dual> = e.iter().map(|x| exp(x.sub(dual(most, 0.0)))).collect();
            let sum = total(powers.iter().copied());
            Val::Real(shape.to_vec(), powers.iter().map(|x| x.div(sum)).collect())
        }
        Function::Transpose => {
            let (shape, e) = reals(a);
            let [n, m] = *shape else { panic!("a matrix") };
            Val::Real(vec![m, n], (0..m).flat_map(|j| (0..n).map(move |i| e[i * m + j])).collect())
        }
        Function::OnesLike => map(a, |_| dual(1.0, 0.0)),
        Function::ZerosLike => map(a, |_| dual(0.0, 0.0)),
        other => panic!("{other:?} is not generated"),
    }
}

fn exp(x: Dual) -> Dual {
    x.map(x.value.exp(), x.value.exp())
}

fn product(a: &Val, b: &Val) -> Val {
    let ((p, a), (q, b)) = (reals(a), reals(b));
    let (rows, inner) = if let [n, k] = *p { (n, k) } else { (1, p[0]) };
    let columns = if let [_, m] = *q { m } else { 1 };
    let cell = |i: usize, j: usize| total((0..inner).map(|k| a[i * inner + k].mul(b[k * columns + j])));
    let shape = match (p.len(), q.len()) {
        (2, 2) => vec![rows, columns],
        (2, _) => vec![rows],
        (_, _) => vec![columns],
    };
    Val::Real(shape, (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| cell(i, j)).collect())
}

/// The same sample without slopes.
pub(super) fn forget(point: &Point) -> Sample {
    match point {
        Point::Undefined => Sample::Undefined,
        Point::Absent => Sample::Absent,
        Point::Present(value) => Sample::Present(value.split().0),
    }
}

#[test]
fn slopes_of_duals() {
    let x = dual(0.7, 1.0);
    let d = x.mul(x).div(x.add(dual(1.0, 0.0)));
    // (x² / (1 + x))' = x (2 + x) / (1 + x)²
    assert!((d.slope - 0.7 * 2.7 / (1.7 * 1.7)).abs() < 1e-15);
    let softmax = function_of_one(
        Function::Softmax,
        &Val::new(&tensor(&[2], vec![0.0, 0.0]), Some(&tensor(&[2], vec![1.0, 0.0]))),
    );
    assert_eq!(softmax.split().1, Some(tensor(&[2], vec![0.25, -0.25])));
}
