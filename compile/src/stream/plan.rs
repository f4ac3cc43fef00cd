//! Stages: the strongly connected components of a checked program, gathered into loops over time.
//!
//! A [`Pass`] runs through a range of ticks in one direction and computes, at each step, every variable it holds, some of
//! them a few ticks late (their lag), so that a look against the direction finds what it needs. What one pass computes
//! and another one reads is stored; everything else lives in ring buffers and registers.
//!
//! With the whole horizon at hand ([`Timing::Whole`]) the passes follow the sweeps of the analysis. When input arrives
//! tick by tick ([`Timing::Online`]) forward recurrences run as it comes, and backward ones whenever a segment of the
//! restart block around them closes.

use super::reads::{Read, direction_of, reads};
use cajal_semantics::stream::checked::{Checked, Component, Kind, Segmented};
use cajal_semantics::stream::syntax::{Boundary, Direction};
use cajal_semantics::stream::system::{ClockId, System, VarId};
use std::collections::HashSet;

/// When the passes run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// After all input.
    Whole,
    /// As early as possible.
    Online,
}

/// A signal that cuts time into segments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cut {
    pub(super) boundary: Boundary,
    pub(super) signal: VarId,
}

/// What must be there before a pass can run over a range of ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closing {
    /// Nothing: it runs as its input arrives.
    Streaming,
    /// The end of a segment.
    Segment(Cut),
    /// The end of the input.
    End,
}

/// One loop over time.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pass {
    pub(super) id: u32,
    pub(super) direction: Direction,
    pub(super) closing: Closing,
    /// The variables in the order of one step.
    pub(super) variables: Vec<VarId>,
    /// The greatest lag.
    pub(super) depth: usize,
}

/// A part of the schedule.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Stage {
    /// A loop over time.
    Pass(Pass),
    /// Segment after segment in the order of time, and in each one after another the stages inside.
    Segmented {
        cut: Cut,
        /// Is the signal computed by the first stage inside?
        internal: bool,
        stages: Vec<Stage>,
    },
    /// Each sample when it is needed, with an explicit stack: for recurrences whose lags count the ticks of a slow clock,
    /// and for segments whose boundaries cannot be found by running the first stage alone.
    OnDemand { id: u32, direction: Direction, variables: Vec<VarId> },
}

/// Where a variable is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) pass: u32,
    /// In [`Pass::variables`].
    pub(super) position: u32,
    pub(super) lag: usize,
}

/// All stages in order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plan {
    pub(super) stages: Vec<Stage>,
    /// For each variable that is computed.
    pub(super) places: Vec<Option<Place>>,
}

impl Plan {
    pub(super) fn new(checked: &Checked, timing: Timing) -> Plan {
        let system = checked.system();
        let mut planner = Planner { system, places: vec![None; system.variables.len()], passes: 0 };
        let stages = planner.stages(checked.components(), checked.first_sweep(), timing);
        Plan { stages, places: planner.places }
    }
}

struct Planner<'a> {
    system: &'a System,
    places: Vec<Option<Place>>,
    passes: u32,
}

/// A stage in the making.
struct Draft {
    stage: Stage,
    sweep: usize,
    /// The passes in it.
    passes: std::ops::Range<u32>,
}

/// What a component asks of its pass.
struct Wanted {
    /// None: either.
    direction: Option<Direction>,
    closing: Option<Closing>,
}

