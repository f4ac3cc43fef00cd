//! State-space form: a term whose iterations all run at types without N denotes, in its counts, a rational series
//! n ↦ C·Mⁿ·B (spec pages 2 and 4). With several counts there is one matrix for each, and they commute.
//!
//! The realisation is a symbolic evaluation: a count x stands for the one-hot sequence δₓ at an unknown x, so that
//! ⟦iter{e1 | y ↪ e2}(x)⟧ = ⟦e2⟧ˣ⟦e1⟧ is a [`Form`] with x for a letter. Everything else follows the denotation clause by
//! clause. Exact over ℚ.

mod form;
pub mod matrix;
pub mod series;

pub use form::{Form, Input};

use cajal_semantics::cajal::syntax::Name;
use cajal_semantics::cajal::types::{Dim, FunTy, Ty};
use cajal_semantics::cajal::typing::{Bound, Checked, Typed, TypedKind};
use cajal_semantics::cajal::vector::{VectorError, rank};
use cajal_semantics::deep::{Deep, grow};
use cajal_semantics::source::Span;
use dashu_int::UBig;
use dashu_ratio::RBig;
use matrix::Matrix;
use std::collections::HashMap;

/// More states or coordinates than this are a size limit: exact elimination takes the cube of it.
const MAX_RANK: usize = 1 << 10;
/// Maps of a rank up to this are written as matrices where they are bound to a name.
const SHARED_RANK: u64 = 64;
/// More applications than this are a size limit.
const MAX_APPLICATIONS: usize = 1 << 20;
/// Exact entries longer than this, in bits, are a size limit (a power of a matrix with a constant exponent).
const MAX_BITS: usize = 1 << 20;

/// The state-space form of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Realisation {
    /// The inputs: those of the file, then the arguments of a main term (or definition) of function type. Forms refer to
    /// them by their place in this list.
    pub inputs: Vec<Bound>,
    /// The type of the result.
    pub result: Ty,
    /// The result: one part, except at a result of type N.
    pub parts: Vec<Part>,
}

/// A summand of the result: the form itself; or, at a result of type N, form · δ(input + shift), a single coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The coordinates.
    pub form: Form,
    /// Where the one-hot sequence stands; none if the result is not of type N.
    pub position: Option<Position>,
}

/// An index in ℕ: a count plus a constant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The count; none for a constant.
    pub count: Option<Input>,
    /// What is added.
    pub shift: UBig,
}

/// Why a program has no state-space form here.
#[derive(Clone, Debug, PartialEq)]
pub enum Unrealisable {
    /// An iteration runs at a type that contains N.
    IterationAtNat(Span, Ty),
    /// An argument is a function of or to N.
    HigherOrderCount(Name, Ty),
    /// No weights are given for an extern.
    Extern(Span, Name),
    /// It would be too large.
    Size(String),
}

impl From<VectorError> for Unrealisable {
    fn from(error: VectorError) -> Self {
        Unrealisable::Size(error.to_string())
    }
}

impl std::fmt::Display for Unrealisable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unrealisable::IterationAtNat(_, ty) => write!(f, "an iteration runs at type {ty}, which contains N"),
            Unrealisable::HigherOrderCount(name, ty) => {
                write!(f, "the input {name} of type {ty} is a function with an N")
            }
            Unrealisable::Extern(_, name) => write!(f, "no weights are given for the extern {name}"),
            Unrealisable::Size(message) => f.write_str(message),
        }
    }
}

/// Weights of externs: their coordinates, by name.
pub type Weights = HashMap<Name, Vec<RBig>>;

/// The state-space form of a term of a program, of least dimension.
///
/// # Errors
/// [`Unrealisable`]
pub fn realise(checked: &Checked, main: &Typed, weights: &Weights) -> Result<Realisation, Unrealisable> {
    Realiser::new(true, weights).program(checked, main)
}

/// The state-space form as the clauses build it, without minimisation.
///
/// # Errors
/// [`Unrealisable`]
pub fn realise_directly(checked: &Checked, main: &Typed, weights: &Weights) -> Result<Realisation, Unrealisable> {
    Realiser::new(false, weights).program(checked, main)
}

/// The inputs of a term: those of the file that it has in its context, then its arguments, called as its λs call them.
pub fn inputs(checked: &Checked, main: &Typed) -> Vec<Bound> {
    let mut inputs = if main.open() == 0 { vec![] } else { checked.inputs.clone() };
    let mut rest = main;
    for ty in main.ty().uncurry().0 {
        let mut name: Name = format!("x{}", inputs.len() + 1).into();
        if let TypedKind::Lam(x, body) = rest.kind() {
            rest = body;
            if inputs.iter().all(|input| input.name != x.name) {
                name = x.name.clone();
            }
        }
        inputs.push(Bound { name, ty: ty.clone() });
    }
    inputs
}

