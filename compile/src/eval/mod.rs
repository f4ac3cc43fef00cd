//! Running a network over any commutative semiring, with functions as values. Nothing is truncated: sequences have the
//! length they have, functions out of N stay functions.
//!
//! Each wire is computed once per activation of its scope, and only if it is needed with a weight that is not zero.
//! Closed wires are computed once for all runs. A map is linear, so where it is used again its columns are enough.

mod combination;
mod error;
mod recur;
mod value;

pub use error::RunError;

use crate::frame::Layout;
use crate::network::{Network, Op, Port, ScopeId, Wire};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{Vector, VectorError, entries, rank};
use cajal_semantics::deep::grow;
use cajal_semantics::mutant;
use cajal_semantics::scalar::Semiring;
use combination::Combination;
use dashu_int::UBig;
use recur::Transition;
use std::collections::HashMap;
use std::sync::Arc;
use value::{Frame, Map, MapKind, Sequence, Value};

/// Applications nested deeper than this are a size limit.
const MAX_NESTING: u32 = 250_000;
/// A map whose argument has at most this many coordinates is known by its columns from its second use on.
const COLUMNS: usize = 16;
/// As many images of other maps are remembered.
const REMEMBERED: usize = 8;

/// How much was computed: what the cost model of spec page 2 speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// A cell was applied to a state.
    pub cell_applications: u64,
    /// Two matrices of state dimension were multiplied.
    pub matrix_products: u64,
    /// A sub-network was entered to apply a function wire.
    pub applications: u64,
}

/// A network with its neurons linked, ready to run.
pub struct Evaluator<'n, R: Semiring> {
    ring: R,
    network: &'n Network,
    layout: Layout,
    /// The activation of [`ScopeId::CLOSED`], the same for all runs.
    closed: Frame<R>,
    externs: Vec<Option<Value<R>>>,
    inputs: Vec<Option<Value<R>>>,
    /// The cells that were written out as matrices.
    transitions: HashMap<ScopeId, Transition<R>>,
    fuel: u64,
    left: u64,
    nesting: u32,
    operations: Operations,
}

impl<'n, R: Semiring> Evaluator<'n, R> {
    /// Prepares a network; a run may take `fuel` cell applications and function applications.
    pub fn new(network: &'n Network, ring: R, fuel: u64) -> Self {
        let layout = Layout::new(network);
        Evaluator {
            ring,
            network,
            closed: Frame::new(ScopeId::CLOSED, None, &layout),
            layout,
            externs: network.externs().iter().map(|_| None).collect(),
            inputs: vec![],
            transitions: HashMap::new(),
            fuel,
            left: fuel,
            nesting: 0,
            operations: Operations::default(),
        }
    }

    /// Gives an extern its neurons.
    ///
    /// # Errors
    /// If there is no such extern, or it is of another type.
    pub fn link(&mut self, name: &str, neurons: &Vector<R::Elem>) -> Result<(), RunError> {
        let position = self.network.externs().iter().position(|p| *p.name == *name);
        let position = position.ok_or_else(|| RunError::UnknownPort { name: name.into() })?;
        self.externs[position] = Some(of_type(&self.network.externs()[position], neurons)?);
        // What was computed with other neurons is forgotten.
        self.closed = Frame::new(ScopeId::CLOSED, None, &self.layout);
        self.transitions.clear();
        Ok(())
    }

    /// The output of the network for these inputs, in the order of [`Network::inputs`]. `horizon`: how many columns an
    /// argument of type N has in the output, if the output is a function with such an argument.
    ///
    /// # Errors
    /// [`RunError`]
    pub fn run(&mut self, inputs: &[Vector<R::Elem>], horizon: Option<usize>) -> Result<Vector<R::Elem>, RunError> {
        let ports = self.network.inputs();
        if let Some(missing) = ports.get(inputs.len()) {
            return Err(RunError::Unlinked { name: missing.name.clone() });
        }
        let values = ports.iter().zip(inputs).map(|(port, v)| of_type(port, v).map(Some));
        self.inputs = values.collect::<Result<_, _>>()?;
        (self.left, self.nesting) = (self.fuel, 0);
        let main = Frame::new(ScopeId::MAIN, Some(self.closed.clone()), &self.layout);
        let output = self.wire(self.network.output(), &main)?;
        self.vector(&output, self.network.ty(), horizon)
    }

