//! From syntax to three-address equations: names are resolved, every subexpression gets a variable of its own.

use super::error::{Error, NameError, TypeError};
use super::normal::{Body, Call, Declared, Equation, Local, LocalId, NodeId, variable};
use super::primitive::{Function, Primitive};
use super::syntax::{self, Boundary, Expr, ExprKind, Group, Ident, Program, Sampling, UnaryOp};
use super::system::{Operand, Operation};
use super::value::{MAX_ELEMENTS, Value};
use crate::deep::grow;
use crate::source::Span;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// The normal forms of the nodes, in the order of the program (none for a node with errors), and all errors of names.
pub(super) fn normalise(program: &Program) -> (Vec<Option<Body>>, Vec<Error>) {
    let mut errors = vec![];
    let mut nodes: HashMap<&str, NodeId> = HashMap::new();
    for (i, node) in program.nodes.iter().enumerate() {
        match nodes.entry(&node.name.name) {
            Entry::Vacant(entry) => {
                entry.insert(NodeId(i as u32));
            }
            Entry::Occupied(first) => errors.push(Error::Name(NameError::DuplicateNode {
                name: node.name.name.clone(),
                span: node.name.span,
                first: program.nodes[first.get().index()].name.span,
            })),
        }
    }
    let bodies = program.nodes.iter().map(|node| {
        let before = errors.len();
        let body = Normaliser::new(program, &nodes, node, &mut errors).node(node);
        (errors.len() == before).then_some(body)
    });
    let bodies = bodies.collect();
    (bodies, errors)
}

struct Normaliser<'a> {
    program: &'a Program,
    nodes: &'a HashMap<&'a str, NodeId>,
    names: HashMap<Arc<str>, LocalId>,
    errors: &'a mut Vec<Error>,
    body: Body,
}

impl<'a> Normaliser<'a> {
    fn new(
        program: &'a Program,
        nodes: &'a HashMap<&'a str, NodeId>,
        node: &syntax::Node,
        errors: &'a mut Vec<Error>,
    ) -> Self {
        let name = node.name.clone();
        let body = Body { name, locals: vec![], inputs: vec![], outputs: vec![], equations: vec![] };
        Normaliser { program, nodes, names: HashMap::new(), errors, body }
    }

    fn node(mut self, node: &syntax::Node) -> Body {
        let declare = |this: &mut Self, groups: &[Group]| {
            groups.iter().flat_map(|group| this.declare(group)).collect::<Vec<LocalId>>()
        };
        self.body.inputs = declare(&mut self, &node.inputs);
        self.body.outputs = declare(&mut self, &node.outputs);
        declare(&mut self, &node.locals);
        // Clocks may name variables that are declared later.
        let mut declared = 0;
        for group in node.inputs.iter().chain(&node.outputs).chain(&node.locals) {
            let clock: Vec<_> =
                group.clock.iter().map(|on| (self.resolve(&on.condition), on.value, on.condition.span)).collect();
            for _ in &group.names {
                let local = &mut self.body.locals[declared];
                local.declared = Some(Declared { ty: group.ty.clone(), clock: clock.clone() });
                declared += 1;
            }
        }
        let mut defined: Vec<Option<Span>> = vec![None; declared];
        for equation in &node.equations {
            self.equation(equation, &mut defined);
        }
        for (i, span) in defined.iter().enumerate().skip(self.body.inputs.len()) {
            let local = &self.body.locals[i];
            // Of two declarations of one name, equations mean the first.
            let is_named = self.names.get(&local.name) == Some(&LocalId(i as u32));
            if span.is_none() && is_named {
                self.errors.push(Error::Name(NameError::NoEquation { name: local.name.clone(), span: local.span }));
            }
        }
        self.body
    }

    fn declare(&mut self, group: &Group) -> Vec<LocalId> {
        let declare_one = |name: &Ident| {
            let x = LocalId(self.body.locals.len() as u32);
            self.body.locals.push(Local { name: name.name.clone(), span: name.span, declared: None });
            match self.names.entry(name.name.clone()) {
                Entry::Vacant(entry) => {
                    entry.insert(x);
                }
                Entry::Occupied(first) => self.errors.push(Error::Name(NameError::DuplicateDeclaration {
                    name: name.name.clone(),
                    span: name.span,
                    first: self.body.locals[first.get().index()].span,
                })),
            }
            x
        };
        group.names.iter().map(declare_one).collect()
    }

