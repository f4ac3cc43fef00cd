//! Programs of particular shapes: segments, mixed delays, slow clocks, long and large ones.

use crate::schedule::{accepted, agrees, online};
use cajal_compile::stream::{Executable, Timing};
use cajal_semantics::stream::denote::Sample;
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::value::Value;
use std::fmt::Write as _;

fn ints(values: impl IntoIterator<Item = i64>) -> Given {
    values.into_iter().map(|n| Some(Value::Int(n))).collect()
}

fn bools(values: impl IntoIterator<Item = bool>) -> Given {
    values.into_iter().map(|b| Some(Value::Bool(b))).collect()
}

fn reals(values: impl IntoIterator<Item = f64>) -> Given {
    values.into_iter().map(|x| Some(Value::Real(x))).collect()
}

#[track_caller]
fn agree(text: &str, given: &[Given]) {
    let checked = accepted(text).unwrap_or_else(|| panic!("it is accepted:\n{text}"));
    for horizon in 0..=given.iter().map(Vec::len).min().unwrap_or(9) {
        agrees(text, &checked, given, horizon).unwrap_or_else(|failure| panic!("{failure}"));
    }
}

const LOOP: &str = "node bsum(x: real) returns (s: real) let s = x + (s eby 0.0); tel
node hold(w: real) returns (h: real) let h = w -> pre h; tel\n";

#[test]
fn training_loops() {
    let x = reals([0.5, -1.0, 2.0, 0.25, 1.5, -0.5, 1.0, 3.0, -2.0]);
    let r = bools([true, false, false, true, false, true, true, false, false]);
    agree(
        &format!(
            "{LOOP}node main(x: real; r: bool) returns (h, g: real) var w: real when r;
             let w = 0.5 fby (w - 0.1 * (g when r)); h = restart hold(merge(r, w, 0.0)) every r;
             g = restart bsum(h * x) every r; tel"
        ),
        &[x.clone(), r.clone()],
    );
    // The program says itself when a segment ends.
    agree(
        &format!(
            "{LOOP}node main(x: real) returns (h, g: real; d: bool) var w: real when st; st: bool;
             let d = h * x > 0.7; st = true fby d; w = 0.5 fby (w - 0.1 * (g when st));
             h = restart hold(merge(st, w, 0.0)) until d; g = restart bsum(h * x) until d; tel"
        ),
        &[x],
    );
}

#[test]
fn mixed_delays_on_any_clock() {
    let x = ints([3, 1, 4, 1, 5, 9, 2, 6, 5]);
    let c = bools([true, true, false, true, false, false, true, true, true]);
    for body in ["1 fby 2 fby (y eby 9)", "3 fby 4 fby 5 fby ((y eby 9) eby 8)", "(1 fby y) eby 7 eby 6"] {
        let slow = format!("node f(x: int) returns (y: int) let y = x + ({body}); tel");
        agree(
            &format!("{slow} node main(x: int; c: bool) returns (y: int) let y = f(x); tel"),
            &[x.clone(), c.clone()],
        );
        let main = "node main(x: int; c: bool) returns (y: int; z: int when c)
            let z = f(x when c); y = merge(c, z, 0) + (y eby 1); tel";
        agree(&format!("{slow} {main}"), &[x.clone(), c.clone()]);
        let main = "node main(x: int; c: bool) returns (y: int) let y = restart f(x) every c; tel";
        agree(&format!("{slow} {main}"), &[x.clone(), c.clone()]);
    }
}

#[test]
fn clocks_that_never_tick() {
    let x = ints(0..9);
    let never = bools([false; 9]);
    agree(
        "node main(x: int; c: bool) returns (y: int; z: int when c)
         let z = (x when c) + (0 fby z); y = merge(c, z, x when not c) + (y eby 0); tel",
        &[x, never],
    );
}

/// The last value of the only output, and the room that was taken at most.
fn long(text: &str, given: impl Fn(usize) -> Vec<Option<Value>>, ticks: usize) -> (Sample, usize) {
    let checked = accepted(text).expect("it is accepted");
    let mut run = Executable::new(&checked, Timing::Online).start(0).expect("a small program");
    let (mut last, mut most, mut rows) = (None, 0, 0);
    for t in 0..ticks {
        run.feed(&given(t)).expect("the input fits");
        while let Some(row) = run.next_row() {
            (last, rows) = (row[0].clone(), rows + 1);
        }
        most = most.max(run.bytes());
    }
    run.finish();
    while let Some(row) = run.next_row() {
        (last, rows) = (row[0].clone(), rows + 1);
    }
    assert_eq!(rows, ticks);
    (last.map_or(Sample::Absent, Sample::Present), most)
}

#[test]
fn memory_is_bounded_where_the_analysis_says_so() {
    let x = |t: usize| vec![Some(Value::Int(t as i64)), Some(Value::Bool(t == 3))];
    // A sum that looks three ticks ahead; a clock that ticks once in 100,000 ticks.
    let text = "node main(x: int; c: bool) returns (y: int) var z: int when c;
        let z = 7 fby (x when c); y = x + merge(c, z, 0) eby 1 eby 2 eby 3; tel";
    let (last, bytes) = long(text, x, 100_000);
    assert_eq!(last, Sample::Present(Value::Int(3)));
    assert!(bytes < 2_000, "{bytes} bytes");
    // Segments of 100 ticks.
    let text = "node down(x: int) returns (s: int) let s = x + (s eby 0); tel
        node main(x: int; c: bool) returns (s: int) var d: bool;
        let d = x mod 100 = 99; s = restart down(1) until d; tel";
    let (last, bytes) = long(text, x, 100_000);
    assert_eq!(last, Sample::Present(Value::Int(1)));
    assert!(bytes < 10_000, "{bytes} bytes");
}

#[test]
fn long_horizons() {
    let text = "node main(x: int) returns (y: int) var s: int; let s = x + (0 fby s); y = s + (y eby 0); tel";
    let checked = accepted(text).expect("it is accepted");
    let n = 100_000;
    let given = [ints((0..n).map(|t| t % 7))];
    let outputs = Executable::new(&checked, Timing::Whole).run(&given, n as usize).expect("it fits");
    let (mut s, mut sum) = (0, 0);
    for t in 0..n {
        s += t % 7;
        sum += s;
    }
    assert_eq!(outputs[0][0], Some(Value::Int(sum)));
    assert_eq!(online(&Executable::new(&checked, Timing::Online), &given, 1000)[0].len(), 1000);
}

#[test]
fn many_equations() {
    let mut text = "node main(x: int) returns (y: int) var ".to_owned();
    let n = 10_000;
    let names: Vec<String> = (0..n).map(|i| format!("v{i}")).collect();
    let _ = write!(text, "{}: int; let v0 = x; ", names.join(", "));
    for i in 1..n {
        let right = match i % 4 {
            0 => format!("v{} + (0 fby v{i})", i - 1),
            1 => format!("v{} eby 1", i - 1),
            2 => format!("v{} - 1", i - 1),
            _ => format!("2 fby v{}", i - 1),
        };
        let _ = write!(text, "v{i} = {right}; ");
    }
    let _ = write!(text, "y = v{} + (y eby 0); tel", n - 1);
    let checked = accepted(&text).expect("it is accepted");
    let given = [ints([1, 2, 3])];
    agrees("many equations", &checked, &given, 3).unwrap_or_else(|failure| panic!("{failure}"));
}
