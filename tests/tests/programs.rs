//! Every program of `corpus/programs` does what its header says, by every route: the checker, both machines, the
//! denotation, and the compiled neurons, exact and in floating point.

use cajal_compile::eval::{Evaluator, RunError};
use cajal_compile::{Network, compile, compile_term};
use cajal_corpus::programs::{Expected, Given, Outcome, Program, Rational, Route, read_directory};
use cajal_semantics::cajal::denote::{Element, Env, Model, Undefined};
use cajal_semantics::cajal::eval::{Evaluated, Stopped, Value, machine, subst, substitute};
use cajal_semantics::cajal::syntax::{ItemKind, Main, Term};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::typing::{Checked, Typed, check_program};
use cajal_semantics::cajal::vector::{self, Rows, Vector};
use cajal_semantics::cajal::{check_source, parse};
use cajal_semantics::scalar::{F64, Nat, Rat, Semiring};
use std::collections::HashSet;
use std::path::Path;

/// Programs that are accepted, and what they state.
const PROGRAMS: (usize, usize) = (88, 381);
/// Programs that are rejected or refused, and what they state.
const REJECTED: (usize, usize) = (31, 45);

/// Far more than any program needs that does not say that it runs out.
const FUEL: u64 = 1_000_000;

/// How far the neurons may be from an answer that is not a binary fraction, relative to it.
const TOLERANCE: f64 = 1e-14;

/// Values of a type out of N are compared on the first few numbers.
const HORIZON: usize = 4;

fn programs(below: &str) -> Vec<Program> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/programs").join(below);
    read_directory(&directory).unwrap_or_else(|error| panic!("{error}"))
}

fn counts(programs: &[Program]) -> (usize, usize) {
    (programs.len(), programs.iter().map(|p| p.expectations.len()).sum())
}

#[test]
fn programs_do_what_their_headers_say() {
    let programs = programs("");
    for program in &programs {
        check(program);
    }
    assert_eq!(counts(&programs), PROGRAMS, "programs, and expectations in their headers");
}

#[test]
fn rejected_programs_are_rejected_with_their_code_at_their_place() {
    let programs = programs("rejected");
    for program in &programs {
        if program.expectations.iter().any(|e| matches!(e.expected, Expected::Rejected { .. })) {
            check_rejected(program);
        } else {
            check(program);
        }
    }
    assert_eq!(counts(&programs), REJECTED, "programs, and expectations in their headers");
}

/// Every code of Cajal errors (spec page 6) has a program that triggers it.
#[test]
fn every_error_code_has_a_program() {
    let mut codes = HashSet::new();
    for program in programs("rejected") {
        for expectation in program.expectations {
            codes.insert(match expectation.expected {
                Expected::Rejected { code, .. } => code,
                Expected::Value(Outcome::Error(code)) | Expected::Denotes(Outcome::Error(code)) => code,
                Expected::WrongShape { .. } => "shape".into(),
                Expected::OutOfFuel { .. } => "out-of-fuel".into(),
                Expected::Type(_)
                | Expected::Value(Outcome::Is(_))
                | Expected::Denotes(Outcome::Is(_))
                | Expected::Case { .. }
                | Expected::Vectors { .. } => continue,
            });
        }
    }
    let mut codes: Vec<_> = codes.into_iter().collect();
    codes.sort();
    let expected = "annotation-type argument-type branch-type branch-usage condition-type count-type \
        duplicate-definition not-a-function out-of-fuel recursive-definition shape size-limit step-captures step-type \
        succ-type syntax unbound unlinked-extern unused used-twice";
    assert_eq!(codes, expected.split_whitespace().collect::<Vec<_>>());
}

