//! Naming one program of a file: `FILE`, or `FILE:def`.

use super::{Exit, Shell, report, source};
use crate::decide::{Side, SideError};
use std::io;
use std::path::Path;

/// Reads `FILE` or `FILE:def`. What is wrong with it is said, and returned as an exit code.
pub(super) fn read(shell: &mut Shell, as_json: bool, place: &str) -> io::Result<Result<Side, Exit>> {
    let (path, definition) = match place.rsplit_once(':') {
        Some((path, name)) if !Path::new(place).exists() => (path, Some(name.to_owned())),
        _ => (place, None),
    };
    let source = match source::read(shell, as_json, path)? {
        Ok(source) => source,
        Err(exit) => return Ok(Err(exit)),
    };
    match Side::new(source.clone(), definition) {
        Ok(side) => Ok(Ok(side)),
        Err(SideError::Rejected(errors)) => Ok(Err(report::rejection(shell, as_json, &errors, &source)?)),
        Err(SideError::Missing(message)) => {
            shell.flush()?;
            shell.complain(&format!("error: {message}"));
            Ok(Err(Exit::Usage))
        }
    }
}
