//! Programs as data, for an implementation without a parser: terms with de Bruijn indices, in postfix order.
//!
//! A term is the list of instructions of a stack machine that builds it. So a term that is 100,000 deep is a long list
//! and not a deep one, which no JSON reader would survive. `λx:2. if x then ff else tt` is
//!
//! ```json
//! [["var", "0"], ["ff"], ["tt"], ["if"], ["lam", "x", "2"]]
//! ```
//!
//! | instruction | pops | pushes |
//! | --- | --- | --- |
//! | `["var", i]` | | the variable with index i: 0 is the innermost binder, the inputs of main are the outermost ones |
//! | `["glob", g]` | | a definition, an extern, or a name that is not in scope |
//! | `["tt"]`, `["ff"]`, `["num", n]` | | a value |
//! | `["succ"]` | e | succ e |
//! | `["app"]` | e1 e2 | e1 e2 |
//! | `["if"]` | e1 e2 e3 | if e1 then e2 else e3 |
//! | `["lam", x, τ…]` | e | λx:τ. e, which binds index 0 in e |
//! | `["iter", y]` | e1 e2 e3 | iter{e1 \| y ↪ e2}(e3), which binds index 0 in e2 |
//!
//! `let` is gone: it is sugar. Names of variables are only hints, for implementations whose variables have names. A type
//! is a postfix list, too: `2 ⊸ N ⊸ 2` is `["2", "N", "2", "-o", "-o"]`.

use cajal_semantics::cajal::syntax::{Binder, Ident, Item, ItemKind, Main, Name, Program, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::deep::grow;
use cajal_semantics::source::Span;
use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::str::FromStr;

/// A program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ast {
    /// Definitions, externs and inputs, in the order of the file.
    pub items: Vec<AstItem>,
    /// The main term.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main: Option<Code>,
}

/// An item of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum AstItem {
    /// `def x : τ = e`
    Def {
        /// x
        def: String,
        /// τ
        #[serde(rename = "type")]
        ty: Vec<String>,
        /// e
        term: Code,
    },
    /// `extern x : τ`
    Extern {
        /// x
        r#extern: String,
        /// τ
        #[serde(rename = "type")]
        ty: Vec<String>,
    },
    /// `input x : τ`
    Input {
        /// x
        input: String,
        /// τ
        #[serde(rename = "type")]
        ty: Vec<String>,
    },
}

/// A term.
pub type Code = Vec<Vec<String>>;

