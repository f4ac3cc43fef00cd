//! The printer: parse ∘ print is the identity (comments included), and printing is a fixpoint.
//!
//! Parentheses are placed by precedence; an `if` is put in parentheses wherever something could follow it. Trees that no
//! text denotes (negative literals, NaN) are printed as expressions with the same value.

use super::syntax::{
    BinaryOp, Boundary, Comments, Direction, Equation, Expr, ExprKind, Group, Ident, Node, Program, Sampling, UnaryOp,
};
use super::value::{Type, Value};
use crate::deep::grow;
use pretty::{Arena, DocAllocator, DocBuilder};
use std::sync::Arc;

type Doc<'a> = DocBuilder<'a, Arena<'a>>;

/// The program as text, in lines of at most `width` columns where possible.
pub fn print(program: &Program, width: usize) -> String {
    let arena = Arena::new();
    let mut text = String::new();
    document(&arena, program).render_fmt(width, &mut text).expect("BUG: writing to a string cannot fail");
    text
}

/// An expression as text on one line.
pub fn print_expression(e: &Expr) -> String {
    let arena = Arena::new();
    let mut text = String::new();
    expression(&arena, e, Level::Temporal)
        .render_fmt(usize::MAX, &mut text)
        .expect("BUG: writing to a string cannot fail");
    text
}

fn document<'a>(a: &'a Arena<'a>, program: &'a Program) -> Doc<'a> {
    let nodes = program.nodes.iter().enumerate().map(|(i, n)| {
        let gap = if i == 0 { a.nil() } else { a.hardline() };
        gap.append(node(a, n))
    });
    a.concat(nodes).append(comment_lines(a, &program.trailing))
}

fn comment<'a>(a: &'a Arena<'a>, text: &'a Arc<str>) -> Doc<'a> {
    if text.is_empty() { a.text("--") } else { a.text("-- ").append(a.text(&**text)) }
}

/// Comments, each on a line of its own.
fn comment_lines<'a>(a: &'a Arena<'a>, comments: &'a [Arc<str>]) -> Doc<'a> {
    a.concat(comments.iter().map(|text| comment(a, text).append(a.hardline())))
}

fn comment_after<'a>(a: &'a Arena<'a>, comments: &'a Comments) -> Doc<'a> {
    match &comments.after {
        Some(text) => a.text(" ").append(comment(a, text)),
        None => a.nil(),
    }
}

fn node<'a>(a: &'a Arena<'a>, node: &'a Node) -> Doc<'a> {
    let body = node.equations.iter().map(|eq| a.hardline().append(equation(a, eq)));
    // A comment line ends its line itself; equations start theirs.
    let trailing = node.trailing.iter().map(|text| a.hardline().append(comment(a, text)));
    comment_lines(a, &node.comments.before)
        .append(a.text("node "))
        .append(ident(a, &node.name))
        .append(parenthesised(a, &node.inputs))
        .append(" returns ")
        .append(parenthesised(a, &node.outputs))
        .append(a.hardline())
        .append(locals(a, &node.locals))
        .append("let")
        .append(a.concat(body).append(a.concat(trailing)).nest(2))
        .append(a.hardline())
        .append("tel")
        .append(comment_after(a, &node.comments))
        .append(a.hardline())
}

fn parenthesised<'a>(a: &'a Arena<'a>, groups: &'a [Group]) -> Doc<'a> {
    let commented = groups.first().is_some_and(|group| !group.comments.before.is_empty());
    let start = if commented { a.hardline() } else { a.line_() };
    let end = if groups.last().is_some_and(|group| group.comments.after.is_some()) { a.hardline() } else { a.line_() };
    let inside = start.append(declarations(a, groups, "")).nest(2).append(end);
    a.text("(").append(if groups.is_empty() { a.nil() } else { inside }).append(")").group()
}

fn locals<'a>(a: &'a Arena<'a>, groups: &'a [Group]) -> Doc<'a> {
    if groups.is_empty() {
        return a.nil();
    }
    let commented = groups.first().is_some_and(|group| !group.comments.before.is_empty());
    let start = if commented { a.hardline() } else { a.line() };
    a.text("var").append(start.append(declarations(a, groups, ";")).nest(2)).group().append(a.hardline())
}

/// Groups with `;` between them, and `last` after the last one.
fn declarations<'a>(a: &'a Arena<'a>, groups: &'a [Group], last: &'static str) -> Doc<'a> {
    let count = groups.len();
    a.concat(groups.iter().enumerate().map(|(i, group)| {
        let Group { comments, names, ty, clock } = group;
        let shape = Type { scalar: ty.scalar, shape: ty.shape.as_slice().into() };
        let declaration = a
            .intersperse(names.iter().map(|name| ident(a, name)), a.text(", "))
            .append(a.text(format!(": {shape}")))
            .append(a.concat(clock.iter().map(|on| a.text(" ").append(sampling(a, on)))));
        let next_commented = groups.get(i + 1).is_some_and(|next| !next.comments.before.is_empty());
        let separator = match (i + 1 == count, comments.after.is_some() || next_commented) {
            (true, _) => a.nil(),
            (false, true) => a.hardline(),
            (false, false) => a.line(),
        };
        comment_lines(a, &comments.before)
            .append(declaration)
            .append(if i + 1 == count { last } else { ";" })
            .append(comment_after(a, comments))
            .append(separator)
    }))
}

