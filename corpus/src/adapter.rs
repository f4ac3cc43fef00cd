//! The adapter in Python, as part of this program: with it and Python alone one can check an implementation.

/// What connects an implementation to the runner: to be imported.
pub const SKELETON: &str = include_str!("../adapters/python/cajal_adapter.py");

/// A small implementation that uses it.
pub const TOY: &str = include_str!("../adapters/python/toy.py");
