//! How an error of any phase of either language is shown: a stable code, a message, a span, and notes at other places.

use crate::source::{Source, Span};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// Another place, or a remark, that helps to understand an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What there is to see.
    pub message: String,
    /// Where; none for a plain remark.
    pub span: Option<Span>,
}

impl Note {
    /// A note that points at a place.
    pub fn at(span: Span, message: impl Into<String>) -> Self {
        Note { message: message.into(), span: Some(span) }
    }

    /// A remark without a place.
    pub fn plain(message: impl Into<String>) -> Self {
        Note { message: message.into(), span: None }
    }
}

/// An error, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The stable code, such as `used-twice` or `InstantaneousCycle`.
    pub code: &'static str,
    /// One sentence: what was expected, what was found.
    pub message: String,
    /// The place.
    pub span: Span,
    /// Other places that matter.
    pub notes: Vec<Note>,
}

/// Longest stretch of one line that is shown around a span, in bytes to either side.
const LINE_CONTEXT: usize = 2_000;

/// The diagnostic with the source line and a caret, and colours if asked.
pub fn render(diagnostic: &Diagnostic, source: &Source, colour: bool) -> String {
    let snippet = |span: Span, kind: AnnotationKind, label: Option<&str>| {
        let window = window(source, span);
        let range = span.range();
        let (start, end) = (range.start.clamp(window.start, window.end), range.end.clamp(window.start, window.end));
        Snippet::source(source.text[window.clone()].to_owned())
            .path(source.name.clone())
            .line_start(source.position(window.start as u32).line)
            .annotation(kind.span(start - window.start..end - window.start).label(label.map(str::to_owned)))
    };
    let mut group = Level::ERROR.primary_title(diagnostic.message.clone()).id(diagnostic.code).element(snippet(
        diagnostic.span,
        AnnotationKind::Primary,
        None,
    ));
    for note in &diagnostic.notes {
        group = match note.span {
            Some(span) => group.element(snippet(span, AnnotationKind::Context, Some(&note.message))),
            None => group.element(Level::NOTE.message(note.message.clone())),
        };
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group]).to_string()
}

/// The bytes of the source that are handed to the renderer for a span: its whole lines, cut where a line is enormous.
fn window(source: &Source, span: Span) -> std::ops::Range<usize> {
    let text = &source.text;
    let range = span.range();
    let (start, end) = (range.start.min(text.len()), range.end.min(text.len()));
    let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |i| end + i);
    let mut from = line_start.max(start.saturating_sub(LINE_CONTEXT));
    let mut to = line_end.min(end.min(start + LINE_CONTEXT) + LINE_CONTEXT);
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    while !text.is_char_boundary(to) {
        to += 1;
    }
    from..to
}
