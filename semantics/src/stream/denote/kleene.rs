//! The least fixpoint by Kleene iteration: start from ⊥ everywhere, apply all equations until nothing changes.
//!
//! It works node by node: a call holds the environment of its callee, which runs on the clock of the call and, for
//! `restart`, within the segments that the signal cuts. Every round applies all equations of all instances to the
//! environment as it is; the equations are continuous, so the limit is the least fixpoint. It takes O(N) rounds for
//! most programs and N·|vars| at most, each linear in N: it is for understanding and for tests.

use super::primitives::apply;
use super::{DenoteError, MAX_SAMPLES, Sample, Stream};
use crate::deep::grow;
use crate::stream::inputs::{Given, check_inputs};
use crate::stream::normal::{Call, Equation, LocalId, Node, NodeId, Nodes};
use crate::stream::syntax::{Boundary, Direction};
use crate::stream::system::{Clock, ClockId, Operand, Operation, System};
use crate::stream::value::Value;
use std::collections::BTreeMap;

/// The root's outputs. `system` is the root with its calls inlined; it only says what the inputs must be.
pub fn denote(nodes: &Nodes, system: &System, given: &[Given], horizon: usize) -> Result<Vec<Stream>, DenoteError> {
    check_inputs(system, given, horizon).map_err(DenoteError::Input)?;
    if system.variables.len().checked_mul(horizon).is_none_or(|samples| samples > MAX_SAMPLES) {
        return Err(DenoteError::TooLarge);
    }
    let mut root = Instance::new(nodes, nodes.root, horizon);
    for (x, stream) in root.node.body.inputs.iter().zip(given) {
        let sample = |value: &Option<Value>| value.clone().map_or(Sample::Absent, Sample::Present);
        root.streams[x.index()] = stream.iter().take(horizon).map(sample).collect();
    }
    let scope = Scope { base: vec![Known(true); horizon], cut: vec![Known(false); horizon] };
    while root.round(&scope) {}
    Ok(root.node.body.outputs.iter().map(|x| root.streams[x.index()].clone()).collect())
}

/// A truth value that may be undefined.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Truth {
    Bottom,
    Known(bool),
}
use Truth::{Bottom, Known};

impl Truth {
    /// Strict in both.
    fn or(self, other: Truth) -> Truth {
        match (self, other) {
            (Known(a), Known(b)) => Known(a || b),
            (Bottom, _) | (_, Bottom) => Bottom,
        }
    }

    fn of(sample: &Sample) -> Truth {
        match sample {
            Sample::Undefined => Bottom,
            Sample::Present(value) => Known(*value == Value::Bool(true)),
            Sample::Absent => Known(false),
        }
    }
}

/// Where an instance runs.
struct Scope {
    /// The ticks of its base clock.
    base: Vec<Truth>,
    /// At t: does a segment end between t − 1 and t?
    cut: Vec<Truth>,
}

/// Another tick that an operation looks for.
enum Neighbour {
    /// ⊥: a clock or a boundary that was scanned is undefined.
    Undefined,
    /// There is none in the segment.
    None,
    At(usize),
}

/// A node at one place of the program, with its streams.
struct Instance<'a> {
    node: &'a Node,
    streams: Vec<Stream>,
    /// The callee of each equation that is a call.
    callees: BTreeMap<usize, Instance<'a>>,
}

impl<'a> Instance<'a> {
    fn new(nodes: &'a Nodes, id: NodeId, horizon: usize) -> Self {
        let node = nodes.node(id);
        let callee = |(i, equation): (usize, &'a Equation)| match equation {
            Equation::Define { .. } => None,
            Equation::Call(call) => Some((i, grow(|| Instance::new(nodes, call.node, horizon)))),
        };
        let callees = node.body.equations.iter().enumerate().filter_map(callee).collect();
        Instance { node, streams: vec![vec![Sample::Undefined; horizon]; node.body.locals.len()], callees }
    }

    /// Applies every equation once. Has anything changed?
    fn round(&mut self, scope: &Scope) -> bool {
        let node = self.node;
        let mut changed = false;
        for (i, equation) in node.body.equations.iter().enumerate() {
            match equation {
                Equation::Define { target, operation, places: _, span: _ } => {
                    for t in 0..scope.base.len() {
                        let sample = self.equation(scope, *target, operation, t);
                        let old = &mut self.streams[target.index()][t];
                        changed |= *old != sample;
                        *old = sample;
                    }
                }
                Equation::Call(call) => {
                    let base = node.base_of[i].expect("BUG: every call has a base clock");
                    changed |= grow(|| self.call(scope, i, call, base));
                }
            }
        }
        changed
    }

    /// Copies the arguments into the callee and its outputs out of it.
    fn call(&mut self, scope: &Scope, i: usize, call: &Call, base: ClockId) -> bool {
        let horizon = scope.base.len();
        let base: Vec<Truth> = (0..horizon).map(|t| self.present(scope, base, t)).collect();
        let cut = (0..horizon).map(|t| self.cut(scope, call, t)).collect();
        let arguments: Vec<Stream> = call.arguments.iter().map(|x| self.streams[x.index()].clone()).collect();
        let callee = self.callees.get_mut(&i).expect("BUG: every call has an instance");
        let mut changed = false;
        for (formal, argument) in callee.node.body.inputs.iter().zip(arguments) {
            let stream = &mut callee.streams[formal.index()];
            changed |= *stream != argument;
            *stream = argument;
        }
        changed |= callee.round(&Scope { base, cut });
        for (formal, target) in callee.node.body.outputs.iter().zip(&call.targets) {
            let (result, stream) = (&callee.streams[formal.index()], &mut self.streams[target.index()]);
            changed |= stream != result;
            stream.clone_from(result);
        }
        changed
    }

