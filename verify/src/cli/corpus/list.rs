//! `cajal corpus list` and `cajal corpus show ID`.

use super::{Selection, usage};
use crate::cli::{Exit, Shell};
use cajal_corpus::case::{Case, Extent, Language};
use cajal_corpus::store;
use serde_json::json;
use std::io;

/// List cases: id, group, verb and title.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cajal corpus list --group typing\n  cajal corpus list --capability denote --json")]
pub(super) struct ListArgs {
    #[command(flatten)]
    selection: Selection,
    /// One JSON object for each case
    #[arg(long)]
    json: bool,
}

/// Show a case: the program, what is asked, what is right, and why.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cajal corpus show typing-ok-var-identity")]
pub(super) struct ShowArgs {
    /// The id of the case
    #[arg(value_name = "ID")]
    id: String,
    /// Cases from a file or folder instead of those that come with this program
    #[arg(long, value_name = "PATH")]
    cases: Option<std::path::PathBuf>,
    /// The case as it stands in its file
    #[arg(long)]
    json: bool,
}

pub(super) fn list(args: &ListArgs, shell: &mut Shell) -> io::Result<Exit> {
    let cases = match args.selection.cases(shell) {
        Ok(cases) => cases,
        Err(exit) => return Ok(exit),
    };
    let width = cases.iter().map(|case| case.question.id.len()).max().unwrap_or(0);
    for case in &cases {
        let question = &case.question;
        if args.json {
            shell.json(&json!({
                "id": question.id,
                "group": case.group,
                "language": question.language,
                "verb": question.verb,
                "title": question.title,
                "needs": question.needs(),
            }))?;
        } else {
            shell.line(&format!("{:<width$}  {:<8} {}", question.id, question.verb.name(), question.title))?;
        }
    }
    if !args.json {
        shell.line(&format!("{} cases", cases.len()))?;
    }
    Ok(Exit::Yes)
}

pub(super) fn show(args: &ShowArgs, shell: &mut Shell) -> io::Result<Exit> {
    let read = match &args.cases {
        Some(path) => store::from_path(path),
        None => store::all(),
    };
    let cases = match read {
        Ok(cases) => cases,
        Err(problem) => return Ok(usage(shell, &problem)),
    };
    let Some(case) = cases.iter().find(|case| case.question.id == args.id) else {
        let retracted = store::retractions().unwrap_or_default().into_iter().find(|r| r.id == args.id);
        return Ok(match retracted {
            Some(r) => usage(shell, &format!("{} was retracted in version {}: {}", r.id, r.until, r.reason)),
            None => usage(shell, &format!("there is no case {}; `cajal corpus list` shows all", args.id)),
        });
    };
    if args.json {
        let mut value = json!(case);
        value["group"] = json!(case.group);
        shell.json(&value)?;
    } else {
        text(case, shell)?;
    }
    Ok(Exit::Yes)
}

/// A case for people.
fn text(case: &Case, shell: &mut Shell) -> io::Result<()> {
    let question = &case.question;
    let language = match question.language {
        Language::Cajal => "",
        Language::Stream => "stream ",
    };
    shell.line(&format!("{}: {}", question.id, question.title))?;
    shell.line("")?;
    for line in question.source.lines() {
        shell.line(&format!("    {line}"))?;
    }
    if let Some(other) = &question.other {
        shell.line("  against")?;
        for line in other.source.lines() {
            shell.line(&format!("    {line}"))?;
        }
    }
    shell.line("")?;
    let mut entry = |term: &str, text: String| match text.as_str() {
        "" | "{}" | "null" => Ok(()),
        _ => shell.line(&format!("{term:<10} {text}")),
    };
    entry("verb", format!("{language}{}", question.verb.name()))?;
    entry("given", json!(question.given).to_string())?;
    entry("scalars", question.scalars.clone().unwrap_or_default())?;
    entry("expected", json!(case.expect).to_string())?;
    entry("tolerance", json!(case.tolerance).to_string())?;
    let needs = question.needs().into_iter().map(|(name, extent)| match extent {
        Extent::Whole(_) => name,
        Extent::UpTo(n) => format!("{name} {n}"),
    });
    entry("needs", needs.collect::<Vec<_>>().join(", "))?;
    entry("why", case.rationale.clone())?;
    entry("reference", case.reference.clone())?;
    let script = case.witness.script.as_ref().map(|script| format!(" ({script})")).unwrap_or_default();
    entry("witness", format!("{}{script}", case.witness.note))?;
    entry("group", case.group.clone())
}
