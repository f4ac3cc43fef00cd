//! One function per key of a header.

use super::{Expectation, Expected, Given, Outcome, Rational, Route};
use cajal_semantics::cajal::parse;
use cajal_semantics::cajal::syntax::{ItemKind, Name, Program, Term};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector::{self, Vector};
use cajal_semantics::scalar::Rat;
use cajal_semantics::source::Position;

/// What is wrong with a header.
pub(super) struct Malformed {
    pub(super) line: Option<usize>,
    pub(super) message: String,
}

/// A line `-- key: text` of a file.
struct Line<'a> {
    number: usize,
    key: &'a str,
    text: &'a str,
}

/// What the lines of a header are read against.
struct Context {
    /// The type of main.
    ty: Option<Ty>,
    externs: Vec<(Name, Ty)>,
    inputs: Vec<(Name, Ty)>,
}

/// All expectations of a file.
pub(super) fn expectations(text: &str) -> Result<Vec<Expectation>, Malformed> {
    let lines: Vec<Line<'_>> = text.lines().enumerate().filter_map(|(i, line)| Line::of(i + 1, line)).collect();
    let mut context = Context::of(&parse::parse(text).0);
    let mut expectations = Vec::new();
    for line in &lines {
        let expected = line.expected(&context).map_err(|message| Malformed { line: Some(line.number), message })?;
        if let Expected::Type(ty) = &expected {
            context.ty = Some(ty.clone());
        }
        expectations.push(Expectation { line: line.number, expected });
    }
    let rejections = expectations.iter().filter(|e| matches!(e.expected, Expected::Rejected { .. })).count();
    let message = match (expectations.len(), rejections) {
        (0, _) => "the file states no expectation",
        (all, rejections) if rejections != 0 && rejections != all => {
            "a program that is rejected has no type and no value: expected only `rejected:`"
        }
        (1, 0) => "expected more than a type: a value, a case, or vectors",
        _ => return Ok(expectations),
    };
    Err(Malformed { line: None, message: message.into() })
}

impl Context {
    fn of(program: &Program) -> Self {
        let mut context = Context { ty: None, externs: vec![], inputs: vec![] };
        for item in &program.items {
            let entry = (item.binder.ident.name.clone(), item.binder.ty.clone());
            match item.kind {
                ItemKind::Extern => context.externs.push(entry),
                ItemKind::Input => context.inputs.push(entry),
                ItemKind::Def(_) => {}
            }
        }
        context
    }

    fn main(&self) -> Result<&Ty, String> {
        self.ty.as_ref().ok_or_else(|| "expected `type:` above this line".into())
    }

    /// `value:` and `denotes:` are about main as it stands.
    fn without_inputs(&self) -> Result<(), String> {
        match self.inputs.first() {
            Some((x, _)) => Err(format!("main has the input {x}: expected `case:` or `vectors:`")),
            None => Ok(()),
        }
    }
}

impl<'a> Line<'a> {
    /// Is it one? A key is a word of small letters and hyphens, with a colon directly behind it.
    fn of(number: usize, line: &'a str) -> Option<Self> {
        let (key, text) = line.strip_prefix("-- ")?.split_once(':')?;
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        is_key.then(|| Line { number, key, text: text.trim() })
    }

    fn expected(&self, context: &Context) -> Result<Expected, String> {
        match self.key {
            "type" => Ok(Expected::Type(ty(self.text)?)),
            "value" => {
                context.main()?;
                context.without_inputs()?;
                Ok(Expected::Value(outcome(self.text, term)?))
            }
            "case" => case(self.text, context),
            "denotes" => {
                context.without_inputs()?;
                let ty = context.main()?;
                Ok(Expected::Denotes(outcome(self.text, |text| element(ty, text))?))
            }
            "vectors" => vectors(self.text, context),
            "wrong-shape" => wrong_shape(self.text, context),
            "out-of-fuel" => out_of_fuel(self.text),
            "rejected" => rejected(self.text),
            unknown => Err(format!("`{unknown}:` begins no expectation; see the README of the programs")),
        }
    }
}

/// A type, which the grammar has in items.
fn ty(text: &str) -> Result<Ty, String> {
    let (program, errors) = parse::parse(&format!("extern t : {text}"));
    match (errors.first(), program.items.as_slice(), &program.main) {
        (None, [item], None) => Ok(item.binder.ty.clone()),
        (Some(error), ..) => Err(format!("expected a type, found {text:?}: {}", error.diagnostic().message)),
        (None, ..) => Err(format!("expected a type, found {text:?}")),
    }
}

