//! Types and tensor shapes. Every variable has one type; there is no conversion that is not written.
//!
//! Declared variables have the types they were declared with; temporaries get theirs from their equations, which come
//! before their use.

mod primitives;

pub use primitives::primitive_type;

use super::error::TypeError;
use super::normal::{Body, Call, Equation, LocalId};
use super::primitive::Primitive;
use super::system::{Operand, Operation};
use super::value::{Scalar, Type};
use crate::source::Span;
use std::sync::Arc;

/// The types of a node's inputs and outputs, for its callers.
#[derive(Clone)]
pub(super) struct Interface {
    inputs: Vec<Type>,
    outputs: Vec<Type>,
}

/// The interface of a node as declared; none where a declared shape is impossible (which [`types`] reports).
pub(super) fn interface(body: &Body) -> Option<Interface> {
    let types =
        |variables: &[LocalId]| -> Option<Vec<Type>> { variables.iter().map(|x| declared(body, *x)?.ok()).collect() };
    Some(Interface { inputs: types(&body.inputs)?, outputs: types(&body.outputs)? })
}

/// The declared type of a variable; none for a temporary.
fn declared(body: &Body, x: LocalId) -> Option<Result<Type, TypeError>> {
    let ty = &body.local(x).declared.as_ref()?.ty;
    Some(Type::tensor(ty.scalar, ty.shape.as_slice()).ok_or(TypeError::Shape { span: ty.span }))
}

/// The type of each variable of a node, or all its type errors. `interfaces` has an entry for every node of the program.
pub(super) fn types(body: &Body, interfaces: &[Option<Interface>]) -> Result<Vec<Type>, Vec<TypeError>> {
    let mut errors = vec![];
    let types = (0..body.locals.len() as u32).map(|i| match declared(body, LocalId(i)) {
        Some(Ok(ty)) => Some(ty),
        Some(Err(error)) => {
            // The names of one group share a type: one error is enough.
            if errors.last() != Some(&error) {
                errors.push(error);
            }
            None
        }
        None => None,
    });
    let types = types.collect();
    let mut checker = Checker { body, interfaces, types, errors };
    body.locals.iter().for_each(|local| checker.conditions(local));
    body.equations.iter().for_each(|equation| checker.equation(equation));
    let Checker { types, errors, .. } = checker;
    if errors.is_empty() {
        Ok(types.into_iter().map(|ty| ty.expect("BUG: without errors, every variable has a type")).collect())
    } else {
        Err(errors)
    }
}

struct Checker<'a> {
    body: &'a Body,
    interfaces: &'a [Option<Interface>],
    /// None: unknown, because of an error elsewhere.
    types: Vec<Option<Type>>,
    errors: Vec<TypeError>,
}

