//! How the project knows (spec page 4): random programs, every program up to a size, theorems checked on both, and the
//! campaign that runs them. The command `cajal` ([`cli`]) is built on this crate.

pub mod campaign;
pub mod certificate;
pub mod cli;
pub mod decide;
pub mod enumerate;
pub mod generate;
pub mod theorems;
