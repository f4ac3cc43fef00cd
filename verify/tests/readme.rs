//! The tour of the README prints what the README says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The commands of the console blocks, each with what it is said to print.
fn tour(readme: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match (line, line.strip_prefix("$ ")) {
            ("```console", _) => inside = true,
            ("```", _) => inside = false,
            (_, Some(command)) if inside => commands.push((command.to_owned(), String::new())),
            _ if inside => {
                let (_, output) = commands.last_mut().expect("a block begins with a command");
                output.push_str(line);
                output.push('\n');
            }
            _ => {}
        }
    }
    commands
}

#[test]
fn the_tour_prints_what_the_readme_says() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README can be read");
    let commands = tour(&readme);
    assert!(commands.len() >= 12, "only {} commands were found", commands.len());
    let binary = Path::new(env!("CARGO_BIN_EXE_cajal"));
    let folder = binary.parent().expect("the binary is in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    fs::create_dir_all(root().join("target")).expect("the target folder can be made");
    for (command, expected) in commands {
        // Answers and diagnostics both, as on a terminal without colours.
        let mut shell = Command::new("sh");
        let run = shell.arg("-c").arg(format!("{command} 2>&1")).env("PATH", &path).current_dir(root());
        let output = run.output().expect("a shell runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(printed.trim_end(), expected.trim_end(), "$ {command}");
    }
}
