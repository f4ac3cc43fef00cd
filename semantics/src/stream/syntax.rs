//! Abstract syntax of stream programs (files `.bs`), with spans and comments; grammar on spec page 3, section 1.
//!
//! The language is symmetric under reversal of time, and so is its syntax tree: a mirror pair is *one* constructor with
//! a [`Direction`]. Equality ignores spans (and heights, which are derived): two programs are equal when they are
//! written the same, comments included.

use super::value::{Scalar, Value};
use crate::deep::Deep;
use crate::source::Span;
use std::sync::Arc;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Ident {
    /// The name.
    pub name: Arc<str>,
    /// Its place.
    pub span: Span,
}

impl Ident {
    /// A name at a place.
    pub fn new(name: impl Into<Arc<str>>, span: Span) -> Self {
        Ident { name: name.into(), span }
    }
}

impl PartialEq for Ident {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for Ident {}

/// Comments that belong to an item: on the lines before it (or inside it), and at the end of its last line. Each is the
/// text after `--`, without the spaces around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// Before the item, or inside it.
    pub before: Vec<Arc<str>>,
    /// After it on the same line.
    pub after: Option<Arc<str>>,
}

/// `program ::= node+`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The nodes in order.
    pub nodes: Vec<Node>,
    /// Comments after the last node.
    pub trailing: Vec<Arc<str>>,
}

/// `node f(inputs) returns (outputs) var locals let equations tel`
#[derive(Clone, Debug)]
pub struct Node {
    /// Comments of the node.
    pub comments: Comments,
    /// f
    pub name: Ident,
    /// Declared inputs.
    pub inputs: Vec<Group>,
    /// Declared outputs.
    pub outputs: Vec<Group>,
    /// Declared local variables.
    pub locals: Vec<Group>,
    /// The equations: a set, in the order of the text.
    pub equations: Vec<Equation>,
    /// Comments before `tel`.
    pub trailing: Vec<Arc<str>>,
    /// From `node` to `tel`.
    pub span: Span,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        let Node { comments, name, inputs, outputs, locals, equations, trailing, span: _ } = self;
        (comments, name, inputs, outputs, locals, equations, trailing)
            == (
                &other.comments,
                &other.name,
                &other.inputs,
                &other.outputs,
                &other.locals,
                &other.equations,
                &other.trailing,
            )
    }
}
impl Eq for Node {}

/// `x, y: type {when [not] c}`
#[derive(Clone, Debug)]
pub struct Group {
    /// Comments of the group.
    pub comments: Comments,
    /// The declared names.
    pub names: Vec<Ident>,
    /// Their type.
    pub ty: TypeSyntax,
    /// Their clock: on the last of these conditions, each of which must be on the one before it. Empty: the base clock
    /// of the node.
    pub clock: Vec<Sampling>,
}

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        let Group { comments, names, ty, clock } = self;
        (comments, names, ty, clock) == (&other.comments, &other.names, &other.ty, &other.clock)
    }
}
impl Eq for Group {}

/// A type as written: the shape is not checked yet.
#[derive(Clone, Debug)]
pub struct TypeSyntax {
    /// The scalar type.
    pub scalar: Scalar,
    /// The axes as written.
    pub shape: Vec<usize>,
    /// The place.
    pub span: Span,
}

impl PartialEq for TypeSyntax {
    fn eq(&self, other: &Self) -> bool {
        self.scalar == other.scalar && self.shape == other.shape
    }
}
impl Eq for TypeSyntax {}

/// `when c` or `when not c`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// c
    pub condition: Ident,
    /// `true` for `when c`, `false` for `when not c`.
    pub value: bool,
}

/// `x = e;` or `(x, y) = f(…);`
#[derive(Clone, Debug)]
pub struct Equation {
    /// Comments of the equation.
    pub comments: Comments,
    /// The defined variables, at least one.
    pub targets: Vec<Ident>,
    /// The right-hand side.
    pub value: Expr,
    /// The whole equation.
    pub span: Span,
}

impl PartialEq for Equation {
    fn eq(&self, other: &Self) -> bool {
        let Equation { comments, targets, value, span: _ } = self;
        (comments, targets, value) == (&other.comments, &other.targets, &other.value)
    }
}
impl Eq for Equation {}

