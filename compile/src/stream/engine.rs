//! A run: input comes in tick by tick or at once, stages run when what they need is there, outputs go out.

use super::arena::Arena;
use super::code::{ClosingCode, CutCode, StageCode};
use super::demand;
use super::lower::{Code, Region, Storage, TooLarge, lower};
use super::machine::State;
use super::plan::{Closing, Plan, Stage, Timing};
use super::reads::{conditions, reads};
use cajal_semantics::stream::Checked;
use cajal_semantics::stream::inputs::InputError;
use cajal_semantics::stream::syntax::Direction;
use cajal_semantics::stream::system::{System, VarId};
use cajal_semantics::stream::value::{Scalar, Value};
use std::ops::Range;
use std::sync::Arc;

/// One entry for each input or output, none where it is absent.
pub type Row = Vec<Option<Value>>;

/// A program that can be run.
#[derive(Clone, Debug)]
pub struct Executable {
    checked: Arc<Checked>,
    plan: Arc<Plan>,
    /// For each stage, what it reads of other stages and of the inputs.
    externals: Arc<Vec<Vec<VarId>>>,
    /// For each variable, the stage that computes it.
    stage_of: Arc<Vec<Option<usize>>>,
    timing: Timing,
}

impl Executable {
    /// Schedules a checked program.
    pub fn new(checked: &Checked, timing: Timing) -> Self {
        let plan = Plan::new(checked, timing);
        let system = checked.system();
        let mut stage_of = vec![None; system.variables.len()];
        let inside: Vec<Vec<VarId>> = plan.stages.iter().map(variables).collect();
        for (i, stage) in inside.iter().enumerate() {
            stage.iter().for_each(|x| stage_of[x.index()] = Some(i));
        }
        let externals = plan.stages.iter().enumerate().map(|(i, stage)| {
            let mut found = signals(system, stage);
            for (pass, direction) in passes(stage) {
                let all = pass.iter().flat_map(|x| reads(system, *x, direction));
                found.extend(all.map(|read| read.variable));
            }
            found.retain(|x| stage_of[x.index()] != Some(i));
            found.sort();
            found.dedup();
            found
        });
        let externals = Arc::new(externals.collect());
        let (checked, plan, stage_of) = (Arc::new(checked.clone()), Arc::new(plan), Arc::new(stage_of));
        Executable { checked, plan, externals, stage_of, timing }
    }

    /// The equations.
    pub fn system(&self) -> &System {
        self.checked.system()
    }

    /// The number of loops over time, those inside segments included.
    pub fn passes(&self) -> usize {
        self.plan.stages.iter().map(|stage| passes(stage).len()).sum()
    }

    /// A run that has room for this many ticks at first; a run of the whole horizon has room for no more.
    pub fn start(&self, ticks: usize) -> Result<Run, TooLarge> {
        let ticks = match self.timing {
            Timing::Whole => ticks,
            Timing::Online => ticks.max(4).next_power_of_two(),
        };
        let storage = Storage::new(self.system(), &self.plan);
        let (code, arena) = lower(self.system(), &self.plan, &storage, self.timing, ticks)?;
        let state = State::new(arena, code.gates, code.cursors);
        let progress = self.plan.stages.iter().map(|_| Progress::default()).collect();
        let program = self.clone();
        Ok(Run { program, storage, code, state, progress, ticks, emitted: 0, ended: false })
    }

    /// The outputs, given all input streams (in the order of the inputs).
    ///
    /// # Errors
    /// If the streams do not fit into memory.
    pub fn run(&self, given: &[Vec<Option<Value>>], horizon: usize) -> Result<Vec<Vec<Option<Value>>>, TooLarge> {
        let mut run = self.start(horizon)?;
        for t in 0..horizon {
            run.write(t, given.iter().map(|stream| stream[t].as_ref()));
        }
        run.state.received = horizon;
        run.ended = true;
        run.advance();
        let outputs = 0..self.system().outputs.len();
        Ok(outputs.map(|i| (0..horizon).map(|t| run.output(i, t)).collect()).collect())
    }
}

/// All variables of a stage.
fn variables(stage: &Stage) -> Vec<VarId> {
    passes(stage).into_iter().flat_map(|(variables, _)| variables.iter().copied()).collect()
}

