//! From stages to instructions: which streams are stored, where everything lives in the arena, and the code of each pass.

use super::arena::{Arena, Slot};
use super::code::{
    ClosingCode, CursorCut, CutCode, GateId, Instruction, Op, PassCode, Presence, Seek, SeekCut, StageCode,
};
use super::kernel::Kernel;
use super::plan::{Closing, Cut, Pass, Place, Plan, Stage, Timing};
use super::reads::{conditions, cuts_at_once, reads};
use cajal_semantics::stream::syntax::{Boundary, Direction};
use cajal_semantics::stream::system::{BlockId, Clock, ClockId, Operand, Operation, System, VarId};
use cajal_semantics::stream::value::{Scalar, Value};
use std::collections::HashMap;

/// The most memory of a run, in elements of eight bytes: 4 GiB.
const MAX_ELEMENTS: usize = 1 << 29;

/// Streams that do not fit into memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// A stretch of the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) scalar: Scalar,
    pub(super) slot: Slot,
    pub(super) capacity: usize,
    /// Is it a stream that is stored (and not a ring buffer, a register or a constant)?
    pub(super) stored: bool,
}

/// A lowered program.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) stages: Vec<StageCode>,
    pub(super) passes: Vec<PassCode>,
    pub(super) seeks: Vec<Seek>,
    pub(super) gates: usize,
    pub(super) cursors: usize,
    /// For each variable that is given or computed.
    pub(super) slots: Vec<Option<Slot>>,
    /// Everything in the arena, in the order in which it was laid out, which does not depend on the capacity.
    pub(super) regions: Vec<Region>,
    /// The presence of each output.
    pub(super) presence: Vec<Presence>,
    /// For each variable that is computed on demand.
    pub(super) kernels: HashMap<VarId, Kernel>,
    /// For each variable that is computed on demand, its constants.
    pub(super) constants: HashMap<(VarId, usize), Slot>,
}

/// Which streams are stored, and how many ticks of the others are kept.
#[derive(Debug)]
pub(super) struct Storage {
    pub(super) stored: Vec<bool>,
    kept: Vec<usize>,
}

impl Storage {
    pub(super) fn new(system: &System, plan: &Plan) -> Storage {
        let n = system.variables.len();
        let mut storage = Storage { stored: vec![false; n], kept: vec![1; n] };
        system.inputs.iter().for_each(|x| storage.stored[x.index()] = true);
        for x in &system.outputs {
            storage.stored[x.index()] = true;
            storage.conditions(system, system.variable(*x).clock);
        }
        let mut stack: Vec<(&Stage, bool)> = plan.stages.iter().map(|stage| (stage, false)).collect();
        while let Some((stage, in_segment)) = stack.pop() {
            match stage {
                Stage::Pass(pass) => {
                    if let Closing::Segment(cut) = pass.closing {
                        storage.cut(system, cut);
                    }
                    storage.pass(system, plan, pass, in_segment);
                }
                Stage::Segmented { cut, internal: _, stages } => {
                    storage.cut(system, *cut);
                    stack.extend(stages.iter().map(|stage| (stage, true)));
                }
                Stage::OnDemand { id: _, direction, variables } => {
                    for x in variables {
                        storage.stored[x.index()] = true;
                        reads(system, *x, *direction).iter().for_each(|r| storage.stored[r.variable.index()] = true);
                    }
                }
            }
        }
        storage
    }

    fn conditions(&mut self, system: &System, clock: ClockId) {
        conditions(system, clock).into_iter().for_each(|(condition, _)| self.stored[condition.index()] = true);
    }

    fn cut(&mut self, system: &System, cut: Cut) {
        self.stored[cut.signal.index()] = true;
        self.conditions(system, system.variable(cut.signal).clock);
    }

