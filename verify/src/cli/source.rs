//! Reading programs.

use super::{Exit, Shell, report};
use cajal_semantics::cajal::parse;
use cajal_semantics::diagnostic::Diagnostic;
use cajal_semantics::source::{MAX_SOURCE_BYTES, Source, Span};
use std::fs::File;
use std::io::{self, Read as _};

/// Reads a file, or standard input for `-`. What is wrong with it is said, and returned as an exit code.
pub(super) fn read(shell: &mut Shell, as_json: bool, path: &str) -> io::Result<Result<Source, Exit>> {
    let bytes = match bytes(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message = format!("cannot read {path}: {error}");
            if as_json {
                let diagnostic = Diagnostic { code: "unreadable", message, span: Span::default(), notes: vec![] };
                report::failure(shell, true, &[diagnostic], &Source::new(path, ""))?;
            } else {
                shell.flush()?;
                shell.complain(&format!("error: {message}"));
            }
            return Ok(Err(Exit::Usage));
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
