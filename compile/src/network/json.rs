//! The JSON form, for other programs.

use super::syntax::{Network, Op, Port, Wire};
use serde_json::{Value, json};

impl Network {
    /// `{"inputs", "externs", "nodes": [{"wire", "op", "type", "scope", …}], "scopes", "output"}`
    pub fn to_json(&self) -> Value {
        let port = |p: &Port| json!({ "name": *p.name, "type": p.ty.to_string() });
        let scopes = self.scopes.iter().enumerate().map(|(id, scope)| {
            json!({
                "scope": id,
                "parent": scope.parent.map(|p| p.0),
                "param": scope.param.map(|w| w.0),
                "output": scope.output.map(|w| w.0),
            })
        });
        json!({
            "inputs": self.inputs.iter().map(port).collect::<Vec<_>>(),
            "externs": self.externs.iter().map(port).collect::<Vec<_>>(),
            "nodes": (0..self.nodes.len()).map(|i| self.node_json(Wire(i as u32))).collect::<Vec<_>>(),
            "scopes": scopes.collect::<Vec<_>>(),
            "output": self.output.0,
        })
    }

    fn node_json(&self, wire: Wire) -> Value {
        let node = self.node(wire);
        let mut value = json!({ "wire": wire.0, "type": node.ty.to_string(), "scope": node.scope.0 });
        let fields = match &node.op {
            Op::Input(i) => json!({ "op": "input", "name": *self.inputs[*i].name }),
            Op::Extern(i) => json!({ "op": "extern", "name": *self.externs[*i].name }),
            Op::Param => json!({ "op": "param" }),
            Op::True => json!({ "op": "true" }),
            Op::False => json!({ "op": "false" }),
            Op::Numeral(n) => json!({ "op": "numeral", "index": n.to_string() }),
            Op::Matrix(m) => json!({ "op": "matrix", "entries": m.entries }),
            Op::Gate { condition, then, otherwise } => {
                json!({ "op": "gate", "condition": condition.0, "then": then.0, "otherwise": otherwise.0 })
            }
            Op::Shift { by, of } => json!({ "op": "shift", "by": by.to_string(), "of": of.0 }),
            Op::Recur { init, cell, count } => {
                json!({ "op": "recur", "init": init.0, "cell": cell.0, "count": count.0 })
            }
            Op::Apply { function, argument } => {
                json!({ "op": "apply", "function": function.0, "argument": argument.0 })
            }
            Op::Abs { body } => json!({ "op": "abs", "body": body.0 }),
        };
        if let (Value::Object(value), Value::Object(fields)) = (&mut value, fields) {
            value.extend(fields);
        }
        value
    }
}
