//! `--input x=…`: what the command line gives to the inputs and externs of a program.

use super::source::Program;
use cajal_semantics::cajal::typing::Bound;

/// One `x=…`.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) name: String,
    pub(super) text: String,
}

/// Reads `x=…`.
pub(super) fn parse(text: &str) -> Result<Given, String> {
    match text.split_once('=') {
        Some((name, text)) => Ok(Given { name: name.trim().to_owned(), text: text.trim().to_owned() }),
        None => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Does every name stand once, and for an input, or for an extern if those count?
///
/// # Errors
/// A sentence about the first that does not.
pub(super) fn fits(given: &[Given], program: &Program, externs: bool) -> Result<(), String> {
    for (position, Given { name, .. }) in given.iter().enumerate() {
        if given[..position].iter().any(|other| other.name == *name) {
            return Err(format!("--input {name}=… stands twice"));
        }
        let is_input = program.checked.inputs.iter().any(|x| *x.name == **name);
        let is_extern = program.checked.globals.iter().any(|g| g.body.is_none() && *g.name == **name);
        if !(is_input || (externs && is_extern)) {
            let kind = if externs { "input or extern" } else { "input" };
            return Err(format!("the program has no {kind} named `{name}`"));
        }
    }
    Ok(())
}

/// The text that is given for an input.
///
/// # Errors
/// A sentence, if there is none.
pub(super) fn text_for<'a>(given: &'a [Given], input: &Bound) -> Result<&'a str, String> {
    let found = given.iter().find(|given| *given.name == *input.name);
    let missing =
        || format!("main has the input `{} : {}`; give it with --input {}=…", input.name, input.ty, input.name);
    found.map(|given| given.text.as_str()).ok_or_else(missing)
}
