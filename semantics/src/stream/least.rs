//! Least solutions of systems of constraints `x ≥ f(y)`: the shared core of the initialisation and causality analyses.
//!
//! Every f is monotone and, where it carries its argument on at all, adds a constant. The values are found component by
//! component; within a component by relaxation in queue order. A solution diverges exactly where a cycle of constraints
//! gains at every round: then the constraints that last raised each variable form a cycle, which is looked for once in as
//! many steps as the component has variables, so that the search costs no more than the relaxation itself.

use super::graph::{Graph, components};
use std::collections::VecDeque;

/// No bound.
pub(super) const UNBOUNDED: i64 = i64::MAX;

/// What a constraint makes of the value of its source.
#[derive(Clone, Copy)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The value plus a constant.
    Add(i64),
    /// A value that does not depend on how large the source's value is.
    Constant(i64),
}

/// The least values, and for each variable the constraint (the number of an edge) that first raised it above 0: going
/// back along these ends at a variable that started above 0.
pub(super) struct Solution {
    pub(super) values: Vec<i64>,
    pub(super) raised_by: Vec<Option<u32>>,
}

/// The least solution above `start`; variables on gaining cycles, and what they reach, are [`UNBOUNDED`].
pub(super) fn solve(graph: &Graph, start: Vec<i64>, effect: impl Fn(u32, i64) -> Effect) -> Solution {
    let mut solver = Solver::new(graph, start, effect);
    let order = components(graph);
    for component in order.iter().rev() {
        while let Some(cycle) = solver.relax(component) {
            for (vertex, _) in cycle {
                solver.values[vertex as usize] = UNBOUNDED;
                solver.parent[vertex as usize] = None;
            }
        }
    }
    Solution { values: solver.values, raised_by: solver.raised_by }
}

/// The least solution above `start`, or a gaining cycle: its edges, each with its target, in order.
pub(super) fn solve_or_cycle(
    graph: &Graph,
    start: Vec<i64>,
    effect: impl Fn(u32, i64) -> Effect,
) -> Result<Vec<i64>, Vec<u32>> {
    let mut solver = Solver::new(graph, start, effect);
    let order = components(graph);
    for component in order.iter().rev() {
        if let Some(cycle) = solver.relax(component) {
            return Err(cycle.into_iter().map(|(_, edge)| edge).collect());
        }
    }
    Ok(solver.values)
}

struct Solver<'a, F> {
    graph: &'a Graph,
    effect: F,
    values: Vec<i64>,
    raised_by: Vec<Option<u32>>,
    /// Source and edge of the [`Effect::Add`] that gave a variable its value.
    parent: Vec<Option<(u32, u32)>>,
    queued: Vec<bool>,
    /// Marks of the search for a cycle: the number of the walk that met the variable.
    mark: Vec<u32>,
    walks: u32,
}

impl<'a, F: Fn(u32, i64) -> Effect> Solver<'a, F> {
    fn new(graph: &'a Graph, start: Vec<i64>, effect: F) -> Self {
        let n = graph.len();
        Solver {
            graph,
            effect,
            values: start,
            raised_by: vec![None; n],
            parent: vec![None; n],
            queued: vec![false; n],
            mark: vec![0; n],
            walks: 0,
        }
    }

    /// Relaxes all constraints that leave a component until none raises anything; or a gaining cycle.
    fn relax(&mut self, component: &[u32]) -> Option<Vec<(u32, u32)>> {
        // Tarjan lists a component from its root down; constraints run the other way most often.
        let mut queue: VecDeque<u32> = component.iter().copied().collect();
        let mut inside = std::collections::HashSet::new();
        if component.len() > 1 {
            inside.extend(component.iter().copied());
        }
        let is_inside = |v: u32| v == component[0] || inside.contains(&v);
        component.iter().for_each(|v| self.queued[*v as usize] = true);
        let mut raised = 0;
        while let Some(v) = queue.pop_front() {
            self.queued[v as usize] = false;
            let graph = self.graph;
            for &(target, edge) in graph.from(v) {
                if !self.raise(v, target, edge) || !is_inside(target) {
                    continue;
                }
                if !std::mem::replace(&mut self.queued[target as usize], true) {
                    queue.push_back(target);
                }
                raised += 1;
                if raised >= component.len() {
                    raised = 0;
                    if let Some(cycle) = self.cycle(component) {
                        component.iter().for_each(|v| self.queued[*v as usize] = false);
                        return Some(cycle);
                    }
                }
            }
        }
        None
    }

    fn raise(&mut self, source: u32, target: u32, edge: u32) -> bool {
        let value = self.values[source as usize];
        let (new, parent) = match (self.effect)(edge, value) {
            Effect::None => return false,
            Effect::Add(_) if value == UNBOUNDED => (UNBOUNDED, None),
            Effect::Add(gain) => (value + gain, Some((source, edge))),
            Effect::Constant(new) => (new, None),
        };
        let raised = new > self.values[target as usize];
        if raised {
            if self.values[target as usize] == 0 {
                self.raised_by[target as usize] = Some(edge);
            }
            self.values[target as usize] = new;
            self.parent[target as usize] = parent;
        }
        raised
    }

    /// A cycle of parents: each variable on it with the edge that enters it.
    fn cycle(&mut self, component: &[u32]) -> Option<Vec<(u32, u32)>> {
        let first_walk = self.walks + 1;
        for start in component {
            self.walks += 1;
            let mut at = *start;
            loop {
                if self.mark[at as usize] == self.walks {
                    let mut cycle = vec![];
                    let end = at;
                    while let Some((source, edge)) = self.parent[at as usize] {
                        cycle.push((at, edge));
                        at = source;
                        if at == end {
                            break;
                        }
                    }
                    cycle.reverse();
                    return Some(cycle);
                }
                if self.mark[at as usize] >= first_walk {
                    break;
                }
                self.mark[at as usize] = self.walks;
                let Some((source, _)) = self.parent[at as usize] else { break };
                at = source;
            }
        }
        None
    }
}
