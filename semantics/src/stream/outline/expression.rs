//! Operations as expressions, with the temporaries that are read once folded in.

use super::ident;
use super::interface::Interfaces;
use crate::source::Span;
use crate::stream::primitive::Primitive;
use crate::stream::syntax::{BinaryOp, Expr, ExprKind, Ident, Sampling};
use crate::stream::system::{Operand, Operation, System, VarId};
use crate::stream::value::{Elements, Tensor, Value};
use std::collections::BTreeMap;

/// The deepest expression that folding makes: what is deeper gets an equation of its own.
const MAX_HEIGHT: u32 = 8;

/// Tensor constants with more elements are computed instead of written down, where all elements are equal.
const MAX_LITERAL: usize = 16;

/// Makes expressions of operations.
pub(super) struct Folder<'a> {
    system: &'a System,
    /// Is it a temporary that is read exactly once, as an operand in its own block?
    foldable: Vec<bool>,
}

impl<'a> Folder<'a> {
    pub(super) fn new(system: &'a System, interfaces: &Interfaces) -> Self {
        let mut reads = vec![0u32; system.variables.len()];
        let mut foldable: Vec<bool> = system.variables.iter().map(|variable| variable.temporary).collect();
        let places = std::iter::once(None).chain(interfaces.blocks().map(Some));
        for x in places.flat_map(|block| interfaces.own(block)) {
            let Some(operation) = system.operation(*x) else { continue };
            for y in operation.operands().into_iter().filter_map(Operand::variable) {
                reads[y.index()] += 1;
                foldable[y.index()] &= reads[y.index()] == 1 && system.variable(y).block == system.variable(*x).block;
            }
            if let Operation::When { body: _, condition, value: _ } | Operation::Merge { condition, .. } = operation {
                foldable[condition.index()] = false;
            }
        }
        // Whatever is named in an interface keeps its equation.
        system.outputs.iter().for_each(|x| foldable[x.index()] = false);
        for block in interfaces.blocks() {
            let named = interfaces.inputs(block).into_iter().chain(interfaces.outputs(block));
            named.chain([system.block(block).signal]).for_each(|x| foldable[x.index()] = false);
        }
        Folder { system, foldable }
    }

    /// The equations of some variables, without the temporaries that were folded.
    pub(super) fn equations(&self, variables: &[VarId]) -> BTreeMap<VarId, Expr> {
        let mut equations = BTreeMap::new();
        let mut todo: Vec<VarId> = variables.iter().copied().filter(|x| !self.foldable[x.index()]).collect();
        while let Some(x) = todo.pop() {
            if let Some(operation) = self.system.operation(x) {
                let value = self.expression(operation, self.system.variable(x).span, MAX_HEIGHT, &mut todo);
                equations.insert(x, value);
            }
        }
        equations
    }

    /// An operation as an expression of at most some height, constants aside. Temporaries that did not fit are put on the
    /// list of those that need equations.
    fn expression(&self, operation: &Operation<VarId>, span: Span, height: u32, todo: &mut Vec<VarId>) -> Expr {
        let mut operand = |e: &Operand<VarId>| self.operand(e, span, height - 1, todo);
        let kind = match operation {
            Operation::Copy(e) => return operand(e),
            Operation::Primitive(primitive, operands) => {
                applied(*primitive, operands.iter().map(operand).collect(), span)
            }
            Operation::If { condition, on_true, on_false } => {
                ExprKind::If { condition: operand(condition), on_true: operand(on_true), on_false: operand(on_false) }
            }
            Operation::When { body, condition, value } => {
                ExprKind::When(operand(body), Sampling { condition: ident(self.system, *condition), value: *value })
            }
            Operation::Merge { condition, on_true, on_false } => ExprKind::Merge {
                condition: ident(self.system, *condition),
                on_true: operand(on_true),
                on_false: operand(on_false),
            },
            Operation::Shift { direction, body } => ExprKind::Shift(*direction, operand(body)),
            Operation::Delay { direction, boundary, body } => {
                ExprKind::Delay { direction: *direction, boundary: operand(boundary), body: operand(body) }
            }
            Operation::Arrow { direction, boundary, body } => {
                ExprKind::Arrow { direction: *direction, boundary: operand(boundary), body: operand(body) }
            }
        };
        Expr::new(kind, span)
    }

    fn operand(&self, operand: &Operand<VarId>, span: Span, height: u32, todo: &mut Vec<VarId>) -> Expr {
        let x = match operand {
            Operand::Constant(value) => return constant(value, span),
            Operand::Variable(x) => *x,
        };
        let variable = self.system.variable(x);
        if self.foldable[x.index()]
            && let Some(operation) = self.system.operation(x)
        {
            if height > 0 {
                return self.expression(operation, variable.span, height, todo);
            }
            todo.push(x);
        }
        Expr::new(ExprKind::Variable(ident(self.system, x)), span)
    }
}

fn applied(primitive: Primitive, mut operands: Vec<Expr>, span: Span) -> ExprKind {
    match (primitive, operands.as_slice()) {
        (Primitive::Unary(op), [e]) => ExprKind::Unary(op, e.clone()),
        (Primitive::Binary(op), [a, b]) => ExprKind::Binary(op, a.clone(), b.clone()),
        (Primitive::Unary(_) | Primitive::Binary(_) | Primitive::Function(_), _) => {
            ExprKind::Apply { function: Ident::new(primitive.name(), span), arguments: operands }
        }
        (Primitive::OneHot(size), _) => {
            operands.push(Expr::new(ExprKind::Literal(Value::Int(size as i64)), span));
            ExprKind::Apply { function: Ident::new(primitive.name(), span), arguments: operands }
        }
    }
}

/// A constant; a large vector or matrix of equal elements as an expression that computes it.
fn constant(value: &Value, span: Span) -> Expr {
    let literal = |value: Value| Expr::new(ExprKind::Literal(value), span);
    if let Value::Tensor(tensor) = value
        && let Some(element) = uniform(tensor)
    {
        let apply = |name: &str, arguments: Vec<Expr>| {
            Expr::new(ExprKind::Apply { function: Ident::new(name, span), arguments }, span)
        };
        // No element of `onehot(-1, n)` is 1.0.
        let zeros = |size: usize| apply("onehot", vec![literal(Value::Int(-1)), literal(Value::Int(size as i64))]);
        let zero = match *tensor.shape {
            [n] => zeros(n),
            [n, m] => apply("outer", vec![zeros(n), zeros(m)]),
            _ => return literal(value.clone()),
        };
        return match element {
            0.0 => zero,
            element => Expr::new(ExprKind::Binary(BinaryOp::Add, zero, literal(Value::Real(element))), span),
        };
    }
    literal(value.clone())
}

/// The element that a large tensor repeats. (Not −0.0, which is no sum with 0.0.)
fn uniform(tensor: &Tensor) -> Option<f64> {
    let Elements::Real(elements) = &tensor.elements else { return None };
    let first = *elements.first().filter(|_| elements.len() > MAX_LITERAL)?;
    let same = elements.iter().all(|x| x.to_bits() == first.to_bits());
    (same && (first.to_bits() == 0 || first != 0.0)).then_some(first)
}
