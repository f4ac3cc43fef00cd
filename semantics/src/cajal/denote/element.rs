//! Elements of the free semimodules ⟦τ⟧.

use crate::cajal::types::Ty;
use crate::cajal::typing::Typed;
use crate::cajal::vector::{Rows, Sparse, Vector, VectorError, rank};
use crate::deep::Deep;
use crate::mutant;
use crate::scalar::Semiring;
use std::cell::RefCell;
use std::sync::Arc;

/// A semantic environment s: the elements of the variables in scope, innermost last. Persistent, so that maps share it.
pub type Env<R> = im::Vector<Element<R>>;

/// An element of ⟦τ⟧.
#[derive(Clone)]
pub enum Element<R: Semiring> {
    /// (α, β) ∈ ⟦2⟧ = R²
    Bool(R::Elem, R::Elem),
    /// A sequence with finite support in ⟦N⟧ = R^(ℕ); no entry is zero.
    Nat(Sparse<R::Elem>),
    /// A vector in ⟦R\[k\]⟧ = Rᵏ
    Real(Arc<[R::Elem]>),
    /// A linear map in ⟦τ ⊸ σ⟧ = Lin(⟦τ⟧, ⟦σ⟧)
    Fun(Map<R>),
}

/// A linear map between free semimodules.
pub struct Map<R: Semiring>(Deep<MapNode<R>>);

struct MapNode<R: Semiring> {
    dom: Ty,
    cod: Ty,
    kind: MapKind<R>,
    /// Images that were computed. Where both branches of an `if` apply the same map, each would otherwise compute it
    /// again, and the map that it was built from twice again.
    images: RefCell<Vec<(Element<R>, Element<R>)>>,
}

/// How a linear map is given.
pub(super) enum MapKind<R: Semiring> {
    /// v ↦ ⟦e⟧(s, x↦v)
    Abstraction { body: Typed, env: Env<R> },
    /// v ↦ Σ αᵢ·fᵢ(v)
    Sum(Vec<(R::Elem, Map<R>)>),
    /// Given by its columns.
    Matrix(Vector<R::Elem>),
}

/// As many images are remembered as a basis of ⟦2⟧ ⊗ ⟦2⟧ has elements.
const REMEMBERED: usize = 4;

impl<R: Semiring> Clone for Map<R> {
    fn clone(&self) -> Self {
        Map(self.0.clone())
    }
}

impl<R: Semiring> Map<R> {
    pub(super) fn new(dom: Ty, cod: Ty, kind: MapKind<R>) -> Self {
        Map(Deep::new(MapNode { dom, cod, kind, images: RefCell::default() }))
    }

    /// τ of τ ⊸ σ
    pub fn dom(&self) -> &Ty {
        &self.0.dom
    }

    /// σ of τ ⊸ σ
    pub fn cod(&self) -> &Ty {
        &self.0.cod
    }

    pub(super) fn kind(&self) -> &MapKind<R> {
        &self.0.kind
    }

    /// The image of v, if it was computed before.
    pub(super) fn known(&self, v: &Element<R>) -> Option<Element<R>> {
        self.0
            .images
            .borrow()
            .iter()
            .find(|(w, _)| w.evidently_equals(v) || mutant::on("denote/images-confused"))
            .map(|(_, image)| image.clone())
    }

    pub(super) fn remember(&self, v: Element<R>, image: &Element<R>) {
        let mut images = self.0.images.borrow_mut();
        let small = match &v {
            Element::Bool(..) | Element::Fun(_) => true,
            Element::Nat(w) => w.len() <= 1,
            Element::Real(_) => false,
        };
        if small && images.len() < REMEMBERED {
            images.push((v, image.clone()));
        }
    }
}

impl<R: Semiring> Element<R> {
    /// The element that data describe.
    pub fn of_vector(v: &Vector<R::Elem>) -> Self {
        match (&v.ty, &v.rows) {
            (Ty::Fun(f), _) => Element::Fun(Map::new(f.dom.clone(), f.cod.clone(), MapKind::Matrix(v.clone()))),
            (_, Rows::Sparse(rows)) => Element::Nat(rows.iter().map(|(n, row)| (n.clone(), row[0].clone())).collect()),
            (Ty::Bool, Rows::Dense(rows)) => Element::Bool(rows[0][0].clone(), rows[1][0].clone()),
            (_, Rows::Dense(rows)) => Element::Real(rows.iter().map(|row| row[0].clone()).collect()),
        }
    }