/// A value, which is a term.
fn term(text: &str) -> Result<Term, String> {
    parse::term(text).map_err(|errors| {
        let reason = errors.first().map(|e| e.diagnostic().message).unwrap_or_default();
        format!("expected a value, found {text:?}: {reason}")
    })
}

/// An element of ⟦τ⟧.
fn element(ty: &Ty, text: &str) -> Result<Vector<Rational>, String> {
    vector::read(&Rat, ty, None, text).map_err(|error| error.to_string())
}

/// `error CODE`, or what `answer` reads.
fn outcome<T>(text: &str, answer: impl FnOnce(&str) -> Result<T, String>) -> Result<Outcome<T>, String> {
    match text.strip_prefix("error ") {
        Some(code) => Ok(Outcome::Error(code.trim().to_owned())),
        None => answer(text).map(Outcome::Is),
    }
}

/// `x = v, … => v`
fn case(text: &str, context: &Context) -> Result<Expected, String> {
    context.main()?;
    let (givens, value) = implication(text)?;
    let inputs = assign(givens, &context.inputs, |_, text| term(text))?;
    Ok(Expected::Case { inputs, value: term(value)? })
}

/// `x = V, … => V`
fn vectors(text: &str, context: &Context) -> Result<Expected, String> {
    let (givens, answer) = implication(text)?;
    let names: Vec<(Name, Ty)> = context.externs.iter().chain(&context.inputs).cloned().collect();
    let given = assign(givens, &names, element)?;
    Ok(Expected::Vectors { given, answer: element(context.main()?, answer)? })
}

/// `x = V`
fn wrong_shape(text: &str, context: &Context) -> Result<Expected, String> {
    let (name, data) = equation(text)?;
    let mut names = context.externs.iter().chain(&context.inputs);
    let (name, ty) = names.find(|(x, _)| **x == *name).ok_or_else(|| format!("{name} is no input and no extern"))?;
    Ok(Expected::WrongShape { name: name.clone(), ty: ty.clone(), data: data.to_owned() })
}

/// `ROUTE n`
fn out_of_fuel(text: &str) -> Result<Expected, String> {
    let wrong = || format!("expected `eval` or `denote`, and how much fuel, found {text:?}");
    let (route, fuel) = text.split_once(' ').ok_or_else(wrong)?;
    let route = match route {
        "eval" => Route::Eval,
        "denote" => Route::Denote,
        _ => return Err(wrong()),
    };
    Ok(Expected::OutOfFuel { route, fuel: fuel.trim().parse().map_err(|_| wrong())? })
}

/// ``CODE at LINE:COLUMN `text` ``
fn rejected(text: &str) -> Result<Expected, String> {
    let parse = || {
        let (code, place) = text.split_once(" at ")?;
        let (position, spanned) = place.split_once(' ')?;
        let (line, column) = position.split_once(':')?;
        let at = Position { line: line.parse().ok()?, column: column.parse().ok()? };
        let spanned = spanned.trim().strip_prefix('`')?.strip_suffix('`')?;
        Some(Expected::Rejected { code: code.trim().to_owned(), at, text: spanned.to_owned() })
    };
    parse().ok_or_else(|| format!("expected ``CODE at LINE:COLUMN `text` ``, found {text:?}"))
}

/// `left => right`
fn implication(text: &str) -> Result<(&str, &str), String> {
    let (left, right) = text.rsplit_once("=>").ok_or_else(|| format!("expected `=>` in {text:?}"))?;
    Ok((left.trim(), right.trim()))
}

/// `x = text`
fn equation(text: &str) -> Result<(&str, &str), String> {
    let (name, text) = text.split_once('=').ok_or_else(|| format!("expected `name = …`, found {text:?}"))?;
    Ok((name.trim(), text.trim()))
}

/// `x = …, y = …`: every name exactly once, in any order.
fn assign<T>(
    text: &str,
    names: &[(Name, Ty)],
    read: impl Fn(&Ty, &str) -> Result<T, String>,
) -> Result<Vec<Given<T>>, String> {
    let equations = outer_commas(text).into_iter().map(equation).collect::<Result<Vec<_>, _>>()?;
    if let Some((stranger, _)) = equations.iter().find(|(x, _)| names.iter().all(|(name, _)| **name != **x)) {
        return Err(format!("expected one of the names {}, found {stranger}", listed(names)));
    }
    names
        .iter()
        .map(|(name, ty)| {
            let mut texts = equations.iter().filter(|(x, _)| **x == **name).map(|(_, text)| *text);
            match (texts.next(), texts.next()) {
                (Some(text), None) => Ok(Given { name: name.clone(), datum: read(ty, text)? }),
                (None, _) => Err(format!("nothing is given for {name}")),
                (Some(_), Some(_)) => Err(format!("{name} is given twice")),
            }
        })
        .collect()
}

