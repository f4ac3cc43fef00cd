//! `cajal stream run FILE`: a program in a pipe. Outputs are written as soon as they are known.

use super::rows::{self, Rows};
use super::{Exit, LIMIT, Problem, Shell, Ticks, checked, horizon, values};
use cajal_compile::stream::{Executable, FeedError, Row, Run, Timing, TooLarge};
use serde_json::{Map, Value as Json};
use std::io;

/// Run a program on input that arrives tick by tick.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    cajal stream run corpus/streams/gae.bs --horizon inf --input - < corpus/streams/inputs/gae.jsonl\n  \
    cajal stream run corpus/streams/counter.bs --horizon 5 --csv\n\n\
    Without --input, a program with inputs reads standard input. With --horizon inf a program is accepted only if every \
    output has a bounded latency, apart from what waits for the end of a segment; then memory is bounded, too.")]
pub(super) struct Args {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The node to be run
    #[arg(long, value_name = "NODE", default_value = "main")]
    node: String,
    /// The most ticks (else until the input ends), or inf
    #[arg(long, value_name = "N|inf")]
    horizon: Option<Ticks>,
    /// Files with the inputs, .jsonl or .csv; `-` is standard input
    #[arg(long, value_name = "FILE")]
    input: Vec<String>,
    /// Write CSV instead of JSON lines
    #[arg(long)]
    csv: bool,
    /// Say errors as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let (_, checked) = match checked(shell, args.json, &args.file, &args.node, horizon(args.horizon))? {
        Ok(checked) => checked,
        Err(exit) => return Ok(exit),
    };
    let executable = Executable::new(&checked, Timing::Online);
    let system = executable.system();
    let paths = if args.input.is_empty() && !system.inputs.is_empty() && args.file != "-" {
        vec!["-".to_owned()]
    } else {
        args.input.clone()
    };
    let limit = match args.horizon {
        Some(Ticks::Number(ticks)) => Some(ticks),
        Some(Ticks::Infinite) | None => None,
    };
    let opened = Rows::open(&paths, system).and_then(|rows| {
        let run = executable.start(0).map_err(|TooLarge| too_large(&args.file))?;
        Ok((rows, run))
    });
    let (mut rows, mut run) = match opened {
        Ok(opened) => opened,
        Err(problem) => return problem.report(shell, args.json),
    };
    let endless = rows.is_empty();
    let mut writer = Writer { names: rows::names(system, &system.outputs), csv: args.csv };
    writer.header(shell)?;
    while limit.is_none_or(|limit| run.received() < limit) {
        let row = if endless { Ok(Some(vec![])) } else { rows.next() };
        let fed = row.and_then(|row| {
            let Some(row) = row else { return Ok(false) };
            run.feed(&row).map(|()| true).map_err(|error| match error {
                FeedError::Input(error) => rows::misfit(&error, &paths),
                FeedError::TooLarge => too_large(&args.file),
            })
        });
        match fed {
            Ok(true) => writer.known(&mut run, shell)?,
            Ok(false) => break,
            Err(problem) => return problem.report(shell, args.json),
        }
    }
    if let Some(limit) = limit.filter(|limit| run.received() < *limit) {
        let message = format!("the inputs end after {} ticks; {limit} are needed", run.received());
        return Problem::new("input-short", &Rows::file(&paths), message).report(shell, args.json);
    }
    run.finish();
    writer.known(&mut run, shell)?;
    Ok(Exit::Yes)
}

fn too_large(file: &str) -> Problem {
    Problem::new(LIMIT, file, "the streams do not fit into memory")
}

/// Writes rows.
struct Writer {
    names: Vec<String>,
    csv: bool,
}

impl Writer {
    fn header(&mut self, shell: &mut Shell) -> io::Result<()> {
        if self.csv { shell.line(&self.names.join(",")) } else { Ok(()) }
    }

    /// All rows that are known by now; their reader gets them at once.
    fn known(&mut self, run: &mut Run, shell: &mut Shell) -> io::Result<()> {
        let mut written = false;
        while let Some(row) = run.next_row() {
            self.row(&row, shell)?;
            written = true;
        }
        if written { shell.flush() } else { Ok(()) }
    }

    fn row(&mut self, row: &Row, shell: &mut Shell) -> io::Result<()> {
        let cells = row.iter().map(|value| value.as_ref().map_or(Json::Null, values::json));
        if !self.csv {
            let object: Map<String, Json> = self.names.iter().cloned().zip(cells).collect();
            return shell.json(&Json::Object(object));
        }
        let text = |cell: Json| match cell {
            Json::Null => String::new(),
            Json::String(text) => text,
            Json::Array(_) => format!("\"{cell}\""),
            Json::Bool(_) | Json::Number(_) | Json::Object(_) => cell.to_string(),
        };
        shell.line(&cells.map(text).collect::<Vec<_>>().join(","))
    }
}
