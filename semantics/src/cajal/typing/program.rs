//! Whole files: ⊢ program. Γ grows item by item; a `def` is typed in the empty Δ, main in the Δ of the inputs.

use super::{Checked, Gamma, Global, check_term};
use crate::cajal::error::Error;
use crate::cajal::syntax::{Binder, Item, ItemKind, Name, Program, Term, TermKind, children};
use crate::cajal::typing::Bound;
use crate::deep::Deep;
use crate::source::Span;
use std::collections::HashMap;

/// Types a program: every item, then main. A definition that is rejected is assumed to have the type that is written.
///
/// # Errors
/// All errors that are independent of one another, in the order of the file.
pub fn check_program(program: &Program) -> Result<Checked, Vec<Error>> {
    let mut errors = Vec::new();
    let first = first_items(program, &mut errors);
    let (mut gamma, mut globals, mut inputs): (Gamma, Vec<_>, Vec<Binder>) = Default::default();
    for (position, item) in program.items.iter().enumerate() {
        let name = &item.binder.ident.name;
        if first[name] != position {
            continue;
        }
        let body = match &item.kind {
            ItemKind::Input => {
                inputs.push(item.binder.clone());
                continue;
            }
            ItemKind::Extern => None,
            ItemKind::Def(None) => None,
            ItemKind::Def(Some(e)) => {
                let path = recursion(program, &first, position);
                let elsewhere = |x: &Name| elsewhere(program, &first, x);
                match path {
                    Some(path) => {
                        errors.push(Error::RecursiveDefinition {
                            span: item.binder.ident.span,
                            name: name.clone(),
                            path,
                        });
                        None
                    }
                    None => match check_term(&gamma, &elsewhere, &[], e) {
                        Err(found) => {
                            errors.extend(found);
                            None
                        }
                        Ok(typed) if *typed.ty() != item.binder.ty => {
                            errors.push(Error::AnnotationType {
                                span: typed.span(),
                                expected: item.binder.ty.clone(),
                                found: typed.ty().clone(),
                                annotation: item.binder.ty_span,
                            });
                            None
                        }
                        Ok(typed) => Some(typed),
                    },
                }
            }
        };
        let global = Global { name: name.clone(), ty: item.binder.ty.clone(), body, span: item.binder.ident.span };
        let global = Deep::new(global);
        gamma.insert(name.clone(), global.clone());
        globals.push(global);
    }
    let elsewhere = |_: &Name| None;
    let main = match program.main.as_ref().map(|main| main.term.as_ref()) {
        Some(Some(e)) => check_term(&gamma, &elsewhere, &inputs, e).map_err(|found| errors.extend(found)).ok(),
        Some(None) => None,
        None => {
            errors.extend(inputs.iter().map(|x| Error::Unused { span: x.ident.span, name: x.ident.name.clone() }));
            None
        }
    };
    errors.sort_by_key(Error::span);
    if errors.is_empty() {
        let inputs = inputs.into_iter().map(|x| Bound { name: x.ident.name, ty: x.ty }).collect();
        Ok(Checked { globals, inputs, main })
    } else {
        Err(errors)
    }
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

/// Why a name that a definition uses is not in Γ, if it stands somewhere in the file all the same.
fn elsewhere(program: &Program, first: &HashMap<Name, usize>, x: &Name) -> Option<(Span, &'static str)> {
    let item = &program.items[*first.get(x)?];
    let why = match item.kind {
        ItemKind::Input => "this is an input of main: a definition is closed",
        ItemKind::Extern | ItemKind::Def(_) => "this stands further down: a definition uses what stands above it",
    };
    Some((item.binder.ident.span, why))
}

/// A way from the definition at `position` back to itself, through definitions that stand at or below it.
fn recursion(program: &Program, first: &HashMap<Name, usize>, position: usize) -> Option<Vec<Name>> {
    let mut reached_from: HashMap<usize, usize> = HashMap::new();
    let mut work = vec![position];
    while let Some(from) = work.pop() {
        let ItemKind::Def(Some(e)) = &program.items[from].kind else { continue };
        for x in free_names(e) {
            let Some(&to) = first.get(&x) else { continue };
            if to == position {
                let mut path = vec![from];
                while path[path.len() - 1] != position {
                    path.push(reached_from[&path[path.len() - 1]]);
                }
                return Some(path.iter().rev().map(|i| program.items[*i].binder.ident.name.clone()).collect());
            }
            if to > position && !reached_from.contains_key(&to) {
                reached_from.insert(to, from);
                work.push(to);
            }
        }
    }
    None
}

/// The names that occur free in a term, without repetition.
fn free_names(e: &Term) -> Vec<Name> {
    enum Step<'a> {
        Visit(&'a Term),
        Bind(&'a Name),
        Unbind(&'a Name),
    }
    let (mut free, mut bound): (Vec<Name>, HashMap<&Name, usize>) = Default::default();
    let mut seen = std::collections::HashSet::new();
    let mut work = vec![Step::Visit(e)];
    while let Some(step) = work.pop() {
        match step {
            Step::Bind(x) => *bound.entry(x).or_default() += 1,
            Step::Unbind(x) => *bound.entry(x).or_default() -= 1,
            Step::Visit(e) => {
                let binds = |x, body, work: &mut Vec<_>| {
                    work.extend([Step::Unbind(x), Step::Visit(body), Step::Bind(x)]);
                };
                match e.kind() {
                    TermKind::Var(x) => {
                        if bound.get(x).is_none_or(|n| *n == 0) && seen.insert(x) {
                            free.push(x.clone());
                        }
                    }
                    TermKind::Lam(x, body) => binds(&x.ident.name, body, &mut work),
                    TermKind::Let(x, e1, body) => {
                        binds(&x.ident.name, body, &mut work);
                        work.push(Step::Visit(e1));
                    }
                    TermKind::Iter { base, var, step, count } => {
                        binds(&var.name, step, &mut work);
                        work.extend([Step::Visit(base), Step::Visit(count)]);
                    }
                    TermKind::True | TermKind::False | TermKind::Num(_) => {}
                    TermKind::Succ(_) | TermKind::App(..) | TermKind::If(..) => {
                        work.extend(children(e.kind()).map(Step::Visit));
                    }
                }
            }
        }
    }
    free
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
