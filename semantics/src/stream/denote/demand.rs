//! The least fixpoint on demand: a sample is computed when it is asked for, once, with an explicit stack.
//!
//! Every operation is sequential: it asks for one sample after another, and is undefined when one of them is. So a
//! sample that is asked for while it is being computed is undefined in the least fixpoint, and with it everything that
//! is being computed on the way.

use super::primitives::apply;
use super::{DenoteError, MAX_SAMPLES, Sample, Stream};
use crate::stream::inputs::{Given, check_inputs};
use crate::stream::syntax::{Boundary, Direction};
use crate::stream::system::{Clock, ClockId, Operand, Operation, System, VarId};
use crate::stream::value::Value;

/// The streams of the wanted variables.
pub fn denote(system: &System, given: &[Given], horizon: usize, wanted: &[VarId]) -> Result<Vec<Stream>, DenoteError> {
    check_inputs(system, given, horizon).map_err(DenoteError::Input)?;
    if system.variables.len().checked_mul(horizon).is_none_or(|samples| samples > MAX_SAMPLES) {
        return Err(DenoteError::TooLarge);
    }
    let mut known = vec![vec![]; system.variables.len()];
    for (x, stream) in system.inputs.iter().zip(given) {
        let sample = |value: &Option<Value>| State::Done(value.clone().map_or(Sample::Absent, Sample::Present));
        known[x.index()] = stream.iter().take(horizon).map(sample).collect();
    }
    let mut machine = Machine { system, horizon, known, stack: vec![] };
    Ok(wanted.iter().map(|x| (0..horizon).map(|t| machine.compute(*x, t)).collect()).collect())
}

/// What is known of a sample.
#[derive(Clone)]
enum State {
    Unknown,
    /// It is on the stack.
    Asked,
    Done(Sample),
}

/// A sample that must be computed first.
struct Ask(VarId, usize);

/// An operation cannot go on: it needs another sample first, or it is undefined.
enum Stop {
    Ask(Ask),
    Undefined,
}

/// A sample that is being computed.
struct Frame {
    x: VarId,
    t: usize,
    /// How far the search for a neighbour got: no tick of the clock and no end of a segment up to here.
    scanned: usize,
}

struct Machine<'a> {
    system: &'a System,
    horizon: usize,
    /// By variable and tick; empty for a variable that was never asked for.
    known: Vec<Vec<State>>,
    stack: Vec<Frame>,
}