fn listed(names: &[(Name, Ty)]) -> String {
    names.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(", ")
}

/// The parts between the commas that stand outside of all brackets.
fn outer_commas(text: &str) -> Vec<&str> {
    let (mut parts, mut open, mut start) = (Vec::new(), 0_i32, 0);
    for (i, c) in text.char_indices() {
        match c {
            '[' | '{' | '(' => open += 1,
            ']' | '}' | ')' => open -= 1,
            ',' if open == 0 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message about a file with this header and the inputs a, b : 2.
    fn message(header: &str) -> String {
        let text = format!("{header}\ninput a : 2\ninput b : 2\nmain = if a then b else b\n");
        let malformed = expectations(&text).expect_err("the header is malformed");
        format!("{:?}: {}", malformed.line, malformed.message)
    }

    #[test]
    fn a_header_is_read() {
        let text = "-- A comment: with a colon.\n-- type: 2\n-- case: b = ff, a = tt => ff\n\
                    -- vectors: a = [1, 2/3], b = [-1, 0] => [1, 0]\n\
                    input a : 2\ninput b : 2\nmain = if a then b else b\n";
        let read = expectations(text).unwrap_or_else(|malformed| panic!("{}", malformed.message));
        assert_eq!(read.iter().map(|e| e.line).collect::<Vec<_>>(), [2, 3, 4]);
        let Expected::Case { inputs, .. } = &read[1].expected else { panic!("the third line is a case") };
        assert_eq!(inputs.iter().map(|given| &*given.name).collect::<Vec<_>>(), ["a", "b"]);
        let Expected::Vectors { given, .. } = &read[2].expected else { panic!("the fourth line has vectors") };
        assert_eq!(vector::show(&Rat, &given[0].datum), "[1, 2/3]");
    }

    #[test]
    fn malformed_headers_are_reported_with_their_line() {
        let table = [
            ("-- nothing here", "None: the file states no expectation"),
            ("-- type: 2", "None: expected more than a type: a value, a case, or vectors"),
            ("-- tpye: 2", "Some(1): `tpye:` begins no expectation; see the README of the programs"),
            ("-- type: 2 -o", "Some(1): expected a type, found \"2 -o\""),
            ("-- type: 2 main = tt", "Some(1): expected a type, found \"2 main = tt\""),
            ("-- case: a = tt, b = tt => tt", "Some(1): expected `type:` above this line"),
            ("-- type: 2\n-- value: tt", "Some(2): main has the input a: expected `case:` or `vectors:`"),
            ("-- type: 2\n-- case: a = tt => tt", "Some(2): nothing is given for b"),
            ("-- type: 2\n-- case: a = tt, b = tt, a = ff => tt", "Some(2): a is given twice"),
            ("-- type: 2\n-- case: a = tt, c = tt => tt", "Some(2): expected one of the names a, b, found c"),
            ("-- type: 2\n-- case: a = tt, b = tt", "Some(2): expected `=>` in"),
            ("-- type: 2\n-- case: a = tt, b = (tt => tt", "Some(2): expected a value, found \"(tt\""),
            ("-- type: 2\n-- vectors: a = [1], b = [1, 0] => [1, 0]", "Some(2): type 2 takes 2 rows"),
            ("-- type: 2\n-- vectors: a = [1, 1], b = [1, 0] => [1, one]", "Some(2): expected a rational number"),
            ("-- type: 2\n-- out-of-fuel: network 5", "Some(2): expected `eval` or `denote`, and how much fuel"),
            ("-- rejected: unused 3:1 `x`", "Some(1): expected ``CODE at LINE:COLUMN `text` ``"),
            ("-- type: 2\n-- rejected: unused at 3:1 `x`", "None: a program that is rejected has no type and no value"),
        ];
        for (header, expected) in table {
            let found = message(header);
            assert!(found.starts_with(expected), "{header}\nexpected {expected}\nfound    {found}");
        }
    }
}