impl Checker<'_> {
    fn of(&self, operand: &Operand<LocalId>) -> Option<Type> {
        match operand {
            Operand::Variable(x) => self.types[x.index()].clone(),
            Operand::Constant(value) => Some(value.ty()),
        }
    }

    fn mismatch(&mut self, what: &'static str, expected: &Type, found: &Type, span: Span) {
        if expected != found {
            let (expected, found) = (expected.clone(), found.clone());
            self.errors.push(TypeError::Mismatch { what, expected, found, span });
        }
    }

    fn condition(&mut self, what: &'static str, ty: Option<Type>, span: Span) {
        if let Some(found) = ty {
            self.mismatch(what, &Type::scalar(Scalar::Bool), &found, span);
        }
    }

    /// The conditions of a declared clock are booleans.
    fn conditions(&mut self, local: &super::normal::Local) {
        for (c, _, span) in local.declared.iter().flat_map(|declared| &declared.clock) {
            self.condition("a clock", self.types[c.index()].clone(), *span);
        }
    }

    fn equation(&mut self, equation: &Equation) {
        match equation {
            Equation::Define { target, operation, places, span } => {
                let found = self.operation(operation, places, *span);
                self.define(*target, found, *span);
            }
            Equation::Call(call) => self.call(call),
        }
    }

    /// A temporary gets the type of its definition, a declared variable must have it.
    fn define(&mut self, target: LocalId, found: Option<Type>, span: Span) {
        match (&self.types[target.index()], found) {
            (Some(expected), Some(found)) => self.mismatch("this", &expected.clone(), &found, span),
            (None, Some(found)) if self.body.local(target).declared.is_none() => {
                self.types[target.index()] = Some(found)
            }
            (_, _) => {}
        }
    }

    fn call(&mut self, call: &Call) {
        if let Some((_, signal, span)) = call.restart {
            self.condition("a restart signal", self.types[signal.index()].clone(), span);
        }
        let Some(interface) = &self.interfaces[call.node.index()] else { return };
        for ((argument, expected), span) in call.arguments.iter().zip(&interface.inputs).zip(&call.places) {
            if let Some(found) = self.types[argument.index()].clone() {
                self.mismatch("this argument", expected, &found, *span);
            }
        }
        for (target, found) in call.targets.iter().zip(&interface.outputs) {
            self.define(*target, Some(found.clone()), call.span);
        }
    }

    /// The type of an operation's result; none (and an error, unless there was one before) where it has none.
    fn operation(&mut self, operation: &Operation<LocalId>, places: &[Span], span: Span) -> Option<Type> {
        match operation {
            //  ⊢ e : τ   ⟹   ⊢ pre e : τ, ⊢ post e : τ
            Operation::Copy(body) | Operation::Shift { direction: _, body } => self.of(body),
            Operation::Primitive(primitive, operands) => self.primitive(*primitive, operands, span),
            //  ⊢ c : bool   ⊢ a : τ   ⊢ b : τ   ⟹   ⊢ if c then a else b : τ
            Operation::If { condition, on_true, on_false } => {
                self.condition("a condition", self.of(condition), places[0]);
                self.same("this branch", on_true, on_false, places[2])
            }
            //  ⊢ e : τ   ⊢ c : bool   ⟹   ⊢ e when c : τ
            Operation::When { body, condition, value: _ } => {
                self.condition("a clock", self.types[condition.index()].clone(), span);
                self.of(body)
            }
            //  ⊢ c : bool   ⊢ a : τ   ⊢ b : τ   ⟹   ⊢ merge(c, a, b) : τ
            Operation::Merge { condition, on_true, on_false } => {
                self.condition("the condition of a merge", self.types[condition.index()].clone(), span);
                self.same("this branch", on_true, on_false, places[1])
            }
            //  ⊢ i : τ   ⊢ e : τ   ⟹   ⊢ i fby e : τ, ⊢ e eby i : τ, ⊢ i -> e : τ, ⊢ e <- i : τ
            Operation::Delay { direction: _, boundary, body } | Operation::Arrow { direction: _, boundary, body } => {
                self.same("this operand", boundary, body, places[1])
            }
        }
    }

    fn same(&mut self, what: &'static str, a: &Operand<LocalId>, b: &Operand<LocalId>, span: Span) -> Option<Type> {
        match (self.of(a), self.of(b)) {
            (Some(expected), Some(found)) => {
                self.mismatch(what, &expected, &found, span);
                (expected == found).then_some(found)
            }
            (a, b) => a.or(b),
        }
    }

    fn primitive(&mut self, primitive: Primitive, operands: &[Operand<LocalId>], span: Span) -> Option<Type> {
        let found: Vec<Type> = operands.iter().map(|operand| self.of(operand)).collect::<Option<_>>()?;
        match primitive_type(primitive, &found) {
            Ok(ty) => Some(ty),
            Err(expected) => {
                self.errors.push(TypeError::Operands { primitive: primitive.name(), expected, found, span });
                None
            }
        }
    }
}

/// A type with the same elements in another shape.
fn reshape(ty: &Type, shape: &[usize]) -> Type {
    Type { scalar: ty.scalar, shape: Arc::from(shape) }
}
