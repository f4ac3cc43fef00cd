//! `cajal check FILE…`: types, and all independent errors.

use super::{Exit, Shell, report, source};
use cajal_semantics::cajal::check_source;
use cajal_semantics::cajal::derivation::{self, Derivation, Rule};
use cajal_semantics::cajal::typing::Checked;
use dashu_int::UBig;
use serde_json::{Value, json};
use std::io;

/// Type programs: print the types of their definitions and of main, or all independent errors.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cajal check corpus/programs/parity.cj\n  \
                        echo 'main = (\\x:2. x) tt' | cajal check --json -")]
pub(super) struct Args {
    /// The programs; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Write the derivations of the definitions and of main, and how often each rule is used
    #[arg(long)]
    derivation: bool,
    /// One JSON object for each file
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let mut worst = Exit::Yes;
    for path in &args.files {
        worst = worst.max(file(args, path, shell)?);
    }
    Ok(worst)
}

fn file(args: &Args, path: &str, shell: &mut Shell) -> io::Result<Exit> {
    let source = match source::read(shell, args.json, path)? {
        Ok(source) => source,
        Err(exit) => return Ok(exit),
    };
    match check_source(&source) {
        Ok(checked) if args.json => {
            let mut answer = json(path, &checked);
            if args.derivation {
                answer["derivations"] = derivations(&checked).map(|(name, d)| json_derivation(name, d)).collect();
                answer["rules"] = derivation::coverage(&checked).iter().map(json_count).collect();
            }
            shell.json(&answer)?;
        }
        Ok(checked) => {
            text(path, &checked, shell)?;
            if args.derivation {
                for (name, derivation) in derivations(&checked) {
                    text_derivation(name, derivation, shell)?;
                }
                let counts = derivation::coverage(&checked);
                let counts: Vec<String> = counts.iter().map(|(rule, n)| format!("{rule} {n}")).collect();
                shell.line(&format!("  rules: {}", counts.join(", ")))?;
            }
        }
        Err(errors) => return report::rejection(shell, args.json, &errors, &source),
    }
    Ok(Exit::Yes)
}

fn json(path: &str, checked: &Checked) -> Value {
    let definitions = checked.globals.iter().filter(|g| g.body.is_some());
    let definitions: Vec<Value> = definitions.map(|g| json!({ "name": *g.name, "type": g.ty.to_string() })).collect();
    let main = checked.main.as_ref().map(|main| json!({ "type": main.ty().to_string() }));
    json!({ "ok": true, "defs": definitions, "main": main, "file": path })
}

fn text(path: &str, checked: &Checked, shell: &mut Shell) -> io::Result<()> {
    shell.line(&format!("{path}: ok"))?;
    for g in &checked.globals {
        let keyword = if g.body.is_some() { "def" } else { "extern" };
        shell.line(&format!("  {keyword} {} : {}", g.name, g.ty))?;
    }
    for x in &checked.inputs {
        shell.line(&format!("  input {} : {}", x.name, x.ty))?;
    }
    if let Some(main) = &checked.main {
        shell.line(&format!("  main : {}", main.ty()))?;
    }
    Ok(())
}

/// Longest derivation that is written out, in judgements.
const JUDGEMENTS: usize = 1_000;

/// The derivations of the definitions and of main.
fn derivations(checked: &Checked) -> impl Iterator<Item = (&str, Derivation<'_>)> {
    let definitions = checked.globals.iter().filter_map(|g| Some((&*g.name, Derivation::new(g.body.as_ref()?, &[]))));
    definitions.chain(checked.main.iter().map(|main| ("main", Derivation::new(main, &checked.inputs))))
}

fn text_derivation(name: &str, derivation: Derivation<'_>, shell: &mut Shell) -> io::Result<()> {
    shell.line(&format!("  derivation of {name}:"))?;
    let (judgements, all) = derivation::judgements(derivation, JUDGEMENTS);
    for judgement in judgements {
        shell.line(&format!("    {judgement}"))?;
    }
    if !all {
        shell.line(&format!("    … cut after {JUDGEMENTS} judgements"))?;
    }
    Ok(())
}

fn json_derivation(name: &str, derivation: Derivation<'_>) -> Value {
    let (judgements, all) = derivation::judgements(derivation, JUDGEMENTS);
    let judgement = |j: &derivation::Judgement| {
        let (rule, times) = &j.rule;
        json!({
            "depth": j.depth,
            "rule": format!("{rule:?}"),
            "times": times.to_string(),
            "conclusion": j.conclusion,
        })
    };
    json!({ "name": name, "judgements": judgements.iter().map(judgement).collect::<Value>(), "complete": all })
}

fn json_count((rule, n): (&Rule, &UBig)) -> Value {
    json!({ "rule": format!("{rule:?}"), "uses": n.to_string() })
}
