//! Compiles typed terms to linear recurrent neurons and runs them.

pub mod realise;
