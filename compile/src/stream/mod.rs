//! The native executor of bidirectional streams (spec page 3, section 4).
//!
//! A checked program is scheduled (`plan`: its strongly connected components in condensation order, gathered into loops
//! over time), lowered (`lower`: instructions with addresses in preallocated arrays) and run (`engine`): with all input
//! at hand, or online, as input arrives. Nothing here uses the denotation: comparing the two would be circular otherwise.
//! Results equal the denotation bit for bit, because every primitive does the same operations in the same order; for this
//! reason matrix products are loops of our own and not those of a library, which sum in another order.
//!
//! Time is O(ticks · equations); no loop over ticks allocates or recurses.

mod arena;
mod code;
mod demand;
mod engine;
mod kernel;
mod lower;
mod machine;
mod plan;
mod reads;

pub use engine::{Executable, FeedError, Row, Run};
pub use lower::TooLarge;
pub use plan::Timing;