impl Machine<'_> {
    fn compute(&mut self, x: VarId, t: usize) -> Sample {
        self.ask(Ask(x, t));
        while let Some(frame) = self.stack.last() {
            let (x, t) = (frame.x, frame.t);
            let mut scanned = frame.scanned;
            let result = self.equation(x, t, &mut scanned);
            if let Some(frame) = self.stack.last_mut() {
                frame.scanned = scanned;
            }
            let sample = match result {
                Ok(sample) => sample,
                Err(Stop::Undefined) => Sample::Undefined,
                Err(Stop::Ask(ask)) => {
                    self.ask(ask);
                    continue;
                }
            };
            self.known[x.index()][t] = State::Done(sample);
            self.stack.pop();
        }
        match &self.known[x.index()][t] {
            State::Done(sample) => sample.clone(),
            State::Unknown | State::Asked => unreachable!("BUG: the stack is empty, so the sample is known"),
        }
    }

    fn ask(&mut self, Ask(x, t): Ask) {
        let stream = &mut self.known[x.index()];
        if stream.is_empty() {
            stream.resize(self.horizon, State::Unknown);
        }
        if matches!(stream[t], State::Unknown) {
            stream[t] = State::Asked;
            self.stack.push(Frame { x, t, scanned: t });
        }
    }

    /// A sample that the current one depends on: an undefined one ends the computation.
    fn sample(&self, x: VarId, t: usize) -> Result<&Sample, Stop> {
        match self.known[x.index()].get(t).unwrap_or(&State::Unknown) {
            State::Unknown => Err(Stop::Ask(Ask(x, t))),
            State::Asked | State::Done(Sample::Undefined) => Err(Stop::Undefined),
            State::Done(sample) => Ok(sample),
        }
    }

    fn operand(&self, operand: &Operand<VarId>, t: usize) -> Result<Sample, Stop> {
        match operand {
            Operand::Variable(x) => self.sample(*x, t).cloned(),
            Operand::Constant(value) => Ok(Sample::Present(value.clone())),
        }
    }

    /// Is a condition true? (An absent one is not.)
    fn truth(&self, x: VarId, t: usize, value: bool) -> Result<bool, Stop> {
        Ok(*self.sample(x, t)? == Sample::Present(Value::Bool(value)))
    }

    fn present(&self, clock: ClockId, t: usize) -> Result<bool, Stop> {
        match self.system.clock(clock) {
            Clock::Base => Ok(true),
            Clock::On { parent: _, condition, value } => self.truth(condition, t, value),
        }
    }

    /// Does a segment of a block around x end between t − 1 and t? All blocks are asked.
    fn cut(&self, x: VarId, t: usize) -> Result<bool, Stop> {
        let mut cut = false;
        for block in self.system.enclosing(self.system.variable(x).block) {
            let block = self.system.block(block);
            cut |= match block.boundary {
                Boundary::Every => self.truth(block.signal, t, true)?,
                Boundary::Until => self.truth(block.signal, t - 1, true)?,
            };
        }
        Ok(cut)
    }

    /// prev(t) or next(t) of x.
    fn neighbour(&self, x: VarId, direction: Direction, scanned: &mut usize) -> Result<Option<usize>, Stop> {
        let clock = self.system.variable(x).clock;
        loop {
            let (edge, next) = match direction {
                Direction::Forward => (*scanned, scanned.checked_sub(1)),
                Direction::Backward => (*scanned + 1, Some(*scanned + 1).filter(|next| *next < self.horizon)),
            };
            let Some(next) = next else { return Ok(None) };
            if self.cut(x, edge)? {
                return Ok(None);
            }
            if self.present(clock, next)? {
                return Ok(Some(next));
            }
            *scanned = next;
        }
    }

    /// The equation of x at t; all samples that it reads are asked for, in turn.
    fn equation(&self, x: VarId, t: usize, scanned: &mut usize) -> Result<Sample, Stop> {
        if !self.present(self.system.variable(x).clock, t)? {
            return Ok(Sample::Absent);
        }
        let operation = self.system.operation(x).expect("BUG: the samples of inputs are known from the start");
        match operation {
            Operation::Copy(e) => self.operand(e, t),
            Operation::Primitive(primitive, operands) => {
                let samples: Vec<Sample> =
                    operands.iter().map(|operand| self.operand(operand, t)).collect::<Result<_, Stop>>()?;
                let values: Option<Vec<&Value>> = samples
                    .iter()
                    .map(|sample| match sample {
                        Sample::Present(value) => Some(value),
                        Sample::Undefined | Sample::Absent => None,
                    })
                    .collect();
                Ok(values.map_or(Sample::Undefined, |values| Sample::Present(apply(*primitive, &values))))
            }
            Operation::If { condition, on_true, on_false } => {
                let taken = self.operand(condition, t)? == Sample::Present(Value::Bool(true));
                self.operand(if taken { on_true } else { on_false }, t)
            }
            Operation::When { body, condition, value } => {
                if self.truth(*condition, t, *value)? {
                    self.operand(body, t)
                } else {
                    Ok(Sample::Absent)
                }
            }
            Operation::Merge { condition, on_true, on_false } => {
                self.operand(if self.truth(*condition, t, true)? { on_true } else { on_false }, t)
            }
            Operation::Shift { direction, body } => match self.neighbour(x, *direction, scanned)? {
                None => Ok(Sample::Undefined),
                Some(other) => self.operand(body, other),
            },
            Operation::Delay { direction, boundary, body } => match self.neighbour(x, *direction, scanned)? {
                None => self.operand(boundary, t),
                Some(other) => self.operand(body, other),
            },
            Operation::Arrow { direction, boundary, body } => match self.neighbour(x, *direction, scanned)? {
                None => self.operand(boundary, t),
                Some(_) => self.operand(body, t),
            },
        }
    }
}
