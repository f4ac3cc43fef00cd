//! Random programs with real streams, accepted by construction: streams are defined one after the other, from earlier
//! ones, and by recurrences of known direction. All randomness is a tape, so shrinking the tape shrinks the program.

use super::tensor;
use crate::generate::Tape;
use cajal_semantics::stream::value::Value;

/// The node `main` of every generated program starts with these inputs; the callees have the same ones.
const INPUTS: &str = "x, y: real; v: real[2]; m: real[2,2]; z: real when c; c, r: bool; d: bool when c; i: int";

/// What gradients are taken for.
pub(super) const WRT: [&str; 5] = ["x", "y", "v", "m", "z"];

#[derive(Clone, Copy, PartialEq)]
enum Ty {
    Scalar,
    Vector,
    Matrix,
}

#[derive(Clone, Copy, PartialEq)]
enum Clock {
    Base,
    /// on c
    C,
    /// on not c
    NotC,
    /// on c on d
    D,
    /// on c on not d
    NotD,
}

impl Clock {
    fn samplings(self) -> &'static str {
        match self {
            Clock::Base => "",
            Clock::C => " when c",
            Clock::NotC => " when not c",
            Clock::D => " when c when d",
            Clock::NotD => " when c when not d",
        }
    }
}

/// A generated program.
#[derive(Debug)]
pub(super) struct Generated {
    pub(super) source: String,
    pub(super) inputs: Vec<Vec<Option<Value>>>,
    pub(super) horizon: usize,
}

/// Without kinks and jumps if `smooth`.
pub(super) fn program(tape: &mut Tape, smooth: bool) -> Generated {
    let mut source = String::from("node leak(a: real) returns (b: real)\nlet b = tanh(a + 0.5 * (0.3 fby b)); tel\n");
    let callees = tape.below(3);
    for callee in 0..callees {
        let mut body = Body::new(tape, callee, smooth);
        body.equations();
        let (o, p) = (body.expression(Ty::Scalar, Clock::Base, 2), body.expression(Ty::Vector, Clock::Base, 2));
        let Body { locals, lines, .. } = body;
        source += &format!("node f{callee}({INPUTS}) returns (o: real; p: real[2])\n");
        source += &format!("var {locals}let\n{lines}  o = {o};\n  p = {p};\ntel\n");
    }
    let mut body = Body::new(tape, callees, smooth);
    body.equations();
    let on = if body.tape.below(4) == 0 { Clock::C } else { Clock::Base };
    let loss = body.expression(Ty::Scalar, on, 4);
    let Body { locals, lines, .. } = body;
    source += &format!("node main({INPUTS}) returns (l: real{})\n", on.samplings());
    source += &format!("var {locals}let\n{lines}  l = {loss};\ntel\n");
    let horizon = [4, 0, 1, 2, 3, 5, 6, 7][tape.below(8)];
    Generated { source, inputs: inputs(tape, horizon), horizon }
}

/// Values for the inputs, in their order.
fn inputs(tape: &mut Tape, horizon: usize) -> Vec<Vec<Option<Value>>> {
    let mut streams = vec![vec![]; 9];
    for _ in 0..horizon {
        let (c, r, d) = (tape.below(2) == 1, tape.below(3) == 1, tape.below(2) == 1);
        let mut real = || (tape.below(401) as f64 - 200.0) / 100.0 + 0.000_37;
        let (x, y) = (real(), real());
        let v = tensor(&[2], vec![real(), real()]);
        let m = tensor(&[2, 2], vec![real(), real(), real(), real()]);
        let z = c.then(|| Value::Real(real()));
        let i = tape.below(4) as i64 - 1;
        let now = [
            Some(Value::Real(x)),
            Some(Value::Real(y)),
            Some(v),
            Some(m),
            z,
            Some(Value::Bool(c)),
            Some(Value::Bool(r)),
            c.then_some(Value::Bool(d)),
            Some(Value::Int(i)),
        ];
        streams.iter_mut().zip(now).for_each(|(stream, value)| stream.push(value));
    }
    streams
}

struct Body<'a> {
    tape: &'a mut Tape,
    smooth: bool,
    /// Nodes that may be called.
    callees: usize,
    scope: Vec<(String, Ty, Clock)>,
    locals: String,
    lines: String,
    fresh: usize,
}

