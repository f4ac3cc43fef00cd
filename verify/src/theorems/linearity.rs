//! Terms denote multilinear maps, over any scalars.

use super::observe::{HORIZON, Observation, Valuation, combination, mapped, meaning, same};
use super::{About, Otherwise, Outcome, Subject, Theorem};
use crate::generate::vector::scalar;
use cajal_semantics::cajal::vector::Vector;
use cajal_semantics::scalar::{Bool, Dual, DualNumber, F64, Gf, Int, MinPlus, Nat, Rat, Semiring};
use dashu_int::ops::BitTest as _;
use dashu_int::{IBig, UBig};

/// The scalars of these checks: exact, with negative numbers.
const MINUS_ONE: IBig = IBig::NEG_ONE;

/// ⟦e⟧ is linear in each variable.
pub const MULTILINEARITY: Theorem = Theorem {
    name: "multilinearity",
    statement: "⟦e⟧(…, a·u + b·w, …) = a·⟦e⟧(…,u,…) + b·⟦e⟧(…,w,…) in each variable, all others fixed",
    about: About::Open,
    check: multilinearity,
};

fn multilinearity(subject: &Subject) -> Outcome {
    let main = subject.main()?;
    if subject.checked.inputs.is_empty() {
        return Err(Otherwise::Silent);
    }
    let mut rng = subject.rng();
    let first = Valuation::draw(&Int, Some(&MINUS_ONE), subject, &mut rng)?;
    let second = Valuation::draw(&Int, Some(&MINUS_ONE), subject, &mut rng)?;
    let at_first = meaning(&Int, main, &first)?;
    for i in 0..first.inputs.len() {
        let [a, b] = [(); 2].map(|()| scalar(&Int, Some(&MINUS_ONE), &mut rng));
        let with = |v: Vector<IBig>| {
            let mut valuation = first.clone();
            valuation.inputs[i] = v;
            meaning(&Int, main, &valuation)
        };
        let (u, w) = (&first.inputs[i], &second.inputs[i]);
        let left = with(sum(&a, u, &b, w)?)?;
        let right = combination(&Int, &[(&a, &at_first), (&b, &with(w.clone())?)]);
        same("⟦e⟧(a·u + b·w) = a·⟦e⟧(u) + b·⟦e⟧(w)", &left, &right)?;
    }
    Ok(())
}

/// a·u + b·w
fn sum(a: &IBig, u: &Vector<IBig>, b: &IBig, w: &Vector<IBig>) -> Result<Vector<IBig>, Otherwise> {
    let sum: Vec<IBig> = coordinates(u).iter().zip(coordinates(w)).map(|(x, y)| a * x + b * y).collect();
    Ok(Vector::from_coordinates(&Int, &u.ty, Some(HORIZON), &sum)?)
}

fn coordinates(v: &Vector<IBig>) -> Vec<IBig> {
    v.coordinates(&IBig::ZERO, HORIZON).expect("BUG: a random vector has no entry past its horizon")
}

/// A semiring homomorphism commutes with ⟦·⟧.
pub const CHANGE_OF_SCALARS: Theorem = Theorem {
    name: "change-of-scalars",
    statement: "a semiring homomorphism h : R → S commutes with ⟦·⟧ (ℕ → ℤ, ℚ, 𝔹, GF(p), (min,+), dual numbers, f64; ℤ → GF(p))",
    about: About::Open,
    check: change_of_scalars,
};

