//! How large a network is.

use super::syntax::{Network, Op, ScopeId};
use cajal_semantics::cajal::types::{Dim, Ty};
use serde_json::{Value, json};

/// The numbers that `compile --stats` shows. Those that may be astronomical saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Operations.
    pub operations: u64,
    /// Coordinates of all wires of types without N. (A sequence is as long as its input makes it.)
    pub neurons: u64,
    /// Wires that carry sequences, or functions of or to them.
    pub sequences: u64,
    /// Entries of matrices: folded ones and externs.
    pub weights: u64,
    /// Recurrent neurons.
    pub recurrent_edges: u64,
    /// Coordinates of the states of all recurrent neurons; none if one of them holds a sequence.
    pub state_dimension: Option<u64>,
    /// Operations on the longest path.
    pub depth: u64,
    /// Multiply-adds of one run, those of the cells not counted.
    pub multiply_adds: u64,
    /// Multiply-adds of one step of all cells.
    pub multiply_adds_per_step: u64,
}

impl Network {
    /// Measures the network.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats { operations: self.nodes.len() as u64, state_dimension: Some(0), ..Stats::default() };
        let mut depth = vec![0u64; self.nodes.len()];
        let in_cell = self.scopes_in_cells();
        for (i, node) in self.nodes.iter().enumerate() {
            let dim = finite(&node.ty);
            match dim {
                Some(n) => stats.neurons = stats.neurons.saturating_add(n),
                None => stats.sequences += 1,
            }
            let below = node.op.operands().chain(node.op.sub_network().map(|s| self.ends(s).1));
            depth[i] = 1 + below.map(|w| depth[w.index()]).max().unwrap_or(0);
            stats.depth = stats.depth.max(depth[i]);
            let work = match &node.op {
                Op::Matrix(_) | Op::Extern(_) => {
                    stats.weights = stats.weights.saturating_add(dim.unwrap_or(0));
                    0
                }
                Op::Gate { .. } => dim.unwrap_or(1).saturating_mul(2),
                Op::Apply { function, .. } => finite(&self.node(*function).ty).unwrap_or(1),
                Op::Recur { .. } => {
                    stats.recurrent_edges += 1;
                    stats.state_dimension = stats.state_dimension.zip(dim).map(|(a, b)| a.saturating_add(b));
                    0
                }
                Op::Input(_)
                | Op::Param
                | Op::True
                | Op::False
                | Op::Numeral(_)
                | Op::Shift { .. }
                | Op::Abs { .. } => 0,
            };
            let total =
                if in_cell[node.scope.index()] { &mut stats.multiply_adds_per_step } else { &mut stats.multiply_adds };
            *total = total.saturating_add(work);
        }
        stats
    }

    /// Which scopes are cells, or stand in one.
    fn scopes_in_cells(&self) -> Vec<bool> {
        let mut cells = vec![false; self.scopes.len()];
        for node in &self.nodes {
            if let Op::Recur { cell, .. } = node.op {
                cells[cell.index()] = true;
            }
        }
        // A scope stands behind the one around it.
        for i in 0..self.scopes.len() {
            if let Some(ScopeId(parent)) = self.scopes[i].parent {
                cells[i] |= cells[parent as usize];
            }
        }
        cells
    }
}

fn finite(ty: &Ty) -> Option<u64> {
    match ty.dim() {
        Dim::Finite(n) => Some(n),
        Dim::Huge => Some(u64::MAX),
        Dim::Infinite => None,
    }
}

impl Stats {
    /// As JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "operations": self.operations,
            "neurons": self.neurons,
            "sequences": self.sequences,
            "weights": self.weights,
            "recurrent_edges": self.recurrent_edges,
            "state_dimension": self.state_dimension,
            "depth": self.depth,
            "multiply_adds": self.multiply_adds,
            "multiply_adds_per_step": self.multiply_adds_per_step,
        })
    }
}

impl std::fmt::Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = self.state_dimension.map_or("unbounded (a state is a sequence)".to_owned(), |d| d.to_string());
        writeln!(f, "operations          {}", self.operations)?;
        writeln!(f, "neurons             {} and {} sequences", self.neurons, self.sequences)?;
        writeln!(f, "weights             {}", self.weights)?;
        writeln!(f, "recurrent edges     {}", self.recurrent_edges)?;
        writeln!(f, "state dimension     {state}")?;
        writeln!(f, "depth               {}", self.depth)?;
        write!(f, "multiply-adds       {} and {} per step", self.multiply_adds, self.multiply_adds_per_step)
    }
}
