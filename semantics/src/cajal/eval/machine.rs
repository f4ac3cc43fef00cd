//! The environment machine: the same rules with closures instead of substitution, and with an explicit stack instead of
//! recursion, so that neither the depth of a term nor that of a derivation meets a limit other than memory.

use super::{Evaluated, Stopped, Value, substitute};
use crate::cajal::typing::{Typed, TypedKind};
use crate::deep::{Deep, grow};
use crate::mutant;
use dashu_int::UBig;
use im::Vector;
use std::collections::HashMap;

/// The values of the variables in scope, innermost last: persistent, so that closures share it.
type Env = Vector<Closure>;

/// A value of the machine.
#[derive(Clone)]
enum Closure {
    True,
    False,
    Num(UBig),
    Lam(Deep<Lambda>),
}

/// λx:τ. e, with the values of its free variables.
struct Lambda {
    lambda: Typed,
    env: Env,
}

/// What is still to be done with the value that is being computed: a rule, its evaluated premises, and what is left.
enum Frame {
    /// (Succ): □ is the premise.
    Succ,
    /// (App): □ is the function; the argument is next.
    Function { argument: Typed, env: Env },
    /// (App): □ is the argument.
    Argument { function: Deep<Lambda> },
    /// (If): □ is the condition.
    Condition { then: Typed, otherwise: Typed, env: Env },
    /// (Iter): □ is the count; the base is next.
    Count { base: Typed, step: Typed, env: Env },
    /// (Iter): □ is v₀, v₁, …; `left` rounds are to come.
    Rounds { step: Typed, left: UBig },
}

/// e ⇓ v for a closed term, in at most `fuel` steps.
///
/// # Errors
/// [`Stopped`]: no value within the limits, or an extern.
pub fn eval(e: &Typed, fuel: u64) -> Result<Evaluated, Stopped> {
    assert_eq!(e.open(), 0, "BUG: an open term was evaluated");
    let (value, steps) = run(e, fuel)?;
    let value = match ReadBack::default().value(&value) {
        lambda if matches!(lambda.kind(), TypedKind::Lam(..)) => Value::Lam(lambda),
        ground => Value::of_typed(&ground).expect("BUG: a value reads back as a value"),
    };
    Ok(Evaluated { value, steps })
}

fn run(e: &Typed, fuel: u64) -> Result<(Closure, u64), Stopped> {
    let mut steps = 0;
    let mut stack: Vec<Frame> = Vec::new();
    let (mut term, mut env) = (e.clone(), Env::new());
    loop {
        // e, s ⇓ ?
        if steps == fuel {
            return Err(Stopped::OutOfFuel { fuel });
        }
        steps += 1;
        let mut value = match term.kind() {
            TypedKind::True => Closure::True,
            TypedKind::False => Closure::False,
            TypedKind::Num(n) => Closure::Num(n.clone()),
            TypedKind::Lam(..) => Closure::Lam(Deep::new(Lambda { lambda: term.clone(), env: env.clone() })),
            TypedKind::Var(i) => env[env.len() - 1 - i.0 as usize].clone(),
            TypedKind::Glob(g) => match &g.body {
                Some(body) => {
                    (term, env) = (body.clone(), Env::new());
                    continue;
                }
                None => return Err(Stopped::Unlinked { name: g.name.clone(), span: term.span() }),
            },
            TypedKind::Succ(e) => {
                stack.push(Frame::Succ);
                term = e.clone();
                continue;
            }
            TypedKind::App(e1, e2) => {
                stack.push(Frame::Function { argument: e2.clone(), env: env.clone() });
                term = e1.clone();
                continue;
            }
            TypedKind::If(e1, e2, e3) => {
                stack.push(Frame::Condition { then: e2.clone(), otherwise: e3.clone(), env: env.clone() });
                term = e1.clone();
                continue;
            }
            TypedKind::Iter { base, var: _, step, count } => {
                stack.push(Frame::Count { base: base.clone(), step: step.clone(), env: env.clone() });
                term = count.clone();
                continue;
            }
        };
        // The value goes to the innermost frame, until one asks for another term.
        (term, env) = loop {
            match (stack.pop(), value) {
                (None, value) => return Ok((value, steps)),
                (Some(Frame::Succ), Closure::Num(n)) => {
                    value =
                        Closure::Num(n + if mutant::on("machine/succ-twice") { UBig::from(2u8) } else { UBig::ONE });
                }
                (Some(Frame::Function { argument, env }), Closure::Lam(function)) => {
                    stack.push(Frame::Argument { function });
                    break (argument, env);
                }
                (Some(Frame::Argument { function }), argument) => {
                    let TypedKind::Lam(_, body) = function.lambda.kind() else {
                        unreachable!("BUG: a closure is not a λ")
                    };
                    let mut env = function.env.clone();
                    if mutant::on("machine/argument-outermost") {
                        env.push_front(argument);
                    } else {
                        env.push_back(argument);
                    }
                    break (body.clone(), env);
                }
                (Some(Frame::Condition { then, env, .. }), Closure::False) if mutant::on("machine/if-takes-first") => {
                    break (then, env);
                }
                (Some(Frame::Condition { then, env, .. }), Closure::True) => break (then, env),
                (Some(Frame::Condition { otherwise, env, .. }), Closure::False) => break (otherwise, env),
                (Some(Frame::Count { base, step, env }), Closure::Num(left)) => {
                    stack.push(Frame::Rounds { step, left });
                    break (base, env);
                }
                (Some(Frame::Rounds { step, left }), last) => {
                    if left.is_zero() || mutant::on("machine/iter-one-less") && left.is_one() {
                        value = last;
                        continue;
                    }
                    stack.push(Frame::Rounds { step: step.clone(), left: left - UBig::ONE });
                    break (step, Env::unit(last));
                }
                (
                    Some(Frame::Succ | Frame::Function { .. } | Frame::Condition { .. } | Frame::Count { .. }),
                    Closure::True | Closure::False | Closure::Num(_) | Closure::Lam(_),
                ) => unreachable!("BUG: preservation fails: a value does not have the type of its place"),
            }
        };
    }
}

/// Turns closures into terms: the environment is substituted. Each closure is read back once, however often it is shared.
#[derive(Default)]
struct ReadBack {
    done: HashMap<usize, Typed>,
}

impl ReadBack {
    fn value(&mut self, value: &Closure) -> Typed {
        grow(|| match value {
            Closure::True => Value::True.to_typed(),
            Closure::False => Value::False.to_typed(),
            Closure::Num(n) => Value::Num(n.clone()).to_typed(),
            Closure::Lam(closure) => {
                if let Some(done) = self.done.get(&closure.address()) {
                    return done.clone();
                }
                let env = &closure.env;
                let last = env.len();
                let mut values = |i: u32| {
                    let shared = mutant::on("machine/read-back-shares");
                    self.value(&env[if shared { 0 } else { last - 1 - i as usize }])
                };
                let term = substitute(&closure.lambda, last as u32, &mut values);
                self.done.insert(closure.address(), term.clone());
                term
            }
        })
    }
}
