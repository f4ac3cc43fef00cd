//! Files:  program ::= item* main?

use super::lexer::Token;
use super::{Lost, Parsed, Parser};
use crate::cajal::syntax::{Binder, Item, ItemKind, Main, Program, Term};
use crate::source::Span;

const NEXT_PART: &str = "an item (`def`, `extern` or `input`), the main term, or the end of the text";

impl Parser<'_> {
    /// program ::= item* main?
    pub(super) fn program(&mut self) -> Program {
        let mut program = Program::default();
        loop {
            let parsed = match self.next.token {
                Token::End => return program,
                Token::Extern | Token::Input | Token::Def => self.item(&mut program),
                Token::Main => self.main(&mut program),
                _ => self.bare_main(&mut program),
            };
            if let Err(Lost::InPhrase | Lost::InItem) = parsed {
                self.skip_to_item();
            }
        }
    }

    /// item ::= extern x : τ  |  input x : τ  |  def x : τ = e
    fn item(&mut self, program: &mut Program) -> Result<(), Lost> {
        let start = self.next.span;
        if program.main.as_ref().is_some_and(|main| main.term.is_some()) {
            self.report(start, "an item stands before the main term");
        }
        let keyword = self.advance().token;
        let binder = self.item_binder(keyword, program)?;
        let (kind, parsed) = match keyword {
            Token::Extern => (ItemKind::Extern, self.no_body()),
            Token::Input => (ItemKind::Input, self.no_body()),
            _ => {
                let (body, parsed) = self.body();
                (ItemKind::Def(body), parsed)
            }
        };
        if let Some(binder) = binder {
            program.items.push(Item { span: self.since(start), binder, kind });
        }
        parsed
    }

    /// The x : τ of an item; if τ is illegible, then x is known to be lost.
    fn item_binder(&mut self, keyword: Token, program: &mut Program) -> Parsed<Binder> {
        let what = match keyword {
            Token::Extern => "the name of the extern",
            Token::Input => "the name of the input",
            _ => "the name of the definition",
        };
        let name = self.next;
        let binder = self.binder(what);
        if !matches!(binder, Ok(Some(_))) {
            match name.token {
                Token::Name => program.lost.names.push(self.name(name.span)),
                _ => program.lost.any = true,
            }
        }
        binder
    }

    /// The `= e` of a definition, and whether the parser knows where it is.
    fn body(&mut self) -> (Option<Term>, Result<(), Lost>) {
        self.margin_ends = true;
        let body = self.expect(Token::Equals, "`=` and the body of the definition").and_then(|_| self.term());
        self.margin_ends = false;
        match body {
            Ok(body) => (body, Ok(())),
            Err(lost) => (None, Err(lost)),
        }
    }

    /// An extern or an input has no body.
    fn no_body(&mut self) -> Result<(), Lost> {
        match self.next.token {
            Token::Equals => Err(self.unexpected(NEXT_PART)),
            _ => Ok(()),
        }
    }

    /// main = e
    fn main(&mut self, program: &mut Program) -> Result<(), Lost> {
        let keyword = self.advance().span;
        if program.main.as_ref().is_some_and(|main| main.term.is_some()) {
            self.report(keyword, "a second main term");
        }
        let equals = self.expect(Token::Equals, "`=` and the main term");
        let term = equals.and_then(|_| self.term());
        self.end_main(Some(keyword), term, program)
    }

    /// A main term without `main =`.
    fn bare_main(&mut self, program: &mut Program) -> Result<(), Lost> {
        if program.main.as_ref().is_some_and(|main| main.term.is_some()) {
            return Err(self.unexpected("the end of the text"));
        }
        let term = self.term();
        self.end_main(None, term, program)
    }

    fn end_main(&mut self, keyword: Option<Span>, term: Parsed<Term>, program: &mut Program) -> Result<(), Lost> {
        let term = match term {
            Ok(term) => term,
            Err(lost) => {
                // What begins like a term may have been meant as an item.
                program.lost.any |= keyword.is_none();
                program.main.get_or_insert(Main { keyword, term: None });
                return Err(lost);
            }
        };
        program.main = Some(Main { keyword, term });
        match self.next.token {
            Token::Def | Token::Extern | Token::Input | Token::Main | Token::End => Ok(()),
            _ => {
                if keyword.is_none() {
                    // The same: `deff f : 2 = tt` begins with the term `deff f`.
                    program.main = Some(Main { keyword, term: None });
                    program.lost.any = true;
                }
                Err(self.unexpected(NEXT_PART))
            }
        }
    }

    /// Skips to the next item.
    fn skip_to_item(&mut self) {
        while !matches!(self.next.token, Token::Def | Token::Extern | Token::Input | Token::Main | Token::End) {
            self.advance();
        }
    }
}
