//! Well-typed programs, by construction, from a list of choices: what proptest shrinks is the list.
//!
//! Every variable of Δ is used exactly once because each rule splits Δ among its premises, and what is left over at the
//! end is consumed by the elimination of its type.

use cajal_semantics::cajal::types::Ty;

/// Numbers that say which rule comes next; past the end, the first.
pub(super) struct Choices<'a> {
    list: &'a [u8],
    fresh: usize,
}

type Delta = Vec<(String, Ty)>;

impl<'a> Choices<'a> {
    pub(super) fn new(list: &'a [u8]) -> Self {
        Choices { list, fresh: 0 }
    }

    fn below(&mut self, n: usize) -> usize {
        match self.list.split_first() {
            Some((first, rest)) => {
                self.list = rest;
                *first as usize % n
            }
            None => 0,
        }
    }

    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("x{}", self.fresh)
    }

    /// A type of the language without R[k].
    pub(super) fn ty(&mut self, depth: usize) -> Ty {
        match self.below(if depth == 0 { 3 } else { 5 }) {
            0 | 1 => Ty::Bool,
            2 => Ty::Nat,
            _ => Ty::fun(self.ty(depth - 1), self.ty(depth - 1)),
        }
    }

    fn split(&mut self, delta: Delta) -> (Delta, Delta) {
        delta.into_iter().partition(|_| self.below(2) == 0)
    }

    /// A term of type `ty` that uses each variable of Δ once.
    pub(super) fn term(&mut self, ty: &Ty, delta: Delta, size: usize) -> String {
        if let [(x, found)] = &delta[..]
            && found == ty
            && (size == 0 || self.below(3) == 0)
        {
            return x.clone();
        }
        if size == 0 {
            return self.finish(ty, delta);
        }
        let size = size - 1;
        match self.below(6) {
            0 | 1 => self.introduction(ty, delta, size),
            2 => {
                let (first, second) = self.split(delta);
                let condition = self.term(&Ty::Bool, first, size / 2);
                let then = self.term(ty, second.clone(), size / 2);
                let otherwise = self.term(ty, second, size / 2);
                format!("(if {condition} then {then} else {otherwise})")
            }
            3 => {
                let (first, second) = self.split(delta);
                let argument = self.ty(1);
                let function = self.term(&Ty::fun(argument.clone(), ty.clone()), first, size / 2);
                let argument = self.term(&argument, second, size / 2);
                format!("({function}) ({argument})")
            }
            4 => {
                let (first, second) = self.split(delta);
                let (base, y) = (self.term(ty, first, size / 2), self.name());
                let step = self.term(ty, vec![(y.clone(), ty.clone())], size / 2);
                let count = self.term(&Ty::Nat, second, size / 3);
                format!("iter{{ {base} | {y} -> {step} }}({count})")
            }
            _ if *ty == Ty::Nat => format!("succ ({})", self.term(ty, delta, size)),
            _ => self.finish(ty, delta),
        }
    }

    fn introduction(&mut self, ty: &Ty, mut delta: Delta, size: usize) -> String {
        match ty {
            Ty::Fun(arrow) => {
                let x = self.name();
                delta.push((x.clone(), arrow.dom.clone()));
                format!("(\\{x}:{}. {})", arrow.dom, self.term(&arrow.cod, delta, size))
            }
            Ty::Bool | Ty::Nat | Ty::Real(_) => self.finish(ty, delta),
        }
    }

    /// Uses up Δ, and ends in a constant.
    fn finish(&mut self, ty: &Ty, mut delta: Delta) -> String {
        if let Ty::Fun(_) = ty {
            return self.introduction(ty, delta, 0);
        }
        let Some((x, found)) = delta.pop() else {
            return match ty {
                Ty::Bool => ["tt", "ff"][self.below(2)].into(),
                _ => self.below(4).to_string(),
            };
        };
        match found {
            Ty::Bool => {
                let (then, otherwise) = (self.term(ty, delta.clone(), 0), self.term(ty, delta, 0));
                format!("(if {x} then {then} else {otherwise})")
            }
            Ty::Nat => {
                let (rest, y) = (self.term(ty, delta, 0), self.name());
                format!("iter{{ {rest} | {y} -> {} }}({x})", self.term(ty, vec![(y.clone(), ty.clone())], 1))
            }
            Ty::Fun(arrow) => {
                let (argument, z) = (self.term(&arrow.dom, vec![], 1), self.name());
                delta.push((z.clone(), arrow.cod.clone()));
                format!("(let {z} : {} = {x} ({argument}) in {})", arrow.cod, self.term(ty, delta, 0))
            }
            Ty::Real(_) => unreachable!("R[k] is not generated"),
        }
    }
}