    /// The entries of the matrix of a closed function wire, if they are computed within the limits.
    pub(crate) fn function_matrix(&mut self, wire: Wire) -> Option<Vec<u64>>
    where
        R: Semiring<Elem = UBig>,
    {
        let closed = self.closed.clone();
        let f = self.wire(wire, &closed).ok()?;
        let entries = self.coordinates(&f, &self.network.node(wire).ty).ok()?;
        entries.iter().map(|x| u64::try_from(x).ok()).collect()
    }

    /// The entries of the matrix of a cell, if they are computed within the limits.
    pub(crate) fn cell_matrix(&mut self, cell: ScopeId) -> Option<Vec<u64>>
    where
        R: Semiring<Elem = UBig>,
    {
        let ty = &self.network.node(self.network.ends(cell).0).ty;
        let dim = rank(ty, None).ok()?;
        let transition = self.transition(ty, cell, dim).ok()?;
        transition.matrix().iter().map(|x| u64::try_from(x).ok()).collect()
    }

    /// How much was computed so far.
    pub fn operations(&self) -> Operations {
        self.operations
    }

    /// The value of a wire in an activation of its scope, or of one inside of it: one arm per operation.
    fn wire(&mut self, wire: Wire, frame: &Frame<R>) -> Result<Value<R>, RunError> {
        let network = self.network;
        let node = network.node(wire);
        let (frame, slot) = (frame.of(node.scope), self.layout.slot(wire));
        if let Some(known) = frame.get(slot) {
            return Ok(known);
        }
        let value = grow(|| match &node.op {
            Op::Input(i) => linked(&self.inputs, network.inputs(), *i),
            Op::Extern(i) => linked(&self.externs, network.externs(), *i),
            Op::Param => unreachable!("BUG: the parameter of a scope is set when it is entered"),
            Op::True => Ok(Value::Dense([self.ring.one(), self.ring.zero()].into())),
            Op::False => Ok(Value::Dense([self.ring.zero(), self.ring.one()].into())),
            Op::Numeral(n) => Ok(Value::Sequence(Sequence::one_hot(n.clone(), self.ring.one()))),
            Op::Matrix(m) => {
                let entries = m.entries.iter().map(|x| self.ring.of_nat(&UBig::from(*x))).collect();
                Ok(Value::of_coordinates(&node.ty, entries))
            }
            // c₀·a + c₁·b
            Op::Gate { condition, then, otherwise } => {
                let condition = self.wire(*condition, frame)?;
                let mut sum = Combination::zero(&self.ring, &node.ty)?;
                for (weight, branch) in condition.dense().iter().zip([then, otherwise]) {
                    // 0·a = 0: such an a is not computed.
                    if !self.ring.is_zero(weight) {
                        let one = self.ring.one();
                        let weight = if mutant::on("network/gate-weight-forgotten") { &one } else { weight };
                        sum.add(weight, &self.wire(*branch, frame)?);
                    }
                }
                Ok(sum.finish())
            }
            Op::Shift { of, .. } if mutant::on("network/shift-lost") => self.wire(*of, frame),
            Op::Shift { by, of } => Ok(Value::Sequence(self.wire(*of, frame)?.sequence().shifted(by))),
            // Σₜ countₜ·cellᵗ(init)
            Op::Recur { init, cell, count } => {
                let count = self.wire(*count, frame)?;
                let init = self.wire(*init, frame)?;
                self.recur(&node.ty, init, *cell, count.sequence())
            }
            Op::Apply { function, argument } => {
                let function = self.wire(*function, frame)?;
                let argument = self.wire(*argument, frame)?;
                self.apply(function.map(), argument)
            }
            Op::Abs { body } => Ok(Value::Map(Map::new(node.ty.clone(), MapKind::Body(*body, frame.clone())))),
        })?;
        frame.set(slot, value.clone());
        Ok(value)
    }

    /// A sub-network applied to its parameter.
    fn enter(&mut self, scope: ScopeId, around: &Frame<R>, argument: Value<R>) -> Result<Value<R>, RunError> {
        let (param, output) = self.network.ends(scope);
        let frame = Frame::new(scope, Some(around.clone()), &self.layout);
        frame.set(self.layout.slot(param), argument);
        self.wire(output, &frame)
    }

