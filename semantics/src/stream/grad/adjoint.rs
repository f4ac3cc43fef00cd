//! The adjoint system: one rule for each operation. z̄ is the adjoint of z; a rule says what `z = …` contributes to the
//! adjoints of its operands.

use super::active::active;
use super::build::{Builder, Place, Term, real};
use super::copies::without_copies;
use super::defined::{filled, total};
use super::error::GradError;
use super::primitives::partials;
use crate::stream::primitive::{Function, Primitive};
use crate::stream::syntax::Direction;
use crate::stream::system::{BlockId, Operand, Operation, System, VarId};

/// The system with the adjoints of `wrt` as outputs.
pub(super) fn adjoint(checked: &System, loss: VarId, wrt: &[VarId]) -> Result<System, GradError> {
    let mut builder = total(checked);
    builder.system.name = builder.name(&format!("{}_grad", checked.name));
    for block in &mut builder.system.blocks {
        block.node = format!("{}_grad", block.node).into();
    }
    let primal = &builder.system.clone();
    let active = active(primal, loss, wrt);
    let unknown = primal.variables.len();
    let read = |x: VarId| active[x.index()] && primal.operation(x).is_some_and(|operation| reads(operation, loss));
    let last = (!primal.ids().any(read)).then_some(loss);
    let mut transform =
        Transform { primal, last, builder, bars: vec![None; unknown], contributions: vec![vec![]; unknown] };
    // The adjoints in the order in which one would derive them: from the loss back.
    for x in primal.ids().rev().filter(|x| active[x.index()] || wrt.contains(x)) {
        transform.bars[x.index()] = Some(transform.builder.adjoint(x));
    }
    transform.contribute(&Operand::Variable(loss), real(1.0));
    for z in primal.ids().rev().filter(|x| active[x.index()]) {
        transform.equation(z)?;
    }
    for x in primal.ids() {
        transform.sum(x);
    }
    let outputs = wrt.iter().map(|x| transform.bars[x.index()].expect("BUG: every stream that was asked for has one"));
    let outputs = outputs.collect();
    let mut system = System { outputs, ..transform.builder.system };
    without_copies(&mut system);
    Ok(system)
}

fn reads(operation: &Operation<VarId>, x: VarId) -> bool {
    operation.operands().into_iter().any(|operand| operand.variable() == Some(x))
}

struct Transform<'a> {
    /// The equations, made total.
    primal: &'a System,
    builder: Builder,
    /// The adjoints of the active variables.
    bars: Vec<Option<VarId>>,
    /// The loss, if no active variable reads it.
    last: Option<VarId>,
    contributions: Vec<Vec<Term>>,
}

