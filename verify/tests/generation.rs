//! Generated and enumerated programs are what they claim to be.

use cajal_semantics::cajal::error::Error;
use cajal_semantics::cajal::syntax::{ItemKind, Program, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::typing::check_program;
use cajal_verify::enumerate::{Space, Universe, raw};
use cajal_verify::generate::distribution::Distribution;
use cajal_verify::generate::near_miss::{self, Edit};
use cajal_verify::generate::program::program;
use cajal_verify::generate::shrink::{Candidates, measure};
use cajal_verify::generate::sites::{Site, sites, size};
use cajal_verify::generate::{Goal, ProgramStrategy, Variable, minimise, rng, term, variable};
use std::collections::BTreeSet;

fn accepted(program: &Program) -> Result<Ty, Vec<Error>> {
    check_program(program).map(|checked| checked.main.expect("BUG: a main term was given").ty().clone())
}

#[test]
fn generated_programs_are_well_typed() {
    for strategy in [ProgramStrategy::closed(40), ProgramStrategy::open(40), ProgramStrategy::linked(40)] {
        for index in 0..3_000 {
            let program = strategy.draw(&mut rng(1, index));
            assert!(accepted(&program).is_ok(), "{:?}", accepted(&program));
        }
    }
}

#[test]
fn a_generated_term_has_the_goal_that_was_asked_for() {
    let b = || Ty::Bool;
    let goals = [
        (vec![], Ty::fun(Ty::fun(b(), b()), Ty::fun(Ty::Nat, b()))),
        (vec![b(), Ty::Nat, Ty::fun(Ty::Nat, Ty::Nat), Ty::fun(Ty::fun(b(), b()), b())], Ty::Nat),
        (vec![Ty::fun(b(), Ty::fun(b(), b())); 9], Ty::fun(b(), b())),
    ];
    for (inputs, ty) in goals {
        let input = |(i, ty): (usize, &Ty)| Variable { name: variable(i), ty: ty.clone() };
        let inputs: Vec<Variable> = inputs.iter().enumerate().map(input).collect();
        let goal = Goal { globals: vec![], inputs, ty: ty.clone() };
        for (index, size) in (0..300).zip((0..60).cycle()) {
            let term = term::term(&mut rng(2, index), &goal, size);
            let items = goal.inputs.iter().map(|x| cajal_verify::generate::program::item(x, ItemKind::Input));
            assert_eq!(accepted(&program(items.collect(), term)), Ok(ty.clone()));
        }
    }
}

/// Every rule, and every feature that a bug could hide behind, occurs in a share of the programs that is worth having.
#[test]
fn the_distribution_exercises_the_language() {
    let mut closed = Distribution::default();
    let mut linked = Distribution::default();
    for index in 0..1_000 {
        closed.add(&ProgramStrategy::closed(40).draw(&mut rng(3, index)));
        linked.add(&ProgramStrategy::linked(40).draw(&mut rng(3, index)));
    }
    let expected = [
        ("Var", 80.0),
        ("True", 35.0),
        ("False", 35.0),
        ("Zero", 30.0),
        ("numeral", 50.0),
        ("Succ", 15.0),
        ("Lam", 70.0),
        ("App", 70.0),
        ("let", 15.0),
        ("If", 50.0),
        ("Iter", 70.0),
        ("iter at 2", 25.0),
        ("iter at N", 25.0),
        ("iter at a function type", 25.0),
        ("iter in a step", 10.0),
        ("if at a function type", 15.0),
        ("captured variable", 10.0),
        ("captured function", 5.0),
        ("higher-order argument", 20.0),
        ("applied variable", 10.0),
        ("variable as a condition", 20.0),
        ("variable as a count", 20.0),
        ("variable in both branches", 10.0),
        ("hidden variable", 5.0),
        ("two variables split", 2.0),
        ("depth 8 or more", 25.0),
    ];
    let share = |distribution: &Distribution| {
        let line =
            |(feature, least): &(&str, f64)| format!("{feature}: {:.1} of {least}\n", distribution.percent(feature));
        expected.iter().map(line).collect::<String>()
    };
    for distribution in [&closed, &linked] {
        let missing = expected.iter().find(|(feature, least)| distribution.percent(feature) < *least);
        assert_eq!(missing, None, "{}", share(distribution));
        assert!(distribution.shapes() >= 900, "{} shapes in 1,000", distribution.shapes());
    }
    assert!(linked.percent("Glob") >= 40.0, "{}", linked.percent("Glob"));
}

/// The errors are those of the rule that the edit breaks. (A captured variable may, besides, be used again outside.)
#[test]
fn near_misses_are_rejected_with_the_code_of_the_edit() {
    for edit in Edit::ALL {
        let mut made = 0;
        for index in 0..1_000 {
            let Some(miss) = near_miss::near_miss(&mut rng(4, index), edit, 30) else { continue };
            made += 1;
            let codes: BTreeSet<&str> = accepted(&near_miss::program(&miss))
                .map_err(|errors| errors.iter().map(Error::code).collect())
                .expect_err("an ill-typed program was accepted");
            let allowed = |code: &&str| **code == *edit.code() || edit == Edit::Capture && **code == *"used-twice";
            assert!(codes.contains(edit.code()) && codes.iter().all(allowed), "{edit:?} {codes:?}: {miss:?}");
        }
        assert!(made >= 150, "{edit:?} was made in {made} of 1,000 terms");
    }
}

/// Page 4: "types and linearity are kept", for every candidate; and each is smaller.
#[test]
fn shrinking_keeps_types_and_linearity() {
    let mut candidates = 0;
    for strategy in [ProgramStrategy::closed(30), ProgramStrategy::linked(30)] {
        for index in 0..150 {
            let program = strategy.draw(&mut rng(5, index));
            for smaller in Candidates::new(&program) {
                candidates += 1;
                assert!(accepted(&smaller).is_ok(), "{program:?} became {smaller:?}");
                assert!(measure(&smaller) < measure(&program));
            }
        }
    }
    assert!(candidates > 10_000, "{candidates}");
}

/// A program that contains an iteration at a function type shrinks to the smallest one: iter{λx. x | y ↪ y}(0).
#[test]
fn minimising_reaches_the_smallest_counterexample() {
    let fails = |program: &Program| {
        let globals: Vec<Variable> = program
            .items
            .iter()
            .map(|item| Variable { name: item.binder.ident.name.clone(), ty: item.binder.ty.clone() })
            .collect();
        let main = program.main.as_ref().and_then(|main| main.term.as_ref()).expect("BUG: there is a main term");
        sites(&globals, &[], main)
            .iter()
            .any(|site| matches!(site.term.kind(), TermKind::Iter { .. }) && matches!(site.ty, Ty::Fun(_)))
    };
    let mut seen = 0;
    for index in 0..300 {
        let program = ProgramStrategy::closed(40).draw(&mut rng(6, index));
        if fails(&program) {
            let smallest = minimise::minimise(&program, 100_000, fails);
            let main = smallest.main.as_ref().and_then(|main| main.term.as_ref()).expect("BUG: there is a main term");
            assert_eq!((smallest.items.len(), size(main)), (0, 5), "{smallest:?}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

fn count(universe: Universe, sizes: impl Iterator<Item = u32>) -> Vec<u128> {
    let mut space = Space::new(universe);
    sizes.map(|size| space.count(size, &[], &Ty::Bool).expect("BUG: fewer than 2^128 terms")).collect()
}

/// The counts of page 4.
#[test]
fn the_golden_counts() {
    assert_eq!(count(Universe::ground(), 1..=10), [2, 0, 0, 12, 2, 2, 212, 96, 128, 5132]);
    assert_eq!(count(Universe::first_order(), 7..=7), [218]);
    assert_eq!(count(Universe::ground(), 1..=15).iter().sum::<u128>(), 645_654);
}

/// Each enumerated term is well-typed, of the size asked for, and different from all others; and there are exactly as
/// many as the checker lets through of all raw terms.
#[test]
fn the_second_enumerator_agrees() {
    for (universe, most) in [(Universe::ground(), 7), (Universe::first_order(), 6)] {
        let goals = [Ty::Bool, Ty::Nat, Ty::fun(Ty::Bool, Ty::Bool), Ty::fun(Ty::Nat, Ty::fun(Ty::Bool, Ty::Nat))];
        let mut space = Space::new(universe.clone());
        for n in 1..=most {
            let in_universe = |e: &Term| {
                let iteration = |site: &Site| matches!(site.term.kind(), TermKind::Iter { .. });
                sites(&[], &[], e).iter().filter(|site| iteration(site)).all(|site| universe.types().contains(&site.ty))
            };
            let typed = raw::terms(n, 0, universe.types()).into_iter().filter_map(|e| {
                let ty = accepted(&program(vec![], e.clone())).ok()?;
                in_universe(&e).then_some(ty)
            });
            let typed: Vec<Ty> = typed.collect();
            for goal in &goals {
                let expected = typed.iter().filter(|ty| *ty == goal).count() as u128;
                assert_eq!(space.count(n, &[], goal), Ok(expected), "{goal} at size {n}");
                let mut distinct = BTreeSet::new();
                for index in 0..expected {
                    let e = space.term(n, &[], goal, index).expect("BUG: fewer than 2^128 terms");
                    assert_eq!(size(&e) as u32, n);
                    assert_eq!(accepted(&program(vec![], e.clone())), Ok(goal.clone()), "{e:?}");
                    let typed = check_program(&program(vec![], e)).expect("it was accepted").main;
                    distinct.insert(format!("{:?}", typed.expect("it has a main term").to_term(&[])));
                }
                assert_eq!(distinct.len() as u128, expected);
            }
        }
    }
}
