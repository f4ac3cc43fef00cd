//! Every error code by a smallest program, with its place; and what must be accepted although it looks alike.

use cajal_semantics::cajal::check_source;
use cajal_semantics::source::Source;

/// Checks a program in which `«…»` marks the place of every error that is expected, in the order of the file.
#[track_caller]
fn rejected(codes: &[&str], marked: &str) {
    let mut text = String::new();
    let mut expected = Vec::new();
    let (mut start, mut codes) = (Vec::new(), codes.iter());
    for c in marked.chars() {
        match c {
            '«' => start.push(text.len()),
            '»' => expected.push((start.pop().expect("a place begins"), text.len())),
            c => text.push(c),
        }
    }
    expected.sort_unstable();
    let expected: Vec<_> =
        expected.into_iter().map(|(start, end)| (*codes.next().expect("a code for each place"), start, end)).collect();
    assert!(codes.next().is_none(), "more codes than places in {marked}");
    let errors = check_source(&Source::new("test.cj", text)).expect_err(marked);
    let found: Vec<_> = errors.iter().map(|e| (e.code(), e.span().start as usize, e.span().end as usize)).collect();
    assert_eq!(found, expected, "{marked}\n{errors:#?}");
}

#[track_caller]
fn accepted(text: &str, ty: &str) {
    let checked = check_source(&Source::new("test.cj", text)).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    assert_eq!(checked.main.expect("a main term").ty().to_string(), ty, "{text}");
}

#[test]
fn every_code_has_a_program() {
    rejected(&["syntax"], "main = \\x«.» x");
    rejected(&["unbound"], "main = «x»");
    rejected(&["used-twice"], "main = \\x:N. iter { x | y -> y } («x»)");
    rejected(&["unused"], "main = \\«x»:2. tt");
    rejected(&["branch-usage"], "main = \\x:2. if tt then x else «ff»");
    rejected(&["not-a-function"], "main = «tt» ff");
    rejected(&["argument-type"], "main = (\\x:2. x) «0»");
    rejected(&["condition-type"], "main = if «0» then tt else ff");
    rejected(&["branch-type"], "main = if tt then tt else «0»");
    rejected(&["succ-type"], "main = succ «tt»");
    rejected(&["count-type"], "main = iter { tt | y -> y } («tt»)");
    rejected(&["step-type"], "main = iter { tt | y -> «if y then 0 else 1» } (0)");
    rejected(&["step-captures"], "main = \\x:N. iter { 0 | y -> iter { «x» | z -> succ z } (y) } (3)");
    rejected(&["duplicate-definition"], "def f : 2 = tt def «f» : 2 = ff");
    rejected(&["recursive-definition"], "def «f» : 2 = f");
    rejected(&["annotation-type"], "def f : N = «tt»");
    rejected(&["size-limit"], "extern f : R[«18446744073709551616»]");
}

#[test]
fn the_three_places() {
    // Scope: the variable is used in the body, and an outer one of the same name is hidden, not lost.
    rejected(&["unused"], "\\«x»:N. \\y:2. y");
    rejected(&["unused"], "\\«x»:2. \\x:2. x");
    rejected(&["unused"], "iter { tt | «y» -> ff } (0)");
    rejected(&["unbound"], "(\\x:2. x) «x»");
    rejected(&["unbound"], "iter { tt | y -> y } («y»)");
    accepted("(\\x:2. if (\\x:2. x) tt then x else x) ff", "2");
    accepted("(\\x:2. (\\z:2. if z then x else x) ((\\x:2. x) tt)) ff", "2");
    accepted("\\y:N. iter { tt | y -> y } (y)", "N -o 2");
    accepted("let x : 2 = tt in let x : 2 = x in x", "2");
    // Base and step have the same type.
    rejected(&["step-type"], "iter { tt | y -> «if y then 0 else succ 0» } (0)");
    accepted("iter { \\x:2. x | f -> \\x:2. f x } (2) tt", "2");
    // The step is closed.
    rejected(&["step-captures"], "\\x:N. iter { 0 | y -> iter { «x» | z -> succ z } (y) } (3)");
    rejected(&["step-captures"], "\\x:2 -o 2. iter { tt | y -> «x» y } (3)");
    accepted("extern f : 2 -o 2 iter { tt | y -> f (f y) } (3)", "2");
    accepted("input x : N iter { x | y -> succ y } (x')".replace("x'", "3").as_str(), "N");
}

#[test]
fn a_capture_is_the_only_thing_said_about_it() {
    rejected(&["step-captures"], "\\x:2 -o 2. iter { tt | y -> «x» y } (3)");
    rejected(&["step-captures"], "\\x:N. iter { 0 | y -> iter { «x» | z -> succ z } (y) } (x)");
}

#[test]
fn all_independent_errors_in_one_run() {
    rejected(
        &["syntax", "unused", "syntax", "argument-type"],
        "def f : 2 = («)»\ndef g : 2 -o 2 = \\«x»:2. tt\ndef h : 2 = if tt «else» ff\nmain = g «0»",
    );
    rejected(&["syntax", "syntax"], "(\\x:2. «.») (if tt then «)»");
    // A definition of unknown type: its uses are not reported.
    rejected(&["syntax", "succ-type"], "def f : «=» tt\ndef g : 2 = f\nmain = f (succ «tt»)");
    // A word that may have been meant as `def`: no name is reported.
    rejected(&["syntax"], "deff f «:» 2 = tt\nmain = f");
}

#[test]
fn cycles_of_definitions() {
    rejected(&["recursive-definition"], "def «a» : 2 = b def b : 2 = c def c : 2 = a");
    rejected(
        &["recursive-definition", "succ-type"],
        "def «a» : N = b def b : N = succ («tt») def c : N = a"
            .replace("succ («tt»)", "iter { a | y -> succ y } (succ «tt»)")
            .as_str(),
    );
    rejected(&["recursive-definition", "unbound"], "def «a» : 2 = b def d : 2 = «b» def b : 2 = a");
    rejected(&["unbound"], "def a : 2 = «b» def b : 2 = tt");
    rejected(&["unbound"], "input x : 2 def a : 2 = «x» main = x");
    rejected(&["unused"], "input «x» : 2");
}

#[test]
fn items_and_main() {
    accepted("def f : 2 -o 2 = \\x:2. x\nf tt", "2");
    accepted("def f : 2 -o 2 =\n\\x:2.\n  (\nx\n)\nmain = f\ntt", "2");
    accepted("extern f : 2 -o 2 f tt", "2");
    accepted("\u{feff}tt", "2");
    rejected(&["syntax"], "main = tt «def» f : 2 = tt");
    rejected(&["syntax"], "main = tt «main» = ff");
    rejected(&["syntax"], "extern f : 2 «=» tt");
    rejected(&["syntax"], "main = (\\f:2 -o 2. f tt) «\\»x:2. x");
    rejected(&["syntax"], "main = (tt«»");
    rejected(&["syntax"], "main = «5x»");
    rejected(&["syntax"], "main = «@»");
    rejected(&["syntax"], "extern f : R[«0»]");
    rejected(&["syntax"], "main = «𝟚»");
}
