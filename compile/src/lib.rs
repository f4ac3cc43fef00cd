//! From typed terms to linear recurrent neurons, and running them.
//!
//! [`translate`] turns a checked term into a [`network`], clause by clause; [`simplify`](mod@simplify) rewrites it by
//! named steps; [`eval`] runs a network over any commutative
//! semiring; [`realise`] writes a term with inputs of type N as a state-space form. Nothing here uses the denotation or
//! the evaluators of `cajal_semantics`: comparing compiled neurons with them would be circular otherwise.

pub mod eval;
pub mod export;
mod frame;
pub mod link;
pub mod network;
pub mod program;
pub mod realise;
pub mod session;
pub mod simplify;
pub mod stream;
pub mod translate;

pub use network::Network;
pub use simplify::{Steps, simplify};
pub use translate::{compile, compile_term};
