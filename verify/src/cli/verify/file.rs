//! The theorems on the user's programs: typing, value = denotation = compiled neurons, and all the others.

use super::super::{Exit, Shell, report, source};
use super::Args;
use crate::theorems::{Otherwise, Subject, Theorem};
use cajal_semantics::cajal::parse;
use cajal_semantics::cajal::syntax::{ItemKind, Main, Program, Term, TermKind};
use cajal_semantics::source::Source;
use serde_json::{Value, json};
use std::io;

/// Steps of evaluation, or rounds and applications, that one check of a file may take.
const FUEL: u64 = 200_000;

pub(super) fn run(args: &Args, theorems: &[Theorem], shell: &mut Shell) -> io::Result<Exit> {
    let mut worst = Exit::Yes;
    for path in &args.files {
        worst = worst.max(file(args, theorems, path, shell)?);
    }
    Ok(worst)
}

/// What was found out about a program.
struct Findings {
    ty: Option<String>,
    value: Option<String>,
    /// By theorem: nothing if it holds.
    outcomes: Vec<(&'static str, Option<Otherwise>)>,
}

fn file(args: &Args, theorems: &[Theorem], path: &str, shell: &mut Shell) -> io::Result<Exit> {
    let source = match source::read(shell, args.json, path)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    let findings = match verify(&source, args.seed, theorems) {
        Ok(findings) => findings,
        Err(errors) => return report::rejection(shell, args.json, &errors, &source),
    };
    let exit = exit(&findings);
    if args.json {
        shell.json(&as_json(path, &findings, exit))?;
    } else {
        text(path, &findings, exit, shell)?;
    }
    Ok(exit)
}

fn verify(
    source: &Source,
    seed: u64,
    theorems: &[Theorem],
) -> Result<Findings, Vec<cajal_semantics::cajal::error::Error>> {
    let (program, errors) = parse::parse(&source.text);
    if !errors.is_empty() {
        // The type errors of what could be parsed are reported with the others.
        return Err(cajal_semantics::cajal::check_source(source).err().unwrap_or(errors));
    }
    let mut findings = Findings { ty: None, value: None, outcomes: vec![] };
    let whole = Subject::new(program.clone(), seed)?;
    if let Some(main) = &whole.checked.main {
        findings.ty = Some(main.ty().to_string());
        let subject = whole.with_fuel(FUEL);
        findings.value = subject.value().map(|value| cajal_semantics::cajal::pretty::term(&value, usize::MAX));
        findings.outcomes = outcomes(&subject, theorems);
        return Ok(findings);
    }
    // A file without a main term is a library: each definition is verified as if it were main.
    for item in &program.items {
        if let ItemKind::Def(Some(_)) = item.kind {
            let name = TermKind::Var(item.binder.ident.name.clone());
            let main = Some(Main { keyword: None, term: Some(Term::new(name, item.binder.ident.span)) });
            let definition = Subject::new(Program { main, ..program.clone() }, seed)?;
            findings.outcomes.extend(outcomes(&definition.with_fuel(FUEL), theorems));
        }
    }
    Ok(findings)
}

fn outcomes(subject: &Subject, theorems: &[Theorem]) -> Vec<(&'static str, Option<Otherwise>)> {
    theorems.iter().map(|theorem| (theorem.name, (theorem.check)(subject).err())).collect()
}

fn exit(findings: &Findings) -> Exit {
    let of = |outcome: &Option<Otherwise>| match outcome {
        None | Some(Otherwise::Silent) => Exit::Yes,
        Some(Otherwise::Limit(_)) => Exit::Unknown,
        Some(Otherwise::Violated(_)) => Exit::No,
    };
    let exits: Vec<Exit> = findings.outcomes.iter().map(|(_, outcome)| of(outcome)).collect();
    // A violation outweighs a limit, whatever the numbers of the codes.
    if exits.contains(&Exit::No) { Exit::No } else { exits.into_iter().max().unwrap_or(Exit::Yes) }
}

fn word(outcome: &Option<Otherwise>) -> (&'static str, Option<&str>) {
    match outcome {
        None => ("holds", None),
        Some(Otherwise::Silent) => ("silent", None),
        Some(Otherwise::Limit(why)) => ("limit", Some(why)),
        Some(Otherwise::Violated(why)) => ("violated", Some(why)),
    }
}

fn verdict(exit: Exit) -> &'static str {
    match exit {
        Exit::Yes => "verified",
        Exit::No => "violated",
        Exit::Unknown | Exit::Usage => "unknown",
    }
}

fn as_json(path: &str, findings: &Findings, exit: Exit) -> Value {
    let theorems = findings.outcomes.iter().map(|(name, outcome)| match word(outcome) {
        (verdict, None) => json!({ "name": name, "verdict": verdict }),
        (verdict, Some(message)) => json!({ "name": name, "verdict": verdict, "message": message }),
    });
    json!({
        "ok": exit == Exit::Yes,
        "verdict": verdict(exit),
        "type": findings.ty,
        "value": findings.value,
        "theorems": theorems.collect::<Vec<_>>(),
        "file": path,
    })
}

fn text(path: &str, findings: &Findings, exit: Exit, shell: &mut Shell) -> io::Result<()> {
    let hold = findings.outcomes.iter().filter(|(_, outcome)| outcome.is_none()).count();
    let ty = findings.ty.as_ref().map_or(String::new(), |ty| format!("  main : {ty}"));
    let value = findings.value.as_ref().map_or(String::new(), |value| format!(" = {value}"));
    shell.line(&format!("{path}: {}{ty}{value}  ({hold} theorems hold)", verdict(exit)))?;
    for (name, outcome) in &findings.outcomes {
        if let (verdict @ ("limit" | "violated"), Some(message)) = word(outcome) {
            shell.line(&format!("  {verdict} {name}: {message}"))?;
        }
    }
    Ok(())
}
