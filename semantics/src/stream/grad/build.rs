//! Adding equations to a system.

use crate::source::Span;
use crate::stream::names::Names;
use crate::stream::primitive::{Function, Primitive};
use crate::stream::syntax::{BinaryOp, UnaryOp};
use crate::stream::system::{BlockId, Clock, ClockId, Definition, Operand, Operation, System, VarId, Variable};
use crate::stream::types::primitive_type;
use crate::stream::value::{Scalar, Type, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// What an operation reads.
pub(super) type Term = Operand<VarId>;

/// Where an equation stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) clock: ClockId,
    pub(super) block: Option<BlockId>,
    /// The primal definition that it comes from.
    pub(super) span: Span,
}

/// A system to which equations are added.
pub(super) struct Builder {
    pub(super) system: System,
    names: Names,
    clocks: HashMap<(ClockId, VarId, bool), ClockId>,
}

impl Builder {
    pub(super) fn new(system: System) -> Self {
        let nodes = system.blocks.iter().map(|block| block.node.clone()).chain([system.name.clone()]);
        let names = Names::new(system.variables.iter().map(|variable| variable.name.clone()).chain(nodes));
        let known = system.clocks.iter().enumerate().filter_map(|(i, clock)| match *clock {
            Clock::Base => None,
            Clock::On { parent, condition, value } => Some(((parent, condition, value), ClockId(i as u32))),
        });
        let clocks = known.collect();
        Builder { system, names, clocks }
    }

    pub(super) fn name(&mut self, wanted: &str) -> Arc<str> {
        self.names.fresh(wanted)
    }

    /// Where a variable's equation stands.
    pub(super) fn place(&self, x: VarId) -> Place {
        let variable = self.system.variable(x);
        Place { clock: variable.clock, block: variable.block, span: variable.span }
    }

    pub(super) fn clock(&mut self, parent: ClockId, condition: VarId, value: bool) -> ClockId {
        *self.clocks.entry((parent, condition, value)).or_insert_with(|| {
            self.system.clocks.push(Clock::On { parent, condition, value });
            ClockId(self.system.clocks.len() as u32 - 1)
        })
    }

    pub(super) fn ty(&self, term: &Term) -> Type {
        match term {
            Operand::Variable(x) => self.system.variable(*x).ty.clone(),
            Operand::Constant(value) => value.ty(),
        }
    }

    fn add(&mut self, at: Place, name: Arc<str>, temporary: bool, ty: Type, operation: Operation<VarId>) -> VarId {
        let Place { clock, block, span } = at;
        let definition = Definition::Equation(operation);
        self.system.variables.push(Variable { name, temporary, span, ty, clock, block, definition });
        VarId(self.system.variables.len() as u32 - 1)
    }

    /// The variable of an adjoint, whose equation is still to come ([`Builder::equate`]).
    pub(super) fn adjoint(&mut self, x: VarId) -> VarId {
        let variable = self.system.variable(x);
        let (wanted, temporary, ty) = (format!("{}_bar", variable.name), variable.temporary, variable.ty.clone());
        let name = self.names.fresh(&wanted);
        let zero = Operand::Constant(super::defined::filled(&ty, 0));
        self.add(self.place(x), name, temporary, ty, Operation::Copy(zero))
    }

    /// A part of the adjoint of x that is computed in another restart block.
    pub(super) fn part(&mut self, x: VarId, block: Option<BlockId>, operation: Operation<VarId>) -> Term {
        let variable = self.system.variable(x);
        let (wanted, ty) = (format!("{}_bar", variable.name), variable.ty.clone());
        let name = self.names.fresh(&wanted);
        Operand::Variable(self.add(Place { block, ..self.place(x) }, name, false, ty, operation))
    }

    /// The sum of some terms; none if there are none.
    pub(super) fn sum(&mut self, at: Place, terms: Vec<Term>) -> Option<Operation<VarId>> {
        let mut terms = terms.into_iter();
        let first = terms.next()?;
        let add = Primitive::Binary(BinaryOp::Add);
        Some(terms.fold(Operation::Copy(first), |sum, term| {
            let sum = match sum {
                Operation::Copy(term) => term,
                sum => self.define(at, self.ty(&term), sum),
            };
            Operation::Primitive(add, vec![sum, term])
        }))
    }

    pub(super) fn equate(&mut self, x: VarId, operation: Operation<VarId>) {
        self.system.variables[x.index()].definition = Definition::Equation(operation);
    }

    /// A boolean with a name: clocks can be made from it.
    pub(super) fn mask(&mut self, at: Place, operation: Operation<VarId>) -> VarId {
        let name = self.names.fresh("defined");
        self.add(at, name, false, Type::scalar(Scalar::Bool), operation)
    }

    /// A temporary for an operation of a known type.
    pub(super) fn define(&mut self, at: Place, ty: Type, operation: Operation<VarId>) -> Term {
        let name = self.names.numbered("t");
        Operand::Variable(self.add(at, name, true, ty, operation))
    }

    /// A primitive applied.
    pub(super) fn apply(&mut self, at: Place, primitive: Primitive, operands: Vec<Term>) -> Term {
        let types: Vec<Type> = operands.iter().map(|operand| self.ty(operand)).collect();
        let ty = primitive_type(primitive, &types).expect("BUG: the adjoint rules apply primitives to fitting types");
        self.define(at, ty, Operation::Primitive(primitive, operands))
    }

    pub(super) fn binary(&mut self, at: Place, op: BinaryOp, a: Term, b: Term) -> Term {
        self.apply(at, Primitive::Binary(op), vec![a, b])
    }

    /// a·b; just b where a is the constant 1.
    pub(super) fn mul(&mut self, at: Place, a: Term, b: Term) -> Term {
        if a == real(1.0) {
            return b;
        }
        self.binary(at, BinaryOp::Mul, a, b)
    }

    pub(super) fn neg(&mut self, at: Place, a: Term) -> Term {
        self.apply(at, Primitive::Unary(UnaryOp::Neg), vec![a])
    }

    /// A named function of one argument.
    pub(super) fn call(&mut self, at: Place, function: Function, a: Term) -> Term {
        self.apply(at, Primitive::Function(function), vec![a])
    }

    /// A named function of two arguments.
    pub(super) fn call2(&mut self, at: Place, function: Function, a: Term, b: Term) -> Term {
        self.apply(at, Primitive::Function(function), vec![a, b])
    }
}

/// A real constant.
pub(super) fn real(x: f64) -> Term {
    Operand::Constant(Value::Real(x))
}
