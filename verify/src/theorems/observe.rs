//! Comparing elements of ⟦τ⟧. An element of a function type is applied to probes until ground vectors come out: for types
//! without N the probes are all basis vectors, so equal observations are equal elements; where N occurs they are some one-hot
//! sequences and some definable functions.

use super::{Otherwise, Subject};
use crate::generate::vector::vector;
use crate::generate::{self, Goal};
use cajal_semantics::cajal::denote::{Element, Env, Model, Undefined};
use cajal_semantics::cajal::syntax::Name;
use cajal_semantics::cajal::types::{Dim, Ty};
use cajal_semantics::cajal::typing::{Typed, check_program};
use cajal_semantics::cajal::vector::{Rows, Sparse, Vector};
use cajal_semantics::scalar::Semiring;
use dashu_int::UBig;
use proptest::test_runner::TestRng;
use std::cell::RefCell;
use std::collections::HashMap;

/// How many basis vectors stand for N in random vectors and matrices; sequences have less, so that a program may add to an
/// index before it applies a matrix to it.
pub(super) const HORIZON: usize = 10;

/// At types of at most this rank every basis vector is a probe.
const COMPLETE: u64 = 16;

/// The one-hot sequences among the probes.
const INDICES: [u8; 3] = [0, 1, 3];

/// How many definable functions are probes, at types with N in them.
const DEFINABLE: u64 = 2;

/// What came out, probe by probe: the vectors of ⟦2⟧ with indices 0 and 1, and those of ⟦N⟧. Zeros are left out.
pub type Observation<E> = Vec<Sparse<E>>;

/// Weights for the inputs and the externs of a program, over one semiring.
#[derive(Clone)]
pub struct Valuation<E> {
    /// The inputs, in the order of the file.
    pub inputs: Vec<Vector<E>>,
    /// The externs.
    pub externs: Vec<(Name, Vector<E>)>,
    /// Rounds and applications that the computation of a meaning may take.
    pub fuel: u64,
}

impl<E: Clone> Valuation<E> {
    /// No weights, for a closed program.
    pub fn none(fuel: u64) -> Self {
        Valuation { inputs: vec![], externs: vec![], fuel }
    }

    /// Random weights for a program.
    ///
    /// # Errors
    /// [`Otherwise::Limit`] if a matrix would be too large.
    pub fn draw<R>(ring: &R, negate: Option<&E>, subject: &Subject, rng: &mut TestRng) -> Result<Self, Otherwise>
    where
        R: Semiring<Elem = E>,
    {
        let externs = subject.checked.globals.iter().filter(|g| g.body.is_none());
        let externs = externs.map(|g| Ok((g.name.clone(), vector(ring, negate, &g.ty, HORIZON, rng)?)));
        let externs = externs.collect::<Result<Vec<_>, Otherwise>>()?;
        let inputs = subject.checked.inputs.iter().map(|x| Ok(vector(ring, negate, &x.ty, HORIZON, rng)?));
        Ok(Valuation { inputs: inputs.collect::<Result<_, Otherwise>>()?, externs, fuel: subject.fuel })
    }

    /// The same weights over other scalars.
    pub fn map<S: Semiring>(&self, ring: &S, h: &dyn Fn(&E) -> S::Elem) -> Valuation<S::Elem> {
        Valuation {
            inputs: self.inputs.iter().map(|v| v.map(ring, h)).collect(),
            externs: self.externs.iter().map(|(name, v)| (name.clone(), v.map(ring, h))).collect(),
            fuel: self.fuel,
        }
    }
}

/// ⟦e⟧(s), observed.
///
/// # Errors
/// [`Otherwise::Limit`]
pub fn meaning<R: Semiring>(
    ring: &R,
    e: &Typed,
    valuation: &Valuation<R::Elem>,
) -> Result<Observation<R::Elem>, Otherwise> {
    let inputs = valuation.inputs.iter().map(Element::of_vector).collect();
    meaning_in(&mut model(ring, valuation), e, &inputs)
}

/// The model in which the externs have these weights.
pub fn model<R: Semiring>(ring: &R, valuation: &Valuation<R::Elem>) -> Model<R> {
    let mut model = Model::new(ring.clone(), valuation.fuel);
    for (name, weights) in &valuation.externs {
        model.link(name.clone(), Element::of_vector(weights));
    }
    model
}

/// ⟦e⟧(s) in a model, observed.
///
/// # Errors
/// [`Otherwise::Limit`]
pub fn meaning_in<R: Semiring>(model: &mut Model<R>, e: &Typed, s: &Env<R>) -> Result<Observation<R::Elem>, Otherwise> {
    let element = model.denote(e, s)?;
    let mut seen = Vec::new();
    observe(model, &element, e.ty(), &mut seen)?;
    Ok(seen)
}

fn observe<R: Semiring>(
    model: &mut Model<R>,
    v: &Element<R>,
    ty: &Ty,
    seen: &mut Observation<R::Elem>,
) -> Result<(), Otherwise> {
    match v {
        Element::Bool(a, b) => seen.push(dense(model.ring(), [a, b].into_iter())),
        Element::Real(entries) => seen.push(dense(model.ring(), entries.iter())),
        Element::Nat(w) => seen.push(w.clone()),
        Element::Fun(f) => {
            let Ty::Fun(arrow) = ty else { unreachable!("BUG: a map at the type {ty}") };
            for probe in probes(model, &arrow.dom)? {
                let image = model.apply(f, probe)?;
                cajal_semantics::deep::grow(|| observe(model, &image, &arrow.cod, seen))?;
            }
        }
    }
    Ok(())
}

