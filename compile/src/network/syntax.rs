//! The data structure: one arena of operations in topological order, each with one output wire.
//!
//! Sub-networks are *scopes* of the arena: the body of an `abs` and the cell of a `recur` each have one parameter, and
//! own the operations that depend on it. A scope may refer to wires of the scopes around it; nothing is copied into it,
//! so a network is as large as the term it comes from. A cell's only surrounding scope is [`ScopeId::CLOSED`], which
//! has constants and externs in it: that a cell is closed is a matter of scoping.

use cajal_semantics::cajal::syntax::Name;
use cajal_semantics::cajal::types::Ty;
use dashu_int::UBig;
use std::collections::HashMap;
use std::sync::Arc;

/// An operation, and the wire that carries its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wire(pub u32);

/// A sub-network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

impl Wire {
    /// Its position in the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ScopeId {
    /// What depends on no variable: constants and externs (Γ), and all that is made of them.
    pub const CLOSED: ScopeId = ScopeId(0);
    /// What depends on the inputs of the network (Δ).
    pub const MAIN: ScopeId = ScopeId(1);

    /// Its position in the list of scopes.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// An input of the network: an `input` of main or another free variable, by its position.
    Input(usize),
    /// Neurons supplied at link time: an `extern`, by its position.
    Extern(usize),
    /// The parameter of the scope that it stands in.
    Param,
    /// (1, 0)
    True,
    /// (0, 1)
    False,
    /// The one-hot sequence δₙ, stored as its index.
    Numeral(UBig),
    /// A folded matrix.
    Matrix(Arc<Matrix>),
    /// c₀·a + c₁·b: the soft conditional.
    Gate {
        /// c : 2
        condition: Wire,
        /// a
        then: Wire,
        /// b
        otherwise: Wire,
    },
    /// succᵏ on a sequence: the right shift by k.
    Shift {
        /// k
        by: UBig,
        /// The sequence.
        of: Wire,
    },
    /// The linear recurrent neuron: h₀ = init, hₜ₊₁ = cell(hₜ), output Σₜ countₜ·hₜ.
    Recur {
        /// h₀
        init: Wire,
        /// A closed sub-network with one input.
        cell: ScopeId,
        /// The sequence of weights.
        count: Wire,
    },
    /// Contraction of a function wire with its argument.
    Apply {
        /// f
        function: Wire,
        /// a
        argument: Wire,
    },
    /// A function wire, built from a sub-network.
    Abs {
        /// The sub-network.
        body: ScopeId,
    },
}

/// A matrix over ℕ, row by row: what a closed network without externs computes (ℕ is the initial semiring).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    /// The coordinates of an element of ⟦τ⟧, in the order of `Vector::coordinates`.
    pub entries: Vec<u64>,
}

/// An operation with its type and its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The operation.
    pub op: Op,
    /// The type of its wire.
    pub ty: Ty,
    /// The innermost scope that it depends on.
    pub scope: ScopeId,
}

/// The name and type of an input or an extern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The name in the source.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
}

/// A scope: a sub-network with one parameter, or one of the two outermost ones, which have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The scope around it; none for [`ScopeId::CLOSED`].
    pub parent: Option<ScopeId>,
    /// How many scopes are around it.
    pub depth: u32,
    /// The wire of its parameter.
    pub param: Option<Wire>,
    /// What it computes; of the outermost scopes, the output of the network.
    pub output: Option<Wire>,
}

/// A network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(crate) nodes: Vec<Node>,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) inputs: Vec<Port>,
    pub(crate) externs: Vec<Port>,
    pub(crate) output: Wire,
}

impl Network {
    /// All operations: operands stand before what uses them.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The operation behind a wire.
    pub fn node(&self, wire: Wire) -> &Node {
        &self.nodes[wire.index()]
    }

    /// All scopes; the first two are [`ScopeId::CLOSED`] and [`ScopeId::MAIN`].
    pub fn scopes(&self) -> &[Scope] {
        &self.scopes
    }

    /// One scope.
    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.index()]
    }

    /// The inputs, in the order of the file.
    pub fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    /// The externs that the network uses, in the order in which it first uses them.
    pub fn externs(&self) -> &[Port] {
        &self.externs
    }

    /// The wire of the result.
    pub fn output(&self) -> Wire {
        self.output
    }

    /// The type of the result.
    pub fn ty(&self) -> &Ty {
        &self.node(self.output).ty
    }

    /// Is the cell succᵏ (or, with k = 0, the identity)?
    pub(crate) fn shift_of(&self, cell: ScopeId) -> Option<UBig> {
        let (param, mut wire) = self.ends(cell);
        let mut total = UBig::ZERO;
        while wire != param {
            let Op::Shift { by, of } = &self.node(wire).op else { return None };
            (total, wire) = (total + by, *of);
        }
        Some(total)
    }

    /// Which wires and which scopes depend on an extern.
    pub(crate) fn linked(&self) -> (Vec<bool>, Vec<bool>) {
        let mut wires = vec![false; self.nodes.len()];
        let mut scopes = vec![false; self.scopes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            if let Some(inside) = node.op.sub_network() {
                scopes[inside.index()] |= wires[self.ends(inside).1.index()];
                wires[i] |= scopes[inside.index()];
            }
            wires[i] |= matches!(node.op, Op::Extern(_)) || node.op.operands().any(|w| wires[w.index()]);
            scopes[node.scope.index()] |= wires[i];
        }
        (wires, scopes)
    }

    /// The parameter and the result of a sub-network.
    pub fn ends(&self, id: ScopeId) -> (Wire, Wire) {
        let scope = self.scope(id);
        let ends = scope.param.zip(scope.output);
        ends.expect("BUG: a sub-network of a finished network has a parameter and a result")
    }
}

