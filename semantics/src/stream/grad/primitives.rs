//! The partial derivatives of the primitives, times z̄: one arm per rule.

use super::build::{Builder, Place, Term, real};
use super::defined::filled;
use crate::stream::primitive::{Function, Primitive};
use crate::stream::syntax::{BinaryOp, UnaryOp};
use crate::stream::system::Operand;
use crate::stream::value::{Scalar, Type};

const ILL_TYPED: &str = "BUG: a checked program applies primitives to the right number of operands";

/// Do the rules of a primitive read its operands or its result? (The index of `get` has a value that harms nothing
/// wherever it was undefined.)
pub(super) fn reads_primal(primitive: Primitive) -> bool {
    match primitive {
        Primitive::Unary(UnaryOp::Neg | UnaryOp::Not) | Primitive::OneHot(_) => false,
        Primitive::Binary(op) => match op {
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::MatMul => true,
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Mod => false,
        },
        Primitive::Function(function) => match function {
            Function::Tanh
            | Function::Sigmoid
            | Function::Exp
            | Function::Log
            | Function::Sqrt
            | Function::Relu
            | Function::Abs
            | Function::Softmax
            | Function::Dot
            | Function::Outer
            | Function::Max
            | Function::Min => true,
            Function::Sum
            | Function::Transpose
            | Function::Get
            | Function::Step
            | Function::Real
            | Function::Int
            | Function::OnesLike
            | Function::ZerosLike => false,
        },
    }
}

/// For `z = primitive(operands)`: what it contributes to the adjoint of each wanted operand; none where that is always 0.
pub(super) fn partials(
    builder: &mut Builder,
    at: Place,
    primitive: Primitive,
    operands: &[Term],
    wanted: &[bool],
    z: &Term,
    bar: &Term,
) -> Vec<Option<Term>> {
    let rules = &mut Rules { builder, at, z, bar };
    match (primitive, operands, wanted) {
        (Primitive::Unary(op), [_], [true]) => vec![rules.unary(op)],
        (Primitive::Function(function), [x], [true]) => vec![rules.function_of_one(function, x)],
        (Primitive::Binary(op), [a, b], [of_a, of_b]) => vec![
            of_a.then(|| rules.binary_left(op, a, b)).flatten(),
            of_b.then(|| rules.binary_right(op, a, b)).flatten(),
        ],
        (Primitive::Function(function), [a, b], [of_a, of_b]) => vec![
            of_a.then(|| rules.function_left(function, a, b)).flatten(),
            of_b.then(|| rules.function_right(function, a, b)).flatten(),
        ],
        // Nothing is wanted.
        (Primitive::Unary(_) | Primitive::Function(_) | Primitive::OneHot(_), [_], [_]) => vec![None],
        (Primitive::Unary(_) | Primitive::Binary(_) | Primitive::Function(_) | Primitive::OneHot(_), _, _) => {
            unreachable!("{ILL_TYPED}")
        }
    }
}

/// The rules for one equation.
struct Rules<'a> {
    builder: &'a mut Builder,
    at: Place,
    z: &'a Term,
    bar: &'a Term,
}

