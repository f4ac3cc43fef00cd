//! Temporaries that only copy another stream, or a constant, are replaced by it: most adjoints of subexpressions are such.

use crate::stream::system::{Definition, Operand, Operation, System, VarId};

/// Replaces temporaries that are copies in all operands. Their equations stay; nothing reads them any more.
pub(super) fn without_copies(system: &mut System) {
    let mut original: Vec<Option<Operand<VarId>>> = system
        .ids()
        .map(|x| match system.operation(x) {
            Some(Operation::Copy(e)) if system.variable(x).temporary => Some(e.clone()),
            Some(_) | None => None,
        })
        .collect();
    for x in system.ids() {
        resolve(&mut original, x);
    }
    let replace = |e: &Operand<VarId>| match e {
        Operand::Variable(x) => original[x.index()].clone().unwrap_or(Operand::Variable(*x)),
        Operand::Constant(value) => Operand::Constant(value.clone()),
    };
    for variable in &mut system.variables {
        if let Definition::Equation(operation) = &mut variable.definition {
            *operation = operation.map(replace, |condition| condition);
        }
    }
}

/// Follows a chain of copies to its end, and lets every copy on the way point there. (No cycle consists of copies: it
/// would be one without delay.)
fn resolve(original: &mut [Option<Operand<VarId>>], x: VarId) {
    let mut chain = vec![];
    let mut at = x;
    while let Some(next) = &original[at.index()] {
        chain.push(at);
        match next {
            Operand::Variable(next) => at = *next,
            Operand::Constant(_) => break,
        }
    }
    if let Some(last) = chain.pop() {
        let end = original[last.index()].clone();
        chain.into_iter().for_each(|x| original[x.index()].clone_from(&end));
    }
}
