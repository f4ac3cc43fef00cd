//! The algorithmic checker is the declarative rules; and what is printed is read as the same program.

use super::{About, Otherwise, Outcome, Subject, Theorem};
use crate::generate::near_miss::scrambled;
use crate::generate::sites::size;
use crate::generate::source_of;
use cajal_semantics::cajal::error::Error;
use cajal_semantics::cajal::syntax::{ItemKind, Program, Term};
use cajal_semantics::cajal::typing::{Global, check_program};
use cajal_semantics::cajal::{check_source, declarative};
use cajal_semantics::deep::Deep;
use cajal_semantics::source::Source;

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
    let read = check_source(&Source::new("printed", text.clone()));
    let read = read.map_err(|errors| Otherwise::Violated(format!("{:?} in {text}", errors[0])))?;
    let same = |(g, h): (&Deep<Global>, &Deep<Global>)| g.name == h.name && g.ty == h.ty && g.body == h.body;
    let globals = read.globals.iter().zip(&subject.checked.globals).all(same);
    if read.main != subject.checked.main || !globals || read.globals.len() != subject.checked.globals.len() {
        return Err(Otherwise::Violated(format!("read as another program: {text}")));
    }
    Ok(())
}
