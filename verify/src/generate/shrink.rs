//! Smaller programs, well-typed and linear like the one they come from. Every type is inhabited and every variable can be
//! erased, so any subterm can go: to the canonical term of its type, or to one of its own subterms of the same type, with
//! erasers for the variables that are left over. Redexes are contracted, numerals and literals lowered, unused items
//! dropped.

use super::inhabit::{Literals, closed, consuming, counting, iter, node, var};
use super::names::variable;
use super::sites::{Bound, Site, replace, sites, size};
use super::substitute::{occurs, substitute};
use super::term::Variable;
use cajal_semantics::cajal::syntax::{Item, ItemKind, Main, Program, Term, TermKind, children};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::deep::grow;
use dashu_int::UBig;
use std::collections::VecDeque;

/// What shrinking lowers, in this order: constructors and items; then numerals, and ff to tt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measure {
    nodes: usize,
    literals: u64,
}

/// The measure of a program.
pub fn measure(program: &Program) -> Measure {
    let bodies = terms(program);
    Measure {
        nodes: program.items.len() + bodies.iter().map(size).sum::<usize>(),
        literals: bodies.iter().map(literals).sum(),
    }
}

/// The bodies of the definitions, and main.
fn terms(program: &Program) -> Vec<Term> {
    let bodies = program.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Def(body) => body.clone(),
        ItemKind::Extern | ItemKind::Input => None,
    });
    bodies.chain(program.main.iter().filter_map(|main| main.term.clone())).collect()
}

fn literals(e: &Term) -> u64 {
    grow(|| match e.kind() {
        TermKind::False => 1,
        TermKind::Num(n) => u64::try_from(n).unwrap_or(u64::MAX >> 16),
        TermKind::Var(_)
        | TermKind::True
        | TermKind::Succ(_)
        | TermKind::Lam(..)
        | TermKind::App(..)
        | TermKind::Let(..)
        | TermKind::If(..)
        | TermKind::Iter { .. } => children(e.kind()).map(literals).sum(),
    })
}

/// The smaller programs, boldest first, each made when it is asked for.
pub struct Candidates {
    program: Program,
    measure: Measure,
    /// Main, then the bodies of the definitions from the last.
    bodies: Vec<Body>,
    body: usize,
    position: usize,
    ready: VecDeque<Program>,
}

/// One term of a program with its subterms.
struct Body {
    /// The definition; none is main.
    item: Option<usize>,
    term: Term,
    sites: Vec<Site>,
}

impl Candidates {
    /// The candidates for a well-typed program.
    pub fn new(program: &Program) -> Candidates {
        let mut globals: Vec<Variable> = Vec::new();
        let mut inputs = Vec::new();
        let mut bodies = Vec::new();
        for (i, item) in program.items.iter().enumerate() {
            let variable = Variable { name: item.binder.ident.name.clone(), ty: item.binder.ty.clone() };
            match &item.kind {
                ItemKind::Input => inputs.push(variable),
                ItemKind::Extern | ItemKind::Def(None) => globals.push(variable),
                ItemKind::Def(Some(e)) => {
                    bodies.push(Body { item: Some(i), term: e.clone(), sites: sites(&globals, &[], e) });
                    globals.push(variable);
                }
            }
        }
        if let Some(term) = program.main.as_ref().and_then(|main| main.term.clone()) {
            let sites = sites(&globals, &inputs, &term);
            bodies.push(Body { item: None, term, sites });
        }
        bodies.reverse();
        let mut candidates = Candidates {
            program: program.clone(),
            measure: measure(program),
            bodies,
            body: 0,
            position: 0,
            ready: VecDeque::new(),
        };
        candidates.drop_items();
        candidates.drop_inputs();
        candidates.subterms_as_main();
        candidates.main_at_simpler_type();
        candidates
    }

    fn offer(&mut self, program: Program) {
        if measure(&program) < self.measure {
            self.ready.push_back(program);
        }
    }

