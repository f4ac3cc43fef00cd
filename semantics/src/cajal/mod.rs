//! Cajal(⊸, 2, N): Velez-Ginorio, Amin, Kording, Zdancewic, "Compiling to recurrent neurons" (arXiv 2511.14953).
//!
//! Source text becomes a [`syntax::Program`] ([`parse`]), which [`typing`] turns into a [`typing::Checked`] program, the
//! only thing that later phases accept. [`eval`] runs it, [`denote`] gives its meaning, [`pretty`] prints it.

pub mod declarative;
pub mod denote;
pub mod derivation;
pub mod error;
pub mod eval;
pub mod parse;
pub mod pretty;
pub mod syntax;
pub mod types;
pub mod typing;
pub mod vector;

use self::error::Error;
use self::typing::Checked;
use crate::source::Source;

/// From text to a typed program.
///
/// # Errors
/// All syntax errors, and the type errors of the items that could be parsed, in the order of the file.
pub fn check_source(source: &Source) -> Result<Checked, Vec<Error>> {
    let (program, mut errors) = parse::parse(&source.text);
    match typing::check_program(&program) {
        Ok(checked) if errors.is_empty() => Ok(checked),
        Ok(_) => Err(errors),
        Err(found) => {
            errors.extend(found);
            errors.sort_by_key(Error::span);
            Err(errors)
        }
    }
}
