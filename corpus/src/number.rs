//! Numbers in cases and answers: strings. `12`, `-3/4` and `0.1` are exact; `0x3ff0000000000000` are the bits of a double
//! and `0x3f800000` those of a single; `inf`, `-inf` and `NaN` are what IEEE 754 calls so.

use crate::case::Tolerance;
use cajal_semantics::scalar::{Rat, Semiring as _};
use dashu_ratio::RBig;
use std::str::FromStr;

/// A number as it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// A rational number.
    Exact(RBig),
    /// The bits of a double.
    Double(f64),
    /// The bits of a single.
    Single(f32),
    /// ∞, −∞ or NaN
    Special(f64),
}

impl Number {
    /// Reads a number; none if it is written in none of the ways above.
    pub fn parse(text: &str) -> Option<Number> {
        if let Some(bits) = text.strip_prefix("0x") {
            return match bits.len() {
                16 => u64::from_str_radix(bits, 16).ok().map(|bits| Number::Double(f64::from_bits(bits))),
                8 => u32::from_str_radix(bits, 16).ok().map(|bits| Number::Single(f32::from_bits(bits))),
                _ => None,
            };
        }
        match text {
            "inf" | "+inf" => Some(Number::Special(f64::INFINITY)),
            "-inf" => Some(Number::Special(f64::NEG_INFINITY)),
            "NaN" => Some(Number::Special(f64::NAN)),
            _ => Rat.parse(text).ok().map(Number::Exact),
        }
    }

    /// The nearest double. `text` is how the number is written: a decimal is rounded once.
    pub fn double(&self, text: &str) -> f64 {
        match self {
            Number::Exact(r) => f64::from_str(text).unwrap_or_else(|_| r.to_f64().value()),
            Number::Double(x) | Number::Special(x) => *x,
            Number::Single(x) => f64::from(*x),
        }
    }

    /// The nearest single.
    fn single(&self, text: &str) -> f32 {
        match self {
            Number::Exact(r) => f32::from_str(text).unwrap_or_else(|_| r.to_f32().value()),
            Number::Double(x) | Number::Special(x) => *x as f32,
            Number::Single(x) => *x,
        }
    }

    /// The exact value; none for ∞ and NaN.
    pub fn exact(&self) -> Option<RBig> {
        match self {
            Number::Exact(r) => Some(r.clone()),
            Number::Double(x) | Number::Special(x) => RBig::try_from(*x).ok(),
            Number::Single(x) => RBig::try_from(*x).ok(),
        }
    }

    /// Is it written as bits? Then bits are compared.
    fn is_bits(&self) -> bool {
        matches!(self, Number::Double(_) | Number::Single(_))
    }
}

/// How numbers are compared.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// In which arithmetic.
    pub arithmetic: Arithmetic,
    /// How near they must be.
    pub tolerance: Option<Tolerance>,
}

/// In which arithmetic numbers are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// As rational numbers.
    #[default]
    Exact,
    /// As doubles.
    Double,
    /// As singles.
    Single,
    /// As doubles, except that integers which are written as such are compared exactly: streams hold both.
    Stream,
}

impl Arithmetic {
    /// The arithmetic of a ring of scalars.
    pub fn of_scalars(scalars: Option<&str>) -> Arithmetic {
        match scalars {
            Some("f64") => Arithmetic::Double,
            Some("f32") => Arithmetic::Single,
            _ => Arithmetic::Exact,
        }
    }
}

impl Comparison {
    /// Does the number that was found agree with the expected one? What is no number (of another semiring) must be
    /// written equally, up to blanks.
    pub fn agree(&self, expected: &str, found: &str) -> bool {
        let (Some(e), Some(f)) = (Number::parse(expected), Number::parse(found)) else {
            let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            return squeezed(expected) == squeezed(found);
        };
        match (&self.tolerance, self.arithmetic) {
            (Some(tolerance), Arithmetic::Single) if tolerance.ulps.is_some() => {
                near_single(tolerance, e.single(expected), f.single(found))
            }
            (Some(tolerance), _) => near(tolerance, e.double(expected), f.double(found)),
            (None, Arithmetic::Single) => {
                let (x, y) = (e.single(expected), f.single(found));
                same(f64::from(x), f64::from(y), e.is_bits())
            }
            (None, Arithmetic::Stream) if is_integer(expected) && is_integer(found) => e == f,
            (None, Arithmetic::Double | Arithmetic::Stream) => same(e.double(expected), f.double(found), e.is_bits()),
            (None, Arithmetic::Exact) => match (e.exact(), f.exact()) {
                (Some(x), Some(y)) => x == y,
                _ => same(e.double(expected), f.double(found), false),
            },
        }
    }
}

/// Is it written as an integer?
fn is_integer(text: &str) -> bool {
    text.strip_prefix('-').unwrap_or(text).bytes().all(|b| b.is_ascii_digit())
}

