//! Lexemes, one at a time: a file of fifty megabytes is never held as a list of tokens. Comments are put aside.

use crate::cajal::syntax::Comment;
use crate::source::Span;

/// The kind of a lexeme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A name that is not a reserved word. `N`, `Nat`, `Bool` and `R` are names, which a type reads as types.
    Name,
    /// Decimal digits. In a type, `2` is the type.
    Numeral,
    True,
    False,
    If,
    Then,
    Else,
    Succ,
    Iter,
    Let,
    In,
    Def,
    Extern,
    Input,
    Main,
    /// `\` or `λ`
    Lambda,
    /// `->` or `↪`
    Arrow,
    /// `-o` or `⊸`
    Lolly,
    /// `𝟚`
    Two,
    /// `ℕ`
    Naturals,
    Dot,
    Colon,
    Equals,
    Bar,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    /// A name that begins with a digit.
    Glued,
    /// A character that begins no lexeme.
    Unknown,
    /// The end of the text.
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) span: Span,
    /// Is it the first thing of its line, without indentation?
    pub(super) at_margin: bool,
}

/// What is left of the text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
    /// Has a lexeme been read?
    begun: bool,
    /// Lexemes so far, other than round parentheses.
    count: u32,
    /// The comments so far.
    pub(super) comments: Vec<Comment>,
    /// For every lexeme that follows a blank line, the number of those before it.
    pub(super) paragraphs: Vec<u32>,
}

impl<'a> Lexer<'a> {
    /// The beginning of the text, after a byte order mark.
    pub(super) fn new(text: &'a str) -> Self {
        let position = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text, position, begun: false, count: 0, comments: Vec::new(), paragraphs: Vec::new() }
    }

    /// The next lexeme; the end of the text for ever once it is reached.
    pub(super) fn next(&mut self) -> Lexeme {
        self.skip_blanks();
        let start = self.position;
        let rest = &self.text[start..];
        let (token, length) = match rest.chars().next() {
            None => (Token::End, 0),
            Some(c) if begins_name(c) => name(rest),
            Some('0'..='9') => numeral(rest),
            Some(c) => symbol(c, rest),
        };
        self.position += length;
        self.begun = true;
        if !matches!(token, Token::Open | Token::Close | Token::End) {
            self.count += 1;
        }
        let at_margin = start == 0 || self.text.as_bytes()[start - 1] == b'\n';
        Lexeme { token, span: Span::new(start, self.position), at_margin }
    }

    /// Moves to the end of the text.
    pub(super) fn stop(&mut self) {
        self.position = self.text.len();
    }

    /// Moves past white space and comments.
    fn skip_blanks(&mut self) {
        let (mut own_line, mut line_breaks) = (!self.begun, 0);
        loop {
            let rest = &self.text[self.position..];
            let Some(c) = rest.chars().next() else { break };
            if c == '\n' {
                (own_line, line_breaks) = (true, line_breaks + 1);
                self.position += 1;
            } else if c.is_whitespace() {
                self.position += c.len_utf8();
            } else if rest.starts_with("--") {
                let length = rest.find('\n').unwrap_or(rest.len());
                let text = rest[..length].trim_end();
                self.comments.push(Comment {
                    span: Span::new(self.position, self.position + text.len()),
                    text: text.to_owned(),
                    lexemes_before: self.count,
                    own_line,
                    blank_before: line_breaks > 1,
                });
                self.position += length;
                (own_line, line_breaks) = (true, 0);
            } else {
                break;
            }
        }
        if line_breaks > 1 {
            self.paragraphs.push(self.count);
        }
    }
}

/// May a name begin with the character? Any letter but the three that have a meaning of their own.
fn begins_name(c: char) -> bool {
    c == '_' || (c.is_alphabetic() && continues_name(c))
}

fn continues_name(c: char) -> bool {
    c == '_' || c == '\'' || (c.is_alphanumeric() && !matches!(c, 'λ' | 'ℕ' | '𝟚'))
}

fn name(rest: &str) -> (Token, usize) {
    let length = rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
    (reserved(&rest[..length]).unwrap_or(Token::Name), length)
}

/// The token of a reserved word.
fn reserved(word: &str) -> Option<Token> {
    Some(match word {
        "tt" => Token::True,
        "ff" => Token::False,
        "if" => Token::If,
        "then" => Token::Then,
        "else" => Token::Else,
        "succ" => Token::Succ,
        "iter" => Token::Iter,
        "let" => Token::Let,
        "in" => Token::In,
        "def" => Token::Def,
        "extern" => Token::Extern,
        "input" => Token::Input,
        "main" => Token::Main,
        _ => return None,
    })
}

/// Can the text stand as a name, in the source of a program?
pub(super) fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(begins_name) && name(text) == (Token::Name, text.len())
}

fn numeral(rest: &str) -> (Token, usize) {
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let length = digits + rest[digits..].find(|c| !continues_name(c)).unwrap_or(rest.len() - digits);
    (if length == digits { Token::Numeral } else { Token::Glued }, length)
}

fn symbol(first: char, rest: &str) -> (Token, usize) {
    let token = match first {
        '\\' | 'λ' => Token::Lambda,
        '↪' => Token::Arrow,
        '⊸' => Token::Lolly,
        '𝟚' => Token::Two,
        'ℕ' => Token::Naturals,
        '.' => Token::Dot,
        ':' => Token::Colon,
        '=' => Token::Equals,
        '|' => Token::Bar,
        '(' => Token::Open,
        ')' => Token::Close,
        '{' => Token::OpenBrace,
        '}' => Token::CloseBrace,
        '[' => Token::OpenBracket,
        ']' => Token::CloseBracket,
        '-' if rest.starts_with("->") => return (Token::Arrow, 2),
        '-' if rest.starts_with("-o") => return (Token::Lolly, 2),
        _ => Token::Unknown,
    };
    (token, first.len_utf8())
}
