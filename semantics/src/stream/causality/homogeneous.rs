//! Have all cycles of a strongly connected component the same sign?
//!
//! With n vertices, a cycle of weight W ≤ 0 is one of negative weight once every edge's w is replaced by (n + 1)·w − 1,
//! because a simple cycle has at most n edges: so the question is whether certain constraints have a solution (`least`).
//! Where all weights have one sign it is enough that the edges of weight 0 form no cycle.

use super::dependencies::Dependencies;
use crate::stream::error::Reach;
use crate::stream::graph::{Graph, components, shortest_cycle};
use crate::stream::least::{Effect, solve_or_cycle};
use crate::stream::syntax::Direction;
use crate::stream::system::ClockId;
use std::collections::HashMap;

/// A strongly connected component, with the edges inside it.
pub(super) struct Component {
    pub(super) vertices: Vec<u32>,
    /// Numbers of the dependency graph's edges.
    pub(super) edges: Vec<u32>,
    /// The clock whose ticks weights count: the deepest one that all delays of the component are on.
    pub(super) unit: ClockId,
    /// For each edge, its reader and what it reads (as positions in `vertices`), and its weight in ticks of `unit`.
    weighted: Vec<(u32, u32, Reach)>,
}

impl Component {
    pub(super) fn new(dependencies: &Dependencies, vertices: Vec<u32>, kept: &dyn Fn(u32) -> bool) -> Self {
        let position: HashMap<u32, u32> = vertices.iter().enumerate().map(|(i, v)| (*v, i as u32)).collect();
        let mut edges = vec![];
        let mut ends = vec![];
        for (i, v) in vertices.iter().enumerate() {
            for &(target, edge) in dependencies.reads.from(*v) {
                if let Some(j) = position.get(&target).filter(|_| kept(edge)) {
                    edges.push(edge);
                    ends.push((i as u32, *j));
                }
            }
        }
        let delays = edges.iter().map(|edge| &dependencies.edges[*edge as usize]);
        let delays = delays.filter(|edge| (edge.reach.least, edge.reach.most) != (Some(0), Some(0)));
        let unit = delays.map(|edge| edge.clock).reduce(|a, b| dependencies.meet(a, b)).unwrap_or(ClockId::BASE);
        let weighted = edges
            .iter()
            .zip(ends)
            .map(|(edge, (reader, read))| (reader, read, dependencies.reach_on(*edge, unit)))
            .collect();
        Component { vertices, edges, unit, weighted }
    }

    /// The exact weight of a cycle of the component, if its edges have exact weights.
    pub(super) fn weight(&self, cycle: &[u32]) -> Option<i64> {
        let of_edge: HashMap<u32, Reach> = self.edges.iter().copied().zip(self.weighted.iter().map(|w| w.2)).collect();
        cycle
            .iter()
            .map(|edge| of_edge.get(edge).and_then(|reach| reach.least.filter(|w| reach.most == Some(*w))))
            .sum()
    }

    /// A cycle each of whose edges may stay at the same tick.
    pub(super) fn instantaneous_cycle(&self) -> Option<Vec<u32>> {
        let now = |reach: &Reach| reach.least.is_none_or(|w| w <= 0) && reach.most.is_none_or(|w| w >= 0);
        self.cycle_of(|reach| now(reach))
    }

    /// Some cycle of admitted edges.
    fn cycle_of(&self, admitted: impl Fn(&Reach) -> bool) -> Option<Vec<u32>> {
        let numbers: Vec<usize> = (0..self.weighted.len()).filter(|i| admitted(&self.weighted[*i].2)).collect();
        let ends = numbers.iter().map(|i| (self.weighted[*i].0, self.weighted[*i].1));
        let graph = Graph::new(self.vertices.len(), ends);
        let cycles = components(&graph).into_iter().filter_map(|component| {
            let inside: std::collections::HashSet<u32> = component.iter().copied().collect();
            shortest_cycle(&graph, component[0], |target, _| inside.contains(&target))
        });
        let shortest = cycles.min_by_key(Vec::len)?;
        Some(shortest.into_iter().map(|(_, edge)| self.edges[numbers[edge as usize]]).collect())
    }

