//! 𝔹: or and and. The relational model, in which a denotation says which outputs are reachable.

use super::Semiring;
use crate::mutant;
use dashu_int::UBig;

/// The booleans ({0, 1}, ∨, ∧).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bool;

impl Semiring for Bool {
    type Elem = bool;
    fn zero(&self) -> bool {
        false
    }
    fn one(&self) -> bool {
        true
    }
    fn add(&self, a: &bool, b: &bool) -> bool {
        if mutant::on("scalar/bool-exclusive-or") { *a ^ *b } else { *a || *b }
    }
    fn mul(&self, a: &bool, b: &bool) -> bool {
        *a && *b
    }
    fn of_nat(&self, n: &UBig) -> bool {
        !n.is_zero()
    }
    fn parse(&self, text: &str) -> Result<bool, String> {
        match text {
            "0" | "false" => Ok(false),
            "1" | "true" => Ok(true),
            _ => Err(format!("expected 0 or 1, found {text:?}")),
        }
    }
    fn show(&self, a: &bool) -> String {
        u8::from(*a).to_string()
    }
}
