//! The names of generated programs: one table for each thread, because the counts of names shared between threads would be
//! fought over.

use cajal_semantics::cajal::syntax::Name;

/// Variables; few, so that binders shadow one another often.
const VARIABLES: [&str; 16] = ["x", "y", "z", "w", "u", "v", "a", "b", "c", "d", "p", "q", "r", "s", "t", "m"];
/// Definitions, externs and inputs.
const GLOBALS: [&str; 8] = ["f", "g", "h", "k", "f1", "g1", "h1", "k1"];

thread_local! {
    static TABLE: Vec<Name> = VARIABLES.iter().chain(&GLOBALS).map(|name| Name::from(*name)).collect();
}

/// The i-th name of a variable.
pub fn variable(i: usize) -> Name {
    if i < VARIABLES.len() { TABLE.with(|table| table[i].clone()) } else { format!("x{i}").into() }
}

/// The i-th name of a global.
pub fn global(i: usize) -> Name {
    if i < GLOBALS.len() { TABLE.with(|table| table[VARIABLES.len() + i].clone()) } else { format!("g{i}").into() }
}
