//! Random elements of ⟦τ⟧: small exact numbers, often 0 and 1, in vectors and matrices.

use super::draw::Draw;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{Vector, VectorError, rank};
use cajal_semantics::scalar::Semiring;
use dashu_int::UBig;
use proptest::test_runner::TestRng;

/// Scalars from −3 to 3 (as far as there are negative ones) with a weight on 0 and 1.
pub fn scalar<R: Semiring>(ring: &R, negate: Option<&R::Elem>, rng: &mut TestRng) -> R::Elem {
    let mut draw = Draw::new(rng);
    let x = ring.of_nat(&UBig::from(match draw.below(10) {
        0..3 => 0u8,
        3..6 => 1,
        6..8 => 2,
        _ => 3,
    }));
    match negate {
        Some(minus_one) if draw.chance(1, 3) => ring.mul(minus_one, &x),
        _ => x,
    }
}

/// A random element of ⟦τ⟧ in which N has `horizon` coordinates; sequences that come out of it are half as long. `negate` is
/// −1, where there is one.
///
/// # Errors
/// If the matrix would be too large.
pub fn vector<R: Semiring>(
    ring: &R,
    negate: Option<&R::Elem>,
    ty: &Ty,
    horizon: usize,
    rng: &mut TestRng,
) -> Result<Vector<R::Elem>, VectorError> {
    let rank = rank(ty, Some(horizon))?;
    // Of a result of type N, the first half of the rows.
    let drawn = if *ty.uncurry().1 == Ty::Nat { rank / horizon * horizon.div_ceil(2) } else { rank };
    let mut coordinates: Vec<R::Elem> = (0..drawn).map(|_| scalar(ring, negate, rng)).collect();
    coordinates.resize(rank, ring.zero());
    Vector::from_coordinates(ring, ty, Some(horizon), &coordinates)
}
