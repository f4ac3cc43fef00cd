//! Linking: data for inputs and externs from files (spec page 2, "Linking with other neural networks").
//!
//! A file holds one tensor, or a batch of them. An element of ⟦τ₁ ⊸ … ⊸ τₙ ⊸ β⟧ has the shape (dim β, dim τₙ, …, dim τ₁):
//! rows are outputs, the first argument varies fastest. A batch has one dimension more, in front. Numbers are read as
//! they are; not-a-number and infinities pass into floating-point runs and propagate as IEEE 754 says, except that a
//! product with a weight that is exactly 0 is never computed.

mod json;
mod npy;
mod safetensors;

pub use safetensors::{Entry, write_safetensors};

use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{MAX_ENTRIES, Rows, Vector, VectorError, rank};
use cajal_semantics::scalar::{F32, F64, Rat, Semiring};
use dashu_int::UBig;
use dashu_ratio::RBig;
use std::fmt;

/// A tensor as it stands in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its dimensions, outermost first.
    pub shape: Vec<usize>,
    /// Its entries, the last dimension varying fastest.
    pub numbers: Numbers,
}

/// Entries of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// Of a floating-point type.
    Real(Vec<f64>),
    /// Of an integer type.
    Integer(Vec<i64>),
    /// As they are written, in JSON.
    Written(Vec<String>),
}

/// Why a file cannot be linked.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkError {
    /// The file is broken, or of a kind that is not read.
    Format(String),
    /// The shape of the tensor is not that of the type.
    Shape {
        /// The type.
        ty: Ty,
        /// Its shape, in words.
        expected: String,
        /// The shape of the tensor.
        found: Vec<usize>,
    },
    /// An entry is no scalar of the kind that is computed with.
    Scalar(String),
    /// The data would be too large.
    Vector(VectorError),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Format(message) | LinkError::Scalar(message) => f.write_str(message),
            LinkError::Shape { ty, expected, found } => {
                write!(f, "type {ty} takes a tensor of shape {expected} (or a batch of them), found {}", Shape(found))
            }
            LinkError::Vector(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LinkError {}

impl From<VectorError> for LinkError {
    fn from(error: VectorError) -> Self {
        LinkError::Vector(error)
    }
}

/// A shape as people write it.
struct Shape<'a>(&'a [usize]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dimensions: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        write!(f, "({})", dimensions.join(", "))
    }
}

/// Is it the name of a file that [`read`] reads?
pub fn is_file(name: &str) -> bool {
    let path = name.split_once(".safetensors:").map_or(name, |(path, _)| path);
    name.contains(".safetensors:") || [".npy", ".safetensors", ".json"].iter().any(|end| path.ends_with(end))
}

/// The path in the name of a file, and the tensor of it that is meant: `weights.safetensors:layer1`.
pub fn path_and_tensor(name: &str) -> (&str, Option<&str>) {
    match name.rfind(".safetensors:") {
        Some(at) => (&name[..at + ".safetensors".len()], Some(&name[at + ".safetensors:".len()..])),
        None => (name, None),
    }
}

/// Reads a tensor; the format is that of the end of the file's name. `name`: of the tensor, where a file has several.
///
/// # Errors
/// [`LinkError::Format`]
pub fn read(path: &str, bytes: &[u8], name: &str) -> Result<Tensor, LinkError> {
    let tensor = if path.ends_with(".npy") {
        npy::read(bytes)
    } else if path.ends_with(".safetensors") {
        safetensors::read(bytes, name)
    } else {
        json::read(bytes)
    };
    tensor.map_err(|message| LinkError::Format(format!("{path}: {message}")))
}

/// How many entries a shape has, if that is within the limits.
fn volume(shape: &[usize]) -> Result<usize, String> {
    let product = shape.iter().try_fold(1usize, |n, d| n.checked_mul(*d)).filter(|n| *n <= MAX_ENTRIES);
    product
        .ok_or_else(|| format!("a tensor of shape {} has too many entries; the limit is {MAX_ENTRIES}", Shape(shape)))
}

/// A scalar type that entries of files are read as.
pub trait Linkable: Semiring {
    /// A floating-point number.
    ///
    /// # Errors
    /// If it is not one of the scalars.
    fn of_f64(&self, x: f64) -> Result<Self::Elem, String>;
}

impl Linkable for F64 {
    fn of_f64(&self, x: f64) -> Result<f64, String> {
        Ok(x)
    }
}

