//! Random programs that are accepted by construction: streams in layers, each of which reads earlier layers in any way,
//! and itself in one direction of time, on its clock, or within restarted nodes.

use crate::generate::Tape;

/// Nodes with recurrences of both directions, to be called on any clock and restarted.
const LIBRARY: &str = "node up(x: int) returns (s: int) let s = x + (0 fby s); tel
node down(x: int) returns (s: int) let s = x - (s eby 1); tel
node both(x: int) returns (s: int) var a, b: int; let a = x + (0 fby a); b = a + (b eby 2); s = a * 3 - b; tel
node mixed(x: int) returns (y: int) let y = x + (1 fby 2 fby (y eby 9)); tel
node late(x: int) returns (y: int) let y = post (post (3 fby y + x) <- 4) <- 5; tel
node nested(x: int) returns (s: int) var e: bool; let e = x mod 3 = 0; s = restart both(x + 1) until e; tel
node smooth(x: real) returns (m: real) let m = 0.5 * x + 0.5 * (x fby m); tel
node ahead(x: real) returns (m: real) let m = tanh(x + 0.3 * (m eby 0.25)); tel
node cell(v: real[3]) returns (h: real[3])
var a: real[3,3];
let a = [[0.1, -0.2, 0.3], [0.5, 0.25, -0.125], [1.0, 0.0, -1.0]]; h = tanh(a @ ([0.0, 0.0, 0.0] fby h) + v); tel
node lecture(v: real[3]) returns (g: real[3]) let g = 0.5 * v + (g eby softmax(v)); tel
node hold(x: int) returns (h: int) let h = x -> pre h; tel
";

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Int,
    Bool,
    Real,
    Vector,
}

#[derive(Clone)]
struct Stream {
    name: String,
    sort: Sort,
    /// None: the base clock; else the index of a condition.
    clock: Option<usize>,
}

pub(crate) struct Program {
    streams: Vec<Stream>,
    equations: Vec<String>,
    conditions: Vec<String>,
}

impl Program {
    fn pick(&self, tape: &mut Tape, sort: Sort, clock: Option<usize>) -> Option<String> {
        let fit: Vec<&Stream> = self.streams.iter().filter(|s| s.sort == sort && s.clock == clock).collect();
        (!fit.is_empty()).then(|| fit[fit.len() - 1 - tape.below(fit.len())].name.clone())
    }

    /// A stream of this sort on this clock, or a constant.
    fn atom(&self, tape: &mut Tape, sort: Sort, clock: Option<usize>) -> String {
        let constant = match sort {
            Sort::Int => tape.below(5).to_string(),
            Sort::Bool => ["false", "true"][tape.below(2)].to_owned(),
            Sort::Real => ["0.5", "-1.25", "3.0"][tape.below(3)].to_owned(),
            Sort::Vector => "[0.5, -0.25, 1.0]".to_owned(),
        };
        if tape.below(6) == 0 { constant } else { self.pick(tape, sort, clock).unwrap_or(constant) }
    }

    fn expression(&self, tape: &mut Tape, sort: Sort, clock: Option<usize>) -> String {
        let (a, b) = (self.atom(tape, sort, clock), self.atom(tape, sort, clock));
        let sampled = |tape: &mut Tape| {
            let slower = clock.map(|k| (&self.conditions[k], k));
            slower.map(|(condition, k)| {
                let word = if k.is_multiple_of(2) { "" } else { "not " };
                format!("({} when {word}{condition})", self.atom(tape, sort, None))
            })
        };
        match tape.below(12) {
            0 => format!("{a} fby {b}"),
            1 => format!("{a} eby {b}"),
            2 => format!("{a} -> {b}"),
            3 => format!("{a} <- {b}"),
            4 => format!("{a} -> pre {b}"),
            5 => format!("post {b} <- {a}"),
            6 if sort == Sort::Int => format!("post (post (1 fby 2 fby {a}) <- 3) <- {b}"),
            6 | 7 => format!("if {} then {a} else {b}", self.atom(tape, Sort::Bool, clock)),
            8 => sampled(tape).unwrap_or_else(|| self.merged(tape, sort)),
            9 if clock.is_none() => self.merged(tape, sort),
            9..=11 => self.operation(tape, sort, clock, &a, &b),
            _ => unreachable!("one of twelve"),
        }
    }

    /// A merge on the base clock; its condition's clocks may have no streams yet.
    fn merged(&self, tape: &mut Tape, sort: Sort) -> String {
        if self.conditions.is_empty() {
            return self.atom(tape, sort, None);
        }
        let pair = tape.below(self.conditions.len() / 2) * 2;
        let condition = &self.conditions[pair];
        let (on, off) = (self.atom(tape, sort, Some(pair)), self.atom(tape, sort, Some(pair + 1)));
        format!("merge({condition}, {on}, {off})")
    }

