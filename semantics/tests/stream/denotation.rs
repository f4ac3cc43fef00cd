//! Properties of the denotation over random programs with clocks, calls and restarts: the two forms agree, reversal
//! duality holds, a restart block runs afresh on each segment, and accepted programs are total.

use crate::generate::{Tape, callee, program, tape};
use cajal_semantics::stream::denote::{Sample, Stream, demand, kleene};
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::value::Value;
use cajal_semantics::stream::{Elaborated, Horizon, check, elaborate, parse, print, reverse};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

fn elaborated(text: &str) -> Elaborated {
    let program = parse(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    elaborate(&program, "main").unwrap_or_else(|errors| panic!("{text}\n{errors:?}"))
}

/// The inputs x, c, r and s when c of [`program`].
fn inputs(ticks: &[(i8, bool, bool)]) -> Vec<Given> {
    let int = |n: i64| Some(Value::Int(n));
    vec![
        ticks.iter().map(|(x, ..)| int((*x).into())).collect(),
        ticks.iter().map(|(_, c, _)| Some(Value::Bool(*c))).collect(),
        ticks.iter().map(|(_, _, r)| Some(Value::Bool(*r))).collect(),
        ticks.iter().map(|(x, c, _)| if *c { int(i64::from(*x) * 10) } else { None }).collect(),
    ]
}

fn by_demand(program: &Elaborated, given: &[Given], horizon: usize) -> Vec<Stream> {
    demand::denote(&program.system, given, horizon, &program.system.outputs).expect("the inputs fit")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn kleene_is_demand(tape in tape(80), ticks in proptest::collection::vec(any::<(i8, bool, bool)>(), 0..8)) {
        let text = program(&mut Tape::new(tape));
        let program = elaborated(&text);
        let given = inputs(&ticks);
        let again = kleene::denote(&program.nodes, &program.system, &given, ticks.len()).expect("the inputs fit");
        prop_assert_eq!(by_demand(&program, &given, ticks.len()), again, "{}", text);
    }

    #[test]
    fn reversal_duality(tape in tape(80), ticks in proptest::collection::vec(any::<(i8, bool, bool)>(), 0..8)) {
        let text = program(&mut Tape::new(tape));
        let forward = parse(&text).expect("it is well formed");
        let backward = reverse(&forward);
        prop_assert_eq!(reverse(&backward), forward.clone());
        let given = inputs(&ticks);
        let reversed: Vec<Given> = given.iter().map(|stream| stream.iter().rev().cloned().collect()).collect();
        let expected = by_demand(&elaborate(&forward, "main").expect("it checks"), &given, ticks.len());
        let mut found = by_demand(&elaborate(&backward, "main").expect("it checks"), &reversed, ticks.len());
        found.iter_mut().for_each(|stream| stream.reverse());
        prop_assert_eq!(found, expected, "{}", text);
    }

    #[test]
    fn accepted_is_total(tape in tape(80), ticks in proptest::collection::vec(any::<(i8, bool, bool)>(), 0..8)) {
        let text = program(&mut Tape::new(tape));
        let program = parse(&text).expect("it is well formed");
        if let Ok(checked) = check(&program, "main", Horizon::Finite) {
            let system = checked.system();
            let outputs = demand::denote(system, &inputs(&ticks), ticks.len(), &system.outputs).expect("the inputs fit");
            prop_assert!(outputs.iter().flatten().all(|sample| *sample != Sample::Undefined), "{}\n{:?}", text, outputs);
        }
    }

    #[test]
    fn print_then_parse_is_the_identity(tape in tape(120), width in 20usize..140) {
        let program = parse(&program(&mut Tape::new(tape))).expect("it is well formed");
        let printed = print(&program, width);
        let again = parse(&printed);
        prop_assert_eq!(again.as_ref(), Ok(&program), "{}", printed);
    }

    /// Cutting the input into segments and running the callee on each gives what `restart` gives.
    #[test]
    fn restart_runs_afresh(tape in tape(60), ticks in proptest::collection::vec(any::<(i8, bool, bool)>(), 1..10), until in any::<bool>()) {
        let word = if until { "until" } else { "every" };
        let mut tape = Tape::new(tape);
        let f = callee(&mut tape, "f", &[]);
        let text = format!("{f}node main(x: int; b, r: bool) returns (y: int) let y = restart f(x, b) {word} r; tel");
        let program = parse(&text).expect("it is well formed");
        let whole = elaborate(&program, "main").expect("it checks");
        let alone = elaborate(&program, "f").expect("it checks");
        let column = |of: &dyn Fn(&(i8, bool, bool)) -> Value, part: &[(i8, bool, bool)]| -> Given {
            part.iter().map(|tick| Some(of(tick))).collect()
        };
        let streams = |part: &[(i8, bool, bool)]| vec![
            column(&|tick| Value::Int(tick.0.into()), part),
            column(&|tick| Value::Bool(tick.1), part),
        ];
        let mut given = streams(&ticks);
        given.push(column(&|tick| Value::Bool(tick.2), &ticks));
        let cuts = (1..ticks.len()).filter(|t| ticks[if until { t - 1 } else { *t }].2);
        let bounds: Vec<usize> = [0].into_iter().chain(cuts).chain([ticks.len()]).collect();
        let expected: Stream = bounds.windows(2).flat_map(|bound| {
            let part = &ticks[bound[0]..bound[1]];
            by_demand(&alone, &streams(part), part.len()).remove(0)
        }).collect();
        prop_assert_eq!(&by_demand(&whole, &given, ticks.len())[0], &expected, "{}", text);
        let kleene = kleene::denote(&whole.nodes, &whole.system, &given, ticks.len()).expect("the inputs fit");
        prop_assert_eq!(&kleene[0], &expected, "{}", text);
    }
}

/// A test of the tests: enough of the random programs are accepted, and enough are rejected for each reason.
#[test]
fn generated_programs_are_varied() {
    let mut counts = std::collections::BTreeMap::new();
    let mut state = 1u32;
    for _ in 0..2000 {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8 // the high bits: the low ones of this sequence have short periods
        };
        let length = next() as usize % 80;
        let text = program(&mut Tape::new((0..length).map(|_| next()).collect()));
        let program = parse(&text).expect("it is well formed");
        match check(&program, "main", Horizon::Finite) {
            Ok(checked) => {
                *counts.entry("accepted").or_insert(0) += 1;
                *counts.entry("blocks").or_insert(0) += usize::from(!checked.system().blocks.is_empty());
                *counts.entry("two sweeps").or_insert(0) += usize::from(checked.sweeps() >= 2);
            }
            Err(errors) => errors.iter().for_each(|error| *counts.entry(error.code()).or_insert(0) += 1),
        }
    }
    for kind in ["accepted", "blocks", "two sweeps", "Uninitialized", "InstantaneousCycle", "MixedCycle"] {
        assert!(counts.get(kind).is_some_and(|count| *count >= 40), "{kind}: {counts:?}");
    }
}