fn equation<'a>(a: &'a Arena<'a>, equation: &'a Equation) -> Doc<'a> {
    let Equation { comments, targets, value, span: _ } = equation;
    let left = match targets.as_slice() {
        [target] => ident(a, target),
        targets => a.intersperse(targets.iter().map(|target| ident(a, target)), a.text(", ")).parens(),
    };
    let right = a.line().append(expression(a, value, Level::Temporal)).append(";").group().nest(4);
    comment_lines(a, &comments.before).append(left).append(" =").append(right).append(comment_after(a, comments))
}

fn ident<'a>(a: &'a Arena<'a>, ident: &'a Ident) -> Doc<'a> {
    a.text(&*ident.name)
}

fn sampling<'a>(a: &'a Arena<'a>, sampling: &'a Sampling) -> Doc<'a> {
    let Sampling { condition, value } = sampling;
    a.text(if *value { "when " } else { "when not " }).append(ident(a, condition))
}

/// Levels of precedence, loosest first: an expression stands bare where its own level is at least the wanted one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Temporal,
    Sampled,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Prefix,
    Atom,
}

fn operator_level(op: BinaryOp) -> Level {
    match op {
        BinaryOp::Or => Level::Or,
        BinaryOp::And => Level::And,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Level::Comparison,
        BinaryOp::Add | BinaryOp::Sub => Level::Sum,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::MatMul => Level::Product,
    }
}

/// The level of an operator's right operand, one tighter than its own: all infix operators associate to the left or not
/// at all.
fn right_level(op: BinaryOp) -> Level {
    match op {
        BinaryOp::Or => Level::And,
        BinaryOp::And => Level::Comparison,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Level::Sum,
        BinaryOp::Add | BinaryOp::Sub => Level::Product,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::MatMul => Level::Prefix,
    }
}

fn left_level(op: BinaryOp) -> Level {
    match operator_level(op) {
        Level::Comparison => Level::Sum,
        level @ (Level::Temporal
        | Level::Sampled
        | Level::Or
        | Level::And
        | Level::Sum
        | Level::Product
        | Level::Prefix
        | Level::Atom) => level,
    }
}

fn level(kind: &ExprKind) -> Level {
    match kind {
        ExprKind::Delay { .. } | ExprKind::Arrow { .. } | ExprKind::If { .. } => Level::Temporal,
        ExprKind::When(..) => Level::Sampled,
        ExprKind::Binary(op, ..) => operator_level(*op),
        ExprKind::Unary(..) | ExprKind::Shift(..) => Level::Prefix,
        ExprKind::Literal(value) => literal_level(value),
        ExprKind::Variable(_) | ExprKind::Merge { .. } | ExprKind::Apply { .. } | ExprKind::Restart { .. } => {
            Level::Atom
        }
    }
}

fn expression<'a>(a: &'a Arena<'a>, e: &'a Expr, wanted: Level) -> Doc<'a> {
    operand(a, e, wanted).group()
}

/// An operand that breaks where the expression around it does. Chains to the left are one group: with a group for each
/// operator, deciding about each would mean walking down to the first operand every time.
fn operand<'a>(a: &'a Arena<'a>, e: &'a Expr, wanted: Level) -> Doc<'a> {
    grow(|| if level(&e.kind) >= wanted { bare(a, &e.kind) } else { bare(a, &e.kind).group().parens() })
}

/// The left operand of an operator, in one group with it if it is of the same level.
fn left_operand<'a>(a: &'a Arena<'a>, e: &'a Expr, wanted: Level) -> Doc<'a> {
    if level(&e.kind) == wanted { operand(a, e, wanted) } else { expression(a, e, wanted) }
}

