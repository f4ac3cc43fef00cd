//! Γ ; Δ ⊢ e : τ, read upwards: the goal, the context and a budget of nodes decide which rules apply, a rule is drawn, Δ is
//! split at random between its premises, and the premises are drawn in turn. So each term is well-typed and uses each
//! variable exactly once without ever being checked.

use super::draw::Draw;
use super::inhabit::{Literals, app, consuming, ident, iter, lam, node, var};
use super::names::variable;
use cajal_semantics::cajal::syntax::{Binder, Name, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::deep::grow;
use cajal_semantics::source::Span;
use dashu_int::UBig;
use proptest::test_runner::TestRng;

/// x:τ
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// x
    pub name: Name,
    /// τ
    pub ty: Ty,
}

/// What is asked for: Γ ; Δ ⊢ ? : τ.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Γ
    pub globals: Vec<Variable>,
    /// Δ; at most 64 variables.
    pub inputs: Vec<Variable>,
    /// τ
    pub ty: Ty,
}

/// A subset of the scope: the bit of each variable that must be used here.
type Delta = u64;

/// The scope is not nested deeper than the bits of [`Delta`].
const MAX_SCOPE: usize = 60;

/// A random term for the goal, of about `size` nodes (more where Δ has to be used up).
pub fn term(rng: &mut TestRng, goal: &Goal, size: u32) -> Term {
    assert!(goal.inputs.len() < MAX_SCOPE, "BUG: a goal with {} inputs", goal.inputs.len());
    let delta = (1 << goal.inputs.len()) - 1;
    let scope = goal.inputs.clone();
    let mut generator = Generator { draw: Draw::new(rng), globals: &goal.globals, hidden: 0, scope };
    generator.term(&goal.ty, delta, size)
}

/// The types that arguments are drawn from, simple ones more often.
pub fn ty(draw: &mut Draw) -> Ty {
    let simple = |draw: &mut Draw| if draw.chance(3, 5) { Ty::Bool } else { Ty::Nat };
    match draw.below(16) {
        0..10 => simple(draw),
        10..14 => Ty::fun(simple(draw), simple(draw)),
        14 => Ty::fun(simple(draw), Ty::fun(simple(draw), simple(draw))),
        _ => Ty::fun(Ty::fun(simple(draw), simple(draw)), simple(draw)),
    }
}

/// How many arguments a function of type `ty` takes until its result has the type of the goal.
fn arguments_until(ty: &Ty, goal: &Ty) -> Option<u32> {
    let (mut result, mut arguments) = (ty, 0);
    while let Ty::Fun(arrow) = result {
        (result, arguments) = (&arrow.cod, arguments + 1);
        if result == goal {
            return Some(arguments);
        }
    }
    None
}

struct Generator<'a> {
    draw: Draw<'a>,
    globals: &'a [Variable],
    /// The globals that a binder hides here.
    hidden: u64,
    /// Every variable bound on the way here; a premise uses those in its Δ.
    scope: Vec<Variable>,
}

/// What the conclusion may be.
#[derive(Clone, Copy)]
enum Choice {
    /// (Var), (Glob), (True), (False) or (Zero)
    Leaf,
    /// (Succ) or (Lam)
    Introduction,
    /// (Var) under (App)s: a function of Δ, applied until its result has the type of the goal
    Head,
    /// (Glob) under (App)s: the same with a global
    GlobalHead,
    /// (App)
    App,
    /// (App) and (Lam), written as `let`
    Let,
    /// (If)
    If,
    /// (Iter)
    Iter,
}

