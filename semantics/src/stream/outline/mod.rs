//! From a flat system back to nodes: the inverse of `inline`, so that a transformed system can be printed as source.
//!
//! Equations outside all restart blocks become the root node; each [`Block`](super::system::Block) becomes a node of its
//! own, which the node around it calls under `restart`. What a block reads from outside are the node's inputs, what is
//! read of it outside are its outputs ([`interface`]). Only what the outputs need is kept. Every output must have an
//! equation, and none may be listed twice.
//!
//! Temporaries that are read once are folded back into the expression that reads them ([`expression`]).

mod expression;
mod interface;

use super::names::Names;
use super::syntax::{Boundary, Comments, Equation, Expr, ExprKind, Group, Ident, Node, Program, Sampling, TypeSyntax};
use super::system::{BlockId, Clock, ClockId, System, VarId};
use super::value::Type;
use crate::source::Span;
use expression::Folder;
use interface::Interfaces;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The system as a program, callees first and the root last. Spans are those of the system.
pub(super) fn outline(system: &System) -> Program {
    let interfaces = Interfaces::new(system);
    let mut names =
        Names::new(system.variables.iter().map(|variable| variable.name.clone()).chain([system.name.clone()]));
    let blocks: Vec<BlockId> = interfaces.blocks().collect();
    let callees: HashMap<BlockId, Arc<str>> =
        blocks.iter().map(|block| (*block, names.fresh(&system.block(*block).node))).collect();
    let outliner = Outliner { system, folder: Folder::new(system, &interfaces), interfaces, callees };
    // Blocks are listed parents first.
    let inner = blocks.iter().rev().map(|block| outliner.node(Some(*block)));
    let nodes = inner.chain([outliner.node(None)]).collect();
    Program { nodes, trailing: vec![] }
}

struct Outliner<'a> {
    system: &'a System,
    interfaces: Interfaces,
    folder: Folder<'a>,
    /// The names of the nodes that blocks become.
    callees: HashMap<BlockId, Arc<str>>,
}

impl Outliner<'_> {
    /// The node of a block, or the root node.
    fn node(&self, block: Option<BlockId>) -> Node {
        let system = self.system;
        let (name, base, span) = match block {
            None => (system.name.clone(), ClockId::BASE, Span::default()),
            Some(id) => (self.callees[&id].clone(), system.block(id).clock, system.block(id).span),
        };
        let (inputs, outputs) = match block {
            None => (system.inputs.clone(), system.outputs.clone()),
            Some(id) => (self.interfaces.inputs(id), self.interfaces.outputs(id)),
        };
        let emitted = self.folder.equations(self.interfaces.own(block));
        let mut locals: BTreeSet<VarId> = emitted.keys().copied().collect();
        let mut equations: Vec<Equation> =
            emitted.into_iter().map(|(x, value)| self.equation(&[x], value, system.variable(x).span)).collect();
        for callee in self.interfaces.blocks().filter(|callee| system.block(*callee).parent == block) {
            let targets = self.interfaces.outputs(callee);
            equations.push(self.equation(&targets, self.call(callee), system.block(callee).span));
            locals.extend(targets);
        }
        locals.retain(|x| !outputs.contains(x));
        Node {
            comments: Comments::default(),
            name: Ident::new(name, span),
            inputs: self.interface_groups(&inputs, base),
            outputs: self.interface_groups(&outputs, base),
            locals: self.local_groups(&locals, base),
            equations,
            trailing: vec![],
            span,
        }
    }

    fn equation(&self, targets: &[VarId], value: Expr, span: Span) -> Equation {
        let targets = targets.iter().map(|x| ident(self.system, *x)).collect();
        Equation { comments: Comments::default(), targets, value, span }
    }

    fn call(&self, callee: BlockId) -> Expr {
        let block = self.system.block(callee);
        let variable = |x: VarId| Expr::new(ExprKind::Variable(ident(self.system, x)), block.span);
        let boundary: Boundary = block.boundary;
        let kind = ExprKind::Restart {
            node: Ident::new(self.callees[&callee].clone(), block.span),
            arguments: self.interfaces.inputs(callee).into_iter().map(variable).collect(),
            boundary,
            signal: ident(self.system, block.signal),
        };
        Expr::new(kind, block.span)
    }

    /// Declarations in a fixed order: neighbours of one type and clock share a group.
    fn interface_groups(&self, variables: &[VarId], base: ClockId) -> Vec<Group> {
        let mut groups: Vec<Group> = vec![];
        let mut last: Option<(&Type, ClockId)> = None;
        for x in variables {
            let variable = self.system.variable(*x);
            let kind = (&variable.ty, variable.clock);
            match groups.last_mut().filter(|_| last == Some(kind)) {
                Some(group) => group.names.push(ident(self.system, *x)),
                None => groups.push(self.group(*x, base)),
            }
            last = Some(kind);
        }
        groups
    }

    /// Declarations in any order: one group for each type and clock.
    fn local_groups(&self, variables: &BTreeSet<VarId>, base: ClockId) -> Vec<Group> {
        let mut groups: Vec<Group> = vec![];
        let mut places: HashMap<(&Type, ClockId), usize> = HashMap::new();
        for x in variables {
            let variable = self.system.variable(*x);
            let place = *places.entry((&variable.ty, variable.clock)).or_insert(groups.len());
            match groups.get_mut(place) {
                Some(group) => group.names.push(ident(self.system, *x)),
                None => groups.push(self.group(*x, base)),
            }
        }
        groups
    }

    fn group(&self, x: VarId, base: ClockId) -> Group {
        let Type { scalar, shape } = &self.system.variable(x).ty;
        Group {
            comments: Comments::default(),
            names: vec![ident(self.system, x)],
            ty: TypeSyntax { scalar: *scalar, shape: shape.to_vec(), span: self.system.variable(x).span },
            clock: samplings(self.system, self.system.variable(x).clock, base),
        }
    }
}

fn ident(system: &System, x: VarId) -> Ident {
    let variable = system.variable(x);
    Ident::new(variable.name.clone(), variable.span)
}

/// The conditions of a clock below a base clock, outermost first.
fn samplings(system: &System, clock: ClockId, base: ClockId) -> Vec<Sampling> {
    let mut conditions = vec![];
    let mut at = clock;
    while at != base {
        let Clock::On { parent, condition, value } = system.clock(at) else { break };
        conditions.push(Sampling { condition: ident(system, condition), value });
        at = parent;
    }
    conditions.reverse();
    conditions
}
