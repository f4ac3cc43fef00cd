//! The values of one activation of a scope: each wire is computed when it is first asked for, and once.

use super::value::Value;
use crate::network::{Network, ScopeId, Wire};
use cajal_semantics::deep::Deep;
use cajal_semantics::scalar::Semiring;
use std::cell::RefCell;

/// An activation of a scope, inside of one of the scope around it.
pub(super) struct Frame<R: Semiring>(Deep<FrameNode<R>>);

struct FrameNode<R: Semiring> {
    scope: ScopeId,
    around: Option<Frame<R>>,
    slots: RefCell<Vec<Option<Value<R>>>>,
}

impl<R: Semiring> Clone for Frame<R> {
    fn clone(&self) -> Self {
        Frame(self.0.clone())
    }
}

impl<R: Semiring> Frame<R> {
    /// A fresh activation.
    pub(super) fn new(scope: ScopeId, around: Option<Frame<R>>, layout: &Layout) -> Self {
        let slots = RefCell::new(vec![None; layout.sizes[scope.index()] as usize]);
        Frame(Deep::new(FrameNode { scope, around, slots }))
    }

    /// The activation of `scope` that this one stands in.
    pub(super) fn of(&self, scope: ScopeId) -> &Frame<R> {
        let mut frame = self;
        while frame.0.scope != scope {
            frame = frame.0.around.as_ref().expect("BUG: a wire is used out of its scope");
        }
        frame
    }

    pub(super) fn get(&self, slot: u32) -> Option<Value<R>> {
        self.0.slots.borrow()[slot as usize].clone()
    }

    pub(super) fn set(&self, slot: u32, value: Value<R>) {
        self.0.slots.borrow_mut()[slot as usize] = Some(value);
    }
}

/// Where each wire has its place in an activation of its scope.
pub(super) struct Layout {
    slots: Vec<u32>,
    sizes: Vec<u32>,
}

impl Layout {
    pub(super) fn new(network: &Network) -> Layout {
        let mut sizes = vec![0; network.scopes().len()];
        let slot = |node: &crate::network::Node| {
            let size: &mut u32 = &mut sizes[node.scope.index()];
            *size += 1;
            *size - 1
        };
        Layout { slots: network.nodes().iter().map(slot).collect(), sizes }
    }

    pub(super) fn slot(&self, wire: Wire) -> u32 {
        self.slots[wire.index()]
    }
}
