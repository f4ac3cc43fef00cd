//! Chosen programs: conventions at kinks and in branches, segments, clocks, names, limits, errors.

use super::{adjoints, differentiate, elements, gradient, outputs};
use cajal_semantics::stream::denote::{Sample, Stream};
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::print;
use cajal_semantics::stream::value::{Elements, Value};

fn reals(stream: &[f64]) -> Given {
    stream.iter().map(|x| Some(Value::Real(*x))).collect()
}

fn bools(stream: &[u8]) -> Given {
    stream.iter().map(|b| Some(Value::Bool(*b == 1))).collect()
}

/// The elements of each sample; none where it is absent.
fn numbers(stream: &Stream) -> Vec<Option<Vec<f64>>> {
    let sample = |sample: &Sample| match sample {
        Sample::Present(value) => Some(elements(value)),
        Sample::Absent => None,
        Sample::Undefined => panic!("an adjoint is undefined"),
    };
    stream.iter().map(sample).collect()
}

/// The gradient for one stream of reals, flattened; absent samples are left out.
fn flat(text: &str, wrt: &str, given: &[Given]) -> Vec<f64> {
    let horizon = given.first().map_or(3, Vec::len);
    let streams = adjoints(&gradient(text, "main", "l", &[wrt]), given, horizon);
    numbers(&streams[0]).into_iter().flatten().flatten().collect()
}

#[test]
fn at_kinks_there_is_a_convention() {
    let at = |e: &str, x: f64| {
        flat(&format!("node main(x: real) returns (l: real) let l = {e}; tel"), "x", &[reals(&[x])])[0]
    };
    assert_eq!([-1.0, 0.0, 1.0].map(|x| at("relu(x)", x)), [0.0, 0.0, 1.0]);
    assert_eq!([-1.0, 0.0, 1.0].map(|x| at("abs(x)", x)), [-1.0, 0.0, 1.0]);
    assert_eq!([-1.0, 0.0, 1.0].map(|x| at("step(x)", x)), [0.0, 0.0, 0.0]);
    // Equal operands of `max` and `min` share the adjoint.
    assert_eq!([-1.0, 0.0, 1.0].map(|x| at("max(x, 0.0)", x)), [0.0, 0.5, 1.0]);
    assert_eq!([-1.0, 0.0, 1.0].map(|x| at("min(x, 0.0)", x)), [1.0, 0.5, 0.0]);
    assert_eq!(at("max(x, x)", 3.0), 1.0);
    assert_eq!(at("real(int(x)) * x", 2.5), 2.0);
}

/// `if` passes 0 into the branch not taken, and an infinite derivative there gives 0·∞ = NaN, as in JAX's `where`;
/// sampling does not compute that branch.
#[test]
fn if_computes_both_branches_and_merge_only_one() {
    let both = "node main(x: real) returns (l: real) let l = if x > 0.0 then sqrt(x) else 0.0; tel";
    let found = flat(both, "x", &[reals(&[4.0, 0.0, 1.0])]);
    assert_eq!((found[0], found[2]), (0.25, 0.5));
    assert!(found[1].is_nan());
    let one = "node main(x: real) returns (l: real) var c: bool;
               let c = x > 0.0; l = merge(c, sqrt(x when c), x when not c); tel";
    assert_eq!(flat(one, "x", &[reals(&[4.0, 0.0, 1.0])]), [0.25, 1.0, 0.5]);
    // The other side: the condition selects, whatever was not selected.
    let other = "node main(x: real) returns (l: real) var c: bool;
                 let c = x > 0.0; l = merge(c, 2.0 * (x when c), 5.0 * (x when not c)); tel";
    assert_eq!(flat(other, "x", &[reals(&[4.0, 0.0, -1.0])]), [2.0, 5.0, 5.0]);
}

/// What is undefined at ticks that do not matter leaves no NaN behind.
#[test]
fn undefined_ticks_do_not_matter() {
    let text = "node main(x: real) returns (l: real) let l = 0.0 -> x / pre x; tel";
    assert_eq!(flat(text, "x", &[reals(&[2.0, 4.0])]), [-1.0, 0.5]);
    let text = "node main(x: real) returns (l: real) let l = 0.0 -> ((x / pre (pre x)) eby x); tel";
    // l = 0, x₂/x₀, x₂
    assert_eq!(flat(text, "x", &[reals(&[2.0, 3.0, 4.0])]), [-1.0, 0.0, 1.5]);
}

#[test]
fn scalars_that_are_broadcast_get_sums() {
    let text = "node main(a: real) returns (l: real) let l = sum(a * [1.0, 2.0, 3.0] + a); tel";
    assert_eq!(flat(text, "a", &[reals(&[5.0])]), [9.0]);
    let text = "node main(a: real) returns (l: real) let l = sum([1.0, 2.0] / a - a); tel";
    assert_eq!(flat(text, "a", &[reals(&[2.0])]), [-3.0 / 4.0 - 2.0]);
}

