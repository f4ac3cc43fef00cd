//! The normal form that every later phase works on: one flat *system of equations*.
//!
//! A checked program is a set of streams, each an input or defined by one operation on variables and constants. Calls
//! are inlined: a callee's base clock is replaced by the clock of the call, and what a `restart` call brings in is marked
//! by the [`Block`] that it belongs to. `prev` and `next` of an equation never leave a segment of its block (nor of the
//! blocks around it); apart from that, an equation inside a block and one outside read each other tick by tick.
//!
//! [`Operation`] and [`Clock`] are generic in what a variable is, because the node-by-node form (`normal`) uses the
//! same operations on a node's own variables, with calls still in place.

use super::primitive::Primitive;
use super::syntax::{Boundary, Direction};
use super::value::{Type, Value};
use crate::source::Span;
use std::sync::Arc;

/// A variable of a [`System`]: an index into [`System::variables`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

/// A clock: an index into a table of clocks, parents before children; 0 is the base clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClockId(pub u32);

/// A restart block: an index into [`System::blocks`], parents before children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

impl VarId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ClockId {
    /// The base clock.
    pub const BASE: ClockId = ClockId(0);

    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BlockId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clock: when a stream is present.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clock<V> {
    /// Every tick (of the node).
    Base,
    /// `parent on [not] condition`: the ticks of the parent at which the condition has the value.
    On {
        /// The clock of the condition.
        parent: ClockId,
        /// The condition.
        condition: V,
        /// `true` for `on c`, `false` for `on not c`.
        value: bool,
    },
}

/// What an operation reads: a stream, or a constant (which is present whenever it is needed).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand<V> {
    /// A variable.
    Variable(V),
    /// A constant.
    Constant(Value),
}

impl<V: Copy> Operand<V> {
    /// The variable, if it is one.
    pub fn variable(&self) -> Option<V> {
        match self {
            Operand::Variable(x) => Some(*x),
            Operand::Constant(_) => None,
        }
    }
}

/// The operations of the normal form. Their meaning at a tick of the defined variable's clock is on spec page 3,
/// section 2; `boundary` is the operand at the edge of time (or of a segment).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation<V> {
    /// `x = y`, `x = 3`
    Copy(Operand<V>),
    /// A strict primitive.
    Primitive(Primitive, Vec<Operand<V>>),
    /// `if c then a else b`: strict in c only.
    If {
        /// c
        condition: Operand<V>,
        /// a
        on_true: Operand<V>,
        /// b
        on_false: Operand<V>,
    },
    /// `e when [not] c`
    When {
        /// e
        body: Operand<V>,
        /// c
        condition: V,
        /// `true` for `when c`.
        value: bool,
    },
    /// `merge(c, a, b)`
    Merge {
        /// c
        condition: V,
        /// a
        on_true: Operand<V>,
        /// b
        on_false: Operand<V>,
    },
    /// `pre e` (forward), `post e` (backward)
    Shift {
        /// Forward for `pre`.
        direction: Direction,
        /// e
        body: Operand<V>,
    },
    /// `i fby e` (forward), `e eby i` (backward)
    Delay {
        /// Forward for `fby`.
        direction: Direction,
        /// i
        boundary: Operand<V>,
        /// e
        body: Operand<V>,
    },
    /// `a -> b` (forward), `b <- a` (backward)
    Arrow {
        /// Forward for `->`.
        direction: Direction,
        /// a
        boundary: Operand<V>,
        /// b
        body: Operand<V>,
    },
}

impl<V: Copy> Operation<V> {
    /// The operands from left to right as written (the conditions of `when` and `merge` are not among them).
    pub fn operands(&self) -> Vec<&Operand<V>> {
        match self {
            Operation::Copy(e) | Operation::When { body: e, .. } | Operation::Shift { direction: _, body: e } => {
                vec![e]
            }
            Operation::Primitive(_, operands) => operands.iter().collect(),
            Operation::If { condition, on_true, on_false } => vec![condition, on_true, on_false],
            Operation::Merge { condition: _, on_true, on_false } => vec![on_true, on_false],
            Operation::Delay { direction, boundary, body } | Operation::Arrow { direction, boundary, body } => {
                match direction {
                    Direction::Forward => vec![boundary, body],
                    Direction::Backward => vec![body, boundary],
                }
            }
        }
    }

