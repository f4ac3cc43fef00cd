//! Which streams have an adjoint: those that depend on what is differentiated for and that the loss depends on, through
//! reals alone.

use crate::stream::system::{Operand, Operation, System, VarId};
use crate::stream::value::Scalar;

/// For each variable, does it lie between the streams to differentiate for and the loss?
pub(super) fn active(system: &System, loss: VarId, wrt: &[VarId]) -> Vec<bool> {
    let mut readers: Vec<Vec<VarId>> = vec![vec![]; system.variables.len()];
    for x in system.ids() {
        carriers(system, x).for_each(|y| readers[y.index()].push(x));
    }
    let moved = reach(system, wrt.to_vec(), |x| readers[x.index()].clone());
    let felt = reach(system, vec![loss], |x| carriers(system, x).collect());
    moved.iter().zip(&felt).map(|(moved, felt)| *moved && *felt).collect()
}

/// The operands whose small changes may change a real variable. (Conditions are booleans.)
fn carriers(system: &System, x: VarId) -> impl Iterator<Item = VarId> {
    let is_real = |x: &VarId| system.variable(*x).ty.scalar == Scalar::Real;
    let operands = system.operation(x).filter(|_| is_real(&x)).map_or(vec![], Operation::operands);
    operands.into_iter().filter_map(Operand::variable).filter(is_real)
}

fn reach(system: &System, from: Vec<VarId>, next: impl Fn(VarId) -> Vec<VarId>) -> Vec<bool> {
    let mut reached = vec![false; system.variables.len()];
    let mut todo = from;
    while let Some(x) = todo.pop() {
        if !std::mem::replace(&mut reached[x.index()], true) {
            todo.extend(next(x));
        }
    }
    reached
}