fn change_of_scalars(subject: &Subject) -> Outcome {
    let naturals = Valuation::draw(&Nat, None, subject, &mut subject.rng())?;
    let over_nat = meaning(&Nat, subject.main()?, &naturals)?;
    // ℕ is initial: into each semiring there is one homomorphism.
    from_nat(subject, &Int, &naturals, &over_nat)?;
    from_nat(subject, &Rat, &naturals, &over_nat)?;
    from_nat(subject, &Bool, &naturals, &over_nat)?;
    from_nat(subject, &MinPlus, &naturals, &over_nat)?;
    from_nat(subject, &Dual(Int), &naturals, &over_nat)?;
    from_nat(subject, &gf(7), &naturals, &over_nat)?;
    // Sums and products of small whole numbers are exact in f64.
    let exact = |n: &UBig| n.bit_len() <= 53;
    if over_nat.iter().flat_map(|w| w.values()).all(exact) {
        let h = |n: &UBig| u64::try_from(n).map_or(f64::INFINITY, |n| n as f64);
        along(subject, &F64, &naturals, &over_nat, &h)?;
    }
    let integers = Valuation::draw(&Int, Some(&MINUS_ONE), subject, &mut subject.rng())?;
    let over_int = meaning(&Int, subject.main()?, &integers)?;
    let modulo = |n: &IBig| u64::try_from(((n % IBig::from(7)) + IBig::from(7)) % IBig::from(7)).unwrap_or(7);
    along(subject, &gf(7), &integers, &over_int, &modulo)
}

fn gf(p: u64) -> Gf {
    Gf::new(p).expect("BUG: p is a prime")
}

fn from_nat<S: Semiring>(
    subject: &Subject,
    ring: &S,
    naturals: &Valuation<UBig>,
    over_nat: &Observation<UBig>,
) -> Outcome {
    along(subject, ring, naturals, over_nat, &|n| ring.of_nat(n))
}

/// h(⟦e⟧(s)) = ⟦e⟧(h(s))
fn along<E: Clone, S: Semiring>(
    subject: &Subject,
    ring: &S,
    valuation: &Valuation<E>,
    seen: &Observation<E>,
    h: &dyn Fn(&E) -> S::Elem,
) -> Outcome {
    let there = meaning(ring, subject.main()?, &valuation.map(ring, h))?;
    same(&format!("h(⟦e⟧(s)) = ⟦e⟧(h(s)) into {ring:?}"), &mapped(ring, seen, h), &there)
}

/// The derivative of a map that is linear in x.
pub const DERIVATIVE: Theorem = Theorem {
    name: "derivative",
    statement: "the derivative of ⟦e⟧ in x at s in direction d is ⟦e⟧(s, x↦d)",
    about: About::Open,
    check: derivative,
};

fn derivative(subject: &Subject) -> Outcome {
    let main = subject.main()?;
    if subject.checked.inputs.is_empty() {
        return Err(Otherwise::Silent);
    }
    let mut rng = subject.rng();
    let at = Valuation::draw(&Int, Some(&MINUS_ONE), subject, &mut rng)?;
    let directions = Valuation::draw(&Int, Some(&MINUS_ONE), subject, &mut rng)?;
    let ring = Dual(Int);
    let constant = |a: &IBig| DualNumber { value: a.clone(), derivative: IBig::ZERO };
    for i in 0..at.inputs.len() {
        let mut dual = at.map(&ring, &constant);
        dual.inputs[i] = infinitesimally_moved(&ring, &at.inputs[i], &directions.inputs[i])?;
        let derivative = mapped(&Int, &meaning(&ring, main, &dual)?, &|x| x.derivative.clone());
        let mut moved = at.clone();
        moved.inputs[i] = directions.inputs[i].clone();
        same("∂⟦e⟧(s)/∂x · d = ⟦e⟧(s, x↦d)", &derivative, &meaning(&Int, main, &moved)?)?;
    }
    Ok(())
}

/// s + ε·d
fn infinitesimally_moved(
    ring: &Dual<Int>,
    s: &Vector<IBig>,
    d: &Vector<IBig>,
) -> Result<Vector<DualNumber<IBig>>, Otherwise> {
    let pairs = coordinates(s).into_iter().zip(coordinates(d));
    let pairs: Vec<_> = pairs.map(|(value, derivative)| DualNumber { value, derivative }).collect();
    Ok(Vector::from_coordinates(ring, &s.ty, Some(HORIZON), &pairs)?)
}
