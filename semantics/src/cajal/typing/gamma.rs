//! Γ while a file is checked: what a name at the top of the file stands for, as seen from one of its items.

use super::typed::Global;
use crate::cajal::syntax::{ItemKind, Name, Program};
use crate::deep::Deep;
use crate::source::Span;
use std::collections::{HashMap, HashSet};

/// The names of a file, and the item that is being checked.
pub(super) struct Gamma {
    entries: HashMap<Name, Entry>,
    /// The names that illegible items introduce.
    lost: HashSet<Name>,
    any_lost: bool,
    here: Place,
}

/// A position in the file, and the cycle of definitions that it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) position: usize,
    pub(super) cycle: Option<usize>,
}

struct Entry {
    /// None for an input.
    global: Option<Deep<Global>>,
    span: Span,
    place: Place,
}

/// What a name stands for.
pub(super) enum Meaning<'a> {
    /// An extern or a definition above.
    Global(&'a Deep<Global>),
    /// Something in the file that cannot be used here, and why.
    Elsewhere(Span, &'static str),
    /// Perhaps something that could not be parsed.
    Lost,
    /// Nothing.
    Unknown,
}

impl Gamma {
    /// All names of a file; `first` holds the first item of each, `cycle` the cycle that an item belongs to. A
    /// definition has no body until it is checked.
    pub(super) fn new(program: &Program, first: &HashMap<Name, usize>, cycle: &[Option<usize>]) -> Gamma {
        let entry = |(name, position): (&Name, &usize)| {
            let (binder, kind) = (&program.items[*position].binder, &program.items[*position].kind);
            let global = match kind {
                ItemKind::Input => None,
                ItemKind::Extern | ItemKind::Def(_) => {
                    let span = binder.ident.span;
                    Some(Deep::new(Global { name: name.clone(), ty: binder.ty.clone(), body: None, span }))
                }
            };
            let place = Place { position: *position, cycle: cycle[*position] };
            (name.clone(), Entry { global, span: binder.ident.span, place })
        };
        Gamma {
            entries: first.iter().map(entry).collect(),
            lost: program.lost.names.iter().cloned().collect(),
            any_lost: program.lost.any,
            here: Place { position: 0, cycle: None },
        }
    }

    /// Moves to an item.
    pub(super) fn stand_at(&mut self, position: usize, cycle: Option<usize>) {
        self.here = Place { position, cycle };
    }

    /// The global of an extern or a definition.
    pub(super) fn global(&self, name: &Name) -> Option<&Deep<Global>> {
        self.entries.get(name)?.global.as_ref()
    }

    /// Γ, g:τ with the body of g known
    pub(super) fn define(&mut self, name: &Name, global: Deep<Global>) {
        if let Some(entry) = self.entries.get_mut(name) {
            entry.global = Some(global);
        }
    }

    /// What a name stands for at the present item. Definitions of a cycle see each other, so that the cycle is the only
    /// thing that is said about them.
    pub(super) fn meaning(&self, name: &Name) -> Meaning<'_> {
        match self.entries.get(name) {
            Some(Entry { global: Some(global), span, place }) => {
                if place.position < self.here.position || (place.cycle.is_some() && place.cycle == self.here.cycle) {
                    Meaning::Global(global)
                } else {
                    Meaning::Elsewhere(*span, "this stands further down: a definition uses what stands above it")
                }
            }
            Some(Entry { global: None, span, place: _ }) => {
                Meaning::Elsewhere(*span, "this is an input of main: a definition is closed")
            }
            None if self.any_lost || self.lost.contains(name) => Meaning::Lost,
            None => Meaning::Unknown,
        }
    }
}