impl<'a> Body<'a> {
    fn new(tape: &'a mut Tape, callees: usize, smooth: bool) -> Self {
        let scope = [
            ("x", Ty::Scalar, Clock::Base),
            ("y", Ty::Scalar, Clock::Base),
            ("v", Ty::Vector, Clock::Base),
            ("m", Ty::Matrix, Clock::Base),
            ("z", Ty::Scalar, Clock::C),
        ];
        let scope = scope.map(|(name, ty, clock)| (name.to_owned(), ty, clock)).to_vec();
        // Some local to declare, in any case.
        let (locals, lines) = ("q: bool; ".to_owned(), "  q = r or c;\n".to_owned());
        Body { tape, smooth, callees, scope, locals, lines, fresh: 0 }
    }

    fn name(&mut self, ty: Ty, clock: Clock) -> String {
        self.fresh += 1;
        let name = format!("s{}", self.fresh);
        let shape = match ty {
            Ty::Scalar => "",
            Ty::Vector => "[2]",
            Ty::Matrix => "[2,2]",
        };
        self.locals += &format!("{name}: real{shape}{}; ", clock.samplings());
        name
    }

    fn line(&mut self, name: &str, value: &str) {
        self.lines += &format!("  {name} = {value};\n");
    }

    fn equations(&mut self) {
        for _ in 0..self.tape.below(6) {
            self.equation();
        }
    }

    /// Defines one more stream, or a few that depend on each other.
    fn equation(&mut self) {
        let ty = [Ty::Scalar, Ty::Vector, Ty::Matrix][self.tape.below(3)];
        let clock = [Clock::Base, Clock::C, Clock::NotC][self.tape.below(3)];
        let kind = self.tape.below(13);
        if kind >= 10 {
            return self.call(if clock == Clock::NotC { Clock::Base } else { clock });
        }
        let [a, b, i, j] = [2, 1, 1, 0].map(|fuel| self.expression(ty, clock, fuel));
        let s = self.name(ty, clock);
        let value = match kind {
            0 => format!("tanh({a})"),
            1 => format!("tanh({a} + 0.5 * ({i} fby {s}))"),
            2 => format!("tanh({a} + 0.5 * ({s} eby {i}))"),
            3 => format!("tanh({a} * ({i} fby {j} fby {s}))"),
            4 => format!("({a} -> tanh({b} + 0.5 * pre {s}))"),
            5 => format!("(tanh({b} + 0.5 * post {s}) <- {a})"),
            // Two ticks back and one ahead, and the other way round.
            6 => format!("tanh({a} + ({i} fby ({j} fby ({s} eby {b}))))"),
            7 => format!("tanh({a} + ((({b} fby {s}) eby {j}) eby {i}))"),
            8 => {
                let p = self.name(ty, clock);
                self.line(&p, &format!("tanh({b} * {s} + {i})"));
                self.scope.push((p.clone(), ty, clock));
                format!("tanh({a} + ({j} fby {p}))")
            }
            // Through a slow clock and back.
            _ => return self.across_clocks(ty, s, clock, &a),
        };
        self.line(&s, &value);
        self.scope.push((s, ty, clock));
    }

    fn across_clocks(&mut self, ty: Ty, s: String, clock: Clock, a: &str) {
        if clock != Clock::Base {
            self.line(&s, &format!("sigmoid({a})"));
            self.scope.push((s, ty, clock));
            return;
        }
        let [w, q] = [Clock::C, Clock::Base].map(|clock| self.name(ty, clock));
        let [slow, other] = [Clock::C, Clock::NotC].map(|clock| self.expression(ty, clock, 1));
        let i = self.expression(ty, Clock::Base, 0);
        self.line(&w, &format!("tanh(({s} when c) * {slow} + 0.5 * ({slow} fby {w}))"));
        self.line(&q, &format!("merge(c, {w}, {other})"));
        self.line(&s, &format!("tanh({a} + ({i} fby {q}))"));
        self.scope.extend([(w, ty, Clock::C), (q, ty, Clock::Base), (s, ty, Clock::Base)]);
    }

