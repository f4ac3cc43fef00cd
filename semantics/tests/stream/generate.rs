//! Random programs: well typed and well clocked by construction; initialised and causal or not, as it comes. All
//! randomness is a tape of numbers from proptest, so shrinking the tape shrinks the program.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};

/// Choices, read from a tape; at its end every choice is 0, which is always the smallest alternative.
pub(crate) struct Tape {
    numbers: Vec<u32>,
    at: usize,
}

impl Tape {
    pub(crate) fn new(numbers: Vec<u32>) -> Self {
        Tape { numbers, at: 0 }
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number as usize % bound
    }
}

pub(crate) fn tape(length: usize) -> impl Strategy<Value = Vec<u32>> {
    vec(any::<u32>(), 0..length)
}

/// The clocks of generated expressions, with their integer and boolean variables; conditions are booleans with a name.
#[derive(Clone, Copy, PartialEq)]
enum Clock {
    Base,
    /// on c
    C,
    /// on not c
    NotC,
    /// on c on p
    P,
}

struct Scope {
    ints: fn(Clock) -> &'static [&'static str],
    bools: fn(Clock) -> &'static [&'static str],
    /// Nodes of one integer and one boolean input that may be called.
    callees: &'static [&'static str],
    /// How variables that are no inputs are most often read: 0 in the past, 1 in the future, 2 in either.
    direction: usize,
}

/// The first integer variable of a clock is an input, if there is one.
fn given(clock: Clock) -> &'static str {
    match clock {
        Clock::Base => "x",
        Clock::C => "s",
        Clock::NotC | Clock::P => "7",
    }
}

fn main_ints(clock: Clock) -> &'static [&'static str] {
    match clock {
        Clock::Base => &["x", "y", "u"],
        Clock::C => &["s", "w"],
        Clock::NotC => &["v"],
        Clock::P => &["k"],
    }
}

fn main_bools(clock: Clock) -> &'static [&'static str] {
    match clock {
        Clock::Base => &["c", "r", "c", "r", "q"],
        Clock::C => &["p"],
        Clock::NotC | Clock::P => &[],
    }
}

fn callee_ints(clock: Clock) -> &'static [&'static str] {
    if clock == Clock::Base { &["x", "y", "u"] } else { &[] }
}

fn callee_bools(clock: Clock) -> &'static [&'static str] {
    if clock == Clock::Base { &["b"] } else { &[] }
}

fn one_of(tape: &mut Tape, names: &[&str], otherwise: &str) -> String {
    if names.is_empty() { otherwise.to_owned() } else { names[tape.below(names.len())].to_owned() }
}

impl Scope {
    fn int(&self, tape: &mut Tape, clock: Clock, depth: usize) -> String {
        let choice = if depth == 0 { tape.below(3) } else { tape.below(18) };
        let sub = |tape: &mut Tape| self.int(tape, clock, depth.saturating_sub(1));
        match choice {
            0 => tape.below(4).to_string(),
            1 => {
                if self.is_main() || clock == Clock::Base {
                    given(clock).to_owned()
                } else {
                    "7".to_owned()
                }
            }
            2 => self.delayed(tape, clock),
            3 if tape.below(4) == 0 => one_of(tape, (self.ints)(clock), "7"),
            3 | 4 => format!("({} + {})", sub(tape), sub(tape)),
            5 => format!("(- {})", sub(tape)),
            6 => format!("({} fby {})", sub(tape), sub(tape)),
            7 => format!("({} eby {})", sub(tape), sub(tape)),
            8 => format!("({} -> {})", sub(tape), sub(tape)),
            9 => format!("({} <- {})", sub(tape), sub(tape)),
            10 => format!("(0 -> pre {})", sub(tape)),
            11 => format!("(post {} <- 0)", sub(tape)),
            12 => format!("({} {})", ["pre", "post"][tape.below(2)], sub(tape)),
            13 => {
                let condition = self.bool(tape, clock, depth - 1);
                format!("(if {condition} then {} else {})", sub(tape), sub(tape))
            }
            14 => self.sampled(tape, clock, depth - 1),
            15 => self.merged(tape, clock, depth - 1),
            16 | 17 => self.call(tape, clock, depth - 1),
            _ => unreachable!("one of eighteen"),
        }
    }

    fn is_main(&self) -> bool {
        !(self.bools)(Clock::C).is_empty()
    }

