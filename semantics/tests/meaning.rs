//! Evaluation and denotation of Cajal on chosen programs: each rule and equation once, limits, and terms as deep as the
//! front end accepts.

use cajal_semantics::cajal::check_source;
use cajal_semantics::cajal::denote::{Element, Env, Model, Undefined};
use cajal_semantics::cajal::eval::{Evaluated, Stopped, Value, machine, subst};
use cajal_semantics::cajal::typing::{Checked, Typed};
use cajal_semantics::cajal::vector::{read, show, to_json};
use cajal_semantics::scalar::{Bool, Dual, F64, Gf, Int, MinPlus, Nat, Rat, Semiring};
use cajal_semantics::source::Source;

const FUEL: u64 = 1_000_000;

fn check(text: &str) -> Checked {
    check_source(&Source::new("test", text)).unwrap_or_else(|errors| panic!("{text:.200}\n{errors:?}"))
}

fn main_term(text: &str) -> Typed {
    check(text).main.expect("the program has a main term")
}

/// The value of a program by both machines, which agree on it and on the number of steps.
fn eval(text: &str) -> Result<Evaluated, Stopped> {
    let term = main_term(text);
    let (by_substitution, by_machine) = (subst::eval(&term, FUEL), machine::eval(&term, FUEL));
    assert_eq!(by_substitution, by_machine, "{text:.200}");
    by_substitution
}

fn value(text: &str) -> Value {
    eval(text).unwrap_or_else(|stopped| panic!("{text:.200}: {stopped:?}")).value
}

/// The denotation of a program without inputs, as text.
fn denote<R: Semiring>(ring: R, text: &str) -> String {
    let term = main_term(text);
    let mut model = Model::new(ring.clone(), FUEL);
    let element = model.denote(&term, &Env::new()).unwrap_or_else(|e| panic!("{text:.200}: {e:?}"));
    let vector = model.vector(&element, term.ty(), None).unwrap_or_else(|e| panic!("{text:.200}: {e:?}"));
    show(&ring, &vector)
}

/// The denotation of a program at given inputs and externs, as text.
fn denote_at<R: Semiring>(ring: R, text: &str, given: &[(&str, &str)]) -> Result<String, Undefined> {
    let checked = check(text);
    let mut model = Model::new(ring.clone(), FUEL);
    let lookup = |name: &str, ty| {
        let (_, text) = given.iter().find(|(n, _)| *n == name).unwrap_or_else(|| panic!("{name} is not given"));
        Element::of_vector(&read(&ring, ty, None, text).unwrap_or_else(|e| panic!("{text}: {e}")))
    };
    for g in checked.globals.iter().filter(|g| g.body.is_none()) {
        model.link(g.name.clone(), lookup(&g.name, &g.ty));
    }
    let env: Env<R> = checked.inputs.iter().map(|x| lookup(&x.name, &x.ty)).collect();
    let term = checked.main.expect("the program has a main term");
    let element = model.denote(&term, &env)?;
    Ok(show(&ring, &model.vector(&element, term.ty(), Some(4))?))
}

#[test]
fn every_evaluation_rule() {
    assert_eq!(value("tt"), Value::True);
    assert_eq!(value("succ (succ 40)"), Value::Num(42u8.into()));
    assert_eq!(value("(\\x:2. if x then ff else tt) tt"), Value::False);
    assert_eq!(value("if ff then 1 else 2"), Value::Num(2u8.into()));
    assert_eq!(value("iter { tt | y -> if y then ff else tt } (5)"), Value::False);
    assert_eq!(value("iter { 3 | y -> succ y } (4)"), Value::Num(7u8.into()));
    assert_eq!(value("let x : N = 2 in succ x"), Value::Num(3u8.into()));
    assert_eq!(value("def f : N -o N = \\x:N. succ x  main = f (f 0)"), Value::Num(2u8.into()));
    assert_eq!(value("(\\x:2. (\\z:2. if z then x else x) ((\\x:2. x) tt)) ff"), Value::False);
    assert_eq!(value("(\\x:2. if (\\x:2. x) tt then x else x) ff"), Value::False);
}