fn bare<'a>(a: &'a Arena<'a>, kind: &'a ExprKind) -> Doc<'a> {
    match kind {
        ExprKind::Literal(value) => a.text(literal(value)),
        ExprKind::Variable(name) => ident(a, name),
        ExprKind::Unary(op, e) => unary(a, *op, e),
        ExprKind::Binary(op, left, right) => left_operand(a, left, left_level(*op))
            .append(a.line())
            .append(op.symbol())
            .append(" ")
            .append(expression(a, right, right_level(*op))),
        ExprKind::Shift(direction, e) => {
            let word = match direction {
                Direction::Forward => "pre ",
                Direction::Backward => "post ",
            };
            a.text(word).append(expression(a, e, Level::Prefix))
        }
        ExprKind::Delay { direction, boundary, body } => {
            let chained = matches!(&*body.kind, ExprKind::Delay { direction: inner, .. } if inner == direction);
            temporal(a, *direction, ["fby", "eby"], boundary, body, chained)
        }
        ExprKind::Arrow { direction, boundary, body } => {
            let chained = matches!(&*body.kind, ExprKind::Arrow { direction: inner, .. } if inner == direction);
            temporal(a, *direction, ["->", "<-"], boundary, body, chained)
        }
        ExprKind::When(e, on) => left_operand(a, e, Level::Sampled).append(a.line()).append(sampling(a, on)),
        ExprKind::Merge { condition, on_true, on_false } => {
            let branches = [on_true, on_false].map(|branch| expression(a, branch, Level::Temporal));
            call(a, a.text("merge"), [ident(a, condition)].into_iter().chain(branches))
        }
        ExprKind::If { condition, on_true, on_false } => a
            .text("if ")
            .append(expression(a, condition, Level::Temporal))
            .append(a.line())
            .append("then ")
            .append(expression(a, on_true, Level::Temporal))
            .append(a.line())
            .append("else ")
            .append(expression(a, on_false, Level::Temporal)),
        ExprKind::Apply { function, arguments } => {
            call(a, ident(a, function), arguments.iter().map(|e| expression(a, e, Level::Temporal)))
        }
        ExprKind::Restart { node, arguments, boundary, signal } => {
            let word = match boundary {
                Boundary::Every => " every ",
                Boundary::Until => " until ",
            };
            let arguments = arguments.iter().map(|e| expression(a, e, Level::Temporal));
            call(a, a.text("restart ").append(ident(a, node)), arguments).append(word).append(ident(a, signal))
        }
    }
}

fn call<'a>(a: &'a Arena<'a>, function: Doc<'a>, arguments: impl Iterator<Item = Doc<'a>>) -> Doc<'a> {
    let separator = a.text(",").append(a.line());
    let arguments: Vec<Doc<'a>> = arguments.collect();
    function.append(a.intersperse(arguments, separator).align().parens())
}

/// A minus before a minus would be a comment.
fn unary<'a>(a: &'a Arena<'a>, op: UnaryOp, e: &'a Expr) -> Doc<'a> {
    let starts_with_minus = match &*e.kind {
        ExprKind::Unary(UnaryOp::Neg, _) => true,
        ExprKind::Literal(value) => literal_level(value) != Level::Atom,
        ExprKind::Unary(UnaryOp::Not, _)
        | ExprKind::Variable(_)
        | ExprKind::Binary(..)
        | ExprKind::Shift(..)
        | ExprKind::Delay { .. }
        | ExprKind::Arrow { .. }
        | ExprKind::When(..)
        | ExprKind::Merge { .. }
        | ExprKind::If { .. }
        | ExprKind::Apply { .. }
        | ExprKind::Restart { .. } => false,
    };
    match op {
        UnaryOp::Neg if starts_with_minus => a.text("-").append(expression(a, e, Level::Temporal).parens()),
        UnaryOp::Neg => a.text("-").append(expression(a, e, Level::Prefix)),
        UnaryOp::Not => a.text("not ").append(expression(a, e, Level::Prefix)),
    }
}

/// Chains of one operator need no parentheses: forward ones nest to the right, backward ones to the left.
fn temporal<'a>(
    a: &'a Arena<'a>,
    direction: Direction,
    [forward, backward]: [&'static str; 2],
    boundary: &'a Expr,
    body: &'a Expr,
    chained: bool,
) -> Doc<'a> {
    let boundary = expression(a, boundary, Level::Sampled);
    let body_level = if chained { Level::Temporal } else { Level::Sampled };
    let (left, operator, right) = match direction {
        Direction::Forward => (boundary, forward, expression(a, body, body_level)),
        Direction::Backward => (left_operand(a, body, body_level), backward, boundary),
    };
    left.append(a.line()).append(operator).append(" ").append(right)
}

/// Literals with a sign are as tight as prefix operators.
fn literal_level(value: &Value) -> Level {
    match value {
        Value::Int(n) if *n == i64::MIN => Level::Sum,
        Value::Int(n) if *n < 0 => Level::Prefix,
        Value::Real(x) if !x.is_finite() => Level::Product,
        Value::Real(x) if x.is_sign_negative() => Level::Prefix,
        Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Tensor(_) => Level::Atom,
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Int(n) if *n == i64::MIN => format!("{} - 1", *n + 1),
        Value::Real(x) if x.is_nan() => "0.0 / 0.0".to_owned(),
        Value::Real(x) if x.is_infinite() => format!("{:?} / 0.0", x.signum()),
        Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::Tensor(_) => value.to_string(),
    }
}
