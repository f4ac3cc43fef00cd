//! The corpus: Cajal programs with stated expectations ([`programs`]).

pub mod programs;
