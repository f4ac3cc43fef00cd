//! Closed functions and cells of small types without N, written out as matrices over ℕ.

use super::rewrite::Folded;
use crate::eval::Evaluator;
use crate::network::{Matrix, Network, Op, ScopeId, Wire};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::rank;
use cajal_semantics::scalar::Nat;
use std::collections::HashMap;
use std::sync::Arc;

/// A matrix with more entries than this is not written out.
const ENTRIES: usize = 256;
/// As many applications are spent on each operation of the network.
const FUEL_PER_OPERATION: u64 = 16;

/// The matrices of the functions (by their wires) and of the cells (by their parameters) that can be folded.
pub(super) fn fold(network: &Network) -> Folded {
    let (_, linked) = network.linked();
    let fuel = FUEL_PER_OPERATION * network.nodes().len() as u64 + 1_000;
    let mut evaluator = Evaluator::new(network, Nat, fuel);
    let mut folded = HashMap::new();
    for (i, node) in network.nodes().iter().enumerate() {
        let wire = Wire(i as u32);
        if let Op::Abs { body } = node.op
            && node.scope == ScopeId::CLOSED
            && !linked[body.index()]
            && entries(&node.ty).is_some()
            && let Some(entries) = evaluator.function_matrix(wire)
        {
            folded.insert(wire, Arc::new(Matrix { entries }));
        }
        if let Op::Recur { cell, .. } = node.op
            && !linked[cell.index()]
            && entries(&node.ty).is_some_and(|n| n * n <= ENTRIES)
            && !is_matrix(network, cell)
            && !folded.contains_key(&network.ends(cell).0)
            && let Some(entries) = evaluator.cell_matrix(cell)
        {
            folded.insert(network.ends(cell).0, Arc::new(Matrix { entries }));
        }
    }
    folded
}

/// The rank of a small type without N.
fn entries(ty: &Ty) -> Option<usize> {
    rank(ty, None).ok().filter(|n| *n <= ENTRIES)
}

/// Is the cell the identity, or a matrix already?
fn is_matrix(network: &Network, cell: ScopeId) -> bool {
    let (param, output) = network.ends(cell);
    let applied = |f: Wire, a: Wire| a == param && matches!(network.node(f).op, Op::Matrix(_));
    output == param
        || matches!(network.node(output).op, Op::Apply { function, argument } if applied(function, argument))
}
