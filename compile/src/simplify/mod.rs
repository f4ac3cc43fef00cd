//! Simplification: from a network to a smaller one of the same meaning, by named steps. Each is an equation of the theory
//! and can be switched off.
//!
//! | step | equation |
//! | --- | --- |
//! | `beta` | (λx. e) a = e\[x := a\]: a linear variable is used once, so nothing is copied; a small function that is used several times is |
//! | `gates` | if tt then a else b = a, if ff then a else b = b, if c then tt else ff = c |
//! | `shifts` | succᵏ n = n + k, succᵏ (succᵐ e) = succᵏ⁺ᵐ e |
//! | `iterations` | iter{a \| y ↪ e}(0) = a, …(1) = e\[y := a\], iter{a \| y ↪ y}(n) = a, iter{a \| y ↪ succᵏ y}(n) = succᵏⁿ a, iter{m \| y ↪ succ y}(e) = succᵐ e |
//! | `matrices` | a closed function or cell of a small type without N is its matrix |
//! | `sharing` | equal operations and equal sub-networks are one |

mod laws;
mod matrices;
mod rewrite;

use crate::network::Network;
use rewrite::rewrite;
use std::collections::HashMap;

/// Which steps are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table above says what each is")]
pub struct Steps {
    pub beta: bool,
    pub gates: bool,
    pub shifts: bool,
    pub iterations: bool,
    pub matrices: bool,
    pub sharing: bool,
}

impl Steps {
    /// All of them.
    pub const ALL: Steps =
        Steps { beta: true, gates: true, shifts: true, iterations: true, matrices: true, sharing: true };
    /// None of them: what is left is that operations nobody uses are dropped.
    pub const NONE: Steps =
        Steps { beta: false, gates: false, shifts: false, iterations: false, matrices: false, sharing: false };

    /// The names of the steps, with their switches.
    pub fn named(&mut self) -> [(&'static str, &mut bool); 6] {
        [
            ("beta", &mut self.beta),
            ("gates", &mut self.gates),
            ("shifts", &mut self.shifts),
            ("iterations", &mut self.iterations),
            ("matrices", &mut self.matrices),
            ("sharing", &mut self.sharing),
        ]
    }
}

/// The network after these steps.
pub fn simplify(network: &Network, steps: &Steps) -> Network {
    let mut network = rewrite(network, steps, &HashMap::new());
    if steps.matrices {
        let folded = matrices::fold(&network);
        if !folded.is_empty() {
            network = rewrite(&network, steps, &folded);
        }
    }
    // What became the same as something else is left over.
    rewrite(&network, &Steps::NONE, &HashMap::new())
}