/// The table of the README has one row for each program, with its type; for a rejected one, with its codes.
#[test]
fn the_readme_lists_every_program() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/programs");
    let readme = std::fs::read_to_string(directory.join("README.md")).expect("the README can be read");
    let (_, table) = readme.split_once("## All programs").expect("the README has the table");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| `")).collect();
    let mut listed = 0;
    for (prefix, programs) in [("", programs("")), ("rejected/", programs("rejected"))] {
        for program in programs {
            let name = format!("| `{prefix}{}` |", program.name());
            let row: Vec<_> = rows.iter().filter(|row| row.starts_with(&name)).collect();
            let [row] = row[..] else { panic!("{name} has {} rows", row.len()) };
            for expectation in &program.expectations {
                match &expectation.expected {
                    Expected::Type(ty) if prefix.is_empty() => {
                        let shown = [format!("| `{ty}` |"), format!("| `{ty:#}` |")];
                        assert!(shown.iter().any(|ty| row.contains(ty)), "{row} does not say {ty}");
                    }
                    Expected::Rejected { code, .. } => assert!(row.contains(code), "{row} does not say {code}"),
                    _ => {}
                }
            }
            listed += 1;
        }
    }
    assert_eq!(rows.len(), listed, "rows, and programs");
}

/// The errors of the program are exactly those that its header states.
fn check_rejected(program: &Program) {
    let errors = match check_source(&program.source) {
        Ok(_) => panic!("{} is accepted", program.source.name),
        Err(errors) => errors,
    };
    let position = |error: &cajal_semantics::cajal::error::Error| program.source.position(error.span().start);
    let found: Vec<String> = errors
        .iter()
        .map(|e| {
            let (at, text) = (position(e), &program.source.text[e.span().range()]);
            format!("{} at {}:{} `{text}`", e.code(), at.line, at.column)
        })
        .collect();
    let expected: Vec<String> = program
        .expectations
        .iter()
        .filter_map(|e| match &e.expected {
            Expected::Rejected { code, at, text } => Some(format!("{code} at {}:{} `{text}`", at.line, at.column)),
            _ => None,
        })
        .collect();
    assert_eq!(found, expected, "{}", program.source.name);
}

/// What the network answers.
fn run<R: Semiring>(
    network: &Network,
    ring: &R,
    given: &[Given<Vector<R::Elem>>],
    horizon: Option<usize>,
) -> Result<Vector<R::Elem>, RunError> {
    let mut evaluator = Evaluator::new(network, ring.clone(), FUEL);
    let mut inputs = Vec::new();
    for given in given {
        match network.inputs().iter().any(|x| x.name == given.name) {
            true => inputs.push(given.datum.clone()),
            false => evaluator.link(&given.name, &given.datum)?,
        }
    }
    evaluator.run(&inputs, horizon)
}

/// The nearest floating-point number.
fn number<R: Semiring>(ring: &R, x: &R::Elem) -> f64 {
    F64.parse(&ring.show(x)).expect("an exact number reads as a real number")
}

/// Equality up to the tolerance; the same entries are zero.
fn close(v: &Vector<f64>, w: &Vector<f64>) -> bool {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= TOLERANCE * b.abs();
    let rows_near = |(v, w): (&Vec<f64>, &Vec<f64>)| v.len() == w.len() && v.iter().zip(w).all(near);
    let rows = match (&v.rows, &w.rows) {
        (Rows::Dense(v), Rows::Dense(w)) => v.len() == w.len() && v.iter().zip(w).all(rows_near),
        (Rows::Sparse(v), Rows::Sparse(w)) => v.keys().eq(w.keys()) && v.values().zip(w.values()).all(rows_near),
        (Rows::Dense(_), Rows::Sparse(_)) | (Rows::Sparse(_), Rows::Dense(_)) => false,
    };
    v.ty == w.ty && v.arguments == w.arguments && rows
}

/// A program that is accepted, ready to be run.
struct Subject<'a> {
    program: &'a Program,
    checked: Checked,
    main: Typed,
    network: Network,
}

