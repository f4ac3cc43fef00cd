//! The call graph: no node may call itself, directly or through others.

use super::error::NameError;
use super::graph::{Graph, components, shortest_cycle};
use super::normal::{Body, Equation, NodeId};
use crate::source::Span;

/// The call graph of the nodes that have a body.
pub(super) struct Calls {
    graph: Graph,
    /// For each edge, the place of the call.
    places: Vec<Span>,
}

impl Calls {
    /// The calls in these bodies.
    pub(super) fn new(bodies: &[Option<Body>]) -> Self {
        let (mut edges, mut places) = (vec![], vec![]);
        for (caller, body) in bodies.iter().enumerate() {
            for equation in body.iter().flat_map(|body| &body.equations) {
                if let Equation::Call(call) = equation {
                    edges.push((caller as u32, call.node.0));
                    places.push(call.span);
                }
            }
        }
        Calls { graph: Graph::new(bodies.len(), edges.into_iter()), places }
    }

    /// One error for each set of nodes that call each other.
    pub(super) fn recursion(&self, bodies: &[Option<Body>]) -> Vec<NameError> {
        let recursive = components(&self.graph).into_iter().filter_map(|component| {
            let start = *component.iter().min()?;
            let members: std::collections::HashSet<u32> = component.into_iter().collect();
            let cycle = shortest_cycle(&self.graph, start, |target, _| members.contains(&target))?;
            let named = |(caller, edge): (u32, u32)| {
                let body = bodies[caller as usize].as_ref().expect("BUG: only a body makes calls");
                (body.name.name.clone(), self.places[edge as usize])
            };
            let cycle: Vec<_> = cycle.into_iter().map(named).collect();
            let span = cycle[0].1;
            Some(NameError::Recursive { cycle, span })
        });
        recursive.collect()
    }

    /// The nodes that nothing outside the reach of `root` calls: with `root`, they reach every node.
    pub(super) fn other_roots(&self, root: NodeId) -> Vec<NodeId> {
        let n = self.graph.len();
        let mut reached = vec![false; n];
        let mut reach = |from: u32| {
            let mut stack = vec![from];
            while let Some(v) = stack.pop() {
                if !std::mem::replace(&mut reached[v as usize], true) {
                    stack.extend(self.graph.from(v).iter().map(|(target, _)| *target));
                }
            }
        };
        reach(root.0);
        let mut called = vec![false; n];
        for v in (0..n as u32).filter(|v| !reached[*v as usize]) {
            self.graph.from(v).iter().for_each(|(target, _)| called[*target as usize] = true);
        }
        (0..n as u32).filter(|v| !reached[*v as usize] && !called[*v as usize]).map(NodeId).collect()
    }
}
