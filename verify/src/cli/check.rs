//! `cajal check FILE…`: types, and all independent errors.

use super::{Exit, Shell, report, source};
use cajal_semantics::cajal::check_source;
use cajal_semantics::cajal::typing::Checked;
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
        Ok(checked) if args.json => shell.json(&json(path, &checked))?,
        Ok(checked) => text(path, &checked, shell)?,
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
