//! Dual numbers a + b·ε with ε² = 0 over any semiring: evaluating over them is forward-mode differentiation.

use super::Semiring;
use crate::mutant;
use dashu_int::UBig;

/// R\[ε\]/ε².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dual<R>(
    /// The semiring R of both parts.
    pub R,
);

/// A dual number.
#[derive(Clone, Debug, PartialEq)]
pub struct DualNumber<E> {
    /// a
    pub value: E,
    /// b, the coefficient of ε.
    pub derivative: E,
}

impl<R: Semiring> Semiring for Dual<R> {
    type Elem = DualNumber<R::Elem>;
    fn zero(&self) -> Self::Elem {
        DualNumber { value: self.0.zero(), derivative: self.0.zero() }
    }
    fn one(&self) -> Self::Elem {
        DualNumber { value: self.0.one(), derivative: self.0.zero() }
    }
    fn add(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        DualNumber { value: self.0.add(&a.value, &b.value), derivative: self.0.add(&a.derivative, &b.derivative) }
    }
    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        let r = &self.0;
        DualNumber {
            value: r.mul(&a.value, &b.value),
            derivative: if mutant::on("scalar/dual-half-a-product") {
                r.mul(&a.value, &b.derivative)
            } else {
                r.add(&r.mul(&a.value, &b.derivative), &r.mul(&a.derivative, &b.value))
            },
        }
    }
    fn of_nat(&self, n: &UBig) -> Self::Elem {
        DualNumber { value: self.0.of_nat(n), derivative: self.0.zero() }
    }
    /// `a` or `a+bε` (also written `a+b eps` or `a+b*eps`).
    fn parse(&self, text: &str) -> Result<Self::Elem, String> {
        let Some(body) = text.strip_suffix('ε').or_else(|| text.strip_suffix("eps")) else {
            return Ok(DualNumber { value: self.0.parse(text)?, derivative: self.0.zero() });
        };
        let (value, derivative) =
            body.rsplit_once('+').ok_or_else(|| format!("expected a dual number such as 2+3eps, found {text:?}"))?;
        let derivative = derivative.trim_end_matches('*').trim();
        let derivative = if derivative.is_empty() { self.0.one() } else { self.0.parse(derivative)? };
        Ok(DualNumber { value: self.0.parse(value.trim())?, derivative })
    }
    fn show(&self, a: &Self::Elem) -> String {
        format!("{}+{}eps", self.0.show(&a.value), self.0.show(&a.derivative))
    }
}
