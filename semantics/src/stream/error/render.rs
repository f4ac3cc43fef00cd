//! How the errors of stream programs are said.

use super::{
    CausalityError, ClockError, Demand, Error, NameError, Reach, SizeError, Step, SyntaxError, TypeError, Uninitialized,
};
use crate::diagnostic::{Diagnostic, Note};
use crate::source::Span;
use crate::stream::value::{MAX_ELEMENTS, Type};

impl Error {
    /// The place of the error.
    pub fn span(&self) -> Span {
        self.diagnostic().span
    }

    /// The error, ready to be shown.
    pub fn diagnostic(&self) -> Diagnostic {
        let (message, span, notes) = match self {
            Error::Syntax(error) => syntax(error),
            Error::Name(error) => name(error),
            Error::Type(error) => ty(error),
            Error::Clock(error) => clock(error),
            Error::Uninitialized(error) => uninitialized(error),
            Error::Causality(error) => causality(error),
            Error::Grad(error) => return error.diagnostic(),
            Error::Size(error) => size(error),
        };
        Diagnostic { code: self.code(), message, span, notes }
    }
}

type Parts = (String, Span, Vec<Note>);

fn syntax(error: &SyntaxError) -> Parts {
    match error {
        SyntaxError::Expected { expected, found, span } => {
            (format!("expected {expected}, found {found}"), *span, vec![])
        }
        SyntaxError::Character { found, span } => (format!("`{found}` begins no token"), *span, vec![]),
        SyntaxError::NumberTooLarge { span } => ("this number is too large".into(), *span, vec![]),
        SyntaxError::ChainedComparison { span } => {
            ("comparisons do not associate: write parentheses".into(), *span, vec![])
        }
        SyntaxError::MixedTemporal { first, second, span } => {
            (format!("`{first}` and `{second}` in one expression need parentheses"), *span, vec![])
        }
        SyntaxError::TooDeep { limit, span } => (format!("nested deeper than {limit} levels"), *span, vec![]),
    }
}

fn name(error: &NameError) -> Parts {
    match error {
        NameError::UnknownVariable { name, span } => (format!("`{name}` is not declared in this node"), *span, vec![]),
        NameError::UnknownNode { name, span } => (format!("there is no node or primitive `{name}`"), *span, vec![]),
        NameError::NoRoot { name, span } => (format!("the program has no node `{name}`"), *span, vec![]),
        NameError::NoEquation { name, span } => (format!("`{name}` has no equation"), *span, vec![]),
        NameError::DuplicateNode { name, span, first } => {
            (format!("a second node `{name}`"), *span, vec![Note::at(*first, "the first one")])
        }
        NameError::DuplicateDeclaration { name, span, first } => {
            (format!("`{name}` is declared twice"), *span, vec![Note::at(*first, "the first declaration")])
        }
        NameError::DuplicateEquation { name, span, first } => {
            (format!("`{name}` has two equations"), *span, vec![Note::at(*first, "the first one")])
        }
        NameError::InputDefined { name, span, declaration } => (
            format!("the input `{name}` cannot have an equation"),
            *span,
            vec![Note::at(*declaration, "declared here")],
        ),
        NameError::Recursive { cycle, span } => {
            let names: Vec<&str> = cycle.iter().map(|(name, _)| &**name).collect();
            let notes =
                cycle.iter().skip(1).map(|(name, span)| Note::at(*span, format!("called by `{name}`"))).collect();
            (format!("a node may not call itself: {} → {}", names.join(" → "), names[0]), *span, notes)
        }
    }
}

fn types(types: &[Type]) -> String {
    types.iter().map(|ty| format!("`{ty}`")).collect::<Vec<_>>().join(" and ")
}

fn ty(error: &TypeError) -> Parts {
    match error {
        TypeError::Mismatch { what, expected, found, span } => {
            (format!("{what} must have type `{expected}`, but has type `{found}`"), *span, vec![])
        }
        TypeError::Operands { primitive, expected, found, span } => {
            (format!("`{primitive}` takes {expected}, not {}", types(found)), *span, vec![])
        }
        TypeError::Arguments { function, expected, found, span } => {
            (format!("`{function}` takes {expected} arguments, not {found}"), *span, vec![])
        }
        TypeError::Results { function, outputs, wanted, span } => {
            (format!("`{function}` has {outputs} outputs, but {wanted} are wanted here"), *span, vec![])
        }
        TypeError::NotACall { span } => ("only a node call defines several variables at once".into(), *span, vec![]),
        TypeError::OneHotSize { span } => {
            ("the second argument of `onehot` must be a positive integer literal".into(), *span, vec![])
        }
        TypeError::Ragged { span } => (
            "the parts of a tensor must have one shape and one scalar type, and there must be some".into(),
            *span,
            vec![],
        ),
        TypeError::Shape { span } => {
            (format!("a tensor has from 1 to {MAX_ELEMENTS} elements, and no empty axis"), *span, vec![])
        }
    }
}

