//! Recursion that is as deep as the user's term.
//!
//! The definitions of this crate are structurally recursive, like the rules they implement. A term may be a hundred
//! thousand constructors deep, so every recursive judgement runs its body under [`grow`], and every recursive data
//! structure holds its children through [`Deep`], whose drop does the same.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// The deepest term, type or node that the front ends accept, in nested constructors: past it they report a size limit.
/// At this depth no phase uses more than a few hundred megabytes of stack.
pub const MAX_DEPTH: u32 = 250_000;

/// Stack that must be left before a recursive step; a new segment is taken otherwise.
const RED_ZONE: usize = 128 * 1024;
/// Size of a new stack segment. Pages are only touched when they are used.
const SEGMENT: usize = 8 * 1024 * 1024;

/// Runs one recursive step, moving to a fresh stack segment when the current one is nearly used up.
#[inline]
pub fn grow<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, SEGMENT, step)
}

/// A shared, immutable, recursive node: an [`Arc`] that is dropped, compared and hashed without overflowing the stack.
pub struct Deep<T>(Option<Arc<T>>);

impl<T> Deep<T> {
    /// A new shared node.
    pub fn new(node: T) -> Self {
        Deep(Some(Arc::new(node)))
    }

    fn arc(&self) -> &Arc<T> {
        self.0.as_ref().expect("BUG: a Deep is only emptied by its drop")
    }

    /// Are the two the same node in memory? Implies equality; used to cut comparisons of shared structure short.
    pub fn same(a: &Self, b: &Self) -> bool {
        Arc::ptr_eq(a.arc(), b.arc())
    }

    /// The address of the node: a key for memo tables that live no longer than the node.
    pub fn address(&self) -> usize {
        Arc::as_ptr(self.arc()) as usize
    }
}

impl<T> Clone for Deep<T> {
    #[inline]
    fn clone(&self) -> Self {
        Deep(self.0.clone())
    }
}

impl<T> Deref for Deep<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        self.arc()
    }
}

impl<T> Drop for Deep<T> {
    fn drop(&mut self) {
        if let Some(node) = self.0.take().and_then(Arc::into_inner) {
            grow(|| drop(node));
        }
    }
}

impl<T: PartialEq> PartialEq for Deep<T> {
    fn eq(&self, other: &Self) -> bool {
        Deep::same(self, other) || grow(|| **self == **other)
    }
}

impl<T: Eq> Eq for Deep<T> {}

impl<T: Hash> Hash for Deep<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        grow(|| (**self).hash(state))
    }
}

impl<T: fmt::Debug> fmt::Debug for Deep<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grow(|| (**self).fmt(f))
    }
}