    /// A call, restarted or not.
    fn call(&mut self, clock: Clock) {
        let signal = if clock == Clock::C { "d" } else { ["r", "c", "q"][self.tape.below(3)] };
        let (before, after) = match self.tape.below(3) {
            0 => ("", String::new()),
            1 => ("restart ", format!(" every {signal}")),
            _ => ("restart ", format!(" until {signal}")),
        };
        let callee = self.tape.below(self.callees + 1);
        let a = self.expression(Ty::Scalar, clock, 1);
        if callee == self.callees {
            // In a cycle with the caller.
            let [s, b] = [(); 2].map(|()| self.name(Ty::Scalar, clock));
            self.line(&s, &format!("0.5 * ({a} fby {b}) + {a}"));
            self.line(&b, &format!("{before}leak({s}){after}"));
            self.scope.extend([(s, Ty::Scalar, clock), (b, Ty::Scalar, clock)]);
            return;
        }
        let b = self.expression(Ty::Scalar, clock, 1);
        let [v, m] = [Ty::Vector, Ty::Matrix].map(|ty| self.expression(ty, clock, 1));
        let rest = if clock == Clock::C {
            let z = self.expression(Ty::Scalar, Clock::D, 0);
            format!("{z}, d, r when c, r when c when d, i when c")
        } else {
            format!("{}, c, r, d, i", self.expression(Ty::Scalar, Clock::C, 0))
        };
        let [o, p] = [Ty::Scalar, Ty::Vector].map(|ty| self.name(ty, clock));
        self.line(&format!("({o}, {p})"), &format!("{before}f{callee}({a}, {b}, {v}, {m}, {rest}){after}"));
        self.scope.extend([(o, Ty::Scalar, clock), (p, Ty::Vector, clock)]);
    }

    /// A boolean.
    fn condition(&mut self, clock: Clock) -> String {
        if !self.smooth && self.tape.below(2) == 0 {
            return format!("({} > 0.1)", self.expression(Ty::Scalar, clock, 1));
        }
        match clock {
            Clock::Base => ["c", "r", "q", "(not r)"][self.tape.below(4)].to_owned(),
            Clock::C => ["d", "(r when c)"][self.tape.below(2)].to_owned(),
            Clock::NotC | Clock::D | Clock::NotD => format!("(r{})", clock.samplings()),
        }
    }

    /// A stream that is known, sampled if need be; late ones more often.
    fn leaf(&mut self, ty: Ty, clock: Clock) -> String {
        let fits = |of: Clock| match clock {
            Clock::D | Clock::NotD => of == Clock::C || of == Clock::Base,
            Clock::Base | Clock::C | Clock::NotC => of == clock || of == Clock::Base,
        };
        let found: Vec<(String, Clock)> =
            self.scope.iter().rev().filter(|s| s.1 == ty && fits(s.2)).map(|s| (s.0.clone(), s.2)).collect();
        let (name, of) = &found[self.tape.below(found.len())];
        let samplings = match (*of, clock) {
            (of, clock) if of == clock => return name.clone(),
            (Clock::C, Clock::D) => " when d",
            (Clock::C, _) => " when not d",
            (_, clock) => clock.samplings(),
        };
        format!("({name}{samplings})")
    }

    fn expression(&mut self, ty: Ty, clock: Clock, fuel: usize) -> String {
        if fuel == 0 || self.tape.below(4) == 0 {
            return self.leaf(ty, clock);
        }
        if self.tape.below(2) == 0 {
            return self.temporal(ty, clock, fuel - 1);
        }
        match ty {
            Ty::Scalar => self.scalar(clock, fuel - 1),
            Ty::Vector => self.vector(clock, fuel - 1),
            Ty::Matrix => self.matrix(clock, fuel - 1),
        }
    }

    /// What exists at every type.
    fn temporal(&mut self, ty: Ty, clock: Clock, fuel: usize) -> String {
        let [a, b] = [(); 2].map(|()| self.expression(ty, clock, fuel));
        match self.tape.below(19) {
            0 => format!("({a} + {b})"),
            1 => format!("({a} - {b})"),
            2 => format!("({a} * {b})"),
            3 => format!("({a} / (1.5 + {b} * {b}))"),
            4 => format!("tanh({a})"),
            5 => format!("({a} fby {b})"),
            6 => format!("({b} eby {a})"),
            7 => format!("({a} -> {b})"),
            8 => format!("({b} <- {a})"),
            9 => format!("({a} -> pre {b})"),
            10 => format!("(post {b} <- {a})"),
            // Undefined at ticks on which nothing depends: with 0 in the place of ⊥ there would be a division by 0.
            11 => format!("({a} -> {a} / pre (1.5 + {b} * {b}))"),
            12 => format!("({a} / post (1.5 + {b} * {b}) <- {a})"),
            13 => format!("({a} -> (({b} / pre (pre (1.5 + {a} * {a}))) eby {b}))"),
            14 => format!("({a} -> (({b} * post {a} / pre (1.5 + {b} * {b})) <- {b}))"),
            15 => format!("(post (pre {a}) <- {b})"),
            16 => {
                let condition = self.condition(clock);
                format!("(if {condition} then {a} else {b})")
            }
            _ => self.merge(ty, clock, fuel),
        }
    }