impl Planner<'_> {
    fn stages(&mut self, components: &[Component], first: Direction, timing: Timing) -> Vec<Stage> {
        let mut order: Vec<&Component> = components.iter().filter(|c| c.live && c.sweep > 0).collect();
        if timing == Timing::Whole {
            order.sort_by_key(|component| component.sweep);
        }
        let mut drafts: Vec<Draft> = vec![];
        for component in order {
            let direction = if component.sweep % 2 == 1 { first } else { first.reverse() };
            match &component.kind {
                Kind::Segmented(segmented) => self.segmented(component, segmented, &mut drafts),
                Kind::Recursive(recurrence)
                    if recurrence.unit != ClockId::BASE && recurrence.lags.iter().any(|lag| *lag > 0) =>
                {
                    self.on_demand(component, recurrence.direction, &mut drafts);
                }
                Kind::NonRecursive | Kind::Recursive(_) => {
                    let wanted = match timing {
                        Timing::Whole => Wanted { direction: Some(direction), closing: Some(Closing::End) },
                        Timing::Online => self.wanted(component),
                    };
                    self.pass(component, &wanted, timing, &mut drafts);
                }
            }
        }
        drafts.into_iter().map(|draft| draft.stage).collect()
    }

    fn fresh(&mut self) -> u32 {
        self.passes += 1;
        self.passes - 1
    }

    /// What a component needs to run as early as possible.
    fn wanted(&self, component: &Component) -> Wanted {
        let streaming = Wanted { direction: Some(Direction::Forward), closing: Some(Closing::Streaming) };
        let closed = Wanted { direction: Some(Direction::Backward), closing: Some(self.key(component)) };
        match &component.kind {
            Kind::Recursive(recurrence) => match recurrence.direction {
                Direction::Forward if component.variables.iter().any(|x| self.looks_far_ahead(*x)) => {
                    Wanted { direction: Some(Direction::Forward), closing: Some(self.key(component)) }
                }
                Direction::Forward => streaming,
                Direction::Backward => closed,
            },
            Kind::NonRecursive | Kind::Segmented(_) => {
                let x = component.variables[0];
                let on_base = self.system.variable(x).clock == ClockId::BASE;
                match self.system.operation(x).and_then(direction_of) {
                    None => Wanted { direction: None, closing: None },
                    Some(Direction::Forward) => streaming,
                    // One tick ahead, at most.
                    Some(Direction::Backward) if on_base => streaming,
                    Some(Direction::Backward) => closed,
                }
            }
        }
    }

    /// Does x look for the next tick of a slow clock?
    fn looks_far_ahead(&self, x: VarId) -> bool {
        let ahead = self.system.operation(x).and_then(direction_of) == Some(Direction::Backward);
        ahead && self.system.variable(x).clock != ClockId::BASE
    }

    /// The segments that all backward delays of a component stay in.
    fn key(&self, component: &Component) -> Closing {
        let mut keys = component.variables.iter().filter_map(|x| {
            let looks_ahead = self.system.operation(*x).and_then(direction_of) == Some(Direction::Backward);
            let outermost = self.system.enclosing(self.system.variable(*x).block).last();
            let cut =
                |block| Cut { boundary: self.system.block(block).boundary, signal: self.system.block(block).signal };
            looks_ahead.then(|| outermost.map(cut))
        });
        let Some(Some(first)) = keys.next() else { return Closing::End };
        if keys.all(|key| key == Some(first)) { Closing::Segment(first) } else { Closing::End }
    }

    /// What a component reads of others.
    fn outside(&self, component: &Component, direction: Direction) -> Vec<(usize, Read)> {
        let inside: HashSet<VarId> = component.variables.iter().copied().collect();
        let reads_of = |(i, x): (usize, &VarId)| {
            reads(self.system, *x, direction).into_iter().map(move |read| (i, read)).collect::<Vec<_>>()
        };
        let all = component.variables.iter().enumerate().flat_map(reads_of);
        all.filter(|(_, read)| !inside.contains(&read.variable)).collect()
    }

    fn pass_of(&self, x: VarId) -> Option<u32> {
        self.places[x.index()].map(|place| place.pass)
    }

    /// Adds a component to the first pass that can take it, or to a new one.
    fn pass(&mut self, component: &Component, wanted: &Wanted, timing: Timing, drafts: &mut Vec<Draft>) {
        let sweep = if timing == Timing::Whole { component.sweep } else { 0 };
        let outside = self.outside(component, wanted.direction.unwrap_or(Direction::Forward));
        let latest = outside.iter().filter_map(|(_, read)| self.pass_of(read.variable)).max();
        let first = latest.map_or(0, |pass| drafts.iter().position(|d| d.passes.contains(&pass)).unwrap_or(0));
        let takes = |draft: &Draft| {
            let Stage::Pass(pass) = &draft.stage else { return false };
            let far = outside.iter().any(|(_, read)| read.far && self.pass_of(read.variable) == Some(pass.id));
            draft.sweep == sweep
                && wanted.direction.is_none_or(|direction| direction == pass.direction)
                && match wanted.closing {
                    Some(closing) => closing == pass.closing,
                    // Not later than what it reads.
                    None => pass.closing == Closing::Streaming || latest == Some(pass.id),
                }
                && !far
        };
        let found = (first..drafts.len()).find(|i| takes(&drafts[*i]));
        let index = found.unwrap_or_else(|| {
            let id = self.fresh();
            let direction = wanted.direction.unwrap_or(Direction::Forward);
            let closing = wanted.closing.unwrap_or(Closing::Streaming);
            let stage = Stage::Pass(Pass { id, direction, closing, variables: vec![], depth: 0 });
            drafts.push(Draft { stage, sweep, passes: id..id + 1 });
            drafts.len() - 1
        });
        let Stage::Pass(pass) = &mut drafts[index].stage else { return };
        self.join(component, pass);
    }

    /// The component's variables, late enough for all that they read.
    fn join(&mut self, component: &Component, pass: &mut Pass) {
        let zeros = vec![0; component.variables.len()];
        let lags = match &component.kind {
            Kind::Recursive(recurrence) => &recurrence.lags,
            Kind::NonRecursive | Kind::Segmented(_) => &zeros,
        };
        let late = |(i, read): (usize, Read)| {
            let known = match self.places[read.variable.index()] {
                Some(place) if place.pass == pass.id => place.lag as i64,
                // As input arrives, the next tick is not there yet.
                Some(_) | None if pass.closing == Closing::Streaming => 0,
                Some(_) | None => return 0,
            };
            known - read.progress - lags[i] as i64
        };
        // Whether there is a next tick shows when it arrives.
        let looks_ahead =
            |x: &VarId| self.system.operation(*x).and_then(direction_of) == Some(pass.direction.reverse());
        let ahead =
            component.variables.iter().zip(lags).filter(|(x, _)| looks_ahead(x)).map(|(_, lag)| 1 - *lag as i64);
        let ahead = ahead.filter(|_| pass.closing == Closing::Streaming);
        let base = self.outside(component, pass.direction).into_iter().map(late).chain(ahead).max().unwrap_or(0);
        let base = base.max(0) as usize;
        for (x, lag) in component.variables.iter().zip(lags) {
            let lag = base + *lag as usize;
            self.places[x.index()] = Some(Place { pass: pass.id, position: pass.variables.len() as u32, lag });
            pass.variables.push(*x);
            pass.depth = pass.depth.max(lag);
        }
    }

    fn on_demand(&mut self, component: &Component, direction: Direction, drafts: &mut Vec<Draft>) {
        let id = self.fresh();
        for (position, x) in component.variables.iter().enumerate() {
            self.places[x.index()] = Some(Place { pass: id, position: position as u32, lag: 0 });
        }
        let stage = Stage::OnDemand { id, direction, variables: component.variables.clone() };
        drafts.push(Draft { stage, sweep: component.sweep, passes: id..id + 1 });
    }

    fn segmented(&mut self, component: &Component, segmented: &Segmented, drafts: &mut Vec<Draft>) {
        let from = self.passes;
        let first = segmented.first_sweep;
        let stages = cajal_semantics::deep::grow(|| self.stages(&segmented.components, first, Timing::Whole));
        let cut = Cut { boundary: segmented.boundary, signal: segmented.signal };
        let internal = component.variables.contains(&cut.signal);
        if internal && !self.closes_itself(cut, &stages) {
            return self.on_demand(component, Direction::Forward, drafts);
        }
        let stage = Stage::Segmented { cut, internal, stages };
        drafts.push(Draft { stage, sweep: component.sweep, passes: from..self.passes });
    }

    /// Does the first stage find the end of a segment, tick by tick?
    fn closes_itself(&self, cut: Cut, stages: &[Stage]) -> bool {
        let Some(Stage::Pass(pass)) = stages.first() else { return false };
        cut.boundary == Boundary::Until
            && pass.direction == Direction::Forward
            && pass.depth == 0
            && self.pass_of(cut.signal) == Some(pass.id)
    }
}
