//! The primal equations, made total.
//!
//! A checked program may be undefined at the first or last ticks of a stream, as long as no output depends on them:
//! `0.0 -> pre x`. Its adjoint reads such streams, and at these ticks it must not depend on them either. Two steps:
//!
//! 1. `pre e` becomes `0 fby e` and `post e` becomes `e eby 0`: undefined samples become some value. All equations are
//!    monotone in the flat order and ⊥ is its least element, so whatever was defined keeps its value.
//! 2. At the ticks where the initialisation analysis calls z undefined, z̄ is 0, because nothing defined depends on z
//!    there. But what the partial derivatives of `z = op(x, …)` read is arbitrary there, and 0·∞ is no 0: so they are
//!    sampled on a *mask* that is true elsewhere, and 0 is merged in.

use super::build::{Builder, Place};
use crate::stream::initialisation::undefined_ticks;
use crate::stream::primitive::Primitive;
use crate::stream::syntax::{BinaryOp, Direction};
use crate::stream::system::{BlockId, ClockId, Definition, Operand, Operation, System, VarId};
use crate::stream::value::{Elements, Scalar, Type, Value};
use std::collections::HashMap;

/// The same system with a value at every tick.
pub(super) fn total(system: &System) -> System {
    let mut total = system.clone();
    for variable in &mut total.variables {
        if let Definition::Equation(operation) = &mut variable.definition
            && let Operation::Shift { direction, body } = operation
        {
            let boundary = Operand::Constant(filled(&variable.ty, 0));
            *operation = Operation::Delay { direction: *direction, boundary, body: body.clone() };
        }
    }
    total
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

/// Where a stream is defined.
pub(super) enum Defined {
    /// At every tick.
    Everywhere,
    /// Where a mask is true.
    On(VarId),
    /// At no tick that is known.
    Nowhere,
}

/// The masks that were needed so far.
pub(super) struct Masks {
    /// For each primal variable: undefined at most in this many first and last ticks; none: no bound.
    undefined: Vec<[Option<u64>; 2]>,
    /// By place, end and number of ticks: false at so many ticks of this end, true elsewhere.
    ends: HashMap<(ClockId, Option<BlockId>, Direction, u64), VarId>,
    both: HashMap<(VarId, VarId), VarId>,
}

impl Masks {
    pub(super) fn new(primal: &System) -> Self {
        Masks { undefined: undefined_ticks(primal), ends: HashMap::new(), both: HashMap::new() }
    }

    /// Is a variable defined at every tick?
    pub(super) fn is_total(&self, x: VarId) -> bool {
        self.undefined[x.index()] == [Some(0), Some(0)]
    }

    /// Where a variable at some place is defined.
    pub(super) fn defined(&mut self, builder: &mut Builder, x: VarId, at: Place) -> Defined {
        match self.undefined[x.index()] {
            [Some(0), Some(0)] => Defined::Everywhere,
            [Some(first), Some(0)] => Defined::On(self.end(builder, at, Direction::Forward, first)),
            [Some(0), Some(last)] => Defined::On(self.end(builder, at, Direction::Backward, last)),
            [Some(first), Some(last)] => {
                let first = self.end(builder, at, Direction::Forward, first);
                let last = self.end(builder, at, Direction::Backward, last);
                Defined::On(*self.both.entry((first, last)).or_insert_with(|| {
                    let operands = vec![Operand::Variable(first), Operand::Variable(last)];
                    builder.mask(at, Operation::Primitive(Primitive::Binary(BinaryOp::And), operands))
                }))
            }
            [None, _] | [_, None] => Defined::Nowhere,
        }
    }

    ///     first₁ = false fby true      firstₙ₊₁ = false fby firstₙ      (last: eby)
    fn end(&mut self, builder: &mut Builder, at: Place, direction: Direction, ticks: u64) -> VarId {
        let known = |n: &u64| self.ends.contains_key(&(at.clock, at.block, direction, *n));
        let start = (1..=ticks).rev().find(known).unwrap_or(0);
        for n in start + 1..=ticks {
            let body = match self.ends.get(&(at.clock, at.block, direction, n - 1)) {
                Some(previous) => Operand::Variable(*previous),
                None => Operand::Constant(Value::Bool(true)),
            };
            let boundary = Operand::Constant(Value::Bool(false));
            let mask = builder.mask(at, Operation::Delay { direction, boundary, body });
            self.ends.insert((at.clock, at.block, direction, n), mask);
        }
        self.ends[&(at.clock, at.block, direction, ticks)]
    }
}
