//! Networks, their evaluators, linking and exports. (That neurons are the denotation is tested across the crates.)

#[path = "neurons/cost.rs"]
mod cost;
#[path = "neurons/files.rs"]
mod files;
#[path = "neurons/onnx.rs"]
mod onnx;
#[path = "neurons/scale.rs"]
mod scale;

use cajal_compile::{Network, Steps, compile, simplify};
use cajal_semantics::cajal::check_source;
use cajal_semantics::source::Source;

/// The network of a program as it is translated.
fn translated(text: &str) -> Network {
    let checked = check_source(&Source::new("test", text)).unwrap_or_else(|e| panic!("{text:.200}: {e:?}"));
    compile(&checked).expect("there is a main term")
}

/// The network of a program after all simplifications.
fn simplified(text: &str) -> Network {
    simplify(&translated(text), &Steps::ALL)
}

const BLUR: &str = "extern f : R[4] -o R[4]\ninput b : R[4]\ninput n : N\nmain = iter { b | y -> f y } (n)";
