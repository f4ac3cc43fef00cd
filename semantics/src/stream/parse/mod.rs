//! The parser: recursive descent with recovery, so that one run reports several independent errors. Grammar on spec
//! page 3, section 1; expressions are parsed in `expression`.

mod expression;
mod lexer;

pub use lexer::KEYWORDS;

use super::error::{Error, SyntaxError};
use super::syntax::{Comments, Equation, Group, Ident, Node, Program, Sampling, TypeSyntax};
use super::value::Scalar;
use crate::source::Span;
use lexer::{Comment, Kind, Token};
use std::sync::Arc;

/// The program that a text is, or everything that is wrong with it.
pub fn parse(text: &str) -> Result<Program, Vec<Error>> {
    let (tokens, comments, errors) = lexer::tokens(text);
    let errors = errors.into_iter().map(Error::Syntax).collect();
    let mut parser = Parser { text, tokens, comments, errors, at: 0, comment: 0, depth: 0, hopeless: false };
    let program = parser.program();
    if parser.errors.is_empty() {
        return Ok(program);
    }
    parser.errors.sort_by_key(Error::span);
    Err(parser.errors)
}

/// An error was reported; the caller skips to where parsing can go on.
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    errors: Vec<Error>,
    /// The next token.
    at: usize,
    /// The next comment that belongs to no item yet.
    comment: usize,
    /// Expressions around the current one.
    depth: u32,
    /// Set where going on would only repeat an error: everything that is left is skipped.
    hopeless: bool,
}

impl Parser<'_> {
    // program ::= node+
    fn program(&mut self) -> Program {
        let mut nodes = vec![];
        loop {
            if self.kind() == Kind::Keyword("node") {
                if let Ok(node) = self.node() {
                    nodes.push(node);
                } else {
                    self.skip_to(&[Kind::Keyword("node")]);
                }
            } else if self.kind() == Kind::End {
                if nodes.is_empty() && self.errors.is_empty() {
                    let Reported = self.expected("`node`");
                }
                break;
            } else {
                let Reported = self.expected("`node`");
                self.skip_to(&[Kind::Keyword("node")]);
            }
        }
        Program { nodes, trailing: self.leading() }
    }

    // node ::= "node" ID "(" [decls] ")" "returns" "(" decls ")" ["var" decls] "let" eq* "tel"
    fn node(&mut self) -> Parsed<Node> {
        let mut comments = Comments { before: self.leading(), after: None };
        let start = self.keyword("node")?;
        let name = self.ident("the name of the node")?;
        let (inputs, outputs, locals) = match self.header() {
            Ok(header) => header,
            Err(Reported) => {
                self.skip_to(&[Kind::Keyword("let"), Kind::Keyword("node")]);
                (vec![], vec![], vec![])
            }
        };
        self.keyword("let")?;
        let mut equations = vec![];
        while !matches!(self.kind(), Kind::Keyword("tel" | "node") | Kind::End) {
            match self.equation() {
                Ok(equation) => equations.push(equation),
                Err(Reported) => {
                    self.skip_to(&[Kind::Symbol(";"), Kind::Keyword("tel"), Kind::Keyword("node")]);
                    self.accept(Kind::Symbol(";"));
                }
            }
        }
        let trailing = self.leading();
        let end = self.keyword("tel")?;
        self.close(&mut comments);
        Ok(Node { comments, name, inputs, outputs, locals, equations, trailing, span: start.to(end) })
    }

    fn header(&mut self) -> Parsed<(Vec<Group>, Vec<Group>, Vec<Group>)> {
        self.symbol("(")?;
        let inputs = if self.kind() == Kind::Symbol(")") { vec![] } else { self.declarations() };
        self.symbol(")")?;
        self.keyword("returns")?;
        self.symbol("(")?;
        let outputs = self.declarations();
        self.symbol(")")?;
        let locals = if self.accept(Kind::Keyword("var")) { self.declarations() } else { vec![] };
        Ok((inputs, outputs, locals))
    }

    // decls ::= group { ";" group } [";"]
    fn declarations(&mut self) -> Vec<Group> {
        let mut groups = vec![];
        loop {
            match self.group() {
                Ok(group) => groups.push(group),
                Err(Reported) => {
                    let stops = ["let", "node"].map(Kind::Keyword);
                    self.skip_to(&[Kind::Symbol(";"), Kind::Symbol(")"), stops[0], stops[1]]);
                }
            }
            let more = self.accept(Kind::Symbol(";"));
            if let Some(Group { comments, .. }) = groups.last_mut() {
                let mut taken = std::mem::take(comments);
                self.close(&mut taken);
                if let Some(group) = groups.last_mut() {
                    group.comments = taken;
                }
            }
            if !more || matches!(self.kind(), Kind::Symbol(")") | Kind::Keyword("let" | "node") | Kind::End) {
                return groups;
            }
        }
    }

    // group ::= ID {"," ID} ":" type {"when" ["not"] ID}
    fn group(&mut self) -> Parsed<Group> {
        let comments = Comments { before: self.leading(), after: None };
        let mut names = vec![self.ident("a declaration")?];
        while self.accept(Kind::Symbol(",")) {
            names.push(self.ident("a name")?);
        }
        self.symbol(":")?;
        let ty = self.ty()?;
        let mut clock = vec![];
        while self.kind() == Kind::Keyword("when") {
            clock.push(self.sampling()?);
        }
        Ok(Group { comments, names, ty, clock })
    }

    // "when" ["not"] ID
    fn sampling(&mut self) -> Parsed<Sampling> {
        self.keyword("when")?;
        let value = !self.accept(Kind::Keyword("not"));
        Ok(Sampling { condition: self.ident("the name of a clock")?, value })
    }

    // type ::= ("bool"|"int"|"real") [ "[" INT {"," INT} "]" ]
    fn ty(&mut self) -> Parsed<TypeSyntax> {
        let span = self.span();
        let scalar = match self.kind() {
            Kind::Keyword("bool") => Scalar::Bool,
            Kind::Keyword("int") => Scalar::Int,
            Kind::Keyword("real") => Scalar::Real,
            _ => return Err(self.expected("a type")),
        };
        self.at += 1;
        let mut shape = vec![];
        if self.accept(Kind::Symbol("[")) {
            shape.push(self.axis()?);
            while self.accept(Kind::Symbol(",")) {
                shape.push(self.axis()?);
            }
            self.symbol("]")?;
        }
        Ok(TypeSyntax { scalar, shape, span: span.to(self.previous()) })
    }

    fn axis(&mut self) -> Parsed<usize> {
        let Kind::Int(n) = self.kind() else { return Err(self.expected("the size of an axis")) };
        let Ok(n) = usize::try_from(n) else {
            return Err(self.report(SyntaxError::NumberTooLarge { span: self.span() }));
        };
        self.at += 1;
        Ok(n)
    }

    // eq ::= (ID | "(" ID {"," ID} ")") "=" temporal ";"
    fn equation(&mut self) -> Parsed<Equation> {
        let mut comments = Comments { before: self.leading(), after: None };
        let start = self.span();
        let mut targets = vec![];
        if self.accept(Kind::Symbol("(")) {
            targets.push(self.ident("a variable")?);
            while self.accept(Kind::Symbol(",")) {
                targets.push(self.ident("a variable")?);
            }
            self.symbol(")")?;
        } else {
            targets.push(self.ident("an equation or `tel`")?);
        }
        self.symbol("=")?;
        let value = self.temporal()?;
        let end = self.symbol(";")?;
        self.close(&mut comments);
        Ok(Equation { comments, targets, value, span: start.to(end) })
    }
}

