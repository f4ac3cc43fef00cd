//! What an equation reads when a pass computes it: the pass runs through time in one direction, and `progress` counts
//! along that direction.
//!
//! (The causality analysis has its own account of dependencies, with a vertex for each edge of a segment; here signals
//! are read directly, by cursors and seeks.)

use cajal_semantics::stream::syntax::{Boundary, Direction};
use cajal_semantics::stream::system::{Block, BlockId, Clock, ClockId, Operand, Operation, System, VarId};

/// x at t reads a variable at another tick.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Read {
    pub(super) variable: VarId,
    /// The pass must have computed the variable at least up to this many ticks before t; negative: after t.
    pub(super) progress: i64,
    /// The tick whose memory is read, relative to t along the pass.
    pub(super) at: i64,
    /// Any number of ticks after t may be read: the variable must have been computed by an earlier pass.
    pub(super) far: bool,
}

/// The conditions that must hold for a clock to tick, outermost first.
pub(super) fn conditions(system: &System, clock: ClockId) -> Vec<(VarId, bool)> {
    let mut conditions = vec![];
    let mut at = clock;
    while let Clock::On { parent, condition, value } = system.clock(at) {
        conditions.push((condition, value));
        at = parent;
    }
    conditions.reverse();
    conditions
}

/// Does a signal cut between t and the tick before it (along the direction) by its value at t, or by that before?
pub(super) fn cuts_at_once(boundary: Boundary, direction: Direction) -> bool {
    match (boundary, direction) {
        (Boundary::Every, Direction::Forward) | (Boundary::Until, Direction::Backward) => true,
        (Boundary::Every, Direction::Backward) | (Boundary::Until, Direction::Forward) => false,
    }
}

/// The direction in which an operation looks for another tick, if it does.
pub(super) fn direction_of(operation: &Operation<VarId>) -> Option<Direction> {
    match operation {
        Operation::Shift { direction, .. }
        | Operation::Delay { direction, .. }
        | Operation::Arrow { direction, .. } => Some(*direction),
        Operation::Copy(_)
        | Operation::Primitive(..)
        | Operation::If { .. }
        | Operation::When { .. }
        | Operation::Merge { .. } => None,
    }
}

/// All reads of x in a pass.
pub(super) fn reads(system: &System, x: VarId, direction: Direction) -> Vec<Read> {
    let mut reads = Reads { system, x, direction, list: vec![] };
    reads.equation();
    reads.list
}

struct Reads<'a> {
    system: &'a System,
    x: VarId,
    direction: Direction,
    list: Vec<Read>,
}

impl Reads<'_> {
    fn read(&mut self, variable: VarId, progress: i64, at: i64, far: bool) {
        self.list.push(Read { variable, progress, at, far });
    }

    fn now(&mut self, operand: &Operand<VarId>) {
        if let Operand::Variable(y) = operand {
            self.read(*y, 0, 0, false);
        }
    }

    fn clock(&mut self, clock: ClockId, far: bool) {
        for (condition, _) in conditions(self.system, clock) {
            self.read(condition, 0, 0, far);
        }
    }

    fn equation(&mut self) {
        self.clock(self.system.variable(self.x).clock, false);
        let Some(operation) = self.system.operation(self.x) else { return };
        match operation {
            Operation::Copy(_) | Operation::Primitive(..) | Operation::If { .. } => {
                operation.operands().into_iter().for_each(|operand| self.now(operand));
            }
            Operation::When { body, condition, value: _ } => {
                self.now(body);
                self.read(*condition, 0, 0, false);
            }
            Operation::Merge { condition, on_true, on_false } => {
                self.read(*condition, 0, 0, false);
                self.now(on_true);
                self.now(on_false);
            }
            Operation::Shift { direction, body } => {
                self.neighbour(*direction);
                self.other_tick(*direction, body);
            }
            Operation::Delay { direction, boundary, body } => {
                self.neighbour(*direction);
                self.now(boundary);
                self.other_tick(*direction, body);
            }
            Operation::Arrow { direction, boundary, body } => {
                self.neighbour(*direction);
                self.now(boundary);
                self.now(body);
            }
        }
    }

    /// Is the other tick at any distance?
    fn far(&self) -> bool {
        self.system.variable(self.x).clock != ClockId::BASE
    }

    /// The body of a delay. Along the pass it is kept in a register; against it, it is looked up.
    fn other_tick(&mut self, direction: Direction, body: &Operand<VarId>) {
        let Operand::Variable(y) = body else { return };
        if direction == self.direction {
            self.read(*y, 1, 0, false);
        } else {
            self.read(*y, -1, 1, self.far());
        }
    }

    /// The clock and the signals that are scanned for the neighbour.
    fn neighbour(&mut self, direction: Direction) {
        let variable = self.system.variable(self.x);
        let against = direction != self.direction;
        if against {
            self.clock(variable.clock, self.far());
        }
        for block in self.system.enclosing(variable.block).collect::<Vec<BlockId>>() {
            let &Block { boundary, signal, clock, .. } = self.system.block(block);
            let (progress, at) = match (against, cuts_at_once(boundary, direction)) {
                (false, true) | (true, true) => (0, 0),
                (false, false) => (1, -1),
                (true, false) => (-1, 1),
            };
            self.read(signal, progress, at, against && self.far());
            if against {
                self.clock(clock, self.far());
            }
        }
    }
}
