//! Large and broken inputs: nothing overflows, nothing panics, and limits are errors.

use cajal_semantics::cajal::error::Error;
use cajal_semantics::cajal::pretty::{self, Style};
use cajal_semantics::cajal::{check_source, parse};
use cajal_semantics::source::{MAX_SOURCE_BYTES, Source};

const DEEP: usize = 100_000;

fn errors(text: &str) -> Vec<Error> {
    check_source(&Source::new("test.cj", text)).err().unwrap_or_default()
}

fn codes(text: &str) -> Vec<&'static str> {
    errors(text).iter().map(Error::code).collect()
}

/// `before` … `middle` … `after`, nested so many times.
fn nest(times: usize, before: &str, middle: &str, after: &str) -> String {
    format!("{}{middle}{}", before.repeat(times), after.repeat(times))
}

/// Well-typed programs that are deep in every constructor.
fn deep_programs(n: usize) -> Vec<(&'static str, String)> {
    vec![
        ("parentheses", nest(n, "(", "tt", ")")),
        ("succ", nest(n, "succ ", "0", "")),
        ("succ in parentheses", nest(n, "succ (", "0", ")")),
        ("λ and application", format!("\\x:2. {}", nest(n, "(\\x:2. ", "x", ") x"))),
        ("arguments", nest(n, "(\\x:2. x) (", "tt", ")")),
        ("many arguments", format!("extern f : {} f {}", nest(n, "2 -o ", "2", ""), "tt ".repeat(n))),
        ("if in its condition", nest(n, "if ", "tt", " then tt else tt")),
        ("if in its first branch", nest(n, "if tt then ", "tt", " else tt")),
        ("if in its second branch", nest(n, "if tt then tt else ", "tt", "")),
        ("iter in its base", nest(n, "iter { ", "tt", " | y -> y } (0)")),
        ("iter in its step", format!("\\y:2. {}", nest(n, "iter { y | y -> ", "y", " } (0)"))),
        ("iter in its count", nest(n, "iter { 0 | y -> y } (", "0", ")")),
        ("let in its body", nest(n, "let x : 2 = tt in if x then ", "tt", " else tt")),
        ("let in what it binds", nest(n, "let x : 2 = ", "tt", " in x")),
        ("types to the left", format!("extern f : {}", nest(n, "(", "2", " -o 2)"))),
        ("types to the right", format!("extern f : {}", nest(n, "2 -o ", "2", ""))),
    ]
}

#[test]
fn deep_programs_go_through() {
    for (what, text) in deep_programs(DEEP) {
        let (program, syntax) = parse::parse(&text);
        assert!(syntax.is_empty(), "{what}: {syntax:?}");
        let wrong = errors(&text);
        assert!(wrong.is_empty(), "{what}: {:?}", wrong[0]);
        let printed = pretty::program(&program, Style::default()).expect("every part was parsed");
        assert!(printed.len() < 60 * text.len(), "{what}: {} bytes from {}", printed.len(), text.len());
        let (again, syntax) = parse::parse(&printed);
        assert!(syntax.is_empty(), "{what}, printed: {syntax:?}");
        assert_eq!(
            again.main.and_then(|main| main.term).map(|e| e.depth()),
            program.main.and_then(|main| main.term).map(|e| e.depth())
        );
    }
}

#[test]
fn nested_λs_that_use_nothing() {
    assert_eq!(codes(&nest(DEEP, "\\x:2. ", "x", "")), vec!["unused"; DEEP - 1]);
}

#[test]
fn too_deep_programs_are_a_limit() {
    assert_eq!(codes(&"tt ".repeat(3 * DEEP)), ["size-limit"]);
    for (what, text) in deep_programs(3 * DEEP) {
        assert_eq!(codes(&text), ["size-limit"], "{what}");
    }
}

#[test]
fn brackets_that_nobody_closes() {
    for text in ["(".repeat(1_000_000), "iter{".repeat(1_000_000), "\\x:2. (".repeat(1_000_000)] {
        let errors = errors(&text);
        assert!(errors.len() == 1 && errors[0].is_limit(), "{:?}", errors.len());
    }
    let shallow = "(".repeat(DEEP);
    let errors = errors(&shallow);
    assert_eq!(errors.iter().map(|e| (e.code(), e.span().start as usize)).collect::<Vec<_>>(), [("syntax", DEEP)]);
}

