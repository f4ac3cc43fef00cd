//! Components that no loop computes (see [`super::plan::Stage::OnDemand`]): every sample when it is needed, once, with
//! an explicit stack. All their streams are stored.

use super::lower::Code;
use super::machine::State;
use super::reads::{conditions, direction_of};
use cajal_semantics::stream::syntax::{Boundary, Direction};
use cajal_semantics::stream::system::{BlockId, ClockId, Operand, Operation, System, VarId};
use std::collections::HashMap;
use std::ops::Range;

/// Computes variables over a range of ticks.
pub(super) fn run(
    system: &System,
    code: &Code,
    state: &mut State,
    variables: &[VarId],
    ticks: Range<usize>,
    direction: Direction,
) {
    let places = variables.iter().enumerate().map(|(i, x)| (*x, i)).collect();
    let done = vec![vec![false; ticks.len()]; variables.len()];
    let mut demand = Demand { system, code, state, places, done, start: ticks.start, stack: vec![] };
    let mut order: Vec<usize> = ticks.collect();
    if direction == Direction::Backward {
        order.reverse();
    }
    for t in order {
        for x in variables {
            demand.compute(*x, t);
        }
    }
}

struct Demand<'a> {
    system: &'a System,
    code: &'a Code,
    state: &'a mut State,
    places: HashMap<VarId, usize>,
    done: Vec<Vec<bool>>,
    start: usize,
    stack: Vec<Frame>,
}

/// A sample that is being computed, and how far its search for a neighbour got.
struct Frame {
    x: VarId,
    t: usize,
    scanned: usize,
}

/// A sample that is needed first.
struct Missing(VarId, usize);

/// What a search found so far.
enum Found {
    None,
    At(usize),
}

impl Demand<'_> {
    fn compute(&mut self, x: VarId, t: usize) {
        if self.known(x, t).is_ok() {
            return;
        }
        self.stack.push(Frame { x, t, scanned: t });
        while let Some(mut frame) = self.stack.pop() {
            if self.known(frame.x, frame.t).is_ok() {
                continue;
            }
            match self.sample(&mut frame) {
                Ok(()) => self.done[self.places[&frame.x]][frame.t - self.start] = true,
                Err(Missing(y, u)) => {
                    self.stack.push(frame);
                    self.stack.push(Frame { x: y, t: u, scanned: u });
                }
            }
        }
    }

    fn known(&self, x: VarId, t: usize) -> Result<(), Missing> {
        match self.places.get(&x) {
            Some(place) if !self.done[*place][t - self.start] => Err(Missing(x, t)),
            Some(_) | None => Ok(()),
        }
    }

    fn truth(&self, x: VarId, t: usize) -> Result<bool, Missing> {
        self.known(x, t)?;
        let slot = self.code.slots[x.index()].expect("BUG: what is read is given or computed");
        Ok(self.state.arena.bools[slot.at(t)])
    }

    fn present(&self, clock: ClockId, t: usize) -> Result<bool, Missing> {
        for (condition, value) in conditions(self.system, clock) {
            if self.truth(condition, t)? != value {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn neighbour(&self, frame: &mut Frame, direction: Direction) -> Result<Found, Missing> {
        let variable = self.system.variable(frame.x);
        loop {
            let at = frame.scanned;
            let next = match direction {
                Direction::Forward => at.checked_sub(1),
                Direction::Backward => Some(at + 1).filter(|next| *next < self.state.received),
            };
            let Some(next) = next else { return Ok(Found::None) };
            for block in self.system.enclosing(variable.block).collect::<Vec<BlockId>>() {
                let block = self.system.block(block);
                let tick = match block.boundary {
                    Boundary::Every => at.max(next),
                    Boundary::Until => at.min(next),
                };
                if self.present(block.clock, tick)? && self.truth(block.signal, tick)? {
                    return Ok(Found::None);
                }
            }
            if self.present(variable.clock, next)? {
                return Ok(Found::At(next));
            }
            frame.scanned = next;
        }
    }

    /// Computes the sample of a frame, if all that it reads is known.
    fn sample(&mut self, frame: &mut Frame) -> Result<(), Missing> {
        let (x, t) = (frame.x, frame.t);
        let variable = self.system.variable(x);
        if !self.present(variable.clock, t)? {
            return Ok(());
        }
        let Some(operation) = self.system.operation(x) else { return Ok(()) };
        let found = match direction_of(operation) {
            Some(direction) => self.neighbour(frame, direction)?,
            None => Found::None,
        };
        // The number of the operand that is the result, and the tick it is read at.
        let (operand, tick) = match operation {
            Operation::Primitive(_, operands) => {
                operands.iter().filter_map(Operand::variable).try_for_each(|y| self.known(y, t))?;
                self.code.kernels[&x].run(&mut self.state.arena, t);
                return Ok(());
            }
            Operation::Copy(_) | Operation::When { .. } => (0, t),
            Operation::If { condition, .. } => {
                let condition = match condition {
                    Operand::Variable(c) => self.truth(*c, t)?,
                    Operand::Constant(_) => self.state.arena.bools[self.code.constants[&(x, 0)].start],
                };
                (if condition { 1 } else { 2 }, t)
            }
            Operation::Merge { condition, .. } => (if self.truth(*condition, t)? { 0 } else { 1 }, t),
            Operation::Shift { .. } => match found {
                Found::None => return Ok(()),
                Found::At(other) => (0, other),
            },
            Operation::Delay { direction, .. } | Operation::Arrow { direction, .. } => {
                let [boundary, body] = match direction {
                    Direction::Forward => [0, 1],
                    Direction::Backward => [1, 0],
                };
                match (found, operation) {
                    (Found::None, _) => (boundary, t),
                    (Found::At(other), Operation::Delay { .. }) => (body, other),
                    (Found::At(_), _) => (body, t),
                }
            }
        };
        let from = match operation.operands()[operand] {
            Operand::Variable(y) => {
                self.known(*y, tick)?;
                self.code.slots[y.index()].expect("BUG: what is read is given or computed").at(tick)
            }
            Operand::Constant(_) => self.code.constants[&(x, operand)].start,
        };
        let to = self.code.slots[x.index()].expect("BUG: what is computed has a place");
        self.state.arena.copy(variable.ty.scalar, from, to.at(t), to.width);
        Ok(())
    }
}
