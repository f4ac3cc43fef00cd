//! schedule = denotation: the executor, with all input at hand and online, gives the streams of the denotation, bit for
//! bit, over random programs.

use crate::construct;
use crate::generate::{self, Tape, tape};
use cajal_compile::stream::{Executable, Timing};
use cajal_semantics::stream::denote::{Sample, Stream, demand};
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::value::Value;
use cajal_semantics::stream::{Checked, Horizon, check, parse};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::cell::Cell;

pub(crate) fn accepted(text: &str) -> Option<Checked> {
    let program = parse(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    check(&program, "main", Horizon::Finite).ok()
}

fn samples(stream: Vec<Option<Value>>) -> Stream {
    stream.into_iter().map(|value| value.map_or(Sample::Absent, Sample::Present)).collect()
}

/// The outputs of an online run, and the most ticks of room it took.
pub(crate) fn online(executable: &Executable, given: &[Given], horizon: usize) -> Vec<Stream> {
    let mut run = executable.start(0).expect("a small program");
    let mut outputs: Vec<Stream> = vec![vec![]; executable.system().outputs.len()];
    let mut take = |run: &mut cajal_compile::stream::Run| {
        while let Some(row) = run.next_row() {
            outputs.iter_mut().zip(row).for_each(|(o, value)| o.extend(samples(vec![value])));
        }
    };
    for t in 0..horizon {
        let row: Vec<Option<Value>> = given.iter().map(|stream| stream[t].clone()).collect();
        run.feed(&row).expect("the input fits");
        take(&mut run);
    }
    run.finish();
    take(&mut run);
    outputs
}

/// Both runs of a program equal its denotation.
pub(crate) fn agrees(text: &str, checked: &Checked, given: &[Given], horizon: usize) -> Result<(), TestCaseError> {
    let system = checked.system();
    let expected = demand::denote(system, given, horizon, &system.outputs).expect("the inputs fit");
    let whole = Executable::new(checked, Timing::Whole).run(given, horizon).expect("a small program");
    let whole: Vec<Stream> = whole.into_iter().map(samples).collect();
    let online = online(&Executable::new(checked, Timing::Online), given, horizon);
    for (i, x) in system.outputs.iter().enumerate() {
        let name = &system.variable(*x).name;
        for (how, found) in [("whole", &whole[i]), ("online", &online[i])] {
            let same = expected[i] == *found;
            let message = || format!("{how}, {name}: expected {:?}\n found {found:?}\n{text}", expected[i]);
            if !same {
                return Err(TestCaseError::fail(message()));
            }
        }
    }
    Ok(())
}

/// Inputs x: int, c, r: bool, s: int when c.
fn inputs(tape: &mut Tape, horizon: usize) -> Vec<Given> {
    let density = tape.below(4);
    let bit = |tape: &mut Tape| Value::Bool(tape.below(4) < density);
    let x = (0..horizon).map(|_| Some(Value::Int(tape.below(9) as i64 - 4))).collect();
    let c: Given = (0..horizon).map(|_| Some(bit(tape))).collect();
    let r = (0..horizon).map(|_| Some(bit(tape))).collect();
    let s = c.iter().map(|c| (*c == Some(Value::Bool(true))).then(|| Value::Int(tape.below(9) as i64))).collect();
    vec![x, c, r, s]
}

fn hold(cases: u32, program: fn(&mut Tape) -> String, least_accepted: u32) {
    let runs = Cell::new(0);
    let mut runner =
        TestRunner::new(Config { cases, max_shrink_iters: 20_000, failure_persistence: None, ..Config::default() });
    let result = runner.run(&tape(150), |numbers| {
        let mut tape = Tape::new(numbers);
        let text = program(&mut tape);
        let Some(checked) = accepted(&text) else { return Ok(()) };
        runs.set(runs.get() + 1);
        let longest = 12;
        let given = inputs(&mut tape, longest);
        (0..=longest).try_for_each(|horizon| agrees(&text, &checked, &given, horizon))
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
    assert!(runs.get() >= least_accepted, "only {} of {cases} programs were accepted", runs.get());
}

#[test]
fn programs_accepted_by_construction() {
    hold(400, construct::program, 400);
}

#[test]
fn any_program_that_is_accepted() {
    hold(1000, generate::program, 100);
}
