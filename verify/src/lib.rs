//! The verifier of Cajal, and the command `cajal`.

pub mod cli;
