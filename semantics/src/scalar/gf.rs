//! GF(p): integers modulo a prime.

use super::Semiring;
use crate::mutant;

/// The field of p elements, p prime and below 2³².
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gf {
    modulus: u64,
}

impl Gf {
    /// GF(p).
    ///
    /// # Errors
    /// If p is not a prime below 2³².
    pub fn new(p: u64) -> Result<Gf, String> {
        let prime = (2..1 << 32).contains(&p) && (2..).take_while(|d| d * d <= p).all(|d| !p.is_multiple_of(d));
        if prime { Ok(Gf { modulus: p }) } else { Err(format!("GF(p) needs a prime p below 2^32, found {p}")) }
    }

    /// The prime p.
    pub fn modulus(&self) -> u64 {
        self.modulus
    }
}

impl Semiring for Gf {
    type Elem = u64;
    fn zero(&self) -> u64 {
        0
    }
    fn one(&self) -> u64 {
        1
    }
    fn add(&self, a: &u64, b: &u64) -> u64 {
        if mutant::on("scalar/gf-sum-not-reduced") { a + b } else { (a + b) % self.modulus }
    }
    fn mul(&self, a: &u64, b: &u64) -> u64 {
        a * b % self.modulus
    }
    /// An integer, reduced modulo p.
    fn parse(&self, text: &str) -> Result<u64, String> {
        let n =
            text.parse::<i64>().map_err(|_| format!("expected an integer modulo {}, found {text:?}", self.modulus))?;
        Ok(n.rem_euclid(self.modulus as i64) as u64)
    }
    fn show(&self, a: &u64) -> String {
        a.to_string()
    }
}