/// The passes of a stage.
fn passes(stage: &Stage) -> Vec<(&[VarId], Direction)> {
    let mut found: Vec<(&[VarId], _)> = vec![];
    let mut stack = vec![stage];
    while let Some(stage) = stack.pop() {
        match stage {
            Stage::Pass(pass) => found.push((&pass.variables, pass.direction)),
            Stage::Segmented { stages, .. } => stack.extend(stages),
            Stage::OnDemand { variables, direction, .. } => found.push((variables, *direction)),
        }
    }
    found
}

/// The signals that close a stage, and the conditions of their clocks.
fn signals(system: &System, stage: &Stage) -> Vec<VarId> {
    let mut found = vec![];
    let mut stack = vec![stage];
    while let Some(stage) = stack.pop() {
        let cut = match stage {
            Stage::Pass(pass) => match pass.closing {
                Closing::Segment(cut) => Some(cut),
                Closing::Streaming | Closing::End => None,
            },
            Stage::Segmented { cut, stages, .. } => {
                stack.extend(stages);
                Some(*cut)
            }
            Stage::OnDemand { .. } => None,
        };
        if let Some(cut) = cut {
            found.push(cut.signal);
            found.extend(conditions(system, system.variable(cut.signal).clock).into_iter().map(|(c, _)| c));
        }
    }
    found
}

/// How far a stage got.
#[derive(Clone, Copy, Default, Debug)]
struct Progress {
    /// The steps made (of a streaming pass), or the ticks in closed segments.
    done: usize,
    /// Up to where the end of the open segment has been looked for.
    scanned: usize,
}

/// A run of a program.
#[derive(Debug)]
pub struct Run {
    program: Executable,
    storage: Storage,
    code: Code,
    state: State,
    progress: Vec<Progress>,
    /// How many ticks there is room for.
    ticks: usize,
    emitted: usize,
    ended: bool,
}

impl Run {
    /// How many ticks of input were fed.
    pub fn received(&self) -> usize {
        self.state.received
    }

    /// The bytes that streams, registers and constants take.
    pub fn bytes(&self) -> usize {
        self.state.arena.bytes()
    }

    /// The input at the next tick; whatever can run, runs.
    ///
    /// # Errors
    /// If a value is missing, present where it must be absent, or of another type; or if memory is full.
    pub fn feed(&mut self, row: &[Option<Value>]) -> Result<(), FeedError> {
        let t = self.state.received;
        check_row(self.program.system(), row, t).map_err(FeedError::Input)?;
        if t - self.lowest() >= self.ticks {
            self.grow().map_err(|TooLarge| FeedError::TooLarge)?;
        }
        self.write(t, row.iter().map(Option::as_ref));
        self.state.received = t + 1;
        self.advance();
        Ok(())
    }

    /// There is no more input: all open segments close.
    pub fn finish(&mut self) {
        self.ended = true;
        self.advance();
    }

    /// The outputs at the next tick, once all are known.
    pub fn next_row(&mut self) -> Option<Row> {
        let t = self.emitted;
        let system = self.program.system();
        let known = |x: &VarId| {
            let conditions = conditions(system, system.variable(*x).clock);
            std::iter::once(*x).chain(conditions.into_iter().map(|(c, _)| c)).all(|x| self.complete(x) > t)
        };
        let known = t < self.state.received && system.outputs.iter().all(known);
        if !known {
            return None;
        }
        self.emitted += 1;
        Some((0..system.outputs.len()).map(|i| self.output(i, t)).collect())
    }

    /// An output at a tick that is kept.
    fn output(&self, i: usize, t: usize) -> Option<Value> {
        if !self.state.present(&self.code.presence[i], t) {
            return None;
        }
        let x = self.program.system().outputs[i];
        let ty = &self.program.system().variable(x).ty;
        let slot = self.code.slots[x.index()]?;
        Value::from_elements(ty.shape.clone(), self.state.arena.read(ty.scalar, slot.at(t), slot.width))
    }