    fn pass(&mut self, system: &System, plan: &Plan, pass: &Pass, in_segment: bool) {
        let whole = pass.closing != Closing::Streaming && (in_segment || matches!(pass.closing, Closing::Segment(_)));
        for x in &pass.variables {
            let lag = place(plan, *x).lag as i64;
            for read in reads(system, *x, pass.direction) {
                let y = read.variable.index();
                match plan.places[y] {
                    Some(from) if from.pass == pass.id => {
                        // Against the direction, at the edge of a segment, the neighbour belongs to another run.
                        self.stored[y] |= read.at > 0 && whole;
                        let kept = if read.progress > 0 && read.at == 0 { lag.max(from.lag as i64) } else { lag };
                        let kept = kept - from.lag as i64 - read.at + 1;
                        self.kept[y] = self.kept[y].max(usize::try_from(kept).unwrap_or(1));
                    }
                    Some(_) | None => self.stored[y] = true,
                }
            }
        }
    }
}

fn place(plan: &Plan, x: VarId) -> Place {
    plan.places[x.index()].expect("BUG: the variables of a pass have a place")
}

/// Lowers a plan; `ticks` is the number of ticks that stored streams are kept for.
pub(super) fn lower(
    system: &System,
    plan: &Plan,
    storage: &Storage,
    timing: Timing,
    ticks: usize,
) -> Result<(Code, Arena), TooLarge> {
    let code = Code {
        stages: vec![],
        passes: vec![],
        seeks: vec![],
        gates: 1,
        cursors: 0,
        slots: vec![None; system.variables.len()],
        regions: vec![],
        presence: vec![],
        kernels: HashMap::new(),
        constants: HashMap::new(),
    };
    let mut lowering = Lowering { system, plan, code, arena: Arena::default(), latches: HashMap::new() };
    lowering.streams(storage, timing, ticks)?;
    let mut passes = vec![];
    let stages = plan.stages.iter().map(|stage| lowering.stage(stage, &mut passes)).collect::<Result<_, _>>()?;
    lowering.code.stages = stages;
    for pass in passes {
        let code = PassLowering::new(&mut lowering, pass).run()?;
        lowering.code.passes.push(code);
    }
    let presence = system.outputs.iter().map(|x| lowering.presence(system.variable(*x).clock)).collect();
    lowering.code.presence = presence;
    Ok((lowering.code, lowering.arena))
}

struct Lowering<'a> {
    system: &'a System,
    plan: &'a Plan,
    code: Code,
    arena: Arena,
    /// For each variable, the registers that keep its value, once it is computed.
    latches: HashMap<VarId, Vec<(Slot, VarId)>>,
}

impl<'a> Lowering<'a> {
    fn allocate(
        &mut self,
        scalar: Scalar,
        width: usize,
        ticks: usize,
        mask: usize,
        stored: bool,
    ) -> Result<Slot, TooLarge> {
        let start = self.arena.len(scalar);
        let elements = width.checked_mul(ticks).ok_or(TooLarge)?;
        let all = self.arena.bytes() / 8;
        if all.checked_add(elements).is_none_or(|all| all > MAX_ELEMENTS) {
            return Err(TooLarge);
        }
        self.arena.extend(scalar, elements);
        let slot = Slot { start, width, mask };
        self.code.regions.push(Region { scalar, slot, capacity: ticks, stored });
        Ok(slot)
    }

    /// The places of all streams.
    fn streams(&mut self, storage: &Storage, timing: Timing, ticks: usize) -> Result<(), TooLarge> {
        for x in self.system.ids() {
            let stored = storage.stored[x.index()];
            if self.plan.places[x.index()].is_none() && !(stored && self.system.operation(x).is_none()) {
                continue;
            }
            let ty = &self.system.variable(x).ty;
            let slot = if stored {
                let mask = match timing {
                    Timing::Whole => usize::MAX,
                    Timing::Online => ticks - 1,
                };
                self.allocate(ty.scalar, ty.elements(), ticks, mask, true)?
            } else {
                let capacity = storage.kept[x.index()].next_power_of_two();
                self.allocate(ty.scalar, ty.elements(), capacity, capacity - 1, false)?
            };
            self.code.slots[x.index()] = Some(slot);
        }
        Ok(())
    }

    fn slot(&self, x: VarId) -> Slot {
        self.code.slots[x.index()].expect("BUG: what is read is given or computed")
    }