impl Rules<'_> {
    fn mul(&mut self, a: Term, b: Term) -> Term {
        self.builder.mul(self.at, a, b)
    }

    fn div(&mut self, a: Term, b: Term) -> Term {
        self.builder.binary(self.at, BinaryOp::Div, a, b)
    }

    fn sub(&mut self, a: Term, b: Term) -> Term {
        self.builder.binary(self.at, BinaryOp::Sub, a, b)
    }

    fn matmul(&mut self, a: Term, b: Term) -> Term {
        self.builder.binary(self.at, BinaryOp::MatMul, a, b)
    }

    fn call(&mut self, function: Function, x: Term) -> Term {
        self.builder.call(self.at, function, x)
    }

    fn call2(&mut self, function: Function, a: Term, b: Term) -> Term {
        self.builder.call2(self.at, function, a, b)
    }

    fn neg(&mut self, x: Term) -> Term {
        self.builder.neg(self.at, x)
    }

    /// A scalar that went with every element of a tensor gets the sum of what the elements contribute.
    fn unbroadcast(&mut self, operand: &Term, term: Term) -> Term {
        if self.builder.ty(operand).is_scalar() && !self.builder.ty(&term).is_scalar() {
            return self.call(Function::Sum, term);
        }
        term
    }

    fn unary(&mut self, op: UnaryOp) -> Option<Term> {
        match op {
            //  z = −x              x̄ += −z̄
            UnaryOp::Neg => Some(self.neg(self.bar.clone())),
            UnaryOp::Not => None,
        }
    }

    fn binary_left(&mut self, op: BinaryOp, a: &Term, b: &Term) -> Option<Term> {
        let bar = self.bar.clone();
        let term = match op {
            //  z = a + b, a − b    ā += z̄
            BinaryOp::Add | BinaryOp::Sub => bar,
            //  z = a·b             ā += z̄·b
            BinaryOp::Mul => self.mul(bar, b.clone()),
            //  z = a / b           ā += z̄ / b
            BinaryOp::Div => self.div(bar, b.clone()),
            BinaryOp::MatMul => return Some(self.product_left(a, b)),
            BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Mod => return None,
        };
        Some(self.unbroadcast(a, term))
    }

    fn binary_right(&mut self, op: BinaryOp, a: &Term, b: &Term) -> Option<Term> {
        let bar = self.bar.clone();
        let term = match op {
            //  z = a + b           b̄ += z̄
            BinaryOp::Add => bar,
            //  z = a − b           b̄ += −z̄
            BinaryOp::Sub => self.neg(bar),
            //  z = a·b             b̄ += z̄·a
            BinaryOp::Mul => self.mul(bar, a.clone()),
            //  z = a / b           b̄ += −z̄·z / b
            BinaryOp::Div => {
                let product = self.mul(bar, self.z.clone());
                let quotient = self.div(product, b.clone());
                self.neg(quotient)
            }
            BinaryOp::MatMul => return Some(self.product_right(a, b)),
            BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Mod => return None,
        };
        Some(self.unbroadcast(b, term))
    }

    /// Z = A @ B: Ā += Z̄ @ Bᵀ.  z = A @ v: Ā += z̄ vᵀ.  z = v @ B: v̄ += B @ z̄.
    fn product_left(&mut self, a: &Term, b: &Term) -> Term {
        let (bar, b) = (self.bar.clone(), b.clone());
        match [self.rank(a), self.rank(&b)] {
            [2, 2] => {
                let transposed = self.call(Function::Transpose, b);
                self.matmul(bar, transposed)
            }
            [2, _] => self.call2(Function::Outer, bar, b),
            [_, _] => self.matmul(b, bar),
        }
    }

    /// Z = A @ B: B̄ += Aᵀ @ Z̄.  z = A @ v: v̄ += z̄ @ A.  z = v @ B: B̄ += v z̄ᵀ.
    fn product_right(&mut self, a: &Term, b: &Term) -> Term {
        let (bar, a) = (self.bar.clone(), a.clone());
        match [self.rank(&a), self.rank(b)] {
            [2, 2] => {
                let transposed = self.call(Function::Transpose, a);
                self.matmul(transposed, bar)
            }
            [2, _] => self.matmul(bar, a),
            [_, _] => self.call2(Function::Outer, a, bar),
        }
    }

    fn rank(&self, term: &Term) -> usize {
        self.builder.ty(term).shape.len()
    }

    fn function_of_one(&mut self, function: Function, x: &Term) -> Option<Term> {
        let (bar, z) = (self.bar.clone(), self.z.clone());
        Some(match function {
            //  z = tanh x          x̄ += z̄·(1 − z²)
            Function::Tanh => {
                let square = self.mul(z.clone(), z);
                let slope = self.sub(real(1.0), square);
                self.mul(bar, slope)
            }
            //  z = σ(x)            x̄ += z̄·(z·(1 − z))
            Function::Sigmoid => {
                let rest = self.sub(real(1.0), z.clone());
                let slope = self.mul(z, rest);
                self.mul(bar, slope)
            }
            //  z = eˣ              x̄ += z̄·z
            Function::Exp => self.mul(bar, z),
            //  z = ln x            x̄ += z̄ / x
            Function::Log => self.div(bar, x.clone()),
            //  z = √x              x̄ += z̄ / 2z
            Function::Sqrt => {
                let double = self.mul(real(2.0), z);
                self.div(bar, double)
            }
            //  z = relu x          x̄ += z̄·step(x), so 0 at 0
            Function::Relu => {
                let slope = self.call(Function::Step, x.clone());
                self.mul(bar, slope)
            }
            //  z = |x|             x̄ += z̄·(step(x) − step(−x)), so 0 at 0
            Function::Abs => {
                let minus = self.neg(x.clone());
                let [above, below] = [x.clone(), minus].map(|x| self.call(Function::Step, x));
                let slope = self.sub(above, below);
                self.mul(bar, slope)
            }
            //  z = Σ x             x̄ += z̄ at every element
            Function::Sum => {
                let ones = Operand::Constant(filled(&self.builder.ty(x), 1));
                self.mul(bar, ones)
            }
            //  z = softmax x       x̄ += z·(z̄ − ⟨z, z̄⟩)
            Function::Softmax => {
                let mean = self.call2(Function::Dot, z.clone(), bar.clone());
                let centred = self.sub(bar, mean);
                self.mul(z, centred)
            }
            //  Z = Xᵀ              X̄ += Z̄ᵀ
            Function::Transpose => self.call(Function::Transpose, bar),
            // Constant almost everywhere, or of integers.
            Function::Step | Function::Real | Function::Int | Function::OnesLike | Function::ZerosLike => return None,
            Function::Dot | Function::Outer | Function::Max | Function::Min | Function::Get => {
                unreachable!("{ILL_TYPED}")
            }
        })
    }

    fn function_left(&mut self, function: Function, a: &Term, b: &Term) -> Option<Term> {
        let bar = self.bar.clone();
        Some(match function {
            //  z = ⟨a, b⟩          ā += z̄·b
            Function::Dot => self.mul(bar, b.clone()),
            //  Z = a bᵀ            ā += Z̄ @ b
            Function::Outer => self.matmul(bar, b.clone()),
            Function::Max => self.extremum(a, a, b),
            Function::Min => self.extremum(a, b, a),
            //  z = v[i]            v̄ += z̄ at i (zeros where i is out of range)
            Function::Get => self.scatter(a, b),
            Function::Tanh
            | Function::Sigmoid
            | Function::Exp
            | Function::Log
            | Function::Sqrt
            | Function::Relu
            | Function::Step
            | Function::Abs
            | Function::Sum
            | Function::Softmax
            | Function::Transpose
            | Function::Real
            | Function::Int
            | Function::OnesLike
            | Function::ZerosLike => unreachable!("{ILL_TYPED}"),
        })
    }

    fn function_right(&mut self, function: Function, a: &Term, b: &Term) -> Option<Term> {
        let bar = self.bar.clone();
        Some(match function {
            //  z = ⟨a, b⟩          b̄ += z̄·a
            Function::Dot => self.mul(bar, a.clone()),
            //  Z = a bᵀ            b̄ += a @ Z̄
            Function::Outer => self.matmul(a.clone(), bar),
            Function::Max => self.extremum(b, b, a),
            Function::Min => self.extremum(b, a, b),
            Function::Get => return None,
            Function::Tanh
            | Function::Sigmoid
            | Function::Exp
            | Function::Log
            | Function::Sqrt
            | Function::Relu
            | Function::Step
            | Function::Abs
            | Function::Sum
            | Function::Softmax
            | Function::Transpose
            | Function::Real
            | Function::Int
            | Function::OnesLike
            | Function::ZerosLike => unreachable!("{ILL_TYPED}"),
        })
    }

    /// The operand of `max` or `min` that wins where `more > less` gets all of z̄ there, none where `more < less`, and half
    /// of it where both are equal:  x̄ += z̄·½(1 + step(more − less) − step(less − more)).
    fn extremum(&mut self, operand: &Term, more: &Term, less: &Term) -> Term {
        let ahead = self.sub(more.clone(), less.clone());
        let behind = self.sub(less.clone(), more.clone());
        let [ahead, behind] = [ahead, behind].map(|x| self.call(Function::Step, x));
        let sign = self.sub(ahead, behind);
        let twice = self.builder.binary(self.at, BinaryOp::Add, real(1.0), sign);
        let share = self.mul(real(0.5), twice);
        let term = self.mul(self.bar.clone(), share);
        self.unbroadcast(operand, term)
    }

    /// z̄ at one element of a vector, or in one row of a matrix, and zeros elsewhere.
    fn scatter(&mut self, tensor: &Term, index: &Term) -> Term {
        let Type { scalar, shape } = self.builder.ty(tensor);
        debug_assert_eq!(scalar, Scalar::Real, "BUG: only reals have adjoints");
        let place = self.builder.apply(self.at, Primitive::OneHot(shape[0]), vec![index.clone()]);
        match shape.len() {
            1 => self.mul(self.bar.clone(), place),
            _ => self.call2(Function::Outer, place, self.bar.clone()),
        }
    }
}