/// The two directions of time. A forward operator reads the past, a backward one the future.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// `pre`, `fby`, `->`
    Forward,
    /// `post`, `eby`, `<-`
    Backward,
}

impl Direction {
    /// The mirror image.
    pub fn reverse(self) -> Self {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        }
    }
}

/// How the signal of a restart block cuts time into segments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Boundary {
    /// `every r`: t starts a segment iff it is the first tick or r_t.
    Every,
    /// `until d`: t ends a segment iff it is the last tick or d_t.
    Until,
}

/// Prefix operators on values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `not`
    Not,
}

/// Infix operators on values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`
    Eq,
    /// `<>`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`: truncates on integers
    Div,
    /// `mod`: the sign of the dividend
    Mod,
    /// `@`: matrix product
    MatMul,
}

impl BinaryOp {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Or => "or",
            BinaryOp::And => "and",
            BinaryOp::Eq => "=",
            BinaryOp::Ne => "<>",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Mod => "mod",
            BinaryOp::MatMul => "@",
        }
    }
}

/// An expression e.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The constructor and its parts.
    pub kind: Deep<ExprKind>,
    /// The place.
    pub span: Span,
    /// Constructors on the longest path to a leaf: at most [`crate::deep::MAX_DEPTH`] in a parsed program.
    pub height: u32,
}

/// The constructors of expressions. `boundary` is the operand at the edge of time: the initial value of a forward
/// operator, the last value of a backward one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A literal: `true`, `3`, `0.5`, `[1.0, 2.0]`
    Literal(Value),
    /// A variable.
    Variable(Ident),
    /// `-e`, `not e`
    Unary(UnaryOp, Expr),
    /// `e + e`, …
    Binary(BinaryOp, Expr, Expr),
    /// `pre e` (forward) and `post e` (backward)
    Shift(Direction, Expr),
    /// `i fby e` (forward) and `e eby i` (backward)
    Delay {
        /// Forward for `fby`.
        direction: Direction,
        /// i
        boundary: Expr,
        /// e
        body: Expr,
    },
    /// `a -> b` (forward) and `b <- a` (backward)
    Arrow {
        /// Forward for `->`.
        direction: Direction,
        /// a
        boundary: Expr,
        /// b
        body: Expr,
    },
    /// `e when c`, `e when not c`
    When(Expr, Sampling),
    /// `merge(c, a, b)`
    Merge {
        /// c
        condition: Ident,
        /// a, on the clock of the ticks where c is true
        on_true: Expr,
        /// b
        on_false: Expr,
    },
    /// `if c then a else b`
    If {
        /// c
        condition: Expr,
        /// a
        on_true: Expr,
        /// b
        on_false: Expr,
    },
    /// `f(e, …)`: a node of the program if there is one of that name, else a primitive.
    Apply {
        /// f
        function: Ident,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// `restart f(e, …) every r`, `restart f(e, …) until d`
    Restart {
        /// f
        node: Ident,
        /// The arguments.
        arguments: Vec<Expr>,
        /// Which of the two.
        boundary: Boundary,
        /// r or d
        signal: Ident,
    },
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}
impl Eq for Expr {}

impl Expr {
    /// An expression at a place.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        let height = 1 + kind.children().iter().map(|child| child.height).max().unwrap_or(0);
        Expr { kind: Deep::new(kind), span, height }
    }
}

impl ExprKind {
    /// The immediate subexpressions, from left to right as written.
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            ExprKind::Literal(_) | ExprKind::Variable(_) => vec![],
            ExprKind::Unary(_, e) | ExprKind::Shift(_, e) | ExprKind::When(e, _) => vec![e],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Delay { direction, boundary, body } | ExprKind::Arrow { direction, boundary, body } => {
                match direction {
                    Direction::Forward => vec![boundary, body],
                    Direction::Backward => vec![body, boundary],
                }
            }
            ExprKind::Merge { condition: _, on_true, on_false } => vec![on_true, on_false],
            ExprKind::If { condition, on_true, on_false } => vec![condition, on_true, on_false],
            ExprKind::Apply { function: _, arguments }
            | ExprKind::Restart { node: _, arguments, boundary: _, signal: _ } => arguments.iter().collect(),
        }
    }
}
