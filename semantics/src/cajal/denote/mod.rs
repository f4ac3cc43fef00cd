//! The denotation: types are free R-semimodules, terms are R-multilinear maps (spec page 1, "Denotation"; the paper's
//! ⟦·⟧). Generic in the semiring; nothing is truncated.
//!
//! Elements of ⟦τ ⊸ σ⟧ are maps, applied by evaluating the body as the equations say; they are written out as matrices
//! only when somebody asks for a [`Vector`].

mod element;

pub use element::{Element, Env, Map};

use super::syntax::Name;
use super::types::Ty;
use super::typing::{Global, Typed, TypedKind};
use super::vector::{Sparse, Vector, VectorError, entries, rank};
use crate::deep::{Deep, grow};
use crate::diagnostic::Diagnostic;
use crate::mutant;
use crate::scalar::Semiring;
use crate::source::Span;
use dashu_int::UBig;
use element::{Combination, MapKind};
use std::collections::HashMap;

/// Applications nested deeper than this are a size limit.
const MAX_NESTING: u32 = 1_000_000;

/// Why a meaning was not computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Undefined {
    /// More rounds and applications than allowed.
    OutOfFuel {
        /// How many were allowed.
        fuel: u64,
    },
    /// The computation is nested too deeply.
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// An extern that no weights were given for.
    Unlinked {
        /// The extern.
        name: Name,
        /// Where it is used.
        span: Span,
    },
    /// A given matrix has fewer columns than the argument needs: nothing is cut off.
    PastHorizon {
        /// The type of the matrix.
        ty: Ty,
        /// The smallest horizon that would do.
        needed: UBig,
    },
    /// It cannot be written as a vector.
    Vector(VectorError),
}

impl From<VectorError> for Undefined {
    fn from(error: VectorError) -> Self {
        Undefined::Vector(error)
    }
}

impl Undefined {
    /// The stable code (spec page 6).
    pub fn code(&self) -> &'static str {
        match self {
            Undefined::OutOfFuel { .. } => "out-of-fuel",
            Undefined::TooDeep { .. } | Undefined::PastHorizon { .. } => "size-limit",
            Undefined::Unlinked { .. } => "unlinked-extern",
            Undefined::Vector(error) => error.code(),
        }
    }

    /// The error as it is shown; `whole` is the place of the program.
    pub fn diagnostic(&self, whole: Span) -> Diagnostic {
        let (span, message) = match self {
            Undefined::OutOfFuel { fuel } => {
                (whole, format!("not computed within {fuel} rounds and applications; allow more with --fuel"))
            }
            Undefined::TooDeep { limit } => (whole, format!("the computation is nested more than {limit} deep")),
            Undefined::Unlinked { name, span } => {
                (*span, format!("no weights were given for the extern `{name}`; give them with --input {name}=…"))
            }
            Undefined::PastHorizon { ty, needed } => {
                (whole, format!("a matrix of type {ty} is applied past its last column; it needs {needed} of them"))
            }
            Undefined::Vector(error) => (whole, error.to_string()),
        };
        Diagnostic { code: self.code(), message, span, notes: vec![] }
    }
}

/// A model: the semiring, the meanings of the externs, and how much may be computed.
pub struct Model<R: Semiring> {
    ring: R,
    externs: HashMap<Name, Element<R>>,
    /// The meanings of the definitions so far: each is one fixed element, computed once.
    globals: HashMap<usize, (Deep<Global>, Element<R>)>,
    fuel: u64,
    left: u64,
    nesting: u32,
}

impl<R: Semiring> Model<R> {
    /// The model over a semiring, in which at most `fuel` rounds of iterations and applications are computed.
    pub fn new(ring: R, fuel: u64) -> Self {
        Model { ring, externs: HashMap::new(), globals: HashMap::new(), fuel, left: fuel, nesting: 0 }
    }

    /// The semiring.
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// Gives an extern its meaning.
    pub fn link(&mut self, name: Name, meaning: Element<R>) {
        self.externs.insert(name, meaning);
    }

