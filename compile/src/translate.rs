//! Compilation, clause by clause: the right-hand sides are those of the denotation (spec page 1, "Denotation"), with
//! wires for elements. Nothing is rewritten here.
//!
//! A definition is translated once, however often it is used: it is a closed network, and its wire is shared.

use crate::network::{Builder, Network, Port, ScopeId, Wire};
use cajal_semantics::cajal::typing::{Bound, Checked, Global, Typed, TypedKind};
use cajal_semantics::deep::{Deep, grow};
use cajal_semantics::mutant;
use dashu_int::UBig;
use std::collections::HashMap;

/// The network of main; none if the program has no main term.
pub fn compile(program: &Checked) -> Option<Network> {
    program.main.as_ref().map(|main| compile_term(main, &program.inputs))
}

/// The network of a term whose free variables are `inputs`, the last one having index 0.
pub fn compile_term(e: &Typed, inputs: &[Bound]) -> Network {
    let ports = inputs.iter().map(|x| Port { name: x.name.clone(), ty: x.ty.clone() }).collect();
    let mut translator = Translator { builder: Builder::new(ports, false), globals: HashMap::new(), context: vec![] };
    for position in 0..inputs.len() {
        let wire = translator.builder.input(position);
        translator.context.push(wire);
    }
    let output = translator.term(e, ScopeId::MAIN);
    translator.builder.finish(output)
}

/// The state of a translation.
struct Translator {
    builder: Builder,
    /// The wires of the definitions so far.
    globals: HashMap<usize, Wire>,
    /// The wires of the variables in scope, innermost last.
    context: Vec<Wire>,
}

impl Translator {
    /// The wire that carries ⟦e⟧(s), s being the wires of the context; one arm per clause of ⟦·⟧. `scope`: where e stands.
    fn term(&mut self, e: &Typed, scope: ScopeId) -> Wire {
        // What has no free variable stands outside of all sub-networks.
        let scope = if e.open() == 0 { ScopeId::CLOSED } else { scope };
        grow(|| match e.kind() {
            // ⟦x⟧(v) = v
            TypedKind::Var(i) => {
                let outermost = mutant::on("translate/outermost-variable");
                self.context[if outermost { 0 } else { self.context.len() - 1 - i.0 as usize }]
            }
            // ⟦g⟧ is one fixed linear map
            TypedKind::Glob(g) => self.global(g),
            // ⟦tt⟧ = (1,0)   ⟦ff⟧ = (0,1)
            TypedKind::True => self.builder.boolean(true),
            TypedKind::False => self.builder.boolean(mutant::on("translate/ff-is-tt")),
            // ⟦n⟧ = δₙ
            TypedKind::Num(n) if mutant::on("translate/numeral-doubled") => self.builder.numeral(n + n),
            TypedKind::Num(n) => self.builder.numeral(n.clone()),
            // ⟦succ e⟧(s)(n+1) = ⟦e⟧(s)(n), and 0 at 0
            TypedKind::Succ(e) => {
                let sequence = self.term(e, scope);
                if mutant::on("translate/succ-forgotten") {
                    return sequence;
                }
                self.builder.shift(UBig::ONE, sequence)
            }
            // ⟦λx:τ.e⟧(s)(v) = ⟦e⟧(s, x↦v)
            TypedKind::Lam(x, body) => {
                let body = self.sub_network(x, body, scope);
                self.builder.abs(body)
            }
            // ⟦e1 e2⟧(s1,s2) = ⟦e1⟧(s1)(⟦e2⟧(s2))
            TypedKind::App(e1, e2) => {
                let function = self.term(e1, scope);
                let argument = self.term(e2, scope);
                self.builder.apply(function, argument)
            }
            // ⟦if e1 then e2 else e3⟧(s1,s2) = α·⟦e2⟧(s2) + β·⟦e3⟧(s2)   where (α,β) = ⟦e1⟧(s1)
            TypedKind::If(e1, e2, e3) => {
                let condition = self.term(e1, scope);
                let then = self.term(e2, scope);
                let otherwise = self.term(e3, scope);
                if mutant::on("translate/gate-swaps") {
                    return self.builder.gate(condition, otherwise, then);
                }
                self.builder.gate(condition, then, otherwise)
            }
            // ⟦iter{e1 | y ↪ e2}(e3)⟧(s1,s2) = Σₙ w(n) · ⟦e2⟧ⁿ(⟦e1⟧(s1))   where w = ⟦e3⟧(s2)
            TypedKind::Iter { base, var, step, count } => {
                let init = self.term(base, scope);
                // The step is closed except for y: a sub-network of its own.
                let cell = self.sub_network(var, step, ScopeId::CLOSED);
                let count = self.term(count, scope);
                self.builder.recur(init, cell, count)
            }
        })
    }

    /// The sub-network v ↦ ⟦e⟧(s, x↦v), inside of `parent`.
    fn sub_network(&mut self, x: &Bound, e: &Typed, parent: ScopeId) -> ScopeId {
        let (scope, param) = self.builder.open(parent, x.ty.clone());
        self.context.push(param);
        let output = self.term(e, scope);
        self.context.pop();
        self.builder.close(scope, output);
        scope
    }

    fn global(&mut self, g: &Deep<Global>) -> Wire {
        let Some(body) = &g.body else { return self.builder.external(&g.name, &g.ty) };
        if let Some(wire) = self.globals.get(&g.address()) {
            return *wire;
        }
        let wire = self.term(body, ScopeId::CLOSED);
        self.globals.insert(g.address(), wire);
        wire
    }
}