impl Linkable for F32 {
    fn of_f64(&self, x: f64) -> Result<f32, String> {
        Ok(x as f32)
    }
}

impl Linkable for Rat {
    fn of_f64(&self, x: f64) -> Result<RBig, String> {
        RBig::try_from(x).map_err(|_| format!("{x} is no rational number"))
    }
}

/// One element of ⟦τ⟧, or a batch of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Data<E> {
    /// The same for all samples.
    One(Vector<E>),
    /// One for each sample.
    Batch(Vec<Vector<E>>),
}

impl<E> Data<E> {
    /// The element for one sample.
    pub fn sample(&self, i: usize) -> &Vector<E> {
        match self {
            Data::One(v) => v,
            Data::Batch(samples) => &samples[i],
        }
    }
}

/// The elements of ⟦τ⟧ that a tensor holds.
///
/// # Errors
/// [`LinkError`]
pub fn elements<R: Linkable>(ring: &R, ty: &Ty, tensor: &Tensor) -> Result<Data<R::Elem>, LinkError> {
    let (arguments, result) = ty.uncurry();
    let mut expected = vec![match result {
        Ty::Bool => Dimension::Exactly(2),
        Ty::Real(k) => Dimension::Exactly(usize::try_from(*k).unwrap_or(usize::MAX)),
        Ty::Nat => Dimension::Any("any"),
        Ty::Fun(_) => unreachable!("BUG: uncurry ends in a type that is not a function type"),
    }];
    for argument in arguments.iter().rev() {
        expected.push(match argument {
            Ty::Nat => Dimension::Any("K"),
            Ty::Bool | Ty::Real(_) | Ty::Fun(_) => Dimension::Exactly(rank(argument, None)?),
        });
    }
    let fits = |shape: &[usize]| {
        shape.len() == expected.len() && shape.iter().zip(&expected).all(|(d, expected)| expected.allows(*d))
    };
    let one = if fits(&tensor.shape) {
        &tensor.shape[..]
    } else if !tensor.shape.is_empty() && fits(&tensor.shape[1..]) {
        &tensor.shape[1..]
    } else {
        let words: Vec<String> = expected.iter().map(ToString::to_string).collect();
        let found = tensor.shape.clone();
        return Err(LinkError::Shape { ty: ty.clone(), expected: format!("({})", words.join(", ")), found });
    };
    let lengths: Vec<usize> = one[1..].iter().rev().copied().collect();
    let size = one.iter().product::<usize>();
    let element = |from: usize| -> Result<Vector<R::Elem>, LinkError> {
        let entry = |i: usize| match &tensor.numbers {
            Numbers::Real(x) => ring.of_f64(x[i]),
            Numbers::Integer(x) => ring.parse(&x[i].to_string()),
            Numbers::Written(x) => ring.parse(&x[i]),
        };
        let flat = (from..from + size).map(entry).collect::<Result<Vec<_>, _>>().map_err(LinkError::Scalar)?;
        let width: usize = lengths.iter().product();
        let rows = flat.chunks(width.max(1)).map(<[R::Elem]>::to_vec);
        Ok(match result {
            Ty::Nat => {
                let nonzero = rows.enumerate().filter(|(_, row)| !row.iter().all(|x| ring.is_zero(x)));
                let rows = Rows::Sparse(nonzero.map(|(n, row)| (UBig::from(n), row)).collect());
                Vector { ty: ty.clone(), arguments: lengths.clone(), rows }
            }
            Ty::Bool | Ty::Real(_) | Ty::Fun(_) => {
                Vector { ty: ty.clone(), arguments: lengths.clone(), rows: Rows::Dense(rows.collect()) }
            }
        })
    };
    if one.len() == tensor.shape.len() {
        return Ok(Data::One(element(0)?));
    }
    Ok(Data::Batch((0..tensor.shape[0]).map(|i| element(i * size)).collect::<Result<_, _>>()?))
}

/// A dimension that is asked for.
enum Dimension {
    Exactly(usize),
    /// Any; with a name for messages.
    Any(&'static str),
}

impl Dimension {
    fn allows(&self, d: usize) -> bool {
        match self {
            Dimension::Exactly(n) => *n == d,
            Dimension::Any(_) => true,
        }
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dimension::Exactly(n) => n.fmt(f),
            Dimension::Any(name) => f.write_str(name),
        }
    }
}
