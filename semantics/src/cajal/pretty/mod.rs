//! The printer, on Wadler's algebra of documents (the `pretty` crate): parse ∘ print is the identity up to places, and
//! what was printed prints as itself.
//!
//! Comments keep their place among the lexemes. The printer counts the lexemes that it writes as the lexer counted those
//! that it read (round parentheses aside), and at every [gap](Printer::gap) writes the comments that come before the next.

mod program;
mod term;

use super::syntax::{Comment, Program, Term};
use pretty::{Arena, DocAllocator as _, DocBuilder};

/// How a program is printed.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The number of columns to stay within, where that is possible.
    pub width: usize,
    /// `λ`, `⊸`, `𝟚`, `ℕ` and `↪` in place of `\`, `-o`, `2`, `N` and `->`.
    pub unicode: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style { width: 100, unicode: false }
    }
}

/// The text of a program; none if a part of it could not be parsed.
pub fn program(program: &Program, style: Style) -> Option<String> {
    let arena = Arena::new();
    let mut printer = Printer::new(&arena, style, &program.comments);
    let doc = printer.program(program)?;
    Some(text(doc, style))
}

/// The text of a term, in ASCII.
pub fn term(e: &Term, width: usize) -> String {
    let (arena, style) = (Arena::new(), Style { width, unicode: false });
    text(Printer::new(&arena, style, &[]).term(e), style)
}

fn text(doc: Doc<'_>, style: Style) -> String {
    let mut text = String::new();
    doc.render_fmt(style.width, &mut text).expect("BUG: writing to a string does not fail");
    text
}

/// Deepest indentation, in columns: deeper terms go on at this one, or a hundred thousand nested terms would be printed
/// as billions of blanks.
const MAX_INDENTATION: usize = 40;

type Doc<'a> = DocBuilder<'a, Arena<'a>>;

/// The state of a print, which visits the lexemes in their order.
struct Printer<'a> {
    arena: &'a Arena<'a>,
    style: Style,
    /// The comments that are still to come.
    comments: std::slice::Iter<'a, Comment>,
    /// Lexemes so far, other than round parentheses.
    lexemes: u32,
    indentation: usize,
}

/// What stands between two lexemes if no comment does.
#[derive(Clone, Copy)]
enum Gap {
    Nothing,
    Space,
    /// A space, or a line break if the group around it does not fit.
    Line,
    /// A space, or a line break if what comes up to the next gap does not fit.
    Fill,
}

impl<'a> Printer<'a> {
    fn new(arena: &'a Arena<'a>, style: Style, comments: &'a [Comment]) -> Self {
        Printer { arena, style, comments: comments.iter(), lexemes: 0, indentation: 0 }
    }

    /// The next lexeme.
    fn lexeme(&mut self, text: impl Into<std::borrow::Cow<'a, str>>) -> Doc<'a> {
        self.lexemes += 1;
        self.arena.text(text)
    }

    /// A lexeme that is spelled in two ways.
    fn symbol(&mut self, ascii: &'static str, unicode: &'static str) -> Doc<'a> {
        self.lexeme(if self.style.unicode { unicode } else { ascii })
    }

    /// What stands before the next lexeme: comments, each to the end of its line, or else the gap.
    fn gap(&mut self, gap: Gap) -> Doc<'a> {
        let mut comments = self.arena.nil();
        let mut found = false;
        while let Some(comment) = self.next_comment() {
            let before = if comment.own_line { self.arena.hardline() } else { self.arena.space() };
            comments = comments.append(before).append(self.arena.text(comment.text.as_str()));
            found = true;
        }
        if found {
            return comments.append(self.arena.hardline());
        }
        match gap {
            Gap::Nothing => self.arena.nil(),
            Gap::Space => self.arena.space(),
            Gap::Line => self.arena.line(),
            Gap::Fill => self.arena.softline(),
        }
    }

    /// The next comment, if it stands before the next lexeme.
    fn next_comment(&mut self) -> Option<&'a Comment> {
        let comment = self.comments.as_slice().first().filter(|comment| comment.lexemes_before <= self.lexemes)?;
        self.comments.next();
        Some(comment)
    }

    /// A part that is indented by so many columns.
    fn indented(&mut self, columns: usize, part: impl FnOnce(&mut Self) -> Doc<'a>) -> Doc<'a> {
        if self.indentation + columns > MAX_INDENTATION {
            return part(self);
        }
        self.indentation += columns;
        let doc = part(self);
        self.indentation -= columns;
        doc.nest(columns as isize)
    }
}
