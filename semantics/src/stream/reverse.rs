//! Reversal of time: every operator becomes its mirror image. ⟦rev P⟧ ∘ rev = rev ∘ ⟦P⟧ on finite horizons (spec page 3,
//! section 2), because a mirror pair is one constructor whose direction says which end of time its boundary is at.

use super::syntax::{Boundary, Equation, Expr, ExprKind, Node, Program};
use crate::deep::grow;

/// The mirror image of a program.
pub fn reverse(program: &Program) -> Program {
    let equation = |equation: &Equation| Equation { value: expression(&equation.value), ..equation.clone() };
    let node = |node: &Node| Node { equations: node.equations.iter().map(equation).collect(), ..node.clone() };
    Program { nodes: program.nodes.iter().map(node).collect(), trailing: program.trailing.clone() }
}

fn expression(e: &Expr) -> Expr {
    let kind = grow(|| match &*e.kind {
        ExprKind::Literal(value) => ExprKind::Literal(value.clone()),
        ExprKind::Variable(name) => ExprKind::Variable(name.clone()),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, expression(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, expression(a), expression(b)),
        ExprKind::Shift(direction, a) => ExprKind::Shift(direction.reverse(), expression(a)),
        ExprKind::Delay { direction, boundary, body } => {
            ExprKind::Delay { direction: direction.reverse(), boundary: expression(boundary), body: expression(body) }
        }
        ExprKind::Arrow { direction, boundary, body } => {
            ExprKind::Arrow { direction: direction.reverse(), boundary: expression(boundary), body: expression(body) }
        }
        ExprKind::When(a, sampling) => ExprKind::When(expression(a), sampling.clone()),
        ExprKind::Merge { condition, on_true, on_false } => ExprKind::Merge {
            condition: condition.clone(),
            on_true: expression(on_true),
            on_false: expression(on_false),
        },
        ExprKind::If { condition, on_true, on_false } => ExprKind::If {
            condition: expression(condition),
            on_true: expression(on_true),
            on_false: expression(on_false),
        },
        ExprKind::Apply { function, arguments } => {
            ExprKind::Apply { function: function.clone(), arguments: arguments.iter().map(expression).collect() }
        }
        ExprKind::Restart { node, arguments, boundary, signal } => ExprKind::Restart {
            node: node.clone(),
            arguments: arguments.iter().map(expression).collect(),
            boundary: match boundary {
                Boundary::Every => Boundary::Until,
                Boundary::Until => Boundary::Every,
            },
            signal: signal.clone(),
        },
    });
    Expr::new(kind, e.span)
}
