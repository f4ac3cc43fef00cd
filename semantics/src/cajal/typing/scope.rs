//! Δ, the leftover linear context of the checker: a stack of bindings, the place where each was used, and a trail of the
//! uses in order, from which the uses of a branch can be taken back.

use super::typed::Index;
use crate::cajal::syntax::{Ident, Name};
use crate::cajal::types::Ty;
use crate::mutant;
use crate::source::Span;
use std::collections::HashMap;

/// The position of a binding in the stack, from the outermost.
type Level = usize;

/// The linear context.
#[derive(Default)]
pub(super) struct Delta {
    bindings: Vec<Binding>,
    /// The levels of the bindings of each name; the last one is visible.
    visible: HashMap<Name, Vec<Level>>,
    trail: Vec<Use>,
    /// Bindings below this level are outside of the step that is being checked.
    enclosed: Level,
}

struct Binding {
    ident: Ident,
    ty: Option<Ty>,
    used: Option<Span>,
    /// Was it used in the step of an iteration, where it must not be? That is reported, and nothing that follows from it.
    captured: bool,
}

/// The use of a binding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Use {
    level: Level,
    span: Span,
}

/// A position in the trail.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

/// The boundary of the enclosing step.
pub(super) struct Enclosure(Level);

/// What a name stands for.
pub(super) enum Lookup {
    /// A binding that was free to use; it is consumed now. Its type is none if the binder has no type.
    Used { index: Index, ty: Option<Ty> },
    /// A binding that was consumed before.
    UsedBefore { first: Span, binder: Span },
    /// A binding outside of the step of an iteration. Its use is not missed elsewhere.
    Outside { binder: Span },
    /// No variable.
    Unknown,
}

/// A variable that one branch uses and the other does not.
pub(super) struct Missing {
    pub(super) name: Name,
    pub(super) used: Span,
    /// Is it the first branch that does not use it?
    pub(super) in_first: bool,
}

impl Delta {
    /// Δ, x:τ
    pub(super) fn bind(&mut self, ident: &Ident, ty: Option<Ty>) {
        self.visible.entry(ident.name.clone()).or_default().push(self.bindings.len());
        self.bindings.push(Binding { ident: ident.clone(), ty, used: None, captured: false });
    }

    /// Takes the innermost binding away; returns it if it was not used.
    pub(super) fn unbind(&mut self) -> Option<Ident> {
        let binding = self.bindings.pop().expect("BUG: every unbind follows a bind");
        let levels = self.visible.get_mut(&binding.ident.name).expect("BUG: a bound name is visible");
        levels.pop();
        if mutant::on("typing/hidden-binding-lost") {
            levels.iter().for_each(|level| self.bindings[*level].captured = true);
        }
        if levels.is_empty() {
            self.visible.remove(&binding.ident.name);
        }
        (binding.used.is_none() && !binding.captured && !mutant::on("typing/unused-accepted")).then_some(binding.ident)
    }

    /// Looks a name up, and consumes the variable that it stands for.
    pub(super) fn consume(&mut self, name: &Name, span: Span) -> Lookup {
        let Some(level) = self.visible.get(name).and_then(|levels| levels.last()).copied() else {
            return Lookup::Unknown;
        };
        let level = if mutant::on("typing/outermost-binding-visible") { self.visible[name][0] } else { level };
        let index = Index((self.bindings.len() - 1 - level) as u32);
        let binding = &mut self.bindings[level];
        let binder = binding.ident.span;
        if level < self.enclosed && !mutant::on("typing/captured-step-accepted") {
            binding.captured = true;
            return Lookup::Outside { binder };
        }
        if let Some(first) = binding.used
            && !mutant::on("typing/used-twice-accepted")
        {
            return Lookup::UsedBefore { first, binder };
        }
        binding.used = Some(span);
        self.trail.push(Use { level, span });
        Lookup::Used { index, ty: binding.ty.clone() }
    }

    /// The present end of the trail.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Takes the uses since the mark back, and returns those of bindings that still stand.
    pub(super) fn rewind(&mut self, mark: Mark) -> Vec<Use> {
        let standing = self.bindings.len();
        let uses: Vec<Use> = self.trail.drain(mark.0..).filter(|u| u.level < standing).collect();
        for u in &uses {
            self.bindings[u.level].used = self.bindings[u.level].used.filter(|_| mutant::on("typing/branches-split"));
        }
        uses
    }

    /// Consumes what either branch used; returns what only one of them used.
    pub(super) fn consume_both(&mut self, mut first: Vec<Use>, mut second: Vec<Use>) -> Vec<Missing> {
        first.sort_unstable();
        second.sort_unstable();
        let mut missing = Vec::new();
        let (mut i, mut j) = (0, 0);
        while i < first.len() || j < second.len() {
            let (a, b) = (first.get(i), second.get(j));
            let level = [a, b].into_iter().flatten().map(|u| u.level).min().expect("BUG: one of the two is left");
            let (a, b) = (a.filter(|u| u.level == level), b.filter(|u| u.level == level));
            i += usize::from(a.is_some());
            j += usize::from(b.is_some());
            let used = a.or(b).expect("BUG: the level is that of one of the two").span;
            if (a.is_none() || b.is_none()) && !mutant::on("typing/branches-may-differ") {
                missing.push(Missing { name: self.bindings[level].ident.name.clone(), used, in_first: a.is_none() });
            }
            self.bindings[level].used = Some(used);
            self.trail.push(Use { level, span: used });
        }
        missing
    }

    /// Closes the present context off: only what is bound from here on may be used, until [`Delta::reopen`].
    pub(super) fn enclose(&mut self) -> Enclosure {
        Enclosure(std::mem::replace(&mut self.enclosed, self.bindings.len()))
    }

    /// Ends the scope that [`Delta::enclose`] began.
    pub(super) fn reopen(&mut self, outside: Enclosure) {
        self.enclosed = outside.0;
    }
}
