//! Types:  τ ::= β | β ⊸ τ        β ::= 2 | N | R\[k\] | ( τ )

use super::lexer::Token;
use super::{Parsed, Parser};
use crate::cajal::syntax::Binder;
use crate::cajal::types::Ty;
use crate::deep::MAX_DEPTH;

impl Parser<'_> {
    /// x : τ
    pub(super) fn binder(&mut self, what: &str) -> Parsed<Binder> {
        let ident = self.ident(what)?;
        self.expect(Token::Colon, &format!("`:` and the type of `{}`", ident.name))?;
        let start = self.next.span;
        // The type is nested in itself, not in the term around it.
        let outside = std::mem::take(&mut self.nesting);
        let ty = self.ty();
        self.nesting = outside;
        let ty = ty?;
        let ty_span = self.since(start);
        Ok(ty.map(|ty| Binder { ident, ty, ty_span }))
    }

    /// τ ::= β | β ⊸ τ
    pub(super) fn ty(&mut self) -> Parsed<Ty> {
        let mut sides = Vec::new();
        loop {
            sides.push(self.side()?);
            if self.next.token != Token::Lolly {
                break;
            }
            self.advance();
        }
        let mut sides = sides.into_iter().rev();
        let mut ty = sides.next().expect("BUG: a type has at least one side");
        for side in sides {
            ty = side.zip(ty).map(|(dom, cod)| self.shared(Ty::fun(dom, cod)));
            if ty.as_ref().is_some_and(|ty| ty.depth() > MAX_DEPTH) {
                return Err(self.too_deep());
            }
        }
        Ok(ty)
    }

    /// The same type, in one place: types of one text that are equal are one node, and compared in no time.
    fn shared(&mut self, ty: Ty) -> Ty {
        self.types.entry(ty).or_insert_with_key(Ty::clone).clone()
    }

    /// β ::= 2 | N | R\[k\] | ( τ )
    fn side(&mut self) -> Parsed<Ty> {
        let text = &self.text[self.next.span.range()];
        let ty = match (self.next.token, text) {
            (Token::Two, _) | (Token::Numeral, "2") | (Token::Name, "Bool") => Ty::Bool,
            (Token::Naturals, _) | (Token::Name, "N" | "Nat") => Ty::Nat,
            (Token::Name, "R") => return self.real(),
            (Token::Open, _) => return self.nested(|p| p.bracketed(Token::Close, Self::ty)),
            _ => return Err(self.unexpected("a type (2, N, R[k], or a function type τ -o σ)")),
        };
        self.advance();
        Ok(Some(ty))
    }

    /// R\[k\]
    fn real(&mut self) -> Parsed<Ty> {
        self.advance();
        if self.next.token != Token::OpenBracket {
            return Err(self.unexpected("`[` and a dimension"));
        }
        self.bracketed(Token::CloseBracket, Self::dimension)
    }

    /// k, from 1
    fn dimension(&mut self) -> Parsed<Ty> {
        let span = self.expect(Token::Numeral, "a dimension (a numeral, at least 1)")?.span;
        match self.text[span.range()].parse() {
            Ok(0) => {
                self.report(span, "a dimension is at least 1");
                Ok(None)
            }
            Ok(k) => Ok(Some(Ty::Real(k))),
            Err(_) => {
                self.limit(span, "a dimension is below 2^64");
                Ok(None)
            }
        }
    }
}