    /// Drops a definition or an extern that nothing mentions; replaces a definition by its body where it is mentioned.
    fn drop_items(&mut self) {
        for i in (0..self.program.items.len()).rev() {
            let item = self.program.items[i].clone();
            let name = &item.binder.ident.name;
            let body = match &item.kind {
                ItemKind::Input => continue,
                ItemKind::Extern => None,
                ItemKind::Def(body) => body.clone(),
            };
            let mut rest = self.program.clone();
            rest.items.remove(i);
            let mentioned = terms(&rest).iter().any(|e| occurs(name, e));
            match body {
                _ if !mentioned => self.offer(rest),
                Some(body) => self.offer(map_terms(&rest, |e| substitute(e, name, &body))),
                None => {}
            }
        }
    }

    /// Puts the canonical term for an input.
    fn drop_inputs(&mut self) {
        for i in 0..self.program.items.len() {
            let binder = self.program.items[i].binder.clone();
            if let (ItemKind::Input, Some(main)) = (&self.program.items[i].kind, main_term(&self.program)) {
                let mut rest = self.program.clone();
                rest.items.remove(i);
                let canonical = closed(&binder.ty, Literals::CANONICAL);
                self.offer(with_main(&rest, substitute(main, &binder.ident.name, &canonical)));
            }
        }
    }

    /// Makes a subterm the whole program, whatever its type: with canonical terms for what is bound outside of it, and
    /// erasers for the inputs that it does not use.
    fn subterms_as_main(&mut self) {
        let Some(main) = self.bodies.first().filter(|body| body.item.is_none()) else { return };
        let inputs = main.sites[0].free.clone();
        let mut programs = Vec::new();
        for position in 1..main.sites.len() {
            let site = &main.sites[position];
            let outside = |x: &Bound| !inputs.iter().any(|input| input.id == x.id);
            let unused = || inputs.iter().filter(|x| !site.uses(x.id)).map(|x| &x.variable);
            for e in without(&main.sites, position, &outside) {
                programs.push(with_main(&self.program, erasing(e, unused())));
            }
        }
        programs.sort_by_key(measure);
        programs.into_iter().for_each(|program| self.offer(program));
    }

    /// An iteration that is the whole program may be at a simpler type.
    fn main_at_simpler_type(&mut self) {
        let Some(Body { item: None, term, sites }) = self.bodies.first() else { return };
        let TermKind::Iter { count, .. } = term.kind() else { return };
        let y = variable(0);
        let simpler = [Ty::Bool, Ty::Nat, Ty::fun(Ty::Bool, Ty::Bool)].map(|ty| {
            let base = consuming(&ty, &sites[1].delta(), Literals::CANONICAL);
            with_main(&self.program, iter(base, y.clone(), var(&y), count.clone()))
        });
        simpler.into_iter().for_each(|program| self.offer(program));
    }

    /// The candidates that change the subterm at one position.
    fn at(&mut self, body: usize, position: usize) {
        let Body { item, term, sites } = &self.bodies[body];
        let site = &sites[position];
        let mut smaller = vec![consuming(&site.ty, &site.delta(), Literals::CANONICAL)];
        for inner in position + 1..site.end {
            if sites[inner].ty == site.ty {
                smaller.extend(hoisted(sites, position, inner));
            }
        }
        smaller.extend(contracted(&site.term));
        let changed = smaller.iter().map(|new| {
            let term = replace(term, position, new);
            match item {
                None => with_main(&self.program, term),
                Some(i) => {
                    let mut program = self.program.clone();
                    program.items[*i].kind = ItemKind::Def(Some(term));
                    program
                }
            }
        });
        let mut changed: Vec<Program> = changed.collect();
        changed.sort_by_key(measure);
        changed.into_iter().for_each(|program| self.offer(program));
    }
}

impl Iterator for Candidates {
    type Item = Program;

    fn next(&mut self) -> Option<Program> {
        loop {
            if let Some(program) = self.ready.pop_front() {
                return Some(program);
            }
            let body = self.bodies.get(self.body)?;
            if self.position < body.sites.len() {
                self.at(self.body, self.position);
                self.position += 1;
            } else {
                (self.body, self.position) = (self.body + 1, 0);
            }
        }
    }
}

