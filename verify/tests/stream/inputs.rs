//! Given streams: formats, and what can be wrong with them.

use crate::{answers, file, objects};
use serde_json::{Value, json};

const SUM: &str = "node main(x: int; c: bool; s: real when c) returns (y: int; h: real)\n\
                   let y = x + (0 fby y); h = merge(c, s, 0.5); tel\n";

/// The answer of `stream eval` to these rows, for the program above.
fn eval(rows: &str, more: &[&str]) -> (Option<i32>, Value) {
    let program = file("sum.bs", SUM.as_bytes());
    let mut arguments = vec!["stream", "eval", "--json", program.to_str().expect("UTF-8"), "--input", "-"];
    arguments.extend(more);
    let (code, mut answers) = objects(&arguments, rows);
    (code, answers.remove(0))
}

#[test]
fn json_lines_and_csv_say_the_same() {
    let expected = json!({ "y": [1, 3, 6], "h": [0.25, 0.5, 2.0] });
    let lines =
        "{\"x\": 1, \"c\": true, \"s\": 0.25}\n\n{\"x\": 2, \"c\": false, \"s\": null}\n{\"x\":3,\"c\":true,\"s\":2}\n";
    let table = "x,c,s\n1,true,0.25\n2,false,\n3,true,2\n";
    for rows in [lines, table] {
        let (code, answer) = eval(rows, &[]);
        assert_eq!((code, &answer["outputs"]), (Some(0), &expected), "{answer}");
    }
    let (code, answer) = eval(table, &["--horizon", "2"]);
    assert_eq!((code, &answer["outputs"]["y"]), (Some(0), &json!([1, 3])));
}

#[test]
fn several_files_stand_side_by_side() {
    let program = file("side.bs", SUM.as_bytes());
    let xs = file("side-x.csv", b"x\n1\n2\n");
    let rest = file("side-rest.jsonl", b"{\"c\":false}\n{\"c\":true,\"s\":1.5}\n");
    let paths: Vec<&str> = [&program, &xs, &rest].map(|path| path.to_str().expect("UTF-8")).to_vec();
    let out = "{\"y\":1,\"h\":0.5}\n{\"y\":3,\"h\":1.5}\n";
    answers(&["stream", "eval", paths[0], "--input", paths[1], "--input", paths[2]], "", 0, out);
}

#[test]
fn tensors_and_numbers_that_json_has_not() {
    let program = "node main(v: real[2,2]; x: real) returns (w: real[2,2]; y: real) let w = v + v; y = x; tel";
    let program = file("tensors.bs", program.as_bytes());
    let arguments = ["stream", "eval", program.to_str().expect("UTF-8"), "--input", "-"];
    let row = "{\"v\":[[1,2],[3,4.5]],\"x\":\"NaN\"}\n{\"v\":[[0,0],[0,0]],\"x\":\"-inf\"}\n";
    let out = "{\"w\":[[2.0,4.0],[6.0,9.0]],\"y\":\"NaN\"}\n{\"w\":[[0.0,0.0],[0.0,0.0]],\"y\":\"-inf\"}\n";
    answers(&arguments, row, 0, out);
    answers(&arguments, "v,x\n\"[[1,2],[3,4.5]]\",NaN\n\"[[0,0],[0,0]]\",-inf\n", 0, out);
}

#[test]
fn what_can_be_wrong_has_a_code() {
    let wrong = |rows: &str, more: &[&str], expected: &str| {
        let (code, answer) = eval(rows, more);
        assert_eq!((code, &answer["errors"][0]["code"]), (Some(2), &json!(expected)), "{answer}");
    };
    wrong("x,c\n1,false\n", &[], "input-missing");
    wrong("x,c,s\n1,true,0.25\n", &["--horizon", "2"], "input-short");
    wrong("x,c,s\n1.5,true,0.25\n", &[], "input-type");
    wrong("x,c,s\n1,true,[1]\n", &[], "input-type");
    wrong("x,c,s\n1,true,\n", &[], "input-clock");
    wrong("x,c,s\n1,false,1\n", &[], "input-clock");
    wrong("x,c,s\n,false,\n", &[], "input-clock");
    wrong("x,c,s,z\n1,false,,1\n", &[], "input-unknown");
    wrong("x,c,s\n1,false\n", &[], "input-syntax");
    wrong("{\"x\": 1\n", &[], "input-syntax");
    let program = file("wrong.bs", SUM.as_bytes());
    let path = program.to_str().expect("UTF-8");
    let (code, found) = objects(&["stream", "eval", "--json", path], "");
    assert_eq!((code, &found[0]["errors"][0]["code"]), (Some(2), &json!("input-missing")));
    let (code, found) = objects(&["stream", "eval", "--json", path, "--input", "no such file"], "");
    assert_eq!((code, &found[0]["errors"][0]["code"]), (Some(2), &json!("unreadable")));
}

#[test]
fn several_programs_give_one_line_each() {
    let good = file("several-good.bs", b"node main() returns (n: int) let n = 0 fby n + 1; tel");
    let bad = file("several-bad.bs", b"node main() returns (n: int) let n = n; tel");
    let (good, bad) = (good.to_str().expect("UTF-8"), bad.to_str().expect("UTF-8"));
    let (code, found) = objects(&["stream", "eval", "--json", "--horizon", "2", good, bad, good], "");
    assert_eq!(code, Some(1));
    let ok: Vec<&Value> = found.iter().map(|answer| &answer["outputs"]["n"]).collect();
    assert_eq!(ok, [&json!([0, 1]), &Value::Null, &json!([0, 1])]);
    assert_eq!(found[1]["file"], bad);
    let (code, found) = objects(&["stream", "eval", "--raw", "--json", "--horizon", "2", bad], "");
    assert_eq!((code, &found[0]["outputs"]["n"]), (Some(0), &json!(["_|_", "_|_"])));
}
