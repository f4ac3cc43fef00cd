//! From characters to tokens. Comments are set aside: the parser attaches them to items.
//!
//! The longest token wins, so `x<-1` reads `x <- 1` and `1--2` is `1` and a comment.

use crate::source::Span;
use crate::stream::error::SyntaxError;
use std::sync::Arc;

/// A kind of token.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    /// An identifier that is no keyword.
    Ident,
    /// A keyword; its text is in [`KEYWORDS`].
    Keyword(&'static str),
    /// An integer literal.
    Int(u64),
    /// A real literal.
    Real(f64),
    /// Punctuation or an operator sign.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// A comment and its place.
#[derive(Clone, Debug)]
pub(super) struct Comment {
    pub(super) text: Arc<str>,
    pub(super) span: Span,
}

/// The words that are no identifiers.
pub const KEYWORDS: [&str; 26] = [
    "node", "returns", "var", "let", "tel", "when", "not", "and", "or", "mod", "pre", "post", "fby", "eby", "if",
    "then", "else", "merge", "restart", "every", "until", "true", "false", "bool", "int", "real",
];

/// Signs, the longer ones first.
const SYMBOLS: [&str; 20] =
    ["->", "<-", "<>", "<=", ">=", "(", ")", "[", "]", ",", ";", ":", "=", "<", ">", "+", "-", "*", "/", "@"];

/// The tokens of a text (the last one is [`Kind::End`]), its comments, and what is no token.
pub(super) fn tokens(text: &str) -> (Vec<Token>, Vec<Comment>, Vec<SyntaxError>) {
    let (mut tokens, mut comments, mut errors) = (vec![], vec![], vec![]);
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if rest.starts_with("--") {
            let length = rest.find('\n').unwrap_or(rest.len());
            comments.push(Comment { text: rest[2..length].trim().into(), span: Span::new(at, at + length) });
            at += length;
        } else {
            let (kind, length) = token(rest, first);
            let span = Span::new(at, at + length);
            at += length;
            match kind {
                Ok(kind) => tokens.push(Token { kind, span }),
                Err(Malformed::Character) => errors.push(SyntaxError::Character { found: first, span }),
                Err(Malformed::Number) => errors.push(SyntaxError::NumberTooLarge { span }),
            }
        }
    }
    tokens.push(Token { kind: Kind::End, span: Span::new(text.len(), text.len()) });
    (tokens, comments, errors)
}

enum Malformed {
    Character,
    Number,
}

/// The token at the start of a text and its length in bytes.
fn token(rest: &str, first: char) -> (Result<Kind, Malformed>, usize) {
    if first.is_ascii_alphabetic() || first == '_' {
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let keyword = KEYWORDS.into_iter().find(|keyword| *keyword == &rest[..length]);
        (Ok(keyword.map_or(Kind::Ident, Kind::Keyword)), length)
    } else if first.is_ascii_digit() {
        number(rest)
    } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
        (Ok(Kind::Symbol(symbol)), symbol.len())
    } else {
        (Err(Malformed::Character), first.len_utf8())
    }
}

/// `12`, `1.5`, `1e-3`, `1.5e3`: an integer unless there is a point or an exponent.
fn number(rest: &str) -> (Result<Kind, Malformed>, usize) {
    let digits = |from: usize| rest[from..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| from + n);
    let integer = digits(0);
    let mut end = integer;
    if rest[end..].starts_with('.') && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    if rest[end..].starts_with(['e', 'E']) {
        let exponent = end + 1 + usize::from(rest[end + 1..].starts_with(['+', '-']));
        if digits(exponent) > exponent {
            end = digits(exponent);
        }
    }
    let text = &rest[..end];
    let kind = if end == integer {
        text.parse().map(Kind::Int).map_err(|_| Malformed::Number)
    } else {
        text.parse().ok().filter(|x: &f64| x.is_finite()).map(Kind::Real).ok_or(Malformed::Number)
    };
    (kind, end)
}
