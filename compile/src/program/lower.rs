//! From a network to a program: every wire gets a place, every operation a step, in the block of its scope.

use super::plan::{Choice, Method, Recurrence};
use super::{BlockId, Cell, Part, Place, Program, Step};
use crate::network::{Network, Node, Op, ScopeId, Wire};
use cajal_semantics::cajal::types::{Dim, Ty};
use cajal_semantics::deep::grow;
use dashu_int::UBig;
use std::collections::HashMap;

/// The most numbers in the closed part, and the most rows in the part for samples.
const MAX_ROWS: usize = 1 << 26;
/// A numeral that is not a count is written out as a sequence up to this length.
const MAX_NUMERAL: usize = 1 << 16;

/// For what a program is lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Coordinates of each input: of a sequence, its length.
    pub(crate) inputs: Vec<usize>,
    /// Coordinates of each extern.
    pub(crate) externs: Vec<usize>,
    /// Are all states kept, for gradients?
    pub(crate) gradients: bool,
    /// How many samples will be run for one linking, about.
    pub(crate) samples: usize,
}

/// Why a network is not lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotLowered(pub(crate) String);

/// Lowers a network.
pub(crate) fn lower(network: &Network, shape: &Shape) -> Result<Program, NotLowered> {
    let mut lowering = Lowering {
        network,
        shape,
        linked: network.linked(),
        places: vec![None; network.nodes().len()],
        blocks_of: HashMap::from([(ScopeId::CLOSED, BlockId::CLOSED), (ScopeId::MAIN, BlockId::MAIN)]),
        costs: vec![0, 0],
        program: Program {
            blocks: vec![vec![], vec![]],
            closed: 0,
            rows: 0,
            inputs: vec![None; network.inputs().len()],
            externs: vec![None; network.externs().len()],
            output: Place { part: Part::Closed, start: 0, rows: 0 },
            choices: vec![],
            cost: 0,
        },
    };
    lowering.program.output = lowering.wire(network.output())?;
    lowering.program.cost = lowering.costs[BlockId::MAIN.0];
    Ok(lowering.program)
}

struct Lowering<'a> {
    network: &'a Network,
    shape: &'a Shape,
    /// Which wires and which scopes depend on externs.
    linked: (Vec<bool>, Vec<bool>),
    places: Vec<Option<Place>>,
    blocks_of: HashMap<ScopeId, BlockId>,
    /// Multiply-adds of each block.
    costs: Vec<u64>,
    program: Program,
}

