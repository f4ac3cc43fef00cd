//! One pass over a network, from its output: each wire is rebuilt when it is first asked for. Function wires are kept as
//! closures as long as nobody needs them as wires, so that applying one (β) is rebuilding its body with the argument in
//! place of the parameter.

use super::Steps;
use super::laws::Laws;
use crate::frame::{self, Layout};
use crate::network::{Builder, Matrix, Network, Node, Op, ScopeId, Wire};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::deep::grow;
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A function with at most this many operations in it, and in what it applies, is copied to where it is applied.
const SMALL: u32 = 16;

/// What replaces a function wire, or the cell with this parameter.
pub(super) type Folded = HashMap<Wire, Arc<Matrix>>;

/// What a wire of the old network became.
#[derive(Clone)]
enum Value {
    Wire(Wire),
    Closure(Rc<Closure>),
}

type Frame = frame::Frame<Value>;

/// A function of the old network.
struct Closure {
    body: ScopeId,
    around: Frame,
    /// May it be applied more than once?
    shared: Cell<bool>,
    applied: Cell<bool>,
    wire: Cell<Option<Wire>>,
}

struct Rewriter<'a> {
    old: &'a Network,
    steps: &'a Steps,
    folded: &'a Folded,
    layout: Layout,
    /// How often each old wire is used.
    uses: Vec<u32>,
    /// Operations in each old scope and in the scopes that it applies.
    sizes: Vec<u32>,
    builder: Builder,
    closed: Frame,
    cells: HashMap<ScopeId, ScopeId>,
    /// Sub-networks that were built, by their operations.
    known: HashMap<(ScopeId, Vec<Node>), ScopeId>,
    /// Operations that may still be copied.
    budget: usize,
}

/// The network with the steps taken where they apply, and without what nobody uses.
pub(super) fn rewrite(old: &Network, steps: &Steps, folded: &Folded) -> Network {
    let layout = Layout::new(old);
    let mut rewriter = Rewriter {
        steps,
        folded,
        uses: uses(old),
        sizes: sizes(old),
        builder: Builder::new(old.inputs().to_vec(), steps.sharing),
        closed: Frame::new(ScopeId::CLOSED, None, &layout),
        cells: HashMap::new(),
        known: HashMap::new(),
        budget: 4 * old.nodes().len() + 1_000,
        layout,
        old,
    };
    let main = Frame::new(ScopeId::MAIN, Some(rewriter.closed.clone()), &rewriter.layout);
    let output = rewriter.wire(old.output(), &main);
    rewriter.builder.finish(output)
}