    fn merge(&mut self, ty: Ty, clock: Clock, fuel: usize) -> String {
        let (condition, on, on_not) = match clock {
            Clock::Base => ("c", Clock::C, Clock::NotC),
            Clock::C => ("d", Clock::D, Clock::NotD),
            Clock::NotC | Clock::D | Clock::NotD => return format!("(-{})", self.expression(ty, clock, fuel)),
        };
        let [a, b] = [on, on_not].map(|clock| self.expression(ty, clock, fuel));
        format!("merge({condition}, {a}, {b})")
    }

    fn index(&mut self, clock: Clock) -> String {
        match self.tape.below(3) {
            0 => "1".to_owned(),
            1 => "0".to_owned(),
            _ => format!("(i{})", clock.samplings()),
        }
    }

    fn scalar(&mut self, clock: Clock, fuel: usize) -> String {
        let a = self.expression(Ty::Scalar, clock, fuel);
        match self.tape.below(if self.smooth { 9 } else { 14 }) {
            0 => format!("sum({})", self.expression(Ty::Vector, clock, fuel)),
            1 => format!("sum({})", self.expression(Ty::Matrix, clock, fuel)),
            2 => {
                let [v, w] = [(); 2].map(|()| self.expression(Ty::Vector, clock, fuel));
                format!("dot({v}, {w})")
            }
            3 => {
                let (v, i) = (self.expression(Ty::Vector, clock, fuel), self.index(clock));
                format!("get({v}, {i})")
            }
            4 => format!("sigmoid({a})"),
            5 => format!("exp(tanh({a}))"),
            6 => format!("log(1.5 + {a} * {a})"),
            7 => format!("sqrt(1.0 + {a} * {a})"),
            8 => format!("(2.0 / (3.0 + tanh({a})))"),
            9 => format!("relu({a})"),
            10 => format!("abs({a})"),
            11 => format!("max({a}, {})", self.leaf(Ty::Scalar, clock)),
            12 => format!("min({a}, 0.25)"),
            _ => format!("(step({a}) * {a})"),
        }
    }

    fn vector(&mut self, clock: Clock, fuel: usize) -> String {
        let v = self.expression(Ty::Vector, clock, fuel);
        match self.tape.below(if self.smooth { 11 } else { 13 }) {
            0 => format!("({v} * {})", self.expression(Ty::Scalar, clock, fuel)),
            1 => format!("({} + {v})", self.expression(Ty::Scalar, clock, fuel)),
            2 => format!("({} - {v})", self.expression(Ty::Scalar, clock, fuel)),
            3 => format!("({} / (2.5 + tanh({v})))", self.expression(Ty::Scalar, clock, fuel)),
            4 => format!("({v} / exp({}))", self.leaf(Ty::Scalar, clock)),
            5 => format!("({} @ {v})", self.expression(Ty::Matrix, clock, fuel)),
            6 => format!("({v} @ {})", self.expression(Ty::Matrix, clock, fuel)),
            7 => format!("softmax({v})"),
            8 => {
                let (m, i) = (self.expression(Ty::Matrix, clock, fuel), self.index(clock));
                format!("get({m}, {i})")
            }
            9 => {
                let (i, a) = (self.index(clock), self.expression(Ty::Scalar, clock, fuel));
                format!("(onehot({i}, 2) * {a} + {v} * zeros_like({v}) + ones_like({v}))")
            }
            10 => format!("(-{v})"),
            11 => format!("max({v}, {})", self.leaf(Ty::Scalar, clock)),
            _ => format!("min({}, relu({v}))", self.leaf(Ty::Vector, clock)),
        }
    }

    fn matrix(&mut self, clock: Clock, fuel: usize) -> String {
        let m = self.expression(Ty::Matrix, clock, fuel);
        match self.tape.below(5) {
            0 => format!("({m} @ {})", self.expression(Ty::Matrix, clock, fuel)),
            1 => format!("transpose({m})"),
            2 => {
                let [v, w] = [(); 2].map(|()| self.expression(Ty::Vector, clock, fuel));
                format!("outer({v}, {w})")
            }
            3 => format!("({m} * {})", self.expression(Ty::Scalar, clock, fuel)),
            _ => format!("({} - {m})", self.expression(Ty::Scalar, clock, fuel)),
        }
    }
}