    fn temporary(&mut self, span: Span) -> LocalId {
        self.body.locals.push(Local { name: "".into(), span, declared: None });
        LocalId(self.body.locals.len() as u32 - 1)
    }

    /// The variable of a name. After an error any variable will do: the body is dropped.
    fn resolve(&mut self, name: &Ident) -> LocalId {
        if let Some(x) = self.names.get(&name.name) {
            return *x;
        }
        self.errors.push(Error::Name(NameError::UnknownVariable { name: name.name.clone(), span: name.span }));
        LocalId(0)
    }

    fn equation(&mut self, equation: &syntax::Equation, defined: &mut [Option<Span>]) {
        let targets: Vec<LocalId> = equation.targets.iter().map(|target| self.target(target, defined)).collect();
        match (targets.as_slice(), &*equation.value.kind) {
            (_, ExprKind::Apply { function, arguments }) if self.nodes.contains_key(&*function.name) => {
                self.call(targets, function, arguments, None, equation.value.span);
            }
            (_, ExprKind::Restart { node, arguments, boundary, signal }) => {
                self.call(targets, node, arguments, Some((*boundary, signal)), equation.value.span);
            }
            ([target], _) => self.define(*target, &equation.value),
            (_, _) => {
                self.errors.push(Error::Type(TypeError::NotACall { span: equation.span }));
                self.operand(&equation.value);
            }
        }
    }

    fn target(&mut self, name: &Ident, defined: &mut [Option<Span>]) -> LocalId {
        let x = self.resolve(name);
        if !self.names.contains_key(&name.name) {
            return x;
        }
        let (span, name) = (name.span, name.name.clone());
        // Inputs are declared first.
        if x.index() < self.body.inputs.len() {
            let declaration = self.body.local(x).span;
            self.errors.push(Error::Name(NameError::InputDefined { name, span, declaration }));
        } else if let Some(first) = defined[x.index()] {
            self.errors.push(Error::Name(NameError::DuplicateEquation { name, span, first }));
        } else {
            defined[x.index()] = Some(span);
        }
        x
    }

    /// An operand for an expression: itself if it is a variable or a constant, else a temporary that it defines.
    fn operand(&mut self, e: &Expr) -> Operand<LocalId> {
        match constant(e) {
            Some(value) => Operand::Constant(value),
            None => variable(self.named(e)),
        }
    }

    /// A variable for an expression.
    fn named(&mut self, e: &Expr) -> LocalId {
        if let ExprKind::Variable(name) = &*e.kind {
            return self.resolve(name);
        }
        let target = self.temporary(e.span);
        self.define(target, e);
        target
    }

    fn sampling(&mut self, on: &Sampling) -> (LocalId, bool) {
        (self.resolve(&on.condition), on.value)
    }

    /// The equation `target = e`, after the equations of the subexpressions.
    fn define(&mut self, target: LocalId, e: &Expr) {
        grow(|| {
            let operation = match &*e.kind {
                ExprKind::Literal(value) => Operation::Copy(Operand::Constant(value.clone())),
                ExprKind::Variable(name) => Operation::Copy(variable(self.resolve(name))),
                ExprKind::Unary(op, operand) => match constant(e) {
                    Some(value) => Operation::Copy(Operand::Constant(value)),
                    None => Operation::Primitive(Primitive::Unary(*op), vec![self.operand(operand)]),
                },
                ExprKind::Binary(op, left, right) => {
                    let operands = vec![self.operand(left), self.operand(right)];
                    Operation::Primitive(Primitive::Binary(*op), operands)
                }
                ExprKind::Shift(direction, body) => {
                    Operation::Shift { direction: *direction, body: self.operand(body) }
                }
                ExprKind::Delay { direction, boundary, body } => Operation::Delay {
                    direction: *direction,
                    boundary: self.operand(boundary),
                    body: self.operand(body),
                },
                ExprKind::Arrow { direction, boundary, body } => Operation::Arrow {
                    direction: *direction,
                    boundary: self.operand(boundary),
                    body: self.operand(body),
                },
                ExprKind::When(body, on) => {
                    let (condition, value) = self.sampling(on);
                    Operation::When { body: self.operand(body), condition, value }
                }
                ExprKind::Merge { condition, on_true, on_false } => Operation::Merge {
                    condition: self.resolve(condition),
                    on_true: self.operand(on_true),
                    on_false: self.operand(on_false),
                },
                ExprKind::If { condition, on_true, on_false } => Operation::If {
                    condition: self.operand(condition),
                    on_true: self.operand(on_true),
                    on_false: self.operand(on_false),
                },
                ExprKind::Apply { function, arguments } => {
                    if self.nodes.contains_key(&*function.name) {
                        return self.call(vec![target], function, arguments, None, e.span);
                    }
                    let Some(operation) = self.primitive(function, arguments, e.span) else { return };
                    operation
                }
                ExprKind::Restart { node, arguments, boundary, signal } => {
                    return self.call(vec![target], node, arguments, Some((*boundary, signal)), e.span);
                }
            };
            let children = e.kind.children();
            let operands = operation.operands().len();
            let places = (0..operands).map(|i| children.get(i).map_or(e.span, |child| child.span)).collect();
            self.body.equations.push(Equation::Define { target, operation, places, span: e.span });
        });
    }

