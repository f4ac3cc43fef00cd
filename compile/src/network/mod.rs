//! Networks: directed acyclic graphs of typed linear operations (spec page 2, "Network").
//!
//! [`syntax`] is the data structure, [`wellformed`] its static semantics. A network is shown as [`text`] (which parses
//! back), [`json`] or a picture (DOT, SVG), and measured by [`stats`].

pub mod json;
mod picture;
pub mod stats;
pub mod syntax;
pub mod text;
pub mod wellformed;

pub use stats::Stats;
pub use syntax::{Builder, Matrix, Network, Node, Op, Port, Scope, ScopeId, Wire};