    fn operation(&self, tape: &mut Tape, sort: Sort, clock: Option<usize>, a: &str, b: &str) -> String {
        let int = self.atom(tape, Sort::Int, clock);
        let real = self.atom(tape, Sort::Real, clock);
        match (sort, tape.below(6)) {
            (Sort::Int, 0) => format!("{a} / {b}"),
            (Sort::Int, 1) => format!("{a} mod {b}"),
            (Sort::Int, 2) => format!("max({a}, {b}) - min({a}, 2)"),
            (Sort::Int, 3) => format!("int({real}) * {b}"),
            (Sort::Int, _) => format!("{a} * 2 - {b}"),
            (Sort::Bool, 0) => format!("{a} and not {b}"),
            (Sort::Bool, 1) => format!("{int} mod 3 = 1"),
            (Sort::Bool, 2) => format!("{real} < 0.25"),
            (Sort::Bool, 3) => format!("{int} > 2 or {a}"),
            (Sort::Bool, _) => format!("{int} mod 2 = 0"),
            (Sort::Real, 0) => format!("sigmoid({a}) - 0.5 * {b}"),
            (Sort::Real, 1) => format!("real({int}) / (1.0 + abs({b}))"),
            (Sort::Real, 2) => {
                let v = self.atom(tape, Sort::Vector, clock);
                format!("dot({v}, {}) + sum({v}) + get({v}, {int})", self.atom(tape, Sort::Vector, clock))
            }
            (Sort::Real, 3) => format!("relu({a}) + step({b}) * exp(tanh({a}))"),
            (Sort::Real, _) => format!("{a} + 0.1 * {b}"),
            (Sort::Vector, 0) => format!("tanh(outer({a}, {b}) @ {a})"),
            (Sort::Vector, 1) => format!("softmax({a} + {real})"),
            (Sort::Vector, 2) => format!("onehot({int}, 3) * {b}"),
            (Sort::Vector, 3) => format!("{a} @ transpose(outer({a}, {b}))"),
            (Sort::Vector, _) => format!("0.5 * {a} + sigmoid({b})"),
        }
    }

    /// A call, restarted or not.
    fn call(&self, tape: &mut Tape, sort: Sort, clock: Option<usize>) -> String {
        let nodes: &[&str] = match sort {
            Sort::Int => &["up", "down", "both", "mixed", "late", "nested", "hold"],
            Sort::Real => &["smooth", "ahead"],
            Sort::Vector => &["cell", "lecture"],
            Sort::Bool => return self.expression(tape, sort, clock),
        };
        let call = format!("{}({})", nodes[tape.below(nodes.len())], self.atom(tape, sort, clock));
        match (tape.below(3), self.pick(tape, Sort::Bool, clock)) {
            (0, _) | (_, None) => call,
            (1, Some(signal)) => format!("restart {call} every {signal}"),
            (_, Some(signal)) => format!("restart {call} until {signal}"),
        }
    }

    /// A recurrence of one stream in one direction, with a look at others.
    fn recurrence(&self, tape: &mut Tape, name: &str, sort: Sort, clock: Option<usize>) -> String {
        let (a, b) = (self.atom(tape, sort, clock), self.atom(tape, sort, clock));
        let delayed = match tape.below(5) {
            0 => format!("({name} eby {a})"),
            1 => format!("({name} eby {b} eby {a})"),
            2 => format!("({a} fby {b} fby ({name} eby {a}))"),
            3 => format!("({a} -> pre {name})"),
            _ => format!("({a} fby {name})"),
        };
        match sort {
            Sort::Int => format!("{b} + {delayed}"),
            Sort::Bool => format!("{b} <> {delayed}"),
            Sort::Real => format!("0.5 * {b} + tanh({delayed})"),
            Sort::Vector => format!("0.25 * {delayed} + {b}"),
        }
    }
}

/// A program with inputs x: int, c, r: bool and s: int when c.
pub(crate) fn program(tape: &mut Tape) -> String {
    let given = [("x", Sort::Int, None), ("c", Sort::Bool, None), ("r", Sort::Bool, None), ("s", Sort::Int, Some(0))];
    let streams = given.map(|(name, sort, clock)| Stream { name: name.to_owned(), sort, clock }).to_vec();
    // Conditions in pairs: on, and on not.
    let mut program = Program { streams, equations: vec![], conditions: vec!["c".to_owned(), "c".to_owned()] };
    let sorts = [Sort::Int, Sort::Int, Sort::Bool, Sort::Real, Sort::Vector];
    for i in 0..3 + tape.below(9) {
        let sort = sorts[tape.below(sorts.len())];
        let clocks = program.conditions.len();
        let clock = if tape.below(3) == 0 { Some(tape.below(clocks)) } else { None };
        let name = format!("v{i}");
        let right = match tape.below(4) {
            0 => program.call(tape, sort, clock),
            1 => program.recurrence(tape, &name, sort, clock),
            _ => program.expression(tape, sort, clock),
        };
        program.equations.push(format!("  {name} = {right};\n"));
        if sort == Sort::Bool && clock.is_none() && program.conditions.len() < 6 {
            program.conditions.extend([name.clone(), name.clone()]);
        }
        program.streams.push(Stream { name, sort, clock });
    }
    let declared = program.streams[given.len()..].iter().map(|stream| {
        let ty = match stream.sort {
            Sort::Int => "int",
            Sort::Bool => "bool",
            Sort::Real => "real",
            Sort::Vector => "real[3]",
        };
        let word = |k: usize| if k.is_multiple_of(2) { "" } else { "not " };
        let clock = stream.clock.map_or(String::new(), |k| format!(" when {}{}", word(k), program.conditions[k]));
        format!("{}: {ty}{clock}", stream.name)
    });
    let outputs: Vec<String> = declared.collect();
    format!(
        "{LIBRARY}node main(x: int; c, r: bool; s: int when c) returns ({})\nlet\n{}tel\n",
        outputs.join("; "),
        program.equations.concat()
    )
}
