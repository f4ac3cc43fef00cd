//! Standard output, for answers, and standard error, for diagnostics.

use cajal_semantics::diagnostic::{self, Diagnostic};
use cajal_semantics::source::Source;
use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};

/// The most diagnostics of one file that are shown to people; with `--json` all are written.
const SHOWN: usize = 50;

/// Where a verb writes to.
pub struct Shell {
    out: BufWriter<Stdout>,
    colour: bool,
}

impl Shell {
    /// The shell of this process. Colour only on a terminal, and not if `NO_COLOR` is set to something.
    pub(super) fn new() -> Self {
        let colour = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Shell { out: BufWriter::new(io::stdout()), colour }
    }

    /// A line of the answer.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Text of the answer, as it is.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// A JSON value on a line of its own.
    pub(super) fn json(&mut self, value: &Value) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, value)?;
        self.out.write_all(b"\n")
    }

    /// Hands the answer so far to its reader.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Diagnostics, on standard error, after the answer so far.
    pub(super) fn diagnostics(&mut self, found: &[Diagnostic], source: &Source) -> io::Result<()> {
        self.flush()?;
        for diagnostic in found.iter().take(SHOWN) {
            self.complain(&format!("{}\n", diagnostic::render(diagnostic, source, self.colour)));
        }
        if found.len() > SHOWN {
            let more = found.len() - SHOWN;
            self.complain(&format!("{}: {more} more errors; --json writes all of them", source.name));
        }
        Ok(())
    }

    /// A line on standard error. If nobody reads it, there is nobody to tell.
    pub(super) fn complain(&mut self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "{text}");
    }
}
