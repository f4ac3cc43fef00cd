//! How an error of any phase of either language is shown: a stable code, a message, a span, and notes at other places.

use crate::source::{Position, Source, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

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
/// Places are shown in one excerpt if it has at most this many bytes; lines between them are left out.
const EXCERPT: usize = 20_000;

/// The diagnostic with the source lines and carets, and colours if asked.
pub fn render(diagnostic: &Diagnostic, source: &Source, colour: bool) -> String {
    let title = Level::ERROR.primary_title(diagnostic.message.clone()).id(diagnostic.code);
    let mut group = Group::with_title(title);
    let notes = diagnostic.notes.iter().filter_map(|note| Some((note.span?, note.message.as_str())));
    for excerpt in excerpts(source, diagnostic.span, notes.collect()) {
        let place = |(span, label): &(Span, Option<&str>)| {
            let range = on_characters(&source.text, span.range());
            let clamp = |offset: usize| offset.clamp(excerpt.window.start, excerpt.window.end) - excerpt.window.start;
            let kind = if label.is_none() { AnnotationKind::Primary } else { AnnotationKind::Context };
            kind.span(clamp(range.start)..clamp(range.end)).label(label.map(str::to_owned))
        };
        group = group.element(
            Snippet::source(source.text[excerpt.window.clone()].to_owned())
                .path(source.name.clone())
                .line_start(source.position(excerpt.window.start as u32).line)
                .annotations(excerpt.places.iter().map(place)),
        );
    }
    let Position { line, column } = source.position(diagnostic.span.start);
    if column > LINE_CONTEXT {
        // The renderer counts columns from where the line is cut.
        group = group.element(Level::NOTE.message(format!("this is column {column} of line {line}")));
    }
    for note in diagnostic.notes.iter().filter(|note| note.span.is_none()) {
        group = group.element(Level::NOTE.message(note.message.clone()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group]).to_string()
}

/// A part of the source, and the places in it, of which the one without a label is that of the error.
struct Excerpt<'a> {
    window: Range<usize>,
    places: Vec<(Span, Option<&'a str>)>,
}

/// One excerpt for the error and all notes that are near it, and one for each of the others.
fn excerpts<'a>(source: &Source, error: Span, notes: Vec<(Span, &'a str)>) -> Vec<Excerpt<'a>> {
    let mut excerpts = vec![Excerpt { window: window(source, error), places: vec![(error, None)] }];
    for (span, message) in notes {
        let (own, place) = (window(source, span), (span, Some(message)));
        let near = &mut excerpts[0];
        let both = near.window.start.min(own.start)..near.window.end.max(own.end);
        if both.len() <= EXCERPT {
            near.window = both;
            near.places.push(place);
        } else {
            excerpts.push(Excerpt { window: own, places: vec![place] });
        }
    }
    excerpts
}

/// The bytes of the source that are handed to the renderer for a span: its whole lines, cut where a line is enormous.
fn window(source: &Source, span: Span) -> Range<usize> {
    let text = &source.text;
    let Range { start, end } = on_characters(text, span.range());
    let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |i| end + i);
    let from = line_start.max(start.saturating_sub(LINE_CONTEXT));
    let to = line_end.min(end.min(start + LINE_CONTEXT) + LINE_CONTEXT);
    on_characters(text, from..to)
}

/// The smallest range of whole characters of the text around a range.
fn on_characters(text: &str, range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start.min(text.len()), range.end.min(text.len()));
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
