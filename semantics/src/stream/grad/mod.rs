//! Differentiation as a program transformation inside the language (spec page 3, section 5).
//!
//! From a checked node with a real scalar stream as loss, [`grad`] makes a node of the same language with the same
//! inputs, which computes for every named stream x its *adjoint* x̄: at each tick t of x's clock,
//! `x̄_t = ∂(Σ loss over its ticks) / ∂x_t`. The result is a program like any other: it can be printed, parsed, checked,
//! run, and differentiated again.
//!
//! The transformation works on the flat system. It keeps the primal equations, made total (`defined`), adds for every
//! stream between the named ones and the loss (`active`) one equation `x̄ = sum of contributions`, by one rule for each
//! operation (`adjoint`, `primitives`), and turns the outcome into nodes again: a restart block becomes a node called
//! under the same `restart`, so that adjoints respect the same segments.
//!
//! * The adjoint graph is the primal one reversed, with weights negated, plus edges from primal to adjoint streams. So
//!   every strongly connected component of adjoints runs in the opposite direction of its primal one, and the sweeps at
//!   most double, but for one: an input is there from the start, in every direction, but its adjoint must be computed,
//!   for which a last sweep may be needed.
//! * **One exception.** A recurrence from *segment to segment* (a training loop) has an adjoint that runs from the last
//!   segment back to the first. The causality analysis takes segments in the order of time only (page 3, section 3), and
//!   rejects it; so does `grad`, with the cycle ([`GradError::Adjoint`]). A loop can be differentiated with respect to
//!   everything that does not pass through the delay between segments.
//! * `when` and `merge` never compute the branch not taken, in the adjoint either. `if` computes both branches' adjoints
//!   and passes 0 into the one not taken: where its partial derivative is infinite, 0·∞ = NaN appears, as in JAX's `where`.
//! * Booleans and integers carry no adjoint: conditions, signals, and what passes through `int` count as constant.

mod active;
mod adjoint;
mod build;
mod copies;
mod defined;
mod error;
mod primitives;

pub use error::GradError;

use super::checked::{Checked, Horizon};
use super::error::Error;
use super::initialisation::undefined_ticks;
use super::outline::outline;
use super::syntax::Program;
use super::system::{System, VarId};
use super::value::{Scalar, Type};
use adjoint::adjoint;
use std::sync::Arc;

/// A program that computes adjoints.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// Its nodes: one for each restart block that is needed, and last the root. Spans point into the primal source.
    pub program: Program,
    /// The name of its root.
    pub node: Arc<str>,
    /// For each stream that was differentiated for, its name and the output that is its adjoint; in the order of the
    /// request, without repetition.
    pub adjoints: Vec<(Arc<str>, Arc<str>)>,
    /// The program, checked.
    pub checked: Checked,
}

/// The gradient of the sum of `loss` over its ticks with respect to each of `wrt` at each of its ticks. All are names of
/// streams: inputs, outputs or local variables of the root node.
pub fn grad(checked: &Checked, loss: &str, wrt: &[&str]) -> Result<Gradient, Vec<Error>> {
    let primal = checked.system();
    let (loss, wrt) = named(primal, loss, wrt)?;
    let adjoint = adjoint(primal, loss, &wrt).map_err(|error| vec![Error::Grad(error)])?;
    let program = outline(&adjoint);
    let node = adjoint.name.clone();
    let name = |system: &System, x: VarId| system.variable(x).name.clone();
    let adjoints = wrt.iter().zip(&adjoint.outputs).map(|(x, bar)| (name(primal, *x), name(&adjoint, *bar))).collect();
    let checked = super::check(&program, &node, Horizon::Finite).map_err(|errors| {
        errors.into_iter().map(|e| Error::Grad(GradError::Adjoint(Box::new(e)))).collect::<Vec<_>>()
    })?;
    Ok(Gradient { program, node, adjoints, checked })
}

/// The variables of these names, if they can be a loss and something to differentiate for.
fn named(system: &System, loss: &str, wrt: &[&str]) -> Result<(VarId, Vec<VarId>), Vec<Error>> {
    let mut errors = vec![];
    let mut find = |name: &str, fits: &dyn Fn(&Type) -> bool, expected: &'static str| {
        let named = |x: &VarId| *system.variable(*x).name == *name && !system.variable(*x).temporary;
        let Some(x) = system.ids().find(named) else {
            errors.push(Error::Grad(GradError::Unknown { name: name.into(), node: system.name.clone() }));
            return VarId(0);
        };
        let variable = system.variable(x);
        if !fits(&variable.ty) {
            let (name, found, span) = (variable.name.clone(), variable.ty.clone(), variable.span);
            errors.push(Error::Grad(GradError::NotReal { name, expected, found, span }));
        }
        x
    };
    let loss = find(loss, &|ty| *ty == Type::scalar(Scalar::Real), "the loss must be a real scalar");
    let mut variables: Vec<VarId> = vec![];
    for name in wrt {
        let x = find(name, &|ty| ty.scalar == Scalar::Real, "only a stream of reals has an adjoint");
        if !variables.contains(&x) {
            variables.push(x);
        }
    }
    if errors.is_empty() && undefined_ticks(system)[loss.index()] != [Some(0), Some(0)] {
        let variable = system.variable(loss);
        let (name, span) = (variable.name.clone(), variable.span);
        errors.push(Error::Grad(GradError::LossUndefined { name, span }));
    }
    if errors.is_empty() { Ok((loss, variables)) } else { Err(errors) }
}