#[test]
fn a_step_is_one_rule_instance() {
    assert_eq!(eval("tt").expect("a value").steps, 1);
    assert_eq!(eval("succ 4").expect("a value").steps, 2);
    // (App), λ, tt, and the body: (If), the condition, the branch
    assert_eq!(eval("(\\x:2. if x then ff else tt) tt").expect("a value").steps, 6);
    // (Iter), the count, the base, and three rounds of (Succ) over a value
    assert_eq!(eval("iter { 0 | y -> succ y } (3)").expect("a value").steps, 9);
}

#[test]
fn functions_evaluate_to_closed_source() {
    let Value::Lam(lambda) = value("(\\x:2. \\y:2. if x then y else if y then ff else tt) tt") else {
        panic!("a function was expected")
    };
    assert_eq!(lambda.open(), 0);
    assert_eq!(lambda, main_term("\\y:2. if tt then y else if y then ff else tt"));
}

#[test]
fn substitution_does_not_capture_a_global_when_printed() {
    let text = "def f : 2 -o 2 = \\x:2. x  main = (\\g:2 -o 2. \\f:2. g f) (\\z:2. f z)";
    let Value::Lam(lambda) = value(text) else { panic!("a function was expected") };
    assert_eq!(lambda, main_term("def f : 2 -o 2 = \\x:2. x  main = \\h:2. (\\z:2. f z) h"));
    let term = lambda.to_term(&[]);
    let cajal_semantics::cajal::syntax::TermKind::Lam(binder, _) = term.kind() else { panic!("a function") };
    assert_ne!(&*binder.ident.name, "f");
}

#[test]
fn fuel_and_externs_are_answers() {
    assert_eq!(eval("iter { tt | y -> y } (1000000000000000000)"), Err(Stopped::OutOfFuel { fuel: FUEL }));
    let stopped = eval("extern w : 2 -o 2  w tt").expect_err("an extern has no value");
    assert_eq!(stopped.code(), "unlinked-extern");
}

