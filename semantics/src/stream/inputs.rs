//! What is given to a program: one value for each input at each tick of the input's clock.

use super::system::{Clock, ClockId, System};
use super::value::{Type, Value};
use std::fmt;
use std::sync::Arc;

/// A given stream: one entry for each base tick, none where it is absent.
pub type Given = Vec<Option<Value>>;

/// Given streams that do not fit the program.
#[derive(Clone, PartialEq, Debug)]
pub enum InputError {
    /// Another number of streams than the program has inputs.
    Number {
        /// How many inputs there are.
        expected: usize,
        /// How many streams were given.
        found: usize,
    },
    /// Fewer ticks than the horizon.
    Short {
        /// The input.
        name: Arc<str>,
        /// The horizon.
        expected: usize,
        /// How many ticks were given.
        found: usize,
    },
    /// A value of another type.
    Type {
        /// The input.
        name: Arc<str>,
        /// The tick.
        tick: usize,
        /// The declared type.
        expected: Type,
        /// The type found.
        found: Type,
    },
    /// A value where the input's clock is false.
    Present {
        /// The input.
        name: Arc<str>,
        /// The tick.
        tick: usize,
    },
    /// No value where the input's clock is true.
    Absent {
        /// The input.
        name: Arc<str>,
        /// The tick.
        tick: usize,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Number { expected, found } => write!(f, "{found} input streams given, {expected} wanted"),
            InputError::Short { name, expected, found } => {
                write!(f, "the input `{name}` has {found} ticks, {expected} are needed")
            }
            InputError::Type { name, tick, expected, found } => {
                write!(f, "the input `{name}` must have type `{expected}`, but has type `{found}` at tick {tick}")
            }
            InputError::Present { name, tick } => {
                write!(f, "the input `{name}` must be absent at tick {tick}, where its clock is false")
            }
            InputError::Absent { name, tick } => {
                write!(f, "the input `{name}` is missing at tick {tick}, where its clock is true")
            }
        }
    }
}

/// Do the given streams (in the order of the inputs) fit a program for a horizon?
pub fn check_inputs(system: &System, given: &[Given], horizon: usize) -> Result<(), InputError> {
    if given.len() != system.inputs.len() {
        return Err(InputError::Number { expected: system.inputs.len(), found: given.len() });
    }
    for (x, stream) in system.inputs.iter().zip(given) {
        let name = || system.variable(*x).name.clone();
        if stream.len() < horizon {
            return Err(InputError::Short { name: name(), expected: horizon, found: stream.len() });
        }
    }
    for (x, stream) in system.inputs.iter().zip(given) {
        let variable = system.variable(*x);
        let name = || variable.name.clone();
        let condition = condition(system, variable.clock);
        for (tick, value) in stream.iter().take(horizon).enumerate() {
            // The condition is an input, too, and absent where its own clock is false.
            let present = condition.is_none_or(|(input, truth)| given[input][tick] == Some(Value::Bool(truth)));
            match (value, present) {
                (Some(_), false) => return Err(InputError::Present { name: name(), tick }),
                (None, true) => return Err(InputError::Absent { name: name(), tick }),
                (Some(value), true) if value.ty() != variable.ty => {
                    let (expected, found) = (variable.ty.clone(), value.ty());
                    return Err(InputError::Type { name: name(), tick, expected, found });
                }
                (Some(_), true) | (None, false) => {}
            }
        }
    }
    Ok(())
}

/// The input that decides about a clock of inputs, as a position, and the value at which the clock ticks; none for the
/// base clock.
fn condition(system: &System, clock: ClockId) -> Option<(usize, bool)> {
    match system.clock(clock) {
        Clock::Base => None,
        Clock::On { parent: _, condition, value } => {
            let position = system.inputs.iter().position(|x| *x == condition);
            Some((position.expect("BUG: the clock of an input is an input"), value))
        }
    }
}