    /// f(v): from its columns where the map is used again.
    fn apply(&mut self, f: &Map<R>, v: Value<R>) -> Result<Value<R>, RunError> {
        if matches!(f.kind(), MapKind::Matrix(_) | MapKind::Columns(_)) {
            return self.image(f, v);
        }
        let uses = {
            let mut images = f.images().borrow_mut();
            images.uses += 1;
            images.uses
        };
        if uses > 1 {
            if let Ok(dim @ ..=COLUMNS) = rank(f.dom(), None) {
                return self.by_columns(f, &v, dim);
            }
            if let Some((_, image)) = f.images().borrow().others.iter().find(|(w, _)| w.evidently_equals(&v)) {
                return Ok(image.clone());
            }
        }
        let image = self.image(f, v.clone())?;
        let mut images = f.images().borrow_mut();
        if images.others.len() < REMEMBERED {
            images.others.push((v, image.clone()));
        }
        drop(images);
        Ok(image)
    }

    /// f(v) = Σⱼ vⱼ·f(eⱼ), each f(eⱼ) computed once.
    fn by_columns(&mut self, f: &Map<R>, v: &Value<R>, dim: usize) -> Result<Value<R>, RunError> {
        let coordinates = self.coordinates(v, f.dom())?;
        let mut sum = Combination::zero(&self.ring, f.cod())?;
        f.images().borrow_mut().columns.resize(dim, None);
        for (j, weight) in coordinates.iter().enumerate() {
            if self.ring.is_zero(weight) {
                continue;
            }
            let known = f.images().borrow().columns[if mutant::on("network/columns-confused") { 0 } else { j }].clone();
            let column = match known {
                Some(column) => column,
                None => {
                    let column = self.image(f, self.basis(f.dom(), dim, j))?;
                    f.images().borrow_mut().columns[j] = Some(column.clone());
                    column
                }
            };
            sum.add(weight, &column);
        }
        Ok(sum.finish())
    }

    /// f(v), computed.
    fn image(&mut self, f: &Map<R>, v: Value<R>) -> Result<Value<R>, RunError> {
        self.spend(1)?;
        self.operations.applications += 1;
        if self.nesting == MAX_NESTING {
            return Err(RunError::TooLarge(format!("the computation is nested more than {MAX_NESTING} deep")));
        }
        self.nesting += 1;
        let image = grow(|| match f.kind() {
            MapKind::Body(scope, around) => self.enter(*scope, around, v),
            MapKind::Sum(terms) => {
                let mut sum = Combination::zero(&self.ring, f.cod())?;
                let cut = if mutant::on("network/map-sum-cut") { 1 } else { terms.len() };
                for (weight, g) in &terms[..cut] {
                    sum.add(weight, &self.apply(g, v.clone())?);
                }
                Ok(sum.finish())
            }
            MapKind::Matrix(matrix) => {
                let v = self.coordinates(&v, f.dom())?;
                Ok(Value::of_coordinates(f.cod(), multiply(&self.ring, matrix, &v).into()))
            }
            MapKind::Columns(data) => self.combine_columns(data, f, &v),
        });
        self.nesting -= 1;
        image
    }

    /// Σⱼ vⱼ · columnⱼ, for data with an N in the type of the argument.
    fn combine_columns(&mut self, data: &Vector<R::Elem>, f: &Map<R>, v: &Value<R>) -> Result<Value<R>, RunError> {
        let horizon = data.horizon();
        let v = self.vector(v, f.dom(), horizon)?;
        let coordinates = v.coordinates(&self.ring.zero(), horizon.unwrap_or(0));
        let coordinates = coordinates.map_err(|needed| RunError::PastHorizon { ty: data.ty.clone(), needed })?;
        let mut sum = Combination::zero(&self.ring, f.cod())?;
        for (j, weight) in coordinates.iter().enumerate() {
            if !self.ring.is_zero(weight) {
                sum.add(weight, &Value::of_vector(&data.column(j)));
            }
        }
        Ok(sum.finish())
    }

