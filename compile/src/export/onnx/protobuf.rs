//! As much of protobuf as an ONNX model takes, written by hand. Field numbers are those of onnx.proto.

/// A number, seven bits at a time.
fn number(bytes: &mut Vec<u8>, mut x: u64) {
    while x >= 0x80 {
        bytes.push(x as u8 | 0x80);
        x >>= 7;
    }
    bytes.push(x as u8);
}

/// A field with a number in it.
fn varint(bytes: &mut Vec<u8>, field: u64, x: u64) {
    number(bytes, field << 3);
    number(bytes, x);
}

/// A field with bytes in it.
fn field(bytes: &mut Vec<u8>, field: u64, content: &[u8]) {
    number(bytes, field << 3 | 2);
    number(bytes, content.len() as u64);
    bytes.extend_from_slice(content);
}

const DOUBLE: u64 = 11;
const INT64: u64 = 7;
const BOOL: u64 = 9;

/// A constant tensor.
pub(super) enum Tensor {
    Reals(Vec<usize>, Vec<f64>),
    Integers(Vec<usize>, Vec<i64>),
}

/// An attribute of a node.
pub(super) enum Attribute {
    Int(&'static str, i64),
    Ints(&'static str, Vec<i64>),
    Graph(&'static str, Graph),
}

/// GraphProto, as it grows.
pub(super) struct Graph {
    bytes: Vec<u8>,
}

impl Graph {
    pub(super) fn new(name: &str) -> Graph {
        let mut bytes = Vec::new();
        field(&mut bytes, 2, name.as_bytes());
        Graph { bytes }
    }

    /// NodeProto with one output.
    pub(super) fn node(&mut self, op: &str, inputs: &[&str], output: &str, attributes: Vec<Attribute>) {
        let mut node = Vec::new();
        inputs.iter().for_each(|x| field(&mut node, 1, x.as_bytes()));
        field(&mut node, 2, output.as_bytes());
        field(&mut node, 4, op.as_bytes());
        attributes.iter().for_each(|a| field(&mut node, 5, &a.bytes()));
        field(&mut self.bytes, 1, &node);
    }

    pub(super) fn initializer(&mut self, name: &str, tensor: &Tensor) {
        let mut bytes = Vec::new();
        let (shape, ty, raw): (_, _, Vec<u8>) = match tensor {
            Tensor::Reals(shape, x) => (shape, DOUBLE, x.iter().flat_map(|x| x.to_le_bytes()).collect()),
            Tensor::Integers(shape, x) => (shape, INT64, x.iter().flat_map(|x| x.to_le_bytes()).collect()),
        };
        shape.iter().for_each(|d| varint(&mut bytes, 1, *d as u64));
        varint(&mut bytes, 2, ty);
        field(&mut bytes, 8, name.as_bytes());
        field(&mut bytes, 9, &raw);
        field(&mut self.bytes, 5, &bytes);
    }

    /// A vector of this length, or of any.
    pub(super) fn input(&mut self, name: &str, length: Option<usize>, symbol: &str) {
        self.value(11, name, DOUBLE, &vector(length, symbol));
    }

    pub(super) fn scalar_input(&mut self, name: &str) {
        self.value(11, name, DOUBLE, &[]);
    }

    pub(super) fn integer_input(&mut self, name: &str) {
        self.value(11, name, INT64, &[]);
    }

    pub(super) fn boolean_input(&mut self, name: &str) {
        self.value(11, name, BOOL, &[]);
    }

    /// An output: a vector of a length that is inferred.
    pub(super) fn output(&mut self, name: &str) {
        self.value(12, name, DOUBLE, &vector(None, name));
    }

    /// An output: a boolean.
    pub(super) fn boolean_output(&mut self, name: &str) {
        self.value(12, name, BOOL, &[]);
    }

    /// ValueInfoProto
    fn value(&mut self, as_field: u64, name: &str, element: u64, shape: &[u8]) {
        let mut tensor = Vec::new();
        varint(&mut tensor, 1, element);
        field(&mut tensor, 2, shape);
        let (mut ty, mut info) = (Vec::new(), Vec::new());
        field(&mut ty, 1, &tensor);
        field(&mut info, 1, name.as_bytes());
        field(&mut info, 2, &ty);
        field(&mut self.bytes, as_field, &info);
    }
}

/// TensorShapeProto of a vector of this length, or of one that is named by a symbol.
fn vector(length: Option<usize>, symbol: &str) -> Vec<u8> {
    let (mut dimension, mut shape) = (Vec::new(), Vec::new());
    match length {
        Some(length) => varint(&mut dimension, 1, length as u64),
        None => field(&mut dimension, 2, symbol.as_bytes()),
    }
    field(&mut shape, 1, &dimension);
    shape
}

impl Attribute {
    /// AttributeProto
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (name, ty) = match self {
            Attribute::Int(name, x) => {
                varint(&mut bytes, 3, *x as u64);
                (name, 2)
            }
            Attribute::Ints(name, x) => {
                x.iter().for_each(|x| varint(&mut bytes, 8, *x as u64));
                (name, 7)
            }
            Attribute::Graph(name, graph) => {
                field(&mut bytes, 6, &graph.bytes);
                (name, 5)
            }
        };
        field(&mut bytes, 1, name.as_bytes());
        varint(&mut bytes, 20, ty);
        bytes
    }
}

/// ModelProto
pub(super) fn model(graph: &Graph) -> Vec<u8> {
    let (mut bytes, mut opset) = (Vec::new(), Vec::new());
    varint(&mut bytes, 1, 9);
    field(&mut bytes, 2, b"cajal");
    field(&mut bytes, 7, &graph.bytes);
    field(&mut opset, 1, b"");
    varint(&mut opset, 2, 19);
    field(&mut bytes, 8, &opset);
    bytes
}
