//! ONNX files, run by onnxruntime. Where Python or its packages cannot be had the test says so and does nothing, except in CI,
//! where it fails.

use super::{BLUR, simplified, translated};
use cajal_compile::export::{self, Horizons};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGES: [&str; 3] = ["numpy", "onnx", "onnxruntime"];

/// Loads each model, checks it, runs it on each input and compares with the output that is expected.
const SCRIPT: &str = r#"
import json, sys
import numpy, onnx, onnxruntime
for case in json.load(open(sys.argv[1])):
    model = onnx.load(case["model"])
    onnx.checker.check_model(model, full_check=True)
    session = onnxruntime.InferenceSession(case["model"], providers=["CPUExecutionProvider"])
    feed = {k: numpy.array(v, dtype=numpy.float64) for k, v in case["inputs"].items()}
    [found] = session.run(None, feed)
    expected = numpy.array(case["output"], dtype=numpy.float64)
    if found.shape != expected.shape or not (found == expected).all():
        sys.exit(f"{case['model']} {case['inputs']}: expected {expected}, found {found}")
print("ok")
"#;

/// A Python with the packages: a virtual environment that is kept between runs.
fn python(folder: &Path) -> Result<PathBuf, String> {
    let home = folder.join("python");
    let python = home.join("bin/python");
    let run = |command: &mut Command| match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))),
        Err(error) => Err(format!("{command:?}: {error}")),
    };
    if run(Command::new(&python).args(["-c", "import numpy, onnx, onnxruntime"])).is_err() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
        run(Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(PACKAGES))?;
    }
    Ok(python)
}

#[test]
fn onnxruntime_gives_the_same_numbers() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let python = match python(folder) {
        Ok(python) => python,
        Err(reason) if std::env::var_os("CI").is_none() => {
            eprintln!("skipped: ONNX files were not run, for Python with onnxruntime is missing: {reason}");
            return;
        }
        Err(reason) => panic!("{reason}"),
    };
    let not = "if y then ff else tt";
    let cases = [
        (
            "straight",
            "input x : 2\nmain = if x then 3 else succ succ 0".to_owned(),
            r#"{"x": [0.25, 0.5]}"#,
            "[0, 0, 0.5, 0.25]",
        ),
        (
            "gated",
            "input c : 2\ninput x : 2\nmain = if c then x else (if x then ff else tt)".to_owned(),
            r#"{"c": [1, 2], "x": [3, 4]}"#,
            "[11, 10]",
        ),
        (
            "count",
            format!("input n : N\nmain = iter {{ tt | y -> {not} }} (n)"),
            r#"{"n": [1, 2, 4, 8, 16]}"#,
            "[21, 10]",
        ),
        ("one", format!("input n : N\nmain = iter {{ tt | y -> {not} }} (succ n)"), r#"{"n": [1]}"#, "[0, 1]"),
        ("loop", format!("iter {{ tt | y -> {not} }} (1001)"), "{}", "[0, 1]"),
        (
            "blur",
            BLUR.to_owned(),
            r#"{"b": [1, 0, 0, 0], "n": [1, 2, 4], "f": [0.5, 0.5, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0.5, 0.5, 0.5, 0, 0, 0.5]}"#,
            "[3, 0, 1, 3]",
        ),
        (
            "function",
            "input x : 2\nmain = \\y:2. if x then y else (if y then ff else tt)".to_owned(),
            r#"{"x": [2, 3]}"#,
            "[2, 3, 3, 2]",
        ),
        (
            "nested",
            format!(
                "input n : N\ninput m : N\nmain = iter {{ iter {{ tt | y -> {not} }} (n) | y -> iter {{ y | y -> {not} }} (3) }} (m)"
            ),
            r#"{"n": [0, 1], "m": [1, 1]}"#,
            "[1, 1]",
        ),
    ];
    let mut list = Vec::new();
    for (name, text, inputs, output) in &cases {
        for (kind, network) in [("translated", translated(text)), ("simplified", simplified(text))] {
            let bytes = export::onnx(&network, &Horizons::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
            let path = folder.join(format!("{name}-{kind}.onnx"));
            fs::write(&path, bytes).expect("the folder can be written to");
            list.push(format!(
                r#"{{"model": {:?}, "inputs": {inputs}, "output": {output}}}"#,
                path.display().to_string()
            ));
        }
    }
    let (script, data) = (folder.join("run_models.py"), folder.join("models.json"));
    fs::write(&script, SCRIPT).expect("the folder can be written to");
    fs::write(&data, format!("[{}]", list.join(", "))).expect("the folder can be written to");
    let output = Command::new(python).arg(script).arg(data).output().expect("Python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
