//! The initialisation analysis: for each stream (a, b), undefined at most in its first a and last b ticks (of its own
//! clock, in its own segment). The two numbers are found separately; the last ticks are the mirror image of the first.
//!
//! ```text
//! pre e         (a + 1, b − 1)              post e        (a − 1, b + 1)
//! i fby e       a: 0 if e is defined at its first ticks, else a_e + 1; 1 if i is not;   b: max(b_e − 1, b_i)
//! i -> e        a: a_e, but 0 for 1; 1 if i is not defined at its first ticks;          b: max(b_e, b_i)
//! other operations on one clock: the maximum;   merge: (0, 0), because its parts must be (0, 0)
//! ```
//!
//! The boundary value i counts in b because the first tick is among the last b_i when there are no more than b_i ticks.
//! Merges, clocks, restart signals, what crosses a restart boundary, and the root's outputs must be (0, 0).

use super::error::{Demand, Uninitialized};
use super::graph::Graph;
use super::least::{Effect, Solution, UNBOUNDED, solve};
use super::syntax::Direction;
use super::system::{Clock, Definition, Operand, Operation, System, VarId};

/// All streams that may be undefined where they must not be.
pub(super) fn initialisation(system: &System) -> Vec<Uninitialized> {
    let first = Undefined::new(system, Direction::Forward);
    let last = Undefined::new(system, Direction::Backward);
    let mut reported = vec![false; system.variables.len()];
    let mut errors = vec![];
    for (x, demand) in demands(system) {
        let defined = first.of(x) == 0 && last.of(x) == 0;
        if defined || std::mem::replace(&mut reported[x.index()], true) {
            continue;
        }
        let variable = system.variable(x);
        let bound = |ticks: i64| (ticks != UNBOUNDED).then_some(ticks as u64);
        let origin = if first.of(x) > 0 { first.origin(x) } else { last.origin(x) };
        errors.push(Uninitialized {
            name: variable.name.clone(),
            temporary: variable.temporary,
            span: variable.span,
            demand,
            first: bound(first.of(x)),
            last: bound(last.of(x)),
            origin: system.variable(origin).span,
        });
    }
    errors
}

/// For each variable: undefined at most in how many of its first ticks, and of its last; none: no bound.
pub(super) fn undefined_ticks(system: &System) -> Vec<[Option<u64>; 2]> {
    let ends = [Direction::Forward, Direction::Backward].map(|end| Undefined::new(system, end));
    let bound = |ticks: i64| (ticks != UNBOUNDED).then_some(ticks as u64);
    system.ids().map(|x| [bound(ends[0].of(x)), bound(ends[1].of(x))]).collect()
}

/// What must be defined everywhere, and why.
fn demands(system: &System) -> Vec<(VarId, Demand)> {
    let mut demands: Vec<(VarId, Demand)> = vec![];
    for clock in &system.clocks {
        if let Clock::On { parent: _, condition, value: _ } = clock {
            demands.push((*condition, Demand::Condition));
        }
    }
    for x in system.ids() {
        if let Some(Operation::Merge { condition, on_true, on_false }) = system.operation(x) {
            demands.push((*condition, Demand::Condition));
            demands.extend([on_true, on_false].into_iter().filter_map(Operand::variable).map(|e| (e, Demand::Branch)));
        }
    }
    for block in &system.blocks {
        demands.push((block.signal, Demand::Signal));
        demands.extend(block.entering.iter().map(|x| (*x, Demand::Entering)));
        demands.extend(block.leaving.iter().map(|x| (*x, Demand::Leaving)));
    }
    demands.extend(system.outputs.iter().map(|x| (*x, Demand::Output)));
    demands
}

/// How an operand's undefined ticks at one end of time show in the result, by the operand's role.
#[derive(Clone, Copy)]
enum Role {
    /// The same ticks.
    Same,
    /// The body of `pre` (for the first ticks): all move one on.
    Shifted,
    /// The body of `post` (for the first ticks), or of `eby`: all move one back, the first falls out.
    Recalled,
    /// The body of `fby`: as for `pre`, but the first tick is the boundary value's.
    Delayed,
    /// The body of `->`: the first tick is hidden.
    Guarded,
    /// The boundary value of `fby` or `->`: only its first tick is read.
    Boundary,
}

impl Role {
    fn effect(self, ticks: i64) -> Effect {
        match self {
            Role::Same => Effect::Add(0),
            Role::Shifted => Effect::Add(1),
            Role::Recalled if ticks > 1 => Effect::Add(-1),
            Role::Delayed if ticks > 0 => Effect::Add(1),
            Role::Guarded if ticks > 1 => Effect::Add(0),
            Role::Boundary if ticks > 0 => Effect::Constant(1),
            Role::Recalled | Role::Delayed | Role::Guarded | Role::Boundary => Effect::None,
        }
    }
}

/// The operands of an operation with their roles for one end of time.
fn roles(operation: &Operation<VarId>, end: Direction) -> Vec<(&Operand<VarId>, Role)> {
    match operation {
        Operation::Copy(_) | Operation::Primitive(..) | Operation::If { .. } | Operation::When { .. } => {
            operation.operands().into_iter().map(|operand| (operand, Role::Same)).collect()
        }
        Operation::Merge { .. } => vec![],
        Operation::Shift { direction, body } => {
            vec![(body, if *direction == end { Role::Shifted } else { Role::Recalled })]
        }
        Operation::Delay { direction, boundary, body } if *direction == end => {
            vec![(boundary, Role::Boundary), (body, Role::Delayed)]
        }
        Operation::Delay { direction: _, boundary, body } => vec![(boundary, Role::Same), (body, Role::Recalled)],
        Operation::Arrow { direction, boundary, body } if *direction == end => {
            vec![(boundary, Role::Boundary), (body, Role::Guarded)]
        }
        Operation::Arrow { direction: _, boundary, body } => vec![(boundary, Role::Same), (body, Role::Same)],
    }
}

/// The numbers of undefined ticks at one end of time.
struct Undefined {
    /// Edges from operands to results.
    edges: Vec<(u32, u32)>,
    solution: Solution,
}

impl Undefined {
    fn new(system: &System, end: Direction) -> Self {
        let mut start = vec![0; system.variables.len()];
        let (mut edges, mut kinds) = (vec![], vec![]);
        for x in system.ids() {
            let Definition::Equation(operation) = &system.variable(x).definition else { continue };
            if let Operation::Shift { direction, body: _ } = operation {
                start[x.index()] = i64::from(*direction == end);
            }
            for (operand, role) in roles(operation, end) {
                if let Operand::Variable(y) = operand {
                    edges.push((y.0, x.0));
                    kinds.push(role);
                }
            }
        }
        let graph = Graph::new(system.variables.len(), edges.iter().copied());
        let solution = solve(&graph, start, |edge, ticks| kinds[edge as usize].effect(ticks));
        Undefined { edges, solution }
    }

    fn of(&self, x: VarId) -> i64 {
        self.solution.values[x.index()]
    }

    /// The `pre` or `post` that a variable's undefined ticks come from: back along what first made each undefined.
    fn origin(&self, x: VarId) -> VarId {
        let mut at = x;
        while let Some(edge) = self.solution.raised_by[at.index()] {
            at = VarId(self.edges[edge as usize].0);
        }
        at
    }
}
