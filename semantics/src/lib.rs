//! The two languages of the project, as executable definitions: [`cajal`] (Cajal(⊸, 2, N), a linear λ-calculus with
//! iteration) and [`stream`] (bidirectional reactive streams). Each has its own syntax, parser, printer, static
//! semantics, dynamics and denotation, in files of the same names.
//!
//! Shared by both: [`source`] (spans), [`diagnostic`] (how errors are shown), [`deep`] (recursion as deep as the input)
//! and [`scalar`] (the commutative semirings that the denotation is generic in).

pub mod cajal;
pub mod deep;
pub mod diagnostic;
pub mod mutant;
pub mod scalar;
pub mod source;
pub mod stream;
