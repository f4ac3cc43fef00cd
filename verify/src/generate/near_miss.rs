//! Ill-typed programs one edit away from a well-typed one, with the codes that they must be rejected with. The edit is made
//! so that the error is determined by the rules, not by asking a checker.

use super::draw::Draw;
use super::inhabit::{Literals, app, closed, consuming, counting, iter, node, var};
use super::names::variable;
use super::program::ProgramStrategy;
use super::sites::{Bound, Site, replace, sites};
use super::term::{Goal, Variable, term};
use cajal_semantics::cajal::syntax::{ItemKind, Name, Program, Term, TermKind, children};
use cajal_semantics::cajal::types::Ty;
use proptest::test_runner::TestRng;

/// The edits, one for each way in which a rule can be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// The only use of a variable becomes a constant.
    Forget,
    /// A use of a variable in one branch becomes a constant.
    ForgetInBranch,
    /// A variable is used again.
    Repeat,
    /// The step of an iteration uses a variable from outside.
    Capture,
    /// A name stands for nothing.
    Unbind,
    /// Something that is not a function is applied.
    ApplyGround,
    /// The argument gets another type.
    Argument,
    /// The condition gets another type.
    Condition,
    /// The second branch gets another type.
    Branch,
    /// The operand of succ gets another type.
    Succ,
    /// The count gets another type.
    Count,
    /// The step gets another type than the base.
    Step,
}

impl Edit {
    /// All edits.
    pub const ALL: [Edit; 12] = [
        Edit::Forget,
        Edit::ForgetInBranch,
        Edit::Repeat,
        Edit::Capture,
        Edit::Unbind,
        Edit::ApplyGround,
        Edit::Argument,
        Edit::Condition,
        Edit::Branch,
        Edit::Succ,
        Edit::Count,
        Edit::Step,
    ];

    /// The code of the error that the edit makes.
    pub fn code(self) -> &'static str {
        match self {
            Edit::Forget => "unused",
            Edit::ForgetInBranch => "branch-usage",
            Edit::Repeat => "used-twice",
            Edit::Capture => "step-captures",
            Edit::Unbind => "unbound",
            Edit::ApplyGround => "not-a-function",
            Edit::Argument => "argument-type",
            Edit::Condition => "condition-type",
            Edit::Branch => "branch-type",
            Edit::Succ => "succ-type",
            Edit::Count => "count-type",
            Edit::Step => "step-type",
        }
    }
}

/// An ill-typed term, for the goal that the term before the edit had.
#[derive(Clone, Debug)]
pub struct NearMiss {
    /// The goal; its type is that of the term before the edit.
    pub goal: Goal,
    /// The term.
    pub term: Term,
    /// What was done to it.
    pub edit: Edit,
}

/// An ill-typed term one edit away from a random one of about `size` nodes; nothing if the term has no place for the edit.
pub fn near_miss(rng: &mut TestRng, edit: Edit, size: u32) -> Option<NearMiss> {
    let inputs = (0..Draw::new(rng).below(3))
        .map(|i| Variable { name: variable(i as usize), ty: super::term::ty(&mut Draw::new(rng)) });
    let inputs: Vec<Variable> = inputs.collect();
    let goal = Goal { globals: vec![], inputs, ty: super::term::ty(&mut Draw::new(rng)) };
    let e = term(rng, &goal, size);
    let sites = sites(&[], &goal.inputs, &e);
    let mut places: Vec<(usize, Term)> = Vec::new();
    let mut draw = Draw::new(rng);
    for position in 0..sites.len() {
        places.extend(edited(&mut draw, edit, &sites, position).map(|new| (position, new)));
    }
    if places.is_empty() {
        return None;
    }
    let (position, new) = draw.pick(&places).clone();
    Some(NearMiss { term: replace(&e, position, &new), goal, edit })
}

