//! `cajal realise FILE`: the state-space form.

use super::{Exit, Shell, side};
use crate::decide::Side;
use cajal_compile::realise::matrix::Matrix;
use cajal_compile::realise::{Part, Realisation, Weights, realise, realise_directly};
use cajal_semantics::cajal::syntax::Name;
use cajal_semantics::cajal::vector;
use cajal_semantics::scalar::{Rat, Semiring};
use dashu_ratio::RBig;
use serde_json::{Value, json};
use std::io;

/// Print the state-space form of a program: its value at counts n₁ … nₖ is C·M₁^n₁ ⋯ Mₖ^nₖ·B, exactly.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cajal realise --minimise corpus/programs/parity.cj\n  \
                        cajal realise corpus/programs/recurrence_of_two_dimensions.cj --input 'step=[[0,2],[3,0]]'")]
pub(super) struct Args {
    /// A program: FILE for its main term, FILE:def for a definition
    #[arg(value_name = "FILE")]
    file: String,
    /// The weights of an extern, exact
    #[arg(long, value_name = "NAME=VECTOR")]
    input: Vec<String>,
    /// With the least number of states
    #[arg(long)]
    minimise: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let side = match side::read(shell, args.json, &args.file)? {
        Ok(side) => side,
        Err(exit) => return Ok(exit),
    };
    let realised = if args.minimise { realise } else { realise_directly };
    let mut weights = Weights::new();
    for given in &args.input {
        match extern_weights(&side, given) {
            Ok((name, coordinates)) => weights.insert(name, coordinates),
            Err(message) => {
                shell.complain(&format!("error: {message}"));
                return Ok(Exit::Usage);
            }
        };
    }
    match realised(&side.checked, &side.term, &weights) {
        Ok(realisation) if args.json => shell.json(&json(&realisation))?,
        Ok(realisation) => text(&realisation, shell)?,
        Err(reason) => {
            if args.json {
                shell.json(&json!({ "ok": false, "reason": reason.to_string() }))?;
            } else {
                shell.complain(&format!("{}: no state-space form: {reason}", args.file));
            }
            return Ok(Exit::Unknown);
        }
    }
    Ok(Exit::Yes)
}

/// Reads `NAME=VECTOR` for an extern of the program, as coordinates.
fn extern_weights(side: &Side, given: &str) -> Result<(Name, Vec<RBig>), String> {
    let (name, text) = given.split_once('=').ok_or_else(|| format!("expected NAME=VECTOR, found {given:?}"))?;
    let mut externs = side.checked.globals.iter().filter(|g| g.body.is_none());
    let g = externs.find(|g| &*g.name == name).ok_or_else(|| format!("the program has no extern `{name}`"))?;
    if !g.ty.is_nat_free() {
        return Err(format!("the extern {name} of type {} has no finite matrix", g.ty));
    }
    let vector = vector::read(&Rat, &g.ty, None, text).map_err(|e| format!("{name}: {e}"))?;
    Ok((g.name.clone(), vector.coordinates(&RBig::ZERO, 0).expect("BUG: a type without N has no horizon")))
}

fn matrix(m: &Matrix) -> Vec<Vec<String>> {
    (0..m.rows()).map(|i| m.row(i).iter().map(|x| Rat.show(x)).collect()).collect()
}

/// Where the part of a result of type N stands, such as `n+2`.
fn position(r: &Realisation, part: &Part) -> Option<String> {
    part.position.as_ref().map(|p| match p.count {
        Some(count) if p.shift.is_zero() => r.inputs[count.0].name.to_string(),
        Some(count) => format!("{}+{}", r.inputs[count.0].name, p.shift),
        None => p.shift.to_string(),
    })
}

fn json(r: &Realisation) -> Value {
    let parts = r.parts.iter().map(|part| {
        let form = &part.form;
        let name = |input: &cajal_compile::realise::Input| r.inputs[input.0].name.to_string();
        let letters = form.letters.iter().zip(&form.series.letters);
        json!({
            "position": position(r, part),
            "dimension": form.series.dimension(),
            "C": matrix(&form.series.output),
            "A": letters.map(|(input, m)| (name(input), json!(matrix(m)))).collect::<serde_json::Map<_, _>>(),
            "B": matrix(&form.series.input),
            "columns": form.columns.iter().map(|(input, _)| name(input)).collect::<Vec<_>>(),
        })
    });
    let inputs = r.inputs.iter().map(|x| json!({ "name": *x.name, "type": x.ty.to_string() }));
    json!({
        "ok": true,
        "inputs": inputs.collect::<Vec<_>>(),
        "result": r.result.to_string(),
        "parts": parts.collect::<Vec<_>>(),
    })
}

fn text(r: &Realisation, shell: &mut Shell) -> io::Result<()> {
    let show = |m: &Matrix| {
        let rows: Vec<String> = matrix(m).iter().map(|row| format!("[{}]", row.join(", "))).collect();
        format!("[{}]", rows.join(", "))
    };
    for part in &r.parts {
        let form = &part.form;
        let at = position(r, part).map_or(String::new(), |p| format!("at index {p}: "));
        let powers = form.letters.iter().map(|input| {
            let name = &r.inputs[input.0].name;
            format!("·A_{name}^{name}")
        });
        let states = form.series.dimension();
        let plural = if states == 1 { "" } else { "s" };
        shell.line(&format!("{at}C{}·B with {states} state{plural}", powers.collect::<String>()))?;
        shell.line(&format!("  C = {}", show(&form.series.output)))?;
        for (input, m) in form.letters.iter().zip(&form.series.letters) {
            shell.line(&format!("  A_{} = {}", r.inputs[input.0].name, show(m)))?;
        }
        shell.line(&format!("  B = {}", show(&form.series.input)))?;
    }
    Ok(())
}
