//! Grading: what is right, what is wrong, and what does not matter.

use cajal_corpus::case::{Capabilities, Case, Extent, read};
use cajal_corpus::grade::{CodeGrade, Status, grade};
use cajal_corpus::protocol::Answer;

/// A case of a verb with an expectation, and perhaps more keys.
fn case(verb: &str, expect: &str, more: &str) -> Case {
    let (language, verb) = verb.split_once('-').map_or(("cajal", verb), |(_, verb)| ("stream", verb));
    let other = if verb == "equiv" { r#""other": {"source": "x", "ast": {"items": []}},"# } else { "" };
    let text = format!(
        r#"{{"format": "1", "group": "test", "cases": [{{"id": "test", "title": "t", "language": "{language}", "verb": "{verb}",
            "source": "x", "ast": {{"items": []}}, {other} "capabilities": {{}}, "given": {{}}, "rationale": "r", "reference": "r",
            "since": "1", {more} "expect": {expect}, "witness": {{"by": "hand", "note": "n"}}}}]}}"#
    );
    read("test", &text).unwrap_or_else(|e| panic!("{e}: {text}")).remove(0)
}

fn answer(text: &str) -> Answer {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[track_caller]
fn status(verb: &str, expect: &str, more: &str, found: &str) -> Status {
    grade(&case(verb, expect, more), &answer(found)).status
}

const REJECTED: &str = r#"{"rejected": {"phase": "static", "codes": ["unused", "used-twice"]}}"#;
const TT: &str = r#"{"result": {"value": "tt"}}"#;

#[test]
fn acceptance_and_the_phase_are_required_and_the_code_is_graded_separately() {
    for (found, expected, code) in [
        (r#"{"rejected": {"phase": "static", "code": "unused"}}"#, Status::Pass, Some(CodeGrade::Right)),
        (r#"{"rejected": {"phase": "static", "code": "used-twice"}}"#, Status::Pass, Some(CodeGrade::Right)),
        (
            r#"{"rejected": {"phase": "static", "code": "unbound", "message": "m"}}"#,
            Status::Pass,
            Some(CodeGrade::Other),
        ),
        (r#"{"rejected": {"phase": "static"}}"#, Status::Pass, Some(CodeGrade::Absent)),
        (r#"{"rejected": {"phase": "syntax", "code": "unused"}}"#, Status::Wrong, None),
        (r#"{"rejected": {"phase": "dynamic", "code": "unused"}}"#, Status::Wrong, None),
        (r#"{"result": {"type": "2"}}"#, Status::Wrong, None),
        (r#"{"errored": {"message": "m"}}"#, Status::Crash, None),
        (r#"{"unsupported": {"capability": "check"}}"#, Status::Unsupported, None),
        (r#"{"resource": "size"}"#, Status::Unsupported, None),
        (r#"{"skipped": {"reason": "r"}}"#, Status::Skipped, None),
    ] {
        let grade = grade(&case("check", REJECTED, ""), &answer(found));
        assert_eq!((grade.status, grade.code), (expected, code), "{found}: {}", grade.detail);
    }
    assert_eq!(status("eval", TT, "", r#"{"rejected": {"phase": "static", "code": "unused"}}"#), Status::Wrong);
}

#[test]
fn a_limit_is_a_pass_where_it_is_expected_and_unsupported_where_it_is_not() {
    let honest = r#"{"any": [{"result": {"value": "tt"}}, {"resource": "fuel"}]}"#;
    for (expect, found, expected) in [
        (TT, r#"{"resource": "fuel"}"#, Status::Unsupported),
        (honest, r#"{"resource": "fuel"}"#, Status::Pass),
        (honest, TT, Status::Pass),
        (honest, r#"{"result": {"value": "ff"}}"#, Status::Wrong),
        (honest, r#"{"resource": "size"}"#, Status::Unsupported),
        (r#"{"resource": "fuel"}"#, TT, Status::Wrong),
    ] {
        assert_eq!(status("eval", expect, "", found), expected, "{expect} {found}");
    }
}

#[test]
fn results_are_compared_by_verb() {
    use Status::{Pass, Unsupported, Wrong};
    for (verb, expected, found, grade) in [
        ("check", r#"{"type": "2 -o N -o 2"}"#, r#"{"type": "2 ⊸ (ℕ ⊸ 𝟚)"}"#, Pass),
        ("check", r#"{"type": "2 -o N -o 2"}"#, r#"{"type": ["2", "N", "2", "-o", "-o"]}"#, Pass),
        ("check", r#"{"type": "2 -o N -o 2"}"#, r#"{"type": "(2 -o N) -o 2"}"#, Wrong),
        ("check", r#"{"type": "2"}"#, r#"{"type": "2 def x : 2 = tt"}"#, Wrong),
        ("check", r#"{"type": "2"}"#, r#"{"type": "3"}"#, Wrong),
        ("check", r#"{"type": "2"}"#, "{}", Wrong),
        ("check", "{}", r#"{"type": "2"}"#, Pass),
        ("check", r#"{"defs": {"f": "2"}}"#, r#"{"defs": {"f": "2", "g": "N"}}"#, Pass),
        ("check", r#"{"defs": {"f": "2"}}"#, r#"{"defs": {"g": "2"}}"#, Wrong),
        ("eval", r#"{"value": "12"}"#, r#"{"value": "12"}"#, Pass),
        ("eval", r#"{"value": "12"}"#, r#"{"value": "012"}"#, Pass),
        ("eval", r#"{"value": "12"}"#, r#"{"value": "13"}"#, Wrong),
        ("eval", r#"{"value": "12"}"#, r#"{"value": 12}"#, Wrong),
        ("eval", r#"{"value": [["var", "0"], ["lam", "x", "2"]]}"#, r#"{"value": "\\y:2. y"}"#, Pass),
        (
            "eval",
            r#"{"value": [["var", "0"], ["lam", "x", "2"]]}"#,
            r#"{"value": [["var", "0"], ["lam", "y", "2"]]}"#,
            Pass,
        ),
        ("eval", r#"{"value": [["var", "0"], ["lam", "x", "2"]]}"#, r#"{"value": "\\y:N. y"}"#, Wrong),
        ("denote", r#"{"value": ["1/2", "0"]}"#, r#"{"value": ["0.5", "0"]}"#, Pass),
        ("denote", r#"{"value": ["1/2", "0"]}"#, r#"{"value": ["0", "1/2"]}"#, Wrong),
        ("denote", r#"{"value": ["1", "0"]}"#, r#"{"value": [1, 0]}"#, Wrong),
        ("denote", r#"{"value": ["1", "0"]}"#, r#"{"value": ["1", "0", "0"]}"#, Wrong),
        ("denote", r#"{"value": {"support": {"2": "1"}}}"#, r#"{"value": ["0", "0", "1", "0"]}"#, Pass),
        ("denote", r#"{"value": {"support": {"2": "1"}}}"#, r#"{"value": {"support": {"2": "1", "7": "0"}}}"#, Pass),
        ("denote", r#"{"value": {"support": {"2": "1"}}}"#, r#"{"value": {"support": {"2": "1", "7": "1"}}}"#, Wrong),
        ("denote", r#"{"value": {"support": {"2": "1"}}}"#, r#"{"value": {"support": {}}}"#, Wrong),
        ("denote", r#"{"value": {"support": {"1": ["1", "2"]}}}"#, r#"{"value": [["0", "0"], ["1", "2"]]}"#, Pass),
        ("denote", r#"{"value": {"support": {"1": ["1", "2"]}}}"#, r#"{"value": [["0", "1"], ["1", "2"]]}"#, Wrong),
        ("grad", r#"{"grads": {"x": ["1", "2"]}}"#, r#"{"grads": {"x": ["1", "2"], "y": ["0"]}}"#, Pass),
        ("grad", r#"{"grads": {"x": ["1", "2"]}}"#, r#"{"grads": {"y": ["1", "2"]}}"#, Wrong),
        ("grad", r#"{"grads": {"x": ["1", "2"]}}"#, r#"{"grads": {"x": {"support": {"0": "1", "1": "2"}}}}"#, Pass),
        ("grad", r#"{"grads": {"x": ["1", "2"]}}"#, r#"{"grads": {"x": {"support": {"0": "1", "2": "2"}}}}"#, Wrong),
        ("realise", r#"{"series": [["1"], ["2"], ["4"]]}"#, r#"{"A": [["2"]], "b": ["1"], "C": [["1"]]}"#, Pass),
        ("realise", r#"{"series": [["1"], ["2"], ["4"]]}"#, r#"{"A": [["3"]], "b": ["1"], "C": [["1"]]}"#, Wrong),
        ("realise", r#"{"series": [["1"], ["2"], ["4"]]}"#, r#"{"A": [["2", "0"]], "b": ["1"], "C": [["1"]]}"#, Wrong),
        ("realise", r#"{"series": [["1"], ["2"]]}"#, r#"{"series": [["1"], ["2"]]}"#, Pass),
        ("equiv", r#"{"verdict": "equal"}"#, r#"{"verdict": "different"}"#, Wrong),
        ("equiv", r#"{"verdict": "equal"}"#, r#"{"verdict": "unknown"}"#, Unsupported),
        ("stream-check", r#"{"latency": {"y": "2"}}"#, r#"{}"#, Pass),
        ("stream-check", r#"{"latency": {"y": "2"}}"#, r#"{"latency": {"y": "3"}}"#, Wrong),
        ("stream-check", r#"{"latency": {"y": "2"}}"#, r#"{"latency": {"y": "2", "z": "0"}}"#, Pass),
        ("stream-check", r#"{"sweeps": "2"}"#, r#"{"sweeps": "3"}"#, Wrong),
        ("stream-eval", r#"{"outputs": {"y": ["1", null]}}"#, r#"{"outputs": {"y": ["1.0", null]}}"#, Pass),
        ("stream-eval", r#"{"outputs": {"y": ["1", null]}}"#, r#"{"outputs": {"y": ["1", "0"]}}"#, Wrong),
        ("stream-eval", r#"{"at": {"y": {"1": "5"}}}"#, r#"{"outputs": {"y": ["0", "5", "0"]}}"#, Pass),
        ("stream-eval", r#"{"at": {"y": {"1": "5"}}}"#, r#"{"outputs": {"y": ["5"]}}"#, Wrong),
    ] {
        let (expect, answered) = (format!(r#"{{"result": {expected}}}"#), format!(r#"{{"result": {found}}}"#));
        assert_eq!(status(verb, &expect, "", &answered), grade, "{verb}: {expected} {found}");
    }
}

#[test]
fn a_tolerance_is_that_of_the_case() {
    let expect = r#"{"result": {"value": ["1", "0.1"]}}"#;
    let off_by_one = r#"{"result": {"value": ["0x3ff0000000000001", "0.1"]}}"#;
    let ulps = r#""scalars": "f64", "tolerance": {"ulps": "1"},"#;
    assert_eq!(status("run", expect, r#""scalars": "f64","#, off_by_one), Status::Wrong);
    assert_eq!(status("run", expect, ulps, off_by_one), Status::Pass);
    assert_eq!(status("run", expect, ulps, r#"{"result": {"value": ["1.001", "0.1"]}}"#), Status::Wrong);
    let relative = r#""scalars": "f64", "tolerance": {"relative": "1e-2"},"#;
    assert_eq!(status("run", expect, relative, r#"{"result": {"value": ["1.001", "0.1"]}}"#), Status::Pass);
}

#[test]
fn a_case_needs_its_verb_its_scalars_and_what_it_lists() {
    let mut question = case("run", r#"{"result": {}}"#, r#""scalars": "gf:7","#).question;
    question.capabilities.insert("nat-horizon".into(), Extent::UpTo("12".into()));
    let offers = |list: &[(&str, Option<&str>)]| -> Capabilities {
        let extent = |n: &Option<&str>| n.map_or(Extent::Whole(true), |n| Extent::UpTo(n.into()));
        list.iter().map(|(name, n)| ((*name).to_owned(), extent(n))).collect()
    };
    for (offered, missing) in [
        (offers(&[("run", None), ("scalars-gf", None), ("nat-horizon", Some("12"))]), None),
        (offers(&[("run", None), ("scalars-gf", None), ("nat-horizon", None)]), None),
        (offers(&[("run", None), ("scalars-gf", None), ("nat-horizon", Some("100"))]), None),
        (offers(&[("run", None), ("scalars-gf", None), ("nat-horizon", Some("9"))]), Some("nat-horizon 12")),
        (offers(&[("run", None), ("scalars-gf", None)]), Some("nat-horizon 12")),
        (offers(&[("run", None), ("nat-horizon", None)]), Some("scalars-gf")),
        (offers(&[("scalars-gf", None), ("nat-horizon", None)]), Some("run")),
    ] {
        assert_eq!(question.missing(&offered).as_deref(), missing, "{offered:?}");
    }
}

#[test]
fn a_file_that_is_not_in_order_is_refused() {
    let file = |case: &str| format!(r#"{{"format": "1", "group": "g", "cases": [{case}]}}"#);
    let good = serde_json::json!({
        "id": "a-1", "title": "t", "language": "cajal", "verb": "check", "source": "tt",
        "ast": {"items": [], "main": [["tt"]]}, "capabilities": {}, "given": {}, "rationale": "r", "reference": "r",
        "since": "1", "expect": {"result": {"type": "2"}}, "witness": {"by": "hand", "note": "n"},
    });
    assert_eq!(read("f", &file(&good.to_string())).map(|cases| cases.len()), Ok(1));
    let changed = |key: &str, value: serde_json::Value| {
        let mut case = good.clone();
        case[key] = value;
        read("f", &file(&case.to_string())).expect_err(key)
    };
    use serde_json::json;
    for (key, value, says) in [
        ("verbs", json!("check"), "no case has a key `verbs`"),
        ("id", json!("A 1"), "lower-case"),
        ("verb", json!("guess"), "guess"),
        ("ast", json!(null), "parser"),
        ("other", json!({"source": "tt"}), "other"),
        ("given", json!({"horizont": "1"}), "horizont"),
        ("expect", json!({"rejected": {"phase": "late", "codes": []}}), "late"),
        ("expect", json!({"answer": {}}), "answer"),
        ("witness", json!({"by": "script", "note": "n"}), "which script"),
        ("capabilities", json!({"depth": 3}), "Extent"),
    ] {
        let problem = changed(key, value);
        assert!(
            problem.contains(says) && problem.contains("a-1") || key == "id" && problem.contains(says),
            "{problem}"
        );
    }
    let twice = read("f", &file(&good.to_string()).replace("\"1\", \"group\"", "\"2\", \"group\""));
    assert!(twice.is_err_and(|problem| problem.contains("format")));
}
