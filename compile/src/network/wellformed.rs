//! When a graph is a network: operands stand before what uses them and are in scope, parameters and results belong to
//! their sub-networks, and every operation has the types that its rule asks for.
//!
//! Networks that are translated or simplified have this property (it is tested); networks that are read from a file are
//! checked.

use super::syntax::{Network, Node, Op, Port, ScopeId, Wire};
use cajal_semantics::cajal::types::{Dim, Ty};
use std::fmt;

/// Why a graph is no network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// The operation that breaks a rule.
    pub wire: Wire,
    /// Which one.
    pub reason: String,
}

impl fmt::Display for IllFormed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}: {}", self.wire.0, self.reason)
    }
}

impl std::error::Error for IllFormed {}

impl Network {
    /// Checks every operation, in order.
    ///
    /// # Errors
    /// The first operation that breaks a rule.
    pub fn check(&self) -> Result<(), IllFormed> {
        for (position, node) in self.nodes.iter().enumerate() {
            let wire = Wire(position as u32);
            self.operation(wire, node).map_err(|reason| IllFormed { wire, reason })?;
        }
        let visible =
            self.output.index() < self.nodes.len() && self.is_around(self.node(self.output).scope, ScopeId::MAIN);
        if visible { Ok(()) } else { Err(IllFormed { wire: self.output, reason: "the output is not in scope".into() }) }
    }

    /// Is `outer` the scope `inner`, or around it?
    fn is_around(&self, outer: ScopeId, inner: ScopeId) -> bool {
        let mut scope = inner;
        while self.scope(scope).depth > self.scope(outer).depth {
            match self.scope(scope).parent {
                Some(parent) => scope = parent,
                None => return false,
            }
        }
        scope == outer
    }

    /// ⊢ op : τ in a scope. One arm per operation.
    fn operation(&self, wire: Wire, node: &Node) -> Result<(), String> {
        let ty = |w: Wire| &self.node(w).ty;
        if node.scope.index() >= self.scopes.len() {
            return Err("it stands in no scope".into());
        }
        for operand in node.op.operands() {
            if operand >= wire {
                return Err(format!("it uses %{}, which does not stand before it", operand.0));
            }
            if !self.is_around(self.node(operand).scope, node.scope) {
                return Err(format!("%{} is not in scope", operand.0));
            }
        }
        match &node.op {
            Op::Input(i) => self.port(node, self.inputs.get(*i), ScopeId::MAIN),
            Op::Extern(i) => self.port(node, self.externs.get(*i), ScopeId::CLOSED),
            Op::Param if self.scope(node.scope).param == Some(wire) => Ok(()),
            Op::Param => Err("it is not the parameter of its scope".into()),
            Op::True | Op::False => equal(&node.ty, &Ty::Bool),
            Op::Numeral(_) => equal(&node.ty, &Ty::Nat),
            Op::Matrix(m) if node.ty.dim() == Dim::Finite(m.entries.len() as u64) => Ok(()),
            Op::Matrix(m) => Err(format!("a matrix of {} entries is not of type {}", m.entries.len(), node.ty)),
            Op::Gate { condition, then, otherwise } => {
                equal(ty(*condition), &Ty::Bool)?;
                equal(ty(*then), &node.ty)?;
                equal(ty(*otherwise), &node.ty)
            }
            Op::Shift { by: _, of } => {
                equal(ty(*of), &Ty::Nat)?;
                equal(&node.ty, &Ty::Nat)
            }
            Op::Recur { init, cell, count } => {
                let (param, output) = self.sub_network(wire, *cell)?;
                if self.scope(*cell).parent != Some(ScopeId::CLOSED) {
                    return Err("its cell is not closed".into());
                }
                equal(ty(*count), &Ty::Nat)?;
                equal(ty(*init), &node.ty)?;
                equal(ty(param), &node.ty)?;
                equal(ty(output), &node.ty)
            }
            Op::Apply { function, argument } => match ty(*function) {
                Ty::Fun(arrow) => {
                    equal(ty(*argument), &arrow.dom)?;
                    equal(&node.ty, &arrow.cod)
                }
                other @ (Ty::Bool | Ty::Nat | Ty::Real(_)) => Err(format!("it applies a wire of type {other}")),
            },
            Op::Abs { body } => {
                let (param, output) = self.sub_network(wire, *body)?;
                if self.scope(*body).parent != Some(node.scope) {
                    return Err("its body stands in another scope".into());
                }
                equal(&node.ty, &Ty::fun(ty(param).clone(), ty(output).clone()))
            }
        }
    }

    fn port(&self, node: &Node, port: Option<&Port>, scope: ScopeId) -> Result<(), String> {
        let port = port.ok_or("there is no such port")?;
        equal(&node.ty, &port.ty)?;
        if node.scope == scope { Ok(()) } else { Err("it stands in the wrong scope".into()) }
    }

    /// The ends of a sub-network: its result stands before its use, and inside of it or around it.
    fn sub_network(&self, wire: Wire, id: ScopeId) -> Result<(Wire, Wire), String> {
        let scope = self.scopes.get(id.index()).ok_or("there is no such sub-network")?;
        let (param, output) = scope.param.zip(scope.output).ok_or("its sub-network is not finished")?;
        if param >= wire || output >= wire {
            return Err("its sub-network does not stand before it".into());
        }
        if self.is_around(self.node(output).scope, id) {
            Ok((param, output))
        } else {
            Err("the result of its sub-network is not in scope".into())
        }
    }
}

fn equal(found: &Ty, expected: &Ty) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("expected type {expected}, found {found}")) }
}
