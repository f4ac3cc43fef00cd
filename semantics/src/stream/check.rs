//! The front end: all phases in order.

use super::calls::Calls;
use super::causality::causality;
use super::checked::{Checked, Horizon};
use super::clocks::{clocks, declared_clocks};
use super::error::{Error, NameError};
use super::initialisation::initialisation;
use super::inline::inline;
use super::normal::{Body, Node, NodeId, Nodes};
use super::normalise::normalise;
use super::syntax::Program;
use super::system::System;
use super::types::{interface, types};
use crate::source::Span;

/// A program with names, types and clocks: what the denotation takes. Nothing is said about definedness.
#[derive(Clone, PartialEq, Debug)]
pub struct Elaborated {
    /// Node by node.
    pub nodes: Nodes,
    /// The root node with all calls inlined.
    pub system: System,
}

/// Names, types and clocks of a whole program. `root` is the node to be run; the other nodes are checked, too.
pub fn elaborate(program: &Program, root: &str) -> Result<Elaborated, Vec<Error>> {
    let (nodes, _) = nodes(program, root)?;
    let system = inline(&nodes).map_err(|error| vec![Error::Size(error)])?;
    Ok(Elaborated { nodes, system })
}

/// All checks: those of [`elaborate`], and that the root is initialised and causal.
///
/// Initialisation is a matter of the whole program: a node may return an undefined tick as long as the root's outputs
/// have none. Nodes that the root does not reach are checked for causality, too, because a cycle in them is wrong
/// wherever they are called.
pub fn check(program: &Program, root: &str, horizon: Horizon) -> Result<Checked, Vec<Error>> {
    let (nodes, others) = nodes(program, root)?;
    let system = inline(&nodes).map_err(|error| vec![Error::Size(error)])?;
    let mut errors: Vec<Error> = initialisation(&system).into_iter().map(Error::Uninitialized).collect();
    let checked = match causality(system, horizon) {
        Ok(checked) => Some(checked),
        Err(more) => {
            errors.extend(more.into_iter().map(Error::Causality));
            None
        }
    };
    let mut other = nodes;
    for root in others {
        other.root = root;
        match inline(&other) {
            Ok(system) => {
                if let Err(more) = causality(system, Horizon::Finite) {
                    errors.extend(more.into_iter().map(Error::Causality));
                }
            }
            Err(error) => errors.push(Error::Size(error)),
        }
    }
    checked.filter(|_| errors.is_empty()).ok_or(errors)
}

/// The nodes with types and clocks, and the further roots that reach those nodes that `root` does not.
fn nodes(program: &Program, root: &str) -> Result<(Nodes, Vec<NodeId>), Vec<Error>> {
    let (bodies, mut errors) = normalise(program);
    let calls = Calls::new(&bodies);
    errors.extend(calls.recursion(&bodies).into_iter().map(Error::Name));
    let found = program.nodes.iter().position(|node| &*node.name.name == root);
    if found.is_none() && errors.is_empty() {
        let span = program.nodes.last().map_or(Span::default(), |node| Span { start: node.span.end, ..node.span });
        errors.push(Error::Name(NameError::NoRoot { name: root.into(), span }));
    }
    let typed = typed(&bodies, &mut errors);
    match (found, typed.into_iter().collect::<Option<Vec<Node>>>()) {
        (Some(root), Some(nodes)) if errors.is_empty() => {
            let root = NodeId(root as u32);
            let others = calls.other_roots(root);
            Ok((Nodes { nodes, root }, others))
        }
        (_, _) => Err(errors),
    }
}

/// Types and clocks, node by node; a node with errors in one phase is left out of the next.
fn typed(bodies: &[Option<Body>], errors: &mut Vec<Error>) -> Vec<Option<Node>> {
    let interfaces: Vec<_> = bodies.iter().map(|body| body.as_ref().and_then(interface)).collect();
    let types: Vec<_> = bodies
        .iter()
        .map(|body| {
            let result = body.as_ref().map(|body| types(body, &interfaces))?;
            result.map_err(|more| errors.extend(more.into_iter().map(Error::Type))).ok()
        })
        .collect();
    let declared: Vec<_> = bodies
        .iter()
        .map(|body| {
            let result = body.as_ref().map(declared_clocks)?;
            result.map_err(|more| errors.extend(more.into_iter().map(Error::Clock))).ok()
        })
        .collect();
    let solutions = bodies.iter().zip(types).zip(&declared).map(|((body, types), own)| {
        let (body, types, own) = (body.as_ref()?, types?, own.as_ref()?);
        let result = clocks(body, own, bodies, &declared);
        let solution = result.map_err(|more| errors.extend(more.into_iter().map(Error::Clock))).ok()?;
        let (clocks, clock_of, base_of) = (solution.clocks, solution.clock_of, solution.base_of);
        Some(Node { body: body.clone(), types, clocks, clock_of, base_of })
    });
    solutions.collect()
}
