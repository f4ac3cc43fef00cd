//! The architecture, held against the manifests and the sources: one direction of dependencies, and what must stay
//! independent for a comparison to mean anything.

use std::fs;
use std::path::{Path, PathBuf};

/// semantics ← compile ← corpus ← verify ← tests, paper-artifacts
const LAYERS: [&[&str]; 5] = [&["semantics"], &["compile"], &["corpus"], &["verify"], &["tests", "paper-artifacts"]];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The crates of this workspace that a manifest depends on.
fn dependencies(manifest: &str) -> Vec<String> {
    manifest
        .lines()
        .filter_map(|line| line.trim().strip_prefix("cajal-"))
        .map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned())
        .collect()
}

/// A crate depends on crates of lower layers only.
#[test]
fn dependencies_go_one_way() {
    let mut edges = 0;
    for (layer, crates) in LAYERS.iter().enumerate() {
        for name in *crates {
            for dependency in dependencies(&read(&root().join(name).join("Cargo.toml"))) {
                let below = LAYERS[..layer].iter().any(|crates| crates.contains(&dependency.as_str()));
                assert!(below, "{name} depends on {dependency}, which is not below it");
                edges += 1;
            }
        }
    }
    assert!(edges >= 8, "only {edges} dependencies were found: the manifests are not read right");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// Lines of code of all sources under a folder that contain one of the words.
fn lines_with(folder: &str, words: &[&str]) -> Vec<String> {
    let files = sources(&root().join(folder));
    assert!(!files.is_empty(), "{folder} has no sources");
    let mut found = Vec::new();
    for file in files {
        for (number, line) in read(&file).lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if words.iter().any(|word| code.contains(word)) {
                found.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
        }
    }
    found
}

/// Comparing compiled neurons with the denotation would be circular if the compiler used it.
#[test]
fn the_compiler_uses_neither_the_denotation_nor_the_evaluators() {
    let words = [
        "denote::",
        "::denote",
        "cajal::eval",
        "cajal::{eval",
        "denote,",
        "denote}",
        "{denote",
        "eval::subst",
        "eval::machine",
    ];
    assert_eq!(lines_with("compile/src", &words), Vec::<String>::new());
}