/// The data of a parsed program.
pub fn of_program(program: &Program) -> Ast {
    let mut items = Vec::new();
    let mut inputs = Vec::new();
    for Item { binder, kind, span: _ } in &program.items {
        let (name, ty) = (binder.ident.name.to_string(), of_type(&binder.ty));
        items.push(match kind {
            ItemKind::Extern => AstItem::Extern { r#extern: name, ty },
            ItemKind::Input => {
                inputs.push(binder.ident.name.clone());
                AstItem::Input { input: name, ty }
            }
            ItemKind::Def(term) => {
                AstItem::Def { def: name, ty, term: term.as_ref().map(|e| of_term(e, &[])).unwrap_or_default() }
            }
        });
    }
    let main = program.main.as_ref().and_then(|main| main.term.as_ref());
    Ast { items, main: main.map(|e| of_term(e, &inputs)) }
}

/// The data of a term; `context` names the free variables, outermost first.
pub fn of_term(e: &Term, context: &[Name]) -> Code {
    let mut writer = Writer { code: Vec::new(), depth: 0, scope: HashMap::new() };
    for name in context {
        writer.enter(name);
    }
    writer.term(e);
    writer.code
}

/// The data of a type.
pub fn of_type(ty: &Ty) -> Vec<String> {
    let (mut tokens, mut open) = (Vec::new(), vec![(ty, false)]);
    while let Some((ty, seen)) = open.pop() {
        match ty {
            Ty::Fun(_) if seen => tokens.push("-o".into()),
            Ty::Fun(f) => open.extend([(ty, true), (&f.cod, false), (&f.dom, false)]),
            Ty::Bool | Ty::Nat | Ty::Real(_) => tokens.push(ty.to_string()),
        }
    }
    tokens
}

struct Writer {
    code: Code,
    depth: usize,
    /// The levels of the binders of each name, innermost last.
    scope: HashMap<Name, Vec<usize>>,
}

impl Writer {
    fn enter(&mut self, name: &Name) {
        self.scope.entry(name.clone()).or_default().push(self.depth);
        self.depth += 1;
    }

    fn under(&mut self, binder: &Ident, body: &Term) {
        self.enter(&binder.name);
        self.term(body);
        self.depth -= 1;
        self.scope.get_mut(&binder.name).map(Vec::pop);
    }

    fn emit<const N: usize>(&mut self, instruction: [&str; N]) {
        self.code.push(instruction.map(str::to_owned).to_vec());
    }

    fn lam(&mut self, x: &Binder, body: &Term) {
        self.under(&x.ident, body);
        self.code.push([vec!["lam".into(), x.ident.name.to_string()], of_type(&x.ty)].concat());
    }

    fn term(&mut self, e: &Term) {
        grow(|| match e.kind() {
            TermKind::Var(x) => match self.scope.get(x).and_then(|levels| levels.last()) {
                Some(level) => self.emit(["var", &(self.depth - 1 - level).to_string()]),
                None => self.emit(["glob", x]),
            },
            TermKind::True => self.emit(["tt"]),
            TermKind::False => self.emit(["ff"]),
            TermKind::Num(n) => self.emit(["num", &n.to_string()]),
            TermKind::Succ(e) => {
                self.term(e);
                self.emit(["succ"]);
            }
            TermKind::Lam(x, body) => self.lam(x, body),
            TermKind::App(e1, e2) => {
                self.term(e1);
                self.term(e2);
                self.emit(["app"]);
            }
            TermKind::If(e1, e2, e3) => {
                [e1, e2, e3].into_iter().for_each(|e| self.term(e));
                self.emit(["if"]);
            }
            TermKind::Iter { base, var, step, count } => {
                self.term(base);
                self.under(var, step);
                self.term(count);
                self.emit(["iter", &var.name]);
            }
            TermKind::Let(x, e1, e2) => {
                self.lam(x, e2);
                self.term(e1);
                self.emit(["app"]);
            }
        })
    }
}

/// The program that the data describe. Where the hints for names would capture a variable, others are taken.
///
/// # Errors
/// A sentence about data that describe no program.
pub fn to_program(ast: &Ast) -> Result<Program, String> {
    let mut program = Program::default();
    let mut inputs = Vec::new();
    for item in &ast.items {
        let (name, ty, kind) = match item {
            AstItem::Def { def, ty, term } => (def, ty, ItemKind::Def(Some(to_term(term, &[])?))),
            AstItem::Extern { r#extern, ty } => (r#extern, ty, ItemKind::Extern),
            AstItem::Input { input, ty } => {
                inputs.push(Name::from(input.as_str()));
                (input, ty, ItemKind::Input)
            }
        };
        let binder = binder(name.as_str().into(), to_type(ty)?);
        program.items.push(Item { span: Span::default(), binder, kind });
    }
    if let Some(code) = &ast.main {
        program.main = Some(Main { keyword: None, term: Some(to_term(code, &inputs)?) });
    }
    Ok(program)
}

/// The type that the tokens describe.
///
/// # Errors
/// A sentence about tokens that describe no type.
pub fn to_type<S: AsRef<str>>(tokens: &[S]) -> Result<Ty, String> {
    let mut stack = Vec::new();
    for token in tokens {
        let token = token.as_ref();
        let real = token.strip_prefix("R[").and_then(|rest| rest.strip_suffix(']'));
        let ty = match (token, real.and_then(|k| u64::from_str(k).ok())) {
            ("2", _) => Ty::Bool,
            ("N", _) => Ty::Nat,
            (_, Some(k)) => Ty::Real(k),
            ("-o", _) => match (stack.pop(), stack.pop()) {
                (Some(cod), Some(dom)) => Ty::fun(dom, cod),
                _ => return Err("`-o` stands behind two types".into()),
            },
            _ => return Err(format!("{token:?} is no type")),
        };
        stack.push(ty);
    }
    match (stack.pop(), stack.is_empty()) {
        (Some(ty), true) => Ok(ty),
        _ => Err("one type was expected".into()),
    }
}

/// The term that the instructions build, in a context of inputs.
///
/// # Errors
/// A sentence about instructions that build no term.
pub fn to_term(code: &Code, context: &[Name]) -> Result<Term, String> {
    // Backwards, the code is in prefix order, binders before their bodies: names are chosen on the way.
    let named = name_binders(code, context)?;
    let mut stack: Vec<Term> = Vec::new();
    for (instruction, name) in code.iter().zip(named) {
        let mut pop = || stack.pop().ok_or_else(|| format!("{instruction:?} lacks an operand"));
        let name = || name.clone().expect("BUG: a variable or a binder was not named");
        let ident = || Ident { name: name(), span: Span::default() };
        let words: Vec<&str> = instruction.iter().map(String::as_str).collect();
        let kind = match words[..] {
            ["var", _] | ["glob", _] => TermKind::Var(name()),
            ["tt"] => TermKind::True,
            ["ff"] => TermKind::False,
            ["num", n] => TermKind::Num(UBig::from_str(n).map_err(|_| format!("{n:?} is no natural number"))?),
            ["succ"] => TermKind::Succ(pop()?),
            ["app"] => {
                let e2 = pop()?;
                TermKind::App(pop()?, e2)
            }
            ["if"] => {
                let (e3, e2) = (pop()?, pop()?);
                TermKind::If(pop()?, e2, e3)
            }
            ["lam", _, ..] => TermKind::Lam(binder(name(), to_type(&words[2..])?), pop()?),
            ["iter", _] => {
                let (count, step) = (pop()?, pop()?);
                TermKind::Iter { base: pop()?, var: ident(), step, count }
            }
            _ => return Err(format!("{instruction:?} is no instruction")),
        };
        stack.push(Term::new(kind, Span::default()));
    }
    match (stack.pop(), stack.is_empty()) {
        (Some(e), true) => Ok(e),
        _ => Err("the instructions do not build one term".into()),
    }
}

fn binder(name: Name, ty: Ty) -> Binder {
    Binder { ident: Ident { name, span: Span::default() }, ty, ty_span: Span::default() }
}

/// The name of the variable, global or binder of each instruction. A binder keeps the name of its hint unless a variable
/// in scope or a global of the term has it.
fn name_binders(code: &Code, context: &[Name]) -> Result<Vec<Option<Name>>, String> {
    let mut scope = Scope::default();
    for instruction in code {
        if let [word, name] = &instruction[..]
            && word == "glob"
        {
            scope.globals.insert(name);
        }
    }
    context.iter().for_each(|x| scope.enter(x.clone()));
    let mut named = vec![None; code.len()];
    // The phrases that are still to be read, going backwards: in how large a scope, after what else is bound.
    let mut open: Vec<(usize, Option<Name>)> = vec![(context.len(), None)];
    for (at, instruction) in code.iter().enumerate().rev() {
        let (depth, bound) = open.pop().ok_or("the instructions build more than one term")?;
        scope.leave_to(depth);
        bound.into_iter().for_each(|x| scope.enter(x));
        let depth = scope.names.len();
        let words: Vec<&str> = instruction.iter().map(String::as_str).collect();
        match words[..] {
            ["var", i] => {
                let i = usize::from_str(i).ok().filter(|i| *i < depth);
                let i = i.ok_or_else(|| format!("{instruction:?} is not in the scope of so many binders"))?;
                named[at] = Some(scope.names[depth - 1 - i].clone());
            }
            ["glob", g] => named[at] = Some(g.into()),
            ["tt"] | ["ff"] | ["num", _] => {}
            ["succ"] => open.push((depth, None)),
            ["app"] => open.extend([(depth, None), (depth, None)]),
            ["if"] => open.extend([(depth, None), (depth, None), (depth, None)]),
            ["lam", x, ..] => {
                let name = scope.fresh(x);
                named[at] = Some(name.clone());
                open.push((depth, Some(name)));
            }
            ["iter", y] => {
                let name = scope.fresh(y);
                named[at] = Some(name.clone());
                open.extend([(depth, None), (depth, Some(name)), (depth, None)]);
            }
            _ => return Err(format!("{instruction:?} is no instruction")),
        }
    }
    Ok(named)
}

/// The variables in scope while names are chosen.
#[derive(Default)]
struct Scope<'a> {
    names: Vec<Name>,
    taken: HashSet<Name>,
    globals: HashSet<&'a str>,
}

impl Scope<'_> {
    fn enter(&mut self, name: Name) {
        self.taken.insert(name.clone());
        self.names.push(name);
    }

    fn leave_to(&mut self, depth: usize) {
        for name in self.names.drain(depth..) {
            self.taken.remove(&name);
        }
    }

    /// The hint, or a name made of it that is not taken.
    fn fresh(&self, hint: &str) -> Name {
        let mut name = hint.to_owned();
        while self.globals.contains(name.as_str()) || self.taken.contains(name.as_str()) {
            name = format!("{name}_{}", self.names.len());
        }
        name.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cajal_semantics::cajal::parse;

    fn ast(text: &str) -> Ast {
        let (program, errors) = parse::parse(text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        of_program(&program)
    }

    fn instructions(code: &str) -> Code {
        code.split("; ").map(|i| i.split(' ').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn terms_are_written_in_postfix_order_with_indices() {
        for (text, code) in [
            (r"\x:2. if x then ff else tt", "var 0; ff; tt; if; lam x 2"),
            (r"\f:2 -o N -o 2. \x:2. f x", "var 1; var 0; app; lam x 2; lam f 2 N 2 -o -o"),
            (r"\x:2. (\x:2. x) x", "var 0; lam x 2; var 0; app; lam x 2"),
            ("iter{ tt | y -> not y }(succ 4)", "tt; glob not; var 0; app; num 4; succ; iter y"),
            ("let x : R[3] = v in x", "var 0; lam x R[3]; glob v; app"),
        ] {
            assert_eq!(ast(text).main, Some(instructions(code)), "{text}");
        }
        let program = ast("def g : 2 = tt\ninput a : 2\nextern f : N -o 2\ninput b : N\nmain = a b f g");
        assert_eq!(program.main, Some(instructions("var 1; var 0; app; glob f; app; glob g; app")));
        assert_eq!(program.items.len(), 4);
    }

    #[test]
    fn a_program_survives_the_way_there_and_back() {
        for text in [
            r"\x:2. \x:N. \y:2. if y then x else succ x",
            "def g : 2 -o 2 = \\x:2. x\ninput g' : 2\nmain = (\\f:2 -o 2. f (g g')) (\\y:2. y)",
            "input n : N\nmain = iter{ \\x:2. x | f -> \\y:2. f y }(n) tt",
        ] {
            let data = ast(text);
            let again = of_program(&to_program(&data).expect("the data describe a program"));
            let without_hints = |data: &Ast| {
                let mut code = data.main.clone().expect("there is a main term");
                let binders = code.iter_mut().filter(|i| i[0] == "lam" || i[0] == "iter");
                binders.for_each(|i| i[1].clear());
                code
            };
            assert_eq!(without_hints(&data), without_hints(&again), "{text}");
        }
    }

    #[test]
    fn a_global_is_not_captured_by_a_binder_with_its_name() {
        let code = instructions("glob x; var 0; app; lam x 2");
        let e = to_term(&code, &[]).expect("a term");
        assert_eq!(of_term(&e, &[])[..3], code[..3]);
    }

    #[test]
    fn data_that_describe_no_term_are_an_error() {
        for code in [
            "",
            "succ",
            "tt; ff",
            "tt; app",
            "var 0",
            "var x",
            "lam x 2",
            "num -1",
            "glob",
            "nonsense",
            "tt; lam x 2 -o",
        ] {
            let code = if code.is_empty() { vec![] } else { instructions(code) };
            assert!(to_term(&code, &[]).is_err(), "{code:?}");
        }
    }

    #[test]
    fn neither_depth_nor_equal_names_are_a_problem() {
        const DEEP: usize = 100_000;
        let mut code = vec![vec!["var".to_owned(), "99999".into()]];
        code.extend((0..DEEP).map(|_| vec!["lam".to_owned(), "x".into(), "2".into()]));
        let e = to_term(&code, &[]).expect("a term");
        assert_eq!(e.depth() as usize, DEEP + 1);
        assert_eq!(of_term(&e, &[])[0], code[0]);
    }
}
