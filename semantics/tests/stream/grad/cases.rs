//! The given cases of kind grad: values, and the number of sweeps.

use super::{adjoints, gradient};
use crate::cases::{cases, horizon, inputs, matches, text};
use cajal_semantics::stream::grad::Gradient;

#[test]
fn given_gradients() {
    let mut count = 0;
    for case in cases().iter().filter(|case| case["kind"] == "grad") {
        let wrt: Vec<&str> =
            case["wrt"].as_array().expect("a list").iter().map(|name| name.as_str().expect("a name")).collect();
        let gradient: Gradient = gradient(text(case, "program"), text(case, "main"), text(case, "loss"), &wrt);
        let system = gradient.checked.system();
        let streams = adjoints(&gradient, &inputs(case, system), horizon(case));
        let tolerance = case["tol"].as_f64().unwrap_or(0.0);
        for (((name, _), x), stream) in gradient.adjoints.iter().zip(&system.outputs).zip(&streams) {
            let expected = case["expected"]["grads"][&**name].as_array().expect("an expected stream for each name");
            assert_eq!(expected.len(), stream.len(), "{}: {name}", case["name"]);
            for (t, (expected, found)) in expected.iter().zip(stream).enumerate() {
                let agrees = matches(expected, found, &system.variable(*x).ty, tolerance);
                assert!(agrees, "{}: {name} at {t}: expected {expected}, found {found:?}", case["name"]);
            }
        }
        let sweeps = case["passes_primal_adjoint"][1].as_u64().expect("a number of sweeps");
        assert_eq!(gradient.checked.sweeps() as u64, sweeps, "{}: sweeps", case["name"]);
        count += 1;
    }
    assert_eq!(count, 7);
}
