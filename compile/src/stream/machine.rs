//! Running the code of passes: flat loops over the ticks and, at each, over the instructions.

use super::arena::Arena;
use super::code::{Cursor, CursorCut, Gate, Instruction, Op, PassCode, Presence, Seek, SeekCut};
use cajal_semantics::stream::syntax::Direction;
use std::ops::Range;

/// What a run changes.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) arena: Arena,
    pub(super) gates: Vec<Gate>,
    pub(super) cursors: Vec<Cursor>,
    /// How many ticks of input are there.
    pub(super) received: usize,
}

impl State {
    pub(super) fn new(arena: Arena, gates: usize, cursors: usize) -> Self {
        let mut gates = vec![Gate { now: false, before: false }; gates];
        gates[0] = Gate { now: true, before: true };
        State { arena, gates, cursors: vec![Cursor::default(); cursors], received: 0 }
    }

    /// Steps of a forward pass: an instruction is at the tick that its lag says, if that is one of `ticks`.
    pub(super) fn forward(&mut self, pass: &PassCode, seeks: &[Seek], steps: Range<usize>, ticks: Range<usize>) {
        for step in steps {
            for instruction in &pass.instructions {
                match step.checked_sub(instruction.lag) {
                    Some(t) if ticks.contains(&t) => self.execute(instruction, seeks, t),
                    Some(_) | None => {}
                }
            }
        }
    }

    /// A whole run of a backward pass. Nothing is known of the ticks behind the range: it ends a segment, or time.
    pub(super) fn backward(&mut self, pass: &PassCode, seeks: &[Seek], ticks: Range<usize>) {
        self.cursors[pass.cursors.clone()].fill(Cursor::default());
        for step in 0..ticks.len() + pass.depth {
            for instruction in &pass.instructions {
                match step.checked_sub(instruction.lag) {
                    Some(position) if position < ticks.len() => {
                        self.execute(instruction, seeks, ticks.end - 1 - position);
                    }
                    Some(_) | None => {}
                }
            }
        }
    }

    /// A pass in its direction over a range that needs nothing from beyond.
    pub(super) fn range(&mut self, pass: &PassCode, seeks: &[Seek], ticks: Range<usize>) {
        match pass.direction {
            Direction::Forward => self.forward(pass, seeks, ticks.start..ticks.end + pass.depth, ticks),
            Direction::Backward => self.backward(pass, seeks, ticks),
        }
    }

    #[inline]
    fn execute(&mut self, instruction: &Instruction, seeks: &[Seek], t: usize) {
        if !self.gates[instruction.gate].now {
            return;
        }
        let arena = &mut self.arena;
        match &instruction.operation {
            Op::Compute(kernel) => kernel.run(arena, t),
            Op::Copy { scalar, from, to } => arena.copy(*scalar, from.at(t), to.at(t), to.width),
            Op::Choose { scalar, condition, on_true, on_false, to } => {
                let from = if arena.bools[condition.at(t)] { on_true } else { on_false };
                arena.copy(*scalar, from.at(t), to.at(t), to.width);
            }
            Op::Delay { scalar, cursor, register, boundary, latch, to } => {
                if self.cursors[*cursor].has {
                    arena.copy(*scalar, register.start, to.at(t), to.width);
                } else if let Some(boundary) = boundary {
                    arena.copy(*scalar, boundary.at(t), to.at(t), to.width);
                }
                if let Some(from) = latch {
                    arena.copy(*scalar, from.at(t), register.start, to.width);
                }
            }
            Op::Latch { scalar, from, register } => arena.copy(*scalar, from.at(t), register.start, from.width),
            Op::Arrow { scalar, cursor, boundary, body, to } => {
                let from = if self.cursors[*cursor].has { body } else { boundary };
                arena.copy(*scalar, from.at(t), to.at(t), to.width);
            }
            Op::Ahead { scalar, seek, body, boundary, to } => match self.seek(&seeks[*seek], t) {
                Some(other) => self.arena.copy(*scalar, body.at(other), to.at(t), to.width),
                None => {
                    if let Some(boundary) = boundary {
                        self.arena.copy(*scalar, boundary.at(t), to.at(t), to.width);
                    }
                }
            },
            Op::ArrowAhead { scalar, seek, boundary, body, to } => {
                let from = if self.seek(&seeks[*seek], t).is_some() { body } else { boundary };
                self.arena.copy(*scalar, from.at(t), to.at(t), to.width);
            }
            Op::Gate { gate, parent, condition, value } => {
                let now = self.gates[*parent].now && arena.bools[condition.at(t)] == *value;
                let gate = &mut self.gates[*gate];
                *gate = Gate { now, before: gate.now };
            }
            Op::Cursor { cursor, clock, cuts, direction } => {
                let behind = match direction {
                    Direction::Forward => t.wrapping_sub(1),
                    Direction::Backward => t + 1,
                };
                self.move_on(*cursor, *clock, cuts, t, behind);
            }
        }
    }

    /// Is there another tick of the clock in the segment, looking back along the pass?
    fn move_on(&mut self, cursor: usize, clock: usize, cuts: &[CursorCut], t: usize, behind: usize) {
        let mut at = self.cursors[cursor];
        for CursorCut { signal, gate, at_once } in cuts {
            let gate = self.gates[*gate];
            at.cut |= if *at_once {
                gate.now && self.arena.bools[signal.at(t)]
            } else {
                at.started && gate.before && self.arena.bools[signal.at(behind)]
            };
        }
        at.started = true;
        if self.gates[clock].now {
            at.has = at.seen && !at.cut;
            at.seen = true;
            at.cut = false;
        }
        self.cursors[cursor] = at;
    }

    /// The nearest tick of a clock before or after t in the segment.
    fn seek(&self, seek: &Seek, t: usize) -> Option<usize> {
        let mut at = t;
        loop {
            let next = match seek.toward {
                Direction::Forward => at.checked_sub(1)?,
                Direction::Backward => Some(at + 1).filter(|next| *next < self.received)?,
            };
            let cuts = |cut: &SeekCut| {
                let tick = if cut.arriving { next } else { at };
                self.present(&cut.clock, tick) && self.arena.bools[cut.signal.at(tick)]
            };
            if seek.cuts.iter().any(cuts) {
                return None;
            }
            if self.present(&seek.clock, next) {
                return Some(next);
            }
            at = next;
        }
    }

    /// Does a clock tick at t?
    pub(super) fn present(&self, clock: &Presence, t: usize) -> bool {
        clock.iter().all(|(condition, value)| self.arena.bools[condition.at(t)] == *value)
    }
}
