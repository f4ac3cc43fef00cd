//! Counting: one summand for each way in which a rule concludes Δ ⊢ e : τ with a term of a given size.

use super::space::{TooMany, Universe};
use cajal_semantics::cajal::types::Ty;
use std::collections::HashMap;
use std::rc::Rc;

/// A type, numbered.
pub(super) type GoalId = u32;

/// Δ as a multiset: the types of its variables, sorted. Which variable is which does not change the count.
pub(super) type Context = Vec<GoalId>;

/// One way to conclude: the rule, the sizes of the premises, and how Δ splits by types.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    /// The terms of this alternative and of those before it.
    pub(super) upto: u128,
    pub(super) rule: Rule,
    pub(super) sizes: [u32; 3],
    /// Δ1: how many variables of each type, in the order of the types in Δ.
    pub(super) first: Box<[u32]>,
}

/// The rules, as the enumeration needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Var,
    True,
    False,
    Zero,
    Succ,
    /// The binder's type and the type of the body.
    Lam(GoalId, GoalId),
    /// The argument's type and the function's type.
    App(GoalId, GoalId),
    If,
    Iter,
}

/// The tables.
pub(super) struct Counts {
    universe: Vec<GoalId>,
    /// Types of arguments of an application: those of the universe, and the arguments of functions among its types.
    arguments: Vec<GoalId>,
    types: Vec<Ty>,
    ids: HashMap<Ty, GoalId>,
    /// Function types by their sides.
    arrows: HashMap<(GoalId, GoalId), GoalId>,
    /// The longest chain of arrows that a variable can have.
    arity: u32,
    table: HashMap<(u32, GoalId, Context), Rc<[Alternative]>>,
}

pub(super) const BOOL: GoalId = 0;
pub(super) const NAT: GoalId = 1;

impl Counts {
    pub(super) fn new(universe: Universe) -> Counts {
        let mut counts = Counts {
            universe: vec![],
            arguments: vec![],
            types: vec![],
            ids: HashMap::new(),
            arrows: HashMap::new(),
            arity: 0,
            table: HashMap::new(),
        };
        counts.intern(&Ty::Bool);
        counts.intern(&Ty::Nat);
        let mut work: Vec<Ty> = universe.types().to_vec();
        counts.universe = work.iter().map(|ty| counts.intern(ty)).collect();
        counts.arguments = counts.universe.clone();
        counts.arity = work.iter().map(|ty| ty.uncurry().0.len() as u32).max().unwrap_or(0);
        while let Some(ty) = work.pop() {
            if let Ty::Fun(arrow) = ty {
                let dom = counts.intern(&arrow.dom);
                if !counts.arguments.contains(&dom) {
                    counts.arguments.push(dom);
                }
                work.extend([arrow.dom.clone(), arrow.cod.clone()]);
            }
        }
        counts
    }

    /// The number of a type.
    pub(super) fn intern(&mut self, ty: &Ty) -> GoalId {
        if let Some(id) = self.ids.get(ty) {
            return *id;
        }
        if let Ty::Fun(arrow) = ty {
            let (dom, cod) = (self.intern(&arrow.dom), self.intern(&arrow.cod));
            self.arrows.insert((dom, cod), self.types.len() as GoalId);
        }
        let id = self.types.len() as GoalId;
        self.types.push(ty.clone());
        self.ids.insert(ty.clone(), id);
        id
    }

    /// The number of τ ⊸ σ.
    fn arrow(&mut self, dom: GoalId, cod: GoalId) -> GoalId {
        match self.arrows.get(&(dom, cod)) {
            Some(id) => *id,
            None => self.intern(&Ty::fun(self.types[dom as usize].clone(), self.types[cod as usize].clone())),
        }
    }

    pub(super) fn ty(&self, id: GoalId) -> &Ty {
        &self.types[id as usize]
    }

    pub(super) fn tabulated(&self) -> usize {
        self.table.values().map(|alternatives| alternatives.len()).sum()
    }