/// The elements of the variables in scope, innermost last.
type Env = Vec<Element>;

/// An element of ⟦τ⟧ that depends on the inputs.
#[derive(Clone)]
enum Element {
    /// At a type without N.
    Finite(Form),
    /// Σ form·δ(position), each position once.
    Count(Vec<(Position, Form)>),
    /// Σ form·(v ↦ ⟦e⟧(s, x↦v)): a map that was not written as a matrix (yet).
    Map(Vec<(Form, Deep<Closure>)>),
}

struct Closure {
    body: Typed,
    env: Env,
}

struct Realiser<'a> {
    minimise: bool,
    weights: &'a Weights,
    /// The number of the next input.
    next: usize,
    globals: HashMap<usize, Element>,
    applications: usize,
}

impl Realiser<'_> {
    fn new(minimise: bool, weights: &Weights) -> Realiser<'_> {
        Realiser { minimise, weights, next: 0, globals: HashMap::new(), applications: 0 }
    }

    /// The whole program, applied to all its arguments.
    fn program(mut self, checked: &Checked, main: &Typed) -> Result<Realisation, Unrealisable> {
        let inputs = inputs(checked, main);
        let context = if main.open() == 0 { 0 } else { checked.inputs.len() };
        let mut elements = inputs.iter().map(|x| self.input(x)).collect::<Result<Env, _>>()?;
        let arguments = elements.split_off(context);
        let mut element = self.element(main, &elements)?;
        let mut ty = main.ty();
        for argument in arguments {
            let Ty::Fun(arrow) = ty else { unreachable!("BUG: there is an input for every argument of the type") };
            element = self.apply(element, argument, arrow)?;
            ty = &arrow.cod;
        }
        let parts = match element {
            Element::Finite(form) => vec![Part { form: self.tidy(form), position: None }],
            Element::Count(atoms) => {
                let part = |(position, form)| Part { form: self.tidy(form), position: Some(position) };
                atoms.into_iter().map(part).collect()
            }
            Element::Map(_) => unreachable!("BUG: a result that is not of function type is a map"),
        };
        Ok(Realisation { inputs, result: ty.clone(), parts })
    }

    /// A form with fewer states, if that is wanted.
    fn tidy(&self, form: Form) -> Form {
        if self.minimise { form.minimised() } else { form }
    }

    fn fresh(&mut self) -> Input {
        self.next += 1;
        Input(self.next - 1)
    }

    /// The unknown element that an input is.
    fn input(&mut self, x: &Bound) -> Result<Element, Unrealisable> {
        let input = self.fresh();
        match &x.ty {
            Ty::Nat => {
                let position = Position { count: Some(input), shift: UBig::ZERO };
                Ok(Element::Count(vec![(position, scalar(RBig::ONE))]))
            }
            ty if ty.is_nat_free() => Ok(Element::Finite(Form::input(input, small_rank(ty)?))),
            ty => Err(Unrealisable::HigherOrderCount(x.name.clone(), ty.clone())),
        }
    }

    /// ⟦e⟧(s): one arm per equation of the denotation.
    fn element(&mut self, e: &Typed, s: &Env) -> Result<Element, Unrealisable> {
        grow(|| match e.kind() {
            TypedKind::Var(i) => Ok(s[s.len() - 1 - i.0 as usize].clone()),
            TypedKind::Glob(g) => match &g.body {
                None => match self.weights.get(&g.name) {
                    Some(weights) => Ok(Element::Finite(Form::constant(weights.clone()))),
                    None => Err(Unrealisable::Extern(e.span(), g.name.clone())),
                },
                Some(body) => {
                    if let Some(known) = self.globals.get(&g.address()) {
                        return Ok(known.clone());
                    }
                    let element = self.element(body, &vec![])?;
                    let element = self.shared(element, e.ty())?;
                    self.globals.insert(g.address(), element.clone());
                    Ok(element)
                }
            },
            TypedKind::True => Ok(Element::Finite(Form::constant(vec![RBig::ONE, RBig::ZERO]))),
            TypedKind::False => Ok(Element::Finite(Form::constant(vec![RBig::ZERO, RBig::ONE]))),
            TypedKind::Num(n) => {
                Ok(Element::Count(vec![(Position { count: None, shift: n.clone() }, scalar(RBig::ONE))]))
            }
            TypedKind::Succ(e) => {
                let mut atoms = self.count(e, s)?;
                atoms.iter_mut().for_each(|(position, _)| position.shift += UBig::ONE);
                Ok(Element::Count(atoms))
            }
            TypedKind::Lam(_, body) => {
                let closure = Closure { body: body.clone(), env: s.clone() };
                Ok(Element::Map(vec![(scalar(RBig::ONE), Deep::new(closure))]))
            }
            TypedKind::App(e1, e2) => {
                let f = self.element(e1, s)?;
                let v = self.element(e2, s)?;
                let v = self.shared(v, e2.ty())?;
                let Ty::Fun(arrow) = e1.ty() else { unreachable!("BUG: a function is not of function type") };
                self.apply(f, v, arrow)
            }
            TypedKind::If(e1, e2, e3) => {
                let condition = self.finite(e1, s)?;
                let (then, otherwise) = (self.element(e2, s)?, self.element(e3, s)?);
                let then = self.scaled(&condition.coordinates([0]), then)?;
                let otherwise = self.scaled(&condition.coordinates([1]), otherwise)?;
                self.sum(vec![then, otherwise], e.ty())
            }
            TypedKind::Iter { base, var, step, count } => {
                if !var.ty.is_nat_free() {
                    return Err(Unrealisable::IterationAtNat(e.span(), var.ty.clone()));
                }
                let base = self.finite(base, s)?;
                let matrix = self.matrix(step, &var.ty)?;
                let atoms = self.count(count, s)?;
                let term = |(position, weight): (Position, Form)| {
                    let shifted = base.map(&power(&matrix, &position.shift)?);
                    let iterated = match position.count {
                        Some(n) => self.tidy(shifted.iterated(&matrix, n)),
                        None => shifted,
                    };
                    self.scaled(&weight, Element::Finite(iterated))
                };
                let terms = atoms.into_iter().map(term).collect::<Result<Vec<_>, _>>()?;
                self.sum(terms, &var.ty)
            }
        })
    }

    /// ⟦e⟧(s) for e : N
    fn count(&mut self, e: &Typed, s: &Env) -> Result<Vec<(Position, Form)>, Unrealisable> {
        match self.element(e, s)? {
            Element::Count(atoms) => Ok(atoms),
            Element::Finite(_) | Element::Map(_) => {
                unreachable!("BUG: soundness of types fails: a number is no sequence")
            }
        }
    }

    /// ⟦e⟧(s) at a type without N, in coordinates.
    fn finite(&mut self, e: &Typed, s: &Env) -> Result<Form, Unrealisable> {
        let element = self.element(e, s)?;
        self.coordinates(element, e.ty())
    }

    /// The matrix of a step y:τ ⊢ e : τ.
    fn matrix(&mut self, step: &Typed, ty: &Ty) -> Result<Matrix, Unrealisable> {
        let rank = small_rank(ty)?;
        let y = self.fresh();
        let form = self.finite(step, &vec![Element::Finite(Form::input(y, rank))])?;
        assert!(form.letters.is_empty(), "BUG: the step of an iteration is not closed");
        Ok(form.series.value(&[]))
    }

    /// An element at a type without N in coordinates: a map is applied to an unknown argument, which is then abstracted.
    fn coordinates(&mut self, element: Element, ty: &Ty) -> Result<Form, Unrealisable> {
        match (element, ty) {
            (Element::Finite(form), _) => Ok(form),
            (map @ Element::Map(_), Ty::Fun(arrow)) => {
                let x = self.fresh();
                let argument = Element::Finite(Form::input(x, small_rank(&arrow.dom)?));
                small_rank(ty)?;
                let image = self.apply(map, argument, arrow)?;
                let image = self.coordinates(image, &arrow.cod)?;
                Ok(self.tidy(image.abstracted(x)))
            }
            (Element::Map(_) | Element::Count(_), _) => unreachable!("BUG: coordinates at a type that contains N"),
        }
    }

    /// A map that may be applied in several places is written as a matrix first, if that is small.
    fn shared(&mut self, element: Element, ty: &Ty) -> Result<Element, Unrealisable> {
        match ty.dim() {
            Dim::Finite(n) if n <= SHARED_RANK => Ok(Element::Finite(self.coordinates(element, ty)?)),
            Dim::Finite(_) | Dim::Huge | Dim::Infinite => Ok(element),
        }
    }

    /// f(v) for f in ⟦τ ⊸ σ⟧
    fn apply(&mut self, f: Element, v: Element, arrow: &FunTy) -> Result<Element, Unrealisable> {
        self.applications += 1;
        if self.applications > MAX_APPLICATIONS {
            return Err(Unrealisable::Size(format!("more than {MAX_APPLICATIONS} symbolic applications")));
        }
        grow(|| match f {
            Element::Finite(f) => {
                let v = self.coordinates(v, &arrow.dom)?;
                let (dom, cod) = (v.rank(), f.rank() / v.rank());
                within(f.series.dimension() * v.series.dimension())?;
                // Row (i, j, j') of f ⊗ v: the coordinate i of the image sums those with j = j'.
                let product = f.tensor(&v);
                let diagonal = |i: usize| (0..dom).map(move |j| (i * dom + j) * dom + j);
                let rows = (0..cod).map(|i| {
                    let sum = product.coordinates(diagonal(i)).series.output;
                    sum.combination(&vec![RBig::ONE; dom])
                });
                let output = Matrix::from_rows(product.series.dimension(), rows);
                let series = series::Series { output, ..product.series.clone() };
                Ok(Element::Finite(self.tidy(Form { series, ..product })))
            }
            Element::Map(terms) => {
                let terms = terms.into_iter().map(|(weight, closure)| {
                    let mut s = closure.env.clone();
                    s.push(v.clone());
                    let image = self.element(&closure.body, &s)?;
                    self.scaled(&weight, image)
                });
                let terms = terms.collect::<Result<Vec<_>, _>>()?;
                self.sum(terms, &arrow.cod)
            }
            Element::Count(_) => unreachable!("BUG: soundness of types fails: a number is applied"),
        })
    }

    /// A sum of one or more elements of ⟦τ⟧.
    fn sum(&mut self, mut terms: Vec<Element>, ty: &Ty) -> Result<Element, Unrealisable> {
        if terms.len() == 1 {
            return Ok(terms.remove(0));
        }
        if terms.iter().all(|t| matches!(t, Element::Map(_))) {
            let terms = terms.into_iter().flat_map(|t| match t {
                Element::Map(terms) => terms,
                Element::Finite(_) | Element::Count(_) => vec![],
            });
            return Ok(Element::Map(terms.collect()));
        }
        let mut atoms: Vec<(Position, Form)> = Vec::new();
        let mut finite: Option<Form> = None;
        for term in terms {
            match term {
                Element::Count(more) => {
                    for (position, form) in more {
                        match atoms.iter_mut().find(|(p, _)| *p == position) {
                            Some((_, sum)) => *sum = self.tidy(sum.plus(&form)),
                            None => atoms.push((position, form)),
                        }
                    }
                }
                term @ (Element::Finite(_) | Element::Map(_)) => {
                    let form = self.coordinates(term, ty)?;
                    finite = Some(match finite {
                        Some(sum) => {
                            within(sum.series.dimension() + form.series.dimension())?;
                            self.tidy(sum.plus(&form))
                        }
                        None => form,
                    });
                }
            }
        }
        match finite {
            Some(form) => Ok(Element::Finite(form)),
            None => {
                atoms.sort_by(|(a, _), (b, _)| a.cmp(b));
                Ok(Element::Count(atoms))
            }
        }
    }

    /// α·v, for α a form with one coordinate.
    fn scaled(&self, alpha: &Form, v: Element) -> Result<Element, Unrealisable> {
        let times = |form: &Form| {
            within(alpha.series.dimension() * form.series.dimension())?;
            Ok::<_, Unrealisable>(self.tidy(alpha.tensor(form)))
        };
        Ok(match v {
            Element::Finite(form) => Element::Finite(times(&form)?),
            Element::Count(atoms) => Element::Count(
                atoms.into_iter().map(|(p, form)| times(&form).map(|form| (p, form))).collect::<Result<_, _>>()?,
            ),
            Element::Map(terms) => Element::Map(
                terms.into_iter().map(|(form, f)| times(&form).map(|form| (form, f))).collect::<Result<_, _>>()?,
            ),
        })
    }
}

fn scalar(x: RBig) -> Form {
    Form::constant(vec![x])
}

/// Mᵏ by repeated squaring.
fn power(m: &Matrix, k: &UBig) -> Result<Matrix, Unrealisable> {
    use dashu_int::ops::BitTest;
    let mut power = Matrix::identity(m.rows());
    for bit in (0..k.bit_len()).rev() {
        power = power.times(&power).expect("BUG: a power of a square matrix is square");
        if k.bit(bit) {
            power = power.times(m).expect("BUG: a power of a square matrix is square");
        }
        if power.bits() > MAX_BITS {
            return Err(Unrealisable::Size(format!(
                "a matrix to the power {k} has entries of more than {MAX_BITS} bits"
            )));
        }
    }
    Ok(power)
}

/// The rank of a type without N, if exact elimination can deal with it.
fn small_rank(ty: &Ty) -> Result<usize, Unrealisable> {
    within(rank(ty, None)?)
}

fn within(states: usize) -> Result<usize, Unrealisable> {
    if states <= MAX_RANK {
        Ok(states)
    } else {
        Err(Unrealisable::Size(format!("{states} states or coordinates are more than the limit of {MAX_RANK}")))
    }
}