/// Equality of doubles: of bits if these were written, else −0 is 0. NaN is NaN.
fn same(expected: f64, found: f64, bits: bool) -> bool {
    let equal = if bits { expected.to_bits() == found.to_bits() } else { expected == found };
    equal || expected.is_nan() && found.is_nan()
}

fn near(tolerance: &Tolerance, expected: f64, found: f64) -> bool {
    if same(expected, found, false) {
        return true;
    }
    if !expected.is_finite() || !found.is_finite() {
        return false;
    }
    let number = |text: &Option<String>| text.as_ref().and_then(|t| f64::from_str(t).ok()).unwrap_or(0.0);
    let limit = number(&tolerance.absolute) + number(&tolerance.relative) * expected.abs();
    let apart = ordered(expected).abs_diff(ordered(found));
    (found - expected).abs() <= limit || ulps(tolerance).is_some_and(|n| apart <= n)
}

/// ULPs of singles.
fn near_single(tolerance: &Tolerance, expected: f32, found: f32) -> bool {
    let order = |x: f32| {
        let bits = i64::from(x.to_bits() as i32);
        if bits < 0 { i64::from(i32::MIN) - bits } else { bits }
    };
    same(expected.into(), found.into(), false)
        || expected.is_finite()
            && found.is_finite()
            && ulps(tolerance).is_some_and(|n| order(expected).abs_diff(order(found)) <= n)
}

fn ulps(tolerance: &Tolerance) -> Option<u64> {
    tolerance.ulps.as_ref().and_then(|n| n.parse().ok())
}

/// The position of a double among all doubles: neighbours differ by 1, and −0 is 0.
fn ordered(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(arithmetic: Arithmetic, expected: &str, found: &str) -> bool {
        Comparison { arithmetic, tolerance: None }.agree(expected, found)
    }

    fn within(ulps: &str, expected: &str, found: &str) -> bool {
        let tolerance = Tolerance { ulps: Some(ulps.into()), ..Tolerance::default() };
        Comparison { arithmetic: Arithmetic::Double, tolerance: Some(tolerance) }.agree(expected, found)
    }

    #[test]
    fn exact_numbers_are_equal_however_they_are_written() {
        for (a, b) in
            [("1/2", "0.5"), ("2", "4/2"), ("1e2", "100"), ("0.5", "0x3fe0000000000000"), ("0.5", "0x3f000000")]
        {
            assert!(exactly(Arithmetic::Exact, a, b), "{a} = {b}");
        }
        for (a, b) in [("1/3", "0.333333333333333333"), ("0.1", "0x3fb999999999999a"), ("inf", "1e308"), ("NaN", "0")] {
            assert!(!exactly(Arithmetic::Exact, a, b), "{a} ≠ {b}");
        }
    }

    #[test]
    fn doubles_are_equal_after_rounding_and_bits_are_bits() {
        assert!(exactly(Arithmetic::Double, "0.1", "0x3fb999999999999a"));
        assert!(exactly(Arithmetic::Double, "1/3", "0.3333333333333333"));
        assert!(exactly(Arithmetic::Double, "0", "-0.0"));
        assert!(!exactly(Arithmetic::Double, "0x0000000000000000", "0x8000000000000000"));
        assert!(exactly(Arithmetic::Double, "NaN", "0x7ff8000000000000"));
        assert!(exactly(Arithmetic::Single, "0.1", "0x3dcccccd"));
        assert!(!exactly(Arithmetic::Double, "0.1", "0x3dcccccd"));
    }

    #[test]
    fn in_streams_integers_are_exact_and_reals_are_doubles() {
        assert!(!exactly(Arithmetic::Stream, "9007199254740992", "9007199254740993"));
        assert!(exactly(Arithmetic::Stream, "3", "3.0"));
        assert!(exactly(Arithmetic::Stream, "0.1", "0x3fb999999999999a"));
    }

    #[test]
    fn ulps_count_representable_numbers() {
        let (one, next, third) = ("0x3ff0000000000000", "0x3ff0000000000001", "0x3ff0000000000002");
        assert!(within("1", one, next) && !within("1", one, third) && within("2", one, third));
        assert!(within("2", "0x0000000000000001", "0x8000000000000001"), "over zero");
        assert!(!within("1000", "0x7fefffffffffffff", "inf"), "infinity is not near to anything");
    }

    #[test]
    fn relative_and_absolute_tolerances_add_up() {
        let tolerance = Tolerance { ulps: None, relative: Some("1e-3".into()), absolute: Some("1e-6".into()) };
        let comparison = Comparison { arithmetic: Arithmetic::Double, tolerance: Some(tolerance) };
        assert!(comparison.agree("1000", "1000.9") && !comparison.agree("1000", "1001.1"));
        assert!(comparison.agree("0", "0.0000009") && !comparison.agree("0", "0.0000011"));
    }
}
