//! Compiled neurons compute the meaning.

use super::meaning::has_real;
use super::observe::{HORIZON, Valuation, closed_term, model};
use super::{About, Otherwise, Outcome, Subject, Theorem};
use crate::generate::Draw;
use crate::generate::inhabit::node;
use crate::generate::sites::{Site, replace, sites};
use crate::generate::substitute::substitute;
use cajal_compile::eval::{Evaluator, RunError};
use cajal_compile::{Network, compile, compile_term};
use cajal_semantics::cajal::denote::{Element, Env};
use cajal_semantics::cajal::eval::{Value, machine};
use cajal_semantics::cajal::syntax::{ItemKind, Main, Program, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::typing::Typed;
use cajal_semantics::cajal::vector::{Rows, Vector, rank};
use cajal_semantics::scalar::{F64, Int, Nat, Semiring};
use dashu_int::ops::BitTest as _;
use dashu_int::{IBig, UBig};

/// How many columns an argument of type N has in the results that are compared.
const COLUMNS: usize = 3;

/// Results of more entries are not compared.
const MAX_ENTRIES: usize = 4096;

impl From<RunError> for Otherwise {
    fn from(error: RunError) -> Self {
        let message = format!("the network: {error:?}");
        if error.is_limit() { Otherwise::Limit(error.code().into()) } else { Otherwise::Violated(message) }
    }
}

/// The neurons of a closed program compute its value.
pub const COMPILER: Theorem = Theorem {
    name: "compiler-correctness",
    statement: "the compiled neurons of a closed program give ⟦e⟧: exactly over ℕ, bit for bit in f64",
    about: About::Closed,
    check: compiler,
};

fn compiler(subject: &Subject) -> Outcome {
    let main = subject.closed()?;
    if !linked(subject) {
        return Err(Otherwise::Silent);
    }
    let network = network(subject)?;
    let exact = Evaluator::new(&network, Nat, subject.fuel).run(&[], columns(main.ty())?)?;
    // At ground types the value is evidence enough, and does not rely on the denotation.
    let expected = match main.ty() {
        Ty::Bool | Ty::Nat => one_hot(main.ty(), &subject.evaluated()?.value),
        Ty::Real(_) | Ty::Fun(_) => denoted(&Nat, main, &Valuation::none(subject.fuel))?,
    };
    compare("over ℕ", &exact, &expected)?;
    in_floats(&network, &Valuation::none(subject.fuel), main, &exact)
}

/// ⟦v⟧ for a ground value, written down.
fn one_hot(ty: &Ty, value: &Value) -> Vector<UBig> {
    let at = |truth: bool| vec![UBig::from(u8::from(truth))];
    match value {
        Value::True => Vector::row(ty, vec![at(true), at(false)]),
        Value::False => Vector::row(ty, vec![at(false), at(true)]),
        Value::Num(n) => Vector::sequence([(n.clone(), at(true))].into()),
        Value::Lam(_) => unreachable!("BUG: preservation fails: a λ of type {ty}"),
    }
}

/// The neurons of a closed program in which a numeral has been made large enough that powers of cells pay.
pub const COMPILER_AT_LARGE_COUNTS: Theorem = Theorem {
    name: "compiler-correctness-at-large-counts",
    statement: "compiled neurons give ⟦e⟧ also where a recurrence is computed by powers of its cell",
    about: About::Closed,
    check: compiler_at_large_counts,
};

fn compiler_at_large_counts(subject: &Subject) -> Outcome {
    let main = subject.main_term()?;
    if !linked(subject) || !subject.checked.inputs.is_empty() {
        return Err(Otherwise::Silent);
    }
    let sites = sites(&subject.globals(), &[], main);
    let numeral = |(_, site): &(usize, &Site)| matches!(site.term.kind(), TermKind::Num(_));
    let numerals: Vec<usize> = sites.iter().enumerate().filter(numeral).map(|(position, _)| position).collect();
    if numerals.is_empty() {
        return Err(Otherwise::Silent);
    }
    let mut rng = subject.rng();
    let mut draw = Draw::new(&mut rng);
    let large = node(TermKind::Num(UBig::from(11 + draw.below(50))));
    let e = replace(main, *draw.pick(&numerals), &large);
    let enlarged =
        subject.derived(Program { main: Some(Main { keyword: None, term: Some(e) }), ..subject.program.clone() })?;
    let valuation = Valuation::none(subject.fuel);
    let expected = denoted(&Nat, enlarged.main()?, &valuation)?;
    compare("over ℕ", &run(&Nat, &network(&enlarged)?, &valuation, enlarged.main()?)?, &expected)
}

/// The neurons of a program with inputs and externs, on random weights.
pub const COMPILER_ON_INPUTS: Theorem = Theorem {
    name: "compiler-correctness-on-inputs",
    statement: "compiled neurons, run on any inputs and linked with any externs, give ⟦e⟧: exactly over ℤ, bit for bit in f64",
    about: About::Open,
    check: compiler_on_inputs,
};

fn compiler_on_inputs(subject: &Subject) -> Outcome {
    let main = subject.main()?;
    let network = network(subject)?;
    let valuation = Valuation::draw(&Int, Some(&IBig::NEG_ONE), subject, &mut subject.rng())?;
    let neurons = run(&Int, &network, &valuation, main)?;
    compare("over ℤ", &neurons, &denoted(&Int, main, &valuation)?)?;
    in_floats(&network, &valuation, main, &neurons)
}

/// Linking neurons is substitution.
pub const LINKING: Theorem = Theorem {
    name: "linking",
    statement: "compile(e) linked with compiled values for its free variables = compile(e[x:=v])",
    about: About::Open,
    check: linking,
};

fn linking(subject: &Subject) -> Outcome {
    let (main, source, inputs) = (subject.main()?, subject.main_term()?, subject.inputs());
    if inputs.is_empty() || inputs.iter().any(|x| has_real(&x.ty)) {
        return Err(Otherwise::Silent);
    }
    let mut rng = subject.rng();
    let i = Draw::new(&mut rng).below(inputs.len() as u32) as usize;
    let value = machine::eval(&closed_term(&mut rng, &inputs[i].ty, 10), subject.fuel)?.value;
    let mut program: Program = subject.program.clone();
    program.items.retain(|item| !matches!(item.kind, ItemKind::Input) || item.binder.ident.name != inputs[i].name);
    let substituted = substitute(source, &inputs[i].name, &value.to_term());
    program.main = Some(Main { keyword: None, term: Some(substituted) });
    let substituted = subject.derived(program)?;

    let mut valuation = Valuation::draw(&Int, Some(&IBig::NEG_ONE), subject, &mut rng)?;
    let of_value = compile_term(&value.to_typed(), &[]);
    bounded(rank(&inputs[i].ty, Some(HORIZON))?)?;
    valuation.inputs[i] = Evaluator::new(&of_value, Int, subject.fuel).run(&[], Some(HORIZON))?;
    let linked = run(&Int, &network(subject)?, &valuation, main)?;
    valuation.inputs.remove(i);
    let direct = run(&Int, &network(&substituted)?, &valuation, substituted.main()?)?;
    compare("linked against substituted", &linked, &direct)
}

/// The network of a program, well-formed.
fn network(subject: &Subject) -> Result<Network, Otherwise> {
    let network = compile(&subject.checked).ok_or(Otherwise::Silent)?;
    network.check().map_err(|error| Otherwise::Violated(format!("an ill-formed network: {error:?}")))?;
    Ok(network)
}

/// Does the program do without externs?
fn linked(subject: &Subject) -> bool {
    subject.checked.globals.iter().all(|g| g.body.is_some())
}

/// The horizon at which results of a type are compared.
fn columns(ty: &Ty) -> Result<Option<usize>, Otherwise> {
    bounded(rank(ty, Some(COLUMNS))?)?;
    Ok(ty.uncurry().0.iter().any(|argument| !argument.is_nat_free()).then_some(COLUMNS))
}

fn bounded(entries: usize) -> Result<usize, Otherwise> {
    if entries <= MAX_ENTRIES { Ok(entries) } else { Err(Otherwise::Limit("size-limit".into())) }
}

fn run<R: Semiring>(
    ring: &R,
    network: &Network,
    valuation: &Valuation<R::Elem>,
    main: &Typed,
) -> Result<Vector<R::Elem>, Otherwise> {
    let mut evaluator = Evaluator::new(network, ring.clone(), valuation.fuel);
    for (name, weights) in &valuation.externs {
        // An extern that the program does not use has no port.
        if network.externs().iter().any(|port| port.name == *name) {
            evaluator.link(name, weights)?;
        }
    }
    Ok(evaluator.run(&valuation.inputs, columns(main.ty())?)?)
}

fn denoted<R: Semiring>(ring: &R, main: &Typed, valuation: &Valuation<R::Elem>) -> Result<Vector<R::Elem>, Otherwise> {
    let mut model = model(ring, valuation);
    let s: Env<R> = valuation.inputs.iter().map(Element::of_vector).collect();
    let element = model.denote(main, &s)?;
    Ok(model.vector(&element, main.ty(), columns(main.ty())?)?)
}

/// f64 is exact while all numbers on the way are whole and small: the result tells, since nothing here divides.
fn in_floats<E: Clone + Into<IBig>>(
    network: &Network,
    valuation: &Valuation<E>,
    main: &Typed,
    exact: &Vector<E>,
) -> Outcome {
    let float = |x: &E| i64::try_from(x.clone().into()).map_or(f64::NAN, |n| n as f64);
    let small = |x: &E| x.clone().into().bit_len() <= 50;
    let entries: Vec<&E> = match &exact.rows {
        Rows::Dense(rows) => rows.iter().flatten().collect(),
        Rows::Sparse(rows) => rows.values().flatten().collect(),
    };
    if !entries.into_iter().all(small) {
        return Ok(());
    }
    let floats = run(&F64, network, &valuation.map(&F64, &float), main)?;
    compare("in f64", &floats, &exact.map(&F64, float))
}

fn compare<E: PartialEq + std::fmt::Debug>(where_: &str, neurons: &Vector<E>, meaning: &Vector<E>) -> Outcome {
    if neurons == meaning {
        return Ok(());
    }
    Err(Otherwise::Violated(format!("{where_}: the neurons give {:?}, expected {:?}", neurons.rows, meaning.rows)))
}