fn check(program: &Program) {
    let name = &program.source.name;
    let checked = check_source(&program.source).unwrap_or_else(|errors| panic!("{name} is rejected: {errors:?}"));
    let main = checked.main.clone().unwrap_or_else(|| panic!("{name} has no main"));
    let network = compile(&checked).unwrap_or_else(|| panic!("{name} has no network"));
    let subject = Subject { program, checked, main, network };
    for expectation in &program.expectations {
        let place = format!("{name}:{}", expectation.line);
        match &expectation.expected {
            Expected::Type(ty) => assert_eq!(subject.main.ty(), ty, "{place}"),
            Expected::Value(Outcome::Is(value)) => subject.check_value(&[], value, &place),
            Expected::Value(Outcome::Error(code)) => {
                for (machine, found) in subject.evaluate(&subject.main, FUEL) {
                    assert_eq!(found.map_err(|stopped| stopped.code()), Err(code.as_str()), "{place}, by {machine}");
                }
            }
            Expected::Case { inputs, value } => subject.check_value(inputs, value, &place),
            Expected::Denotes(Outcome::Is(answer)) => subject.check_answer(&[], answer, &place),
            Expected::Denotes(Outcome::Error(code)) => {
                let found = subject.meaning(&Rat, &[], Some(HORIZON), FUEL).map_err(|undefined| undefined.code());
                assert_eq!(found, Err(code.as_str()), "{place}, by the denotation");
                let found = run(&subject.network, &Rat, &[], Some(HORIZON)).map_err(|error| error.code());
                assert_eq!(found, Err(code.as_str()), "{place}, by the neurons");
            }
            Expected::Vectors { given, answer } => subject.check_answer(given, answer, &place),
            Expected::WrongShape { name: _, ty, data } => {
                let found = vector::read(&Rat, ty, None, data).map_err(|error| error.code());
                assert_eq!(found, Err("shape"), "{place}");
            }
            Expected::OutOfFuel { route: Route::Eval, fuel } => {
                for (machine, found) in subject.evaluate(&subject.main, *fuel) {
                    assert_eq!(found, Err(Stopped::OutOfFuel { fuel: *fuel }), "{place}, by {machine}");
                }
            }
            Expected::OutOfFuel { route: Route::Denote, fuel } => {
                let found = subject.meaning(&Nat, &[], None, *fuel);
                assert_eq!(found, Err(Undefined::OutOfFuel { fuel: *fuel }), "{place}");
            }
            Expected::Rejected { .. } => panic!("{place}: a program that is rejected among those that are not"),
        }
    }
}

