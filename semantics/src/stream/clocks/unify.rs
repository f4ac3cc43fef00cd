//! Clock terms with unknowns, and their unification. Known terms are shared: equal ones have equal numbers, so that
//! comparing two clocks seldom walks down to the base.

use super::declared::spell;
use crate::stream::normal::{Body, LocalId};
use crate::stream::system::{Clock, ClockId};
use std::collections::HashMap;

/// A clock term: an index into [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Term(u32);

#[derive(Clone, Copy)]
enum Shape {
    Base,
    On {
        parent: Term,
        condition: LocalId,
        value: bool,
    },
    Unknown,
    /// Found to be equal to another term.
    Link(Term),
}

/// All terms of a node.
pub(super) struct Terms {
    shapes: Vec<Shape>,
    shared: HashMap<(Term, LocalId, bool), Term>,
}

impl Terms {
    pub(super) const BASE: Term = Term(0);

    pub(super) fn new() -> Self {
        Terms { shapes: vec![Shape::Base], shared: HashMap::new() }
    }

    fn add(&mut self, shape: Shape) -> Term {
        self.shapes.push(shape);
        Term(self.shapes.len() as u32 - 1)
    }

    pub(super) fn unknown(&mut self) -> Term {
        self.add(Shape::Unknown)
    }

    pub(super) fn on(&mut self, parent: Term, condition: LocalId, value: bool) -> Term {
        let parent = self.find(parent);
        if let Some(term) = self.shared.get(&(parent, condition, value)) {
            return *term;
        }
        let term = self.add(Shape::On { parent, condition, value });
        self.shared.insert((parent, condition, value), term);
        term
    }

    /// The representative: links are followed, and shortened on the way.
    fn find(&mut self, mut term: Term) -> Term {
        while let Shape::Link(next) = self.shapes[term.0 as usize] {
            if let Shape::Link(after) = self.shapes[next.0 as usize] {
                self.shapes[term.0 as usize] = Shape::Link(after);
            }
            term = next;
        }
        term
    }

    /// Makes two terms equal, if that is possible.
    pub(super) fn unify(&mut self, mut a: Term, mut b: Term) -> bool {
        loop {
            (a, b) = (self.find(a), self.find(b));
            if a == b {
                return true;
            }
            match (self.shapes[a.0 as usize], self.shapes[b.0 as usize]) {
                (Shape::Unknown, _) => return self.bind(a, b),
                (_, Shape::Unknown) => return self.bind(b, a),
                (Shape::On { parent: p, condition: c, value: v }, Shape::On { parent: q, condition: d, value: w })
                    if c == d && v == w =>
                {
                    (a, b) = (p, q)
                }
                (Shape::Base | Shape::On { .. } | Shape::Link(_), _) => return false,
            }
        }
    }

    /// An unknown becomes a term, unless it occurs in it.
    fn bind(&mut self, unknown: Term, term: Term) -> bool {
        let mut part = term;
        while let Shape::On { parent, .. } = self.shapes[part.0 as usize] {
            part = self.find(parent);
        }
        if part == unknown {
            return false;
        }
        self.shapes[unknown.0 as usize] = Shape::Link(term);
        true
    }

    pub(super) fn show(&mut self, term: Term, body: &Body) -> String {
        let mut conditions = vec![];
        let mut part = self.find(term);
        while let Shape::On { parent, condition, value } = self.shapes[part.0 as usize] {
            conditions.push((body.local(condition).name.clone(), value));
            part = self.find(parent);
        }
        let root = if part == Terms::BASE { "base" } else { "_" };
        spell(conditions.into_iter(), root)
    }

    /// The table of known clocks, to be filled by [`Ground::clock`].
    pub(super) fn ground(&self) -> Ground {
        Ground {
            clocks: vec![Clock::Base],
            known: HashMap::from([(Terms::BASE, ClockId::BASE)]),
            shared: HashMap::new(),
        }
    }
}

/// Terms without unknowns, as a table of clocks. What is still unknown has no variable on it that matters: it is put on
/// the base clock.
pub(super) struct Ground {
    pub(super) clocks: Vec<Clock<LocalId>>,
    known: HashMap<Term, ClockId>,
    shared: HashMap<(ClockId, LocalId, bool), ClockId>,
}

impl Ground {
    pub(super) fn clock(&mut self, terms: &mut Terms, term: Term) -> ClockId {
        // Down to a known clock, and back up.
        let mut path = vec![];
        let mut part = terms.find(term);
        let mut clock = loop {
            if let Some(clock) = self.known.get(&part) {
                break *clock;
            }
            let Shape::On { parent, condition, value } = terms.shapes[part.0 as usize] else { break ClockId::BASE };
            path.push((part, condition, value));
            part = terms.find(parent);
        };
        for (part, condition, value) in path.into_iter().rev() {
            clock = *self.shared.entry((clock, condition, value)).or_insert_with(|| {
                self.clocks.push(Clock::On { parent: clock, condition, value });
                ClockId(self.clocks.len() as u32 - 1)
            });
            self.known.insert(part, clock);
        }
        clock
    }
}