impl Rewriter<'_> {
    fn laws(&mut self) -> Laws<'_> {
        Laws { steps: self.steps, builder: &mut self.builder }
    }

    /// What became of a wire, as a wire.
    fn wire(&mut self, old: Wire, frame: &Frame) -> Wire {
        match self.value(old, frame) {
            Value::Wire(wire) => wire,
            Value::Closure(f) => self.build(&f),
        }
    }

    /// What becomes of a wire, in an activation of its scope or of one inside of it.
    fn value(&mut self, wire: Wire, frame: &Frame) -> Value {
        let node = self.old.node(wire);
        let frame = frame.of(node.scope);
        let slot = self.layout.slot(wire);
        if let Some(known) = frame.get(slot) {
            return known;
        }
        let value = grow(|| self.rebuild(wire, node, frame));
        frame.set(slot, value.clone());
        value
    }

    /// One arm per operation.
    fn rebuild(&mut self, wire: Wire, node: &Node, frame: &Frame) -> Value {
        if let (Some(matrix), Op::Abs { .. }) = (self.folded.get(&wire), &node.op) {
            return Value::Wire(self.builder.matrix(node.ty.clone(), matrix.clone()));
        }
        Value::Wire(match &node.op {
            Op::Input(i) => self.builder.input(*i),
            Op::Extern(i) => self.builder.external(&self.old.externs()[*i].name, &node.ty),
            Op::Param => unreachable!("BUG: the parameter of a scope is set when it is entered"),
            Op::True => self.builder.boolean(true),
            Op::False => self.builder.boolean(false),
            Op::Numeral(n) => self.builder.numeral(n.clone()),
            Op::Matrix(m) => self.builder.matrix(node.ty.clone(), m.clone()),
            Op::Gate { condition, then, otherwise } => {
                let condition = self.wire(*condition, frame);
                let then = self.wire(*then, frame);
                let otherwise = self.wire(*otherwise, frame);
                self.laws().gate(condition, then, otherwise)
            }
            Op::Shift { by, of } => {
                let of = self.wire(*of, frame);
                self.laws().shift(by.clone(), of)
            }
            Op::Recur { init, cell, count } => {
                let init = self.wire(*init, frame);
                let count = self.wire(*count, frame);
                self.recur(init, *cell, count, frame.place())
            }
            Op::Apply { function, argument } => return self.apply(*function, *argument, frame),
            Op::Abs { body } => {
                return Value::Closure(Rc::new(Closure {
                    body: *body,
                    around: frame.clone(),
                    shared: Cell::new(self.uses[wire.index()] > 1),
                    applied: Cell::new(false),
                    wire: Cell::new(None),
                }));
            }
        })
    }

    /// iter{a | y ↪ e}(1) = e[y := a], and the laws of one operation.
    fn recur(&mut self, init: Wire, cell: ScopeId, count: Wire, place: ScopeId) -> Wire {
        let one = matches!(&self.builder.network().node(count).op, Op::Numeral(n) if n.is_one());
        if self.steps.iterations && one && self.may_copy(cell) {
            let closed = self.closed.clone();
            let output = self.enter(cell, &closed, Value::Wire(init), place);
            return match output {
                Value::Wire(wire) => wire,
                Value::Closure(f) => self.build(&f),
            };
        }
        let cell = self.cell(cell);
        self.laws().recur(init, cell, count)
    }

    /// (λx. e) a = e[x := a]
    fn apply(&mut self, function: Wire, argument: Wire, frame: &Frame) -> Value {
        let f = self.value(function, frame);
        let a = self.value(argument, frame);
        if self.steps.beta
            && let Value::Closure(f) = &f
        {
            let first = !f.shared.get() && !f.applied.replace(true) && f.wire.get().is_none();
            if first || self.may_copy(f.body) {
                return self.enter(f.body, &f.around, a, frame.place());
            }
        }
        let [f, a] = [f, a].map(|value| match value {
            Value::Wire(wire) => wire,
            Value::Closure(f) => self.build(&f),
        });
        Value::Wire(self.builder.apply(f, a))
    }

    /// Is a sub-network small enough to be copied? Pays for the copy.
    fn may_copy(&mut self, scope: ScopeId) -> bool {
        let size = self.sizes[scope.index()];
        let small = size <= SMALL && self.budget >= size as usize;
        if small {
            self.budget -= size as usize;
        }
        small
    }

    /// A sub-network with a value in place of its parameter.
    fn enter(&mut self, scope: ScopeId, around: &Frame, argument: Value, place: ScopeId) -> Value {
        let (param, output) = self.old.ends(scope);
        if let (Value::Closure(f), true) = (&argument, self.uses[param.index()] > 1) {
            f.shared.set(true);
        }
        let frame = Frame::placed(scope, Some(around.clone()), &self.layout, place);
        frame.set(self.layout.slot(param), argument);
        self.value(output, &frame)
    }

    /// The wire of a function.
    fn build(&mut self, f: &Closure) -> Wire {
        if let Some(wire) = f.wire.get() {
            return wire;
        }
        let body = self.sub_network(f.body, &f.around);
        let wire = self.builder.abs(body);
        f.wire.set(Some(wire));
        wire
    }

    fn cell(&mut self, old: ScopeId) -> ScopeId {
        if let Some(known) = self.cells.get(&old) {
            return *known;
        }
        let param = self.old.ends(old).0;
        let cell = match self.folded.get(&param) {
            Some(matrix) => {
                let ty = self.old.node(param).ty.clone();
                let (cell, param) = self.builder.open(ScopeId::CLOSED, ty.clone());
                let matrix = self.builder.matrix(Ty::fun(ty.clone(), ty), matrix.clone());
                let output = self.builder.apply(matrix, param);
                self.finish(cell, output)
            }
            None => {
                let closed = self.closed.clone();
                self.sub_network(old, &closed)
            }
        };
        self.cells.insert(old, cell);
        cell
    }

    fn sub_network(&mut self, old: ScopeId, around: &Frame) -> ScopeId {
        let (param, output) = self.old.ends(old);
        let (scope, new) = self.builder.open(around.place(), self.old.node(param).ty.clone());
        let frame = Frame::placed(old, Some(around.clone()), &self.layout, scope);
        frame.set(self.layout.slot(param), Value::Wire(new));
        let output = self.wire(output, &frame);
        self.finish(scope, output)
    }

    /// Ends a sub-network; one that has the same operations as an earlier one is that one.
    fn finish(&mut self, scope: ScopeId, output: Wire) -> ScopeId {
        self.builder.close(scope, output);
        if !self.steps.sharing {
            return scope;
        }
        match self.builder.shape(scope) {
            Some(shape) => *self.known.entry(shape).or_insert(scope),
            None => scope,
        }
    }
}

/// How often each wire is used: as an operand, as a result of a sub-network, as the output.
fn uses(network: &Network) -> Vec<u32> {
    let mut uses = vec![0; network.nodes().len()];
    let operands = network.nodes().iter().flat_map(|node| node.op.operands());
    let results = network.scopes().iter().filter_map(|scope| scope.output);
    operands.chain(results).chain([network.output()]).for_each(|w| uses[w.index()] += 1);
    uses
}

/// How many operations stand in each scope and in the sub-networks of its operations, each time that these are met.
fn sizes(network: &Network) -> Vec<u32> {
    let mut sizes = vec![0u32; network.scopes().len()];
    for node in network.nodes() {
        let sub_network = match &node.op {
            Op::Apply { function, .. } => network.node(*function).op.sub_network(),
            op => op.sub_network(),
        };
        let inside = sub_network.map_or(0, |scope| sizes[scope.index()]);
        let size = &mut sizes[node.scope.index()];
        *size = size.saturating_add(1).saturating_add(inside);
    }
    sizes
}
