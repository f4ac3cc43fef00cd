//! Reading programs.

use super::{Exit, Shell, report};
use cajal_semantics::cajal::typing::{Checked, Typed};
use cajal_semantics::cajal::{check_source, parse};
use cajal_semantics::source::{MAX_SOURCE_BYTES, Source};
use std::fs::File;
use std::io::{self, Read as _};

/// Reads a file, or standard input for `-`. What is wrong with it is said, and returned as an exit code.
pub(super) fn read(shell: &mut Shell, as_json: bool, path: &str) -> io::Result<Result<Source, Exit>> {
    let bytes = match bytes(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message = format!("cannot read the file: {error}");
            return Ok(Err(report::misuse(shell, as_json, message, &Source::new(path, ""))?));
        }
    };
    match parse::decode(path, bytes) {
        Ok(source) => Ok(Ok(source)),
        Err(rejected) => {
            let (source, error) = *rejected;
            Ok(Err(report::rejection(shell, as_json, &[error], &source)?))
        }
    }
}

/// A program that was accepted, with its text and its main term.
pub(super) struct Program {
    pub(super) source: Source,
    pub(super) checked: Checked,
    pub(super) main: Typed,
}

/// Reads and types a program that has a main term. What is wrong with it is said, and returned as an exit code.
pub(super) fn program(shell: &mut Shell, as_json: bool, path: &str) -> io::Result<Result<Program, Exit>> {
    let source = match read(shell, as_json, path)? {
        Ok(source) => source,
        Err(exit) => return Ok(Err(exit)),
    };
    let checked = match check_source(&source) {
        Ok(checked) => checked,
        Err(errors) => return Ok(Err(report::rejection(shell, as_json, &errors, &source)?)),
    };
    match checked.main.clone() {
        Some(main) => Ok(Ok(Program { source, checked, main })),
        None => {
            let message = "the file has no main term".to_owned();
            Ok(Err(report::misuse(shell, as_json, message, &source)?))
        }
    }
}

/// The bytes of a file; one more than a source may have, if there are more.
fn bytes(path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = MAX_SOURCE_BYTES as u64 + 1;
    if path == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The text of a file that is no program, up to a length in bytes.
pub(super) fn text(path: &str, limit: u64) -> io::Result<String> {
    let mut text = String::new();
    let read = if path == "-" {
        io::stdin().lock().take(limit + 1).read_to_string(&mut text)?
    } else {
        File::open(path)?.take(limit + 1).read_to_string(&mut text)?
    };
    if read as u64 > limit {
        return Err(io::Error::other(format!("it is longer than {limit} bytes")));
    }
    Ok(text)
}
