//! Reports say what happened, in formats that their readers can read.

use super::{ask, python};
use cajal_corpus::case::{Case, read};
use cajal_corpus::grade::Status;
use cajal_corpus::report::{Format, html, json, junit, table};
use cajal_corpus::runner::Run;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Cases whose texts are full of characters that mean something in HTML and XML.
fn cases() -> Vec<Case> {
    let case = |id: &str, expect: &str| {
        format!(
            r#"{{"id": "{id}", "title": "<b>&\"'", "language": "cajal", "verb": "check", "source": "x & <y> \u0007 ]]>",
                "capabilities": {{}}, "given": {{}}, "rationale": "r", "reference": "r", "since": "1",
                "ast": {{"items": [], "main": [["var", "0"], ["lam", "x", "2"]]}}, "expect": {expect},
                "witness": {{"by": "hand", "note": "n"}}}}"#
        )
    };
    let cases = [
        case("first", r#"{"result": {"type": "2 -o 2"}}"#),
        case("second", r#"{"result": {"type": "2 -o 2"}}"#),
        case("third", r#"{"rejected": {"phase": "static", "codes": ["unused"]}}"#),
        case("fourth", r#"{"any": [{"resource": "size"}, {"result": {"type": "2 -o 2"}}]}"#),
    ];
    let text = format!(r#"{{"format": "1", "group": "a<b", "cases": [{}]}}"#, cases.join(","));
    read("test", &text).expect("the cases are in order")
}

/// One passes, one crashes, one is wrong, one passes.
fn done(cases: &[Case]) -> Run<'_> {
    let done = ask(cases, &python("tests/tests/corpus/server.py", &["dies"])).expect("it starts");
    assert_eq!(Status::ALL.map(|status| done.count(status)), [2, 1, 1, 0, 0, 0]);
    done
}

#[test]
fn the_table_names_what_failed_and_why() {
    let cases = cases();
    let text = table(&done(&cases));
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"));
    assert!(line("crash    second").contains("<b>"));
    assert!(line("wrong    third").contains("<b>"));
    assert!(text.contains("check: expected a rejection (unused), found {\"type\":\"2 -o 2\"}"), "{text}");
    assert_eq!(line("all").split_whitespace().collect::<Vec<_>>(), ["all", "2", "1", "1", ".", ".", "."]);
}

#[test]
fn the_json_report_has_every_case_and_the_versions() {
    let cases = cases();
    let report = json(&done(&cases));
    assert_eq!(report["versions"]["protocol"], "1");
    assert_eq!(report["totals"]["pass"], 2);
    assert_eq!(report["groups"]["a<b"]["wrong"], 1);
    let statuses: Vec<&str> =
        report["cases"].as_array().into_iter().flatten().filter_map(|case| case["status"].as_str()).collect();
    assert_eq!(statuses, ["pass", "crash", "wrong", "pass"]);
    assert_eq!(report["cases"][2]["found"], r#"{"result":{"type":"2 -o 2"}}"#);
}

/// Read by the XML parser of Python: the counts are right, and texts come out as they went in.
#[test]
fn the_junit_report_is_xml_with_the_right_counts() {
    let cases = cases();
    let script = "import sys, xml.etree.ElementTree as tree\nroot = tree.parse(sys.stdin).getroot()\n\
                  print(root.tag, *(root.get(k) for k in ('tests', 'failures', 'errors', 'skipped')))\n\
                  for case in root.iter('testcase'): print(case.get('name'), *(part.tag for part in case))\n\
                  print(root[0].get('name'), 'x & <y> \\ufffd ]]>' in root.find('.//failure').text)";
    let child = Command::new("python3").args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("python3 runs");
    let text = junit(&done(&cases));
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("python3 reads");
    let output = child.wait_with_output().expect("python3 ends");
    let found = String::from_utf8(output.stdout).expect("it is text");
    let expected = "testsuites 4 1 1 0\nfirst\nsecond error\nthird failure\nfourth\na<b True\n";
    assert_eq!(found, expected, "{text}");
}

#[test]
fn the_page_is_self_contained_and_escaped() {
    let cases = cases();
    let page = html(&done(&cases));
    for outside in ["http:", "https:", "<script", "<link", "<img", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    assert!(page.contains("x &amp; &lt;y&gt; \u{FFFD} ]]&gt;") && !page.contains("<y>") && !page.contains("<b>&"));
    let opened = page.lines().filter(|line| line.starts_with("<details")).map(|line| line.contains(" open>"));
    assert_eq!(opened.collect::<Vec<_>>(), [true, true, false, false], "failures come first, and are unfolded");
    for tag in ["details", "summary", "pre", "dl", "table", "main", "p", "ul", "li", "code"] {
        let (opening, closing) = (page.matches(&format!("<{tag}")).count(), page.matches(&format!("</{tag}>")).count());
        // `<p` is also the beginning of `<pre`.
        let opening = if tag == "p" { opening - page.matches("<pre").count() } else { opening };
        assert_eq!(opening, closing, "{tag}");
    }
}

#[test]
fn formats_go_by_the_ending() {
    let of = |name: &str| Format::of_file(std::path::Path::new(name));
    assert_eq!(of("a.json"), Some(Format::Json));
    assert_eq!(of("b.xml"), Some(Format::Junit));
    assert_eq!(of("c.html"), Some(Format::Html));
    assert_eq!((of("d.txt"), of("json")), (None, None));
}