// Tokens.
impl Parser<'_> {
    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// Consumes the next token if it is this one.
    fn accept(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        self.at += usize::from(found);
        found
    }

    fn keyword(&mut self, keyword: &'static str) -> Parsed<Span> {
        let span = self.span();
        if self.accept(Kind::Keyword(keyword)) { Ok(span) } else { Err(self.expected(keyword)) }
    }

    fn symbol(&mut self, symbol: &'static str) -> Parsed<Span> {
        let span = self.span();
        if self.accept(Kind::Symbol(symbol)) { Ok(span) } else { Err(self.expected(symbol)) }
    }

    fn ident(&mut self, expected: &'static str) -> Parsed<Ident> {
        let span = self.span();
        if !self.accept(Kind::Ident) {
            return Err(self.expected(expected));
        }
        Ok(Ident::new(&self.text[span.range()], span))
    }

    /// Skips to one of these tokens or to the end of the text.
    fn skip_to(&mut self, stops: &[Kind]) {
        if self.hopeless {
            self.at = self.tokens.len() - 1;
        }
        while self.kind() != Kind::End && !stops.contains(&self.kind()) {
            self.at += 1;
        }
    }

    fn expected(&mut self, expected: &'static str) -> Reported {
        let span = self.span();
        let found = match self.kind() {
            Kind::End => "the end of the text".to_owned(),
            Kind::Ident | Kind::Keyword(_) | Kind::Int(_) | Kind::Real(_) | Kind::Symbol(_) => {
                format!("`{}`", &self.text[span.range()])
            }
        };
        self.report(SyntaxError::Expected { expected, found, span })
    }

    fn report(&mut self, error: SyntaxError) -> Reported {
        if !self.hopeless {
            self.errors.push(Error::Syntax(error));
        }
        Reported
    }
}

// Comments.
impl Parser<'_> {
    /// The comments before the next token that belong to no item yet.
    fn leading(&mut self) -> Vec<Arc<str>> {
        let before = self.span().start;
        self.comments_before(before)
    }

    fn comments_before(&mut self, before: u32) -> Vec<Arc<str>> {
        let first = self.comment;
        while self.comments.get(self.comment).is_some_and(|comment| comment.span.start < before) {
            self.comment += 1;
        }
        self.comments[first..self.comment].iter().map(|comment| comment.text.clone()).collect()
    }

    /// At the end of an item: the comments inside it and the one that follows on its last line.
    fn close(&mut self, comments: &mut Comments) {
        let end = self.previous().end;
        comments.before.extend(self.comments_before(end));
        if let Some(comment) = self.comments.get(self.comment)
            && comment.span.start < self.span().start
            && !self.text[end as usize..comment.span.start as usize].contains('\n')
        {
            comments.after = Some(comment.text.clone());
            self.comment += 1;
        }
    }
}
