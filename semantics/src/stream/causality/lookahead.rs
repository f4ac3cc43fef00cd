//! The infinite horizon: how far ahead of a stream its dependencies lie.
//!
//! The latency of x is max(0, −min over walks that end in x), in base ticks; it is finite iff no cycle has negative
//! weight. Looking ahead inside a restart block lasts until the segment ends and is not counted: it weighs 0.

use super::cycles;
use super::dependencies::Dependencies;
use crate::stream::error::CausalityError;
use crate::stream::graph::Graph;
use crate::stream::least::{Effect, solve_or_cycle};
use crate::stream::system::ClockId;

/// The latency of each output, or why some stream has none.
pub(super) fn latencies(dependencies: &Dependencies) -> Result<Vec<u64>, CausalityError> {
    let unbounded = |cycle: &[u32]| CausalityError::Unbounded { cycle: cycles::steps(dependencies, cycle) };
    let mut weights = vec![];
    for (number, edge) in dependencies.edges.iter().enumerate() {
        let inside = dependencies.boundary(edge.reader).is_some() || dependencies.block(edge.reader).is_some();
        let least = dependencies.reach_on(number as u32, ClockId::BASE).least;
        weights.push(match least {
            Some(ticks) if inside => ticks.max(0),
            Some(ticks) => ticks,
            None if inside => 0,
            None => return Err(unbounded(&[number as u32])),
        });
    }
    let graph = Graph::new(dependencies.vertices(), dependencies.edges.iter().map(|edge| (edge.read, edge.reader)));
    let latencies = solve_or_cycle(&graph, vec![0; graph.len()], |edge, _| Effect::Add(-weights[edge as usize]))
        .map_err(|mut cycle| {
            cycle.reverse();
            unbounded(&cycle)
        })?;
    Ok(dependencies.system.outputs.iter().map(|x| latencies[x.index()] as u64).collect())
}
