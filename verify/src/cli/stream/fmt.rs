//! `cajal stream fmt FILE [--check] [--width N]`

use super::{Exit, Shell, parsed};
use cajal_semantics::stream::print;
use serde_json::json;
use std::io;

/// Print a program in the standard layout, or check that programs are in it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cajal stream fmt corpus/streams/gae.bs\n  \
                        cajal stream fmt --check corpus/streams/*.bs")]
pub(super) struct Args {
    /// The program; `-` is standard input. Several with --check
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print nothing but the names of the files that are not in the standard layout, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// The columns to stay within
    #[arg(long, value_name = "N", default_value_t = 100)]
    width: usize,
    /// One JSON object for each file
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    if args.files.len() > 1 && !args.check {
        shell.complain("error: several files only with --check");
        return Ok(Exit::Usage);
    }
    let mut worst = Exit::Yes;
    for path in &args.files {
        worst = worst.max(file(args, path, shell)?);
    }
    Ok(worst)
}

fn file(args: &Args, path: &str, shell: &mut Shell) -> io::Result<Exit> {
    let (source, program) = match parsed(shell, args.json, path)? {
        Ok(parsed) => parsed,
        Err(exit) => return Ok(exit),
    };
    let text = print(&program, args.width);
    let formatted = text == source.text;
    match (args.check, args.json) {
        (true, true) => shell.json(&json!({ "ok": true, "formatted": formatted, "file": path }))?,
        (true, false) if !formatted => shell.line(path)?,
        (true, false) => {}
        (false, true) => shell.json(&json!({ "ok": true, "text": text, "file": path }))?,
        (false, false) => shell.text(&text)?,
    }
    Ok(if args.check && !formatted { Exit::No } else { Exit::Yes })
}
