//! Whole files: ⊢ program. Γ grows item by item; a `def` is typed in the empty Δ, main in the Δ of the inputs.

use super::gamma::Gamma;
use super::recursion::Cycles;
use super::{Checked, Global, Typed, check_term};
use crate::cajal::error::Error;
use crate::cajal::syntax::{Binder, Item, ItemKind, Name, Program, Term};
use crate::cajal::typing::Bound;
use crate::deep::Deep;
use std::collections::{HashMap, HashSet};

/// Types a program: every item, then main. A definition that is rejected is assumed to have the type that is written.
///
/// # Errors
/// All errors that are independent of one another, in the order of the file. There may be none of them for a program with
/// parts that could not be parsed: their errors are those of the parser.
pub fn check_program(program: &Program) -> Result<Checked, Vec<Error>> {
    let mut errors = Vec::new();
    let first = first_items(program, &mut errors);
    let cycles = Cycles::new(program, &first);
    let mut gamma = Gamma::new(program, &first, &cycles.of);
    let (mut globals, mut inputs): (Vec<_>, Vec<Binder>) = Default::default();
    let (mut reported, mut parsed) = (HashSet::new(), true);
    for (position, item) in program.items.iter().enumerate() {
        let name = &item.binder.ident.name;
        if first[name] != position {
            continue;
        }
        gamma.stand_at(position, cycles.of[position]);
        match &item.kind {
            ItemKind::Input => {
                inputs.push(item.binder.clone());
                continue;
            }
            ItemKind::Extern => {}
            ItemKind::Def(None) => parsed = false,
            ItemKind::Def(Some(e)) => {
                if let Some(cycle) = cycles.of[position]
                    && reported.insert(cycle)
                {
                    let path = cycles.path(position);
                    let path = path.iter().map(|i| program.items[*i].binder.ident.name.clone()).collect();
                    let span = item.binder.ident.span;
                    errors.push(Error::RecursiveDefinition { span, name: name.clone(), path });
                }
                match definition(&gamma, &item.binder, e) {
                    Ok(body) => gamma.define(name, Deep::new(global(&item.binder, body))),
                    Err(found) => errors.extend(found),
                }
            }
        }
        globals.extend(gamma.global(name).cloned());
    }
    gamma.stand_at(program.items.len(), None);
    let main = match program.main.as_ref().map(|main| main.term.as_ref()) {
        Some(Some(e)) => check_term(&gamma, &inputs, e).map_err(|found| errors.extend(found)).ok(),
        Some(None) => {
            parsed = false;
            None
        }
        None => {
            errors.extend(inputs.iter().map(|x| Error::Unused { span: x.ident.span, name: x.ident.name.clone() }));
            None
        }
    };
    errors.sort_by_key(Error::span);
    if errors.is_empty() && parsed && program.lost.names.is_empty() && !program.lost.any {
        let inputs = inputs.into_iter().map(|x| Bound { name: x.ident.name, ty: x.ty }).collect();
        Ok(Checked { globals, inputs, main })
    } else {
        Err(errors)
    }
}

/// Γ ; ∅ ⊢ e : τ for `def x : τ = e`
fn definition(gamma: &Gamma, x: &Binder, e: &Term) -> Result<Typed, Vec<Error>> {
    let body = check_term(gamma, &[], e)?;
    if *body.ty() == x.ty {
        return Ok(body);
    }
    let (expected, found) = (x.ty.clone(), body.ty().clone());
    Err(vec![Error::AnnotationType { span: body.span(), expected, found, annotation: x.ty_span }])
}

fn global(x: &Binder, body: Typed) -> Global {
    Global { name: x.ident.name.clone(), ty: x.ty.clone(), body: Some(body), span: x.ident.span }
}

/// The position of the first item of each name; the others are reported.
fn first_items(program: &Program, errors: &mut Vec<Error>) -> HashMap<Name, usize> {
    let mut first = HashMap::new();
    for (position, item) in program.items.iter().enumerate() {
        let ident = &item.binder.ident;
        let earlier = *first.entry(ident.name.clone()).or_insert(position);
        if earlier != position {
            let earlier = program.items[earlier].binder.ident.span;
            errors.push(Error::DuplicateDefinition { span: ident.span, name: ident.name.clone(), first: earlier });
        }
    }
    first
}

impl Item {
    /// `extern`, `input` or `def`.
    pub fn keyword(&self) -> &'static str {
        match self.kind {
            ItemKind::Extern => "extern",
            ItemKind::Input => "input",
            ItemKind::Def(_) => "def",
        }
    }
}
