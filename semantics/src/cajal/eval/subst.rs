//! The substitution evaluator: the big-step rules as they stand on the page, one arm per rule.

use super::{Evaluated, Stopped, Substitution, Value};
use crate::cajal::typing::{Typed, TypedKind};
use crate::deep::grow;
use crate::mutant;
use dashu_int::UBig;

/// Rules nested deeper than this are a size limit: the derivation of e ⇓ v can be much deeper than e.
const MAX_NESTING: u32 = 1_000_000;

/// Nodes that substitution may copy for every step of fuel.
const COPIES_PER_STEP: u64 = 16;

/// e ⇓ v for a closed term, in at most `fuel` steps.
///
/// # Errors
/// [`Stopped`]: no value within the limits, or an extern.
pub fn eval(e: &Typed, fuel: u64) -> Result<Evaluated, Stopped> {
    assert_eq!(e.open(), 0, "BUG: an open term was evaluated");
    let mut machine = Evaluator { fuel, steps: 0, copied: 0, nesting: 0 };
    let value = machine.eval(e)?;
    Ok(Evaluated { value, steps: machine.steps })
}

struct Evaluator {
    fuel: u64,
    steps: u64,
    copied: u64,
    nesting: u32,
}

impl Evaluator {
    fn eval(&mut self, e: &Typed) -> Result<Value, Stopped> {
        if self.steps == self.fuel || self.copied / COPIES_PER_STEP > self.fuel {
            return Err(Stopped::OutOfFuel { fuel: self.fuel });
        }
        if self.nesting == MAX_NESTING {
            return Err(Stopped::TooDeep { limit: MAX_NESTING });
        }
        self.steps += if mutant::on("subst/steps-doubled") { 2 } else { 1 };
        self.nesting += 1;
        let value = grow(|| match e.kind() {
            // (Val)   v ⇓ v
            TypedKind::True => Ok(Value::True),
            TypedKind::False => Ok(Value::False),
            TypedKind::Num(n) => Ok(Value::Num(n.clone())),
            TypedKind::Lam(..) => Ok(Value::Lam(e.clone())),
            // (Glob)  e ⇓ v   ⟹  g ⇓ v,   for def g = e
            TypedKind::Glob(g) => match &g.body {
                Some(body) => self.eval(body),
                None => Err(Stopped::Unlinked { name: g.name.clone(), span: e.span() }),
            },
            // (Succ)  e ⇓ n   ⟹  succ e ⇓ n+1
            TypedKind::Succ(e) if mutant::on("subst/succ-forgotten") => self.eval(e),
            TypedKind::Succ(e) => Ok(Value::Num(self.eval_num(e)? + UBig::ONE)),
            // (App)   e1 ⇓ λx:τ.e   e2 ⇓ v2   e[x:=v2] ⇓ v   ⟹  e1 e2 ⇓ v
            TypedKind::App(e1, e2) => {
                let function = self.eval(e1)?;
                let argument = self.eval(e2)?;
                let body = self.substitute(function.body(), &argument);
                self.eval(&body)
            }
            // (IfT)   e1 ⇓ tt   e2 ⇓ v   ⟹  if e1 then e2 else e3 ⇓ v
            // (IfF)   e1 ⇓ ff   e3 ⇓ v   ⟹  if e1 then e2 else e3 ⇓ v
            TypedKind::If(e1, e2, e3) => match self.eval(e1)? {
                Value::True if !mutant::on("subst/if-takes-second") => self.eval(e2),
                Value::True | Value::False => self.eval(e3),
                Value::Num(_) | Value::Lam(_) => unreachable!("BUG: preservation fails: a condition is not a boolean"),
            },
            // (Iter)  e3 ⇓ n   e1 ⇓ v0   e2[y:=v0] ⇓ v1  …  e2[y:=v(n−1)] ⇓ vn   ⟹  iter{e1 | y ↪ e2}(e3) ⇓ vn
            TypedKind::Iter { base, var: _, step, count } => {
                let mut left = self.eval_num(count)?;
                let mut value = self.eval(base)?;
                if mutant::on("subst/iter-one-more") {
                    left += UBig::ONE;
                }
                while !left.is_zero() {
                    let body = self.substitute(step, &value);
                    value = self.eval(&body)?;
                    left -= UBig::ONE;
                }
                Ok(value)
            }
            TypedKind::Var(_) => unreachable!("BUG: an open term was evaluated"),
        });
        self.nesting -= 1;
        value
    }

    /// e ⇓ n
    fn eval_num(&mut self, e: &Typed) -> Result<UBig, Stopped> {
        match self.eval(e)? {
            Value::Num(n) => Ok(n),
            Value::True | Value::False | Value::Lam(_) => unreachable!("BUG: preservation fails: an N is not a number"),
        }
    }

    /// e[x:=v] for the innermost variable x of e.
    fn substitute(&mut self, e: &Typed, v: &Value) -> Typed {
        let v = v.to_typed();
        let mut substitution = Substitution { count: 1, values: &mut |_| v.clone(), visited: 0 };
        let substituted = substitution.under(e, 0);
        self.copied += substitution.visited;
        substituted
    }
}

impl Value {
    /// e in λx:τ. e
    fn body(&self) -> &Typed {
        match self {
            Value::Lam(lambda) => match lambda.kind() {
                TypedKind::Lam(_, body) => body,
                _ => unreachable!("BUG: a function value is not a λ"),
            },
            Value::True | Value::False | Value::Num(_) => {
                unreachable!("BUG: preservation fails: a function is not a λ")
            }
        }
    }
}
