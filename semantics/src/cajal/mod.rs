//! Cajal(⊸, 2, N): Velez-Ginorio, Amin, Kording, Zdancewic, "Compiling to recurrent neurons" (arXiv 2511.14953).
//!
//! Source text becomes a [`syntax::Program`] ([`parse`]), which [`typing`] turns into a [`typing::Checked`] program, the
//! only thing that later phases accept. [`eval`] runs it, [`denote`] gives its meaning, [`pretty`] prints it.

pub mod denote;
pub mod error;
pub mod eval;
pub mod syntax;
pub mod types;
pub mod typing;
pub mod vector;
