//! The text form: one line for each operation, in order. It parses back to the same network.
//!
//! ```text
//! input n : N
//! %0 : N = input n
//! %1 : 2 = true
//! %2 : 2 = param s2 in s0
//! %3 : 2 = false
//! %4 : 2 = gate %2 ? %3 : %1
//! %5 : 2 = recur init %1, cell s2 -> %4, count %0
//! output %5
//! ```
//!
//! `s2` is the sub-network whose parameter is declared so; `s0` holds what is closed, `s1` what depends on the inputs.

use super::syntax::{Builder, Matrix, Network, Op, Port, ScopeId, Wire};
use cajal_semantics::cajal::parse;
use cajal_semantics::cajal::syntax::{ItemKind, Name};
use cajal_semantics::cajal::types::Ty;
use dashu_int::UBig;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Port { name, ty } in &self.inputs {
            writeln!(f, "input {name} : {ty}")?;
        }
        for Port { name, ty } in &self.externs {
            writeln!(f, "extern {name} : {ty}")?;
        }
        for (position, node) in self.nodes.iter().enumerate() {
            write!(f, "%{position} : {} = ", node.ty)?;
            match &node.op {
                Op::Input(i) => write!(f, "input {}", self.inputs[*i].name)?,
                Op::Extern(i) => write!(f, "extern {}", self.externs[*i].name)?,
                Op::Param => {
                    let parent = self.scope(node.scope).parent.expect("BUG: a parameter stands in a sub-network");
                    write!(f, "param s{} in s{}", node.scope.0, parent.0)?;
                }
                Op::True => f.write_str("true")?,
                Op::False => f.write_str("false")?,
                Op::Numeral(n) => write!(f, "numeral {n}")?,
                Op::Matrix(m) => {
                    f.write_str("matrix")?;
                    m.entries.iter().try_for_each(|x| write!(f, " {x}"))?;
                }
                Op::Gate { condition, then, otherwise } => {
                    write!(f, "gate %{} ? %{} : %{}", condition.0, then.0, otherwise.0)?;
                }
                Op::Shift { by, of } => write!(f, "shift {by} %{}", of.0)?,
                Op::Recur { init, cell, count } => {
                    let (_, output) = self.ends(*cell);
                    write!(f, "recur init %{}, cell s{} -> %{}, count %{}", init.0, cell.0, output.0, count.0)?;
                }
                Op::Apply { function, argument } => write!(f, "apply %{} %{}", function.0, argument.0)?,
                Op::Abs { body } => write!(f, "abs s{} -> %{}", body.0, self.ends(*body).1.0)?,
            }
            writeln!(f)?;
        }
        writeln!(f, "output %{}", self.output.0)
    }
}

/// Why a text is no network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TextError {}

impl FromStr for Network {
    type Err = TextError;

    /// Reads the text form, and checks that it is a network.
    fn from_str(text: &str) -> Result<Network, TextError> {
        let mut reader = Reader { builder: Builder::new(vec![], false), inputs: vec![], externs: vec![], output: None };
        let mut last = 0;
        for (number, line) in text.lines().enumerate() {
            last = number + 1;
            let line = line.trim();
            if !line.is_empty() {
                reader.line(line).map_err(|message| TextError { line: last, message })?;
            }
        }
        let missing = || TextError { line: last + 1, message: "there is no `output`".into() };
        let mut network = reader.builder.finish(reader.output.ok_or_else(missing)?);
        network.externs = reader.externs;
        // The lines of the operations follow those of the ports.
        let first = network.inputs.len() + network.externs.len();
        match network.check() {
            Ok(()) => Ok(network),
            Err(error) => Err(TextError { line: first + error.wire.index() + 1, message: error.reason }),
        }
    }
}

