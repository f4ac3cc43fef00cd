//! Why a program is rejected: one enum per phase, a span in every variant; how each is said stands in `render`.

mod render;

use super::grad::GradError;
use super::value::Type;
use crate::source::Span;
use std::sync::Arc;

/// A rejected program, by phase.
#[derive(Clone, PartialEq, Debug)]
pub enum Error {
    /// The text is not a program.
    Syntax(SyntaxError),
    /// A name is missing, used twice, or recursive.
    Name(NameError),
    /// Types or shapes do not fit.
    Type(TypeError),
    /// Clocks do not fit.
    Clock(ClockError),
    /// A stream that must be defined at every tick is not.
    Uninitialized(Uninitialized),
    /// A stream depends on itself in a way that no order of evaluation satisfies.
    Causality(CausalityError),
    /// The program is right, but has no gradient program.
    Grad(GradError),
    /// A limit of this implementation.
    Size(SizeError),
}

impl Error {
    /// The stable code: the error class of spec page 3, or `size-limit`.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Syntax(_) => "SyntaxError",
            Error::Name(error) => match error {
                NameError::UnknownVariable { .. }
                | NameError::UnknownNode { .. }
                | NameError::NoRoot { .. }
                | NameError::NoEquation { .. } => "UnboundName",
                NameError::DuplicateNode { .. }
                | NameError::DuplicateDeclaration { .. }
                | NameError::DuplicateEquation { .. }
                | NameError::InputDefined { .. } => "DuplicateDefinition",
                NameError::Recursive { .. } => "RecursiveNode",
            },
            Error::Type(_) => "TypeError",
            Error::Clock(_) => "ClockError",
            Error::Uninitialized(_) => "Uninitialized",
            Error::Causality(error) => match error {
                CausalityError::Instantaneous { .. } => "InstantaneousCycle",
                CausalityError::Mixed { .. } => "MixedCycle",
                CausalityError::Unbounded { .. } => "UnboundedLookahead",
            },
            Error::Grad(error) => error.code(),
            Error::Size(_) => "size-limit",
        }
    }
}

/// Errors of the lexer and the parser.
#[derive(Clone, PartialEq, Debug)]
pub enum SyntaxError {
    /// Something else was expected.
    Expected {
        /// What would have been right.
        expected: &'static str,
        /// What stands there.
        found: String,
        /// Where.
        span: Span,
    },
    /// A character that begins no token.
    Character {
        /// The character.
        found: char,
        /// Where.
        span: Span,
    },
    /// An integer literal over the largest `i64`, or an axis that is no positive machine integer.
    NumberTooLarge {
        /// Where.
        span: Span,
    },
    /// Two comparisons in a row: they do not associate.
    ChainedComparison {
        /// The second comparison sign.
        span: Span,
    },
    /// Two different temporal operators in a row, such as `a fby b -> c`.
    MixedTemporal {
        /// The first operator.
        first: &'static str,
        /// The second one.
        second: &'static str,
        /// The second one's place.
        span: Span,
    },
    /// Nested too deeply: expressions deeper than [`crate::deep::MAX_DEPTH`], tensors than [`super::value::MAX_RANK`].
    TooDeep {
        /// The limit.
        limit: usize,
        /// Where the limit was passed.
        span: Span,
    },
}

/// Errors of name resolution.
#[derive(Clone, PartialEq, Debug)]
pub enum NameError {
    /// A variable that the node does not declare.
    UnknownVariable {
        /// Its name.
        name: Arc<str>,
        /// Its use.
        span: Span,
    },
    /// Neither a node nor a primitive.
    UnknownNode {
        /// Its name.
        name: Arc<str>,
        /// Its use.
        span: Span,
    },
    /// The program has no node of the name that was asked for.
    NoRoot {
        /// The name.
        name: Arc<str>,
        /// The end of the program.
        span: Span,
    },
    /// An output or a local variable without an equation.
    NoEquation {
        /// Its name.
        name: Arc<str>,
        /// Its declaration.
        span: Span,
    },
    /// Two nodes of one name.
    DuplicateNode {
        /// The name.
        name: Arc<str>,
        /// The second one.
        span: Span,
        /// The first one.
        first: Span,
    },
    /// Two declarations of one name in a node.
    DuplicateDeclaration {
        /// The name.
        name: Arc<str>,
        /// The second one.
        span: Span,
        /// The first one.
        first: Span,
    },
    /// Two equations for one variable.
    DuplicateEquation {
        /// The variable.
        name: Arc<str>,
        /// The second one.
        span: Span,
        /// The first one.
        first: Span,
    },
    /// An equation for an input.
    InputDefined {
        /// The input.
        name: Arc<str>,
        /// The equation.
        span: Span,
        /// The declaration.
        declaration: Span,
    },
    /// Nodes that call each other in a circle.
    Recursive {
        /// The nodes of the circle, each with its call of the next one.
        cycle: Vec<(Arc<str>, Span)>,
        /// The first call.
        span: Span,
    },
}

