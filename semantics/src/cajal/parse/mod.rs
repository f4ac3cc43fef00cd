//! From text to abstract syntax: a lexer and a recursive descent parser, both by hand, because the two things that matter
//! here, limits on nesting and recovery at every closing bracket, are then a few visible lines each.
//!
//! ```text
//! program     ::= item* main?
//! item        ::= extern x : τ  |  input x : τ  |  def x : τ = e
//! main        ::= main = e  |  e
//! τ           ::= β  |  β ⊸ τ                        β ::= 2  |  N  |  R[k]  |  ( τ )
//! e           ::= λx:τ. e  |  if e then e else e  |  let x : τ = e in e  |  operand operand*
//! operand     ::= succ operand  |  atom
//! atom        ::= x  |  tt  |  ff  |  n  |  ( e )  |  iter{ e | y ↪ e }( e )
//! ```
//!
//! One ambiguity is left: where does a `def` end before a main term without `main =`? Before the first operand that
//! begins a line without indentation, outside of brackets.
//!
//! Every function of the grammar returns a [`Parsed`]: after an error it goes on where it can, so that one run reports
//! all errors that do not follow from one another.

mod item;
mod lexer;
mod term;
mod ty;

use super::error::Error;
use super::syntax::{Ident, Name, Program, Term};
use super::types::Ty;
use crate::deep::{MAX_DEPTH, grow};
use crate::source::{MAX_SOURCE_BYTES, Source, Span};
use lexer::{Lexeme, Lexer, Token};
use std::collections::HashMap;

/// The most syntax errors that are reported for one text; the rest of it is not read.
pub const MAX_ERRORS: usize = 100;

/// Parses a file. What could not be parsed is missing from the program, and its errors are in the list, in order.
pub fn parse(text: &str) -> (Program, Vec<Error>) {
    let mut parser = Parser::new(text);
    let mut program = parser.program();
    program.comments = parser.lexer.comments;
    program.paragraphs = parser.lexer.paragraphs;
    (program, parser.errors)
}

/// Parses a single term, which is all there is in the text.
///
/// # Errors
/// All syntax errors.
pub fn term(text: &str) -> Result<Term, Vec<Error>> {
    let mut parser = Parser::new(text);
    let term = parser.term();
    if term.is_ok() && parser.next.token != Token::End {
        parser.unexpected("the end of the text");
    }
    match term {
        Ok(Some(term)) if parser.errors.is_empty() => Ok(term),
        _ => Err(parser.errors),
    }
}

/// Can the text stand as a name? It begins with a letter or `_`, goes on with letters, digits, `_` and `'`, and is no
/// reserved word.
pub fn is_name(text: &str) -> bool {
    lexer::is_name(text)
}

/// Bytes as a source text.
///
/// # Errors
/// The first byte that is not UTF-8, or a text that is too long; with a source to show the error in.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<Source, Box<(Source, Error)>> {
    if bytes.len() > MAX_SOURCE_BYTES {
        let message = format!("the file has {} bytes; the limit is {MAX_SOURCE_BYTES}", bytes.len());
        return Err(Box::new((Source::new(name, ""), Error::SizeLimit { span: Span::default(), message })));
    }
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let shown = String::from_utf8_lossy(&error.as_bytes()[..error.as_bytes().len().min(at + 80)]).into_owned();
        let message = format!("the file is not UTF-8 text: the byte at offset {at} begins no character");
        Box::new((Source::new(name, shown), Error::syntax(Span::new(at, at + 1), message)))
    })
}

/// What a function of the grammar found: a phrase; or none, because of an error that was reported, with the parser
/// behind the phrase; or that the parser is lost inside of the phrase.
type Parsed<T> = Result<Option<T>, Lost>;

