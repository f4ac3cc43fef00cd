//! The clocks of declared variables, from their declarations alone.

use crate::source::Span;
use crate::stream::error::ClockError;
use crate::stream::graph::{Graph, components};
use crate::stream::normal::{Body, LocalId};
use crate::stream::system::{Clock, ClockId};
use std::collections::HashMap;
use std::sync::Arc;

/// What the declarations of a node say about clocks.
#[derive(Clone)]
pub(in crate::stream) struct Declarations {
    /// The declared variables, those that a clock names before those on the clock.
    pub(super) order: Vec<LocalId>,
    /// All clocks of inputs and outputs, parents first, without repetition.
    pub(super) clocks: Vec<Clock<LocalId>>,
    /// The clock of each declared variable. (For a local variable that is declared without a clock this is the base
    /// clock; its true clock is for the node itself to find, and no caller can name it.)
    pub(super) clock_of: Vec<ClockId>,
}

/// The clocks that a node's declarations ask for, or all errors in them.
///
/// x declared `when c` is on `ck on c`, where ck is the clock of c. An input or output declared without a clock is on
/// the base clock; the clock of a local variable declared without one is inferred.
pub(in crate::stream) fn declared_clocks(body: &Body) -> Result<Declarations, Vec<ClockError>> {
    let declared = body.locals.iter().take_while(|local| local.declared.is_some()).count();
    let conditions = |x: usize| -> &[(LocalId, bool, Span)] {
        body.locals[x].declared.as_ref().map_or(&[], |declared| &declared.clock)
    };
    let edges = (0..declared).flat_map(|x| conditions(x).iter().map(move |(c, ..)| (x as u32, c.0)));
    let graph = Graph::new(declared, edges);
    let mut errors = vec![];
    input_clocks(body, &mut errors);
    let mut known: HashMap<(ClockId, LocalId, bool), ClockId> = HashMap::new();
    let mut clocks = vec![Clock::Base];
    let mut clock_of = vec![ClockId::BASE; declared];
    let mut order = vec![];
    for component in components(&graph) {
        let x = component[0] as usize;
        if component.len() > 1 || conditions(x).iter().any(|(c, ..)| c.index() == x) {
            let names = component.iter().map(|x| body.locals[*x as usize].name.clone()).collect();
            errors.push(ClockError::Cyclic { names, span: body.locals[x].span });
            continue;
        }
        order.push(LocalId(x as u32));
        if let Some(&(condition, value, _)) = conditions(x).last() {
            let parent = clock_of[condition.index()];
            clock_of[x] = *known.entry((parent, condition, value)).or_insert_with(|| {
                clocks.push(Clock::On { parent, condition, value });
                ClockId(clocks.len() as u32 - 1)
            });
        }
    }
    if errors.is_empty() { Ok(Declarations { order, clocks, clock_of }) } else { Err(errors) }
}

/// The clock of an input is an input: the caller provides both.
fn input_clocks(body: &Body, errors: &mut Vec<ClockError>) {
    for x in &body.inputs {
        let local = body.local(*x);
        for (c, _, span) in local.declared.iter().flat_map(|declared| &declared.clock) {
            if c.index() >= body.inputs.len() {
                let (name, condition) = (local.name.clone(), body.local(*c).name.clone());
                errors.push(ClockError::InputClock { name, condition, span: *span });
            }
        }
    }
}

/// A clock in words, from its conditions, innermost first.
pub(super) fn spell(conditions: impl Iterator<Item = (Arc<str>, bool)>, root: &str) -> String {
    /// Longer clocks are cut in messages: the innermost conditions tell them apart.
    const SHOWN: usize = 8;
    let mut conditions: Vec<(Arc<str>, bool)> = conditions.take(SHOWN + 1).collect();
    let mut words = if conditions.len() > SHOWN { "…".to_owned() } else { root.to_owned() };
    conditions.truncate(SHOWN);
    for (name, value) in conditions.iter().rev() {
        let name = if name.is_empty() { "_" } else { name };
        words.push_str(if *value { " on " } else { " on not " });
        words.push_str(name);
    }
    words
}
