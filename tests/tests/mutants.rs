//! The checks are checked: deliberate mistakes in every component, each killed by a *named* property, and the table of
//! which property kills which. Run with `cargo test -p cajal-tests --features mutants --test mutants -- --nocapture`.

use cajal_semantics::cajal::error::Error;
use cajal_semantics::cajal::syntax::Program;
use cajal_semantics::cajal::typing::check_program;
use cajal_semantics::mutant;
use cajal_verify::generate::near_miss::{self, Edit};
use cajal_verify::generate::{ProgramStrategy, rng};
use cajal_verify::theorems::{About, Otherwise, Subject, Theorem, all};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Each mutant with the property that must kill it.
const MUTANTS: [(&str, &str); 50] = [
    ("typing/unused-accepted", "near-misses"),
    ("typing/used-twice-accepted", "near-misses"),
    ("typing/captured-step-accepted", "near-misses"),
    ("typing/branches-may-differ", "near-misses"),
    ("typing/any-type-fits", "near-misses"),
    ("typing/branches-split", "well-typed-by-construction"),
    ("typing/outermost-binding-visible", "well-typed-by-construction"),
    ("typing/hidden-binding-lost", "unique-typing"),
    ("subst/steps-doubled", "two-machines-agree"),
    ("subst/succ-forgotten", "two-machines-agree"),
    ("subst/if-takes-second", "two-machines-agree"),
    ("subst/iter-one-more", "two-machines-agree"),
    ("substitution/stops-at-binders", "two-machines-agree"),
    ("machine/succ-twice", "adequacy"),
    ("machine/argument-outermost", "preservation-termination-determinism"),
    ("machine/if-takes-first", "adequacy"),
    ("machine/iter-one-less", "adequacy"),
    ("machine/read-back-shares", "two-machines-agree"),
    ("denote/ff-is-tt", "adequacy"),
    ("denote/succ-stays", "adequacy"),
    ("denote/if-swaps-branches", "soundness"),
    ("denote/if-weight-forgotten", "multilinearity"),
    ("denote/iter-one-more", "adequacy"),
    ("denote/iter-cut-at-10", "adequacy"),
    ("denote/iter-weight-forgotten", "multilinearity"),
    ("denote/images-confused", "soundness"),
    ("denote/map-sum-cut", "compiler-correctness-on-inputs"),
    ("denote/columns-reversed", "compiler-correctness-on-inputs"),
    ("denote/sum-overwrites", "multilinearity"),
    ("scalar/dual-half-a-product", "derivative"),
    ("scalar/gf-sum-not-reduced", "change-of-scalars"),
    ("scalar/tropical-max", "change-of-scalars"),
    ("scalar/bool-exclusive-or", "change-of-scalars"),
    ("translate/outermost-variable", "compiler-correctness"),
    ("translate/ff-is-tt", "compiler-correctness"),
    ("translate/numeral-doubled", "compiler-correctness"),
    ("translate/succ-forgotten", "compiler-correctness"),
    ("translate/gate-swaps", "compiler-correctness"),
    ("network/gate-weight-forgotten", "compiler-correctness-on-inputs"),
    ("network/shift-lost", "compiler-correctness"),
    ("network/columns-confused", "compiler-correctness-on-inputs"),
    ("network/map-sum-cut", "compiler-correctness-on-inputs"),
    ("network/idle-cell-once", "compiler-correctness-on-inputs"),
    ("network/forward-one-more", "compiler-correctness"),
    ("network/horner-overwrites", "compiler-correctness-on-inputs"),
    ("network/cell-transposed", "compiler-correctness"),
    ("network/step-too-few", "compiler-correctness"),
    ("network/shifts-cut-at-10", "compiler-correctness"),
    ("network/lowest-bit-lost", "compiler-correctness-at-large-counts"),
    ("network/sum-overwrites", "compiler-correctness-on-inputs"),
];

/// The property that must kill a mutant is tried on this many programs at most, the others on a few.
const NAMED: u64 = 6_000;
const OTHERS: u64 = 60;

/// Does a property fail, or a broken invariant panic, on one of the programs?
fn kills(property: &str, programs: u64) -> bool {
    let fails = |index: u64| match property {
        "well-typed-by-construction" => check_program(&program(About::Open, index)).is_err(),
        "near-misses" => Edit::ALL.iter().any(|edit| misjudged(*edit, index)),
        _ => violated(&theorem(property), index),
    };
    (0..programs).any(|index| catch_unwind(AssertUnwindSafe(|| fails(index))).unwrap_or(true))
}

fn theorem(name: &str) -> Theorem {
    all().into_iter().find(|theorem| theorem.name == name).unwrap_or_else(|| panic!("no theorem is called {name}"))
}

/// Programs are drawn without any mutant's help: generation does not use the code under test.
fn program(about: About, index: u64) -> Program {
    let strategy = match about {
        About::Closed => ProgramStrategy::closed(28),
        About::Open if index.is_multiple_of(2) => ProgramStrategy::open(24),
        About::Open => ProgramStrategy::linked(24),
    };
    strategy.draw(&mut rng(11, index))
}

fn violated(theorem: &Theorem, index: u64) -> bool {
    match Subject::new(program(theorem.about, index), index).map(|subject| (theorem.check)(&subject)) {
        Ok(Ok(()) | Err(Otherwise::Silent | Otherwise::Limit(_))) => false,
        Ok(Err(Otherwise::Violated(_))) => true,
        // The rejection of a well-typed program is not this theorem's business.
        Err(_) => false,
    }
}

fn misjudged(edit: Edit, index: u64) -> bool {
    let Some(miss) = near_miss::near_miss(&mut rng(12, index), edit, 24) else { return false };
    let codes: BTreeSet<&str> =
        check_program(&near_miss::program(&miss)).err().iter().flatten().map(Error::code).collect();
    !codes.contains(edit.code())
}

#[test]
fn every_mutant_is_killed() {
    std::panic::set_hook(Box::new(|_| {}));
    let mut properties: Vec<&str> = vec!["well-typed-by-construction", "near-misses"];
    let theorems = all();
    properties.extend(theorems.iter().map(|theorem| theorem.name).filter(|name| !name.starts_with("equation/")));
    let mut table = String::new();
    let mut alive = Vec::new();
    for (name, killer) in MUTANTS {
        let killed = mutant::with(name, || kills(killer, NAMED));
        let others = properties.iter().filter(|property| **property != killer);
        let others: Vec<&str> =
            others.copied().filter(|property| mutant::with(name, || kills(property, OTHERS))).collect();
        if !killed {
            alive.push((name, killer));
        }
        let word = if killed { "killed by" } else { "ALIVE:" };
        table += &format!("{name:<34} {word} {killer:<40} also {}\n", others.join(" "));
    }
    let _ = std::panic::take_hook();
    println!("{table}");
    assert!(alive.is_empty(), "{table}\nalive: {alive:?}");
}

/// Without a mutant, no property that kills one fails on the same programs.
#[test]
fn without_a_mutant_nothing_is_killed() {
    let killers: BTreeSet<&str> = MUTANTS.iter().map(|(_, killer)| *killer).collect();
    for killer in killers {
        assert!(!kills(killer, 1_500), "{killer}");
    }
}