    fn write<'v>(&mut self, t: usize, values: impl Iterator<Item = Option<&'v Value>>) {
        for (x, value) in self.program.checked.system().inputs.iter().zip(values) {
            if let (Some(value), Some(slot)) = (value, self.code.slots[x.index()]) {
                self.state.arena.write(slot.at(t), value);
            }
        }
    }

    /// The first tick that something may still read.
    fn lowest(&self) -> usize {
        let stages = self.program.plan.stages.iter().zip(&self.progress);
        let lowest = stages.map(|(stage, progress)| match stage {
            Stage::Pass(pass) => progress.done.saturating_sub(pass.depth + 1),
            Stage::Segmented { .. } | Stage::OnDemand { .. } => progress.done.saturating_sub(1),
        });
        lowest.min().unwrap_or(self.emitted).min(self.emitted)
    }

    /// Twice the room.
    fn grow(&mut self) -> Result<(), TooLarge> {
        let ticks = self.ticks.checked_mul(2).ok_or(TooLarge)?;
        let program = &self.program;
        let (code, mut arena) = lower(program.system(), &program.plan, &self.storage, program.timing, ticks)?;
        let kept = self.lowest()..self.state.received;
        for (old, new) in self.code.regions.iter().zip(&code.regions) {
            let old_arena = &self.state.arena;
            if old.stored {
                for t in kept.clone() {
                    carry(old, old_arena, old.slot.at(t), &mut arena, new.slot.at(t), old.slot.width);
                }
            } else {
                let elements = old.slot.width * old.capacity;
                carry(old, old_arena, old.slot.start, &mut arena, new.slot.start, elements);
            }
        }
        self.state.arena = arena;
        self.code = code;
        self.ticks = ticks;
        Ok(())
    }

    /// Up to which tick a variable is known.
    fn complete(&self, x: VarId) -> usize {
        let Some(stage) = self.program.stage_of[x.index()] else { return self.state.received };
        let lag = match &self.program.plan.stages[stage] {
            Stage::Pass(_) if self.is_streaming(stage) => self.program.plan.places[x.index()].map_or(0, |p| p.lag),
            Stage::Pass(_) | Stage::Segmented { .. } | Stage::OnDemand { .. } => 0,
        };
        self.progress[stage].done.saturating_sub(lag).min(self.state.received)
    }

    fn is_streaming(&self, stage: usize) -> bool {
        matches!(&self.code.stages[stage], StageCode::Pass { closing: ClosingCode::Streaming, .. })
    }

    /// Runs every stage as far as it can.
    fn advance(&mut self) {
        for i in 0..self.code.stages.len() {
            let frontier = self.program.externals[i].iter().map(|x| self.complete(*x)).min();
            let frontier = frontier.unwrap_or(self.state.received);
            let end = self.ended && frontier == self.state.received;
            self.stage(i, frontier, end);
        }
    }

    fn stage(&mut self, i: usize, frontier: usize, end: bool) {
        let Run { program, code, state, progress, .. } = self;
        let progress = &mut progress[i];
        match &code.stages[i] {
            StageCode::Pass { pass, closing: ClosingCode::Streaming } => {
                let pass = &code.passes[*pass];
                let to = if end { frontier + pass.depth } else { frontier };
                let ticks = if end { 0..frontier } else { 0..usize::MAX };
                state.forward(pass, &code.seeks, progress.done..to, ticks);
                progress.done = to.max(progress.done);
            }
            StageCode::Pass { pass, closing: ClosingCode::Segment(cut) } => {
                let pass = &code.passes[*pass];
                while let Some(ticks) = closed(state, cut, progress, frontier, end) {
                    state.range(pass, &code.seeks, ticks);
                }
            }
            StageCode::Pass { pass, closing: ClosingCode::End } => {
                if end && progress.done < frontier {
                    state.range(&code.passes[*pass], &code.seeks, 0..frontier);
                    progress.done = frontier;
                }
            }
            StageCode::Segmented { cut, internal, stages } => {
                let mut segments = Segments { system: program.checked.system(), code, state };
                segments.run(cut, *internal, stages, progress, frontier, end);
            }
            StageCode::OnDemand { direction, variables } => {
                if end && progress.done < frontier {
                    demand::run(program.checked.system(), code, state, variables, 0..frontier, *direction);
                    progress.done = frontier;
                }
            }
        }
    }
}

/// Copies elements of a region from one arena to another.
fn carry(region: &Region, from: &Arena, at: usize, to: &mut Arena, there: usize, elements: usize) {
    match region.scalar {
        Scalar::Bool => to.bools[there..there + elements].copy_from_slice(&from.bools[at..at + elements]),
        Scalar::Int => to.ints[there..there + elements].copy_from_slice(&from.ints[at..at + elements]),
        Scalar::Real => to.reals[there..there + elements].copy_from_slice(&from.reals[at..at + elements]),
    }
}

