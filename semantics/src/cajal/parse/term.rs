//! Terms: one function per production of the grammar.

use super::lexer::{Lexeme, Token};
use super::{Parsed, Parser};
use crate::cajal::syntax::{Ident, Term, TermKind};
use crate::deep::MAX_DEPTH;
use crate::source::Span;
use dashu_int::UBig;

/// The longest numeral, in digits. It is one node of a term, but its conversion costs time.
pub(super) const MAX_NUMERAL_DIGITS: usize = 1_000_000;

const A_TERM: &str = "a term";

impl Parser<'_> {
    /// e ::= λx:τ. e  |  if e then e else e  |  let x : τ = e in e  |  operand operand*
    pub(super) fn term(&mut self) -> Parsed<Term> {
        self.nested(|p| match p.next.token {
            Token::Lambda => p.lambda(),
            Token::If => p.conditional(),
            Token::Let => p.let_in(),
            _ => p.application(),
        })
    }

    /// λx:τ. e
    fn lambda(&mut self) -> Parsed<Term> {
        let start = self.advance().span;
        let binder = self.binder("the variable of the λ")?;
        self.expect(Token::Dot, "`.` and the body of the λ")?;
        let body = self.term()?;
        let (Some(binder), Some(body)) = (binder, body) else { return Ok(None) };
        self.make(TermKind::Lam(binder, body), start)
    }

    /// if e then e else e
    fn conditional(&mut self) -> Parsed<Term> {
        let start = self.advance().span;
        let condition = self.term()?;
        self.expect(Token::Then, "`then`")?;
        let first = self.term()?;
        self.expect(Token::Else, "`else`")?;
        let second = self.term()?;
        let (Some(condition), Some(first), Some(second)) = (condition, first, second) else { return Ok(None) };
        self.make(TermKind::If(condition, first, second), start)
    }

    /// let x : τ = e in e
    fn let_in(&mut self) -> Parsed<Term> {
        let start = self.advance().span;
        let binder = self.binder("the variable of the `let`")?;
        self.expect(Token::Equals, "`=`")?;
        let bound = self.term()?;
        self.expect(Token::In, "`in`")?;
        let body = self.term()?;
        let (Some(binder), Some(bound), Some(body)) = (binder, bound, body) else { return Ok(None) };
        self.make(TermKind::Let(binder, bound, body), start)
    }

    /// operand operand*, associated to the left
    fn application(&mut self) -> Parsed<Term> {
        let start = self.next.span;
        let mut function = self.operand()?;
        loop {
            if self.margin_ends && self.next.at_margin {
                return Ok(function);
            }
            let argument = match self.next.token {
                token if begins_operand(token) => self.operand()?,
                Token::Lambda | Token::If | Token::Let => self.bare_argument()?,
                _ => return Ok(function),
            };
            function = match function.zip(argument) {
                Some((e1, e2)) => self.make(TermKind::App(e1, e2), start)?,
                None => None,
            };
        }
    }

    /// A λ, `if` or `let` where an operand must stand: an error, but one that hides nothing.
    fn bare_argument(&mut self) -> Parsed<Term> {
        let span = self.next.span;
        let message = format!("an argument that begins with `{}` stands in parentheses", &self.text[span.range()]);
        self.report(span, message);
        self.term()?;
        Ok(None)
    }

    /// operand ::= succ operand  |  atom
    fn operand(&mut self) -> Parsed<Term> {
        let mut succs = Vec::new();
        while self.next.token == Token::Succ {
            if succs.len() >= MAX_DEPTH as usize {
                return Err(self.too_deep());
            }
            succs.push(self.advance().span);
        }
        let mut operand = self.atom()?;
        for succ in succs.into_iter().rev() {
            let Some(e) = operand else { return Ok(None) };
            operand = self.make(TermKind::Succ(e), succ)?;
        }
        Ok(operand)
    }

    /// atom ::= x  |  tt  |  ff  |  n  |  ( e )  |  iter{ e | y ↪ e }( e )
    fn atom(&mut self) -> Parsed<Term> {
        let Lexeme { token, span, .. } = self.next;
        let kind = match token {
            Token::Name => TermKind::Var(self.name(span)),
            Token::True => TermKind::True,
            Token::False => TermKind::False,
            Token::Numeral => return self.numeral(),
            Token::Iter => return self.iter(),
            Token::Open => return self.bracketed(Token::Close, Self::term),
            _ => return Err(self.unexpected(A_TERM)),
        };
        self.advance();
        self.make(kind, span)
    }

    /// A decimal numeral of any size.
    fn numeral(&mut self) -> Parsed<Term> {
        let span = self.advance().span;
        let digits = &self.text[span.range()];
        if digits.len() > MAX_NUMERAL_DIGITS {
            let message = format!("a numeral of {} digits; the limit is {MAX_NUMERAL_DIGITS}", digits.len());
            self.limit(span, message);
            return Ok(None);
        }
        let n = UBig::from_str_radix(digits, 10).expect("BUG: the lexer only takes decimal digits");
        self.make(TermKind::Num(n), span)
    }

    /// iter{ e | y ↪ e }( e )
    fn iter(&mut self) -> Parsed<Term> {
        let start = self.advance().span;
        if self.next.token != Token::OpenBrace {
            return Err(self.unexpected("`{`"));
        }
        let rounds = self.bracketed(Token::CloseBrace, Self::rounds)?;
        if self.next.token != Token::Open {
            return Err(self.unexpected("`(` and the count of the iteration"));
        }
        let count = self.bracketed(Token::Close, Self::term)?;
        let (Some((base, var, step)), Some(count)) = (rounds, count) else { return Ok(None) };
        self.make(TermKind::Iter { base, var, step, count }, start)
    }

    /// e | y ↪ e
    fn rounds(&mut self) -> Parsed<(Term, Ident, Term)> {
        let base = self.term()?;
        self.expect(Token::Bar, "`|`")?;
        let var = self.ident("the variable of the step")?;
        self.expect(Token::Arrow, "`->`")?;
        let step = self.term()?;
        Ok(base.zip(step).map(|(base, step)| (base, var, step)))
    }

    /// A term from `start` to the last lexeme taken.
    fn make(&mut self, kind: TermKind, start: Span) -> Parsed<Term> {
        let term = Term::new(kind, self.since(start));
        if term.depth() > MAX_DEPTH { Err(self.too_deep()) } else { Ok(Some(term)) }
    }
}

/// Can an operand begin like this?
fn begins_operand(token: Token) -> bool {
    match token {
        Token::Name | Token::Numeral | Token::Glued | Token::Unknown | Token::True | Token::False => true,
        Token::Succ | Token::Iter | Token::Open => true,
        Token::If | Token::Then | Token::Else | Token::Let | Token::In | Token::Lambda => false,
        Token::Def | Token::Extern | Token::Input | Token::Main => false,
        Token::Arrow | Token::Lolly | Token::Two | Token::Naturals => false,
        Token::Dot | Token::Colon | Token::Equals | Token::Bar | Token::End => false,
        Token::Close | Token::OpenBrace | Token::CloseBrace | Token::OpenBracket | Token::CloseBracket => false,
    }
}
