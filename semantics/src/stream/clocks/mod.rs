//! The clock calculus: every stream has one clock, `base`, `ck on x` or `ck on not x`.
//!
//! Variables declared with a clock have it, inputs and outputs declared without one are on the base clock; the clocks of
//! local variables declared without one, and of temporaries, are found by unification. Constants have every clock. A callee's interface is instantiated on a fresh base clock, its own variables replaced by
//! the arguments and results of the call: so a call on a slow clock runs on that clock.

mod declared;
mod unify;

pub(super) use declared::{Declarations, declared_clocks};

use super::error::ClockError;
use super::normal::{Body, Call, Equation, LocalId};
use super::system::{Clock, ClockId, Operand, Operation};
use crate::source::Span;
use unify::{Term, Terms};

/// The clocks of a node.
pub(super) struct Solution {
    /// All clocks, parents first, without repetition.
    pub(super) clocks: Vec<Clock<LocalId>>,
    /// The clock of each variable.
    pub(super) clock_of: Vec<ClockId>,
    /// For each equation that is a call, the clock of the callee's base.
    pub(super) base_of: Vec<Option<ClockId>>,
}

/// The clock of each variable of a node, or all its clock errors. `declared` and `bodies` have an entry for every node of
/// the program (none for a node with errors), `own` is this node's.
pub(super) fn clocks(
    body: &Body,
    own: &Declarations,
    bodies: &[Option<Body>],
    declared: &[Option<Declarations>],
) -> Result<Solution, Vec<ClockError>> {
    let mut terms = Terms::new();
    let interface = body.inputs.len() + body.outputs.len();
    let of = (0..body.locals.len()).map(|i| if i < interface { Terms::BASE } else { terms.unknown() }).collect();
    let mut checker = Checker { body, bodies, declared, terms, of, errors: vec![] };
    own.order.iter().for_each(|x| checker.declaration(*x));
    let bases: Vec<Option<Term>> = body.equations.iter().map(|equation| checker.equation(equation)).collect();
    if !checker.errors.is_empty() {
        return Err(checker.errors);
    }
    let mut table = checker.terms.ground();
    let clock_of = checker.of.iter().map(|term| table.clock(&mut checker.terms, *term)).collect();
    let base_of = bases.into_iter().map(|base| base.map(|term| table.clock(&mut checker.terms, term))).collect();
    Ok(Solution { clocks: table.clocks, clock_of, base_of })
}

struct Checker<'a> {
    body: &'a Body,
    bodies: &'a [Option<Body>],
    declared: &'a [Option<Declarations>],
    terms: Terms,
    /// The clock of each variable.
    of: Vec<Term>,
    errors: Vec<ClockError>,
}

