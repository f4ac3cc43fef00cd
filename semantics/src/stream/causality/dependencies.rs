//! The dependency graph: which stream reads which, and how far in the past.
//!
//! An edge `y –w→ x` stands where x_t reads y_(t−w): w is 0 for an operand, +1 for the body of `pre` and `fby`, −1 for
//! the body of `post` and `eby`. Besides the variables there are two vertices for each restart block, "t starts a
//! segment" and "t ends one", which everything inside that looks for prev(t) or next(t) reads.
//!
//! Weights are intervals of ticks of some clock. On the base clock they are exact; what is found by scanning (the
//! previous tick of a slow clock) has no bound on one side.

use crate::stream::error::Reach;
use crate::stream::graph::Graph;
use crate::stream::syntax::{Boundary, Direction};
use crate::stream::system::{Block, BlockId, Clock, ClockId, Operand, Operation, System, VarId};

/// One dependency: `reader` reads `read`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependency {
    pub(super) reader: u32,
    pub(super) read: u32,
    /// In ticks of `clock`.
    pub(super) reach: Reach,
    pub(super) clock: ClockId,
    /// How it is written.
    pub(super) how: &'static str,
}

/// At the same tick.
const NOW: Reach = Reach { least: Some(0), most: Some(0) };

/// One tick earlier (`fby`) or later (`eby`).
fn one(direction: Direction) -> Reach {
    match direction {
        Direction::Forward => Reach { least: Some(1), most: Some(1) },
        Direction::Backward => Reach { least: Some(-1), most: Some(-1) },
    }
}

/// Any number of ticks earlier (later), from `from` on.
fn scan(direction: Direction, from: i64) -> Reach {
    match direction {
        Direction::Forward => Reach { least: Some(from), most: None },
        Direction::Backward => Reach { least: None, most: Some(-from) },
    }
}

/// The dependencies of a system.
pub(super) struct Dependencies<'a> {
    pub(super) system: &'a System,
    pub(super) edges: Vec<Dependency>,
    /// From readers to what they read; edges are numbered as in `edges`.
    pub(super) reads: Graph,
    /// The depth of each clock below the base.
    depths: Vec<u32>,
}

impl<'a> Dependencies<'a> {
    pub(super) fn new(system: &'a System) -> Self {
        let mut builder = Builder { system, edges: vec![] };
        system.ids().for_each(|x| builder.variable(x));
        (0..system.blocks.len() as u32).for_each(|block| builder.block(BlockId(block)));
        let edges = builder.edges;
        let vertices = system.variables.len() + 2 * system.blocks.len();
        let reads = Graph::new(vertices, edges.iter().map(|edge| (edge.reader, edge.read)));
        let depths = system.clocks.iter().fold(vec![], |mut depths: Vec<u32>, clock| {
            depths.push(match clock {
                Clock::Base => 0,
                Clock::On { parent, .. } => depths[parent.index()] + 1,
            });
            depths
        });
        Dependencies { system, edges, reads, depths }
    }

    /// The number of vertices: variables first.
    pub(super) fn vertices(&self) -> usize {
        self.reads.len()
    }

    /// The variable that a vertex is, if it is one.
    pub(super) fn variable(&self, vertex: u32) -> Option<VarId> {
        ((vertex as usize) < self.system.variables.len()).then_some(VarId(vertex))
    }

    /// The block whose boundary a vertex is, if it is no variable.
    pub(super) fn boundary(&self, vertex: u32) -> Option<BlockId> {
        let offset = (vertex as usize).checked_sub(self.system.variables.len())?;
        Some(BlockId(offset as u32 / 2))
    }

    /// The block that a vertex is inside of: where a segment starts and ends is seen from outside the block.
    pub(super) fn block(&self, vertex: u32) -> Option<BlockId> {
        match self.boundary(vertex) {
            Some(block) => self.system.block(block).parent,
            None => self.system.variables[vertex as usize].block,
        }
    }

    /// The deepest clock that both are on.
    pub(super) fn meet(&self, a: ClockId, b: ClockId) -> ClockId {
        let (mut a, mut b) = (a, b);
        while a != b {
            if self.depths[a.index()] < self.depths[b.index()] {
                std::mem::swap(&mut a, &mut b);
            }
            let Clock::On { parent, .. } = self.system.clock(a) else { break };
            a = parent;
        }
        a
    }