    /// The weight that decides about a direction, counted so that it must be positive: the least one for a forward
    /// recurrence, the greatest one, negated, for a backward one. None: unbounded on the wrong side.
    fn progress(&self, edge: usize, direction: Direction) -> Option<i64> {
        let reach = self.weighted[edge].2;
        match direction {
            Direction::Forward => reach.least,
            Direction::Backward => reach.most.map(|w| -w),
        }
    }

    /// If every cycle runs in this direction: the vertices in the order of one step of the sweep, and by how many ticks
    /// each is late. Else a cycle that does not, as edges of the dependency graph.
    pub(super) fn recurrence(&self, direction: Direction) -> Result<(Vec<u32>, Vec<u64>), Vec<u32>> {
        let n = self.vertices.len();
        let progress: Vec<Option<i64>> = (0..self.edges.len()).map(|edge| self.progress(edge, direction)).collect();
        if let Some(unbounded) = progress.iter().position(Option::is_none) {
            return Err(self.cycle_through(unbounded));
        }
        let progress: Vec<i64> = progress.into_iter().flatten().collect();
        // Constraints run from what is read to the reader: it is late by at least as much, less the progress.
        let graph = Graph::new(n, self.weighted.iter().map(|(reader, read, _)| (*read, *reader)));
        let solved =
            |cycle: Vec<u32>| cycle.into_iter().rev().map(|edge| self.edges[edge as usize]).collect::<Vec<_>>();
        let mut lags = vec![0; n];
        if progress.iter().any(|w| *w < 0) {
            let scaled = |edge: u32| 1 - (n as i64 + 1) * progress[edge as usize];
            solve_or_cycle(&graph, vec![0; n], |edge, _| Effect::Add(scaled(edge))).map_err(solved)?;
            lags =
                solve_or_cycle(&graph, vec![0; n], |edge, _| Effect::Add(-progress[edge as usize])).map_err(solved)?;
        }
        // What is due in the same step is ordered by its dependencies; these edges form no cycle, because around any
        // cycle the lags cancel and the progress does not.
        let slack = |edge: usize| {
            let (reader, read, _) = self.weighted[edge];
            lags[reader as usize] - lags[read as usize] + progress[edge]
        };
        let tight: Vec<(u32, u32)> = (0..self.edges.len())
            .filter(|edge| slack(*edge) == 0)
            .map(|edge| (self.weighted[edge].0, self.weighted[edge].1))
            .collect();
        let order = components(&Graph::new(n, tight.iter().copied()));
        if order.iter().any(|component| component.len() > 1) || tight.iter().any(|(reader, read)| reader == read) {
            let zero = |reach: &Reach| match direction {
                Direction::Forward => reach.least == Some(0),
                Direction::Backward => reach.most == Some(0),
            };
            return Err(self.cycle_of(zero).expect("BUG: without negative progress, tight edges have none"));
        }
        let order: Vec<usize> = order.into_iter().flatten().map(|i| i as usize).collect();
        Ok((order.iter().map(|i| self.vertices[*i]).collect(), order.iter().map(|i| lags[*i] as u64).collect()))
    }

    /// A shortest cycle through an edge, which is its first.
    fn cycle_through(&self, edge: usize) -> Vec<u32> {
        let (reader, read, _) = self.weighted[edge];
        if reader == read {
            return vec![self.edges[edge]];
        }
        // From what is read back to the reader: a cycle through `read` that is closed by this edge only.
        let graph = Graph::new(self.vertices.len(), self.weighted.iter().map(|(reader, read, _)| (*reader, *read)));
        let closing = |target: u32, number: u32| target != read || number as usize == edge;
        let cycle = shortest_cycle(&graph, read, closing).expect("BUG: the component is strongly connected");
        let mut cycle: Vec<u32> = cycle.into_iter().map(|(_, edge)| self.edges[edge as usize]).collect();
        cycle.rotate_right(1);
        cycle
    }
}
