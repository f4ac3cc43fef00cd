//! The campaign of `cajal verify`: every theorem on random programs and on all programs up to a size.
//!
//! A [`Plan`] is cut into numbered chunks, each a range of programs of one [`Stage`]; a chunk depends on nothing but the plan
//! and its number. So chunks run in parallel, a shard is every n-th chunk, a campaign resumes at any chunk, and the sum of the
//! [`Tally`]s of the shards is that of the whole.

mod chunk;
mod html;
mod plan;
mod run;
mod store;
mod tally;

pub use html::html;
pub(crate) use html::names;
pub use plan::{Plan, Shard, Stage};
pub use run::{Progress, run};
pub use store::{Report, load, merge, save};
pub use tally::{Counterexample, Counts, Method, Tally};