impl Lowering<'_> {
    /// The place of a wire; the steps that fill it are in the block of its scope.
    fn wire(&mut self, wire: Wire) -> Result<Place, NotLowered> {
        if let Some(place) = self.places[wire.index()] {
            return Ok(place);
        }
        let place = grow(|| self.operation(wire))?;
        self.places[wire.index()] = Some(place);
        Ok(place)
    }

    fn operation(&mut self, wire: Wire) -> Result<Place, NotLowered> {
        let network = self.network;
        let node = network.node(wire);
        let scope = node.scope;
        match &node.op {
            Op::Input(i) => {
                let place = self.place(scope, self.shape.inputs[*i])?;
                self.program.inputs[*i] = Some(place);
                Ok(place)
            }
            Op::Extern(i) => {
                let place = self.place(scope, self.shape.externs[*i])?;
                self.program.externs[*i] = Some(place);
                Ok(place)
            }
            Op::Param => unreachable!("BUG: the parameter of a scope has its place when it is entered"),
            Op::True => self.one_hot(scope, 2, 0),
            Op::False => self.one_hot(scope, 2, 1),
            Op::Numeral(n) => {
                let n = usize::try_from(n).ok().filter(|n| *n < MAX_NUMERAL);
                let n = n.ok_or_else(|| NotLowered("a large numeral is used as a sequence".into()))?;
                self.one_hot(scope, n + 1, n)
            }
            Op::Matrix(m) => {
                let to = self.place(scope, m.entries.len())?;
                Ok(self.push(scope, Step::Constant { to, entries: m.entries.clone() }, 0, to))
            }
            Op::Gate { condition, then, otherwise } => {
                let (condition, then) = (self.wire(*condition)?, self.wire(*then)?);
                let otherwise = self.wire(*otherwise)?;
                let to = self.place(scope, then.rows.max(otherwise.rows))?;
                let cost = then.rows + otherwise.rows;
                Ok(self.push(scope, Step::Gate { condition, then, otherwise, to }, cost as u64, to))
            }
            Op::Shift { by, of } => {
                let of = self.wire(*of)?;
                let by = usize::try_from(by).ok().filter(|by| *by < MAX_NUMERAL);
                let by = by.ok_or_else(|| NotLowered("a sequence is shifted very far".into()))?;
                let to = self.place(scope, of.rows + by)?;
                Ok(self.push(scope, Step::Shift { by, of, to }, 0, to))
            }
            Op::Recur { init, cell, count } => self.recur(wire, node, *init, *cell, *count),
            Op::Apply { function, argument } => {
                if let Ty::Fun(arrow) = &network.node(*function).ty
                    && !arrow.dom.is_nat_free()
                {
                    return Err(NotLowered("a function of sequences is applied".into()));
                }
                let linked = self.linked.0[function.index()];
                let (function, argument) = (self.wire(*function)?, self.wire(*argument)?);
                let to = self.place(scope, function.rows / argument.rows.max(1))?;
                let step = Step::Apply { function, argument, linked, to };
                Ok(self.push(scope, step, function.rows as u64, to))
            }
            Op::Abs { body } => {
                let (block, param, output) = self.sub_network(*body)?;
                let columns = param.rows;
                let to = self.place(scope, output.rows.saturating_mul(columns))?;
                let cost = self.costs[block.0].saturating_mul(columns as u64);
                Ok(self.push(scope, Step::Abs { block, param, output, columns, to }, cost, to))
            }
        }
    }

    fn recur(&mut self, wire: Wire, node: &Node, init: Wire, cell: ScopeId, count: Wire) -> Result<Place, NotLowered> {
        let (network, scope) = (self.network, node.scope);
        if !node.ty.is_nat_free() {
            let by = network.shift_of(cell).filter(|_| node.ty == Ty::Nat).and_then(|by| usize::try_from(by).ok());
            let by = by.ok_or_else(|| NotLowered(format!("a recurrence has a state of type {}", node.ty)))?;
            let (init, weights) = (self.wire(init)?, self.wire(count)?);
            let rows = by.checked_mul(weights.rows.saturating_sub(1)).and_then(|n| n.checked_add(init.rows));
            let to = self.place(scope, rows.unwrap_or(usize::MAX))?;
            let cost = init.rows as u64 * weights.rows as u64;
            self.choose(wire, Method::Convolution, false, init.rows, weights.rows.to_string(), cost);
            return Ok(self.push(scope, Step::Convolution { init, weights, by, to }, cost, to));
        }
        let init = self.wire(init)?;
        let dim = init.rows;
        let numeral = if let Op::Numeral(n) = &network.node(count).op { Some(n.clone()) } else { None };
        let weights = if numeral.is_none() { Some(self.wire(count)?) } else { None };
        let (cell_now, cost) = self.cell(cell)?;
        let matrix = matches!(cell_now, Cell::Matrix { .. });
        let differentiated = self.shape.gradients && self.linked.1[cell.index()];
        let recurrence = Recurrence {
            dim,
            cell: cost,
            matrix,
            may_fold: !differentiated,
            may_block: !differentiated,
            samples: self.shape.samples.max(1) as u64,
        };
        let (method, folded, each) = match (&numeral, &weights) {
            (Some(n), _) => recurrence.one_hot(n),
            (None, Some(w)) => recurrence.dense(w.rows),
            (None, None) => unreachable!("BUG: a count is a numeral or a wire"),
        };
        let method = match method {
            // Gradients are taken through Horner's rule.
            Method::Blocked { .. } if self.shape.gradients => Method::Horner,
            other => other,
        };
        let cell = if folded { self.folded(cell_now, dim)? } else { cell_now };
        let shown = numeral.as_ref().map_or_else(|| weights.map_or(0, |w| w.rows).to_string(), |n| format!("δ at {n}"));
        self.choose(wire, method.clone(), folded, dim, shown, each);
        self.steps_of(scope, method, cell, init, dim, weights, numeral.as_ref(), each)
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one recurrence")]
    fn steps_of(
        &mut self,
        scope: ScopeId,
        method: Method,
        cell: Cell,
        init: Place,
        dim: usize,
        weights: Option<Place>,
        numeral: Option<&UBig>,
        cost: u64,
    ) -> Result<Place, NotLowered> {
        let kept = |steps: usize| if self.shape.gradients { steps } else { steps.min(2) };
        match (method, weights, numeral, cell) {
            (Method::Horner, Some(weights), _, cell) => {
                let states = self.place(scope, kept(weights.rows).max(1).saturating_mul(dim))?;
                let to = Place { rows: dim, ..states };
                Ok(self.push(scope, Step::Horner { init, weights, cell, states, to }, cost, to))
            }
            (Method::Blocked { block }, Some(weights), _, Cell::Matrix { matrix, .. }) => {
                let power = self.power(matrix, dim, &UBig::from(block))?;
                let states = self.place(scope, (block + 2) * dim)?;
                let to = Place { rows: dim, ..states };
                Ok(self.push(scope, Step::Blocked { init, weights, matrix, power, block, states, to }, cost, to))
            }
            (Method::Power, _, Some(n), Cell::Matrix { matrix, .. }) => {
                let function = self.power(matrix, dim, n)?;
                let to = self.place(scope, dim)?;
                Ok(self.push(scope, Step::Apply { function, argument: init, linked: false, to }, cost, to))
            }
            (Method::Repeat, _, Some(n), cell) => {
                let times = usize::try_from(n).ok().filter(|n| *n < 1 << 32);
                let times = times.ok_or_else(|| NotLowered("a cell is applied very often".into()))?;
                let states = self.place(scope, kept(times + 1).saturating_mul(dim))?;
                let last = if self.shape.gradients { times } else { times % 2 };
                let to = Place { start: states.start + last * dim, rows: dim, ..states };
                Ok(self.push(scope, Step::Repeat { init, times, cell, states, to }, cost, to))
            }
            _ => unreachable!("BUG: a method that the plan does not offer here"),
        }
    }

    /// A power of a closed matrix.
    fn power(&mut self, of: Place, dim: usize, exponent: &UBig) -> Result<Place, NotLowered> {
        let scratch = self.place(ScopeId::CLOSED, 2 * dim * dim)?;
        let to = self.place(ScopeId::CLOSED, dim * dim)?;
        let step = Step::Power { of, dim, exponent: exponent.clone(), scratch, to };
        Ok(self.push(ScopeId::CLOSED, step, 0, to))
    }

    /// The matrix of a cell.
    fn folded(&mut self, cell: Cell, dim: usize) -> Result<Cell, NotLowered> {
        match cell {
            Cell::Matrix { .. } => Ok(cell),
            Cell::Block { block, param, output } => {
                let to = self.place(ScopeId::CLOSED, dim * dim)?;
                let step = Step::CellMatrix { block, param, output, dim, to };
                Ok(Cell::Matrix { matrix: self.push(ScopeId::CLOSED, step, 0, to), linked: false })
            }
        }
    }

    /// A cell, and the multiply-adds of applying it.
    fn cell(&mut self, id: ScopeId) -> Result<(Cell, u64), NotLowered> {
        let (param, output) = self.network.ends(id);
        if let Op::Apply { function, argument } = self.network.node(output).op
            && argument == param
            && self.network.node(function).scope == ScopeId::CLOSED
        {
            let linked = self.linked.0[function.index()];
            let matrix = self.wire(function)?;
            return Ok((Cell::Matrix { matrix, linked }, matrix.rows as u64));
        }
        let (block, param, output) = self.sub_network(id)?;
        Ok((Cell::Block { block, param, output }, self.costs[block.0]))
    }

    /// The block of a sub-network, and the places of its ends. The parameter has a place of its own for each.
    fn sub_network(&mut self, id: ScopeId) -> Result<(BlockId, Place, Place), NotLowered> {
        let (param, output) = self.network.ends(id);
        let block = match self.blocks_of.get(&id) {
            Some(known) => *known,
            None => {
                let block = BlockId(self.program.blocks.len());
                self.program.blocks.push(vec![]);
                self.costs.push(0);
                self.blocks_of.insert(id, block);
                let rows = match self.network.node(param).ty.dim() {
                    Dim::Finite(n) => usize::try_from(n).unwrap_or(usize::MAX),
                    Dim::Huge => usize::MAX,
                    Dim::Infinite => return Err(NotLowered("a function of sequences is built".into())),
                };
                self.places[param.index()] = Some(self.place(id, rows)?);
                block
            }
        };
        let param = self.places[param.index()].expect("BUG: the place was just given");
        Ok((block, param, self.wire(output)?))
    }

    fn one_hot(&mut self, scope: ScopeId, rows: usize, row: usize) -> Result<Place, NotLowered> {
        let to = self.place(scope, rows)?;
        Ok(self.push(scope, Step::OneHot { to, row }, 0, to))
    }

    /// A new place in the part of a scope.
    fn place(&mut self, scope: ScopeId, rows: usize) -> Result<Place, NotLowered> {
        let (part, end) = if scope == ScopeId::CLOSED {
            (Part::Closed, &mut self.program.closed)
        } else {
            (Part::Samples, &mut self.program.rows)
        };
        let start = *end;
        *end = start
            .checked_add(rows)
            .filter(|n| *n <= MAX_ROWS)
            .ok_or_else(|| NotLowered(format!("it would take more than {MAX_ROWS} numbers")))?;
        Ok(Place { part, start, rows })
    }

    fn push(&mut self, scope: ScopeId, step: Step, cost: u64, to: Place) -> Place {
        let block = self.blocks_of[&scope];
        self.program.blocks[block.0].push(step);
        self.costs[block.0] = self.costs[block.0].saturating_add(cost);
        to
    }

    fn choose(&mut self, wire: Wire, method: Method, folded: bool, dim: usize, count: String, multiply_adds: u64) {
        self.program.choices.push(Choice { wire: wire.0, method, folded, dim, count, multiply_adds });
    }
}
