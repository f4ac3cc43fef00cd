//! A cycle of the dependency graph, told equation by equation: temporaries and edges of segments are folded into the
//! equations of the variables that the program names.

use super::dependencies::Dependencies;
use crate::stream::error::{Reach, Step};
use crate::stream::system::ClockId;

/// The steps of a cycle, given as edges each of which reads the next one's reader.
pub(super) fn steps(dependencies: &Dependencies, cycle: &[u32]) -> Vec<Step> {
    let named = |vertex: u32| {
        dependencies.variable(vertex).map(|x| dependencies.system.variable(x)).filter(|variable| !variable.temporary)
    };
    let any = |vertex: u32| match (dependencies.variable(vertex), dependencies.boundary(vertex)) {
        (Some(x), _) => (dependencies.system.variable(x).name.clone(), dependencies.system.variable(x).span),
        (None, Some(block)) => {
            let block = dependencies.system.block(block);
            (format!("the restart of {}", block.node).into(), block.span)
        }
        (None, None) => ("".into(), crate::source::Span::default()),
    };
    let reader = |edge: u32| dependencies.edges[edge as usize].reader;
    // Start at a named variable, if there is one.
    let first = cycle.iter().position(|edge| named(reader(*edge)).is_some());
    let fold = first.is_some();
    let rotated: Vec<u32> = cycle.iter().cycle().skip(first.unwrap_or(0)).take(cycle.len()).copied().collect();
    let mut steps: Vec<Step> = vec![];
    for edge in rotated {
        let dependency = dependencies.edges[edge as usize];
        let reach = dependencies.reach_on(edge, unit(dependencies, cycle));
        let starts_step = !fold || named(dependency.reader).is_some();
        let (reads, _) = any(dependency.read);
        if starts_step {
            let (name, span) = any(dependency.reader);
            steps.push(Step { name, span, reads, how: dependency.how.to_owned(), reach });
        } else if let Some(step) = steps.last_mut() {
            step.reads = reads;
            step.reach = add(step.reach, reach);
            if !dependency.how.is_empty() && !step.how.split(", ").any(|how| how == dependency.how) {
                let comma = if step.how.is_empty() { "" } else { ", " };
                step.how.push_str(comma);
                step.how.push_str(dependency.how);
            }
        }
    }
    steps
}

fn add(a: Reach, b: Reach) -> Reach {
    let sum = |a: Option<i64>, b: Option<i64>| Some(a? + b?);
    Reach { least: sum(a.least, b.least), most: sum(a.most, b.most) }
}

/// The clock whose ticks a cycle is counted in: the deepest one that all its delays are on.
fn unit(dependencies: &Dependencies, cycle: &[u32]) -> ClockId {
    let clocks = cycle.iter().map(|edge| dependencies.edges[*edge as usize]);
    let delays = clocks.filter(|edge| (edge.reach.least, edge.reach.most) != (Some(0), Some(0)));
    delays.map(|edge| edge.clock).reduce(|a, b| dependencies.meet(a, b)).unwrap_or(ClockId::BASE)
}