fn clock(error: &ClockError) -> Parts {
    match error {
        ClockError::Mismatch { what, expected, found, span } => {
            (format!("{what} must be on clock `{expected}`, but is on `{found}`"), *span, vec![])
        }
        ClockError::Cyclic { names, span } => {
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            (format!("clocks in a circle: {} on {}", names.join(" on "), names[0]), *span, vec![])
        }
        ClockError::InputClock { name, condition, span } => {
            (format!("the clock of the input `{name}` must be an input, and `{condition}` is none"), *span, vec![])
        }
        ClockError::Escapes { node, output, condition, span } => (
            format!("the output `{output}` of `{node}` is on the clock `{condition}`, which is local to `{node}`"),
            *span,
            vec![Note::plain("make it an output too, so that the caller can name it")],
        ),
    }
}

fn uninitialized(error: &Uninitialized) -> Parts {
    let Uninitialized { name, temporary, span, demand, first, last, origin } = error;
    let subject = if *temporary { "this expression".to_owned() } else { format!("`{name}`") };
    let ticks =
        |n: u64, which: &str| if n == 1 { format!("its {which} tick") } else { format!("its {n} {which} ticks") };
    let place = match (first, last) {
        (None, _) | (_, None) => "any tick".to_owned(),
        (Some(first), Some(0)) => ticks(*first, "first"),
        (Some(0), Some(last)) => ticks(*last, "last"),
        (Some(first), Some(last)) => format!("{} and {}", ticks(*first, "first"), ticks(*last, "last")),
    };
    let reason = match demand {
        Demand::Output => "an output must always be defined",
        Demand::Condition => "a clock must always be defined",
        Demand::Branch => "a branch of a merge must always be defined",
        Demand::Signal => "a restart signal must always be defined",
        Demand::Entering => "what enters a restart block must always be defined",
        Demand::Leaving => "what leaves a restart block must always be defined",
    };
    let notes = if origin == span { vec![] } else { vec![Note::at(*origin, "the undefined tick comes from here")] };
    (format!("{subject} may be undefined at {place}; {reason}"), *span, notes)
}

fn reach(reach: Reach) -> String {
    let ticks = |n: i64| if n.abs() == 1 { "tick" } else { "ticks" };
    match (reach.least, reach.most) {
        (Some(0), Some(0)) => "at the same tick".into(),
        (Some(w), Some(v)) if w == v && w > 0 => format!("{w} {} earlier", ticks(w)),
        (Some(w), Some(v)) if w == v => format!("{} {} later", -w, ticks(w)),
        (Some(0), None) => "at the same tick or earlier".into(),
        (None, Some(0)) => "at the same tick or later".into(),
        (Some(w), None) => format!("{w} or more ticks earlier"),
        (None, Some(w)) => format!("{} or more ticks later", -w),
        (Some(_), Some(_)) | (None, None) => "at an earlier or later tick".into(),
    }
}

fn steps(cycle: &[Step]) -> impl Iterator<Item = Note> {
    cycle.iter().map(|step| {
        let how = if step.how.is_empty() { String::new() } else { format!(" ({})", step.how) };
        Note::at(step.span, format!("`{}` reads `{}` {}{how}", step.name, step.reads, reach(step.reach)))
    })
}

/// The total of a cycle, where every step has one weight.
fn weight(cycle: &[Step]) -> Option<i64> {
    cycle.iter().map(|step| step.reach.least.filter(|w| step.reach.most == Some(*w))).sum()
}

fn place(cycle: &[Step]) -> Span {
    cycle.first().map_or(Span::default(), |step| step.span)
}

fn cycle_name(cycle: &[Step]) -> String {
    /// Cycles are printed equation by equation in the notes; the headline names at most this many.
    const NAMED: usize = 8;
    let mut names: Vec<&str> = cycle.iter().take(NAMED).map(|step| &*step.name).collect();
    if cycle.len() > NAMED {
        names.push("…");
    }
    names.extend(cycle.first().map(|step| &*step.name));
    names.join(" → ")
}

fn causality(error: &CausalityError) -> Parts {
    match error {
        CausalityError::Instantaneous { cycle } => {
            (format!("a cycle without delay: {}", cycle_name(cycle)), place(cycle), steps(cycle).collect())
        }
        CausalityError::Mixed { cycles } => {
            let first = cycles.first().map_or(&[][..], |cycle| cycle);
            let notes = cycles.iter().flat_map(|cycle| {
                let total = match weight(cycle) {
                    Some(0) => "a cycle of weight 0".to_owned(),
                    Some(w) => format!("a cycle of weight {w:+}"),
                    None => "a cycle whose weight depends on the clocks".to_owned(),
                };
                std::iter::once(Note::plain(format!("{total}: {}", cycle_name(cycle)))).chain(steps(cycle))
            });
            let message = if cycles.len() > 1 {
                "a stream depends on its own past and on its own future"
            } else {
                "a stream depends on itself through the past and back through the future"
            };
            (message.into(), place(first), notes.collect())
        }
        CausalityError::Unbounded { cycle } => (
            "without a last tick this depends on an unbounded part of the future".into(),
            place(cycle),
            steps(cycle).chain([Note::plain("cut time into segments with `restart`")]).collect(),
        ),
    }
}

fn size(error: &SizeError) -> Parts {
    match error {
        SizeError::Equations { span } => {
            (format!("more than {} equations after inlining", crate::stream::MAX_EQUATIONS), *span, vec![])
        }
    }
}