    fn register(&mut self, x: VarId) -> Result<Slot, TooLarge> {
        let ty = &self.system.variable(x).ty;
        self.allocate(ty.scalar, ty.elements(), 1, 0, false)
    }

    fn constant(&mut self, value: &Value) -> Result<Slot, TooLarge> {
        let ty = value.ty();
        let slot = self.allocate(ty.scalar, ty.elements(), 1, 0, false)?;
        self.arena.write(slot.start, value);
        Ok(slot)
    }

    fn operand(&mut self, operand: &Operand<VarId>) -> Result<Slot, TooLarge> {
        match operand {
            Operand::Variable(x) => Ok(self.slot(*x)),
            Operand::Constant(value) => self.constant(value),
        }
    }

    fn kernel(&mut self, x: VarId) -> Result<Option<Kernel>, TooLarge> {
        let Some(Operation::Primitive(primitive, operands)) = self.system.operation(x) else { return Ok(None) };
        let slots = operands.iter().map(|operand| self.operand(operand)).collect::<Result<Vec<Slot>, TooLarge>>()?;
        let types: Vec<_> = operands
            .iter()
            .map(|operand| match operand {
                Operand::Variable(y) => self.system.variable(*y).ty.clone(),
                Operand::Constant(value) => value.ty(),
            })
            .collect();
        let types: Vec<_> = types.iter().collect();
        Ok(Some(Kernel::new(*primitive, &types, &slots, self.slot(x))))
    }

    fn presence(&self, clock: ClockId) -> Presence {
        conditions(self.system, clock).into_iter().map(|(condition, value)| (self.slot(condition), value)).collect()
    }

    /// The search for the nearest tick of x in its segment.
    fn seek(&mut self, x: VarId, toward: Direction) -> usize {
        let variable = self.system.variable(x);
        let blocks: Vec<BlockId> = self.system.enclosing(variable.block).collect();
        let cuts = blocks.into_iter().map(|block| {
            let block = self.system.block(block);
            let arriving = match (block.boundary, toward) {
                (Boundary::Every, Direction::Backward) | (Boundary::Until, Direction::Forward) => true,
                (Boundary::Every, Direction::Forward) | (Boundary::Until, Direction::Backward) => false,
            };
            SeekCut { signal: self.slot(block.signal), clock: self.presence(block.clock), arriving }
        });
        let seek = Seek { toward, clock: self.presence(variable.clock), cuts: cuts.collect() };
        self.code.seeks.push(seek);
        self.code.seeks.len() - 1
    }

    fn cut(&self, cut: Cut) -> CutCode {
        let until = match cut.boundary {
            Boundary::Every => false,
            Boundary::Until => true,
        };
        let clock = self.presence(self.system.variable(cut.signal).clock);
        CutCode { signal: self.slot(cut.signal), clock, until }
    }

    /// The code of a stage; its passes are left to be lowered.
    fn stage(&mut self, stage: &'a Stage, passes: &mut Vec<&'a Pass>) -> Result<StageCode, TooLarge> {
        match stage {
            Stage::Pass(pass) => {
                self.latches_of(pass)?;
                passes.push(pass);
                let closing = match pass.closing {
                    Closing::Streaming => ClosingCode::Streaming,
                    Closing::Segment(cut) => ClosingCode::Segment(self.cut(cut)),
                    Closing::End => ClosingCode::End,
                };
                Ok(StageCode::Pass { pass: passes.len() - 1, closing })
            }
            Stage::Segmented { cut, internal, stages } => {
                let cut = self.cut(*cut);
                let inner = |stage| cajal_semantics::deep::grow(|| self.stage(stage, passes));
                let stages = stages.iter().map(inner).collect::<Result<_, TooLarge>>()?;
                Ok(StageCode::Segmented { cut, internal: *internal, stages })
            }
            Stage::OnDemand { id: _, direction, variables } => {
                for x in variables {
                    self.on_demand(*x)?;
                }
                Ok(StageCode::OnDemand { direction: *direction, variables: variables.clone() })
            }
        }
    }

