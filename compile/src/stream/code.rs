//! Instructions, with addresses in the arena: what a [`super::plan::Plan`] is lowered to.

use super::arena::Slot;
use super::kernel::Kernel;
use cajal_semantics::stream::syntax::Direction;
use cajal_semantics::stream::system::VarId;
use cajal_semantics::stream::value::Scalar;
use std::ops::Range;

/// A truth value of the current step and of the one before it: does a clock tick?
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    pub(super) now: bool,
    pub(super) before: bool,
}

/// Has x another tick in its segment, looking back along the pass?
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cursor {
    /// Has the pass made a step?
    pub(super) started: bool,
    /// Has the clock ticked?
    pub(super) seen: bool,
    /// Has a segment ended since it ticked?
    pub(super) cut: bool,
    /// The answer.
    pub(super) has: bool,
}

/// The number of a [`Gate`]; 0 is the base clock's, which is always open.
pub(super) type GateId = usize;

/// An instruction: what a variable is computed by, or what that needs.
#[derive(Clone, Debug)]
pub(super) struct Instruction {
    /// How many ticks late.
    pub(super) lag: usize,
    /// Only where this gate is open.
    pub(super) gate: GateId,
    pub(super) operation: Op,
}

/// Does a signal cut, looking back along the pass?
#[derive(Clone, Copy, Debug)]
pub(super) struct CursorCut {
    pub(super) signal: Slot,
    pub(super) gate: GateId,
    /// By its value at this tick, or at the one before it along the pass?
    pub(super) at_once: bool,
}

/// A search against the direction of the pass (or, on demand, in either).
#[derive(Clone, Debug)]
pub(super) struct Seek {
    pub(super) toward: Direction,
    /// When the clock of x ticks.
    pub(super) clock: Presence,
    pub(super) cuts: Vec<SeekCut>,
}

/// A signal that ends a search.
#[derive(Clone, Debug)]
pub(super) struct SeekCut {
    pub(super) signal: Slot,
    pub(super) clock: Presence,
    /// By its value at the tick where the search arrives, or at the one that it leaves?
    pub(super) arriving: bool,
}

/// The conditions of a clock, outermost first.
pub(super) type Presence = Vec<(Slot, bool)>;

/// What an instruction does.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// `gate = parent and condition = value`
    Gate { gate: GateId, parent: GateId, condition: Slot, value: bool },
    /// Moves a cursor on.
    Cursor { cursor: usize, clock: GateId, cuts: Vec<CursorCut>, direction: Direction },
    /// Keeps a value for the next tick of a clock.
    Latch { scalar: Scalar, from: Slot, register: Slot },
    /// `x = y`
    Copy { scalar: Scalar, from: Slot, to: Slot },
    /// `x = f(…)`
    Compute(Kernel),
    /// `x = if c then a else b`, and merge
    Choose { scalar: Scalar, condition: Slot, on_true: Slot, on_false: Slot, to: Slot },
    /// A delay along the pass: the register if the cursor has another tick, else the boundary value (nothing for `pre`).
    Delay { scalar: Scalar, cursor: usize, register: Slot, boundary: Option<Slot>, latch: Option<Slot>, to: Slot },
    /// An arrow along the pass.
    Arrow { scalar: Scalar, cursor: usize, boundary: Slot, body: Slot, to: Slot },
    /// A delay against the pass: the body at the tick that is found.
    Ahead { scalar: Scalar, seek: usize, body: Slot, boundary: Option<Slot>, to: Slot },
    /// An arrow against the pass.
    ArrowAhead { scalar: Scalar, seek: usize, boundary: Slot, body: Slot, to: Slot },
}

/// The code of a pass.
#[derive(Clone, Debug)]
pub(super) struct PassCode {
    pub(super) direction: Direction,
    pub(super) depth: usize,
    pub(super) instructions: Vec<Instruction>,
    /// Its cursors.
    pub(super) cursors: Range<usize>,
}

/// The code of a stage.
#[derive(Clone, Debug)]
pub(super) enum StageCode {
    Pass { pass: usize, closing: ClosingCode },
    Segmented { cut: CutCode, internal: bool, stages: Vec<StageCode> },
    OnDemand { direction: Direction, variables: Vec<VarId> },
}

/// A `Closing` with addresses.
#[derive(Clone, Debug)]
pub(super) enum ClosingCode {
    Streaming,
    Segment(CutCode),
    End,
}

/// The signal that closes segments.
#[derive(Clone, Debug)]
pub(super) struct CutCode {
    pub(super) signal: Slot,
    pub(super) clock: Presence,
    /// Does the segment end with the tick of the signal (`until`), or before it (`every`)?
    pub(super) until: bool,
}
