//! What each block needs from outside and gives to the outside.

use crate::stream::system::{BlockId, Clock, ClockId, Operation, System, VarId};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The interfaces of the blocks that the outputs of a system need.
pub(super) struct Interfaces {
    /// By block, none standing for the root: the variables with equations there.
    own: BTreeMap<Option<BlockId>, Vec<VarId>>,
    blocks: BTreeMap<BlockId, Interface>,
}

#[derive(Default)]
struct Interface {
    inputs: BTreeSet<VarId>,
    outputs: BTreeSet<VarId>,
}

impl Interfaces {
    pub(super) fn new(system: &System) -> Self {
        let mut tracer =
            Tracer { system, live: vec![false; system.variables.len()], todo: vec![], reads: HashSet::new() };
        for x in &system.outputs {
            tracer.read(None, *x);
            tracer.presence(None, system.variable(*x).clock);
        }
        let mut blocks: BTreeMap<BlockId, Interface> = BTreeMap::new();
        let mut own: BTreeMap<Option<BlockId>, Vec<VarId>> = BTreeMap::new();
        while let Some(x) = tracer.todo.pop() {
            let variable = system.variable(x);
            let Some(operation) = system.operation(x) else { continue };
            own.entry(variable.block).or_default().push(x);
            tracer.presence(variable.block, variable.clock);
            tracer.operation(variable.block, operation);
            for block in system.enclosing(variable.block) {
                blocks.entry(block).or_default();
                let block = system.block(block);
                tracer.read(block.parent, block.signal);
                tracer.presence(block.parent, block.clock);
            }
        }
        own.values_mut().for_each(|variables| variables.sort_unstable());
        for (from, x) in tracer.reads {
            cross(system, &mut blocks, from, x);
        }
        Interfaces { own, blocks }
    }

    /// The variables with equations in a block, or outside all blocks.
    pub(super) fn own(&self, block: Option<BlockId>) -> &[VarId] {
        self.own.get(&block).map_or(&[], |own| own)
    }

    /// All blocks that are needed, parents first.
    pub(super) fn blocks(&self) -> impl Iterator<Item = BlockId> {
        self.blocks.keys().copied()
    }

    pub(super) fn inputs(&self, block: BlockId) -> Vec<VarId> {
        self.blocks[&block].inputs.iter().copied().collect()
    }

    pub(super) fn outputs(&self, block: BlockId) -> Vec<VarId> {
        self.blocks[&block].outputs.iter().copied().collect()
    }
}

/// A variable that is read in `from` enters every block around the reader but not around it, and leaves every block
/// around it but not around the reader. (The conditions of the clock that a block runs on are none of its inputs.)
fn cross(system: &System, blocks: &mut BTreeMap<BlockId, Interface>, from: Option<BlockId>, x: VarId) {
    let variable = system.variable(x);
    let around_reader: Vec<BlockId> = system.enclosing(from).collect();
    let around_read: Vec<BlockId> = system.enclosing(variable.block).collect();
    for block in around_reader.iter().filter(|block| !around_read.contains(block)) {
        if is_below(system, variable.clock, system.block(*block).clock) {
            blocks.entry(*block).or_default().inputs.insert(x);
        }
    }
    for block in around_read.iter().filter(|block| !around_reader.contains(block)) {
        blocks.entry(*block).or_default().outputs.insert(x);
    }
}

/// Is a clock another one, or on it?
fn is_below(system: &System, clock: ClockId, base: ClockId) -> bool {
    let mut at = clock;
    // Parents have smaller numbers.
    while at > base {
        let Clock::On { parent, .. } = system.clock(at) else { break };
        at = parent;
    }
    at == base
}

/// Follows what is read from the outputs on.
struct Tracer<'a> {
    system: &'a System,
    live: Vec<bool>,
    todo: Vec<VarId>,
    /// Where a variable is read.
    reads: HashSet<(Option<BlockId>, VarId)>,
}

impl Tracer<'_> {
    fn read(&mut self, from: Option<BlockId>, x: VarId) {
        self.reads.insert((from, x));
        if !std::mem::replace(&mut self.live[x.index()], true) {
            self.todo.push(x);
        }
    }

    /// The conditions of a clock.
    fn presence(&mut self, from: Option<BlockId>, clock: ClockId) {
        let mut at = clock;
        while let Clock::On { parent, condition, value: _ } = self.system.clock(at) {
            self.read(from, condition);
            at = parent;
        }
    }

    fn operation(&mut self, from: Option<BlockId>, operation: &Operation<VarId>) {
        operation.operands().into_iter().filter_map(|operand| operand.variable()).for_each(|x| self.read(from, x));
        match operation {
            Operation::When { body: _, condition, value: _ } | Operation::Merge { condition, .. } => {
                self.read(from, *condition);
            }
            Operation::Copy(_)
            | Operation::Primitive(..)
            | Operation::If { .. }
            | Operation::Shift { .. }
            | Operation::Delay { .. }
            | Operation::Arrow { .. } => {}
        }
    }
}