    pub(super) fn count(&mut self, size: u32, goal: GoalId, context: &[GoalId]) -> Result<u128, TooMany> {
        Ok(self.alternatives(size, goal, context)?.last().map_or(0, |last| last.upto))
    }

    /// Can there be terms at all? Every variable is a leaf, l leaves need (l−1)/2 nodes that join them, and a term has no
    /// more arrows than its λs and its variables give it.
    fn possible(&self, size: u32, goal: GoalId, context: &[GoalId]) -> bool {
        let variables = context.len() as u32;
        let arrows = self.types[goal as usize].uncurry().0.len() as u32;
        size >= variables.max(1) + variables.saturating_sub(1) / 2 && size + self.arity > arrows
    }

    /// Every way to conclude with a term of this size, with the running sums of the counts.
    pub(super) fn alternatives(
        &mut self,
        size: u32,
        goal: GoalId,
        context: &[GoalId],
    ) -> Result<Rc<[Alternative]>, TooMany> {
        if !self.possible(size, goal, context) {
            return Ok(Rc::new([]));
        }
        let key = (size, goal, context.to_vec());
        if let Some(known) = self.table.get(&key) {
            return Ok(known.clone());
        }
        let mut summands = Summands { alternatives: vec![], total: 0 };
        if size == 1 {
            match context {
                [] if goal == BOOL => {
                    summands.add(1, Rule::True, [0; 3], &[])?;
                    summands.add(1, Rule::False, [0; 3], &[])?;
                }
                [] if goal == NAT => summands.add(1, Rule::Zero, [0; 3], &[])?,
                [x] if *x == goal => summands.add(1, Rule::Var, [0; 3], &[])?,
                _ => {}
            }
        } else {
            self.with_premises(size, goal, context, &mut summands)?;
        }
        let alternatives: Rc<[Alternative]> = summands.alternatives.into();
        self.table.insert(key, alternatives.clone());
        Ok(alternatives)
    }

    fn with_premises(
        &mut self,
        size: u32,
        goal: GoalId,
        context: &[GoalId],
        summands: &mut Summands,
    ) -> Result<(), TooMany> {
        // Γ ; Δ ⊢ e : N   ⟹  Γ ; Δ ⊢ succ e : N
        if goal == NAT {
            summands.add(self.count(size - 1, NAT, context)?, Rule::Succ, [size - 1, 0, 0], &[])?;
        }
        // Γ ; Δ, x:τ ⊢ e : σ   ⟹  Γ ; Δ ⊢ λx:τ. e : τ ⊸ σ
        if let Ty::Fun(arrow) = self.ty(goal).clone() {
            let (dom, cod) = (self.intern(&arrow.dom), self.intern(&arrow.cod));
            if self.universe.contains(&dom) {
                let n = self.count(size - 1, cod, &extended(context, dom))?;
                summands.add(n, Rule::Lam(dom, cod), [size - 1, 0, 0], &[])?;
            }
        }
        for split in splits(context) {
            // Γ ; Δ1 ⊢ e1 : τ ⊸ σ    Γ ; Δ2 ⊢ e2 : τ   ⟹  Γ ; Δ1∘Δ2 ⊢ e1 e2 : σ
            for argument in self.arguments.clone() {
                let function = self.arrow(argument, goal);
                for second in 1..size - 1 {
                    let arguments = self.count(second, argument, &split.delta2)?;
                    if arguments == 0 {
                        continue;
                    }
                    let first = size - 1 - second;
                    let functions = self.count(first, function, &split.delta1)?;
                    let n = product([split.ways, functions, arguments, 1])?;
                    summands.add(n, Rule::App(argument, function), [first, second, 0], &split.first)?;
                }
            }
            // Γ ; Δ1 ⊢ e1 : 2   Γ ; Δ2 ⊢ e2 : τ   Γ ; Δ2 ⊢ e3 : τ   ⟹  Γ ; Δ1∘Δ2 ⊢ if e1 then e2 else e3 : τ
            for first in 1..size.saturating_sub(2) {
                let conditions = self.count(first, BOOL, &split.delta1)?;
                if conditions == 0 {
                    continue;
                }
                for second in 1..size - 1 - first {
                    let third = size - 1 - first - second;
                    let then = self.count(second, goal, &split.delta2)?;
                    let otherwise = if then == 0 { 0 } else { self.count(third, goal, &split.delta2)? };
                    let n = product([split.ways, conditions, then, otherwise])?;
                    summands.add(n, Rule::If, [first, second, third], &split.first)?;
                }
            }
            // Γ ; Δ1 ⊢ e1 : τ   Γ ; y:τ ⊢ e2 : τ   Γ ; Δ2 ⊢ e3 : N   ⟹  Γ ; Δ1∘Δ2 ⊢ iter{e1 | y ↪ e2}(e3) : τ
            if self.universe.contains(&goal) {
                for first in 1..size.saturating_sub(2) {
                    let bases = self.count(first, goal, &split.delta1)?;
                    if bases == 0 {
                        continue;
                    }
                    for second in 1..size - 1 - first {
                        let third = size - 1 - first - second;
                        let counts = self.count(third, NAT, &split.delta2)?;
                        let steps = if counts == 0 { 0 } else { self.count(second, goal, &[goal])? };
                        let n = product([split.ways, bases, steps, counts])?;
                        summands.add(n, Rule::Iter, [first, second, third], &split.first)?;
                    }
                }
            }
        }
        Ok(())
    }
}