#[test]
fn every_equation_of_the_denotation() {
    assert_eq!(denote(Nat, "tt"), "[1, 0]");
    assert_eq!(denote(Nat, "ff"), "[0, 1]");
    assert_eq!(denote(Nat, "3"), "[0, 0, 0, 1]");
    assert_eq!(denote(Nat, "succ 1"), "[0, 0, 1]");
    assert_eq!(denote(Nat, "\\x:2. if x then ff else tt"), "[[0, 1], [1, 0]]");
    assert_eq!(denote(Nat, "(\\x:2. if x then ff else tt) tt"), "[0, 1]");
    assert_eq!(denote(Nat, "iter { tt | y -> if y then ff else tt } (5)"), "[0, 1]");
    assert_eq!(denote(Nat, "1000000000000"), "{1000000000000: 1}");
    // Two arguments: the last one outermost, the first innermost.
    assert_eq!(
        denote(Nat, "\\x:2. \\y:2. if x then y else if y then tt else tt"),
        "[[[1, 1], [0, 1]], [[0, 0], [1, 0]]]"
    );
    let implies = "\\x:2. \\y:2. if x then y else if y then tt else tt";
    let v = read(&Nat, main_term(implies).ty(), None, &denote(Nat, implies)).expect("it is a matrix");
    assert_eq!(to_json(&Nat, &v), r#"[[["1", "1"], ["0", "1"]], [["0", "0"], ["1", "0"]]]"#);
}

#[test]
fn soft_inputs() {
    let not = "input b : 2  if b then ff else tt";
    assert_eq!(denote_at(Rat, not, &[("b", "[1/3, 2/3]")]), Ok("[2/3, 1/3]".into()));
    assert_eq!(denote_at(F64, not, &[("b", "[0.25, 0.5]")]), Ok("[0.5, 0.25]".into()));
    let recurrence = "extern a : 2 -o 2  input n : N  iter { tt | y -> a y } (n)";
    let given = [("a", "[[0, 2], [3, 0]]"), ("n", "[1, 10, 100]")];
    assert_eq!(denote_at(Int, recurrence, &given), Ok("[601, 30]".into()));
    let f = "input f : N -o 2  f 7";
    let past = denote_at(Int, f, &[("f", "[[1, 0, 1], [0, 1, 0]]")]).expect_err("the matrix has three columns");
    assert_eq!(past.code(), "size-limit");
    assert!(matches!(past, Undefined::PastHorizon { needed, .. } if needed == 8u8.into()));
}

#[test]
fn other_scalars() {
    let paths = "extern a : 2 -o 2  input n : N  iter { tt | y -> a y } (n)";
    let given = |a| [("a", a), ("n", "{3: 1}")];
    assert_eq!(denote_at(Bool, paths, &given("[[0, 1], [1, 0]]")), Ok("[0, 1]".into()));
    assert_eq!(denote_at(Gf::new(7).expect("prime"), paths, &given("[[0, 2], [3, 0]]")), Ok("[0, 4]".into()));
    let lengths = [("a", "[[inf, 2], [3, 10]]"), ("n", "{3: 0}")];
    assert_eq!(denote_at(MinPlus, paths, &lengths), Ok("[15, 8]".into()));
    let dual = [("a", "[[0, 1+1eps], [1, 0]]"), ("n", "{3: 1}")];
    assert_eq!(denote_at(Dual(Int), paths, &dual), Ok("[0+0eps, 1+1eps]".into()));
}

/// A map that both branches of an `if` apply is not computed again and again: 2^200 applications otherwise.
#[test]
fn shared_maps_are_computed_once() {
    let text = "iter { \\b:2. b | y -> \\b:2. if b then y ff else y tt } (200)";
    assert_eq!(denote(Nat, text), "[[1, 0], [0, 1]]");
    let mut tower = String::from("def f0 : 2 -o 2 = \\x:2. if x then ff else tt\n");
    for i in 1..=60 {
        tower += &format!("def f{i} : 2 -o 2 = \\x:2. f{j} (f{j} x)\n", j = i - 1);
    }
    assert_eq!(denote(Nat, &(tower + "main = f60")), "[[1, 0], [0, 1]]");
}

#[test]
fn limits_of_the_denotation_are_answers() {
    let term = main_term("iter { tt | y -> y } (1000000000000000000)");
    let stopped = Model::new(Nat, FUEL).denote(&term, &Env::new()).err();
    assert_eq!(stopped, Some(Undefined::OutOfFuel { fuel: FUEL }));
    let forty = format!("\\f:{}2. f", "2 -o ".repeat(40));
    let term = main_term(&forty);
    let mut model = Model::new(Nat, FUEL);
    let element = model.denote(&term, &Env::new()).expect("a map is no matrix");
    assert_eq!(model.vector(&element, term.ty(), None).map_err(|e| e.code()), Err("size-limit"));
}

/// Terms a hundred thousand constructors deep, by every route.
#[test]
fn depth() {
    const DEPTH: usize = 100_000;
    let succ = format!("{}0", "succ ".repeat(DEPTH));
    assert_eq!(value(&succ), Value::Num(DEPTH.into()));
    assert_eq!(denote(Nat, &succ), format!("{{{DEPTH}: 1}}"));
    let ifs = format!("{}tt{}", "if ff then tt else (".repeat(DEPTH), ")".repeat(DEPTH));
    assert_eq!(value(&ifs), Value::True);
    assert_eq!(denote(Nat, &ifs), "[1, 0]");
    let conditions = format!("{}tt{}", "if ".repeat(DEPTH), " then ff else tt".repeat(DEPTH));
    assert_eq!(value(&conditions), Value::True);
    assert_eq!(denote(Nat, &conditions), "[1, 0]");
    let applications = format!("{}tt{}", "(\\x:2. x) (".repeat(DEPTH), ")".repeat(DEPTH));
    assert_eq!(value(&applications), Value::True);
    assert_eq!(denote(Nat, &applications), "[1, 0]");
    // A function built in a hundred thousand rounds: a closure inside a closure …
    let rounds = format!("iter {{ \\b:2. b | y -> \\b:2. y b }} ({DEPTH}) tt");
    assert_eq!(value(&rounds), Value::True);
    assert_eq!(denote(Nat, &rounds), "[1, 0]");
    // … and a numeral of ten thousand digits.
    let numeral = "9".repeat(10_000);
    assert_eq!(denote(Nat, &numeral), format!("{{{numeral}: 1}}"));
}
