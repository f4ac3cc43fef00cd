//! Errors as JSON, and what they mean for the exit code.

use super::{Exit, Shell};
use cajal_semantics::cajal::error::Error;
use cajal_semantics::diagnostic::Diagnostic;
use cajal_semantics::source::{Source, Span};
use serde_json::{Value, json};
use std::io;

/// Says why a file has no answer: `{"ok": false, "errors": […], "file"}`, or diagnostics for people.
pub(super) fn failure(shell: &mut Shell, as_json: bool, found: &[Diagnostic], source: &Source) -> io::Result<()> {
    if as_json {
        let errors: Vec<Value> = found.iter().map(|d| error(d, source)).collect();
        shell.json(&json!({ "ok": false, "errors": errors, "file": source.name }))
    } else {
        shell.diagnostics(found, source)
    }
}

/// Says why a Cajal program was rejected, and how that counts.
pub(super) fn rejection(shell: &mut Shell, as_json: bool, errors: &[Error], source: &Source) -> io::Result<Exit> {
    let diagnostics: Vec<Diagnostic> = errors.iter().map(Error::diagnostic).collect();
    failure(shell, as_json, &diagnostics, source)?;
    Ok(if errors.iter().all(Error::is_limit) { Exit::Unknown } else { Exit::No })
}

/// Says that the command was called wrongly: a file that cannot be read, an input that is not given.
pub(super) fn misuse(shell: &mut Shell, as_json: bool, message: String, source: &Source) -> io::Result<Exit> {
    if as_json {
        let diagnostic = Diagnostic { code: "usage", message, span: Span::default(), notes: vec![] };
        failure(shell, true, &[diagnostic], source)?;
    } else {
        shell.flush()?;
        shell.complain(&format!("error: {}: {message}", source.name));
    }
    Ok(Exit::Usage)
}

/// How an error of a later phase counts: a limit is no answer, anything else is the answer no.
pub(super) fn exit_of(code: &str) -> Exit {
    if matches!(code, "out-of-fuel" | "size-limit") { Exit::Unknown } else { Exit::No }
}

/// `{"code", "message", "file", "span", "notes"}`
fn error(d: &Diagnostic, source: &Source) -> Value {
    let note = |note: &cajal_semantics::diagnostic::Note| json!({ "message": note.message, "span": note.span.map(|s| span(s, source)) });
    json!({
        "code": d.code,
        "message": d.message,
        "file": source.name,
        "span": span(d.span, source),
        "notes": d.notes.iter().map(note).collect::<Vec<_>>(),
    })
}

/// `{"start": {"line", "column"}, "end": {…}}`, from 1; the end is behind the last character.
fn span(span: Span, source: &Source) -> Value {
    let position = |offset| {
        let position = source.position(offset);
        json!({ "line": position.line, "column": position.column })
    };
    json!({ "start": position(span.start), "end": position(span.end) })
}
