//! Terms and types as documents.

use super::{Doc, Gap, Printer};
use crate::cajal::syntax::{Binder, Ident, Term, TermKind};
use crate::cajal::types::Ty;
use crate::deep::grow;
use pretty::DocAllocator as _;

impl<'a> Printer<'a> {
    /// A term where every term may stand.
    pub(super) fn term(&mut self, e: &Term) -> Doc<'a> {
        grow(|| match e.kind() {
            TermKind::Var(x) => self.lexeme(x.to_string()),
            TermKind::True => self.lexeme("tt"),
            TermKind::False => self.lexeme("ff"),
            TermKind::Num(n) => self.lexeme(n.to_string()),
            TermKind::Succ(_) => self.succs(e),
            TermKind::Lam(..) => self.lambdas(e),
            TermKind::App(..) => self.application(e),
            TermKind::If(..) => self.conditional(e),
            TermKind::Iter { base, var, step, count } => self.iter(base, var, step, count),
            TermKind::Let(..) => self.lets(e),
        })
    }

    /// A term where only an operand may stand.
    fn operand(&mut self, e: &Term) -> Doc<'a> {
        match e.kind() {
            TermKind::Var(_) | TermKind::True | TermKind::False | TermKind::Num(_) | TermKind::Iter { .. } => {
                self.term(e)
            }
            // `f succ x` is `f (succ x)`, but nobody reads it so.
            TermKind::Succ(_) => self.parenthesised(e),
            TermKind::Lam(..) | TermKind::App(..) | TermKind::If(..) | TermKind::Let(..) => self.parenthesised(e),
        }
    }

    fn parenthesised(&mut self, e: &Term) -> Doc<'a> {
        self.indented(1, |p| p.arena.text("(").append(p.gap(Gap::Nothing)).append(p.term(e))).append(")")
    }

    /// succ … succ e
    fn succs(&mut self, mut e: &Term) -> Doc<'a> {
        self.indented(2, |p| {
            let mut doc = p.arena.nil();
            while let TermKind::Succ(inner) = e.kind() {
                doc = doc.append(p.lexeme("succ")).append(p.gap(Gap::Fill));
                e = inner;
            }
            doc.append(p.operand(e))
        })
    }

    /// λx:τ. … λy:σ. e: the binders fill lines, and the body follows.
    fn lambdas(&mut self, mut e: &Term) -> Doc<'a> {
        let doc = self.indented(2, |p| {
            let mut doc = p.arena.nil();
            let mut gap = None;
            while let TermKind::Lam(x, body) = e.kind() {
                doc = match gap {
                    None => doc,
                    Some(gap) => doc.append(p.gap(gap)),
                };
                gap = Some(Gap::Fill);
                let lambda = p.symbol("\\", "λ").append(p.gap(Gap::Nothing));
                doc = doc.append(lambda.append(p.binder(x, Gap::Nothing)).append(p.gap(Gap::Nothing)));
                doc = doc.append(p.lexeme("."));
                e = body;
            }
            let body = p.gap(Gap::Line);
            doc.append(body.append(p.term(e)))
        });
        doc.group()
    }

    /// e e1 … en
    fn application(&mut self, e: &Term) -> Doc<'a> {
        let (mut head, mut arguments) = (e, Vec::new());
        while let TermKind::App(function, argument) = head.kind() {
            arguments.push(argument);
            head = function;
        }
        let doc = self.indented(2, |p| {
            let mut doc = p.operand(head);
            for argument in arguments.into_iter().rev() {
                doc = doc.append(p.gap(Gap::Line));
                doc = doc.append(p.operand(argument));
            }
            doc
        });
        doc.group()
    }

    /// if e then e else if e then e else …
    fn conditional(&mut self, mut e: &Term) -> Doc<'a> {
        let mut doc = self.arena.nil();
        while let TermKind::If(condition, first, second) = e.kind() {
            doc = doc.append(self.lexeme("if")).append(self.gap(Gap::Space));
            doc = doc.append(self.indented(2, |p| p.term(condition)));
            doc = doc.append(self.gap(Gap::Space)).append(self.lexeme("then"));
            doc = doc.append(self.indented(2, |p| p.gap(Gap::Line).append(p.term(first))));
            doc = doc.append(self.gap(Gap::Line)).append(self.lexeme("else"));
            e = second;
            if let TermKind::If(..) = e.kind() {
                doc = doc.append(self.gap(Gap::Space));
            }
        }
        doc.append(self.indented(2, |p| p.gap(Gap::Line).append(p.term(e)))).group()
    }

    /// let x : τ = e in … in e: every `let` begins a line.
    fn lets(&mut self, mut e: &Term) -> Doc<'a> {
        let mut doc = self.arena.nil();
        while let TermKind::Let(x, bound, body) = e.kind() {
            doc = doc.append(self.lexeme("let")).append(self.gap(Gap::Space));
            doc = doc.append(self.binder(x, Gap::Space)).append(self.gap(Gap::Space));
            doc = doc.append(self.lexeme("="));
            doc = doc.append(self.indented(2, |p| p.gap(Gap::Line).append(p.term(bound))).group());
            doc = doc.append(self.gap(Gap::Space)).append(self.lexeme("in")).append(self.gap(Gap::Line));
            e = body;
        }
        doc.append(self.term(e)).group()
    }

    /// iter { e | y ↪ e } (e)
    fn iter(&mut self, base: &Term, y: &Ident, step: &Term, count: &Term) -> Doc<'a> {
        let open = self.lexeme("iter").append(self.gap(Gap::Space)).append(self.lexeme("{"));
        let rounds = self.indented(2, |p| {
            let base = p.gap(Gap::Line).append(p.term(base)).append(p.gap(Gap::Line));
            let variable = p.lexeme("|").append(p.gap(Gap::Space)).append(p.lexeme(y.name.to_string()));
            let variable = variable.append(p.gap(Gap::Space)).append(p.symbol("->", "↪"));
            let step = p.indented(2, |p| p.gap(Gap::Line).append(p.term(step)));
            base.append(variable).append(step.group())
        });
        let close = self.gap(Gap::Line).append(self.lexeme("}")).append(self.gap(Gap::Space));
        open.append(rounds).append(close).group().append(self.parenthesised(count))
    }

    /// x:τ
    pub(super) fn binder(&mut self, x: &Binder, gap: Gap) -> Doc<'a> {
        let name = self.lexeme(x.ident.name.to_string()).append(self.gap(gap));
        let colon = self.lexeme(":").append(self.gap(gap));
        name.append(colon).append(self.indented(2, |p| p.ty(&x.ty)))
    }

    /// τ -o … -o σ
    fn ty(&mut self, ty: &Ty) -> Doc<'a> {
        let (arguments, result) = ty.uncurry();
        let mut doc = self.arena.nil();
        for argument in arguments {
            doc = doc.append(grow(|| self.side(argument))).append(self.gap(Gap::Space));
            doc = doc.append(self.symbol("-o", "⊸")).append(self.gap(Gap::Fill));
        }
        doc.append(self.side(result))
    }

    /// One side of an arrow.
    fn side(&mut self, ty: &Ty) -> Doc<'a> {
        match ty {
            Ty::Bool => self.symbol("2", "𝟚"),
            Ty::Nat => self.symbol("N", "ℕ"),
            Ty::Real(k) => {
                let open = self.lexeme("R").append(self.gap(Gap::Nothing)).append(self.lexeme("["));
                let k = self.gap(Gap::Nothing).append(self.lexeme(k.to_string()));
                let close = self.gap(Gap::Nothing).append(self.lexeme("]"));
                open.append(k).append(close)
            }
            Ty::Fun(_) => {
                self.indented(1, |p| p.arena.text("(").append(p.gap(Gap::Nothing)).append(p.ty(ty))).append(")")
            }
        }
    }
}