struct Reader {
    builder: Builder,
    inputs: Vec<Port>,
    externs: Vec<Port>,
    output: Option<Wire>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if self.output.is_some() {
            return Err("nothing may follow the output".into());
        }
        match line.split_once(' ') {
            Some(("input", port)) => {
                self.inputs.push(read_port(port)?);
                self.builder.declare_inputs(self.inputs.clone());
            }
            Some(("extern", port)) => self.externs.push(read_port(port)?),
            Some(("output", wire)) => self.output = Some(self.wire(wire)?),
            _ => self.operation(line)?,
        }
        Ok(())
    }

    fn operation(&mut self, line: &str) -> Result<(), String> {
        let (head, op) = line.split_once(" = ").ok_or("expected `%n : type = operation`")?;
        let (wire, ty) = head.split_once(" : ").ok_or("expected `%n : type = operation`")?;
        let next = self.builder.network().nodes().len();
        if wire != format!("%{next}") {
            return Err(format!("expected wire %{next}, found {wire}"));
        }
        let ty = read_type(ty)?;
        let words: Vec<&str> = op.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let (op, scope) = match words[..] {
            ["input", name] => (Op::Input(position(&self.inputs, name)?), ScopeId::MAIN),
            ["extern", name] => (Op::Extern(position(&self.externs, name)?), ScopeId::CLOSED),
            ["param", scope, "in", parent] => {
                let parent = self.scope(parent)?;
                let expected = self.builder.network().scopes().len();
                if scope != format!("s{expected}") {
                    return Err(format!("expected sub-network s{expected}, found {scope}"));
                }
                self.builder.open(parent, ty);
                return Ok(());
            }
            ["true"] => (Op::True, ScopeId::CLOSED),
            ["false"] => (Op::False, ScopeId::CLOSED),
            ["numeral", n] => (Op::Numeral(natural(n)?), ScopeId::CLOSED),
            ["matrix", ref entries @ ..] => {
                let entries =
                    entries.iter().map(|x| x.parse::<u64>().map_err(|_| format!("expected a count, found {x}")));
                (Op::Matrix(Arc::new(Matrix { entries: entries.collect::<Result<_, _>>()? })), ScopeId::CLOSED)
            }
            ["gate", condition, "?", then, ":", otherwise] => {
                let (condition, then, otherwise) = (self.wire(condition)?, self.wire(then)?, self.wire(otherwise)?);
                (Op::Gate { condition, then, otherwise }, self.builder.innermost([condition, then, otherwise]))
            }
            ["shift", by, of] => {
                let of = self.wire(of)?;
                (Op::Shift { by: natural(by)?, of }, self.builder.innermost([of]))
            }
            ["recur", "init", init, "cell", cell, "->", output, "count", count] => {
                let (init, count) = (self.wire(init)?, self.wire(count)?);
                let cell = self.sub_network(cell, output)?;
                (Op::Recur { init, cell, count }, self.builder.innermost([init, count]))
            }
            ["apply", function, argument] => {
                let (function, argument) = (self.wire(function)?, self.wire(argument)?);
                (Op::Apply { function, argument }, self.builder.innermost([function, argument]))
            }
            ["abs", body, "->", output] => {
                let body = self.sub_network(body, output)?;
                let parent = self.builder.network().scope(body).parent.ok_or("this scope is no sub-network")?;
                (Op::Abs { body }, parent)
            }
            _ => return Err(format!("unknown operation `{op}`")),
        };
        self.builder.push(op, ty, scope);
        Ok(())
    }

    fn sub_network(&mut self, scope: &str, output: &str) -> Result<ScopeId, String> {
        let (id, output) = (self.scope(scope)?, self.wire(output)?);
        match self.builder.network().scope(id).output {
            None => self.builder.close(id, output),
            Some(known) if known == output => {}
            Some(known) => return Err(format!("the result of {scope} is %{} elsewhere", known.0)),
        }
        Ok(id)
    }

    fn wire(&self, word: &str) -> Result<Wire, String> {
        let number = word.strip_prefix('%').and_then(|n| n.parse::<u32>().ok());
        let known = number.filter(|n| (*n as usize) < self.builder.network().nodes().len());
        known.map(Wire).ok_or_else(|| format!("expected a wire above, found {word}"))
    }

    fn scope(&self, word: &str) -> Result<ScopeId, String> {
        let number = word.strip_prefix('s').and_then(|n| n.parse::<u32>().ok());
        let known = number.filter(|n| (*n as usize) < self.builder.network().scopes().len());
        known.map(ScopeId).ok_or_else(|| format!("expected a scope above, found {word}"))
    }
}

fn natural(word: &str) -> Result<UBig, String> {
    UBig::from_str(word).map_err(|_| format!("expected a natural number, found {word}"))
}

fn position(ports: &[Port], name: &str) -> Result<usize, String> {
    ports.iter().position(|p| *p.name == *name).ok_or_else(|| format!("no port is named `{name}`"))
}

/// `name : type`
fn read_port(text: &str) -> Result<Port, String> {
    let (name, ty) = text.split_once(" : ").ok_or("expected `name : type`")?;
    Ok(Port { name: Name::from(name), ty: read_type(ty)? })
}

/// A type, read by the parser of the language.
fn read_type(text: &str) -> Result<Ty, String> {
    let (program, errors) = parse::parse(&format!("extern x : {text}"));
    match (errors.is_empty(), &program.items[..]) {
        (true, [item]) if matches!(item.kind, ItemKind::Extern) && program.main.is_none() => Ok(item.binder.ty.clone()),
        _ => Err(format!("expected a type, found `{text}`")),
    }
}