/// The subterm `inner` of `outer` in its place: what is bound between the two becomes canonical, what is left over is
/// erased.
fn hoisted(sites: &[Site], outer: usize, inner: usize) -> Vec<Term> {
    let (outer, hoisted) = (&sites[outer], &sites[inner]);
    let unused = || outer.free.iter().filter(|x| !hoisted.uses(x.id)).map(|x| &x.variable);
    let without = without(sites, inner, &|x| !outer.uses(x.id));
    without.into_iter().map(|e| erasing(e, unused())).collect()
}

/// The subterm at a position without some of its free variables: with the canonical terms for them; and with a canonical
/// term for each of its largest subterms that use nothing else.
fn without(sites: &[Site], position: usize, gone: &dyn Fn(&Bound) -> bool) -> Vec<Term> {
    let site = &sites[position];
    if !site.free.iter().any(gone) {
        return vec![site.term.clone()];
    }
    let mut substituted = site.term.clone();
    for x in site.free.iter().filter(|x| gone(x)) {
        substituted = substitute(&substituted, &x.variable.name, &closed(&x.variable.ty, Literals::CANONICAL));
    }
    // Positions are those of the subterm; the last are replaced first, so that those before keep theirs.
    let gone = |x: &Bound| site.uses(x.id) && gone(x);
    let mut cut = site.term.clone();
    let mut largest = Vec::new();
    let mut i = position + 1;
    while i < site.end {
        let whole = !sites[i].free.is_empty() && sites[i].free.iter().all(gone);
        if whole {
            largest.push(i);
        }
        i = if whole { sites[i].end } else { i + 1 };
    }
    for i in largest.into_iter().rev() {
        cut = replace(&cut, i - position, &closed(&sites[i].ty, Literals::CANONICAL));
    }
    let complete = site.end > position + 1;
    std::iter::once(substituted).chain(complete.then_some(cut)).collect()
}

/// e, with each of these variables erased beside it.
fn erasing<'a>(e: Term, variables: impl Iterator<Item = &'a Variable>) -> Term {
    let y = variable(0);
    variables.fold(e, |e, x| iter(e, y.clone(), var(&y), counting(var(&x.name), &x.ty)))
}

/// What one step of reduction, or a smaller literal, makes of the root.
fn contracted(e: &Term) -> Vec<Term> {
    let num = |n: UBig| node(TermKind::Num(n));
    match e.kind() {
        TermKind::App(e1, e2) => match e1.kind() {
            TermKind::Lam(x, body) => vec![substitute(body, &x.ident.name, e2)],
            _ => vec![],
        },
        TermKind::Let(x, e1, e2) => vec![substitute(e2, &x.ident.name, e1)],
        TermKind::Iter { base, var, step, count } => match count.kind() {
            TermKind::Num(n) if n.is_one() => vec![substitute(step, &var.name, base)],
            _ => vec![],
        },
        TermKind::Succ(e) => match e.kind() {
            TermKind::Num(n) => vec![num(n + UBig::ONE)],
            _ => vec![],
        },
        TermKind::Num(n) if !n.is_zero() => {
            vec![num(UBig::ZERO), num(UBig::ONE), num(n / UBig::from(2u8)), num(n - UBig::ONE)]
        }
        TermKind::Num(_)
        | TermKind::Var(_)
        | TermKind::True
        | TermKind::False
        | TermKind::Lam(..)
        | TermKind::If(..) => {
            vec![]
        }
    }
}

fn main_term(program: &Program) -> Option<&Term> {
    program.main.as_ref().and_then(|main| main.term.as_ref())
}

fn with_main(program: &Program, e: Term) -> Program {
    Program { main: Some(Main { keyword: None, term: Some(e) }), ..program.clone() }
}

fn map_terms(program: &Program, f: impl Fn(&Term) -> Term) -> Program {
    let items = program.items.iter().map(|item| match &item.kind {
        ItemKind::Def(Some(e)) => Item { kind: ItemKind::Def(Some(f(e))), ..item.clone() },
        ItemKind::Def(None) | ItemKind::Extern | ItemKind::Input => item.clone(),
    });
    let main = program.main.as_ref().map(|main| Main { term: main.term.as_ref().map(&f), ..main.clone() });
    Program { items: items.collect(), main, ..program.clone() }
}