impl Subject<'_> {
    /// main ⇓ value by both machines where the inputs are these values; and ⟦main⟧ at the meanings of the inputs is
    /// ⟦value⟧, by the denotation and by the neurons, bit by bit in floating point.
    fn check_value(&self, inputs: &[Given<Term>], value: &Term, place: &str) {
        let inputs: Vec<Typed> = inputs.iter().map(|given| self.elaborate(&given.datum, place)).collect();
        let types: Vec<&Ty> = inputs.iter().map(Typed::ty).collect();
        assert_eq!(
            types,
            self.checked.inputs.iter().map(|x| &x.ty).collect::<Vec<_>>(),
            "{place}: types of the inputs"
        );
        let expected = self.elaborate(value, place);
        if !self.program.runs_out(Route::Eval) {
            let at = |index: u32| inputs[inputs.len() - 1 - index as usize].clone();
            let closed = substitute(&self.main, inputs.len() as u32, &mut { at });
            let value = Value::of_typed(&expected).unwrap_or_else(|| panic!("{place}: expected a value"));
            for (machine, found) in self.evaluate(&closed, FUEL) {
                let found = found.map(|evaluated| evaluated.value);
                assert_eq!(found.as_ref(), Ok(&value), "{place}, by {machine}");
            }
        }
        if !self.has_matrix() {
            return;
        }
        // ⟦value⟧ and ⟦inputs⟧ do not run main.
        let closed = |e: &Typed| {
            let mut model = Model::new(Nat, FUEL);
            let meaning = model.denote(e, &Env::new()).and_then(|v| model.vector(&v, e.ty(), Some(HORIZON)));
            meaning.unwrap_or_else(|undefined| panic!("{place}: {undefined:?}"))
        };
        let answer = closed(&expected);
        let given: Vec<Given<Vector<_>>> = (self.checked.inputs.iter().zip(&inputs))
            .map(|(x, value)| Given { name: x.name.clone(), datum: closed(value) })
            .collect();
        if !self.program.runs_out(Route::Denote) {
            let found = self.meaning(&Nat, &given, Some(HORIZON), FUEL);
            assert_eq!(found.as_ref(), Ok(&answer), "{place}, by the denotation over ℕ");
        }
        let found = run(&self.network, &Nat, &given, Some(HORIZON));
        assert_eq!(found.as_ref(), Ok(&answer), "{place}, by the neurons over ℕ");
        let float = |v: &Vector<_>| v.map(&F64, |n| number(&Nat, n));
        let given: Vec<_> = given.iter().map(|g| Given { name: g.name.clone(), datum: float(&g.datum) }).collect();
        let found = run(&self.network, &F64, &given, Some(HORIZON));
        assert_eq!(found.as_ref(), Ok(&float(&answer)), "{place}, by the neurons in floating point");
        let network = compile_term(&expected, &[]);
        let found = run(&network, &Nat, &[], Some(HORIZON));
        assert_eq!(found.as_ref(), Ok(&answer), "{place}, by the neurons of the value");
    }

    /// ⟦main⟧ over ℚ, at these inputs and with these weights, is the answer; of the neurons in floating point, nearly.
    fn check_answer(&self, given: &[Given<Vector<Rational>>], answer: &Vector<Rational>, place: &str) {
        if !self.program.runs_out(Route::Denote) {
            let found = self.meaning(&Rat, given, answer.horizon(), FUEL);
            assert_eq!(found.as_ref(), Ok(answer), "{place}, by the denotation over ℚ");
        }
        let found = run(&self.network, &Rat, given, answer.horizon());
        assert_eq!(found.as_ref(), Ok(answer), "{place}, by the neurons over ℚ");
        let float = |v: &Vector<_>| v.map(&F64, |x| number(&Rat, x));
        let given: Vec<_> = given.iter().map(|g| Given { name: g.name.clone(), datum: float(&g.datum) }).collect();
        let found = run(&self.network, &F64, &given, answer.horizon());
        let found = found.unwrap_or_else(|error| panic!("{place}, by the neurons in floating point: {error}"));
        assert!(close(&found, &float(answer)), "{place}, by the neurons in floating point: {found:?}");
    }

    /// Both machines.
    fn evaluate(&self, e: &Typed, fuel: u64) -> [(&'static str, Result<Evaluated, Stopped>); 2] {
        [("substitution", subst::eval(e, fuel)), ("the environment machine", machine::eval(e, fuel))]
    }

    /// ⟦main⟧ as data.
    fn meaning<R: Semiring>(
        &self,
        ring: &R,
        given: &[Given<Vector<R::Elem>>],
        horizon: Option<usize>,
        fuel: u64,
    ) -> Result<Vector<R::Elem>, Undefined> {
        let mut model = Model::new(ring.clone(), fuel);
        let mut s = Env::new();
        for given in given {
            let element = Element::of_vector(&given.datum);
            match self.checked.inputs.iter().any(|x| x.name == given.name) {
                true => s.push_back(element),
                false => model.link(given.name.clone(), element),
            }
        }
        let meaning = model.denote(&self.main, &s)?;
        model.vector(&meaning, self.main.ty(), horizon)
    }

    /// Can the meaning of main be written as a matrix?
    fn has_matrix(&self) -> bool {
        vector::rank(self.main.ty(), Some(HORIZON)).is_ok()
    }

    /// A value that stands in the header, typed in the Γ of the program.
    fn elaborate(&self, value: &Term, place: &str) -> Typed {
        let (mut program, _) = parse::parse(&self.program.source.text);
        program.items.retain(|item| !matches!(item.kind, ItemKind::Input));
        program.main = Some(Main { keyword: None, term: Some(value.clone()) });
        let checked = check_program(&program).unwrap_or_else(|errors| panic!("{place}: {errors:?}"));
        checked.main.unwrap_or_else(|| panic!("{place}: no value"))
    }
}