    /// The j-th basis vector of a type in which no N occurs.
    fn basis(&self, ty: &Ty, dim: usize, j: usize) -> Value<R> {
        let entry = |i| if i == j { self.ring.one() } else { self.ring.zero() };
        Value::of_coordinates(ty, (0..dim).map(entry).collect())
    }

    /// The coordinates of a value of a type in which no N occurs: of a function, the matrix row by row.
    fn coordinates(&mut self, v: &Value<R>, ty: &Ty) -> Result<Arc<[R::Elem]>, RunError> {
        let f = match v {
            Value::Dense(x) => return Ok(x.clone()),
            Value::Map(f) => f,
            Value::Sequence(_) => unreachable!("BUG: N has no coordinates"),
        };
        if let MapKind::Matrix(entries) = f.kind() {
            return Ok(entries.clone());
        }
        let all = rank(ty, None)?;
        let columns = rank(f.dom(), None)?;
        let mut matrix = vec![self.ring.zero(); all];
        for j in 0..columns {
            let column = self.apply(f, self.basis(f.dom(), columns, j))?;
            let column = grow(|| self.coordinates(&column, f.cod()))?;
            for (i, x) in column.iter().enumerate() {
                matrix[i * columns + j] = x.clone();
            }
        }
        Ok(matrix.into())
    }

    /// A value as data.
    fn vector(&mut self, v: &Value<R>, ty: &Ty, horizon: Option<usize>) -> Result<Vector<R::Elem>, RunError> {
        grow(|| match v {
            Value::Dense(x) => Ok(Vector::row(ty, x.iter().map(|x| vec![x.clone()]).collect())),
            Value::Sequence(w) => Ok(Vector::sequence(w.iter().map(|(n, x)| (n, vec![x.clone()])).collect())),
            Value::Map(f) => {
                let arguments = ty.uncurry().0.into_iter().map(|a| rank(a, horizon)).collect::<Result<Vec<_>, _>>()?;
                entries(ty, &arguments)?;
                match f.kind() {
                    MapKind::Columns(data) if data.arguments == arguments => return Ok(data.clone()),
                    MapKind::Matrix(x) => return Ok(Vector::from_coordinates(&self.ring, ty, None, x)?),
                    MapKind::Columns(_) | MapKind::Body(..) | MapKind::Sum(_) => {}
                }
                let mut columns = Vec::with_capacity(arguments[0]);
                for j in 0..arguments[0] {
                    let basis = Vector::basis(&self.ring, f.dom(), horizon, j)?;
                    let column = self.apply(f, Value::of_vector(&basis))?;
                    columns.push(self.vector(&column, f.cod(), horizon)?);
                }
                Ok(Vector::from_columns(ty.clone(), &self.ring.zero(), &columns))
            }
        })
    }

    /// Pays for cell applications and function applications.
    fn spend(&mut self, n: u64) -> Result<(), RunError> {
        self.left = self.left.checked_sub(n).ok_or(RunError::OutOfFuel { fuel: self.fuel })?;
        Ok(())
    }
}

/// Data for a port, if they are of its type.
fn of_type<R: Semiring>(port: &Port, v: &Vector<R::Elem>) -> Result<Value<R>, RunError> {
    if port.ty == v.ty {
        return Ok(Value::of_vector(v));
    }
    let (expected, found) = (format!("data of type {} for `{}`", port.ty, port.name), format!("type {}", v.ty));
    Err(VectorError::Shape { ty: port.ty.clone(), expected, found }.into())
}

fn linked<R: Semiring>(values: &[Option<Value<R>>], ports: &[Port], i: usize) -> Result<Value<R>, RunError> {
    values[i].clone().ok_or_else(|| RunError::Unlinked { name: ports[i].name.clone() })
}

/// The product of a matrix, row by row, and a vector. Products with a zero of the vector are left out.
fn multiply<R: Semiring>(ring: &R, matrix: &[R::Elem], v: &[R::Elem]) -> Vec<R::Elem> {
    let occupied: Vec<(usize, &R::Elem)> = v.iter().enumerate().filter(|(_, x)| !ring.is_zero(x)).collect();
    let dot = |row: &[R::Elem]| occupied.iter().fold(ring.zero(), |sum, (j, x)| ring.add(&sum, &ring.mul(&row[*j], x)));
    matrix.chunks(v.len().max(1)).map(dot).collect()
}
