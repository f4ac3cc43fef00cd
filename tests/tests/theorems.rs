//! The facts of spec page 1's table, each as a proptest property on random programs and, bounded-exhaustively, on all
//! programs up to a size. (`cajal verify` runs the same checks on more.)

use cajal_semantics::cajal::types::Ty;
use cajal_verify::enumerate::{Space, Universe};
use cajal_verify::generate::ProgramStrategy;
use cajal_verify::generate::program::program;
use cajal_verify::theorems::full_abstraction;
use cajal_verify::theorems::{About, Otherwise, Subject, Theorem, all};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use std::cell::Cell;

/// Checks a theorem on random programs. It must have something to say about most of them.
fn property(theorem: &Theorem, strategy: &ProgramStrategy, cases: u32) {
    let config = Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2026),
        max_shrink_iters: 50_000,
        ..Config::default()
    };
    let (holds, silent, limit) = (Cell::new(0u32), Cell::new(0u32), Cell::new(0u32));
    let count = |cell: &Cell<u32>| cell.set(cell.get() + 1);
    let outcome = TestRunner::new(config).run(strategy, |sample| {
        let subject = Subject::new(sample.program, sample.seed)
            .map_err(|errors| TestCaseError::fail(format!("an ill-typed program was generated: {errors:?}")))?;
        match (theorem.check)(&subject) {
            Ok(()) => count(&holds),
            Err(Otherwise::Silent) => count(&silent),
            Err(Otherwise::Limit(_)) => count(&limit),
            Err(Otherwise::Violated(message)) => return Err(TestCaseError::fail(message)),
        }
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{}: {}\n{failure}", theorem.name, theorem.statement);
    }
    assert!(limit.get() * 20 <= cases, "{}: {} limits in {cases} programs", theorem.name, limit.get());
    assert!(holds.get() * 6 >= cases, "{}: {} silent in {cases} programs", theorem.name, silent.get());
}

fn on_random_programs(names: &[&str], cases: u32) {
    let mut found = 0;
    for theorem in all().iter().filter(|theorem| names.iter().any(|name| theorem.name.starts_with(name))) {
        found += 1;
        let strategies = match theorem.about {
            About::Closed => vec![ProgramStrategy::closed(24)],
            About::Open => vec![ProgramStrategy::open(24), ProgramStrategy::linked(20)],
        };
        strategies.iter().for_each(|strategy| property(theorem, strategy, cases));
    }
    assert!(found >= names.len(), "a theorem of {names:?} is missing");
}

#[test]
fn unique_typing() {
    on_random_programs(&["unique-typing"], 400);
}

#[test]
fn what_is_printed_is_read() {
    on_random_programs(&["parse-print"], 400);
}

#[test]
fn preservation_termination_determinism() {
    on_random_programs(&["preservation-termination-determinism"], 1_500);
}

#[test]
fn two_machines_agree() {
    on_random_programs(&["two-machines-agree"], 1_500);
}

#[test]
fn substitution() {
    on_random_programs(&["substitution"], 500);
}

#[test]
fn soundness() {
    on_random_programs(&["soundness"], 1_500);
}

#[test]
fn adequacy() {
    on_random_programs(&["adequacy"], 1_500);
}

#[test]
fn multilinearity() {
    on_random_programs(&["multilinearity"], 400);
}

#[test]
fn change_of_scalars() {
    on_random_programs(&["change-of-scalars"], 250);
}

#[test]
fn compiler_correctness() {
    on_random_programs(&["compiler-correctness"], 600);
}

#[test]
fn linking() {
    on_random_programs(&["linking"], 300);
}

#[test]
fn derivative() {
    on_random_programs(&["derivative"], 300);
}

#[test]
fn equational_theory() {
    on_random_programs(&["equation/"], 60);
}

/// Every closed program: all of sizes 1–10 at 2, and smaller ones at other goals and with the bigger universe.
#[test]
fn every_small_program() {
    let function = Ty::fun(Ty::Bool, Ty::Bool);
    let spaces = [
        (Universe::ground(), Ty::Bool, 10),
        (Universe::first_order(), Ty::Nat, 7),
        (Universe::first_order(), function, 6),
    ];
    let mut programs = 0;
    for (universe, goal, largest) in spaces {
        let mut space = Space::new(universe);
        for size in 1..=largest {
            for index in 0..space.count(size, &[], &goal).expect("fewer than 2^128") {
                let e = space.term(size, &[], &goal, index).expect("fewer than 2^128");
                let subject = Subject::new(program(vec![], e), index as u64).expect("enumerated terms are well-typed");
                programs += 1;
                for theorem in all().iter().filter(|theorem| theorem.about == About::Closed) {
                    let outcome = (theorem.check)(&subject);
                    let fine = matches!(outcome, Ok(()) | Err(Otherwise::Silent));
                    assert!(fine, "{}: {outcome:?} for {:?}", theorem.name, subject.program);
                }
            }
        }
    }
    assert!(programs > 5_500, "{programs}");
}

/// The pair of spec page 1, found: no program tells the two apart, their neurons differ.
#[test]
fn the_model_is_not_fully_abstract() {
    let universe = Universe::new([Ty::Bool, Ty::fun(Ty::Bool, Ty::Bool)]);
    let pair = full_abstraction::search(&universe, 7).expect("no limit").expect("there is a pair");
    let [a, b] = pair.terms.clone().map(|e| cajal_semantics::cajal::pretty::term(&e, 100));
    assert_eq!(a, "\\x:2 -o 2. if x tt then tt else tt");
    assert_eq!(b, "\\x:2 -o 2. if x ff then tt else tt");
    assert_ne!(pair.matrices[0], pair.matrices[1]);
    // All four functions are definable, and they span the matrices with equal column sums: 3 of 4 dimensions.
    assert_eq!((pair.definable.len(), pair.span, pair.dimension), (4, 3, 4));
    assert!(full_abstraction::search(&universe, 6).expect("no limit").is_none(), "a smaller pair");
}

/// Equations that look right and are not, with the inputs that refute them.
#[test]
fn tempting_equations_are_refuted() {
    let refuted = [
        // Erasing a variable is not free: a vector of R² has a sum.
        ("input x : 2\nif x then tt else tt", "input x : 2\niter { tt | y -> y } (if x then 1 else 1)", true),
        ("input x : 2\nif x then tt else tt", "input x : 2\nif x then tt else ff", false),
        // A closed count may be dropped, an open one may not.
        ("input n : N\niter { tt | y -> y } (n)", "input n : N\niter { tt | y -> y } (succ n)", true),
        ("input n : N\niter { tt | y -> if y then ff else tt } (n)", "input n : N\niter { tt | y -> y } (n)", false),
    ];
    for (left, right, equal) in refuted {
        let mut seen = [left, right].map(|text| {
            let (program, errors) = cajal_semantics::cajal::parse::parse(text);
            assert!(errors.is_empty(), "{errors:?}");
            Subject::new(program, 3).expect("well-typed")
        });
        let [left, right] = &mut seen;
        let meanings = [left, right].map(|subject| {
            use cajal_semantics::scalar::Int;
            use cajal_verify::generate::rng;
            use cajal_verify::theorems::observe::{Valuation, meaning};
            let minus_one = dashu_int::IBig::NEG_ONE;
            let valuation = Valuation::draw(&Int, Some(&minus_one), subject, &mut rng(5, 0)).expect("small");
            meaning(&Int, subject.checked.main.as_ref().expect("a main term"), &valuation).expect("no limit")
        });
        assert_eq!(meanings[0] == meanings[1], equal, "{:?}", seen[0].program);
    }
}
