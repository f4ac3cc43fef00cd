//! Unique typing: the checker accepts exactly what the declarative rules derive, on every term up to a size.

use crate::terms::{binder, ident, new};
use cajal_semantics::cajal::declarative::{self, Context};
use cajal_semantics::cajal::derivation::{self, Derivation, Rule};
use cajal_semantics::cajal::pretty;
use cajal_semantics::cajal::syntax::{Item, ItemKind, Main, Program, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::typing::check_program;
use cajal_semantics::cajal::{check_source, typing};
use cajal_semantics::source::{Source, Span};
use proptest::prelude::{prop_assert_eq, proptest};

/// What the checker says of a term in Γ ; Δ, by a program with externs and inputs.
fn checked(gamma: &Context, delta: &Context, e: &Term) -> Option<Ty> {
    let item = |kind: ItemKind| {
        move |(x, ty): &(_, Ty)| {
            let name: &std::sync::Arc<str> = x;
            Item { span: Span::default(), binder: binder(name, ty.clone()), kind: kind.clone() }
        }
    };
    let items = gamma.iter().map(item(ItemKind::Extern)).chain(delta.iter().map(item(ItemKind::Input))).collect();
    let main = Some(Main { keyword: None, term: Some(e.clone()) });
    let checked: typing::Checked = check_program(&Program { items, main, ..Program::default() }).ok()?;
    checked.main.map(|main| main.ty().clone())
}

fn two_to_two() -> Ty {
    Ty::fun(Ty::Bool, Ty::Bool)
}

/// All terms of a number of nodes, over few names and types.
fn terms(nodes: usize, smaller: &[Vec<Term>]) -> Vec<Term> {
    let mut all = Vec::new();
    if nodes == 1 {
        all.extend([TermKind::True, TermKind::Num(1u32.into())].map(new));
        all.extend(["x", "y", "g"].map(|x| new(TermKind::Var(x.into()))));
        return all;
    }
    for e in &smaller[nodes - 1] {
        all.push(new(TermKind::Succ(e.clone())));
        for (x, ty) in [("x", Ty::Bool), ("y", Ty::Nat), ("x", two_to_two()), ("g", Ty::Bool)] {
            all.push(new(TermKind::Lam(binder(x, ty), e.clone())));
        }
    }
    for i in 1..nodes - 1 {
        for e1 in &smaller[i] {
            for e2 in &smaller[nodes - 1 - i] {
                all.push(new(TermKind::App(e1.clone(), e2.clone())));
                all.push(new(TermKind::Let(binder("x", Ty::Bool), e1.clone(), e2.clone())));
            }
            for j in 1..nodes.saturating_sub(1 + i) {
                for e2 in &smaller[j] {
                    for e3 in &smaller[nodes - 1 - i - j] {
                        all.push(new(TermKind::If(e1.clone(), e2.clone(), e3.clone())));
                        for y in ["x", "y"] {
                            let (base, step, count) = (e1.clone(), e2.clone(), e3.clone());
                            all.push(new(TermKind::Iter { base, var: ident(y), step, count }));
                        }
                    }
                }
            }
        }
    }
    all
}

#[test]
fn the_checker_accepts_what_the_rules_derive() {
    const NODES: usize = 6;
    let mut by_size: Vec<Vec<Term>> = vec![vec![]];
    for nodes in 1..=NODES {
        let all = terms(nodes, &by_size);
        by_size.push(all);
    }
    let gamma: Context = vec![("g".into(), two_to_two())];
    let contexts: [Context; 4] = [
        vec![],
        vec![("x".into(), Ty::Bool)],
        vec![("x".into(), two_to_two()), ("y".into(), Ty::Bool)],
        vec![("x".into(), Ty::Nat), ("y".into(), Ty::Nat)],
    ];
    let (mut terms, mut accepted) = (0, [0; 4]);
    for e in by_size.iter().flatten() {
        terms += 1;
        for (delta, accepted) in contexts.iter().zip(&mut accepted) {
            let derived = declarative::types(&gamma, delta, e);
            let found = checked(&gamma, delta, e);
            assert!(derived.len() <= 1, "{} has the types {derived:?}", pretty::term(e, 100));
            assert_eq!(found, derived.into_iter().next(), "{delta:?} ⊢ {}", pretty::term(e, 100));
            *accepted += u32::from(found.is_some());
        }
    }
    // Counted once, so that a change of what is enumerated is noticed.
    assert_eq!((terms, accepted), (236_705, [288, 106, 29, 60]));
}

proptest! {
    /// The same for larger terms, of which hardly any is well-typed.
    #[test]
    fn the_checker_agrees_with_the_rules_on_arbitrary_terms(e in crate::terms::term()) {
        proptest::prop_assume!(e.depth() < 7);
        let gamma: Context = vec![("f".into(), two_to_two())];
        let delta: Context = vec![("x".into(), Ty::Bool)];
        prop_assert_eq!(checked(&gamma, &delta, &e), declarative::types(&gamma, &delta, &e).into_iter().next());
    }
}

#[test]
fn a_derivation_is_written_out() {
    let text =
        "def not : 2 -o 2 = \\x:2. if x then ff else tt\ninput n : N\nmain = iter { tt | y -> not y } (succ (succ n))";
    let checked = check_source(&Source::new("even.cj", text)).expect("well-typed");
    let main = checked.main.as_ref().expect("a main term");
    let (judgements, all) = derivation::judgements(Derivation::new(main, &checked.inputs), 100);
    let lines: Vec<String> = judgements.iter().map(ToString::to_string).collect();
    assert!(all);
    assert_eq!(
        lines,
        [
            "(Iter) n:N ⊢ iter { tt | y -> not y } (succ succ n) : 2",
            "  (True) ∅ ⊢ tt : 2",
            "  (App) y:2 ⊢ not y : 2",
            "    (Glob) ∅ ⊢ not : 2 -o 2",
            "    (Var) y:2 ⊢ y : 2",
            "  (Succ) n:N ⊢ succ succ n : N",
            "    (Succ) n:N ⊢ succ n : N",
            "      (Var) n:N ⊢ n : N",
        ]
    );
    assert_eq!(derivation::judgements(Derivation::new(main, &checked.inputs), 3).0.len(), 3);
    assert!(!derivation::judgements(Derivation::new(main, &checked.inputs), 3).1);
    let counts = derivation::coverage(&checked);
    let count = |rule: Rule| u64::try_from(&counts[&rule]).expect("small");
    assert_eq!(Rule::ALL.map(count), [3, 1, 2, 1, 0, 2, 1, 1, 1, 1]);
}

#[test]
fn a_derivation_of_a_huge_numeral_or_a_deep_term_is_short() {
    let deep = format!("{}1000000000000000000", "succ ".repeat(100_000));
    let checked = check_source(&Source::new("deep.cj", deep)).expect("well-typed");
    let main = checked.main.as_ref().expect("a main term");
    let (judgements, all) = derivation::judgements(Derivation::new(main, &[]), 200);
    assert!(!all && judgements.len() == 200 && judgements.iter().all(|j| j.conclusion.len() < 1_000));
    assert_eq!(derivation::coverage(&checked)[&Rule::Succ], 1_000_000_000_000_100_000u64.into());
}