/// The next closed segment, if it has closed.
fn closed(state: &State, cut: &CutCode, progress: &mut Progress, frontier: usize, end: bool) -> Option<Range<usize>> {
    let start = progress.done;
    progress.scanned = progress.scanned.max(start);
    while progress.scanned < frontier {
        let t = progress.scanned;
        progress.scanned += 1;
        if !state.present(&cut.clock, t) || !state.arena.bools[cut.signal.at(t)] {
            continue;
        }
        let close = if cut.until { t + 1 } else { t };
        if close > start {
            progress.done = close;
            return Some(start..close);
        }
    }
    if end && start < frontier {
        progress.done = frontier;
        return Some(start..frontier);
    }
    None
}

/// Segment after segment.
struct Segments<'a> {
    system: &'a System,
    code: &'a Code,
    state: &'a mut State,
}

impl Segments<'_> {
    fn run(
        &mut self,
        cut: &CutCode,
        internal: bool,
        stages: &[StageCode],
        progress: &mut Progress,
        frontier: usize,
        end: bool,
    ) {
        if !internal {
            while let Some(ticks) = closed(self.state, cut, progress, frontier, end) {
                self.stages(stages, ticks);
            }
            return;
        }
        // The first stage finds the end of the segment, tick by tick; `scanned` ticks of it are done.
        let Some((StageCode::Pass { pass, .. }, rest)) = stages.split_first() else { return };
        let pass = &self.code.passes[*pass];
        while progress.scanned < frontier {
            let t = progress.scanned;
            self.state.forward(pass, &self.code.seeks, t..t + 1, t..t + 1);
            progress.scanned = t + 1;
            let closes = self.state.present(&cut.clock, t) && self.state.arena.bools[cut.signal.at(t)];
            if closes || (end && t + 1 == frontier) {
                self.stages(rest, progress.done..t + 1);
                progress.done = t + 1;
            }
        }
        // The input ended after the last tick was computed.
        if end && progress.done < progress.scanned {
            self.stages(rest, progress.done..progress.scanned);
            progress.done = progress.scanned;
        }
    }

    /// All stages, one after another, over a range that is a segment.
    fn stages(&mut self, stages: &[StageCode], ticks: Range<usize>) {
        for stage in stages {
            match stage {
                StageCode::Pass { pass, closing: _ } => {
                    self.state.range(&self.code.passes[*pass], &self.code.seeks, ticks.clone());
                }
                StageCode::Segmented { cut, internal, stages } => {
                    let mut progress = Progress { done: ticks.start, scanned: ticks.start };
                    cajal_semantics::deep::grow(|| self.run(cut, *internal, stages, &mut progress, ticks.end, true));
                }
                StageCode::OnDemand { direction, variables } => {
                    demand::run(self.system, self.code, self.state, variables, ticks.clone(), *direction);
                }
            }
        }
    }
}

/// Why input cannot be taken.
#[derive(Clone, PartialEq, Debug)]
pub enum FeedError {
    /// It does not fit the program.
    Input(InputError),
    /// It does not fit into memory.
    TooLarge,
}

/// Do the values at one tick fit the inputs?
fn check_row(system: &System, row: &[Option<Value>], tick: usize) -> Result<(), InputError> {
    if row.len() != system.inputs.len() {
        return Err(InputError::Number { expected: system.inputs.len(), found: row.len() });
    }
    let at = |x: VarId| system.inputs.iter().position(|input| *input == x);
    for (x, value) in system.inputs.iter().zip(row) {
        let variable = system.variable(*x);
        let name = || variable.name.clone();
        let holds =
            |(condition, wanted): (VarId, bool)| at(condition).is_some_and(|i| row[i] == Some(Value::Bool(wanted)));
        let present = conditions(system, variable.clock).into_iter().all(holds);
        match value {
            Some(_) if !present => return Err(InputError::Present { name: name(), tick }),
            None if present => return Err(InputError::Absent { name: name(), tick }),
            Some(value) if value.ty() != variable.ty => {
                let (expected, found) = (variable.ty.clone(), value.ty());
                return Err(InputError::Type { name: name(), tick, expected, found });
            }
            Some(_) | None => {}
        }
    }
    Ok(())
}
