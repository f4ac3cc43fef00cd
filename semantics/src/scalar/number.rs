//! ℕ, ℤ and ℚ in arbitrary precision.

use super::Semiring;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::str::FromStr;

/// The natural numbers: the initial semiring. Equality of extern-free terms over ℕ implies it over every R.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nat;

/// The integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Int;

/// The rational numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rat;

/// Exponents past this are refused in scalars such as `1e400`: the exact number would be written out in full.
const MAX_EXPONENT: usize = 10_000;

impl Semiring for Nat {
    type Elem = UBig;
    fn zero(&self) -> UBig {
        UBig::ZERO
    }
    fn one(&self) -> UBig {
        UBig::ONE
    }
    fn add(&self, a: &UBig, b: &UBig) -> UBig {
        a + b
    }
    fn mul(&self, a: &UBig, b: &UBig) -> UBig {
        a * b
    }
    fn of_nat(&self, n: &UBig) -> UBig {
        n.clone()
    }
    fn parse(&self, text: &str) -> Result<UBig, String> {
        UBig::from_str(text).map_err(|_| format!("expected a natural number, found {text:?}"))
    }
    fn show(&self, a: &UBig) -> String {
        a.to_string()
    }
}

impl Semiring for Int {
    type Elem = IBig;
    fn zero(&self) -> IBig {
        IBig::ZERO
    }
    fn one(&self) -> IBig {
        IBig::ONE
    }
    fn add(&self, a: &IBig, b: &IBig) -> IBig {
        a + b
    }
    fn mul(&self, a: &IBig, b: &IBig) -> IBig {
        a * b
    }
    fn of_nat(&self, n: &UBig) -> IBig {
        n.clone().into()
    }
    fn parse(&self, text: &str) -> Result<IBig, String> {
        IBig::from_str(text).map_err(|_| format!("expected an integer, found {text:?}"))
    }
    fn show(&self, a: &IBig) -> String {
        a.to_string()
    }
}

impl Semiring for Rat {
    type Elem = RBig;
    fn zero(&self) -> RBig {
        RBig::ZERO
    }
    fn one(&self) -> RBig {
        RBig::ONE
    }
    fn add(&self, a: &RBig, b: &RBig) -> RBig {
        a + b
    }
    fn mul(&self, a: &RBig, b: &RBig) -> RBig {
        a * b
    }
    fn of_nat(&self, n: &UBig) -> RBig {
        n.clone().into()
    }
    /// `p`, `p/q`, or an exact decimal such as `-0.25` or `1e-3`.
    fn parse(&self, text: &str) -> Result<RBig, String> {
        let wrong = || format!("expected a rational number such as 3, -2/3 or 0.25, found {text:?}");
        if !text.contains(['.', 'e', 'E']) {
            return RBig::from_str(text).map_err(|_| wrong());
        }
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((m, e)) => (m, e.parse::<i64>().map_err(|_| wrong())?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if !fraction.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let digits = IBig::from_str(&format!("{whole}{fraction}")).map_err(|_| wrong())?;
        let exponent = exponent - fraction.len() as i64;
        let power = usize::try_from(exponent.unsigned_abs()).ok().filter(|e| *e <= MAX_EXPONENT).ok_or_else(wrong)?;
        let power = UBig::from(10u8).pow(power);
        Ok(if exponent >= 0 { RBig::from(digits * power) } else { RBig::from_parts(digits, power) })
    }
    fn show(&self, a: &RBig) -> String {
        a.to_string()
    }
}
