//! `cajal stream run` in a pipe.

use crate::{answers, cajal, file};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

const SUM: &str = "node main(x: int) returns (y: int) let y = x + (0 fby y); tel";

#[test]
fn lines_in_and_lines_out() {
    let sum = file("run-sum.bs", SUM.as_bytes());
    let sum = sum.to_str().expect("UTF-8");
    answers(&["stream", "run", sum], "{\"x\":1}\n{\"x\":2}\n", 0, "{\"y\":1}\n{\"y\":3}\n");
    answers(&["stream", "run", sum, "--csv"], "x\n1\n2\n", 0, "y\n1\n3\n");
    answers(&["stream", "run", sum], "", 0, "");
    answers(&["stream", "run", sum, "--horizon", "1"], "{\"x\":1}\n{\"x\":2}\n", 0, "{\"y\":1}\n");
    // What is known before the trouble is written.
    answers(&["stream", "run", sum, "--horizon", "2"], "{\"x\":1}\n", 2, "{\"y\":1}\n");
    answers(&["stream", "run", sum], "{\"x\":1}\n{\"x\":true}\n", 2, "{\"y\":1}\n");
}

#[test]
fn an_output_is_written_when_it_is_known() {
    let text = "node main(x: int) returns (y: int) let y = x + (x eby 0); tel";
    let program = file("run-ahead.bs", text.as_bytes());
    let mut child = Command::new(env!("CARGO_BIN_EXE_cajal"))
        .args(["stream", "run", program.to_str().expect("UTF-8"), "--horizon", "inf"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let (mut input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut lines = BufReader::new(output).lines().map(|line| line.expect("a line"));
    input.write_all(b"{\"x\":1}\n{\"x\":2}\n").expect("it reads");
    assert_eq!(lines.next().as_deref(), Some("{\"y\":3}"));
    input.write_all(b"{\"x\":3}\n").expect("it reads");
    assert_eq!(lines.next().as_deref(), Some("{\"y\":5}"));
    drop(input);
    assert_eq!(lines.next().as_deref(), Some("{\"y\":3}"));
    assert_eq!(lines.next(), None);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn for_ever_only_with_bounded_latency() {
    let program = file("run-suffix.bs", b"node main(x: int) returns (y: int) let y = x + (y eby 0); tel");
    let path = program.to_str().expect("UTF-8");
    answers(&["stream", "run", path, "--horizon", "inf"], "{\"x\":1}\n", 1, "");
    answers(&["stream", "run", path], "{\"x\":1}\n{\"x\":2}\n", 0, "{\"y\":3}\n{\"y\":2}\n");
}

#[test]
fn the_library_online() {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/streams");
    for name in ["gae", "td_lambda", "batchnorm_segments", "train_sgd", "reinforce"] {
        let program = format!("{library}/{name}.bs");
        let expected = std::fs::read_to_string(format!("{library}/expected/{name}.json")).expect("an expectation");
        let expected: serde_json::Value = serde_json::from_str(&expected).expect("JSON");
        let input = format!("{library}/{}", expected["input"].as_str().expect("an input"));
        let arguments = |verb| vec!["stream", verb, &program, "--input", &input];
        let mut online = arguments("run");
        online.extend(["--horizon", "inf"]);
        let (whole, online) = (cajal(&arguments("eval"), ""), cajal(&online, ""));
        assert!(whole.status.success() && online.status.success(), "{name}");
        assert!(!whole.stdout.is_empty(), "{name}");
        assert_eq!(whole.stdout, online.stdout, "{name}");
    }
}