/// Errors of types and tensor shapes.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeError {
    /// Another type was expected.
    Mismatch {
        /// What must have that type.
        what: &'static str,
        /// The type that fits.
        expected: Type,
        /// The type found.
        found: Type,
        /// Where.
        span: Span,
    },
    /// The operands of a primitive do not fit it or each other.
    Operands {
        /// The primitive.
        primitive: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What it was given.
        found: Vec<Type>,
        /// Where.
        span: Span,
    },
    /// A wrong number of arguments.
    Arguments {
        /// The node or primitive.
        function: Arc<str>,
        /// How many it takes.
        expected: usize,
        /// How many it was given.
        found: usize,
        /// Where.
        span: Span,
    },
    /// A wrong number of results: `(x, y) = f(…)` for a node with another number of outputs.
    Results {
        /// The node.
        function: Arc<str>,
        /// How many it has.
        outputs: usize,
        /// How many are wanted.
        wanted: usize,
        /// Where.
        span: Span,
    },
    /// Several variables on the left of something that is not a call.
    NotACall {
        /// The equation.
        span: Span,
    },
    /// The size of `onehot` is not a positive integer literal.
    OneHotSize {
        /// Where.
        span: Span,
    },
    /// A tensor literal whose parts differ in shape or scalar type, or that is empty.
    Ragged {
        /// Where.
        span: Span,
    },
    /// A shape with an empty axis, more elements than [`super::value::MAX_ELEMENTS`] or more axes than
    /// [`super::value::MAX_RANK`].
    Shape {
        /// Where.
        span: Span,
    },
}

/// Errors of the clock calculus. Clocks are shown as in `base on c on not d`.
#[derive(Clone, PartialEq, Debug)]
pub enum ClockError {
    /// Two clocks that must be equal are not.
    Mismatch {
        /// What must have the clock.
        what: &'static str,
        /// The clock it must have.
        expected: String,
        /// The clock it has.
        found: String,
        /// Where.
        span: Span,
    },
    /// Declared clocks that depend on each other in a circle.
    Cyclic {
        /// The variables of the circle.
        names: Vec<Arc<str>>,
        /// The first one's declaration.
        span: Span,
    },
    /// The clock of an input is not an input.
    InputClock {
        /// The input.
        name: Arc<str>,
        /// What it is declared on.
        condition: Arc<str>,
        /// Where.
        span: Span,
    },
    /// The clock of a callee's output is a local variable of the callee, which the caller cannot name.
    Escapes {
        /// The callee.
        node: Arc<str>,
        /// The output.
        output: Arc<str>,
        /// The local variable.
        condition: Arc<str>,
        /// The call.
        span: Span,
    },
}

/// Why a stream must be defined at all its ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// It is an output.
    Output,
    /// It decides a clock, a `when` or a `merge`.
    Condition,
    /// It is a branch of a `merge`, whose ticks lie anywhere in the result.
    Branch,
    /// It is the signal of a restart block.
    Signal,
    /// It is read inside a restart block that it is computed outside of.
    Entering,
    /// It is the result of a restart block.
    Leaving,
}

/// A stream that may be undefined where it must not be: at its first and last ticks, or anywhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Uninitialized {
    /// The stream.
    pub name: Arc<str>,
    /// Is it a subexpression without a name of its own?
    pub temporary: bool,
    /// Where it is defined.
    pub span: Span,
    /// Why it must be defined.
    pub demand: Demand,
    /// Undefined at most in this many first ticks; none: no bound.
    pub first: Option<u64>,
    /// Undefined at most in this many last ticks; none: no bound.
    pub last: Option<u64>,
    /// The `pre` or `post` that the undefined tick comes from.
    pub origin: Span,
}

/// How far in the past a dependency reaches, in ticks: from `least` to `most` (none: without bound); negative is the
/// future.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The least weight.
    pub least: Option<i64>,
    /// The greatest weight.
    pub most: Option<i64>,
}

/// One equation of a cycle: `name` reads `reads`.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The variable that the equation defines.
    pub name: Arc<str>,
    /// Its definition.
    pub span: Span,
    /// What it reads.
    pub reads: Arc<str>,
    /// How it reads it: `pre`, `eby`, `the clock`, …; empty for an operand at the same tick.
    pub how: String,
    /// How far in the past.
    pub reach: Reach,
}

/// Errors of the causality analysis, each with the cycle from equation to equation.
#[derive(Clone, PartialEq, Debug)]
pub enum CausalityError {
    /// A cycle without any delay.
    Instantaneous {
        /// The cycle: each step reads the next one's variable, the last one the first's.
        cycle: Vec<Step>,
    },
    /// A strongly connected component with a closed walk of weight 0: one cycle of weight 0, or two cycles of opposite
    /// signs.
    Mixed {
        /// The cycles.
        cycles: Vec<Vec<Step>>,
    },
    /// Without a last tick, a value that depends on the whole future, or on an unbounded part of it.
    Unbounded {
        /// A cycle into the future, or the single step that looks ahead without bound.
        cycle: Vec<Step>,
    },
}

/// A limit of this implementation: not a fault of the program as such.
#[derive(Clone, PartialEq, Debug)]
pub enum SizeError {
    /// Inlining all calls gives more equations than [`super::MAX_EQUATIONS`].
    Equations {
        /// The root node.
        span: Span,
    },
}
