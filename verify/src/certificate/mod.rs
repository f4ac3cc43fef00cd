//! Certificates, and the checkers that need nothing else. A certificate is a JSON file with a `format`.

pub mod series;

use serde_json::Value;

/// Does a certificate prove what it claims?
///
/// # Errors
/// Why not: the text is no certificate, or a step of it does not hold.
pub fn check(text: &str) -> Result<Claim, String> {
    let certificate: Value = serde_json::from_str(text).map_err(|e| format!("not a JSON file: {e}"))?;
    match certificate.get("format").and_then(Value::as_str) {
        Some(series::FORMAT) => series::check(&certificate),
        Some(format) => Err(format!("unknown format {format:?}")),
        None => Err("the certificate has no \"format\"".into()),
    }
}

/// What a valid certificate proves: these two programs denote the same map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The first program.
    pub left: String,
    /// The second program.
    pub right: String,
}
