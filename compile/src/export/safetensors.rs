//! The safetensors export: explicit matrices. `program` is the tensor of the whole program, rows = outputs, then one dimension for
//! each input; `cell.w` is the transition matrix of the recurrent neuron at wire w.

use super::{ExportError, Horizons};
use crate::eval::Evaluator;
use crate::link::{Entry, write_safetensors};
use crate::network::{Network, Op};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{MAX_ENTRIES, Rows, Vector, rank};
use cajal_semantics::scalar::{F64, Nat};

/// The most cell applications and function applications that each column may take.
const FUEL: u64 = 1_000_000;

/// The matrices of a network.
///
/// # Errors
/// [`ExportError`]: a missing or too small horizon, an extern, a tensor that is too large.
pub fn safetensors(network: &Network, horizons: &Horizons) -> Result<Vec<u8>, ExportError> {
    let mut entries = vec![program(network, horizons)?];
    let mut cells = Evaluator::new(network, Nat, FUEL);
    for (i, node) in network.nodes().iter().enumerate() {
        if let Op::Recur { cell, .. } = node.op
            && let Ok(dim) = rank(&node.ty, None)
            && let Some(matrix) = cells.cell_matrix(cell)
        {
            let numbers = matrix.iter().map(|x| *x as f64).collect();
            entries.push(Entry { name: format!("cell.{i}"), shape: vec![dim, dim], numbers });
        }
    }
    let inputs: Vec<String> = network.inputs().iter().map(|p| format!("{} : {}", p.name, p.ty)).collect();
    Ok(write_safetensors(&entries, &[("type", network.ty().to_string()), ("inputs", inputs.join(", "))]))
}

/// The whole program: its output at each combination of basis vectors of the inputs.
fn program(network: &Network, horizons: &Horizons) -> Result<Entry, ExportError> {
    let mut lengths = Vec::new();
    for port in network.inputs() {
        let horizon = horizons.get(&port.name);
        if port.ty == Ty::Nat && horizon.is_none() {
            return Err(ExportError::Horizon(port.name.to_string()));
        }
        lengths.push((horizon, rank(&port.ty, horizon).map_err(|e| ExportError::TooLarge(e.to_string()))?));
    }
    let too_large = || ExportError::TooLarge("the tensor of the program has too many entries".into());
    let columns = lengths.iter().try_fold(1usize, |n, (_, d)| n.checked_mul(*d)).filter(|n| *n <= MAX_ENTRIES);
    let columns = columns.ok_or_else(too_large)?;
    let mut evaluator = Evaluator::new(network, F64, FUEL);
    let mut outputs = Vec::with_capacity(columns);
    for column in 0..columns {
        // The last input varies fastest.
        let mut rest = column;
        let mut inputs = Vec::new();
        for (port, (horizon, d)) in network.inputs().iter().zip(&lengths).rev() {
            let basis = Vector::basis(&F64, &port.ty, *horizon, rest % d);
            inputs.push(basis.map_err(|e| ExportError::TooLarge(e.to_string()))?);
            rest /= d;
        }
        inputs.reverse();
        outputs.push(evaluator.run(&inputs, horizons.get("output"))?);
    }
    let needed = outputs.iter().map(rows).collect::<Option<Vec<_>>>().ok_or_else(too_large)?;
    let needed = needed.into_iter().max().unwrap_or(0);
    let length = match (network.ty().uncurry().1, horizons.get("output")) {
        (Ty::Nat, Some(given)) if given < needed => return Err(ExportError::OutputTooShort { given, needed }),
        (Ty::Nat, Some(given)) => given,
        _ => needed,
    };
    let flat: Vec<Vec<f64>> =
        outputs.iter().map(|v| v.coordinates(&0.0, length).map_err(|_| too_large())).collect::<Result<_, _>>()?;
    let rows = flat.first().map_or(0, Vec::len);
    rows.checked_mul(columns).filter(|n| *n <= MAX_ENTRIES).ok_or_else(too_large)?;
    let numbers = (0..rows).flat_map(|i| flat.iter().map(move |column| column[i])).collect();
    let mut shape = vec![rows];
    shape.extend(lengths.iter().map(|(_, d)| *d));
    Ok(Entry { name: "program".into(), shape, numbers })
}

/// Rows of a matrix; none if there are too many.
fn rows(v: &Vector<f64>) -> Option<usize> {
    match &v.rows {
        Rows::Dense(rows) => Some(rows.len()),
        Rows::Sparse(rows) => match rows.last_key_value() {
            None => Some(1),
            Some((n, _)) => usize::try_from(n).ok().filter(|n| *n < MAX_ENTRIES).map(|n| n + 1),
        },
    }
}
