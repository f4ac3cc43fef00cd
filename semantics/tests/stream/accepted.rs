//! Programs that careful analyses accept, with what the analyses find: clocks of calls, cycles through callees,
//! training loops over segments, latencies.

use cajal_semantics::stream::checked::Kind;
use cajal_semantics::stream::denote::{Sample, demand};
use cajal_semantics::stream::error::Error;
use cajal_semantics::stream::value::Value;
use cajal_semantics::stream::{Checked, Horizon, check, elaborate, parse, print};

fn checked(text: &str, horizon: Horizon) -> Result<Checked, Vec<&'static str>> {
    let program = parse(text).expect("it is well formed");
    check(&program, "main", horizon).map_err(|errors| errors.iter().map(Error::code).collect())
}

fn is_segmented(text: &str) -> bool {
    let checked = checked(text, Horizon::Finite).expect("it is accepted");
    checked.components().iter().any(|component| matches!(component.kind, Kind::Segmented(_)))
}

const LOOP: &str = "node bsum(x: real) returns (s: real) let s = x + (s eby 0.0); tel
    node hold(w: real) returns (h: real) let h = w -> pre h; tel\n";

/// A weight that is updated once in a segment by a suffix sum of what depends on it.
fn training_loop(inputs: &str, signal: &str, boundary: &str, clock: &str, update: &str) -> String {
    format!(
        "{LOOP}node main(x: real{inputs}) returns (h: real) var w: real when {clock}; g: real; {signal}
         w = {update}; h = restart hold(merge({clock}, w, 0.0)) {boundary}; g = restart bsum(h * x) {boundary}; tel"
    )
}

#[test]
fn training_loops_over_segments() {
    let every = training_loop("; r: bool", "let", "every r", "r", "0.0 fby (w - 0.1 * (g when r))");
    assert!(is_segmented(&every));
    // The ends are computed by the program: from what it has learnt.
    let until = "d, st: bool; let d = h * x > 1.0; st = true fby d;";
    assert!(is_segmented(&training_loop("", until, "until d", "st", "0.0 fby (w - 0.1 * (g when st))")));
    let arrow = "d, st: bool; let d = h * x > 1.0; st = true -> pre d;";
    assert!(is_segmented(&training_loop("", arrow, "until d", "st", "0.0 fby (w - 0.1 * (g when st))")));
}

#[test]
fn loops_that_may_read_a_later_segment() {
    // The update reads the gradient of the segment that it starts.
    let now = training_loop("; r: bool", "let", "every r", "r", "0.0 fby w - 0.1 * (g when r)");
    assert!(is_segmented(&now));
    let same = training_loop("; r: bool", "let", "every r", "r", "0.0 - 0.1 * (g when r)");
    assert_eq!(checked(&same, Horizon::Finite).map(drop), Err(vec!["InstantaneousCycle"]));
    // A start that is computed from the segment before it ends: `every` sees it a tick too early.
    let early = "r: bool; let r = false fby h * x > 1.0;";
    let early = training_loop("", early, "every r", "r", "0.0 fby (w - 0.1 * (g when r))");
    assert_eq!(checked(&early, Horizon::Finite).map(drop), Err(vec!["MixedCycle"]));
}

#[test]
fn calls() {
    // A condition of the callee, an instantaneous cycle; a delay in the callee breaks one.
    let f = "node f(c: bool; x: int) returns (y: int) let y = if c then 0 else 1 fby x; tel";
    let through_value = format!("{f} node main() returns (y: int) let y = f(true, y); tel");
    assert!(checked(&through_value, Horizon::Finite).is_ok());
    let through_condition = format!("{f} node main() returns (y: int) let y = f(y > 0, 1); tel");
    assert_eq!(checked(&through_condition, Horizon::Finite).map(drop), Err(vec!["InstantaneousCycle"]));
    // A clocked interface: the callee's clock is its input, the caller's clock is what it is given.
    let clocked = "node f(k: bool; x: int when k) returns (y: int when k) let y = 0 fby x; tel
        node main(c: bool; x: int) returns (y: int when c) let y = f(c, x when c); tel";
    assert!(checked(clocked, Horizon::Finite).is_ok());
    // And its clock may be one of its outputs.
    let output = "node f(x: int) returns (k: bool; y: int when k) let k = x > 0; y = x when k; tel
        node main(x: int) returns (z: int) var c: bool; y: int when c; let (c, y) = f(x); z = merge(c, y, 0); tel";
    assert!(checked(output, Horizon::Finite).is_ok());
}

