//! The equations that look at one operation and its operands.

use super::Steps;
use crate::network::{Builder, Op, ScopeId, Wire};
use dashu_int::UBig;

/// The laws that are switched on, for the network that is being built.
pub(super) struct Laws<'a> {
    pub(super) steps: &'a Steps,
    pub(super) builder: &'a mut Builder,
}

impl Laws<'_> {
    fn op(&self, wire: Wire) -> &Op {
        &self.builder.network().node(wire).op
    }

    /// if tt then a else b = a · if ff then a else b = b · if c then tt else ff = c
    pub(super) fn gate(&mut self, condition: Wire, then: Wire, otherwise: Wire) -> Wire {
        if self.steps.gates {
            if *self.op(condition) == Op::True {
                return then;
            }
            if *self.op(condition) == Op::False {
                return otherwise;
            }
            if *self.op(then) == Op::True && *self.op(otherwise) == Op::False {
                return condition;
            }
        }
        self.builder.gate(condition, then, otherwise)
    }

    /// succᵏ n = n + k · succᵏ (succᵐ e) = succᵏ⁺ᵐ e
    pub(super) fn shift(&mut self, by: UBig, of: Wire) -> Wire {
        if self.steps.shifts {
            if let Op::Numeral(n) = self.op(of) {
                let sum = n + by;
                return self.builder.numeral(sum);
            }
            if let Op::Shift { by: more, of } = self.op(of) {
                let (sum, of) = (more + by, *of);
                return self.builder.shift(sum, of);
            }
        }
        if by.is_zero() { of } else { self.builder.shift(by, of) }
    }

    /// iter{a | y ↪ e}(0) = a · iter{a | y ↪ y}(n) = a · iter{a | y ↪ succᵏ y}(n) = succᵏⁿ a · iter{m | y ↪ succ y}(e) = succᵐ e
    pub(super) fn recur(&mut self, init: Wire, cell: ScopeId, count: Wire) -> Wire {
        if self.steps.iterations {
            let step = self.builder.network().shift_of(cell);
            if let Op::Numeral(n) = self.op(count) {
                if n.is_zero() {
                    return init;
                }
                if let Some(k) = &step {
                    let by = k * n;
                    return self.shift(by, init);
                }
            }
            if let (Op::Numeral(m), Some(true)) = (self.op(init), step.map(|k| k.is_one())) {
                let by = m.clone();
                return self.shift(by, count);
            }
        }
        self.builder.recur(init, cell, count)
    }
}