    fn on_demand(&mut self, x: VarId) -> Result<(), TooLarge> {
        if let Some(kernel) = self.kernel(x)? {
            self.code.kernels.insert(x, kernel);
            return Ok(());
        }
        let Some(operation) = self.system.operation(x) else { return Ok(()) };
        for (i, operand) in operation.operands().into_iter().enumerate() {
            if let Operand::Constant(value) = operand {
                let slot = self.constant(value)?;
                self.code.constants.insert((x, i), slot);
            }
        }
        Ok(())
    }

    /// The registers of delays along a pass whose bodies are computed after them: filled where the body is computed.
    fn latches_of(&mut self, pass: &Pass) -> Result<(), TooLarge> {
        for x in &pass.variables {
            let Some(body) = self.delayed(*x, pass.direction) else { continue };
            if let Some(from) = self.plan.places[body.index()]
                && !is_ready(from, place(self.plan, *x))
            {
                let register = self.register(*x)?;
                self.latches.entry(body).or_default().push((register, *x));
            }
        }
        Ok(())
    }

    /// The body of a delay in this direction, if x is one.
    fn delayed(&self, x: VarId, along: Direction) -> Option<VarId> {
        match self.system.operation(x)? {
            Operation::Shift { direction, body } | Operation::Delay { direction, boundary: _, body }
                if *direction == along =>
            {
                body.variable()
            }
            Operation::Shift { .. }
            | Operation::Delay { .. }
            | Operation::Arrow { .. }
            | Operation::Copy(_)
            | Operation::Primitive(..)
            | Operation::If { .. }
            | Operation::When { .. }
            | Operation::Merge { .. } => None,
        }
    }
}

/// Is a value at a tick known when the reader is computed at that tick?
fn is_ready(from: Place, reader: Place) -> bool {
    if from.pass != reader.pass {
        return from.pass < reader.pass;
    }
    (from.lag, from.position) < (reader.lag, reader.position)
}

/// The code of one pass in the making.
struct PassLowering<'l, 'a> {
    all: &'l mut Lowering<'a>,
    pass: &'a Pass,
    instructions: Vec<Instruction>,
    gates: HashMap<(ClockId, usize), GateId>,
    cursors: HashMap<(ClockId, Option<BlockId>, usize), usize>,
    first_cursor: usize,
}

impl<'l, 'a> PassLowering<'l, 'a> {
    fn new(all: &'l mut Lowering<'a>, pass: &'a Pass) -> Self {
        let first_cursor = all.code.cursors;
        PassLowering { all, pass, instructions: vec![], gates: HashMap::new(), cursors: HashMap::new(), first_cursor }
    }

    fn run(mut self) -> Result<PassCode, TooLarge> {
        for x in &self.pass.variables {
            let lag = place(self.all.plan, *x).lag;
            let gate = self.gate(self.all.system.variable(*x).clock, lag);
            let operation = self.operation(*x, lag)?;
            self.instructions.push(Instruction { lag, gate, operation });
            for (register, reader) in self.all.latches.get(x).cloned().unwrap_or_default() {
                let scalar = self.all.system.variable(reader).ty.scalar;
                let operation = Op::Latch { scalar, from: self.all.slot(*x), register };
                self.instructions.push(Instruction { lag, gate, operation });
            }
        }
        Ok(PassCode {
            direction: self.pass.direction,
            depth: self.pass.depth,
            instructions: self.instructions,
            cursors: self.first_cursor..self.all.code.cursors,
        })
    }

    /// The gate of a clock for a lag; those above it come before it.
    fn gate(&mut self, clock: ClockId, lag: usize) -> GateId {
        let mut missing = vec![];
        let mut at = clock;
        let mut open = loop {
            if let Some(gate) = self.gates.get(&(at, lag)) {
                break *gate;
            }
            let Clock::On { parent, condition, value } = self.all.system.clock(at) else { break 0 };
            missing.push((at, condition, value));
            at = parent;
        };
        for (clock, condition, value) in missing.into_iter().rev() {
            let gate = self.all.code.gates;
            self.all.code.gates += 1;
            let operation = Op::Gate { gate, parent: open, condition: self.all.slot(condition), value };
            self.instructions.push(Instruction { lag, gate: 0, operation });
            self.gates.insert((clock, lag), gate);
            open = gate;
        }
        open
    }