/// An error was reported in a phrase, and where to go on is told only by
#[derive(Clone, Copy)]
enum Lost {
    /// a closing bracket, or the next item.
    InPhrase,
    /// the next item: the phrase is nested too deeply, and what it contains is not worth a look.
    InItem,
}

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The lexeme that comes next.
    next: Lexeme,
    /// The end of the last lexeme.
    end: u32,
    /// Phrases around the present one.
    nesting: u32,
    /// Is an operand without indentation the beginning of main? In a definition, outside of brackets.
    margin_ends: bool,
    errors: Vec<Error>,
    names: HashMap<&'a str, Name>,
    /// The function types so far, each as itself.
    types: HashMap<Ty, Ty>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let mut lexer = Lexer::new(text);
        let next = lexer.next();
        let (errors, names, types) = Default::default();
        Parser { text, lexer, next, end: 0, nesting: 0, margin_ends: false, errors, names, types }
    }

    /// Takes the next lexeme.
    fn advance(&mut self) -> Lexeme {
        let following = self.lexer.next();
        self.end = self.next.span.end;
        std::mem::replace(&mut self.next, following)
    }

    /// Takes the next lexeme, which must be this one. `what` says so in words.
    fn expect(&mut self, token: Token, what: &str) -> Result<Lexeme, Lost> {
        if self.next.token == token { Ok(self.advance()) } else { Err(self.unexpected(what)) }
    }

    /// x
    fn ident(&mut self, what: &str) -> Result<Ident, Lost> {
        let span = self.expect(Token::Name, what)?.span;
        Ok(Ident { name: self.name(span), span })
    }

    /// The name at a place; equal names are shared.
    fn name(&mut self, span: Span) -> Name {
        let text = &self.text[span.range()];
        self.names.entry(text).or_insert_with(|| text.into()).clone()
    }

    /// From the start of a phrase to the last lexeme taken.
    fn since(&self, start: Span) -> Span {
        Span { start: start.start, end: self.end.max(start.start) }
    }

    /// Runs the parser of a phrase that stands inside of another one.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.nesting += 1;
        let parsed = grow(|| parse(self));
        self.nesting -= 1;
        parsed
    }

    /// The phrase between brackets; the opening one is taken by this function. Where the phrase is lost, what stands up
    /// to the closing bracket is skipped.
    fn bracketed<T>(&mut self, close: Token, phrase: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let open = self.advance();
        let outside = std::mem::replace(&mut self.margin_ends, false);
        let parsed = grow(|| phrase(self)).and_then(|phrase| self.close(close, open).map(|()| phrase));
        self.margin_ends = outside;
        match parsed {
            Err(Lost::InPhrase) => self.skip_to(close),
            Ok(_) | Err(Lost::InItem) => parsed,
        }
    }

    /// Takes the closing bracket.
    fn close(&mut self, close: Token, open: Lexeme) -> Result<(), Lost> {
        if self.next.token == close {
            self.advance();
            return Ok(());
        }
        let lost = self.unexpected(match close {
            Token::Close => "`)`",
            Token::CloseBrace => "`}`",
            _ => "`]`",
        });
        if let Some(Error::Syntax { opened, .. }) = self.errors.last_mut() {
            *opened = Some(open.span);
        }
        Err(lost)
    }

    /// Skips to behind the closing bracket of the phrase that the parser is lost in; gives up at another closing
    /// bracket and at the next item.
    fn skip_to<T>(&mut self, close: Token) -> Parsed<T> {
        let mut open = 0;
        loop {
            match self.next.token {
                Token::Def | Token::Extern | Token::Input | Token::Main | Token::End => return Err(Lost::InItem),
                Token::Open | Token::OpenBrace | Token::OpenBracket => open += 1,
                token if open == 0 && token == close => {
                    self.advance();
                    return Ok(None);
                }
                Token::Close | Token::CloseBrace | Token::CloseBracket if open == 0 => {
                    return Err(Lost::InPhrase);
                }
                Token::Close | Token::CloseBrace | Token::CloseBracket => open -= 1,
                _ => {}
            }
            self.advance();
        }
    }

    /// Reports that something else was expected than the next lexeme.
    fn unexpected(&mut self, expected: &str) -> Lost {
        let found = &self.text[self.next.span.range()];
        let message = match self.next.token {
            Token::End => format!("expected {expected}, found the end of the text"),
            Token::Glued => format!("`{}` is neither a numeral nor a name: a name begins with a letter", cut(found)),
            Token::Unknown => format!("expected {expected}, found `{}`", found.escape_debug()),
            _ => format!("expected {expected}, found `{}`", cut(found)),
        };
        self.report(self.next.span, message)
    }

    fn report(&mut self, span: Span, message: impl Into<String>) -> Lost {
        if self.errors.last().is_none_or(|last| last.span() != span) {
            self.errors.push(Error::syntax(span, message));
        }
        self.stop_at_too_many();
        Lost::InPhrase
    }

    fn too_deep(&mut self) -> Lost {
        self.limit(self.next.span, format!("nested more than {MAX_DEPTH} deep"));
        Lost::InItem
    }

    fn limit(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(Error::SizeLimit { span, message: message.into() });
        self.stop_at_too_many();
    }

    /// Moves to the end of the text where nobody would read more errors.
    fn stop_at_too_many(&mut self) {
        if self.errors.len() == MAX_ERRORS {
            let span = self.next.span;
            self.errors.push(Error::syntax(span, format!("{MAX_ERRORS} errors: what follows here was not read")));
            self.lexer.stop();
            self.next = self.lexer.next();
        }
    }
}

/// The beginning of a long lexeme.
fn cut(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
