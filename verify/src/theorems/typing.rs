//! The algorithmic checker is the declarative rules; and what is printed is read as the same program.

use super::{About, Otherwise, Outcome, Subject, Theorem};
use crate::generate::near_miss::scrambled;
use crate::generate::sites::size;
use crate::generate::source_of;
use cajal_semantics::cajal::declarative;
use cajal_semantics::cajal::error::Error;
use cajal_semantics::cajal::parse::parse;
use cajal_semantics::cajal::syntax::{Binder, Item, ItemKind, Program, Term, TermKind, children};
use cajal_semantics::cajal::typing::check_program;
use cajal_semantics::deep::grow;

/// The checker with leftover contexts accepts exactly what the declarative rules accept, with the same type.
pub const UNIQUE_TYPING: Theorem = Theorem {
    name: "unique-typing",
    statement: "the algorithmic checker accepts exactly the declarative rules, with one type",
    about: About::Open,
    check: unique_typing,
};

/// The declarative rules try every way to split a context: larger terms, or more inputs, take too long.
const SMALL: usize = 14;
const FEW: usize = 4;

/// For the program itself, and for a random edit of a random program, which is often rejected.
fn unique_typing(subject: &Subject) -> Outcome {
    let main = subject.main_term()?;
    let edited = scrambled(&mut subject.rng(), SMALL);
    let edited_main = edited.main.as_ref().and_then(|main| main.term.clone()).ok_or(Otherwise::Silent)?;
    agree(&edited, &edited_main)?;
    if size(main) > SMALL || subject.checked.inputs.len() > FEW {
        return Ok(());
    }
    agree(&subject.program, main)
}

/// Both checkers on the main term, the items being typed already.
fn agree(program: &Program, main: &Term) -> Outcome {
    let context = |keep: &dyn Fn(&ItemKind) -> bool| {
        let items = program.items.iter().filter(|item| keep(&item.kind));
        items.map(|item| (item.binder.ident.name.clone(), item.binder.ty.clone())).collect()
    };
    let delta = context(&|kind| matches!(kind, ItemKind::Input));
    let gamma = context(&|kind| !matches!(kind, ItemKind::Input));
    let declared = declarative::types(&gamma, &delta, main);
    let checked = check_program(program).map(|checked| checked.main.map(|main| main.ty().clone()));
    match (&declared[..], checked) {
        ([], Err(_)) => Ok(()),
        ([ty], Ok(Some(found))) if *ty == found => Ok(()),
        (declared, Ok(found)) => Err(Otherwise::Violated(format!(
            "the rules give the types {declared:?}, the checker {found:?}: {}",
            source_of(program)
        ))),
        (declared, Err(errors)) => {
            let codes: Vec<&str> = errors.iter().map(Error::code).collect();
            Err(Otherwise::Violated(format!(
                "the rules give the types {declared:?}, the checker rejects with {codes:?}: {}",
                source_of(program)
            )))
        }
    }
}

/// parse ∘ print is the identity.
pub const PRINTING: Theorem = Theorem {
    name: "parse-print",
    statement: "a program that is printed is read as the same program, up to places",
    about: About::Open,
    check: printing,
};

fn printing(subject: &Subject) -> Outcome {
    let text = source_of(&subject.program);
    let (read, errors) = parse(&text);
    if let Some(error) = errors.first() {
        return Err(Otherwise::Violated(format!("{} in {text}", error.code())));
    }
    let pairs = read.items.iter().zip(&subject.program.items);
    let same_items = read.items.len() == subject.program.items.len() && pairs.into_iter().all(|(a, b)| same_item(a, b));
    let main = |program: &Program| program.main.as_ref().and_then(|main| main.term.clone());
    if !same_items || !same_option(main(&read).as_ref(), main(&subject.program).as_ref()) {
        return Err(Otherwise::Violated(format!("read as another program: {text}")));
    }
    Ok(())
}

fn same_option(a: Option<&Term>, b: Option<&Term>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => same(a, b),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

fn same_item(a: &Item, b: &Item) -> bool {
    let bodies = match (&a.kind, &b.kind) {
        (ItemKind::Extern, ItemKind::Extern) | (ItemKind::Input, ItemKind::Input) => true,
        (ItemKind::Def(a), ItemKind::Def(b)) => same_option(a.as_ref(), b.as_ref()),
        (ItemKind::Extern | ItemKind::Input | ItemKind::Def(_), _) => false,
    };
    bodies && same_binder(&a.binder, &b.binder)
}

fn same_binder(x: &Binder, y: &Binder) -> bool {
    x.ident.name == y.ident.name && x.ty == y.ty
}

/// Equality of the syntax with its names, up to places.
fn same(a: &Term, b: &Term) -> bool {
    let roots = match (a.kind(), b.kind()) {
        (TermKind::Var(x), TermKind::Var(y)) => x == y,
        (TermKind::Num(m), TermKind::Num(n)) => m == n,
        (TermKind::Lam(x, _), TermKind::Lam(y, _)) | (TermKind::Let(x, ..), TermKind::Let(y, ..)) => same_binder(x, y),
        (TermKind::Iter { var: x, .. }, TermKind::Iter { var: y, .. }) => x.name == y.name,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    roots && grow(|| children(a.kind()).zip(children(b.kind())).all(|(a, b)| same(a, b)))
}
