//! From nodes to one flat system: every call is replaced by the callee's equations.
//!
//! The variables that a call defines *are* the callee's outputs, and its arguments are the callee's inputs; only the
//! callee's other variables are new at each call. Its base clock becomes the clock of the call, and a `restart` call
//! opens a [`Block`].

use super::MAX_EQUATIONS;
use super::error::SizeError;
use super::names::Names;
use super::normal::{Call, Equation, Local, LocalId, NodeId, Nodes};
use super::system::{Block, BlockId, Clock, ClockId, Definition, Operand, System, VarId, Variable};
use crate::deep::grow;
use std::collections::HashMap;
use std::sync::Arc;

/// The system of the root node.
pub(super) fn inline(nodes: &Nodes) -> Result<System, SizeError> {
    let root = nodes.node(nodes.root);
    let system = System {
        name: root.body.name.name.clone(),
        variables: vec![],
        clocks: vec![Clock::Base],
        blocks: vec![],
        inputs: vec![],
        outputs: vec![],
    };
    let mut inliner = Inliner { nodes, system, clocks: HashMap::new(), names: taken(nodes), instances: 0 };
    let unbound = vec![None; root.body.locals.len()];
    let variables = inliner.instance(nodes.root, unbound, ClockId::BASE, None)?;
    let [inputs, outputs] =
        [&root.body.inputs, &root.body.outputs].map(|locals| locals.iter().map(|x| variables[x.index()]).collect());
    Ok(System { inputs, outputs, ..inliner.system })
}

struct Inliner<'a> {
    nodes: &'a Nodes,
    system: System,
    clocks: HashMap<(ClockId, VarId, bool), ClockId>,
    names: Names,
    instances: usize,
}

impl Inliner<'_> {
    /// The equations of a node, with some of its variables given; returns all of its variables.
    fn instance(
        &mut self,
        node: NodeId,
        given: Vec<Option<VarId>>,
        base: ClockId,
        block: Option<BlockId>,
    ) -> Result<Vec<VarId>, SizeError> {
        let nodes = self.nodes;
        let node = nodes.node(node);
        self.instances += 1;
        if self.instances + self.system.variables.len() + given.len() > MAX_EQUATIONS {
            return Err(SizeError::Equations { span: nodes.node(nodes.root).body.name.span });
        }
        let first = self.instances == 1;
        let variables: Vec<VarId> = {
            let mut next = self.system.variables.len() as u32;
            let allocate = |given: &Option<VarId>| given.unwrap_or_else(|| (VarId(next), next += 1).0);
            given.iter().map(allocate).collect()
        };
        let clocks = node.clocks.iter().fold(vec![], |mut known: Vec<ClockId>, clock| {
            known.push(match *clock {
                Clock::Base => base,
                Clock::On { parent, condition, value } => {
                    self.clock(known[parent.index()], variables[condition.index()], value)
                }
            });
            known
        });
        for (i, local) in node.body.locals.iter().enumerate() {
            if given[i].is_some() {
                continue;
            }
            let variable = Variable {
                name: name(&mut self.names, &node.body.name.name, local, first),
                temporary: local.declared.is_none(),
                span: local.span,
                ty: node.types[i].clone(),
                clock: clocks[node.clock_of[i].index()],
                block,
                definition: Definition::Input,
            };
            self.system.variables.push(variable);
        }
        for (equation, base) in node.body.equations.iter().zip(&node.base_of) {
            match equation {
                Equation::Define { target, operation, places: _, span } => {
                    let of = |x: LocalId| variables[x.index()];
                    let operand = |e: &Operand<LocalId>| match e {
                        Operand::Variable(x) => Operand::Variable(of(*x)),
                        Operand::Constant(value) => Operand::Constant(value.clone()),
                    };
                    let variable = &mut self.system.variables[of(*target).index()];
                    variable.definition = Definition::Equation(operation.map(operand, of));
                    variable.block = block;
                    variable.span = *span;
                }
                Equation::Call(call) => {
                    let base = base.expect("BUG: every call has a base clock");
                    self.call(call, &variables, clocks[base.index()], block)?;
                }
            }
        }
        Ok(variables)
    }

    fn call(&mut self, call: &Call, of: &[VarId], base: ClockId, block: Option<BlockId>) -> Result<(), SizeError> {
        let body = &self.nodes.node(call.node).body;
        let mut given = vec![None; body.locals.len()];
        let formals = body.inputs.iter().chain(&body.outputs);
        for (formal, actual) in formals.zip(call.arguments.iter().chain(&call.targets)) {
            given[formal.index()] = Some(of[actual.index()]);
        }
        let block = match call.restart {
            None => block,
            Some((boundary, signal, _)) => {
                let list = |locals: &[LocalId]| locals.iter().map(|x| of[x.index()]).collect();
                self.system.blocks.push(Block {
                    parent: block,
                    boundary,
                    signal: of[signal.index()],
                    clock: base,
                    node: body.name.name.clone(),
                    entering: list(&call.arguments),
                    leaving: list(&call.targets),
                    span: call.span,
                });
                Some(BlockId(self.system.blocks.len() as u32 - 1))
            }
        };
        grow(|| self.instance(call.node, given, base, block)).map(|_| ())
    }

    fn clock(&mut self, parent: ClockId, condition: VarId, value: bool) -> ClockId {
        *self.clocks.entry((parent, condition, value)).or_insert_with(|| {
            self.system.clocks.push(Clock::On { parent, condition, value });
            ClockId(self.system.clocks.len() as u32 - 1)
        })
    }
}

/// Nothing may take the name of a node, nor of a variable that the root declares.
fn taken(nodes: &Nodes) -> Names {
    let root = &nodes.node(nodes.root).body;
    let own = root.locals.iter().filter(|local| local.declared.is_some()).map(|local| local.name.clone());
    Names::new(nodes.nodes.iter().map(|node| node.body.name.name.clone()).chain(own))
}

/// A name for a variable of a node; the root's declared variables keep theirs.
fn name(names: &mut Names, node: &str, local: &Local, in_root: bool) -> Arc<str> {
    match (local.declared.is_some(), in_root) {
        (true, true) => local.name.clone(),
        (true, false) => names.fresh(&format!("{node}_{}", local.name)),
        (false, _) => names.numbered("t"),
    }
}
