//! Bidirectional streams: the native executor against the denotation.

#[path = "streams/construct.rs"]
mod construct;
#[path = "../../semantics/tests/stream/generate.rs"]
mod generate;
#[path = "streams/schedule.rs"]
mod schedule;
#[path = "streams/shapes.rs"]
mod shapes;
