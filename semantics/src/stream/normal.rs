//! The node-by-node normal form: three-address equations, names resolved, calls still in place.
//!
//! Every subexpression has become an equation of a temporary variable, in an order in which temporaries come before
//! their use, so that the type and clock rules work on one operation at a time. [`Body`] is what `normalise` gives;
//! [`Node`] adds the types and the clocks and is what `inline` and the Kleene denotation take.

use super::syntax::{Boundary, Ident, TypeSyntax};
use super::system::{Clock, ClockId, Operand, Operation};
use super::value::Type;
use crate::source::Span;
use std::sync::Arc;

/// A variable of a node: an index into [`Body::locals`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalId(pub u32);

/// A node of the program: an index into its list of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl LocalId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl NodeId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable as declared.
#[derive(Clone, PartialEq, Debug)]
pub struct Declared {
    /// Its type as written.
    pub ty: TypeSyntax,
    /// Its clock as written: each condition with its value and its place.
    pub clock: Vec<(LocalId, bool, Span)>,
}

/// A variable of a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    /// Its name; empty for a temporary.
    pub name: Arc<str>,
    /// The declaration of a declared variable, the subexpression of a temporary.
    pub span: Span,
    /// What was declared; none for a temporary.
    pub declared: Option<Declared>,
}

/// An equation of a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Equation {
    /// `target = operation`
    Define {
        /// The defined variable.
        target: LocalId,
        /// Its definition.
        operation: Operation<LocalId>,
        /// The places of the operands, in the order of [`Operation::operands`].
        places: Vec<Span>,
        /// The right-hand side.
        span: Span,
    },
    /// `(targets) = [restart] node(arguments) …`
    Call(Call),
}

/// A node call.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// One variable for each output.
    pub targets: Vec<LocalId>,
    /// The callee.
    pub node: NodeId,
    /// One variable for each input: constants have become temporaries, because a clock may depend on them.
    pub arguments: Vec<LocalId>,
    /// The places of the arguments.
    pub places: Vec<Span>,
    /// For `restart`: the kind of boundary, its signal and its place.
    pub restart: Option<(Boundary, LocalId, Span)>,
    /// The call.
    pub span: Span,
}

/// A node with names resolved.
#[derive(Clone, PartialEq, Debug)]
pub struct Body {
    /// Its name.
    pub name: Ident,
    /// All variables: the declared ones first.
    pub locals: Vec<Local>,
    /// The inputs in order.
    pub inputs: Vec<LocalId>,
    /// The outputs in order.
    pub outputs: Vec<LocalId>,
    /// The equations, exactly one for each variable that is no input; temporaries before their use.
    pub equations: Vec<Equation>,
}

impl Body {
    /// A variable.
    pub fn local(&self, x: LocalId) -> &Local {
        &self.locals[x.index()]
    }
}

/// A node with types and clocks.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Its equations.
    pub body: Body,
    /// The type of each variable.
    pub types: Vec<Type>,
    /// All clocks of the node, parents first, without repetition.
    pub clocks: Vec<Clock<LocalId>>,
    /// The clock of each variable.
    pub clock_of: Vec<ClockId>,
    /// For each equation that is a call, the clock that the callee's base clock stands for.
    pub base_of: Vec<Option<ClockId>>,
}

/// A whole program in normal form.
#[derive(Clone, PartialEq, Debug)]
pub struct Nodes {
    /// The nodes; [`NodeId`] is an index.
    pub nodes: Vec<Node>,
    /// The root.
    pub root: NodeId,
}

impl Nodes {
    /// A node.
    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }
}

/// A shorthand for an operand that is a variable.
pub(super) fn variable(x: LocalId) -> Operand<LocalId> {
    Operand::Variable(x)
}
