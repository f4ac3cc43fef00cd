//! The equational theory: each equation is a rewrite of a subterm, and the theorem is that the program denotes the same map
//! before and after, in every context and on every input. What an equation needs besides the subterm (a second branch, a
//! step) is drawn at random.

mod commuting;
mod iteration;
mod reduction;

use super::observe::{Valuation, meaning, same};
use super::{About, Otherwise, Outcome, Subject, Theorem};
use crate::generate::inhabit::node;
use crate::generate::sites::{Site, replace, sites};
use crate::generate::substitute::occurs;
use crate::generate::{self, Draw, Goal, Variable, variable};
use cajal_semantics::cajal::syntax::{Main, Name, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::scalar::Int;
use dashu_int::IBig;
use proptest::test_runner::TestRng;

/// Both sides of an equation for a subterm, where it applies to it.
type Sides = fn(&mut Instance, &Place) -> Option<(Term, Term)>;

/// A subterm of a typed program.
struct Place<'a> {
    sites: &'a [Site],
    position: usize,
}

impl Place<'_> {
    fn site(&self) -> &Site {
        &self.sites[self.position]
    }

    fn term(&self) -> &Term {
        &self.site().term
    }

    fn ty(&self) -> &Ty {
        &self.site().ty
    }

    /// The first immediate subterm.
    fn first(&self) -> &Site {
        &self.sites[self.position + 1]
    }

    /// The second.
    fn second(&self) -> &Site {
        &self.sites[self.first().end]
    }

    /// The third.
    fn third(&self) -> &Site {
        &self.sites[self.second().end]
    }
}

/// The theorems of the theory, one for each equation.
pub fn theorems() -> Vec<Theorem> {
    [&reduction::EQUATIONS[..], &commuting::EQUATIONS, &iteration::EQUATIONS].concat()
}

/// The draws of an instance of an equation.
struct Instance {
    rng: TestRng,
}

/// Terms that an equation adds are about this large.
const ADDED: u32 = 5;

impl Instance {
    /// A random term that uses the variables of the subterm.
    fn like(&mut self, site: &Site) -> Term {
        self.term(site.delta(), &site.ty)
    }

    /// A random term.
    fn term(&mut self, inputs: Vec<Variable>, ty: &Ty) -> Term {
        let goal = Goal { globals: vec![], inputs, ty: ty.clone() };
        generate::term::term(&mut self.rng, &goal, ADDED)
    }

    /// A random closed term.
    fn closed(&mut self, ty: &Ty) -> Term {
        self.term(vec![], ty)
    }

    /// y:τ ⊢ e : τ
    fn step(&mut self, y: &Name, ty: &Ty) -> Term {
        self.term(vec![Variable { name: y.clone(), ty: ty.clone() }], ty)
    }
}

/// A name that occurs free in none of the terms.
fn fresh(terms: &[&Term]) -> Name {
    let free = |name: &Name| terms.iter().any(|e| occurs(name, e));
    (0..).map(variable).find(|name| !free(name)).expect("BUG: there are more names")
}

fn conditional(e1: Term, e2: Term, e3: Term) -> Term {
    node(TermKind::If(e1, e2, e3))
}

/// The check of an equation: at one subterm where it applies, drawn at random.
fn check(subject: &Subject, sides: Sides) -> Outcome {
    let mut rng = subject.rng();
    let main = subject.main_term()?;
    let sites = sites(&subject.globals(), &subject.inputs(), main);
    if sites.iter().any(|site| super::meaning::has_real(&site.ty)) {
        return Err(Otherwise::Silent);
    }
    let first = Draw::new(&mut rng).below(sites.len() as u32) as usize;
    let mut instance = Instance { rng };
    let positions = (first..sites.len()).chain(0..first);
    let mut applied =
        positions.filter_map(|position| Some((position, sides(&mut instance, &Place { sites: &sites, position })?)));
    let (position, (left, right)) = applied.next().ok_or(Otherwise::Silent)?;
    drop(applied);
    let [left, right] = [left, right].map(|side| {
        let mut program = subject.program.clone();
        program.main = Some(Main { keyword: None, term: Some(replace(main, position, &side)) });
        subject.derived(program)
    });
    let (left, right) = (left?, right?);
    let valuation = Valuation::draw(&Int, Some(&IBig::NEG_ONE), subject, &mut instance.rng)?;
    same("both sides", &meaning(&Int, left.main()?, &valuation)?, &meaning(&Int, right.main()?, &valuation)?)
}

/// Declares a file's equations: name, statement, sides.
macro_rules! equations {
    ($(($name:literal, $statement:literal, $sides:path),)*) => {
        pub(super) const EQUATIONS: [super::Theorem; [$($name),*].len()] = [$(super::Theorem {
            name: concat!("equation/", $name),
            statement: $statement,
            about: super::About::Open,
            check: |subject| super::check(subject, $sides),
        }),*];
    };
}
use equations;
