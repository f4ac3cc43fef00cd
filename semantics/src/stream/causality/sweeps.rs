//! The fewest alternating sweeps that compute the outputs.
//!
//! A forward recurrence is computed in a forward sweep, a backward one in a backward sweep, anything else in either. In
//! the sweep of what it reads, a part can be computed if it reads no further ahead (in the sweep's direction) than a
//! bounded number of base ticks: it is then computed that much later in the sweep. Otherwise it waits for a later sweep.
//! Each part is put into the earliest sweep that is possible; an earlier sweep never hurts what comes after, so this is
//! the least number for a given first direction, and both first directions are tried.
//!
//! A segmented part is computed in a forward sweep; its own sweeps within the segments are counted on top.

use super::dependencies::Dependencies;
use super::{Part, PartKind};
use crate::deep::grow;
use crate::stream::syntax::Direction;
use crate::stream::system::ClockId;
use std::collections::HashSet;

/// Where the parts are computed.
pub(super) struct Schedule {
    pub(super) first: Direction,
    pub(super) sweeps: usize,
    /// For each vertex, its sweep, from 1; 0 for inputs and what is not live.
    pub(super) sweep: Vec<usize>,
}

/// The vertices that some output depends on.
pub(super) fn live(dependencies: &Dependencies) -> Vec<bool> {
    let mut live = vec![false; dependencies.vertices()];
    let mut stack: Vec<u32> = dependencies.system.outputs.iter().map(|x| x.0).collect();
    while let Some(v) = stack.pop() {
        if !std::mem::replace(&mut live[v as usize], true) {
            stack.extend(dependencies.reads.from(v).iter().map(|(read, _)| *read));
        }
    }
    live
}

/// What schedules are made from.
pub(super) struct Sweeper<'a> {
    pub(super) dependencies: &'a Dependencies<'a>,
    pub(super) live: &'a [bool],
}

impl Sweeper<'_> {
    /// The schedule with the fewest sweeps; where both first directions are as good, the forward one. `dropped` are
    /// dependencies that are satisfied before (by earlier segments).
    pub(super) fn schedule(&self, parts: &[Part], dropped: &HashSet<u32>) -> Schedule {
        let [forward, backward] =
            [Direction::Forward, Direction::Backward].map(|first| self.schedule_from(parts, dropped, first));
        if forward.sweeps <= backward.sweeps { forward } else { backward }
    }

    fn schedule_from(&self, parts: &[Part], dropped: &HashSet<u32>, first: Direction) -> Schedule {
        let mut sweep = vec![0; self.dependencies.vertices()];
        let direction_of = |sweep: usize| if sweep % 2 == 1 { first } else { first.reverse() };
        let (mut sweeps, mut inner_sweeps) = (0, 0);
        for part in parts {
            if self.is_input(part) || !part.vertices.iter().any(|v| self.live[*v as usize]) {
                continue;
            }
            let wanted = match &part.kind {
                PartKind::NonRecursive => None,
                PartKind::Recursive { direction, .. } => Some(*direction),
                PartKind::Segmented { group: _, dropped: more, parts } => {
                    let dropped = dropped.union(more).copied().collect();
                    inner_sweeps += grow(|| self.schedule(parts, &dropped)).sweeps.saturating_sub(1);
                    Some(Direction::Forward)
                }
            };
            let outside = self.outside(part, dropped);
            let last = outside.iter().map(|(_, read)| sweep[*read as usize]).max().unwrap_or(0);
            let waits = |candidate: usize| {
                outside.iter().any(|(edge, read)| {
                    sweep[*read as usize] == candidate && !self.may_join(*edge, direction_of(candidate))
                })
            };
            let mut candidate = last.max(1);
            while wanted.is_some_and(|wanted| wanted != direction_of(candidate)) || waits(candidate) {
                candidate += 1;
            }
            part.vertices.iter().for_each(|v| sweep[*v as usize] = candidate);
            sweeps = sweeps.max(candidate);
        }
        Schedule { first, sweeps: sweeps + inner_sweeps, sweep }
    }

    fn is_input(&self, part: &Part) -> bool {
        let input = |x| self.dependencies.system.operation(x).is_none();
        part.vertices.iter().all(|v| self.dependencies.variable(*v).is_some_and(input))
    }

    /// May a reader be computed in the sweep of what it reads?
    fn may_join(&self, edge: u32, direction: Direction) -> bool {
        let reach = self.dependencies.reach_on(edge, ClockId::BASE);
        match direction {
            Direction::Forward => reach.least.is_some(),
            Direction::Backward => reach.most.is_some(),
        }
    }

    /// The edges by which a part reads others, with what they read.
    fn outside(&self, part: &Part, dropped: &HashSet<u32>) -> Vec<(u32, u32)> {
        let inside: HashSet<u32> = part.vertices.iter().copied().collect();
        let edges = part.vertices.iter().flat_map(|v| self.dependencies.reads.from(*v));
        let edges = edges.filter(|(read, edge)| !inside.contains(read) && !dropped.contains(edge));
        edges.map(|(read, edge)| (*edge, *read)).collect()
    }
}