fn dense<'a, R: Semiring>(ring: &R, entries: impl Iterator<Item = &'a R::Elem>) -> Sparse<R::Elem>
where
    R::Elem: 'a,
{
    let entries = entries.enumerate().filter(|(_, x)| !ring.is_zero(x));
    entries.map(|(i, x)| (UBig::from(i), x.clone())).collect()
}

fn probes<R: Semiring>(model: &mut Model<R>, ty: &Ty) -> Result<Vec<Element<R>>, Otherwise> {
    let ring = model.ring().clone();
    let basis = |horizon, j| Ok(Element::of_vector(&Vector::basis(&ring, ty, horizon, j)?));
    match (ty, ty.dim()) {
        (Ty::Nat, _) => Ok(INDICES.iter().map(|n| Element::Nat([(UBig::from(*n), ring.one())].into())).collect()),
        (_, Dim::Finite(rank)) if rank <= COMPLETE => (0..rank as usize).map(|j| basis(None, j)).collect(),
        // Every so many of the basis vectors.
        (_, Dim::Finite(rank)) => {
            let basis_of = |j: u64| basis(None, (j * (rank / COMPLETE)) as usize);
            (0..COMPLETE).map(basis_of).collect()
        }
        (_, Dim::Huge | Dim::Infinite) => {
            let definable = definable(ty);
            definable.iter().map(|e| model.denote(e, &Env::new())).collect::<Result<_, Undefined>>().map_err(Into::into)
        }
    }
}

thread_local! {
    static PROBES: RefCell<HashMap<Ty, Vec<Typed>>> = RefCell::default();
}

/// A few closed terms of a type, the same for each type.
fn definable(ty: &Ty) -> Vec<Typed> {
    PROBES.with(|known| {
        let drawn = || (0..DEFINABLE).map(|i| closed_term(&mut generate::rng(0, i), ty, 8)).collect();
        known.borrow_mut().entry(ty.clone()).or_insert_with(drawn).clone()
    })
}

/// A random closed term, typed.
pub(super) fn closed_term(rng: &mut TestRng, ty: &Ty, size: u32) -> Typed {
    let goal = Goal { globals: vec![], inputs: vec![], ty: ty.clone() };
    let e = generate::term::term(rng, &goal, size);
    let checked = check_program(&generate::program::program(vec![], e)).expect("BUG: a generated term is well-typed");
    checked.main.expect("BUG: a main term was given")
}

/// Σ αᵢ · observationᵢ: probes are linear in what they probe.
pub fn combination<R: Semiring>(ring: &R, terms: &[(&R::Elem, &Observation<R::Elem>)]) -> Observation<R::Elem> {
    let length = terms.first().map_or(0, |(_, seen)| seen.len());
    let at = |i: usize| {
        let mut sum: Sparse<R::Elem> = Sparse::new();
        for (scalar, seen) in terms {
            for (n, x) in &seen[i] {
                let entry = sum.entry(n.clone()).or_insert_with(|| ring.zero());
                *entry = ring.add(entry, &ring.mul(scalar, x));
            }
        }
        sum.retain(|_, x| !ring.is_zero(x));
        sum
    };
    (0..length).map(at).collect()
}

/// The observation over other scalars.
pub fn mapped<E, S: Semiring>(ring: &S, seen: &Observation<E>, h: &dyn Fn(&E) -> S::Elem) -> Observation<S::Elem> {
    let map = |w: &Sparse<E>| {
        let entries = w.iter().map(|(n, x)| (n.clone(), h(x)));
        entries.filter(|(_, x)| !ring.is_zero(x)).collect()
    };
    seen.iter().map(map).collect()
}

/// Equality, or a violation that shows the first probe that tells the two apart.
///
/// # Errors
/// [`Otherwise::Violated`]
pub fn same<E: PartialEq + std::fmt::Debug>(
    what: &str,
    left: &Observation<E>,
    right: &Observation<E>,
) -> Result<(), Otherwise> {
    if left == right {
        return Ok(());
    }
    let (l, r) = left.iter().zip(right).find(|(l, r)| l != r).map_or((None, None), |(l, r)| (Some(l), Some(r)));
    Err(Otherwise::Violated(format!("{what}: {l:?} against {r:?}")))
}

/// The matrix of an element as rows of entries, for types without N.
///
/// # Errors
/// [`Otherwise::Limit`]
pub fn matrix<R: Semiring>(ring: &R, e: &Typed, fuel: u64) -> Result<Vec<Vec<R::Elem>>, Otherwise> {
    let mut model = Model::new(ring.clone(), fuel);
    let element = model.denote(e, &Env::new())?;
    match model.vector(&element, e.ty(), None)?.rows {
        Rows::Dense(rows) => Ok(rows),
        Rows::Sparse(_) => Err(Otherwise::Silent),
    }
}
