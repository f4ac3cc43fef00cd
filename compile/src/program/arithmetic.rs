//! The numbers that programs compute with.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

/// A ring whose matrix products have kernels.
pub trait Arithmetic: Clone + PartialEq + Send + Sync + std::fmt::Debug {
    /// 0
    fn zero() -> Self;
    /// 1
    fn one() -> Self;
    /// The image of a natural number.
    fn of_nat(n: u64) -> Self;
    /// Is it 0?
    fn is_zero(&self) -> bool;
    /// self + a·b
    fn add_product(&mut self, a: &Self, b: &Self);

    /// to + m·x for m: r×c and x: c×b, all row by row.
    fn product(to: &mut [Self], m: &[Self], x: &[Self], [r, c, b]: [usize; 3]) {
        plain_product(to, m, x, [r, c, b]);
    }

    /// to + mᵀ·x for m: r×c and x: r×b.
    fn transposed_product(to: &mut [Self], m: &[Self], x: &[Self], [r, c, b]: [usize; 3]) {
        for k in 0..r {
            for i in 0..c {
                add_scaled(&mut to[i * b..(i + 1) * b], &m[k * c + i], &x[k * b..(k + 1) * b]);
            }
        }
    }

    /// to + x·yᵀ for x: r×b and y: c×b.
    fn outer_product(to: &mut [Self], x: &[Self], y: &[Self], [r, c, b]: [usize; 3]) {
        for i in 0..r {
            for j in 0..c {
                dot(&mut to[i * c + j], &x[i * b..(i + 1) * b], &y[j * b..(j + 1) * b]);
            }
        }
    }
}

/// to + m·x, row of x by row of x.
fn plain_product<T: Arithmetic>(to: &mut [T], m: &[T], x: &[T], [r, c, b]: [usize; 3]) {
    if b == 1 {
        to.iter_mut().zip(m.chunks_exact(c.max(1))).for_each(|(t, row)| dot(t, row, x));
        return;
    }
    for i in 0..r {
        let to = &mut to[i * b..(i + 1) * b];
        for (j, x) in x.chunks_exact(b).enumerate() {
            add_scaled(to, &m[i * c + j], x);
        }
    }
}

/// to + α·x
#[inline]
pub(super) fn add_scaled<T: Arithmetic>(to: &mut [T], alpha: &T, x: &[T]) {
    to.iter_mut().zip(x).for_each(|(t, x)| t.add_product(alpha, x));
}

/// to + x·y, with four sums side by side so that the products need not wait for one another.
#[inline]
pub(super) fn dot<T: Arithmetic>(to: &mut T, x: &[T], y: &[T]) {
    for (x, y) in x.iter().zip(y) {
        to.add_product(x, y);
    }
}

macro_rules! floating {
    ($float:ty) => {
        impl Arithmetic for $float {
            #[inline]
            fn zero() -> Self {
                0.0
            }
            #[inline]
            fn one() -> Self {
                1.0
            }
            fn of_nat(n: u64) -> Self {
                n as $float
            }
            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0.0
            }
            #[inline]
            fn add_product(&mut self, a: &Self, b: &Self) {
                *self += a * b;
            }
            fn product(to: &mut [Self], m: &[Self], x: &[Self], [r, c, b]: [usize; 3]) {
                if r * c * b < LARGE {
                    return plain_product(to, m, x, [r, c, b]);
                }
                let (to, m, x) = (row_major_mut(to, r, b), row_major(m, r, c), row_major(x, c, b));
                matmul(to, Accum::Add, m, x, 1.0, Par::Seq);
            }
            fn transposed_product(to: &mut [Self], m: &[Self], x: &[Self], [r, c, b]: [usize; 3]) {
                let (to, m, x) = (row_major_mut(to, c, b), row_major(m, r, c), row_major(x, r, b));
                matmul(to, Accum::Add, m.transpose(), x, 1.0, Par::Seq);
            }
            fn outer_product(to: &mut [Self], x: &[Self], y: &[Self], [r, c, b]: [usize; 3]) {
                let (to, x, y) = (row_major_mut(to, r, c), row_major(x, r, b), row_major(y, c, b));
                matmul(to, Accum::Add, x, y.transpose(), 1.0, Par::Seq);
            }
        }
    };
}

/// Products of more multiply-adds go to the library of products.
const LARGE: usize = 4096;

floating!(f32);
floating!(f64);

fn row_major<T>(x: &[T], rows: usize, columns: usize) -> MatRef<'_, T> {
    MatRef::from_row_major_slice(x, rows, columns)
}

fn row_major_mut<T>(x: &mut [T], rows: usize, columns: usize) -> MatMut<'_, T> {
    MatMut::from_row_major_slice_mut(x, rows, columns)
}

/// Machine integers that remember whether they overflowed: then the run is repeated with big ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked(
    /// The number; none after an overflow.
    pub Option<i64>,
);

impl Arithmetic for Checked {
    fn zero() -> Self {
        Checked(Some(0))
    }
    fn one() -> Self {
        Checked(Some(1))
    }
    fn of_nat(n: u64) -> Self {
        Checked(i64::try_from(n).ok())
    }
    fn is_zero(&self) -> bool {
        self.0 == Some(0)
    }
    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        let product = a.0.zip(b.0).and_then(|(a, b)| a.checked_mul(b));
        self.0 = self.0.zip(product).and_then(|(sum, product)| sum.checked_add(product));
    }
}

macro_rules! exact {
    ($number:ty) => {
        impl Arithmetic for $number {
            fn zero() -> Self {
                <$number>::ZERO
            }
            fn one() -> Self {
                <$number>::ONE
            }
            fn of_nat(n: u64) -> Self {
                <$number>::from(UBig::from(n))
            }
            fn is_zero(&self) -> bool {
                *self == <$number>::ZERO
            }
            fn add_product(&mut self, a: &Self, b: &Self) {
                if !a.is_zero() && !b.is_zero() {
                    *self += a * b;
                }
            }
        }
    };
}

exact!(IBig);
exact!(RBig);