impl Checker<'_> {
    fn equal(&mut self, what: &'static str, expected: Term, found: Term, span: Span) {
        if !self.terms.unify(expected, found) {
            let [expected, found] = [expected, found].map(|term| self.terms.show(term, self.body));
            self.errors.push(ClockError::Mismatch { what, expected, found, span });
        }
    }

    /// A variable on a clock; constants have every clock.
    fn operand(&mut self, what: &'static str, operand: &Operand<LocalId>, clock: Term, span: Span) {
        match operand {
            Operand::Variable(x) => self.equal(what, clock, self.of[x.index()], span),
            Operand::Constant(_) => {}
        }
    }

    /// The clock of a declared variable. `when c when d` asks that d is on `ck on c`.
    fn declaration(&mut self, x: LocalId) {
        let conditions = self.body.local(x).declared.iter().flat_map(|declared| &declared.clock);
        let mut clock: Option<Term> = None;
        for (condition, value, span) in conditions {
            let of_condition = self.of[condition.index()];
            if let Some(clock) = clock {
                self.equal("this clock", clock, of_condition, *span);
            }
            clock = Some(self.terms.on(of_condition, *condition, *value));
        }
        if let Some(clock) = clock {
            self.of[x.index()] = clock;
        }
    }

    /// The clocks of one equation agree; for a call, the clock of the callee's base.
    fn equation(&mut self, equation: &Equation) -> Option<Term> {
        match equation {
            Equation::Define { target, operation, places, span } => {
                self.operation(*target, operation, places, *span);
                None
            }
            Equation::Call(call) => Some(self.call(call)),
        }
    }

    fn operation(&mut self, target: LocalId, operation: &Operation<LocalId>, places: &[Span], span: Span) {
        let result = self.of[target.index()];
        match operation {
            //  ⊢ e :: ck   ⟹   ⊢ op(e, …) :: ck
            Operation::Copy(_)
            | Operation::Primitive(..)
            | Operation::If { .. }
            | Operation::Shift { .. }
            | Operation::Delay { .. }
            | Operation::Arrow { .. } => {
                for (operand, place) in operation.operands().into_iter().zip(places) {
                    self.operand("this", operand, result, *place);
                }
            }
            //  ⊢ e :: ck   ⊢ c :: ck   ⟹   ⊢ e when c :: ck on c
            Operation::When { body, condition, value } => {
                let clock = self.of[condition.index()];
                self.operand("what is sampled", body, clock, places[0]);
                let sampled = self.terms.on(clock, *condition, *value);
                self.equal("this", result, sampled, span);
            }
            //  ⊢ c :: ck   ⊢ a :: ck on c   ⊢ b :: ck on not c   ⟹   ⊢ merge(c, a, b) :: ck
            Operation::Merge { condition, on_true, on_false } => {
                let clock = self.of[condition.index()];
                self.equal("this merge", result, clock, span);
                for (branch, value, place) in [(on_true, true, places[0]), (on_false, false, places[1])] {
                    let sampled = self.terms.on(clock, *condition, value);
                    self.operand("this branch", branch, sampled, place);
                }
            }
        }
    }

    //  f : (x_i :: ck_i) → (y_j :: ck_j)   σ = base ↦ ck, x_i ↦ arguments, y_j ↦ targets   r :: ck
    //  ⟹   (targets) = restart f(arguments) every r   if  argument_i :: σ ck_i  and  target_j :: σ ck_j
    fn call(&mut self, call: &Call) -> Term {
        let base = self.terms.unknown();
        let (Some(callee), Some(clocks)) = (&self.bodies[call.node.index()], &self.declared[call.node.index()]) else {
            return base;
        };
        // σ on the callee's clocks, parents first. None: a clock that the caller cannot name.
        let mut instance: Vec<Option<Term>> = vec![];
        for clock in &clocks.clocks {
            let term = match *clock {
                Clock::Base => Some(base),
                Clock::On { parent, condition, value } => instance[parent.index()]
                    .zip(actual(callee, call, condition))
                    .map(|(parent, condition)| self.terms.on(parent, condition, value)),
            };
            instance.push(term);
        }
        for ((formal, argument), place) in callee.inputs.iter().zip(&call.arguments).zip(&call.places) {
            let clock = instance[clocks.clock_of[formal.index()].index()].expect("BUG: inputs are on clocks of inputs");
            self.equal("this argument", clock, self.of[argument.index()], *place);
        }
        for (formal, target) in callee.outputs.iter().zip(&call.targets) {
            let clock = clocks.clock_of[formal.index()];
            match instance[clock.index()] {
                Some(clock) => self.equal("the result of this call", self.of[target.index()], clock, call.span),
                None => self.escapes(callee, clocks, *formal, call),
            }
        }
        if let Some((_, signal, span)) = call.restart {
            self.equal("a restart signal", base, self.of[signal.index()], span);
        }
        base
    }

    fn escapes(&mut self, callee: &Body, clocks: &Declarations, formal: LocalId, call: &Call) {
        let mut clock = clocks.clock_of[formal.index()];
        while let Clock::On { parent, condition, value: _ } = clocks.clocks[clock.index()] {
            if actual(callee, call, condition).is_none() {
                let [output, condition] = [formal, condition].map(|x| callee.local(x).name.clone());
                let (node, span) = (callee.name.name.clone(), call.span);
                self.errors.push(ClockError::Escapes { node, output, condition, span });
                return;
            }
            clock = parent;
        }
    }
}

/// What an input or output of the callee stands for at a call; none for another variable. (Inputs are the callee's first
/// variables, outputs the next ones.)
fn actual(callee: &Body, call: &Call, formal: LocalId) -> Option<LocalId> {
    let position = formal.index();
    match position.checked_sub(callee.inputs.len()) {
        None => call.arguments.get(position).copied(),
        Some(output) => call.targets.get(output).copied(),
    }
}
