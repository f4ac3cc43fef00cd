//! The programs under `corpus/streams` say what they are, and each has its expectations.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

const PROGRAMS: usize = 22;
const GRADIENTS: usize = 8;

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/streams")
}

/// Names of the files of a folder of the library that end in `suffix`, without it.
fn stems(folder: &str, suffix: &str) -> BTreeSet<String> {
    fs::read_dir(library().join(folder))
        .expect("the library's folder")
        .filter_map(|entry| entry.expect("a directory entry").file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(suffix).map(str::to_owned))
        .collect()
}

fn text(path: &str) -> String {
    fs::read_to_string(library().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What a witness expects of a program: `expected/NAME.json` or `expected/NAME.grad.json`.
struct Expectation {
    name: String,
    document: Value,
}

impl Expectation {
    /// All expectations, outputs and gradients, in the order of their names.
    fn all() -> Vec<Self> {
        let load = |name| {
            let document =
                serde_json::from_str(&text(&format!("expected/{name}.json"))).expect("an expectation is JSON");
            Self { name, document }
        };
        stems("expected", ".json").into_iter().map(load).collect()
    }

    fn field(&self, key: &str) -> &Value {
        self.document.get(key).unwrap_or_else(|| panic!("{}: no field {key}", self.name))
    }

    fn string(&self, key: &str) -> &str {
        self.field(key).as_str().unwrap_or_else(|| panic!("{}: {key} is not a string", self.name))
    }

    fn horizon(&self) -> usize {
        self.field("horizon").as_u64().and_then(|n| usize::try_from(n).ok()).expect("a horizon is a number of ticks")
    }
}

#[test]
fn every_program_states_its_claim_and_has_its_expectation() {
    let programs = stems(".", ".bs");
    assert_eq!(programs.len(), PROGRAMS);
    let readme = text("README.md");
    for name in &programs {
        let source = text(&format!("{name}.bs"));
        let header: Vec<&str> = source.lines().take_while(|line| line.starts_with("--")).collect();
        for label in ["-- What:", "-- Claim:", "-- Run:", "-- Expectation:"] {
            let count = header.iter().filter(|line| line.starts_with(label)).count();
            assert_eq!(count, 1, "{name}: {label} in its header");
        }
        let last = header.last().expect("a header has lines");
        assert!(last.contains(&format!("expected/{name}.json")), "{name}: names another expectation");
        let graded = library().join(format!("expected/{name}.grad.json")).exists();
        assert_eq!(last.contains(&format!("expected/{name}.grad.json")), graded, "{name}: its gradient's expectation");
        assert!(readme.contains(&format!("| `{name}.bs` |")), "{name}: not in the table of README.md");
    }
}

#[test]
fn every_expectation_is_complete() {
    let all = Expectation::all();
    let gradients = all.iter().filter(|expectation| expectation.string("kind") == "grad").count();
    assert_eq!((all.len() - gradients, gradients), (PROGRAMS, GRADIENTS));
    let mut read = BTreeSet::new();
    for expectation in &all {
        let (kind, name) = (expectation.string("kind"), &expectation.name);
        let horizon = expectation.horizon();
        if let Some(path) = expectation.field("input").as_str() {
            assert_eq!(text(path).lines().count(), horizon, "{name}: one line of input for each tick");
            read.insert(path.to_owned());
        }
        let section = if kind == "grad" { "grads" } else { "outputs" };
        let streams = expectation.field("expected")[section].as_object().expect("expected streams");
        assert!(!streams.is_empty(), "{name}: expects nothing");
        for (stream, ticks) in streams {
            assert_eq!(ticks.as_array().map(Vec::len), Some(horizon), "{name}: {stream} at every tick");
        }
    }
    let inputs: BTreeSet<String> =
        stems("inputs", ".jsonl").into_iter().map(|name| format!("inputs/{name}.jsonl")).collect();
    assert_eq!(read, inputs, "every input file belongs to an expectation");
}