    fn primitive(&mut self, function: &Ident, arguments: &[Expr], span: Span) -> Option<Operation<LocalId>> {
        let wrong_number = |expected: usize| {
            let (function, found) = (function.name.clone(), arguments.len());
            Error::Type(TypeError::Arguments { function, expected, found, span })
        };
        if &*function.name == "onehot" {
            let [index, size] = arguments else {
                self.errors.push(wrong_number(2));
                return None;
            };
            let index = self.operand(index);
            let Some(size) = onehot_size(size) else {
                self.errors.push(Error::Type(TypeError::OneHotSize { span: arguments[1].span }));
                return None;
            };
            return Some(Operation::Primitive(Primitive::OneHot(size), vec![index]));
        }
        let Some(primitive) = Function::named(&function.name) else {
            let (name, span) = (function.name.clone(), function.span);
            self.errors.push(Error::Name(NameError::UnknownNode { name, span }));
            return None;
        };
        let operands = arguments.iter().map(|e| self.operand(e)).collect();
        if arguments.len() != primitive.arity() {
            self.errors.push(wrong_number(primitive.arity()));
            return None;
        }
        Some(Operation::Primitive(Primitive::Function(primitive), operands))
    }

    fn call(
        &mut self,
        targets: Vec<LocalId>,
        callee: &Ident,
        arguments: &[Expr],
        restart: Option<(Boundary, &Ident)>,
        span: Span,
    ) {
        let places = arguments.iter().map(|e| e.span).collect();
        let found = arguments.len();
        let arguments = arguments.iter().map(|e| self.named(e)).collect();
        let restart = restart.map(|(boundary, signal)| (boundary, self.resolve(signal), signal.span));
        let Some(&node) = self.nodes.get(&*callee.name) else {
            self.errors.push(Error::Name(NameError::UnknownNode { name: callee.name.clone(), span: callee.span }));
            return;
        };
        let declared = |groups: &[Group]| groups.iter().map(|group| group.names.len()).sum::<usize>();
        let function = callee.name.clone();
        let interface = &self.program.nodes[node.index()];
        let (inputs, outputs, wanted) = (declared(&interface.inputs), declared(&interface.outputs), targets.len());
        if inputs != found {
            self.errors.push(Error::Type(TypeError::Arguments { function, expected: inputs, found, span }));
        } else if outputs != wanted {
            self.errors.push(Error::Type(TypeError::Results { function, outputs, wanted, span }));
        } else {
            self.body.equations.push(Equation::Call(Call { targets, node, arguments, places, restart, span }));
        }
    }
}

/// The value of a literal, with a sign or without.
fn constant(e: &Expr) -> Option<Value> {
    if let ExprKind::Literal(value) = &*e.kind {
        Some(value.clone())
    } else if let ExprKind::Unary(UnaryOp::Neg, operand) = &*e.kind
        && let ExprKind::Literal(Value::Int(n)) = &*operand.kind
    {
        Some(Value::Int(n.wrapping_neg()))
    } else if let ExprKind::Unary(UnaryOp::Neg, operand) = &*e.kind
        && let ExprKind::Literal(Value::Real(x)) = &*operand.kind
    {
        Some(Value::Real(-x))
    } else {
        None
    }
}

/// The n of `onehot(i, n)`.
fn onehot_size(e: &Expr) -> Option<usize> {
    let ExprKind::Literal(Value::Int(n)) = &*e.kind else { return None };
    usize::try_from(*n).ok().filter(|n| (1..=MAX_ELEMENTS).contains(n))
}