impl Op {
    /// The wires that it reads directly.
    pub fn operands(&self) -> impl Iterator<Item = Wire> + use<> {
        let [a, b, c] = match self {
            Op::Input(_) | Op::Extern(_) | Op::Param | Op::True | Op::False | Op::Numeral(_) | Op::Matrix(_) => {
                [None, None, None]
            }
            Op::Gate { condition, then, otherwise } => [Some(*condition), Some(*then), Some(*otherwise)],
            Op::Shift { by: _, of } => [Some(*of), None, None],
            Op::Recur { init, cell: _, count } => [Some(*init), Some(*count), None],
            Op::Apply { function, argument } => [Some(*function), Some(*argument), None],
            Op::Abs { body: _ } => [None, None, None],
        };
        [a, b, c].into_iter().flatten()
    }

    /// The same operation on other wires.
    pub(crate) fn rewired(&self, f: impl Fn(Wire) -> Wire) -> Op {
        let mut op = self.clone();
        match &mut op {
            Op::Input(_) | Op::Extern(_) | Op::Param | Op::True | Op::False | Op::Numeral(_) | Op::Matrix(_) => {}
            Op::Gate { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|w| *w = f(*w));
            }
            Op::Shift { by: _, of } => *of = f(*of),
            Op::Recur { init, cell: _, count } => [init, count].into_iter().for_each(|w| *w = f(*w)),
            Op::Apply { function, argument } => [function, argument].into_iter().for_each(|w| *w = f(*w)),
            Op::Abs { body: _ } => {}
        }
        op
    }

    /// The sub-network in it.
    pub fn sub_network(&self) -> Option<ScopeId> {
        match self {
            Op::Recur { cell, .. } => Some(*cell),
            Op::Abs { body } => Some(*body),
            Op::Input(_)
            | Op::Extern(_)
            | Op::Param
            | Op::True
            | Op::False
            | Op::Numeral(_)
            | Op::Matrix(_)
            | Op::Gate { .. }
            | Op::Shift { .. }
            | Op::Apply { .. } => None,
        }
    }
}

/// Where the numbers of the wires of a [`Builder::shape`] start.
const LOCAL: u32 = 1 << 31;

/// Builds a network from its leaves to its output.
#[derive(Debug)]
pub struct Builder {
    network: Network,
    /// Equal operations in the same scope are one operation, if sharing is on.
    known: Option<HashMap<Node, Wire>>,
    externs: HashMap<Name, Wire>,
    /// The operations of each scope.
    members: Vec<Vec<Wire>>,
}

impl Builder {
    /// An empty network with these inputs. With `share`, an operation that is there already is not added again.
    pub fn new(inputs: Vec<Port>, share: bool) -> Builder {
        let outermost = |parent, depth| Scope { parent, depth, param: None, output: None };
        let scopes = vec![outermost(None, 0), outermost(Some(ScopeId::CLOSED), 1)];
        let network = Network { nodes: vec![], scopes, inputs, externs: vec![], output: Wire(0) };
        Builder { network, known: share.then(HashMap::new), externs: HashMap::new(), members: vec![vec![]; 2] }
    }

    /// What stands so far.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Declares the inputs again.
    pub(super) fn declare_inputs(&mut self, inputs: Vec<Port>) {
        self.network.inputs = inputs;
    }

    pub(super) fn push(&mut self, op: Op, ty: Ty, scope: ScopeId) -> Wire {
        let node = Node { op, ty, scope };
        if let Some(wire) = self.known.as_ref().and_then(|known| known.get(&node)) {
            return *wire;
        }
        let wire = u32::try_from(self.network.nodes.len()).ok().filter(|n| *n < LOCAL);
        let wire = wire.map(Wire).expect("BUG: a source text is short enough for 2^31 operations");
        if let Some(known) = &mut self.known {
            known.insert(node.clone(), wire);
        }
        self.members[scope.index()].push(wire);
        self.network.nodes.push(node);
        wire
    }

    /// The type of a wire.
    pub fn ty(&self, wire: Wire) -> &Ty {
        &self.network.node(wire).ty
    }

    /// The innermost scope of some wires, all of which stand on one path to the outermost.
    pub(super) fn innermost(&self, wires: impl IntoIterator<Item = Wire>) -> ScopeId {
        let scopes = wires.into_iter().map(|w| self.network.node(w).scope);
        scopes.max_by_key(|s| self.network.scope(*s).depth).unwrap_or(ScopeId::CLOSED)
    }

