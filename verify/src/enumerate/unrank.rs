//! From an index to its term: the alternative is found in the running sums, and what is left of the index numbers the split
//! of Δ and the premises.

use super::count::{BOOL, Context, Counts, GoalId, NAT, Rule, binomial, extended, multiplicities};
use super::space::TooMany;
use crate::generate::Variable;
use crate::generate::inhabit::{app, iter, lam, node, unused, var};
use cajal_semantics::cajal::syntax::{Term, TermKind};
use cajal_semantics::deep::grow;
use dashu_int::UBig;

pub(super) struct Unranking<'a> {
    pub(super) counts: &'a mut Counts,
}

impl Unranking<'_> {
    /// The term with this index; `variables` are those of the context, in its order.
    pub(super) fn term(
        &mut self,
        size: u32,
        goal: GoalId,
        context: &[GoalId],
        variables: &[Variable],
        index: u128,
    ) -> Result<Term, TooMany> {
        let alternatives = self.counts.alternatives(size, goal, context)?;
        let position = alternatives.partition_point(|alternative| alternative.upto <= index);
        let chosen = &alternatives[position];
        let mut rest = index - position.checked_sub(1).map_or(0, |before| alternatives[before].upto);
        let [size1, size2, size3] = chosen.sizes;
        grow(|| match chosen.rule {
            Rule::Var => Ok(var(&variables[0].name)),
            Rule::True => Ok(node(TermKind::True)),
            Rule::False => Ok(node(TermKind::False)),
            Rule::Zero => Ok(node(TermKind::Num(UBig::ZERO))),
            Rule::Succ => Ok(node(TermKind::Succ(self.term(size1, NAT, context, variables, rest)?))),
            Rule::Lam(dom, cod) => {
                let ty = self.counts.ty(dom).clone();
                let x = Variable { name: unused(variables), ty: ty.clone() };
                let inner = extended(context, dom);
                let mut inside = variables.to_vec();
                inside.insert(context.partition_point(|y| *y <= dom), x.clone());
                Ok(lam(x.name, ty, self.term(size1, cod, &inner, &inside, rest)?))
            }
            Rule::App(argument, function) => {
                let (part1, part2) = split(context, variables, &chosen.first, &mut rest);
                let arguments = self.counts.count(size2, argument, &part2.0)?;
                let e1 = self.term(size1, function, &part1.0, &part1.1, rest / arguments)?;
                Ok(app(e1, self.term(size2, argument, &part2.0, &part2.1, rest % arguments)?))
            }
            Rule::If => {
                let (part1, part2) = split(context, variables, &chosen.first, &mut rest);
                let then = self.counts.count(size2, goal, &part2.0)?;
                let otherwise = self.counts.count(size3, goal, &part2.0)?;
                let e1 = self.term(size1, BOOL, &part1.0, &part1.1, rest / otherwise / then)?;
                let e2 = self.term(size2, goal, &part2.0, &part2.1, rest / otherwise % then)?;
                let e3 = self.term(size3, goal, &part2.0, &part2.1, rest % otherwise)?;
                Ok(node(TermKind::If(e1, e2, e3)))
            }
            Rule::Iter => {
                let (part1, part2) = split(context, variables, &chosen.first, &mut rest);
                let y = Variable { name: unused(&[]), ty: self.counts.ty(goal).clone() };
                let steps = self.counts.count(size2, goal, &[goal])?;
                let counts = self.counts.count(size3, NAT, &part2.0)?;
                let e1 = self.term(size1, goal, &part1.0, &part1.1, rest / counts / steps)?;
                let e2 = self.term(size2, goal, &[goal], std::slice::from_ref(&y), rest / counts % steps)?;
                let e3 = self.term(size3, NAT, &part2.0, &part2.1, rest % counts)?;
                Ok(iter(e1, y.name, e2, e3))
            }
        })
    }
}

/// One side of a split: the multiset and the variables, in the same order.
type Part = (Context, Vec<Variable>);

/// Splits the variables: `first` says how many of each type go to the left, the index says which. The index is divided by
/// the number of ways.
fn split(context: &[GoalId], variables: &[Variable], first: &[u32], index: &mut u128) -> (Part, Part) {
    let (mut left, mut right): (Part, Part) = Default::default();
    let mut from = 0;
    for ((_, n), k) in multiplicities(context).into_iter().zip(first) {
        let ways = binomial(n, *k);
        let chosen = subset(n, *k, *index % ways);
        *index /= ways;
        for i in 0..n as usize {
            let part = if chosen >> i & 1 == 1 { &mut left } else { &mut right };
            part.0.push(context[from + i]);
            part.1.push(variables[from + i].clone());
        }
        from += n as usize;
    }
    (left, right)
}

/// The subset of {0, …, n−1} of k elements with this index, as bits.
fn subset(n: u32, k: u32, index: u128) -> u128 {
    if k == 0 {
        return 0;
    }
    let without = if n > k { binomial(n - 1, k) } else { 0 };
    if index < without { subset(n - 1, k, index) } else { 1 << (n - 1) | subset(n - 1, k - 1, index - without) }
}