#[test]
fn elements_out_of_range_have_no_adjoint() {
    let text = "node main(i: int; m: real[2,2]) returns (l: real) let l = dot(get(m, i), [3.0, 5.0]); tel";
    let m = Value::from_elements([2, 2].into(), Elements::Real(vec![1.0; 4])).expect("four elements");
    let given = [[0, 1, 2, -1].map(|i| Some(Value::Int(i))).to_vec(), vec![Some(m); 4]];
    let expected = [[3.0, 5.0, 0.0, 0.0], [0.0, 0.0, 3.0, 5.0], [0.0; 4], [0.0; 4]];
    assert_eq!(flat(text, "m", &given), expected.concat());
}

const SUMS: &str = "node fsum(x: real) returns (s: real) let s = x + (0.0 fby s); tel
                    node bsum(x: real) returns (s: real) let s = x + (s eby 0.0); tel\n";

/// Adjoints stay in the segments: a sample counts as often as sums of its segment read it.
#[test]
fn segments_keep_their_boundaries() {
    let x = reals(&[1.0; 6]);
    let r = bools(&[0, 0, 1, 0, 0, 1]);
    let run = |call: &str| {
        let text = format!("{SUMS}node main(x: real; r: bool) returns (l: real) let l = restart {call} r; tel");
        flat(&text, "x", &[x.clone(), r.clone()])
    };
    assert_eq!(run("fsum(x) every"), [2.0, 1.0, 3.0, 2.0, 1.0, 1.0]);
    assert_eq!(run("bsum(x) every"), [1.0, 2.0, 1.0, 2.0, 3.0, 1.0]);
    assert_eq!(run("fsum(x) until"), [3.0, 2.0, 1.0, 3.0, 2.0, 1.0]);
    let nested = format!(
        "{SUMS}node outer(x: real; r: bool) returns (a, b: real) let a = restart fsum(x) every r; b = x + (b eby 0.0); tel
         node main(x: real; r, q: bool) returns (l: real) var a, b: real; let (a, b) = restart outer(x, r) every q; l = a + 10.0 * b; tel"
    );
    let q = bools(&[0, 1, 0, 0, 1, 0]);
    assert_eq!(flat(&nested, "x", &[x, r, q]), [11.0, 11.0, 22.0, 31.0, 11.0, 21.0]);
}

/// From one restart into another, and to a recurrence from segment to segment that nothing in the segments reads.
#[test]
fn between_segments() {
    let text = format!(
        "{SUMS}node main(x: real; r: bool) returns (l: real) var g: real; w: real when r;
         let g = restart bsum(x) every r; w = (g when r) + 0.5 * (0.0 fby w); l = merge(r, w, (restart fsum(g) every r) when not r); tel"
    );
    let given = [reals(&[1.0; 5]), bools(&[1, 0, 1, 0, 0])];
    // w₀ = g₀, w₂ = g₂ + w₀/2; besides, the sums g₀+g₁, g₂+g₃, g₂+g₃+g₄ of what follows in the segment.
    assert_eq!(flat(&text, "x", &given), [1.5 + 1.0, 1.5 + 2.0, 1.0 + 2.0, 1.0 + 4.0, 1.0 + 5.0]);
}

#[test]
fn absent_and_unrelated_streams() {
    let text = "node main(x: real when c; c: bool; u: real[2]) returns (l: real when c)
                let l = x * (0.0 fby x); tel";
    let gradient = gradient(text, "main", "l", &["x", "u", "l", "x"]);
    let names: Vec<(&str, &str)> = gradient.adjoints.iter().map(|(x, bar)| (&**x, &**bar)).collect();
    assert_eq!(names, [("x", "x_bar"), ("u", "u_bar"), ("l", "l_bar")]);
    let u = Value::from_elements([2].into(), Elements::Real(vec![1.0; 2])).expect("two elements");
    let x = [Some(Value::Real(3.0)), None, Some(Value::Real(5.0))].to_vec();
    let given = [x, bools(&[1, 0, 1]), vec![Some(u); 3]];
    let streams: Vec<_> = adjoints(&gradient, &given, 3).iter().map(numbers).collect();
    assert_eq!(streams[0], [Some(vec![5.0]), None, Some(vec![3.0])]);
    assert_eq!(streams[1], vec![Some(vec![0.0, 0.0]); 3]);
    assert_eq!(streams[2], [Some(vec![1.0]), None, Some(vec![1.0])]);
    assert_eq!(adjoints(&gradient, &[vec![], vec![], vec![]], 0), vec![vec![]; 3]);
}