    /// A variable at another tick.
    fn delayed(&self, tape: &mut Tape, clock: Clock) -> String {
        let variable = one_of(tape, (self.ints)(clock), "7");
        let forward = if self.direction == 2 { tape.below(2) == 0 } else { self.direction == 0 };
        if forward { format!("(1 fby {variable})") } else { format!("({variable} eby 1)") }
    }

    /// An expression of a faster clock, sampled.
    fn sampled(&self, tape: &mut Tape, clock: Clock, depth: usize) -> String {
        match clock {
            Clock::Base => self.int(tape, clock, depth),
            Clock::C => format!("({} when c)", self.int(tape, Clock::Base, depth)),
            Clock::NotC => format!("({} when not c)", self.int(tape, Clock::Base, depth)),
            Clock::P => format!("({} when p)", self.int(tape, Clock::C, depth)),
        }
    }

    fn merged(&self, tape: &mut Tape, clock: Clock, depth: usize) -> String {
        match clock {
            Clock::Base if self.is_main() => {
                format!("merge(c, {}, {})", self.int(tape, Clock::C, depth), self.int(tape, Clock::NotC, depth))
            }
            Clock::C => {
                let other = self.int(tape, Clock::C, depth);
                format!("merge(p, {}, {other} when not p)", self.int(tape, Clock::P, depth))
            }
            Clock::Base | Clock::NotC | Clock::P => self.int(tape, clock, depth),
        }
    }

    fn call(&self, tape: &mut Tape, clock: Clock, depth: usize) -> String {
        if self.callees.is_empty() {
            return self.int(tape, clock, depth);
        }
        let callee = one_of(tape, self.callees, "");
        let call = format!("{callee}({}, {})", self.int(tape, clock, depth), self.bool(tape, clock, depth));
        let signals = (self.bools)(clock);
        match tape.below(3) {
            1 | 2 if !signals.is_empty() => {
                let word = ["every", "until"][tape.below(2)];
                format!("(restart {call} {word} {})", one_of(tape, signals, ""))
            }
            _ => call,
        }
    }

    fn bool(&self, tape: &mut Tape, clock: Clock, depth: usize) -> String {
        let choice = if depth == 0 { tape.below(2) } else { tape.below(7) };
        match choice {
            0 => ["false", "true"][tape.below(2)].to_owned(),
            1 | 2 => one_of(tape, (self.bools)(clock), "true"),
            3 => format!("({} < {})", self.int(tape, clock, depth - 1), self.int(tape, clock, depth - 1)),
            4 => format!("(not {})", self.bool(tape, clock, depth - 1)),
            5 => format!("({} fby {})", self.bool(tape, clock, depth - 1), self.bool(tape, clock, depth - 1)),
            6 => format!("({} eby {})", self.bool(tape, clock, depth - 1), self.bool(tape, clock, depth - 1)),
            _ => unreachable!("one of seven"),
        }
    }
}

/// The body of a node `(x: int; b: bool) returns (y: int)`.
pub(crate) fn callee(tape: &mut Tape, name: &str, callees: &'static [&'static str]) -> String {
    let direction = tape.below(3);
    let scope = Scope { ints: callee_ints, bools: callee_bools, callees, direction };
    let (y, u) = (scope.int(tape, Clock::Base, 3), scope.int(tape, Clock::Base, 2));
    format!("node {name}(x: int; b: bool) returns (y: int) var u: int; let y = {y}; u = {u}; tel\n")
}

/// A program with clocks, nested restarts and calls; inputs x, c, r and s when c.
pub(crate) fn program(tape: &mut Tape) -> String {
    let inner = callee(tape, "g", &[]);
    let outer = callee(tape, "f", &["g"]);
    let direction = tape.below(3);
    let scope = Scope { ints: main_ints, bools: main_bools, callees: &["f", "g"], direction };
    let mut equation = |name: &str, clock: Clock| format!("  {name} = {};\n", scope.int(tape, clock, 3));
    let ints = [
        equation("y", Clock::Base),
        equation("u", Clock::Base),
        equation("w", Clock::C),
        equation("v", Clock::NotC),
        equation("k", Clock::P),
    ];
    let bools = [("q", Clock::Base), ("p", Clock::C)]
        .map(|(name, clock)| format!("  {name} = {};\n", scope.bool(tape, clock, 2)));
    format!(
        "{inner}{outer}node main(x: int; c, r: bool; s: int when c) returns (y: int; w: int when c; v: int when not c)\n\
         var u: int; q: bool; p: bool when c; k: int when p;\nlet\n{}{}tel\n",
        ints.concat(),
        bools.concat()
    )
}