    /// The cursor of a clock in a block for a lag.
    fn cursor(&mut self, clock: ClockId, block: Option<BlockId>, lag: usize) -> usize {
        if let Some(cursor) = self.cursors.get(&(clock, block, lag)) {
            return *cursor;
        }
        let system = self.all.system;
        let mut cuts = vec![];
        for block in system.enclosing(block) {
            let block = system.block(block);
            let gate = self.gate(block.clock, lag);
            let at_once = cuts_at_once(block.boundary, self.pass.direction);
            cuts.push(CursorCut { signal: self.all.slot(block.signal), gate, at_once });
        }
        let gate = self.gate(clock, lag);
        let cursor = self.all.code.cursors;
        self.all.code.cursors += 1;
        self.instructions.push(Instruction {
            lag,
            gate: 0,
            operation: Op::Cursor { cursor, clock: gate, cuts, direction: self.pass.direction },
        });
        self.cursors.insert((clock, block, lag), cursor);
        cursor
    }

    fn operation(&mut self, x: VarId, lag: usize) -> Result<Op, TooLarge> {
        let variable = self.all.system.variable(x);
        let (scalar, to) = (variable.ty.scalar, self.all.slot(x));
        let operation = self.all.system.operation(x).expect("BUG: inputs are in no pass");
        Ok(match operation {
            Operation::Copy(e) | Operation::When { body: e, .. } => Op::Copy { scalar, from: self.all.operand(e)?, to },
            Operation::Primitive(..) => Op::Compute(self.all.kernel(x)?.expect("BUG: a primitive has a kernel")),
            Operation::If { condition, on_true, on_false } => {
                let [condition, on_true, on_false] =
                    [self.all.operand(condition)?, self.all.operand(on_true)?, self.all.operand(on_false)?];
                Op::Choose { scalar, condition, on_true, on_false, to }
            }
            Operation::Merge { condition, on_true, on_false } => {
                let [on_true, on_false] = [self.all.operand(on_true)?, self.all.operand(on_false)?];
                Op::Choose { scalar, condition: self.all.slot(*condition), on_true, on_false, to }
            }
            Operation::Shift { direction, body } => self.delay(x, lag, *direction, None, body)?,
            Operation::Delay { direction, boundary, body } => self.delay(x, lag, *direction, Some(boundary), body)?,
            Operation::Arrow { direction, boundary, body } => {
                let [boundary, body] = [self.all.operand(boundary)?, self.all.operand(body)?];
                if *direction == self.pass.direction {
                    let cursor = self.cursor(variable.clock, variable.block, lag);
                    Op::Arrow { scalar, cursor, boundary, body, to }
                } else {
                    let seek = self.all.seek(x, *direction);
                    Op::ArrowAhead { scalar, seek, boundary, body, to }
                }
            }
        })
    }

    fn delay(
        &mut self,
        x: VarId,
        lag: usize,
        direction: Direction,
        boundary: Option<&Operand<VarId>>,
        body: &Operand<VarId>,
    ) -> Result<Op, TooLarge> {
        let variable = self.all.system.variable(x);
        let (scalar, to) = (variable.ty.scalar, self.all.slot(x));
        let boundary = boundary.map(|boundary| self.all.operand(boundary)).transpose()?;
        if direction != self.pass.direction {
            let seek = self.all.seek(x, direction);
            return Ok(Op::Ahead { scalar, seek, body: self.all.operand(body)?, boundary, to });
        }
        let cursor = self.cursor(variable.clock, variable.block, lag);
        let (register, latch) = match body {
            Operand::Constant(value) => (self.all.constant(value)?, None),
            Operand::Variable(y) => {
                let waiting = self.all.latches.get(y).into_iter().flatten().find(|(_, reader)| *reader == x);
                match waiting {
                    Some((register, _)) => (*register, None),
                    None => (self.all.register(x)?, Some(self.all.slot(*y))),
                }
            }
        };
        Ok(Op::Delay { scalar, cursor, register, boundary, latch, to })
    }
}
