//! The values of one activation of a scope: each wire is computed when it is first asked for, and once.
//!
//! What a value is depends on who computes: an element of a module when a network is run, a wire of the new network when
//! it is rewritten.

use crate::network::{Network, Node, ScopeId, Wire};
use cajal_semantics::deep::Deep;
use std::cell::RefCell;

/// An activation of a scope, inside of one of the scope around it.
pub(crate) struct Frame<V>(Deep<FrameNode<V>>);

struct FrameNode<V> {
    scope: ScopeId,
    place: ScopeId,
    around: Option<Frame<V>>,
    slots: RefCell<Vec<Option<V>>>,
}

impl<V> Clone for Frame<V> {
    fn clone(&self) -> Self {
        Frame(self.0.clone())
    }
}

impl<V: Clone> Frame<V> {
    /// A fresh activation.
    pub(crate) fn new(scope: ScopeId, around: Option<Frame<V>>, layout: &Layout) -> Self {
        Frame::placed(scope, around, layout, scope)
    }

    /// A fresh activation whose wires are rebuilt in the scope `place` of another network.
    pub(crate) fn placed(scope: ScopeId, around: Option<Frame<V>>, layout: &Layout, place: ScopeId) -> Self {
        let slots = RefCell::new(vec![None; layout.sizes[scope.index()] as usize]);
        Frame(Deep::new(FrameNode { scope, place, around, slots }))
    }

    pub(crate) fn place(&self) -> ScopeId {
        self.0.place
    }

    /// The activation of `scope` that this one stands in.
    pub(crate) fn of(&self, scope: ScopeId) -> &Frame<V> {
        let mut frame = self;
        while frame.0.scope != scope {
            frame = frame.0.around.as_ref().expect("BUG: a wire is used out of its scope");
        }
        frame
    }

    pub(crate) fn get(&self, slot: u32) -> Option<V> {
        self.0.slots.borrow()[slot as usize].clone()
    }

    pub(crate) fn set(&self, slot: u32, value: V) {
        self.0.slots.borrow_mut()[slot as usize] = Some(value);
    }
}

/// Where each wire has its place in an activation of its scope.
pub(crate) struct Layout {
    slots: Vec<u32>,
    sizes: Vec<u32>,
}

impl Layout {
    pub(crate) fn new(network: &Network) -> Layout {
        let mut sizes = vec![0; network.scopes().len()];
        let slot = |node: &Node| {
            let size: &mut u32 = &mut sizes[node.scope.index()];
            *size += 1;
            *size - 1
        };
        Layout { slots: network.nodes().iter().map(slot).collect(), sizes }
    }

    pub(crate) fn slot(&self, wire: Wire) -> u32 {
        self.slots[wire.index()]
    }
}