impl Transform<'_> {
    /// ȳ += term, if y has an adjoint.
    fn contribute(&mut self, y: &Term, term: Term) {
        if let Some(y) = y.variable().filter(|y| self.bars[y.index()].is_some()) {
            self.contributions[y.index()].push(term);
        }
    }

    /// x̄ = the sum of its contributions. What comes from another restart block is summed there first, so that one stream
    /// crosses the boundary.
    fn sum(&mut self, x: VarId) {
        let Some(bar) = self.bars[x.index()] else { return };
        let at = self.builder.place(x);
        let mut groups: Vec<(Option<BlockId>, Vec<Term>)> = vec![];
        for term in std::mem::take(&mut self.contributions[x.index()]) {
            let block = term.variable().map_or(at.block, |y| self.builder.system.variable(y).block);
            match groups.iter_mut().find(|(known, _)| *known == block) {
                Some((_, terms)) => terms.push(term),
                None => groups.push((block, vec![term])),
            }
        }
        let mut terms = vec![];
        for (block, group) in groups {
            if block == at.block {
                terms.extend(group);
            } else if let Some(sum) = self.builder.sum(Place { block, ..at }, group) {
                terms.push(self.builder.part(x, block, sum));
            }
        }
        if let Some(sum) = self.builder.sum(at, terms) {
            self.builder.equate(bar, sum);
        }
    }

    /// z̄, for an active z; the constant 1 for a loss that nothing else depends on.
    fn bar(&self, z: VarId) -> Term {
        if self.last == Some(z) {
            return real(1.0);
        }
        Operand::Variable(self.bars[z.index()].expect("BUG: only active variables contribute"))
    }

    /// An operation of z's type at z's place.
    fn like(&mut self, z: VarId, operation: Operation<VarId>) -> Term {
        let (at, ty) = (self.builder.place(z), self.primal.variable(z).ty.clone());
        self.builder.define(at, ty, operation)
    }

    /// What the equation of z contributes.
    fn equation(&mut self, z: VarId) -> Result<(), GradError> {
        let Some(operation) = self.primal.operation(z) else { return Ok(()) };
        let bar = self.bar(z);
        let zero = Operand::Constant(filled(&self.primal.variable(z).ty, 0));
        match operation {
            //  z = y               ȳ += z̄
            Operation::Copy(y) => self.contribute(y, bar),
            //  z = op(x, …)        x̄ += z̄ · ∂op/∂x
            Operation::Primitive(primitive, operands) => self.primitive(z, *primitive, operands, bar)?,
            //  z = if c then a else b      ā += if c then z̄ else 0 ;  b̄ += if c then 0 else z̄
            Operation::If { condition, on_true, on_false } => {
                let condition = condition.clone();
                let [a, b] = [(bar.clone(), zero.clone()), (zero, bar)].map(|(on_true, on_false)| {
                    self.like(z, Operation::If { condition: condition.clone(), on_true, on_false })
                });
                self.contribute(on_true, a);
                self.contribute(on_false, b);
            }
            //  z = x when c        x̄ += merge(c, z̄, 0)         (when not c: merge(c, 0, z̄))
            Operation::When { body, condition, value } => {
                let (on_true, on_false) = if *value { (bar, zero) } else { (zero, bar) };
                let clock = self.primal.variable(*condition).clock;
                let at = Place { clock, ..self.builder.place(z) };
                let ty = self.primal.variable(z).ty.clone();
                let merged = self.builder.define(at, ty, Operation::Merge { condition: *condition, on_true, on_false });
                self.contribute(body, merged);
            }
            //  z = merge(c, a, b)  ā += z̄ when c ;  b̄ += z̄ when not c
            Operation::Merge { condition, on_true, on_false } => {
                for (branch, value) in [(on_true, true), (on_false, false)] {
                    let sampled = self.sample(z, bar.clone(), *condition, value);
                    self.contribute(branch, sampled);
                }
            }
            //  z = pre y           ȳ += z̄ eby 0                (post: 0 fby z̄)
            // Only here for the rule's sake: `total` has made a delay with boundary 0 of it.
            Operation::Shift { direction, body } => {
                let back = Operation::Delay { direction: direction.reverse(), boundary: zero, body: bar };
                let back = self.like(z, back);
                self.contribute(body, back);
            }
            //  z = i fby y         ȳ += z̄ eby 0 ;  ī += z̄ -> 0  (eby: 0 fby z̄ and 0 <- z̄)
            Operation::Delay { direction, boundary, body } => {
                let back =
                    Operation::Delay { direction: direction.reverse(), boundary: zero.clone(), body: bar.clone() };
                let back = self.like(z, back);
                self.contribute(body, back);
                let at_edge = self.at_edge(z, *direction, bar, zero);
                self.contribute(boundary, at_edge);
            }
            //  z = a -> b          ā += z̄ -> 0 ;  b̄ += 0 -> z̄   (<-: 0 <- z̄ and z̄ <- 0)
            Operation::Arrow { direction, boundary, body } => {
                let at_edge = self.at_edge(z, *direction, bar.clone(), zero.clone());
                self.contribute(boundary, at_edge);
                let inside = self.at_edge(z, *direction, zero, bar);
                self.contribute(body, inside);
            }
        }
        Ok(())
    }

    /// `edge -> inside`, or its mirror image `inside <- edge`.
    fn at_edge(&mut self, z: VarId, direction: Direction, edge: Term, inside: Term) -> Term {
        self.like(z, Operation::Arrow { direction, boundary: edge, body: inside })
    }

    /// `term when [not] c` for a term at z's place.
    fn sample(&mut self, z: VarId, term: Term, condition: VarId, value: bool) -> Term {
        let at = self.builder.place(z);
        let clock = self.builder.clock(at.clock, condition, value);
        let ty = self.builder.ty(&term);
        self.builder.define(Place { clock, ..at }, ty, Operation::When { body: term, condition, value })
    }

    fn primitive(&mut self, z: VarId, primitive: Primitive, operands: &[Term], bar: Term) -> Result<(), GradError> {
        if let (Primitive::Function(Function::Get), [v, _]) = (primitive, operands)
            && self.builder.ty(v).shape.len() > 2
        {
            return Err(GradError::Get { ty: self.builder.ty(v), span: self.primal.variable(z).span });
        }
        let at = self.builder.place(z);
        let wanted: Vec<bool> = operands.iter().map(|operand| self.has_adjoint(operand)).collect();
        let terms = partials(&mut self.builder, at, primitive, operands, &wanted, &Operand::Variable(z), &bar);
        for (operand, term) in operands.iter().zip(terms) {
            term.into_iter().for_each(|term| self.contribute(operand, term));
        }
        Ok(())
    }

    fn has_adjoint(&self, term: &Term) -> bool {
        term.variable().is_some_and(|x| self.bars[x.index()].is_some())
    }
}