/// What the edit makes of the subterm at a position, if it applies there.
fn edited(draw: &mut Draw, edit: Edit, sites: &[Site], position: usize) -> Option<Term> {
    let site = &sites[position];
    // The immediate subterms are siblings in preorder.
    let first = || &sites[position + 1];
    let second = || &sites[first().end];
    let third = || &sites[second().end];
    match edit {
        // A use that is in no branch below the binder is the only one.
        Edit::Forget => {
            let TermKind::Var(_) = site.term.kind() else { return None };
            (site.branches == site.free.first()?.branches).then(|| closed(&site.ty, Literals::CANONICAL))
        }
        // A use in a branch of just one conditional below the binder: the other branch uses the variable too.
        Edit::ForgetInBranch => {
            let TermKind::Var(_) = site.term.kind() else { return None };
            (site.branches == site.free.first()?.branches + 1).then(|| closed(&site.ty, Literals::CANONICAL))
        }
        // A use on the way from the binder that is always taken, besides the use or uses that there are.
        Edit::Repeat => {
            let again = |x: &&Bound| x.steps == site.steps && x.branches == site.branches;
            let x = pick(draw, site.scope.iter().filter(again))?;
            Some(beside(site.term.clone(), &x.variable))
        }
        Edit::Capture => {
            let x = pick(draw, site.scope.iter().filter(|x| x.steps < site.steps && x.branches == site.branches))?;
            Some(beside(site.term.clone(), &x.variable))
        }
        Edit::Unbind => site.free.is_empty().then(|| var(&Name::from("nowhere"))),
        Edit::ApplyGround => {
            let argument = closed(&super::term::ty(draw), Literals::CANONICAL);
            (!matches!(site.ty, Ty::Fun(_))).then(|| app(site.term.clone(), argument))
        }
        Edit::Argument => {
            let TermKind::App(e1, _) = site.term.kind() else { return None };
            Some(app(e1.clone(), other(draw, second())))
        }
        Edit::Condition => {
            let TermKind::If(_, e2, e3) = site.term.kind() else { return None };
            Some(node(TermKind::If(other(draw, first()), e2.clone(), e3.clone())))
        }
        Edit::Branch => {
            let TermKind::If(e1, e2, _) = site.term.kind() else { return None };
            Some(node(TermKind::If(e1.clone(), e2.clone(), other(draw, third()))))
        }
        Edit::Succ => {
            let TermKind::Succ(_) = site.term.kind() else { return None };
            Some(node(TermKind::Succ(other(draw, first()))))
        }
        Edit::Count => {
            let TermKind::Iter { base, var, step, .. } = site.term.kind() else { return None };
            Some(iter(base.clone(), var.name.clone(), step.clone(), other(draw, third())))
        }
        Edit::Step => {
            let TermKind::Iter { base, var, count, .. } = site.term.kind() else { return None };
            Some(iter(base.clone(), var.name.clone(), other(draw, second()), count.clone()))
        }
    }
}

fn pick<'a>(draw: &mut Draw, choices: impl Iterator<Item = &'a Bound>) -> Option<&'a Bound> {
    let choices: Vec<&Bound> = choices.collect();
    if choices.is_empty() { None } else { Some(*draw.pick(&choices)) }
}

/// e and, after it, a use of x.
fn beside(e: Term, x: &Variable) -> Term {
    // The variable of the step is not x, for the eye; any name would do.
    let y = super::inhabit::unused(std::slice::from_ref(x));
    iter(e, y.clone(), var(&y), counting(var(&x.name), &x.ty))
}

/// A term that uses the same variables and has another type.
fn other(draw: &mut Draw, site: &Site) -> Term {
    let mut ty = super::term::ty(draw);
    while ty == site.ty {
        ty = super::term::ty(draw);
    }
    consuming(&ty, &site.delta(), Literals::CANONICAL)
}

/// An ill-typed program around a near miss: its inputs as items.
pub fn program(miss: &NearMiss) -> Program {
    let inputs = miss.goal.inputs.iter().map(|x| super::program::item(x, ItemKind::Input));
    super::program::program(inputs.collect(), miss.term.clone())
}

/// A well-typed program of at most `size` nodes with random subterms put in the place of others, whatever their types: often
/// ill-typed, often not. For comparing two checkers.
pub fn scrambled(rng: &mut TestRng, size: usize) -> Program {
    let strategy = ProgramStrategy { defs: 0, ..ProgramStrategy::open(size as u32 / 2) };
    loop {
        let mut program = strategy.draw(rng);
        let main = program.main.as_mut().and_then(|main| main.term.as_mut()).expect("BUG: a main term is drawn");
        for _ in 0..1 + Draw::new(rng).below(2) {
            let subterms = subterms(main);
            let mut draw = Draw::new(rng);
            let new = draw.pick(&subterms).clone();
            *main = replace(main, draw.below(subterms.len() as u32) as usize, &new);
        }
        if super::sites::size(main) <= size {
            return program;
        }
    }
}

fn subterms(e: &Term) -> Vec<Term> {
    let mut subterms = vec![e.clone()];
    let mut seen = 0;
    while seen < subterms.len() {
        let term = subterms[seen].clone();
        subterms.extend(children(term.kind()).cloned());
        seen += 1;
    }
    subterms
}
