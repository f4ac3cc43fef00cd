//! The ONNX export: one operator for each operation, `Scan` for a recurrence whose weights are given at run time, `Loop` for one with a
//! fixed count. Wires are vectors in double precision; a sequence may have any length.

mod protobuf;

use self::protobuf::{Attribute, Graph, Tensor, model};
use super::{ExportError, Horizons};
use crate::network::{Network, Op, ScopeId, Wire};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::rank;
use cajal_semantics::deep::grow;
use std::collections::HashMap;

/// A numeral that is not a count is written out up to this length.
const MAX_NUMERAL: usize = 1 << 16;
/// A loop runs at most so often.
const MAX_ROUNDS: i64 = 1 << 31;

/// The network as an ONNX model. Inputs of type N have any length, or that of their horizon.
///
/// # Errors
/// [`ExportError::Inexpressible`] for functions of sequences, and recurrences whose state is one.
pub fn onnx(network: &Network, horizons: &Horizons) -> Result<Vec<u8>, ExportError> {
    let mut export = Export { network, names: HashMap::new(), graphs: HashMap::new(), fresh: 0 };
    export.graphs.insert(ScopeId::MAIN, Graph::new("main"));
    for (i, port) in network.inputs().iter().chain(network.externs()).enumerate() {
        let length = match &port.ty {
            Ty::Nat => horizons.get(&port.name),
            other => Some(rank(other, None).map_err(|e| ExportError::TooLarge(e.to_string()))?),
        };
        export.graph(ScopeId::MAIN).input(&port.name, length, &format!("length{i}"));
    }
    let output = export.wire(network.output())?;
    let graph = export.graph(ScopeId::MAIN);
    graph.node("Identity", &[&output], "output", vec![]);
    graph.output("output");
    let graph = export.graphs.remove(&ScopeId::MAIN).expect("BUG: the main graph is there");
    Ok(model(&graph))
}

struct Export<'a> {
    network: &'a Network,
    /// The value of each wire.
    names: HashMap<Wire, String>,
    /// The graphs that are being written.
    graphs: HashMap<ScopeId, Graph>,
    fresh: usize,
}