#[test]
fn as_many_errors_as_somebody_reads() {
    let found = codes(&"(@) ".repeat(1_000_000));
    assert_eq!(found.len(), parse::MAX_ERRORS + 1);
    assert!(found.iter().all(|code| *code == "syntax"));
}

#[test]
fn long_numerals() {
    let digits = |n: usize| "9".repeat(n);
    let (program, errors) = parse::parse(&digits(10_000));
    assert!(errors.is_empty());
    assert_eq!(pretty::program(&program, Style::default()), Some(digits(10_000) + "\n"));
    assert_eq!(codes(&format!("succ {}", digits(1_000_001))), ["size-limit"]);
    assert_eq!(codes("0000000000000000000000000000000000000000000001"), Vec::<&str>::new());
}

#[test]
fn lines_of_fifty_megabytes() {
    const LONG: usize = 50_000_000;
    assert_eq!(codes(&format!("tt -- {}", "comment ".repeat(LONG / 8))), Vec::<&str>::new());
    assert_eq!(codes(&"x".repeat(LONG)), ["unbound"]);
    assert_eq!(codes(&"tt ".repeat(LONG / 3)), ["size-limit"]);
    // An error far to the right is shown with the part of the line around it.
    let text = format!("{}tt 0", " ".repeat(LONG));
    let source = Source::new("long.cj", text);
    let error = check_source(&source).expect_err("tt is no function").remove(0);
    let shown = cajal_semantics::diagnostic::render(&error.diagnostic(), &source, false);
    assert!(shown.len() < 20_000 && shown.contains("column 50000001 of line 1"), "{shown}");
}

#[test]
fn bytes_that_are_no_text() {
    let (source, error) = *parse::decode("bad.cj", b"tt \xff\xfe".to_vec()).expect_err("not UTF-8");
    assert_eq!((error.code(), error.span().start), ("syntax", 3));
    assert!(cajal_semantics::diagnostic::render(&error.diagnostic(), &source, false).contains("bad.cj:1:4"));
    // In the middle of a character.
    let (_, error) = *parse::decode("bad.cj", "é".as_bytes()[..1].to_vec()).expect_err("not UTF-8");
    assert_eq!((error.code(), error.span().start), ("syntax", 0));
    let (_, error) = *parse::decode("huge.cj", vec![b' '; MAX_SOURCE_BYTES + 1]).expect_err("too long");
    assert!(error.is_limit());
}

#[test]
fn an_empty_file_is_a_program() {
    let checked = check_source(&Source::new("empty.cj", "")).expect("it is a program");
    assert!(checked.main.is_none() && checked.globals.is_empty());
}

#[test]
fn a_program_that_was_parsed_in_part_is_not_accepted() {
    for text in ["def f : 2 = (", "main = )", "def f : ( = tt"] {
        let (program, errors) = parse::parse(text);
        assert!(!errors.is_empty());
        assert_eq!(
            pretty::program(&program, Style::default()).is_some(),
            program.items.is_empty() && program.main.is_none()
        );
        assert!(cajal_semantics::cajal::typing::check_program(&program).is_err(), "{text}");
    }
}

#[test]
fn thousands_of_definitions_that_refer_to_each_other() {
    // a0 uses a1, a1 uses a2 …, and the last one uses the first: one cycle, one error.
    let n = 20_000;
    let def = |i: usize| format!("def a{i} : 2 = if a{} then a{} else tt\n", (i + 1) % n, (i + n - 1) % n);
    let text: String = (0..n).map(def).collect();
    assert_eq!(codes(&text), ["recursive-definition"]);
    // All forward, none recursive.
    let text: String = (0..n)
        .map(|i| format!("def a{i} : 2 = {}\n", if i + 1 < n { format!("a{}", i + 1) } else { "tt".into() }))
        .collect();
    assert_eq!(codes(&text), vec!["unbound"; n - 1]);
}
