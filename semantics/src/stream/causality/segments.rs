//! Segments of time as a first coordinate: lexicographic weights (segments, ticks).
//!
//! A signal that restarts blocks inside a component numbers the segments of time. Inside those blocks nothing leaves its
//! segment: weight 0. Outside, a forward delay cannot reach a later segment, and one on a clock that ticks at most once
//! in a segment (the clock of the segments' first ticks, or of their last ones) reaches an earlier one: weight at
//! least 1. If no edge of the component can reach a later segment, a closed walk through an edge of the last sort goes
//! back in time, whatever else it does; so these edges are dropped, and what remains is analysed within a segment.

use super::dependencies::Dependencies;
use super::homogeneous::Component;
use crate::stream::syntax::{Boundary, Direction};
use crate::stream::system::{BlockId, Clock, ClockId, Operand, Operation, System, VarId};
use crate::stream::value::Value;
use std::collections::HashSet;

/// The blocks with one signal: they cut time alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Group {
    pub(super) boundary: Boundary,
    pub(super) signal: VarId,
    parent: Option<BlockId>,
    clock: ClockId,
}

/// A group of blocks that cuts the component, and the edges that lead from one segment to an earlier one.
pub(super) fn stratify(dependencies: &Dependencies, component: &Component) -> Option<(Group, HashSet<u32>)> {
    let system = dependencies.system;
    let mut groups: Vec<Group> = vec![];
    let mut seen = HashSet::new();
    for vertex in &component.vertices {
        let block = dependencies.boundary(*vertex).or(dependencies.block(*vertex));
        for block in system.enclosing(block) {
            if !seen.insert(block) {
                break;
            }
            let block = system.block(block);
            let group =
                Group { boundary: block.boundary, signal: block.signal, parent: block.parent, clock: block.clock };
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
    }
    groups.into_iter().find_map(|group| Some((group, dropped(dependencies, component, group)?)))
}

/// The edges of positive segment weight; none where there are none, or where some edge may have a negative one.
fn dropped(dependencies: &Dependencies, component: &Component, group: Group) -> Option<HashSet<u32>> {
    let system = dependencies.system;
    let sparse = once_per_segment(system, group);
    let in_group = |block: BlockId| {
        let block = system.block(block);
        (block.boundary, block.signal, block.parent) == (group.boundary, group.signal, group.parent)
    };
    let mut dropped = HashSet::new();
    for edge in &component.edges {
        let dependency = dependencies.edges[*edge as usize];
        if system.enclosing(dependencies.block(dependency.reader)).any(in_group) {
            continue;
        }
        match dependency.reach.least {
            Some(0) => {}
            Some(ticks) if ticks > 0 => {
                if is_below(system, dependency.clock, &sparse) {
                    dropped.insert(*edge);
                }
            }
            // The future, outside: perhaps a later segment.
            Some(_) | None => return None,
        }
    }
    (!dropped.is_empty()).then_some(dropped)
}

/// The clocks that tick at most once in a segment: those of the first ticks and of the last ticks.
fn once_per_segment(system: &System, group: Group) -> HashSet<ClockId> {
    let marks = |condition: VarId| condition == group.signal || is_mirror(system, condition, group);
    let clocks = system.clocks.iter().enumerate().filter(|(_, clock)| match clock {
        Clock::Base => false,
        Clock::On { parent, condition, value } => *value && *parent == group.clock && marks(*condition),
    });
    clocks.map(|(i, _)| ClockId(i as u32)).collect()
}

/// Does a condition mark the other end of the segments? The first ticks of `until d` are `true fby d` or `true -> pre d`,
/// the last ones of `every r` are `r eby true` or `post r <- true`.
fn is_mirror(system: &System, condition: VarId, group: Group) -> bool {
    if system.variable(condition).block != group.parent {
        return false;
    }
    let wanted = match group.boundary {
        Boundary::Until => Direction::Forward,
        Boundary::Every => Direction::Backward,
    };
    let is_true = |operand: &Operand<VarId>| *operand == Operand::Constant(Value::Bool(true));
    let signal = Operand::Variable(group.signal);
    if let Some(Operation::Delay { direction, boundary, body }) = system.operation(condition) {
        return *direction == wanted && is_true(boundary) && *body == signal;
    }
    if let Some(Operation::Arrow { direction, boundary, body }) = system.operation(condition)
        && let Some(shifted) = body.variable()
        && let Some(Operation::Shift { direction: inner, body }) = system.operation(shifted)
    {
        let same_block = system.variable(shifted).block == group.parent;
        return [*direction, *inner] == [wanted, wanted] && is_true(boundary) && *body == signal && same_block;
    }
    false
}

/// Is a clock one of these, or on one of them?
fn is_below(system: &System, clock: ClockId, above: &HashSet<ClockId>) -> bool {
    let path = std::iter::successors(Some(clock), |clock| match system.clock(*clock) {
        Clock::Base => None,
        Clock::On { parent, .. } => Some(parent),
    });
    path.into_iter().any(|clock| above.contains(&clock))
}