    /// An element of a function type, as a map.
    pub fn map(&self) -> &Map<R> {
        match self {
            Element::Fun(f) => f,
            Element::Bool(..) | Element::Nat(_) | Element::Real(_) => {
                unreachable!("BUG: soundness of types fails: a function is not in ⟦τ ⊸ σ⟧")
            }
        }
    }

    /// Equality that needs no computation: of entries, or of one and the same map.
    fn evidently_equals(&self, other: &Element<R>) -> bool {
        match (self, other) {
            (Element::Bool(a, b), Element::Bool(c, d)) => a == c && b == d,
            (Element::Nat(v), Element::Nat(w)) => v == w,
            (Element::Real(v), Element::Real(w)) => v == w,
            (Element::Fun(f), Element::Fun(g)) => Deep::same(&f.0, &g.0),
            (Element::Bool(..) | Element::Nat(_) | Element::Real(_) | Element::Fun(_), _) => false,
        }
    }
}

/// A linear combination Σ αᵢ·vᵢ in ⟦τ⟧, as it grows.
pub(super) struct Combination<R: Semiring> {
    ring: R,
    sum: Partial<R>,
}

/// The sum so far.
enum Partial<R: Semiring> {
    Bool(R::Elem, R::Elem),
    Nat(Sparse<R::Elem>),
    Real(Vec<R::Elem>),
    Fun { dom: Ty, cod: Ty, terms: Vec<(R::Elem, Map<R>)> },
}

impl<R: Semiring> Combination<R> {
    /// The zero of ⟦τ⟧.
    pub(super) fn zero(ring: &R, ty: &Ty) -> Result<Self, VectorError> {
        let sum = match ty {
            Ty::Bool => Partial::Bool(ring.zero(), ring.zero()),
            Ty::Nat => Partial::Nat(Sparse::new()),
            Ty::Real(_) => Partial::Real(vec![ring.zero(); rank(ty, None)?]),
            Ty::Fun(f) => Partial::Fun { dom: f.dom.clone(), cod: f.cod.clone(), terms: vec![] },
        };
        Ok(Combination { ring: ring.clone(), sum })
    }

    /// Adds α·v.
    pub(super) fn add(&mut self, alpha: &R::Elem, v: Element<R>) {
        let ring = &self.ring;
        let accumulate = |sum: &mut R::Elem, x: &R::Elem| *sum = ring.add(sum, &ring.mul(alpha, x));
        match (&mut self.sum, v) {
            (Partial::Bool(a, b), Element::Bool(c, d)) => {
                accumulate(a, &c);
                accumulate(b, &d);
            }
            (Partial::Nat(w), Element::Nat(v)) => {
                for (n, x) in v {
                    let before = w.remove(&n).filter(|_| !mutant::on("denote/sum-overwrites"));
                    let mut sum = before.unwrap_or_else(|| ring.zero());
                    accumulate(&mut sum, &x);
                    if !ring.is_zero(&sum) {
                        w.insert(n, sum);
                    }
                }
            }
            (Partial::Real(w), Element::Real(v)) => w.iter_mut().zip(v.iter()).for_each(|(a, b)| accumulate(a, b)),
            (Partial::Fun { terms, .. }, Element::Fun(f)) => terms.push((alpha.clone(), f)),
            (Partial::Bool(..) | Partial::Nat(_) | Partial::Real(_) | Partial::Fun { .. }, _) => {
                unreachable!("BUG: soundness of types fails: elements of different modules are added")
            }
        }
    }

    /// The sum.
    pub(super) fn finish(self) -> Element<R> {
        match self.sum {
            Partial::Bool(a, b) => Element::Bool(a, b),
            Partial::Nat(w) => Element::Nat(w),
            Partial::Real(w) => Element::Real(w.into()),
            Partial::Fun { dom, cod, mut terms } => match terms.pop() {
                Some((one, only)) if terms.is_empty() && one == self.ring.one() => Element::Fun(only),
                last => {
                    terms.extend(last);
                    Element::Fun(Map::new(dom, cod, MapKind::Sum(terms)))
                }
            },
        }
    }
}
