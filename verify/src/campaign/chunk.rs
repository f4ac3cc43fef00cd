//! One chunk: its programs are made and checked.

use super::plan::{Plan, Stage};
use super::tally::{Counterexample, Method, Tally};
use crate::enumerate::{Space, Universe};
use crate::generate::minimise::minimise;
use crate::generate::program::{item, program};
use crate::generate::{self, source_of};
use crate::theorems::{About, Otherwise, Subject, Theorem, full_abstraction};
use cajal_semantics::cajal::derivation;
use cajal_semantics::cajal::syntax::{ItemKind, Program};
use cajal_semantics::cajal::types::Ty;
use std::ops::Range;
use std::time::Instant;

/// The distribution is that of the first so many random programs of a stage.
const SAMPLE: u64 = 1_000;

/// A counterexample is made smaller in at most so many tries.
const TRIES: usize = 20_000;

/// What a worker keeps between chunks.
#[derive(Default)]
pub(super) struct Worker {
    space: Option<(Universe, Space)>,
}

impl Worker {
    pub(super) fn chunk(&mut self, plan: &Plan, stages: &[Stage], stage: usize, range: Range<u64>) -> Tally {
        let mut tally = Tally::default();
        match &stages[stage] {
            Stage::Random { about, strategy, .. } => {
                for index in range {
                    // Each stage has programs of its own.
                    let mut rng = generate::rng(plan.seed.wrapping_add(stage as u64), index);
                    let program = strategy.draw(&mut rng);
                    if index < SAMPLE {
                        tally.distributions.entry(stage).or_default().add(&program);
                    }
                    check(plan, *about, Method::Random, program, plan.seed ^ index, index < SAMPLE, &mut tally);
                }
            }
            Stage::Every { universe, inputs, goal, size, .. } => {
                let items: Vec<_> = inputs.iter().map(|x| item(x, ItemKind::Input)).collect();
                let about = if inputs.is_empty() { About::Closed } else { About::Open };
                let space = match &mut self.space {
                    Some((known, space)) if known == universe => space,
                    other => &mut other.insert((universe.clone(), Space::new(universe.clone()))).1,
                };
                for index in range {
                    let e = space.term(*size, inputs, goal, u128::from(index)).expect("BUG: they were counted before");
                    check(plan, about, Method::Every, program(items.clone(), e), index, false, &mut tally);
                }
            }
            Stage::FullAbstraction { size } => search(*size, &mut tally),
        }
        tally
    }
}

/// One program and all theorems that are about it.
fn check(plan: &Plan, about: About, method: Method, program: Program, seed: u64, cover: bool, tally: &mut Tally) {
    let subject = match Subject::new(program.clone(), seed) {
        Ok(subject) => subject,
        Err(errors) => {
            tally.entry("well-typed-by-construction", method).violated += 1;
            let message = format!("rejected: {}", errors[0].code());
            tally.counterexample(
                "well-typed-by-construction",
                Counterexample { source: source_of(&program), seed, message },
            );
            return;
        }
    };
    if cover {
        for (rule, _) in derivation::coverage(&subject.checked) {
            *tally.rules.entry(rule).or_default() += 1;
        }
    }
    for theorem in plan.theorems.iter().filter(|theorem| theorem.about == about) {
        let started = Instant::now();
        let outcome = (theorem.check)(&subject);
        *tally.nanoseconds.entry(theorem.name.to_owned()).or_default() += started.elapsed().as_nanos() as u64;
        let counts = tally.entry(theorem.name, method);
        match outcome {
            Ok(()) => counts.holds += 1,
            Err(Otherwise::Silent) => counts.silent += 1,
            Err(Otherwise::Limit(_)) => counts.limit += 1,
            Err(Otherwise::Violated(_)) => {
                counts.violated += 1;
                // One of each chunk is made small; the others are like it more often than not.
                if !tally.counterexamples.contains_key(theorem.name) {
                    tally.counterexample(theorem.name, smallest(theorem, &program, seed));
                }
            }
        }
    }
}

fn smallest(theorem: &Theorem, program: &Program, seed: u64) -> Counterexample {
    let violation = |program: &Program| match Subject::new(program.clone(), seed).map(|s| (theorem.check)(&s)) {
        Ok(Err(Otherwise::Violated(message))) => Some(message),
        Ok(Ok(()) | Err(Otherwise::Silent | Otherwise::Limit(_))) | Err(_) => None,
    };
    let smallest = minimise(program, TRIES, |program| violation(program).is_some());
    let message = violation(&smallest).unwrap_or_default();
    Counterexample { source: source_of(&smallest), seed, message }
}

/// The name under which the search for a failure of full abstraction is counted.
pub(super) const NOT_FULLY_ABSTRACT: &str = "not-fully-abstract";

fn search(size: u32, tally: &mut Tally) {
    let universe = Universe::new([Ty::Bool, Ty::fun(Ty::Bool, Ty::Bool)]);
    let counts = tally.entry(NOT_FULLY_ABSTRACT, Method::Every);
    match full_abstraction::search(&universe, size) {
        Ok(Some(pair)) => {
            counts.holds += 1;
            tally.pair = Some(pair.terms.map(|e| cajal_semantics::cajal::pretty::term(&e, 100)));
        }
        Ok(None) => counts.violated += 1,
        Err(_) => counts.limit += 1,
    }
}
