//! All given cases, and all programs of the library, through the public command.

use crate::{file, objects};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::PathBuf;

fn library() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/streams"))
}

/// Is a number (or a nested list) as expected, up to tol·(1 + |expected|)?
fn close(expected: &Value, found: &Value, tolerance: f64) -> bool {
    match (expected, found) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b, tolerance))
        }
        (Value::Number(a), Value::Number(b)) => match (a.as_i64(), b.as_i64()) {
            (Some(a), Some(b)) => a == b,
            (_, _) => {
                let (a, b) = (a.as_f64().expect("a number"), b.as_f64().expect("a number"));
                a == b || (a - b).abs() <= tolerance * (1.0 + a.abs())
            }
        },
        (a, b) => a == b,
    }
}

#[track_caller]
fn same_streams(name: &str, expected: &Value, found: &Value, tolerance: f64) {
    let (expected, found) = (expected.as_object().expect("streams"), found.as_object().expect("streams"));
    for (stream, ticks) in expected {
        let found = found.get(stream).unwrap_or_else(|| panic!("{name}: no stream {stream}"));
        assert!(close(ticks, found, tolerance), "{name}: {stream}: expected {ticks}, found {found}");
    }
}

/// The given streams of a case as JSON lines.
fn rows(inputs: &Map<String, Value>) -> String {
    let ticks = inputs.values().map(|stream| stream.as_array().expect("a stream").len()).max().unwrap_or(0);
    let row = |t: usize| inputs.iter().map(|(name, stream)| (name.clone(), stream[t].clone())).collect::<Map<_, _>>();
    (0..ticks).map(|t| format!("{}\n", Value::Object(row(t)))).collect()
}

fn run_case(case: &Value) {
    let text = |key: &str| case[key].as_str().unwrap_or_else(|| panic!("{}: no {key}", case["name"]));
    let (name, kind) = (text("name"), text("kind"));
    let program = file(&format!("{name}.bs"), text("program").as_bytes());
    let program = program.to_str().expect("a path");
    let mut arguments = vec!["stream", "eval", program, "--json", "--node", text("main")];
    let horizon = case["horizon"].as_str().map(str::to_owned).or(case["horizon"].as_u64().map(|n| n.to_string()));
    if let Some(horizon) = &horizon {
        arguments.extend(["--horizon", horizon]);
    }
    let inputs = rows(case["inputs"].as_object().expect("inputs"));
    let given = file(&format!("{name}.jsonl"), inputs.as_bytes());
    if !inputs.is_empty() && kind != "check" {
        arguments.extend(["--input", given.to_str().expect("a path")]);
    }
    let tolerance = case["tol"].as_f64().unwrap_or(0.0);
    let expected = &case["expected"];
    let (wrt, loss);
    match kind {
        "check" => {
            arguments[1] = "check";
            let (code, answers) = objects(&arguments, "");
            let answer = &answers[0];
            if let Some(class) = expected["error"].as_str() {
                assert_eq!((code, &answer["ok"]), (Some(1), &json!(false)), "{name}: {answer}");
                let codes: Vec<&Value> =
                    answer["errors"].as_array().expect("errors").iter().map(|error| &error["code"]).collect();
                assert!(codes.iter().all(|code| **code == class), "{name}: expected {class}, found {codes:?}");
            } else {
                assert_eq!((code, &answer["ok"]), (Some(0), &json!(true)), "{name}: {answer}");
                if !expected["latency"].is_null() {
                    assert_eq!(answer["latency"], expected["latency"], "{name}");
                }
            }
        }
        "eval" | "eval_at" | "lfp" => {
            if kind == "lfp" {
                arguments.push("--raw");
            }
            let (code, answers) = objects(&arguments, "");
            let answer = &answers[0];
            assert_eq!(code, Some(0), "{name}: {answer}");
            if let Some(at) = expected["at"].as_object() {
                for (stream, ticks) in at {
                    for (tick, value) in ticks.as_object().expect("ticks") {
                        let found = &answer["outputs"][stream][tick.parse::<usize>().expect("a tick")];
                        assert!(close(value, found, tolerance), "{name}: {stream} at {tick}: {found}, not {value}");
                    }
                }
            } else {
                same_streams(name, &expected["outputs"], &answer["outputs"], tolerance);
            }
            if !expected["passes"].is_null() {
                assert_eq!(answer["sweeps"], expected["passes"], "{name}");
            }
        }
        "grad" => {
            arguments[1] = "grad";
            loss = text("loss").to_owned();
            let names = case["wrt"].as_array().expect("names").iter().map(|x| x.as_str().expect("a name"));
            wrt = names.collect::<Vec<_>>().join(",");
            arguments.extend(["--loss", &loss, "--wrt", &wrt]);
            let (code, answers) = objects(&arguments, "");
            assert_eq!(code, Some(0), "{name}: {}", answers[0]);
            same_streams(name, &expected["grads"], &answers[0]["grads"], tolerance);
        }
        other => panic!("{name}: unknown kind {other}"),
    }
}

#[test]
fn the_given_cases() {
    let text = fs::read_to_string(library().join("cases.json")).expect("the cases are there");
    let document: Value = serde_json::from_str(&text).expect("the cases are JSON");
    let cases = document["cases"].as_array().expect("a list of cases");
    assert_eq!(cases.len(), 85);
    cases.iter().for_each(run_case);
}

#[test]
fn the_library() {
    let mut count = 0;
    for entry in fs::read_dir(library().join("expected")).expect("the expectations") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_str().expect("UTF-8").to_owned();
        let document: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a file")).expect("JSON");
        let text = |key: &str| document[key].as_str().map(str::to_owned);
        let at = |path: &str| library().join(path).to_str().expect("UTF-8").to_owned();
        let program = at(&text("program").unwrap_or_else(|| format!("{}.bs", name.trim_end_matches(".grad"))));
        let graded = document["kind"] == "grad";
        let horizon = document["horizon"].to_string();
        let mut arguments =
            vec!["stream", if graded { "grad" } else { "eval" }, &program, "--json", "--horizon", &horizon];
        let input = text("input").map(|path| at(&path));
        if let Some(input) = &input {
            arguments.extend(["--input", input]);
        }
        let (loss, wrt);
        if graded {
            loss = text("loss").expect("a loss");
            let names = document["wrt"].as_array().expect("names").iter().map(|x| x.as_str().expect("a name"));
            wrt = names.collect::<Vec<_>>().join(",");
            arguments.extend(["--loss", &loss, "--wrt", &wrt]);
        }
        let (code, answers) = objects(&arguments, "");
        assert_eq!(code, Some(0), "{name}: {:?}", answers.first());
        let section = if graded { "grads" } else { "outputs" };
        let tolerance = document["tol"].as_f64().unwrap_or(0.0);
        same_streams(&name, &document["expected"][section], &answers[0][section], tolerance);
        count += 1;
    }
    assert_eq!(count, 30);
}