    /// The input at a position.
    pub fn input(&mut self, position: usize) -> Wire {
        let ty = self.network.inputs[position].ty.clone();
        self.push(Op::Input(position), ty, ScopeId::MAIN)
    }

    /// An extern: always one and the same wire.
    pub fn external(&mut self, name: &Name, ty: &Ty) -> Wire {
        if let Some(wire) = self.externs.get(name) {
            return *wire;
        }
        let position = self.network.externs.len();
        self.network.externs.push(Port { name: name.clone(), ty: ty.clone() });
        let wire = self.push(Op::Extern(position), ty.clone(), ScopeId::CLOSED);
        self.externs.insert(name.clone(), wire);
        wire
    }

    /// tt or ff.
    pub fn boolean(&mut self, value: bool) -> Wire {
        self.push(if value { Op::True } else { Op::False }, Ty::Bool, ScopeId::CLOSED)
    }

    /// A numeral.
    pub fn numeral(&mut self, n: UBig) -> Wire {
        self.push(Op::Numeral(n), Ty::Nat, ScopeId::CLOSED)
    }

    /// A folded matrix.
    pub fn matrix(&mut self, ty: Ty, matrix: Arc<Matrix>) -> Wire {
        self.push(Op::Matrix(matrix), ty, ScopeId::CLOSED)
    }

    /// c₀·a + c₁·b
    pub fn gate(&mut self, condition: Wire, then: Wire, otherwise: Wire) -> Wire {
        let scope = self.innermost([condition, then, otherwise]);
        self.push(Op::Gate { condition, then, otherwise }, self.ty(then).clone(), scope)
    }

    /// succᵏ
    pub fn shift(&mut self, by: UBig, of: Wire) -> Wire {
        let scope = self.innermost([of]);
        self.push(Op::Shift { by, of }, Ty::Nat, scope)
    }

    /// The linear recurrent neuron.
    pub fn recur(&mut self, init: Wire, cell: ScopeId, count: Wire) -> Wire {
        let scope = self.innermost([init, count]);
        self.push(Op::Recur { init, cell, count }, self.ty(init).clone(), scope)
    }

    /// f(a)
    pub fn apply(&mut self, function: Wire, argument: Wire) -> Wire {
        let Ty::Fun(arrow) = self.ty(function) else { unreachable!("BUG: a checked term applies functions only") };
        let ty = arrow.cod.clone();
        let scope = self.innermost([function, argument]);
        self.push(Op::Apply { function, argument }, ty, scope)
    }

    /// A function wire from a finished sub-network.
    pub fn abs(&mut self, body: ScopeId) -> Wire {
        let (param, output) = self.network.ends(body);
        let ty = Ty::fun(self.ty(param).clone(), self.ty(output).clone());
        let scope = self.network.scope(body).parent.expect("BUG: a sub-network stands in another");
        self.push(Op::Abs { body }, ty, scope)
    }

    /// Begins a sub-network with a parameter of the given type, inside of `parent`.
    pub fn open(&mut self, parent: ScopeId, ty: Ty) -> (ScopeId, Wire) {
        let id = ScopeId(self.network.scopes.len() as u32);
        let depth = self.network.scope(parent).depth + 1;
        self.network.scopes.push(Scope { parent: Some(parent), depth, param: None, output: None });
        self.members.push(vec![]);
        let param = self.push(Op::Param, ty, id);
        self.network.scopes[id.index()].param = Some(param);
        (id, param)
    }

    /// Ends a sub-network.
    pub fn close(&mut self, id: ScopeId, output: Wire) {
        self.network.scopes[id.index()].output = Some(output);
    }

    /// The operations of a finished sub-network, with its wires numbered from [`LOCAL`]: sub-networks of the same shape in
    /// the same place are the same. None if there are sub-networks in it that depend on it.
    pub(crate) fn shape(&self, id: ScopeId) -> Option<(ScopeId, Vec<Node>)> {
        let members = &self.members[id.index()];
        let parent = self.network.scope(id).parent?;
        let local = |w: Wire| members.binary_search(&w).map_or(w, |i| Wire(LOCAL + i as u32));
        let mut shape = Vec::with_capacity(members.len() + 1);
        for wire in members {
            let node = self.network.node(*wire);
            if let Op::Abs { .. } = node.op {
                return None;
            }
            shape.push(Node { op: node.op.rewired(local), ty: node.ty.clone(), scope: ScopeId::CLOSED });
        }
        // The result, as the argument of an operation.
        let output = local(self.network.scope(id).output?);
        shape.push(Node { op: Op::Shift { by: UBig::ZERO, of: output }, ty: Ty::Nat, scope: ScopeId::CLOSED });
        Some((parent, shape))
    }

    /// The network with this output.
    pub fn finish(mut self, output: Wire) -> Network {
        self.network.output = output;
        self.network
    }
}