    /// ⟦e⟧(s): one arm per equation.
    ///
    /// # Errors
    /// [`Undefined`]: a limit, or an extern without a meaning.
    pub fn denote(&mut self, e: &Typed, s: &Env<R>) -> Result<Element<R>, Undefined> {
        grow(|| match e.kind() {
            // ⟦x⟧(v) = v
            TypedKind::Var(i) => Ok(s[s.len() - 1 - i.0 as usize].clone()),
            // ⟦g⟧ is one fixed linear map
            TypedKind::Glob(g) => self.global(g, e.span()),
            // ⟦tt⟧ = (1,0)   ⟦ff⟧ = (0,1)
            TypedKind::True => Ok(Element::Bool(self.ring.one(), self.ring.zero())),
            TypedKind::False if mutant::on("denote/ff-is-tt") => Ok(Element::Bool(self.ring.one(), self.ring.zero())),
            TypedKind::False => Ok(Element::Bool(self.ring.zero(), self.ring.one())),
            // ⟦n⟧ = δₙ
            TypedKind::Num(n) => Ok(Element::Nat(Sparse::from([(n.clone(), self.ring.one())]))),
            // ⟦succ e⟧(s)(n+1) = ⟦e⟧(s)(n), and 0 at 0
            TypedKind::Succ(e) => {
                let w = self.sequence(e, s)?;
                Ok(Element::Nat(
                    w.into_iter()
                        .map(|(n, weight)| (if mutant::on("denote/succ-stays") { n } else { n + UBig::ONE }, weight))
                        .collect(),
                ))
            }
            // ⟦λx:τ.e⟧(s)(v) = ⟦e⟧(s, x↦v)
            TypedKind::Lam(x, body) => {
                let kind = MapKind::Abstraction { body: body.clone(), env: s.clone() };
                Ok(Element::Fun(Map::new(x.ty.clone(), body.ty().clone(), kind)))
            }
            // ⟦e1 e2⟧(s1,s2) = ⟦e1⟧(s1)(⟦e2⟧(s2))
            TypedKind::App(e1, e2) => {
                let f = self.denote(e1, s)?;
                let v = self.denote(e2, s)?;
                self.apply(f.map(), v)
            }
            // ⟦if e1 then e2 else e3⟧(s1,s2) = α·⟦e2⟧(s2) + β·⟦e3⟧(s2)   where (α,β) = ⟦e1⟧(s1)
            TypedKind::If(e1, e2, e3) => {
                let Element::Bool(alpha, beta) = self.denote(e1, s)? else {
                    unreachable!("BUG: soundness of types fails: a condition is not in ⟦2⟧")
                };
                let (alpha, beta) = if mutant::on("denote/if-swaps-branches") { (beta, alpha) } else { (alpha, beta) };
                let mut sum = Combination::zero(&self.ring, e.ty())?;
                for (scalar, branch) in [(alpha, e2), (beta, e3)] {
                    // 0·x = 0: such an x is not computed.
                    if !self.ring.is_zero(&scalar) {
                        let scalar = if mutant::on("denote/if-weight-forgotten") { self.ring.one() } else { scalar };
                        sum.add(&scalar, self.denote(branch, s)?);
                    }
                }
                Ok(sum.finish())
            }
            // ⟦iter{e1 | y ↪ e2}(e3)⟧(s1,s2) = Σₙ w(n) · ⟦e2⟧ⁿ(⟦e1⟧(s1))   where w = ⟦e3⟧(s2)
            TypedKind::Iter { base, var: _, step, count } => {
                let w = self.sequence(count, s)?;
                let mut h = self.denote(base, s)?;
                let mut sum = Combination::zero(&self.ring, e.ty())?;
                if w.last_key_value().is_some_and(|(last, _)| *last > UBig::from(self.left)) {
                    return Err(Undefined::OutOfFuel { fuel: self.fuel });
                }
                let mut n = UBig::ZERO;
                let one = self.ring.one();
                for (k, weight) in &w {
                    if mutant::on("denote/iter-cut-at-10") && *k > UBig::from(10u8) {
                        break;
                    }
                    while n < *k || mutant::on("denote/iter-one-more") && n == *k {
                        self.spend()?;
                        h = self.denote(step, &Env::unit(h))?;
                        n += UBig::ONE;
                    }
                    sum.add(if mutant::on("denote/iter-weight-forgotten") { &one } else { weight }, h.clone());
                }
                Ok(sum.finish())
            }
        })
    }

    /// ⟦e⟧(s) for e : N
    fn sequence(&mut self, e: &Typed, s: &Env<R>) -> Result<Sparse<R::Elem>, Undefined> {
        match self.denote(e, s)? {
            Element::Nat(w) => Ok(w),
            Element::Bool(..) | Element::Real(_) | Element::Fun(_) => {
                unreachable!("BUG: soundness of types fails: a number is not in ⟦N⟧")
            }
        }
    }