#[test]
fn initialisation_is_of_the_whole_program() {
    let guarded = "node f(x: int) returns (y: int) let y = pre x; tel
        node main(x: int) returns (y: int) let y = 0 -> f(x); tel";
    assert!(checked(guarded, Horizon::Finite).is_ok());
    let crossing =
        guarded.replace("0 -> f(x)", "0 -> restart f(x) every c").replace("main(x: int)", "main(x: int; c: bool)");
    assert_eq!(checked(&crossing, Horizon::Finite).map(drop), Err(vec!["Uninitialized"]));
}

/// What enters, leaves or cuts a restart block is defined everywhere, even if nobody reads it.
#[test]
fn restart_boundaries_are_initialised() {
    let main = |f: &str, equations: &str| {
        let text = format!(
            "node f(x: int) returns (y: int) let y = {f}; tel
             node main(x: int; c: bool) returns (y: int) var d: bool; let {equations} tel"
        );
        checked(&text, Horizon::Finite).map(drop)
    };
    assert_eq!(main("1", "d = c; y = restart f(x) every d;"), Ok(()));
    assert_eq!(main("1", "d = c; y = restart f(pre x) every d;"), Err(vec!["Uninitialized"]));
    assert_eq!(main("post x", "d = c; y = restart f(x) every d <- 0;"), Err(vec!["Uninitialized"]));
    assert_eq!(main("1", "d = pre c; y = restart f(x) every d;"), Err(vec!["Uninitialized"]));
}

/// One tick of a slow clock may be any number of base ticks: here z_2 reads y_0, which reads z_2, if c is true at 0 and 2
/// only. Counted on one clock, −1 would be a backward cycle.
#[test]
fn slow_ticks_have_no_fixed_length() {
    let text = "node main(c: bool) returns (y: int) var z: int when c;
        let z = 1 fby (y when c); y = merge(c, z, 0) eby 5 eby 6; tel";
    assert_eq!(checked(text, Horizon::Finite).map(drop), Err(vec!["MixedCycle"]));
    let program = elaborate(&parse(text).expect("it is well formed"), "main").expect("it checks");
    let given = [true, false, true].map(|c| Some(Value::Bool(c))).to_vec();
    let outputs = demand::denote(&program.system, &[given], 3, &program.system.outputs).expect("the inputs fit");
    assert_eq!(outputs[0][0], Sample::Undefined);
    // If all delays are on the slow clock, its ticks are what counts.
    let slow = "node main(c: bool) returns (y: int when c) let y = 1 fby 2 fby (y eby 3); tel";
    assert!(checked(slow, Horizon::Finite).is_ok());
}

/// A clock is computed before what is on it, even where no value is read.
#[test]
fn clocks_come_first() {
    let text = "node main(x: int) returns (k: int when c; c: bool) let k = 1; c = x > 0; tel";
    let checked = checked(text, Horizon::Finite).expect("it is accepted");
    let order: Vec<&str> = checked
        .components()
        .iter()
        .flat_map(|component| &component.variables)
        .map(|x| &*checked.system().variable(*x).name)
        .collect();
    let place = |name: &str| order.iter().position(|other| *other == name);
    assert!(place("c") < place("k"), "{order:?}");
}

#[test]
fn latencies() {
    let latency = |text: &str| checked(text, Horizon::Infinite).map(|checked| checked.latency().map(<[u64]>::to_vec));
    let main = |equation: &str| latency(&format!("node main(x: int; c: bool) returns (y: int) let {equation} tel"));
    assert_eq!(main("y = x;"), Ok(Some(vec![0])));
    assert_eq!(main("y = 0 fby (x eby 1 eby 2);"), Ok(Some(vec![1])));
    assert_eq!(main("y = x + (y eby 1);"), Err(vec!["UnboundedLookahead"]));
    assert_eq!(main("y = merge(c, x when c eby 0, 0);"), Err(vec!["UnboundedLookahead"]));
    assert_eq!(main("y = merge(c, 0 fby (x when c), 0);"), Ok(Some(vec![0])));
}

#[test]
fn comments_survive() {
    let text = "-- file\nnode main(x: int) -- header\n  returns (y: int; -- first\n z: int) -- second\nlet -- opening\n  \
        y = x -- inside\n + 1; -- after y\n  -- before z\n  z = 2;\n  -- closing\ntel -- end\n-- last\n";
    let program = parse(text).expect("it is well formed");
    let printed = print(&program, 80);
    let comments = |text: &str| text.matches("--").count();
    assert_eq!(comments(&printed), comments(text), "{printed}");
    assert_eq!(parse(&printed), Ok(program), "{printed}");
}
