//! Every well-typed term of a size: all of them, once each, without rejection.
//!
//! Terms are counted first: how many there are for a size, a goal type and a *multiset* of variables satisfies a recurrence
//! with one summand for each way in which a rule can conclude. The k-th term is then read off the counts, so that
//! enumeration is a loop over indices: it holds one term at a time, it can start anywhere, and it splits into shards of any
//! shape.
//!
//! Conventions (spec page 4): every constructor costs 1 — variable, tt, ff, if, λ, application, 0, succ, iter; terms up to α;
//! binders and iterations at types of a given finite set.
//!
//! [`raw`] is the slow second enumerator that keeps this one honest: raw syntax, filtered by the type checker.

mod count;
pub mod raw;
mod space;
mod unrank;

pub use space::{Space, TooMany, Universe};