impl Export<'_> {
    /// The graph of a scope; what is closed is in the main graph.
    fn graph(&mut self, scope: ScopeId) -> &mut Graph {
        let scope = if scope == ScopeId::CLOSED { ScopeId::MAIN } else { scope };
        self.graphs.get_mut(&scope).expect("BUG: the graph of a scope is open while its wires are written")
    }

    fn fresh(&mut self) -> String {
        self.fresh += 1;
        // No name in a program begins so.
        format!("%{}", self.fresh)
    }

    /// A new node; its value.
    fn node(&mut self, scope: ScopeId, op: &str, inputs: &[&str], attributes: Vec<Attribute>) -> String {
        let name = self.fresh();
        self.graph(scope).node(op, inputs, &name, attributes);
        name
    }

    /// A constant.
    fn constant(&mut self, tensor: Tensor) -> String {
        let name = self.fresh();
        self.graph(ScopeId::MAIN).initializer(&name, &tensor);
        name
    }

    fn integers(&mut self, x: &[i64]) -> String {
        self.constant(Tensor::Integers(vec![x.len()], x.to_vec()))
    }

    fn wire(&mut self, wire: Wire) -> Result<String, ExportError> {
        if let Some(name) = self.names.get(&wire) {
            return Ok(name.clone());
        }
        let name = grow(|| self.operation(wire))?;
        self.names.insert(wire, name.clone());
        Ok(name)
    }

    /// One arm per operation.
    fn operation(&mut self, wire: Wire) -> Result<String, ExportError> {
        let network = self.network;
        let node = network.node(wire);
        let scope = node.scope;
        match &node.op {
            Op::Input(i) => Ok(network.inputs()[*i].name.to_string()),
            Op::Extern(i) => Ok(network.externs()[*i].name.to_string()),
            Op::Param => unreachable!("BUG: the parameter of a scope is named when it is entered"),
            Op::True => Ok(self.constant(Tensor::Reals(vec![2], vec![1.0, 0.0]))),
            Op::False => Ok(self.constant(Tensor::Reals(vec![2], vec![0.0, 1.0]))),
            Op::Numeral(n) => {
                let n = usize::try_from(n).ok().filter(|n| *n < MAX_NUMERAL);
                let n = n.ok_or_else(|| ExportError::TooLarge("a large numeral is used as a sequence".into()))?;
                let entries = (0..=n).map(|i| if i == n { 1.0 } else { 0.0 }).collect();
                Ok(self.constant(Tensor::Reals(vec![n + 1], entries)))
            }
            Op::Matrix(m) => {
                let entries = m.entries.iter().map(|x| *x as f64).collect();
                Ok(self.constant(Tensor::Reals(vec![m.entries.len()], entries)))
            }
            Op::Gate { condition, then, otherwise } => {
                let condition = self.wire(*condition)?;
                let (then, otherwise) = (self.wire(*then)?, self.wire(*otherwise)?);
                let mut parts = Vec::new();
                for (which, branch) in [then, otherwise].into_iter().enumerate() {
                    let index = self.integers(&[which as i64]);
                    let weight = self.node(scope, "Gather", &[&condition, &index], vec![]);
                    parts.push(self.node(scope, "Mul", &[&weight, &branch], vec![]));
                }
                if node.ty.is_nat_free() {
                    return Ok(self.node(scope, "Add", &[&parts[0], &parts[1]], vec![]));
                }
                Ok(self.padded_sum(scope, &parts[0], &parts[1]))
            }
            Op::Shift { by, of } => {
                let of = self.wire(*of)?;
                let by = usize::try_from(by).ok().filter(|by| *by < MAX_NUMERAL);
                let by = by.ok_or_else(|| ExportError::TooLarge("a sequence is shifted very far".into()))?;
                let zeros = self.constant(Tensor::Reals(vec![by], vec![0.0; by]));
                Ok(self.node(scope, "Concat", &[&zeros, &of], vec![Attribute::Int("axis", 0)]))
            }
            Op::Recur { init, cell, count } => {
                if !node.ty.is_nat_free() {
                    let message = format!("a recurrence with a state of type {} has no ONNX form here", node.ty);
                    return Err(ExportError::Inexpressible(message));
                }
                let init = self.wire(*init)?;
                match &network.node(*count).op {
                    Op::Numeral(n) => {
                        let rounds = i64::try_from(n).ok().filter(|n| *n < MAX_ROUNDS);
                        let rounds = rounds.ok_or_else(|| ExportError::TooLarge("a loop would run for ever".into()))?;
                        self.repeat(scope, &init, *cell, rounds)
                    }
                    _ => {
                        let count = self.wire(*count)?;
                        self.scan(scope, &init, *cell, &count, &node.ty)
                    }
                }
            }
            Op::Apply { function, argument } => {
                let ty = &network.node(*argument).ty;
                let columns = rank(ty, None)
                    .map_err(|_| ExportError::Inexpressible("a function of sequences has no ONNX form".into()))?;
                let (function, argument) = (self.wire(*function)?, self.wire(*argument)?);
                let shape = self.integers(&[-1, columns as i64]);
                let matrix = self.node(scope, "Reshape", &[&function, &shape], vec![]);
                Ok(self.node(scope, "MatMul", &[&matrix, &argument], vec![]))
            }
            Op::Abs { body } => self.abs(scope, *body),
        }
    }

    /// The sum of two sequences, as long as the longer one.
    fn padded_sum(&mut self, scope: ScopeId, a: &str, b: &str) -> String {
        let lengths = [a, b].map(|x| self.node(scope, "Shape", &[x], vec![]));
        let longest = self.node(scope, "Max", &[&lengths[0], &lengths[1]], vec![]);
        let zero = self.integers(&[0]);
        let padded = [(a, &lengths[0]), (b, &lengths[1])].map(|(x, length)| {
            let missing = self.node(scope, "Sub", &[&longest, length], vec![]);
            let pads = self.node(scope, "Concat", &[&zero, &missing], vec![Attribute::Int("axis", 0)]);
            self.node(scope, "Pad", &[x, &pads], vec![])
        });
        self.node(scope, "Add", &[&padded[0], &padded[1]], vec![])
    }

    /// s ← cell(s) + wₜ·b, from the last weight to the first.
    fn scan(&mut self, scope: ScopeId, b: &str, cell: ScopeId, w: &str, ty: &Ty) -> Result<String, ExportError> {
        let dim = rank(ty, None).map_err(|e| ExportError::TooLarge(e.to_string()))?;
        let (state, weight) = (self.fresh(), self.fresh());
        let next = self.sub_network(cell, &state, |graph| {
            graph.input(&state, Some(dim), "");
            graph.scalar_input(&weight);
        })?;
        let scaled = self.node(cell, "Mul", &[&weight, b], vec![]);
        let sum = self.node(cell, "Add", &[&next, &scaled], vec![]);
        let body = self.close(cell, &[&sum]);
        let zeros = self.constant(Tensor::Reals(vec![dim], vec![0.0; dim]));
        let attributes = vec![
            Attribute::Graph("body", body),
            Attribute::Int("num_scan_inputs", 1),
            Attribute::Ints("scan_input_directions", vec![1]),
        ];
        Ok(self.node(scope, "Scan", &[&zeros, w], attributes))
    }

    /// cellⁿ(b)
    fn repeat(&mut self, scope: ScopeId, b: &str, cell: ScopeId, rounds: i64) -> Result<String, ExportError> {
        let (round, going, state) = (self.fresh(), self.fresh(), self.fresh());
        let next = self.sub_network(cell, &state, |graph| {
            graph.integer_input(&round);
            graph.boolean_input(&going);
            graph.input(&state, None, "dim");
        })?;
        let still = self.node(cell, "Identity", &[&going], vec![]);
        let next = self.node(cell, "Identity", &[&next], vec![]);
        self.graph(cell).boolean_output(&still);
        let body = self.close(cell, &[&next]);
        let rounds = self.constant(Tensor::Integers(vec![], vec![rounds]));
        Ok(self.node(scope, "Loop", &[&rounds, "", b], vec![Attribute::Graph("body", body)]))
    }

    /// The matrix of a sub-network: a scan over the basis of its parameter.
    fn abs(&mut self, scope: ScopeId, body: ScopeId) -> Result<String, ExportError> {
        let dim = rank(&self.network.node(self.network.ends(body).0).ty, None);
        let dim = dim.map_err(|_| ExportError::Inexpressible("a function of sequences has no ONNX form".into()))?;
        let basis_vector = self.fresh();
        let column = self.sub_network(body, &basis_vector, |graph| graph.input(&basis_vector, Some(dim), ""))?;
        let column = self.node(body, "Identity", &[&column], vec![]);
        let body = self.close(body, &[&column]);
        let identity = (0..dim * dim).map(|i| if i % (dim + 1) == 0 { 1.0 } else { 0.0 }).collect();
        let basis = self.constant(Tensor::Reals(vec![dim, dim], identity));
        let attributes = vec![Attribute::Graph("body", body), Attribute::Int("num_scan_inputs", 1)];
        let columns = self.node(scope, "Scan", &[&basis], attributes);
        let matrix = self.node(scope, "Transpose", &[&columns], vec![]);
        let flat = self.integers(&[-1]);
        Ok(self.node(scope, "Reshape", &[&matrix, &flat], vec![]))
    }

    /// Opens the graph of a sub-network and writes its operations; the value of its result.
    fn sub_network(
        &mut self,
        id: ScopeId,
        param: &str,
        inputs: impl FnOnce(&mut Graph),
    ) -> Result<String, ExportError> {
        let (parameter, output) = self.network.ends(id);
        let name = self.fresh();
        let mut graph = Graph::new(&name);
        inputs(&mut graph);
        self.graphs.insert(id, graph);
        self.names.insert(parameter, param.to_owned());
        self.wire(output)
    }

    /// Closes the graph of a sub-network. Its names are not those of the next one that is made of it.
    fn close(&mut self, id: ScopeId, outputs: &[&str]) -> Graph {
        let network = self.network;
        self.names.retain(|wire, _| network.node(*wire).scope != id);
        let mut graph = self.graphs.remove(&id).expect("BUG: the graph was opened");
        outputs.iter().for_each(|name| graph.output(name));
        graph
    }
}
