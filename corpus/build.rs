//! Puts the case files into the program, so that the command alone is enough to check an implementation.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("cases");
    let mut files = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        println!("cargo::rerun-if-changed={}", folder.display());
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "json") {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut table = String::from("&[\n");
    for path in files {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        writeln!(table, "({name:?}, include_str!({:?})),", path.display().to_string()).expect("a string grows");
    }
    table.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("cases.rs");
    fs::write(out, table).expect("the output folder can be written");
}
