//! Files as documents: items, blank lines between them, and the comments around them.

use super::{Doc, Gap, Printer};
use crate::cajal::syntax::{Item, ItemKind, Main, Program};
use pretty::DocAllocator as _;

impl<'a> Printer<'a> {
    /// A whole file; none if a part of it could not be parsed.
    pub(super) fn program(&mut self, program: &Program) -> Option<Doc<'a>> {
        let mut doc = self.arena.nil();
        for item in &program.items {
            doc = doc.append(self.begin(program)).append(self.item(item)?);
        }
        if let Some(main) = &program.main {
            doc = doc.append(self.begin(program)).append(self.main(main)?);
        }
        Some(doc.append(self.end()))
    }

    /// extern x : τ  |  input x : τ  |  def x : τ = e
    fn item(&mut self, item: &Item) -> Option<Doc<'a>> {
        let body = match &item.kind {
            ItemKind::Extern | ItemKind::Input => None,
            ItemKind::Def(body) => Some(body.as_ref()?),
        };
        let doc = self.indented(2, |p| {
            let doc = p.lexeme(item.keyword()).append(p.gap(Gap::Space)).append(p.binder(&item.binder, Gap::Space));
            match body {
                None => doc,
                Some(e) => {
                    let equals = p.gap(Gap::Space).append(p.lexeme("="));
                    doc.append(equals).append(p.gap(Gap::Line)).append(p.term(e))
                }
            }
        });
        Some(doc.group())
    }

    /// main = e  |  e
    fn main(&mut self, main: &Main) -> Option<Doc<'a>> {
        let e = main.term.as_ref()?;
        if main.keyword.is_none() {
            return Some(self.term(e));
        }
        let doc = self.indented(2, |p| {
            let keyword = p.lexeme("main").append(p.gap(Gap::Space)).append(p.lexeme("="));
            keyword.append(p.gap(Gap::Line)).append(p.term(e))
        });
        Some(doc.group())
    }

    /// What stands before a part of the file: comments, and a blank line where there was one.
    fn begin(&mut self, program: &Program) -> Doc<'a> {
        let at_start = self.lexemes == 0;
        match self.comments_between_parts(at_start) {
            None if at_start => self.arena.nil(),
            comments => {
                let blank = program.paragraphs.binary_search(&self.lexemes).is_ok();
                comments.unwrap_or_else(|| self.arena.nil()).append(self.line_break(blank))
            }
        }
    }

    /// The end of the file, with all comments that are left.
    fn end(&mut self) -> Doc<'a> {
        let at_start = self.lexemes == 0;
        self.lexemes = u32::MAX;
        match self.comments_between_parts(at_start) {
            None if at_start => self.arena.nil(),
            comments => comments.unwrap_or_else(|| self.arena.nil()).append(self.arena.hardline()),
        }
    }

    /// The comments between two parts of a file: the first may stand on the last line of the part before.
    fn comments_between_parts(&mut self, at_start: bool) -> Option<Doc<'a>> {
        let mut doc = None;
        while let Some(comment) = self.next_comment() {
            let text = self.arena.text(comment.text.as_str());
            let before = match &doc {
                None if at_start => self.arena.nil(),
                None if !comment.own_line => self.arena.space(),
                None | Some(_) => self.line_break(comment.blank_before),
            };
            doc = Some(doc.unwrap_or_else(|| self.arena.nil()).append(before).append(text));
        }
        doc
    }

    fn line_break(&self, blank: bool) -> Doc<'a> {
        let line_break = self.arena.hardline();
        if blank { line_break.append(self.arena.hardline()) } else { line_break }
    }
}
