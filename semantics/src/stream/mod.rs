//! Bidirectional reactive streams.