    /// The weight of an edge in ticks of a clock above the one it is given in: one tick there is at least one here.
    pub(super) fn reach_on(&self, edge: u32, unit: ClockId) -> Reach {
        let Dependency { reach, clock, .. } = self.edges[edge as usize];
        if clock == unit {
            return reach;
        }
        Reach { least: reach.least.filter(|w| *w >= 0), most: reach.most.filter(|w| *w <= 0) }
    }
}

/// The vertex "t starts a segment of this block" (forward) or "t ends one" (backward).
fn edge_of_segment(system: &System, block: BlockId, direction: Direction) -> u32 {
    let offset = match direction {
        Direction::Forward => 0,
        Direction::Backward => 1,
    };
    system.variables.len() as u32 + 2 * block.0 + offset
}

struct Builder<'a> {
    system: &'a System,
    edges: Vec<Dependency>,
}

impl Builder<'_> {
    fn edge(&mut self, reader: u32, read: u32, reach: Reach, clock: ClockId, how: &'static str) {
        self.edges.push(Dependency { reader, read, reach, clock, how });
    }

    fn operand(&mut self, x: VarId, operand: &Operand<VarId>, reach: Reach, how: &'static str) {
        if let Operand::Variable(y) = operand {
            self.edge(x.0, y.0, reach, self.system.variable(x).clock, how);
        }
    }

    fn variable(&mut self, x: VarId) {
        self.presence(x);
        let Some(operation) = self.system.operation(x) else { return };
        match operation {
            Operation::Copy(_) | Operation::Primitive(..) | Operation::If { .. } => {
                operation.operands().into_iter().for_each(|operand| self.operand(x, operand, NOW, ""));
            }
            Operation::When { body, condition, value: _ } => {
                self.operand(x, body, NOW, "");
                self.operand(x, &Operand::Variable(*condition), NOW, "when");
            }
            Operation::Merge { condition, on_true, on_false } => {
                self.operand(x, &Operand::Variable(*condition), NOW, "merge");
                [on_true, on_false].into_iter().for_each(|branch| self.operand(x, branch, NOW, ""));
            }
            Operation::Shift { direction, body } => {
                let how = if *direction == Direction::Forward { "pre" } else { "post" };
                self.operand(x, body, one(*direction), how);
                self.neighbour(x, *direction);
            }
            Operation::Delay { direction, boundary, body } => {
                let how = if *direction == Direction::Forward { "fby" } else { "eby" };
                self.operand(x, boundary, NOW, "boundary value");
                self.operand(x, body, one(*direction), how);
                self.neighbour(x, *direction);
            }
            Operation::Arrow { direction, boundary, body } => {
                self.operand(x, boundary, NOW, "boundary value");
                self.operand(x, body, NOW, "");
                self.neighbour(x, *direction);
            }
        }
    }

    /// Whether x is present at t depends on the condition of its clock at t.
    fn presence(&mut self, x: VarId) {
        if let Clock::On { parent, condition, value: _ } = self.system.clock(self.system.variable(x).clock) {
            self.edge(x.0, condition.0, NOW, parent, "its clock");
        }
    }

    /// What is read to find the previous (next) tick of x: its clock before (after) t, and the edges of its segment.
    fn neighbour(&mut self, x: VarId, direction: Direction) {
        let variable = self.system.variable(x);
        if let Clock::On { parent, condition, value: _ } = self.system.clock(variable.clock) {
            self.edge(x.0, condition.0, scan(direction, 1), parent, "its clock");
        }
        if let Some(block) = variable.block {
            let clock = self.system.block(block).clock;
            let reach = if clock == variable.clock { NOW } else { scan(direction, 0) };
            self.edge(x.0, edge_of_segment(self.system, block, direction), reach, clock, "the restart");
        }
    }

    /// t starts a segment of `every r` iff r_t, of `until d` iff d at the tick before; or if the block around starts one.
    fn block(&mut self, id: BlockId) {
        let Block { parent, boundary, signal, clock, .. } = self.system.block(id);
        for direction in [Direction::Forward, Direction::Backward] {
            let vertex = edge_of_segment(self.system, id, direction);
            let reach = match (boundary, direction) {
                (Boundary::Every, Direction::Forward) | (Boundary::Until, Direction::Backward) => NOW,
                (Boundary::Until, Direction::Forward) | (Boundary::Every, Direction::Backward) => one(direction),
            };
            self.edge(vertex, signal.0, reach, *clock, "the restart");
            if let Some(parent) = parent {
                let outer = self.system.block(*parent).clock;
                let reach = if outer == *clock { NOW } else { scan(direction, 0) };
                self.edge(vertex, edge_of_segment(self.system, *parent, direction), reach, outer, "the restart");
            }
        }
    }
}
