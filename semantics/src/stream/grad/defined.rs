//! The primal equations, made total.
//!
//! A checked program may be undefined at the first or last ticks of a stream, as long as no output depends on them:
//! `0.0 -> pre x`. Its adjoint reads such streams, and at these ticks it must not depend on them either. So:
//!
//! * `pre e` becomes `0 fby e` and `post e` becomes `e eby 0`;
//! * where the initialisation analysis calls `z = op(x, …)` undefined, z becomes 0: its operands are sampled on a *mask*
//!   that is true elsewhere, and `z = merge(mask, op(x when mask, …), 0)`. Else the zeros that stand for ⊥ could make an
//!   infinite value, which nothing reads, but of which the adjoint would make 0·∞ = NaN. (Operations whose adjoints do
//!   not read the primal streams, such as `+`, need no mask.)
//!
//! All equations are monotone in the flat order and ⊥ is its least element, so whatever was defined keeps its value.
//! After that the adjoint rules need not know of undefined ticks, nor does the gradient of the gradient.

use super::build::{Builder, Place, Term};
use super::primitives::reads_primal;
use crate::stream::initialisation::undefined_ticks;
use crate::stream::primitive::Primitive;
use crate::stream::syntax::{BinaryOp, Direction};
use crate::stream::system::{BlockId, ClockId, Definition, Operand, Operation, System, VarId};
use crate::stream::value::{Elements, Scalar, Type, Value};
use std::collections::HashMap;

/// The same system with a value at every tick. (What has no adjoint now may have one in the gradient of the gradient, so
/// every real stream gets its mask.)
pub(super) fn total(primal: &System) -> Builder {
    let mut system = primal.clone();
    for variable in &mut system.variables {
        if let Definition::Equation(operation) = &mut variable.definition
            && let Operation::Shift { direction, body } = operation
        {
            let boundary = Operand::Constant(filled(&variable.ty, 0));
            *operation = Operation::Delay { direction: *direction, boundary, body: body.clone() };
        }
    }
    let undefined = undefined_ticks(primal);
    let mut masks = Masks { builder: Builder::new(system), ends: HashMap::new(), both: HashMap::new() };
    for z in primal.ids().filter(|z| primal.variable(*z).ty.scalar == Scalar::Real) {
        if let Some(Operation::Primitive(primitive, operands)) = primal.operation(z)
            && reads_primal(*primitive)
        {
            masks.primitive(z, undefined[z.index()], *primitive, operands);
        }
    }
    masks.builder
}

/// The value of a type whose elements are all 0, or all 1 (false, or true).
pub(super) fn filled(ty: &Type, element: u8) -> Value {
    let n = ty.elements();
    let elements = match ty.scalar {
        Scalar::Bool => Elements::Bool(vec![element != 0; n]),
        Scalar::Int => Elements::Int(vec![i64::from(element); n]),
        Scalar::Real => Elements::Real(vec![f64::from(element); n]),
    };
    Value::from_elements(ty.shape.clone(), elements).expect("BUG: as many elements as the type has")
}

/// The masks that were needed so far.
struct Masks {
    builder: Builder,
    /// By place, end and number of ticks: false at so many ticks of this end, true elsewhere.
    ends: HashMap<(ClockId, Option<BlockId>, Direction, u64), VarId>,
    both: HashMap<(VarId, VarId), VarId>,
}

impl Masks {
    /// `z = merge(mask, op(x when mask, …), 0)` where z may be undefined.
    fn primitive(&mut self, z: VarId, undefined: [Option<u64>; 2], primitive: Primitive, operands: &[Term]) {
        let at = self.builder.place(z);
        let ty = self.builder.system.variable(z).ty.clone();
        let zero = Operand::Constant(filled(&ty, 0));
        let mask = match undefined {
            [Some(0), Some(0)] => return,
            [Some(first), Some(last)] => self.mask(at, first, last),
            // Defined at no tick that is known.
            [None, _] | [_, None] => return self.builder.equate(z, Operation::Copy(zero)),
        };
        let inner = Place { clock: self.builder.clock(at.clock, mask, true), ..at };
        let sampled = operands.iter().map(|operand| match operand {
            Operand::Constant(value) => Operand::Constant(value.clone()),
            Operand::Variable(x) => {
                let ty = self.builder.system.variable(*x).ty.clone();
                self.builder.define(inner, ty, Operation::When { body: operand.clone(), condition: mask, value: true })
            }
        });
        let sampled = sampled.collect();
        let on_true = self.builder.define(inner, ty, Operation::Primitive(primitive, sampled));
        self.builder.equate(z, Operation::Merge { condition: mask, on_true, on_false: zero });
    }

    /// False at some first and last ticks of a clock, in each segment; true elsewhere.
    fn mask(&mut self, at: Place, first: u64, last: u64) -> VarId {
        match (first, last) {
            (first, 0) => self.end(at, Direction::Forward, first),
            (0, last) => self.end(at, Direction::Backward, last),
            (first, last) => {
                let ends = (self.end(at, Direction::Forward, first), self.end(at, Direction::Backward, last));
                if let Some(mask) = self.both.get(&ends) {
                    return *mask;
                }
                let operands = vec![Operand::Variable(ends.0), Operand::Variable(ends.1)];
                let mask = self.builder.mask(at, Operation::Primitive(Primitive::Binary(BinaryOp::And), operands));
                self.both.insert(ends, mask);
                mask
            }
        }
    }

    ///     first₁ = false fby true      firstₙ₊₁ = false fby firstₙ      (last: eby)
    fn end(&mut self, at: Place, direction: Direction, ticks: u64) -> VarId {
        let known = |n: &u64| self.ends.contains_key(&(at.clock, at.block, direction, *n));
        let start = (1..=ticks).rev().find(known).unwrap_or(0);
        for n in start + 1..=ticks {
            let body = match self.ends.get(&(at.clock, at.block, direction, n - 1)) {
                Some(previous) => Operand::Variable(*previous),
                None => Operand::Constant(Value::Bool(true)),
            };
            let boundary = Operand::Constant(Value::Bool(false));
            let mask = self.builder.mask(at, Operation::Delay { direction, boundary, body });
            self.ends.insert((at.clock, at.block, direction, n), mask);
        }
        self.ends[&(at.clock, at.block, direction, ticks)]
    }
}
