//! The causality analysis: can every stream be computed, and in which order?
//!
//! Theorem A (spec page 3): for streams on one clock, strict primitives and constant boundary values, the least fixpoint
//! is total for every horizon iff in every strongly connected component of the dependency graph all cycles have positive
//! weight, or all have negative weight. Which of the two holds is found from potentials (`homogeneous`), never by
//! listing cycles. On several clocks weights are intervals. A component that fails may still fall apart into good ones
//! when time is first cut into segments (`segments`). What is found is put into sweeps (`sweeps`); an infinite horizon
//! asks for bounded lookahead besides (`lookahead`).

mod cycles;
mod dependencies;
mod homogeneous;
mod lookahead;
mod segments;
mod sweeps;

use super::checked::{Checked, Component, Horizon, Kind, Recurrence, Segmented};
use super::error::CausalityError;
use super::graph::{Graph, components};
use super::syntax::Direction;
use super::system::{ClockId, System};
use crate::deep::grow;
use dependencies::Dependencies;
use std::collections::{HashMap, HashSet};

/// A strongly connected component of the dependency graph, on its vertices (variables and edges of segments).
struct Part {
    /// In an order in which one step of a sweep can compute them.
    vertices: Vec<u32>,
    kind: PartKind,
}

enum PartKind {
    NonRecursive,
    Recursive { direction: Direction, unit: ClockId, lags: Vec<u64> },
    Segmented { group: segments::Group, dropped: HashSet<u32>, parts: Vec<Part> },
}

/// The schedule of a system, or all components that have none.
pub(super) fn causality(system: System, horizon: Horizon) -> Result<Checked, Vec<CausalityError>> {
    let dependencies = Dependencies::new(&system);
    let all: Vec<u32> = (0..dependencies.vertices() as u32).collect();
    let mut errors = vec![];
    let parts = parts(&dependencies, &all, &|_| true, &mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    let latency = match horizon {
        Horizon::Finite => None,
        Horizon::Infinite => Some(lookahead::latencies(&dependencies).map_err(|error| vec![error])?),
    };
    let live = sweeps::live(&dependencies);
    let sweeper = sweeps::Sweeper { dependencies: &dependencies, live: &live };
    let nothing = HashSet::new();
    let schedule = sweeper.schedule(&parts, &nothing);
    let components = checked(&sweeper, parts, &schedule, &nothing);
    let (first_sweep, sweeps) = (schedule.first, schedule.sweeps);
    drop(dependencies);
    Ok(Checked { system, components, first_sweep, sweeps, latency })
}

/// The strongly connected components of some vertices, dependencies first; those without a schedule are reported.
fn parts(
    dependencies: &Dependencies,
    vertices: &[u32],
    kept: &dyn Fn(u32) -> bool,
    errors: &mut Vec<CausalityError>,
) -> Vec<Part> {
    // The subgraph on these vertices, renumbered.
    let position: HashMap<u32, u32> = vertices.iter().enumerate().map(|(i, v)| (*v, i as u32)).collect();
    let mut edges = vec![];
    for (i, v) in vertices.iter().enumerate() {
        for &(target, edge) in dependencies.reads.from(*v) {
            if let Some(j) = position.get(&target).filter(|_| kept(edge)) {
                edges.push((i as u32, *j));
            }
        }
    }
    let graph = Graph::new(vertices.len(), edges.into_iter());
    let mut parts = vec![];
    for component in components(&graph) {
        if let [i] = component[..]
            && graph.from(i).iter().all(|(read, _)| *read != i)
        {
            parts.push(Part { vertices: vec![vertices[i as usize]], kind: PartKind::NonRecursive });
            continue;
        }
        let component: Vec<u32> = component.into_iter().map(|i| vertices[i as usize]).collect();
        match part(dependencies, component, kept) {
            Ok(part) => parts.push(part),
            Err(more) => errors.extend(more),
        }
    }
    parts
}

/// The kind of a strongly connected component that has a cycle.
fn part(
    dependencies: &Dependencies,
    vertices: Vec<u32>,
    kept: &dyn Fn(u32) -> bool,
) -> Result<Part, Vec<CausalityError>> {
    let component = homogeneous::Component::new(dependencies, vertices, kept);
    if let Some(cycle) = component.instantaneous_cycle() {
        return Err(vec![CausalityError::Instantaneous { cycle: cycles::steps(dependencies, &cycle) }]);
    }
    let mut opposed = vec![];
    for direction in [Direction::Forward, Direction::Backward] {
        match component.recurrence(direction) {
            Ok((vertices, lags)) => {
                let kind = PartKind::Recursive { direction, unit: component.unit, lags };
                return Ok(Part { vertices, kind });
            }
            Err(cycle) => opposed.push(cycle),
        }
    }
    if let Some((group, dropped)) = segments::stratify(dependencies, &component) {
        let mut errors = vec![];
        let inside = |edge: u32| kept(edge) && !dropped.contains(&edge);
        let parts = grow(|| parts(dependencies, &component.vertices, &inside, &mut errors));
        if !errors.is_empty() {
            return Err(errors);
        }
        return Ok(Part { vertices: component.vertices, kind: PartKind::Segmented { group, dropped, parts } });
    }
    // A cycle whose weight is 0 says it all; else there is one of weight at most 0 and one of weight at least 0.
    if let Some(zero) = opposed.iter().position(|cycle| component.weight(cycle) == Some(0)) {
        opposed = vec![opposed.swap_remove(zero)];
    }
    let cycles = opposed.iter().map(|cycle| cycles::steps(dependencies, cycle)).collect();
    Err(vec![CausalityError::Mixed { cycles }])
}

/// Parts as an executor sees them: without the edges of segments. `dropped` are the dependencies on earlier segments.
fn checked(
    sweeper: &sweeps::Sweeper,
    parts: Vec<Part>,
    schedule: &sweeps::Schedule,
    dropped: &HashSet<u32>,
) -> Vec<Component> {
    let component = |Part { vertices, kind }: Part| {
        let live = vertices.iter().any(|v| sweeper.live[*v as usize]);
        let sweep = schedule.sweep[vertices[0] as usize];
        let places: Vec<usize> =
            (0..vertices.len()).filter(|i| sweeper.dependencies.variable(vertices[*i]).is_some()).collect();
        let variables = vertices.iter().filter_map(|v| sweeper.dependencies.variable(*v)).collect();
        let kind = match kind {
            PartKind::NonRecursive => Kind::NonRecursive,
            PartKind::Recursive { direction, unit, lags } => {
                Kind::Recursive(Recurrence { direction, unit, lags: places.iter().map(|i| lags[*i]).collect() })
            }
            PartKind::Segmented { group, dropped: more, parts } => {
                let dropped = dropped.union(&more).copied().collect();
                let inner = sweeper.schedule(&parts, &dropped);
                Kind::Segmented(Segmented {
                    boundary: group.boundary,
                    signal: group.signal,
                    components: grow(|| checked(sweeper, parts, &inner, &dropped)),
                    first_sweep: inner.first,
                    sweeps: inner.sweeps,
                })
            }
        };
        Component { kind, variables, sweep, live }
    };
    parts.into_iter().map(component).filter(|component| !component.variables.is_empty()).collect()
}
