//! Source text and positions in it.

use std::fmt;

/// A half-open range of bytes of one source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`, in bytes.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The range of bytes, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A position as people count: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A named source text.
#[derive(Clone, Debug)]
pub struct Source {
    /// How diagnostics call the file.
    pub name: String,
    /// Its text.
    pub text: String,
    line_starts: Vec<u32>,
    /// Characters before every [`BLOCK`]th byte: a column is found without a walk along a line that may be enormous.
    characters: Vec<u32>,
}

const BLOCK: usize = 4096;

/// The longest source text, in bytes: spans are 32 bits wide, and no program anybody wrote comes near it.
pub const MAX_SOURCE_BYTES: usize = 1 << 30;

impl Source {
    /// A source text with its line index. The text is at most [`MAX_SOURCE_BYTES`] long: callers that read files check.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        assert!(text.len() <= MAX_SOURCE_BYTES, "BUG: the reader of {} bytes did not check their number", text.len());
        let line_starts =
            std::iter::once(0).chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        let mut characters = vec![0];
        for block in text.as_bytes().chunks(BLOCK) {
            characters.push(characters[characters.len() - 1] + begun(block) as u32);
        }
        Source { name: name.into(), line_starts: line_starts.collect(), characters, text }
    }

    /// The line and column of a byte offset (clamped to the text).
    pub fn position(&self, offset: u32) -> Position {
        let offset = (offset as usize).min(self.text.len());
        let line = self.line_starts.partition_point(|&s| s as usize <= offset);
        let start = self.line_starts[line - 1] as usize;
        Position { line, column: self.characters_before(offset) - self.characters_before(start) + 1 }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        self.characters[block] as usize + begun(&self.text.as_bytes()[block * BLOCK..offset])
    }
}

/// How many characters begin in these bytes of UTF-8.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| (**b & 0xC0) != 0x80).count()
}