/// Local variables may be differentiated for, and a restarted node's own.
#[test]
fn local_variables() {
    let text = format!(
        "{SUMS}node main(x: real; r: bool) returns (l: real) var s: real; let s = restart fsum(x) every r; l = s * s; tel"
    );
    let given = [reals(&[1.0, 2.0, 3.0]), bools(&[0, 0, 1])];
    // s = 1, 3, 3, and inside the segment s₁ = x₁ + s₀.
    assert_eq!(flat(&text, "s", &given), [2.0 + 6.0, 6.0, 6.0]);
}

/// Zeros and ones of large tensors are computed, not written down.
#[test]
fn large_tensors_are_not_written_down() {
    let text = "node main(w: real[40,30]; v: real[30]) returns (l: real) var h: real[40,30];
                let h = outer(onehot(0, 40), v) fby tanh(w * h); l = sum(h); tel";
    let gradient = gradient(text, "main", "l", &["w", "v"]);
    let source = print(&gradient.program, 100);
    assert!(source.len() < 1500, "{source}");
}

#[test]
fn long_programs_and_long_times() {
    let n = 10_000;
    let locals: Vec<String> = (0..n).map(|i| format!("s{i}")).collect();
    let mut text = format!("node main(x: real) returns (l: real) var {}: real; let s0 = x;\n", locals.join(", "));
    (1..n).for_each(|i| text += &format!("s{i} = s{} + (0.0 fby s{});\n", i - 1, i - 1));
    text += &format!("l = s{}; tel", n - 1);
    let gradient = differentiate(&text, "main", "l", &["x"]).expect("accepted");
    let streams = outputs(gradient.checked.system(), &[reals(&[1.0, 1.0])], 2);
    assert_eq!(numbers(&streams[0]), [Some(vec![n as f64]), Some(vec![1.0])]);
    // One expression of as many operators.
    let text = format!("node main(x: real) returns (l: real) let l = {}x; tel", "x * 1.0 + ".repeat(n));
    let gradient = differentiate(&text, "main", "l", &["x"]).expect("accepted");
    let streams = outputs(gradient.checked.system(), &[reals(&[1.0])], 1);
    assert_eq!(numbers(&streams[0]), [Some(vec![n as f64 + 1.0])]);
    let horizon = 100_000;
    let text = "node main(x: real) returns (l: real) let l = x + (0.0 fby l); tel";
    let gradient = differentiate(text, "main", "l", &["x"]).expect("accepted");
    let streams = outputs(gradient.checked.system(), &[reals(&vec![1.0; horizon])], horizon);
    assert_eq!(numbers(&streams[0])[..2], [Some(vec![100_000.0]), Some(vec![99_999.0])]);
}

fn rejected(text: &str, loss: &str, wrt: &[&str]) -> Vec<(&'static str, String)> {
    let errors = differentiate(text, "main", loss, wrt).expect_err("no gradient");
    errors.iter().map(|error| (error.code(), error.diagnostic().message)).collect()
}

#[test]
fn what_has_no_gradient() {
    let text = "node main(x: real; n: int; v: real[2]; t: real[2,2,2]) returns (l: real) var p, k: real;
                let l = x; p = pre x; k = sum(get(t, n)); tel";
    let codes = |loss: &str, wrt: &[&str]| rejected(text, loss, wrt).into_iter().map(|e| e.0).collect::<Vec<_>>();
    assert_eq!(codes("m", &["x", "y"]), ["UnboundName", "UnboundName"]);
    assert_eq!(codes("l", &["n"]), ["TypeError"]);
    assert_eq!(codes("v", &["x"]), ["TypeError"]);
    assert_eq!(codes("n", &["x"]), ["TypeError"]);
    assert_eq!(codes("p", &["x"]), ["Uninitialized"]);
    assert_eq!(codes("k", &["t"]), ["TypeError"]);
}

/// A training loop runs from segment to segment; its adjoint would run back.
#[test]
fn training_loops_have_no_gradient() {
    let text = "node hold(w: real) returns (h: real) let h = w -> pre h; tel
        node bsum(x: real) returns (s: real) let s = x + (s eby 0.0); tel
        node main(x, y, u: real; r: bool) returns (l, k: real) var wt, e, g: real; w: real when r;
        let w = 0.0 fby (w - 0.05 * (g when r)); wt = restart hold(merge(r, w, 0.0)) every r; e = wt * x - y;
            l = e * e; g = restart bsum(2.0 * e * x) every r; k = wt * u; tel";
    let errors = rejected(text, "l", &["x"]);
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].0, "MixedCycle");
    assert!(errors[0].1.starts_with("the adjoint program is rejected: "), "{errors:?}");
    // What does not pass through the loop can be differentiated for.
    let gradient = gradient(text, "main", "k", &["u"]);
    let given = [reals(&[1.0, 2.0]), reals(&[3.0, 4.0]), reals(&[1.0, 1.0]), bools(&[1, 1])];
    let streams = adjoints(&gradient, &given, 2);
    assert_eq!(numbers(&streams[0]), [Some(vec![0.0]), Some(vec![0.05 * 6.0])]);
}