struct Summands {
    alternatives: Vec<Alternative>,
    total: u128,
}

impl Summands {
    fn add(&mut self, n: u128, rule: Rule, sizes: [u32; 3], first: &[u32]) -> Result<(), TooMany> {
        if n > 0 {
            self.total = self.total.checked_add(n).ok_or(TooMany)?;
            self.alternatives.push(Alternative { upto: self.total, rule, sizes, first: first.into() });
        }
        Ok(())
    }
}

fn product(factors: [u128; 4]) -> Result<u128, TooMany> {
    factors.iter().try_fold(1u128, |n, factor| n.checked_mul(*factor)).ok_or(TooMany)
}

/// Δ, x:τ
pub(super) fn extended(context: &[GoalId], x: GoalId) -> Context {
    let mut extended = context.to_vec();
    extended.insert(extended.partition_point(|y| *y <= x), x);
    extended
}

/// One way to split a multiset: the two parts, and the number of ways for variables that are told apart.
pub(super) struct Split {
    pub(super) first: Vec<u32>,
    pub(super) delta1: Context,
    pub(super) delta2: Context,
    pub(super) ways: u128,
}

/// The types of a context with their multiplicities.
pub(super) fn multiplicities(context: &[GoalId]) -> Vec<(GoalId, u32)> {
    let mut types: Vec<(GoalId, u32)> = Vec::new();
    for x in context {
        match types.last_mut() {
            Some((ty, n)) if ty == x => *n += 1,
            _ => types.push((*x, 1)),
        }
    }
    types
}

/// n choose k
pub(super) fn binomial(n: u32, k: u32) -> u128 {
    (0..k).fold(1u128, |product, i| product * u128::from(n - i) / u128::from(i + 1))
}

fn splits(context: &[GoalId]) -> Vec<Split> {
    let types = multiplicities(context);
    let mut splits = vec![Split { first: vec![], delta1: vec![], delta2: vec![], ways: 1 }];
    for (ty, n) in types {
        let with = |split: &Split, k: u32| {
            let mut next = Split {
                first: split.first.clone(),
                delta1: split.delta1.clone(),
                delta2: split.delta2.clone(),
                ways: split.ways * binomial(n, k),
            };
            next.first.push(k);
            next.delta1.extend(std::iter::repeat_n(ty, k as usize));
            next.delta2.extend(std::iter::repeat_n(ty, (n - k) as usize));
            next
        };
        splits = splits.iter().flat_map(|split| (0..=n).map(move |k| with(split, k))).collect();
    }
    splits
}
