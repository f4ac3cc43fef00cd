//! Expressions, one function per level of precedence, loosest first: temporal, sampled, or, and, comparison, sum,
//! product, prefix, atom.

use super::lexer::Kind;
use super::{Parsed, Parser};
use crate::deep::{MAX_DEPTH, grow};
use crate::source::Span;
use crate::stream::error::{Error, SyntaxError, TypeError};
use crate::stream::syntax::{BinaryOp, Boundary, Direction, Expr, ExprKind, Ident, UnaryOp};
use crate::stream::value::{Elements, MAX_RANK, Value};

/// The temporal operators, by what they build.
#[derive(Clone, Copy, PartialEq)]
enum Temporal {
    Delay(Direction),
    Arrow(Direction),
}

impl Temporal {
    fn of(kind: Kind) -> Option<Temporal> {
        match kind {
            Kind::Keyword("fby") => Some(Temporal::Delay(Direction::Forward)),
            Kind::Keyword("eby") => Some(Temporal::Delay(Direction::Backward)),
            Kind::Symbol("->") => Some(Temporal::Arrow(Direction::Forward)),
            Kind::Symbol("<-") => Some(Temporal::Arrow(Direction::Backward)),
            Kind::Ident | Kind::Keyword(_) | Kind::Int(_) | Kind::Real(_) | Kind::Symbol(_) | Kind::End => None,
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            Temporal::Delay(Direction::Forward) => "fby",
            Temporal::Delay(Direction::Backward) => "eby",
            Temporal::Arrow(Direction::Forward) => "->",
            Temporal::Arrow(Direction::Backward) => "<-",
        }
    }

    fn direction(self) -> Direction {
        match self {
            Temporal::Delay(direction) | Temporal::Arrow(direction) => direction,
        }
    }

    fn build(self, boundary: Expr, body: Expr) -> ExprKind {
        match self {
            Temporal::Delay(direction) => ExprKind::Delay { direction, boundary, body },
            Temporal::Arrow(direction) => ExprKind::Arrow { direction, boundary, body },
        }
    }
}

fn sum_sign(kind: Kind) -> Option<BinaryOp> {
    match kind {
        Kind::Symbol("+") => Some(BinaryOp::Add),
        Kind::Symbol("-") => Some(BinaryOp::Sub),
        Kind::Ident | Kind::Keyword(_) | Kind::Int(_) | Kind::Real(_) | Kind::Symbol(_) | Kind::End => None,
    }
}

fn product_sign(kind: Kind) -> Option<BinaryOp> {
    match kind {
        Kind::Symbol("*") => Some(BinaryOp::Mul),
        Kind::Symbol("/") => Some(BinaryOp::Div),
        Kind::Keyword("mod") => Some(BinaryOp::Mod),
        Kind::Symbol("@") => Some(BinaryOp::MatMul),
        Kind::Ident | Kind::Keyword(_) | Kind::Int(_) | Kind::Real(_) | Kind::Symbol(_) | Kind::End => None,
    }
}

fn comparison_sign(kind: Kind) -> Option<BinaryOp> {
    match kind {
        Kind::Symbol("=") => Some(BinaryOp::Eq),
        Kind::Symbol("<>") => Some(BinaryOp::Ne),
        Kind::Symbol("<") => Some(BinaryOp::Lt),
        Kind::Symbol("<=") => Some(BinaryOp::Le),
        Kind::Symbol(">") => Some(BinaryOp::Gt),
        Kind::Symbol(">=") => Some(BinaryOp::Ge),
        Kind::Ident | Kind::Keyword(_) | Kind::Int(_) | Kind::Real(_) | Kind::Symbol(_) | Kind::End => None,
    }
}