impl Generator<'_> {
    fn term(&mut self, goal: &Ty, delta: Delta, fuel: u32) -> Term {
        if fuel <= 1 || self.scope.len() >= MAX_SCOPE {
            return self.close(goal, delta);
        }
        grow(|| match self.choose(goal, delta) {
            Choice::Leaf => self.leaf(goal, delta),
            Choice::Introduction => self.introduction(goal, delta, fuel - 1),
            Choice::Head => self.head(goal, delta, fuel - 1),
            Choice::GlobalHead => self.global_head(goal, delta, fuel - 1),
            Choice::App => self.app(goal, delta, fuel - 1),
            Choice::Let => self.let_in(goal, delta, fuel - 1),
            Choice::If => self.conditional(goal, delta, fuel - 1),
            Choice::Iter => self.iter(goal, delta, fuel - 1),
        })
    }

    fn choose(&mut self, goal: &Ty, delta: Delta) -> Choice {
        const CHOICES: [Choice; 8] = [
            Choice::Leaf,
            Choice::Introduction,
            Choice::Head,
            Choice::GlobalHead,
            Choice::App,
            Choice::Let,
            Choice::If,
            Choice::Iter,
        ];
        let ground = !matches!(goal, Ty::Fun(_));
        let leaf = match delta.count_ones() {
            0 if ground => 2,
            0 => 3 * u32::from(self.visible_globals(goal).next().is_some()),
            1 => 3 * u32::from(self.scope[delta.trailing_zeros() as usize].ty == *goal),
            _ => 0,
        };
        let introduction = match goal {
            Ty::Bool | Ty::Real(_) => 0,
            Ty::Nat => 2,
            Ty::Fun(_) => 14,
        };
        let head = if self.heads(goal, delta).next().is_some() { 10 } else { 0 };
        let global = if self.globals.is_empty() || self.global_heads(goal).next().is_none() { 0 } else { 6 };
        CHOICES[self.draw.weighted(&[leaf, introduction, head, global, 5, 1, 4, 4])]
    }

    /// (Var)   Γ ; x:τ ⊢ x : τ    (Glob)  Γ, g:τ ; ∅ ⊢ g : τ    (True), (False), (Zero)
    fn leaf(&mut self, goal: &Ty, delta: Delta) -> Term {
        if delta != 0 {
            return self.close(goal, delta);
        }
        let globals: Vec<Name> = self.visible_globals(goal).map(|g| g.name.clone()).collect();
        if !globals.is_empty() && self.draw.chance(1, 2) {
            return var(self.draw.pick(&globals));
        }
        self.close(goal, delta)
    }

    fn visible_globals<'s>(&'s self, goal: &'s Ty) -> impl Iterator<Item = &'s Variable> + use<'s> {
        let visible = self.globals.iter().enumerate().filter(|(i, _)| self.hidden >> i & 1 == 0).map(|(_, g)| g);
        visible.filter(move |g| g.ty == *goal)
    }

    /// (Succ)  Γ ; Δ ⊢ e : N   ⟹  Γ ; Δ ⊢ succ e : N        (Lam)   Γ ; Δ, x:τ ⊢ e : σ   ⟹  Γ ; Δ ⊢ λx:τ. e : τ ⊸ σ
    fn introduction(&mut self, goal: &Ty, delta: Delta, fuel: u32) -> Term {
        match goal {
            Ty::Nat => node(TermKind::Succ(self.term(goal, delta, fuel))),
            Ty::Fun(arrow) => {
                let (x, body) = self.under(&arrow.dom, &arrow.cod, delta, fuel);
                lam(x, arrow.dom.clone(), body)
            }
            Ty::Bool | Ty::Real(_) => unreachable!("BUG: {goal} has no introduction rule with a premise"),
        }
    }

    /// The functions of Δ whose result, after some arguments, has the type of the goal; and how many arguments.
    fn heads<'s>(&'s self, goal: &'s Ty, delta: Delta) -> impl Iterator<Item = (usize, u32)> + use<'s> {
        let candidates = self.scope.iter().enumerate().filter(move |(i, _)| delta >> i & 1 == 1);
        candidates.filter_map(move |(i, f)| Some((i, arguments_until(&f.ty, goal)?)))
    }

    /// f e … e for a function f of Δ
    fn head(&mut self, goal: &Ty, delta: Delta, fuel: u32) -> Term {
        let heads: Vec<(usize, u32)> = self.heads(goal, delta).collect();
        let (f, arguments) = *self.draw.pick(&heads);
        let head = self.scope[f].clone();
        self.applied(&head, arguments, delta & !(1 << f), fuel)
    }

    /// The same for the globals that no binder hides.
    fn global_heads<'s>(&'s self, goal: &'s Ty) -> impl Iterator<Item = (usize, u32)> + use<'s> {
        let visible = self.globals.iter().enumerate().filter(|(i, _)| self.hidden >> i & 1 == 0);
        visible.filter_map(move |(i, g)| Some((i, arguments_until(&g.ty, goal)?)))
    }

    /// g e … e for a global g
    fn global_head(&mut self, goal: &Ty, delta: Delta, fuel: u32) -> Term {
        let heads: Vec<(usize, u32)> = self.global_heads(goal).collect();
        let (g, arguments) = *self.draw.pick(&heads);
        let head = self.globals[g].clone();
        self.applied(&head, arguments, delta, fuel)
    }

    /// (App), once for each argument; Δ is split among them.
    fn applied(&mut self, head: &Variable, arguments: u32, delta: Delta, fuel: u32) -> Term {
        let mut rest = delta;
        let mut e = var(&head.name);
        let mut ty = head.ty.clone();
        for left in (0..arguments).rev() {
            let Ty::Fun(arrow) = ty else { unreachable!("BUG: a head takes its arguments") };
            let (mine, others) = if left == 0 { (rest, 0) } else { self.split(rest) };
            rest = others;
            e = app(e, self.term(&arrow.dom, mine, fuel / arguments));
            ty = arrow.cod.clone();
        }
        e
    }

    /// (App)   Γ ; Δ1 ⊢ e1 : τ ⊸ σ    Γ ; Δ2 ⊢ e2 : τ   ⟹  Γ ; Δ1∘Δ2 ⊢ e1 e2 : σ
    fn app(&mut self, goal: &Ty, delta: Delta, fuel: u32) -> Term {
        let dom = self.argument_type(goal, delta);
        let (delta1, delta2) = self.split(delta);
        let (fuel1, fuel2) = self.share(fuel);
        let e1 = self.term(&Ty::fun(dom.clone(), goal.clone()), delta1, fuel1);
        app(e1, self.term(&dom, delta2, fuel2))
    }

    /// let x : τ = e1 in e2  is  (λx:τ. e2) e1
    fn let_in(&mut self, goal: &Ty, delta: Delta, fuel: u32) -> Term {
        let dom = self.argument_type(goal, delta);
        let (delta1, delta2) = self.split(delta);
        let (fuel1, fuel2) = self.share(fuel);
        let e1 = self.term(&dom, delta1, fuel1);
        let (x, e2) = self.under(&dom, goal, delta2, fuel2);
        node(TermKind::Let(Binder { ident: ident(x), ty: dom, ty_span: Span::default() }, e1, e2))
    }

    /// A type for an argument: any, or one for which a variable or a global is at hand.
    fn argument_type(&mut self, goal: &Ty, delta: Delta) -> Ty {
        if delta != 0 && self.draw.chance(1, 3) {
            let nth = self.draw.below(delta.count_ones());
            let x = (0..64).filter(|i| delta >> i & 1 == 1).nth(nth as usize).expect("BUG: there are that many");
            return self.scope[x].ty.clone();
        }
        if !self.globals.is_empty() && self.draw.chance(1, 3) {
            let applicable = self.globals.iter().filter_map(|g| match &g.ty {
                Ty::Fun(arrow) if arrow.cod == *goal => Some(&arrow.dom),
                Ty::Bool | Ty::Nat | Ty::Real(_) | Ty::Fun(_) => None,
            });
            let applicable: Vec<&Ty> = applicable.collect();
            if !applicable.is_empty() {
                return (*self.draw.pick(&applicable)).clone();
            }
        }
        ty(&mut self.draw)
    }

    /// (If)    Γ ; Δ1 ⊢ e1 : 2   Γ ; Δ2 ⊢ e2 : τ   Γ ; Δ2 ⊢ e3 : τ   ⟹  Γ ; Δ1∘Δ2 ⊢ if e1 then e2 else e3 : τ
    fn conditional(&mut self, goal: &Ty, delta: Delta, fuel: u32) -> Term {
        let (delta1, delta2) = self.split(delta);
        let (fuel1, branches) = self.share(fuel);
        let (fuel2, fuel3) = self.share(branches);
        let e1 = self.term(&Ty::Bool, delta1, fuel1);
        let e2 = self.term(goal, delta2, fuel2);
        node(TermKind::If(e1, e2, self.term(goal, delta2, fuel3)))
    }

    /// (Iter)  Γ ; Δ1 ⊢ e1 : τ   Γ ; y:τ ⊢ e2 : τ   Γ ; Δ2 ⊢ e3 : N   ⟹  Γ ; Δ1∘Δ2 ⊢ iter{e1 | y ↪ e2}(e3) : τ
    fn iter(&mut self, goal: &Ty, delta: Delta, fuel: u32) -> Term {
        let (delta1, delta2) = self.split(delta);
        let (fuel1, rest) = self.share(fuel);
        let (fuel2, fuel3) = self.share(rest);
        let e1 = self.term(goal, delta1, fuel1);
        let (y, e2) = self.under(goal, goal, 0, fuel2);
        iter(e1, y, e2, self.term(&Ty::Nat, delta2, fuel3))
    }

    /// Γ ; Δ, x:τ ⊢ e : σ. The name of x may be that of anything that is not used in e.
    fn under(&mut self, dom: &Ty, goal: &Ty, delta: Delta, fuel: u32) -> (Name, Term) {
        let (hidden, level) = (self.hidden, self.scope.len());
        let name = if !self.globals.is_empty() && self.draw.chance(1, 16) {
            let i = self.draw.below(self.globals.len() as u32) as usize;
            Some(self.globals[i].name.clone()).filter(|name| !self.used_by(delta, name)).inspect(|name| {
                for (i, g) in self.globals.iter().enumerate() {
                    self.hidden |= u64::from(g.name == *name) << i;
                }
            })
        } else {
            None
        };
        let name = name.unwrap_or_else(|| self.name(delta));
        self.scope.push(Variable { name: name.clone(), ty: dom.clone() });
        let body = self.term(goal, delta | 1 << level, fuel);
        self.scope.pop();
        self.hidden = hidden;
        (name, body)
    }

    /// A name that no variable of Δ has, often one that hides another variable.
    fn name(&mut self, delta: Delta) -> Name {
        let mut i = self.draw.below(4) as usize;
        loop {
            let name = variable(i);
            if !self.used_by(delta, &name) {
                return name;
            }
            i += 1;
        }
    }

    fn used_by(&self, delta: Delta, name: &Name) -> bool {
        self.scope.iter().enumerate().any(|(i, x)| delta >> i & 1 == 1 && x.name == *name)
    }

    /// Δ1∘Δ2 = Δ
    fn split(&mut self, delta: Delta) -> (Delta, Delta) {
        if delta == 0 {
            return (0, 0);
        }
        let first = delta & self.draw.bits();
        (first, delta & !first)
    }

    fn share(&mut self, fuel: u32) -> (u32, u32) {
        let first = self.draw.below(fuel + 1);
        (first, fuel - first)
    }

    /// The end of the budget: a literal, a λ, or what uses the rest of Δ up.
    fn close(&mut self, goal: &Ty, delta: Delta) -> Term {
        let truth = self.draw.chance(1, 2);
        let count = match self.draw.below(32) {
            n @ 0..28 => n % 4,
            n => 4 + (n - 28) * 2,
        };
        match (goal, delta) {
            (Ty::Bool, 0) if truth => node(TermKind::True),
            (Ty::Bool, 0) => node(TermKind::False),
            (Ty::Nat, 0) => node(TermKind::Num(UBig::from(count))),
            (_, delta) => {
                let variables = (0..self.scope.len()).filter(|i| delta >> i & 1 == 1);
                let variables: Vec<Variable> = variables.map(|i| self.scope[i].clone()).collect();
                consuming(goal, &variables, Literals { truth, count })
            }
        }
    }
}
