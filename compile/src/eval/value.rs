//! What a wire carries while a network is run.

use crate::frame;
use crate::network::ScopeId;
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{Rows, Sparse, Vector};
use cajal_semantics::deep::Deep;
use cajal_semantics::scalar::Semiring;
use dashu_int::UBig;
use std::cell::RefCell;
use std::sync::Arc;

/// An activation of a scope.
pub(super) type Frame<R> = frame::Frame<Value<R>>;

/// The value of a wire.
pub(super) enum Value<R: Semiring> {
    /// Of type 2 or R\[k\]: the coordinates.
    Dense(Arc<[R::Elem]>),
    /// Of type N.
    Sequence(Sequence<R::Elem>),
    /// Of a function type.
    Map(Map<R>),
}

impl<R: Semiring> Clone for Value<R> {
    fn clone(&self) -> Self {
        match self {
            Value::Dense(x) => Value::Dense(x.clone()),
            Value::Sequence(w) => Value::Sequence(w.clone()),
            Value::Map(f) => Value::Map(f.clone()),
        }
    }
}

/// A sequence with finite support: entries, all shifted to the right by the same number of places. Shifting costs
/// nothing, a one-hot sequence is one entry however large its index.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sequence<E> {
    pub(super) shift: UBig,
    /// None of them is zero.
    pub(super) entries: Arc<Sparse<E>>,
}

impl<E: Clone> Sequence<E> {
    pub(super) fn one_hot(n: UBig, one: E) -> Self {
        Sequence { shift: n, entries: Arc::new(Sparse::from([(UBig::ZERO, one)])) }
    }

    pub(super) fn shifted(&self, by: &UBig) -> Self {
        Sequence { shift: &self.shift + by, entries: self.entries.clone() }
    }

    /// The entries with their indices, in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (UBig, &E)> {
        self.entries.iter().map(|(n, x)| (n + &self.shift, x))
    }

    /// The index of the last entry that is not zero.
    pub(super) fn last(&self) -> Option<UBig> {
        self.entries.last_key_value().map(|(n, _)| n + &self.shift)
    }
}

/// A linear map.
pub(super) struct Map<R: Semiring>(Deep<MapNode<R>>);

struct MapNode<R: Semiring> {
    /// Of the form τ ⊸ σ.
    ty: Ty,
    kind: MapKind<R>,
    images: RefCell<Images<R>>,
}

/// How a map is given.
pub(super) enum MapKind<R: Semiring> {
    /// A sub-network, and the values around it.
    Body(ScopeId, Frame<R>),
    /// Σ αᵢ·fᵢ
    Sum(Vec<(R::Elem, Map<R>)>),
    /// The coordinates of a map in which no N occurs: the matrix, row by row.
    Matrix(Arc<[R::Elem]>),
    /// Data with a first argument of type N, or with one in which N occurs.
    Columns(Vector<R::Elem>),
}

/// Images of a map that are known. A map is linear: where it is used more than once, its columns are enough.
pub(super) struct Images<R: Semiring> {
    /// How often the map was applied so far.
    pub(super) uses: u32,
    /// f(eⱼ), where the argument has few coordinates.
    pub(super) columns: Vec<Option<Value<R>>>,
    /// f(v) for other arguments.
    pub(super) others: Vec<(Value<R>, Value<R>)>,
}

impl<R: Semiring> Clone for Map<R> {
    fn clone(&self) -> Self {
        Map(self.0.clone())
    }
}

impl<R: Semiring> Map<R> {
    pub(super) fn new(ty: Ty, kind: MapKind<R>) -> Self {
        Map(Deep::new(MapNode { ty, kind, images: RefCell::new(Images { uses: 0, columns: vec![], others: vec![] }) }))
    }

    pub(super) fn kind(&self) -> &MapKind<R> {
        &self.0.kind
    }

    pub(super) fn dom(&self) -> &Ty {
        self.arrow().0
    }

    pub(super) fn cod(&self) -> &Ty {
        self.arrow().1
    }

    fn arrow(&self) -> (&Ty, &Ty) {
        match &self.0.ty {
            Ty::Fun(arrow) => (&arrow.dom, &arrow.cod),
            Ty::Bool | Ty::Nat | Ty::Real(_) => unreachable!("BUG: a map has a function type"),
        }
    }

    pub(super) fn images(&self) -> &RefCell<Images<R>> {
        &self.0.images
    }
}

impl<R: Semiring> Value<R> {
    /// The value that data describe.
    pub(super) fn of_vector(v: &Vector<R::Elem>) -> Self {
        match (&v.ty, &v.rows) {
            (Ty::Fun(_), Rows::Dense(rows)) if v.ty.is_nat_free() => {
                Value::Map(Map::new(v.ty.clone(), MapKind::Matrix(rows.concat().into())))
            }
            (Ty::Fun(_), Rows::Dense(_) | Rows::Sparse(_)) => {
                Value::Map(Map::new(v.ty.clone(), MapKind::Columns(v.clone())))
            }
            (_, Rows::Sparse(rows)) => {
                let entries: Sparse<R::Elem> = rows.iter().map(|(n, row)| (n.clone(), row[0].clone())).collect();
                Value::Sequence(Sequence { shift: UBig::ZERO, entries: Arc::new(entries) })
            }
            (_, Rows::Dense(rows)) => Value::Dense(rows.iter().map(|row| row[0].clone()).collect()),
        }
    }

    /// The value with the given coordinates, of a type in which no N occurs.
    pub(super) fn of_coordinates(ty: &Ty, entries: Arc<[R::Elem]>) -> Self {
        match ty {
            Ty::Bool | Ty::Real(_) => Value::Dense(entries),
            Ty::Fun(_) => Value::Map(Map::new(ty.clone(), MapKind::Matrix(entries))),
            Ty::Nat => unreachable!("BUG: N has no coordinates"),
        }
    }

    /// Equality that needs no computation: of entries, or of one and the same map.
    pub(super) fn evidently_equals(&self, other: &Value<R>) -> bool {
        match (self, other) {
            (Value::Dense(v), Value::Dense(w)) => v == w,
            (Value::Sequence(v), Value::Sequence(w)) => v == w,
            (Value::Map(f), Value::Map(g)) => Deep::same(&f.0, &g.0),
            (Value::Dense(_) | Value::Sequence(_) | Value::Map(_), _) => false,
        }
    }

    pub(super) fn dense(&self) -> &Arc<[R::Elem]> {
        match self {
            Value::Dense(x) => x,
            Value::Sequence(_) | Value::Map(_) => unreachable!("BUG: a wire of type 2 or R[k] carries coordinates"),
        }
    }

    pub(super) fn sequence(&self) -> &Sequence<R::Elem> {
        match self {
            Value::Sequence(w) => w,
            Value::Dense(_) | Value::Map(_) => unreachable!("BUG: a wire of type N carries a sequence"),
        }
    }

    pub(super) fn map(&self) -> &Map<R> {
        match self {
            Value::Map(f) => f,
            Value::Dense(_) | Value::Sequence(_) => unreachable!("BUG: a wire of function type carries a map"),
        }
    }
}