impl Parser<'_> {
    /// A new expression; too high a one is reported, and nothing after it is read.
    fn make(&mut self, kind: ExprKind, span: Span) -> Parsed<Expr> {
        let expression = Expr::new(kind, span);
        if expression.height > MAX_DEPTH {
            return Err(self.too_deep(MAX_DEPTH as usize));
        }
        Ok(expression)
    }

    fn too_deep(&mut self, limit: usize) -> super::Reported {
        let reported = self.report(SyntaxError::TooDeep { limit, span: self.span() });
        self.hopeless = true;
        reported
    }

    // temporal ::= sampled { "fby" sampled } | sampled { "->" sampled }      right associative
    //            | sampled { "eby" sampled } | sampled { "<-" sampled }      left associative
    pub(super) fn temporal(&mut self) -> Parsed<Expr> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep(MAX_DEPTH as usize));
        }
        self.depth += 1;
        let parsed = grow(|| self.temporal_chain());
        self.depth -= 1;
        parsed
    }

    fn temporal_chain(&mut self) -> Parsed<Expr> {
        let mut operands = vec![self.sampled()?];
        let Some(operator) = Temporal::of(self.kind()) else {
            return Ok(operands.pop().expect("BUG: one operand was just parsed"));
        };
        while let Some(next) = Temporal::of(self.kind()) {
            if next != operator {
                let (first, second) = (operator.symbol(), next.symbol());
                return Err(self.report(SyntaxError::MixedTemporal { first, second, span: self.span() }));
            }
            self.at += 1;
            operands.push(self.sampled()?);
        }
        // The body is the innermost operand: the last of a forward chain, the first of a backward one.
        if operator.direction() == Direction::Forward {
            operands.reverse();
        }
        let mut operands = operands.into_iter();
        let mut body = operands.next().expect("BUG: a chain has operands");
        for boundary in operands {
            let span = boundary.span.to(body.span);
            body = self.make(operator.build(boundary, body), span)?;
        }
        Ok(body)
    }

    // sampled ::= or { "when" ["not"] ID }
    fn sampled(&mut self) -> Parsed<Expr> {
        let mut e = self.or()?;
        while self.kind() == Kind::Keyword("when") {
            let sampling = self.sampling()?;
            let span = e.span.to(sampling.condition.span);
            e = self.make(ExprKind::When(e, sampling), span)?;
        }
        Ok(e)
    }

    fn infix(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Parsed<Expr> {
        let span = left.span.to(right.span);
        self.make(ExprKind::Binary(op, left, right), span)
    }

    fn or(&mut self) -> Parsed<Expr> {
        let mut e = self.and()?;
        while self.accept(Kind::Keyword("or")) {
            let right = self.and()?;
            e = self.infix(BinaryOp::Or, e, right)?;
        }
        Ok(e)
    }

    fn and(&mut self) -> Parsed<Expr> {
        let mut e = self.comparison()?;
        while self.accept(Kind::Keyword("and")) {
            let right = self.comparison()?;
            e = self.infix(BinaryOp::And, e, right)?;
        }
        Ok(e)
    }

    // Not associative.
    fn comparison(&mut self) -> Parsed<Expr> {
        let left = self.sum()?;
        let Some(op) = comparison_sign(self.kind()) else { return Ok(left) };
        self.at += 1;
        let right = self.sum()?;
        if comparison_sign(self.kind()).is_some() {
            return Err(self.report(SyntaxError::ChainedComparison { span: self.span() }));
        }
        self.infix(op, left, right)
    }

    fn sum(&mut self) -> Parsed<Expr> {
        let mut e = self.product()?;
        while let Some(op) = sum_sign(self.kind()) {
            self.at += 1;
            let right = self.product()?;
            e = self.infix(op, e, right)?;
        }
        Ok(e)
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut e = self.prefix()?;
        while let Some(op) = product_sign(self.kind()) {
            self.at += 1;
            let right = self.prefix()?;
            e = self.infix(op, e, right)?;
        }
        Ok(e)
    }

    // unary ::= ("-"|"not"|"pre"|"post") unary | atom
    fn prefix(&mut self) -> Parsed<Expr> {
        let first = self.at;
        while matches!(self.kind(), Kind::Symbol("-") | Kind::Keyword("not" | "pre" | "post")) {
            self.at += 1;
        }
        let operators = self.tokens[first..self.at].to_vec();
        let mut e = self.atom()?;
        for operator in operators.into_iter().rev() {
            let span = operator.span.to(e.span);
            let kind = match operator.kind {
                Kind::Symbol("-") => ExprKind::Unary(UnaryOp::Neg, e),
                Kind::Keyword("not") => ExprKind::Unary(UnaryOp::Not, e),
                Kind::Keyword("pre") => ExprKind::Shift(Direction::Forward, e),
                Kind::Ident | Kind::Keyword(_) | Kind::Int(_) | Kind::Real(_) | Kind::Symbol(_) | Kind::End => {
                    ExprKind::Shift(Direction::Backward, e)
                }
            };
            e = self.make(kind, span)?;
        }
        Ok(e)
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let span = self.span();
        match self.kind() {
            Kind::Int(n) => {
                let Ok(n) = i64::try_from(n) else { return Err(self.report(SyntaxError::NumberTooLarge { span })) };
                self.at += 1;
                self.make(ExprKind::Literal(Value::Int(n)), span)
            }
            Kind::Real(x) => {
                self.at += 1;
                self.make(ExprKind::Literal(Value::Real(x)), span)
            }
            Kind::Keyword(word @ ("true" | "false")) => {
                self.at += 1;
                self.make(ExprKind::Literal(Value::Bool(word == "true")), span)
            }
            Kind::Symbol("[") => self.tensor(),
            Kind::Symbol("(") => {
                self.at += 1;
                let e = self.temporal()?;
                let end = self.symbol(")")?;
                Ok(Expr { span: span.to(end), ..e })
            }
            Kind::Keyword("if") => self.conditional(),
            Kind::Keyword("merge") => self.merge(),
            Kind::Keyword("restart") => self.restart(),
            // The keywords `int` and `real` are also the names of conversions.
            Kind::Ident | Kind::Keyword("int" | "real") => self.variable_or_call(),
            Kind::Keyword(_) | Kind::Symbol(_) | Kind::End => Err(self.expected("an expression")),
        }
    }

    fn variable_or_call(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let ident = Ident::new(&self.text[span.range()], span);
        let keyword = self.kind() != Kind::Ident;
        self.at += 1;
        if self.kind() != Kind::Symbol("(") {
            return if keyword { Err(self.expected("(")) } else { self.make(ExprKind::Variable(ident), span) };
        }
        let (arguments, end) = self.arguments()?;
        self.make(ExprKind::Apply { function: ident, arguments }, span.to(end))
    }

    // "(" [temporal {"," temporal}] ")"
    fn arguments(&mut self) -> Parsed<(Vec<Expr>, Span)> {
        self.symbol("(")?;
        let mut arguments = vec![];
        if self.kind() != Kind::Symbol(")") {
            arguments.push(self.temporal()?);
            while self.accept(Kind::Symbol(",")) {
                arguments.push(self.temporal()?);
            }
        }
        let end = self.symbol(")")?;
        Ok((arguments, end))
    }

    // "if" temporal "then" temporal "else" temporal
    fn conditional(&mut self) -> Parsed<Expr> {
        let start = self.keyword("if")?;
        let condition = self.temporal()?;
        self.keyword("then")?;
        let on_true = self.temporal()?;
        self.keyword("else")?;
        let on_false = self.temporal()?;
        let span = start.to(on_false.span);
        self.make(ExprKind::If { condition, on_true, on_false }, span)
    }

    // "merge" "(" ID "," temporal "," temporal ")"
    fn merge(&mut self) -> Parsed<Expr> {
        let start = self.keyword("merge")?;
        self.symbol("(")?;
        let condition = self.ident("the name of a clock")?;
        self.symbol(",")?;
        let on_true = self.temporal()?;
        self.symbol(",")?;
        let on_false = self.temporal()?;
        let end = self.symbol(")")?;
        self.make(ExprKind::Merge { condition, on_true, on_false }, start.to(end))
    }

    // "restart" ID "(" args ")" ("every"|"until") ID
    fn restart(&mut self) -> Parsed<Expr> {
        let start = self.keyword("restart")?;
        let node = self.ident("the name of a node")?;
        let (arguments, _) = self.arguments()?;
        let boundary = match self.kind() {
            Kind::Keyword("every") => Boundary::Every,
            Kind::Keyword("until") => Boundary::Until,
            Kind::Ident | Kind::Keyword(_) | Kind::Int(_) | Kind::Real(_) | Kind::Symbol(_) | Kind::End => {
                return Err(self.expected("`every` or `until`"));
            }
        };
        self.at += 1;
        let signal = self.ident("the name of a signal")?;
        let span = start.to(signal.span);
        self.make(ExprKind::Restart { node, arguments, boundary, signal }, span)
    }

    // A literal: nested lists of numbers with signs, or of booleans.
    fn tensor(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let (shape, elements) = self.list(1)?;
        let span = start.to(self.previous());
        let value = shape.zip(elements).and_then(|(shape, elements)| Value::from_elements(shape.into(), elements));
        let Some(value) = value else {
            self.errors.push(Error::Type(TypeError::Ragged { span }));
            return Err(super::Reported);
        };
        self.make(ExprKind::Literal(value), span)
    }

    /// A list and the shape and elements of its tensor, if it is one: empty, ragged and mixed lists are not, but are
    /// read to their end, so that what follows them is still understood.
    fn list(&mut self, rank: usize) -> Parsed<(Option<Vec<usize>>, Option<Elements>)> {
        if rank > MAX_RANK {
            return Err(self.too_deep(MAX_RANK));
        }
        self.symbol("[")?;
        let mut length = 0;
        let mut part_shape: Option<Vec<usize>> = None;
        let mut regular = true;
        let mut all: Option<Elements> = None;
        loop {
            let (shape, elements) = if self.kind() == Kind::Symbol("[") {
                self.list(rank + 1)?
            } else {
                (Some(vec![]), Some(self.element()?))
            };
            length += 1;
            regular &= shape.is_some() && part_shape.as_ref().is_none_or(|first| Some(first) == shape.as_ref());
            part_shape = shape;
            all = match (all, elements) {
                (None, elements) if length == 1 => elements,
                (Some(all), Some(elements)) => append(all, elements),
                (None, _) | (_, None) => None,
            };
            if !self.accept(Kind::Symbol(",")) {
                break;
            }
        }
        self.symbol("]")?;
        let shape = part_shape.filter(|_| regular).map(|mut shape| {
            // Axes are collected from the inside out: a literal has at most MAX_RANK of them.
            shape.insert(0, length);
            shape
        });
        Ok((shape, all))
    }

    fn element(&mut self) -> Parsed<Elements> {
        let negative = self.accept(Kind::Symbol("-"));
        let span = self.span();
        let element = match self.kind() {
            Kind::Int(n) => {
                let signed = if negative { 0i64.checked_sub_unsigned(n) } else { i64::try_from(n).ok() };
                let Some(n) = signed else { return Err(self.report(SyntaxError::NumberTooLarge { span })) };
                Elements::Int(vec![n])
            }
            Kind::Real(x) => Elements::Real(vec![if negative { -x } else { x }]),
            Kind::Keyword(word @ ("true" | "false")) if !negative => Elements::Bool(vec![word == "true"]),
            Kind::Ident | Kind::Keyword(_) | Kind::Symbol(_) | Kind::End => {
                return Err(self.expected("a number, `true` or `false`"));
            }
        };
        self.at += 1;
        Ok(element)
    }
}

fn append(all: Elements, more: Elements) -> Option<Elements> {
    match (all, more) {
        (Elements::Bool(mut a), Elements::Bool(b)) => {
            a.extend(b);
            Some(Elements::Bool(a))
        }
        (Elements::Int(mut a), Elements::Int(b)) => {
            a.extend(b);
            Some(Elements::Int(a))
        }
        (Elements::Real(mut a), Elements::Real(b)) => {
            a.extend(b);
            Some(Elements::Real(a))
        }
        (Elements::Bool(_) | Elements::Int(_) | Elements::Real(_), _) => None,
    }
}
