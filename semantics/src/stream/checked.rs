//! A checked program: what an executor or `grad` takes.
//!
//! `stream::check(&Program, root, Horizon) -> Result<Checked, Vec<Error>>` is the only way to make one, so an unchecked
//! program cannot be run by accident. It holds the [`System`] and what the causality analysis found: the strongly
//! connected components in an order that respects all dependencies, the direction of each, and a placement in the fewest
//! alternating sweeps.

use super::syntax::{Boundary, Direction};
use super::system::{ClockId, System, VarId};

/// How long the program will run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// Some finite number of ticks, any.
    Finite,
    /// For ever: there is no last tick, and outputs appear with a bounded latency.
    Infinite,
}

/// A program that passed every check.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    pub(super) system: System,
    pub(super) components: Vec<Component>,
    pub(super) first_sweep: Direction,
    pub(super) sweeps: usize,
    pub(super) latency: Option<Vec<u64>>,
}

impl Checked {
    /// The equations.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The strongly connected components of the dependency graph, dependencies first. Inputs are components, too.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The direction of sweep 1; they alternate.
    pub fn first_sweep(&self) -> Direction {
        self.first_sweep
    }

    /// The least number of alternating forward and backward sweeps that compute the outputs; 0 where nothing is to be
    /// computed (every output is an input).
    pub fn sweeps(&self) -> usize {
        self.sweeps
    }

    /// Under an infinite horizon: for each output, in order, how many ticks after its own an input is needed at most.
    /// Looking ahead inside a restart block is not counted: it lasts until the segment ends.
    pub fn latency(&self) -> Option<&[u64]> {
        self.latency.as_deref()
    }
}

/// A strongly connected component.
#[derive(Clone, PartialEq, Debug)]
pub struct Component {
    /// How it is computed.
    pub kind: Kind,
    /// Its variables, in an order in which one step of its sweep can compute them.
    pub variables: Vec<VarId>,
    /// The sweep it is computed in, from 1; 0 for inputs and for what no output needs.
    pub sweep: usize,
    /// Does some output need it?
    pub live: bool,
}

/// The kinds of components.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// One variable that does not depend on itself: any direction will do.
    NonRecursive,
    /// A recurrence in one direction of time.
    Recursive(Recurrence),
    /// A recurrence over segments: within a segment it falls apart into further components.
    Segmented(Segmented),
}

/// A recurrence that one sweep computes.
#[derive(Clone, PartialEq, Debug)]
pub struct Recurrence {
    /// Forward: every cycle has positive weight.
    pub direction: Direction,
    /// The clock whose ticks the lags count: all delays of the component are on it, or on clocks below it.
    pub unit: ClockId,
    /// Parallel to [`Component::variables`]: by how many ticks of `unit` the variable is computed late in the sweep, at
    /// least 0. Not all 0 only where a component has delays in both directions: there, the order of
    /// [`Component::variables`] is right for values that are due in one step.
    pub lags: Vec<u64>,
}

/// A component that is computed segment after segment, in the order of time.
#[derive(Clone, PartialEq, Debug)]
pub struct Segmented {
    /// `every` or `until`.
    pub boundary: Boundary,
    /// The signal that cuts time into segments.
    pub signal: VarId,
    /// Within a segment: the components that remain when delays from one segment to the next are left out, dependencies
    /// first, with sweeps of their own.
    pub components: Vec<Component>,
    /// The direction of sweep 1 within a segment.
    pub first_sweep: Direction,
    /// The least number of sweeps within a segment.
    pub sweeps: usize,
}