    /// `every r`: t starts a segment iff r_t. `until d`: t ends one iff d_t. Nested blocks intersect.
    fn cut(&self, scope: &Scope, call: &Call, t: usize) -> Truth {
        let signal = |x: LocalId, t: usize| Truth::of(&self.streams[x.index()][t]);
        match call.restart {
            None => scope.cut[t],
            Some(_) if t == 0 => scope.cut[t],
            Some((Boundary::Every, r, _)) => scope.cut[t].or(signal(r, t)),
            Some((Boundary::Until, d, _)) => scope.cut[t].or(signal(d, t - 1)),
        }
    }

    /// Is t a tick of the clock?
    fn present(&self, scope: &Scope, clock: ClockId, t: usize) -> Truth {
        match self.node.clocks[clock.index()] {
            Clock::Base => scope.base[t],
            // The condition is absent where its own clock is false.
            Clock::On { parent: _, condition, value } => match &self.streams[condition.index()][t] {
                Sample::Undefined => Bottom,
                Sample::Absent => Known(false),
                Sample::Present(condition) => Known(*condition == Value::Bool(value)),
            },
        }
    }

    /// prev(t) (forward) or next(t) (backward): the nearest tick of the clock in the same segment.
    fn neighbour(&self, scope: &Scope, clock: ClockId, direction: Direction, t: usize) -> Neighbour {
        let mut at = t;
        loop {
            let (edge, next) = match direction {
                Direction::Forward => (at, at.checked_sub(1)),
                Direction::Backward => (at + 1, Some(at + 1).filter(|next| *next < scope.base.len())),
            };
            let Some(next) = next else { return Neighbour::None };
            match scope.cut[edge] {
                Bottom => return Neighbour::Undefined,
                Known(true) => return Neighbour::None,
                Known(false) => {}
            }
            match self.present(scope, clock, next) {
                Bottom => return Neighbour::Undefined,
                Known(true) => return Neighbour::At(next),
                Known(false) => at = next,
            }
        }
    }

    fn operand(&self, operand: &Operand<LocalId>, t: usize) -> Sample {
        match operand {
            Operand::Variable(x) => self.streams[x.index()][t].clone(),
            Operand::Constant(value) => Sample::Present(value.clone()),
        }
    }

    /// The equation `x = operation` at t, in the environment as it is.
    fn equation(&self, scope: &Scope, x: LocalId, operation: &Operation<LocalId>, t: usize) -> Sample {
        let clock = self.node.clock_of[x.index()];
        match self.present(scope, clock, t) {
            Bottom => return Sample::Undefined,
            Known(false) => return Sample::Absent,
            Known(true) => {}
        }
        match operation {
            Operation::Copy(e) => self.operand(e, t),
            // Strict.
            Operation::Primitive(primitive, operands) => {
                let samples: Vec<Sample> = operands.iter().map(|operand| self.operand(operand, t)).collect();
                let values = samples.iter().map(|sample| match sample {
                    Sample::Present(value) => Some(value),
                    Sample::Undefined | Sample::Absent => None,
                });
                match values.collect::<Option<Vec<&Value>>>() {
                    Some(values) => Sample::Present(apply(*primitive, &values)),
                    None => Sample::Undefined,
                }
            }
            // Strict in the condition only.
            Operation::If { condition, on_true, on_false } => match Truth::of(&self.operand(condition, t)) {
                Bottom => Sample::Undefined,
                Known(true) => self.operand(on_true, t),
                Known(false) => self.operand(on_false, t),
            },
            // (e when c)_t = e_t if c_t, else abs
            Operation::When { body, condition, value } => match Truth::of(&self.streams[condition.index()][t]) {
                Bottom => Sample::Undefined,
                Known(truth) if truth == *value => self.operand(body, t),
                Known(_) => Sample::Absent,
            },
            // merge(c, a, b)_t = a_t if c_t, else b_t
            Operation::Merge { condition, on_true, on_false } => match Truth::of(&self.streams[condition.index()][t]) {
                Bottom => Sample::Undefined,
                Known(true) => self.operand(on_true, t),
                Known(false) => self.operand(on_false, t),
            },
            // (pre e)_t = e_prev(t), ⊥ if none            (post e)_t = e_next(t), ⊥ if none
            Operation::Shift { direction, body } => match self.neighbour(scope, clock, *direction, t) {
                Neighbour::Undefined | Neighbour::None => Sample::Undefined,
                Neighbour::At(other) => self.operand(body, other),
            },
            // (i fby e)_t = e_prev(t), i_t if none        (e eby i)_t = e_next(t), i_t if none
            Operation::Delay { direction, boundary, body } => match self.neighbour(scope, clock, *direction, t) {
                Neighbour::Undefined => Sample::Undefined,
                Neighbour::None => self.operand(boundary, t),
                Neighbour::At(other) => self.operand(body, other),
            },
            // (a -> b)_t = a_t if prev none, else b_t     (b <- a)_t = a_t if next none, else b_t
            Operation::Arrow { direction, boundary, body } => match self.neighbour(scope, clock, *direction, t) {
                Neighbour::Undefined => Sample::Undefined,
                Neighbour::None => self.operand(boundary, t),
                Neighbour::At(_) => self.operand(body, t),
            },
        }
    }
}