    /// The same operation on other variables.
    pub fn map<W>(
        &self,
        mut operand: impl FnMut(&Operand<V>) -> Operand<W>,
        mut variable: impl FnMut(V) -> W,
    ) -> Operation<W> {
        match self {
            Operation::Copy(e) => Operation::Copy(operand(e)),
            Operation::Primitive(primitive, operands) => {
                Operation::Primitive(*primitive, operands.iter().map(operand).collect())
            }
            Operation::If { condition, on_true, on_false } => {
                Operation::If { condition: operand(condition), on_true: operand(on_true), on_false: operand(on_false) }
            }
            Operation::When { body, condition, value } => {
                Operation::When { body: operand(body), condition: variable(*condition), value: *value }
            }
            Operation::Merge { condition, on_true, on_false } => Operation::Merge {
                condition: variable(*condition),
                on_true: operand(on_true),
                on_false: operand(on_false),
            },
            Operation::Shift { direction, body } => Operation::Shift { direction: *direction, body: operand(body) },
            Operation::Delay { direction, boundary, body } => {
                Operation::Delay { direction: *direction, boundary: operand(boundary), body: operand(body) }
            }
            Operation::Arrow { direction, boundary, body } => {
                Operation::Arrow { direction: *direction, boundary: operand(boundary), body: operand(body) }
            }
        }
    }
}

/// How a variable of a system gets its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Definition {
    /// From outside.
    Input,
    /// By its equation.
    Equation(Operation<VarId>),
}

/// A stream of a system, with its equation.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// A name that no other variable of the system has and that is a legal identifier, no keyword, no name of a node or
    /// primitive. The root node's own variables keep the names that they were declared with.
    pub name: Arc<str>,
    /// Was it introduced for a subexpression? (Then the span is the subexpression's.)
    pub temporary: bool,
    /// The declaration for an input, else what defines it: the right-hand side or the subexpression.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Its clock.
    pub clock: ClockId,
    /// The innermost restart block around its equation; none: the whole horizon.
    pub block: Option<BlockId>,
    /// Its equation.
    pub definition: Definition,
}

/// What one `restart` call brought in: `restart f(…) every r`. Equations whose [`Variable::block`] is this block (or has
/// it as an ancestor) run afresh on each segment.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The block around the call.
    pub parent: Option<BlockId>,
    /// `every` or `until`.
    pub boundary: Boundary,
    /// r or d: a variable outside the block.
    pub signal: VarId,
    /// The clock of the signal: the base clock of the body. All clocks inside are on it.
    pub clock: ClockId,
    /// f
    pub node: Arc<str>,
    /// The arguments that are variables: computed outside, read inside.
    pub entering: Vec<VarId>,
    /// The results: computed inside (unless f returns an input as it is), read outside.
    pub leaving: Vec<VarId>,
    /// The call.
    pub span: Span,
}

/// A program in normal form: see the module documentation.
#[derive(Clone, PartialEq, Debug)]
pub struct System {
    /// The root node.
    pub name: Arc<str>,
    /// All streams; [`VarId`] is an index.
    pub variables: Vec<Variable>,
    /// All clocks, parents first; [`ClockId`] is an index and no clock is listed twice, so equal ids are equal clocks.
    pub clocks: Vec<Clock<VarId>>,
    /// All restart blocks, parents first; [`BlockId`] is an index.
    pub blocks: Vec<Block>,
    /// The root node's inputs in order.
    pub inputs: Vec<VarId>,
    /// The root node's outputs in order.
    pub outputs: Vec<VarId>,
}

impl System {
    /// A variable.
    pub fn variable(&self, x: VarId) -> &Variable {
        &self.variables[x.index()]
    }

    /// The operation that defines a variable; none for an input.
    pub fn operation(&self, x: VarId) -> Option<&Operation<VarId>> {
        match &self.variable(x).definition {
            Definition::Input => None,
            Definition::Equation(operation) => Some(operation),
        }
    }

    /// The variables in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = VarId> + use<> {
        (0..self.variables.len() as u32).map(VarId)
    }

    /// A clock.
    pub fn clock(&self, clock: ClockId) -> Clock<VarId> {
        self.clocks[clock.index()]
    }

    /// A block.
    pub fn block(&self, block: BlockId) -> &Block {
        &self.blocks[block.index()]
    }

    /// The blocks around an equation of a block, innermost first.
    pub fn enclosing(&self, block: Option<BlockId>) -> impl Iterator<Item = BlockId> {
        std::iter::successors(block, |b| self.block(*b).parent)
    }
}
