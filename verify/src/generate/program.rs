//! Whole programs as proptest strategies: externs, definitions and inputs, then a main term.

use super::draw::Draw;
use super::inhabit::ident;
use super::names::{global, variable};
use super::shrink::Candidates;
use super::term::{Goal, Variable, term, ty};
use cajal_semantics::cajal::syntax::{Binder, Item, ItemKind, Main, Program, Term};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::source::Span;
use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{TestRng, TestRunner};

/// What kind of programs.
#[derive(Clone, Debug)]
pub struct ProgramStrategy {
    /// The type of main; any if none.
    pub goal: Option<Ty>,
    /// At most this many inputs.
    pub inputs: u32,
    /// At most this many externs.
    pub externs: u32,
    /// At most this many definitions, in one program out of four.
    pub defs: u32,
    /// Terms are drawn with a budget of up to this many nodes.
    pub size: u32,
}

/// A random program, and a seed for whatever else a property draws (vectors, scalars).
#[derive(Clone)]
pub struct Sample {
    /// The program.
    pub program: Program,
    /// Seeds the vectors of this case.
    pub seed: u64,
}

/// A program is shown as its source.
impl std::fmt::Debug for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-- seed {}", super::source_of(&self.program), self.seed)
    }
}

impl ProgramStrategy {
    /// Programs without inputs and externs.
    pub fn closed(size: u32) -> Self {
        ProgramStrategy { goal: None, inputs: 0, externs: 0, defs: 2, size }
    }

    /// Programs without inputs and externs, of one type.
    pub fn of_type(goal: Ty, size: u32) -> Self {
        ProgramStrategy { goal: Some(goal), ..Self::closed(size) }
    }

    /// Programs with up to three inputs.
    pub fn open(size: u32) -> Self {
        ProgramStrategy { inputs: 3, ..Self::closed(size) }
    }

    /// Programs with inputs and externs.
    pub fn linked(size: u32) -> Self {
        ProgramStrategy { inputs: 2, externs: 2, ..Self::closed(size) }
    }

    /// One program.
    pub fn draw(&self, rng: &mut TestRng) -> Program {
        let mut items = Vec::new();
        let mut globals: Vec<Variable> = Vec::new();
        if self.externs > 0 {
            for _ in 0..1 + Draw::new(rng).below(self.externs) {
                let g = Variable { name: global(globals.len()), ty: extern_type(&mut Draw::new(rng)) };
                items.push(item(&g, ItemKind::Extern));
                globals.push(g);
            }
        }
        if self.defs > 0 && Draw::new(rng).chance(1, 4) {
            for _ in 0..1 + Draw::new(rng).below(self.defs) {
                let g = Variable { name: global(globals.len()), ty: ty(&mut Draw::new(rng)) };
                let goal = Goal { globals: globals.clone(), inputs: vec![], ty: g.ty.clone() };
                let size = 1 + Draw::new(rng).below(self.size / 2);
                let body = term(rng, &goal, size);
                items.push(item(&g, ItemKind::Def(Some(body))));
                globals.push(g);
            }
        }
        let mut inputs = Vec::new();
        if self.inputs > 0 {
            for i in 0..1 + Draw::new(rng).below(self.inputs) {
                let x = Variable { name: variable(i as usize), ty: input_type(&mut Draw::new(rng)) };
                items.push(item(&x, ItemKind::Input));
                inputs.push(x);
            }
        }
        let mut draw = Draw::new(rng);
        let goal = self.goal.clone().unwrap_or_else(|| ty(&mut draw));
        let size = 4 + draw.below(self.size);
        let e = term(rng, &Goal { globals, inputs, ty: goal }, size);
        program(items, e)
    }
}

/// A file of these items and this main term.
pub fn program(items: Vec<Item>, e: Term) -> Program {
    Program { items, main: Some(Main { keyword: None, term: Some(e) }), ..Program::default() }
}

/// One item of a file.
pub fn item(x: &Variable, kind: ItemKind) -> Item {
    let binder = Binder { ident: ident(x.name.clone()), ty: x.ty.clone(), ty_span: Span::default() };
    Item { span: Span::default(), binder, kind }
}

/// Types for inputs: those of which a matrix can be applied to any argument. (An argument that is itself a function of an N
/// has infinitely many coordinates.)
fn input_type(draw: &mut Draw) -> Ty {
    let finite = |argument: &&Ty| **argument == Ty::Nat || argument.is_nat_free();
    loop {
        let ty = ty(draw);
        if ty.uncurry().0.iter().all(finite) {
            return ty;
        }
    }
}

/// Types for externs: those with a matrix of finite width.
fn extern_type(draw: &mut Draw) -> Ty {
    let result = |draw: &mut Draw| if draw.chance(3, 4) { Ty::Bool } else { Ty::Nat };
    match draw.below(8) {
        0 => result(draw),
        1..6 => Ty::fun(Ty::Bool, result(draw)),
        6 => Ty::fun(Ty::Bool, Ty::fun(Ty::Bool, result(draw))),
        _ => Ty::fun(Ty::fun(Ty::Bool, Ty::Bool), result(draw)),
    }
}

impl Strategy for ProgramStrategy {
    type Tree = ProgramTree;
    type Value = Sample;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let program = self.draw(runner.rng());
        let seed = runner.rng().next_u64();
        Ok(ProgramTree { seed, current: program.clone(), smallest: program, candidates: None })
    }
}

/// A program that proptest shrinks: each step offers the next candidate for the smallest program that failed.
pub struct ProgramTree {
    seed: u64,
    current: Program,
    smallest: Program,
    candidates: Option<Candidates>,
}

impl ProgramTree {
    fn next(&mut self) -> bool {
        match self.candidates.as_mut().and_then(Iterator::next) {
            Some(program) => {
                self.current = program;
                true
            }
            None => {
                self.current = self.smallest.clone();
                false
            }
        }
    }
}

impl ValueTree for ProgramTree {
    type Value = Sample;

    fn current(&self) -> Sample {
        Sample { program: self.current.clone(), seed: self.seed }
    }

    /// The current program fails: go on from it.
    fn simplify(&mut self) -> bool {
        self.smallest = self.current.clone();
        self.candidates = Some(Candidates::new(&self.smallest));
        self.next()
    }

    /// The current program passes: try the next candidate.
    fn complicate(&mut self) -> bool {
        self.next()
    }
}