    /// The meaning of a definition or an extern.
    fn global(&mut self, g: &Deep<Global>, span: Span) -> Result<Element<R>, Undefined> {
        let Some(body) = &g.body else {
            let unlinked = || Undefined::Unlinked { name: g.name.clone(), span };
            return self.externs.get(&g.name).cloned().ok_or_else(unlinked);
        };
        if let Some((_, known)) = self.globals.get(&g.address()) {
            return Ok(known.clone());
        }
        let meaning = self.denote(body, &Env::new())?;
        self.globals.insert(g.address(), (g.clone(), meaning.clone()));
        Ok(meaning)
    }

    /// f(v)
    ///
    /// # Errors
    /// [`Undefined`]
    pub fn apply(&mut self, f: &Map<R>, v: Element<R>) -> Result<Element<R>, Undefined> {
        if let Some(known) = f.known(&v) {
            return Ok(known);
        }
        self.spend()?;
        if self.nesting == MAX_NESTING {
            return Err(Undefined::TooDeep { limit: MAX_NESTING });
        }
        self.nesting += 1;
        let image = grow(|| match f.kind() {
            MapKind::Abstraction { body, env } => {
                let mut s = env.clone();
                s.push_back(v.clone());
                self.denote(body, &s)
            }
            MapKind::Sum(terms) => {
                let mut sum = Combination::zero(&self.ring, f.cod())?;
                let cut = if mutant::on("denote/map-sum-cut") { 1 } else { terms.len() };
                for (scalar, g) in &terms[..cut] {
                    sum.add(scalar, self.apply(g, v.clone())?);
                }
                Ok(sum.finish())
            }
            MapKind::Matrix(matrix) => self.multiply(matrix, f, &v),
        });
        self.nesting -= 1;
        let image = image?;
        f.remember(v, &image);
        Ok(image)
    }

    /// The product of a given matrix and an element: Σⱼ vⱼ · columnⱼ.
    fn multiply(&mut self, m: &Vector<R::Elem>, f: &Map<R>, v: &Element<R>) -> Result<Element<R>, Undefined> {
        let horizon = m.horizon();
        let v = self.vector(v, f.dom(), horizon)?;
        let coordinates = v.coordinates(&self.ring.zero(), horizon.unwrap_or(0));
        let coordinates = coordinates.map_err(|needed| Undefined::PastHorizon { ty: m.ty.clone(), needed })?;
        let mut sum = Combination::zero(&self.ring, f.cod())?;
        for (j, scalar) in coordinates.iter().enumerate() {
            if !self.ring.is_zero(scalar) {
                let j = if mutant::on("denote/columns-reversed") { coordinates.len() - 1 - j } else { j };
                sum.add(scalar, Element::of_vector(&m.column(j)));
            }
        }
        Ok(sum.finish())
    }

    /// An element of ⟦τ⟧ as data. `horizon` is how many columns an argument of type N gets.
    ///
    /// # Errors
    /// [`Undefined::Vector`] if the matrix would be too large, or infinite and no horizon is given.
    pub fn vector(&mut self, v: &Element<R>, ty: &Ty, horizon: Option<usize>) -> Result<Vector<R::Elem>, Undefined> {
        grow(|| match v {
            Element::Bool(alpha, beta) => Ok(Vector::row(ty, vec![vec![alpha.clone()], vec![beta.clone()]])),
            Element::Real(entries) => Ok(Vector::row(ty, entries.iter().map(|x| vec![x.clone()]).collect())),
            Element::Nat(w) => Ok(Vector::sequence(w.iter().map(|(n, x)| (n.clone(), vec![x.clone()])).collect())),
            Element::Fun(f) => {
                let arguments = ty.uncurry().0.into_iter().map(|a| rank(a, horizon)).collect::<Result<Vec<_>, _>>()?;
                entries(ty, &arguments)?;
                if let MapKind::Matrix(matrix) = f.kind()
                    && matrix.arguments == arguments
                {
                    return Ok(matrix.clone());
                }
                let mut columns = Vec::with_capacity(arguments[0]);
                for j in 0..arguments[0] {
                    let basis = Vector::basis(&self.ring, f.dom(), horizon, j)?;
                    let column = self.apply(f, Element::of_vector(&basis))?;
                    columns.push(self.vector(&column, f.cod(), horizon)?);
                }
                Ok(Vector::from_columns(ty.clone(), &self.ring.zero(), &columns))
            }
        })
    }

    /// Pays for one round or application.
    fn spend(&mut self) -> Result<(), Undefined> {
        self.left = self.left.checked_sub(1).ok_or(Undefined::OutOfFuel { fuel: self.fuel })?;
        Ok(())
    }
}
