//! `cajal repl`: definitions that stay, and terms with their types, values and meanings.

use super::{Exit, Shell, denote, eval, report};
use cajal_semantics::cajal::check_source;
use cajal_semantics::cajal::denote::{Env, Model, Undefined};
use cajal_semantics::cajal::error::Error;
use cajal_semantics::cajal::eval::machine;
use cajal_semantics::cajal::parse;
use cajal_semantics::cajal::typing::{Checked, Typed};
use cajal_semantics::cajal::vector::{self, VectorError};
use cajal_semantics::scalar::Rat;
use cajal_semantics::source::Source;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use serde_json::json;
use std::io::{self, BufRead as _, IsTerminal as _};

const HELP: &str = "\
def x : τ = e     keeps a definition; a second one of the same name replaces the first
extern x : τ      keeps a name for neurons that are not there yet
e                 prints the type and the value of a term
:type e           prints the type of a term
:denote e         prints the meaning of a term, over the rational numbers
:defs             prints what is defined
:help  :quit
An entry that is not complete goes on in the next line; an empty line ends it.";

/// Columns that are shown of a function out of N.
const COLUMNS: usize = 8;

/// Define, type, evaluate and denote interactively.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  printf 'def not : 2 -o 2 = \\\\x:2. if x then ff else tt\\nnot tt\\n' | cajal repl"
)]
pub(super) struct Args {
    /// One JSON object for each entry
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let mut session = Session { json: args.json, definitions: Vec::new(), worst: Exit::Yes };
    if !io::stdin().is_terminal() {
        let mut entry = String::new();
        for line in io::stdin().lock().lines() {
            if session.line(&line?, &mut entry, shell)? {
                return Ok(session.worst);
            }
        }
        session.entry(&entry, shell)?;
        return Ok(session.worst);
    }
    let mut editor = DefaultEditor::new().map_err(io::Error::other)?;
    shell.line("Cajal. :help says what there is; Ctrl-D leaves.")?;
    let mut entry = String::new();
    loop {
        shell.flush()?;
        match editor.readline(if entry.is_empty() { "cajal> " } else { "     | " }) {
            Ok(line) => {
                let _ = editor.add_history_entry(&line);
                if session.line(&line, &mut entry, shell)? {
                    return Ok(Exit::Yes);
                }
            }
            Err(ReadlineError::Interrupted) => entry.clear(),
            Err(ReadlineError::Eof) => return Ok(Exit::Yes),
            Err(error) => return Err(io::Error::other(error)),
        }
    }
}

/// What was defined so far.
struct Session {
    json: bool,
    /// The names and the texts of the items, in order.
    definitions: Vec<(String, String)>,
    worst: Exit,
}

impl Session {
    /// Takes a line. Is it the last one?
    fn line(&mut self, line: &str, entry: &mut String, shell: &mut Shell) -> io::Result<bool> {
        if entry.is_empty() && line.trim() == ":quit" {
            return Ok(true);
        }
        entry.push_str(line);
        entry.push('\n');
        if line.trim().is_empty() || !is_open(entry) {
            let entry = std::mem::take(entry);
            self.entry(&entry, shell)?;
        }
        Ok(false)
    }

    /// Takes a whole entry.
    fn entry(&mut self, entry: &str, shell: &mut Shell) -> io::Result<()> {
        let entry = entry.trim();
        let (command, term) = match entry.strip_prefix(':') {
            Some(command) => command.split_once(char::is_whitespace).unwrap_or((command, "")),
            None => ("", entry),
        };
        match command {
            "" if entry.is_empty() => Ok(()),
            "" => self.program(entry, shell),
            "type" => self.term(term, shell, Self::show_type),
            "denote" => self.term(term, shell, Self::show_meaning),
            "defs" => self.definitions.iter().try_for_each(|(_, text)| shell.line(text)),
            "help" => shell.line(HELP),
            _ => {
                let message = format!("there is no command :{command}; :help says what there is");
                self.worst = self.worst.max(report::misuse(shell, self.json, message, &Source::new("repl", ""))?);
                Ok(())
            }
        }
    }

    /// Items to keep, or a term to evaluate.
    fn program(&mut self, entry: &str, shell: &mut Shell) -> io::Result<()> {
        let (program, errors) = parse::parse(entry);
        if program.items.is_empty() || !errors.is_empty() {
            return self.term(entry, shell, Self::show_value);
        }
        let mut definitions = self.definitions.clone();
        for item in &program.items {
            let (name, text) = (item.binder.ident.name.to_string(), entry[item.span.range()].to_owned());
            match definitions.iter_mut().find(|(known, _)| *known == name) {
                Some(known) => known.1 = text,
                None => definitions.push((name, text)),
            }
        }
        let source = Source::new("repl", text_of(&definitions));
        match check_source(&source) {
            Err(errors) => self.reject(&errors, &source, shell),
            Ok(_) => {
                self.definitions = definitions;
                for item in &program.items {
                    let (name, ty) = (&item.binder.ident.name, &item.binder.ty);
                    if self.json {
                        shell.json(&json!({ "def": **name, "type": ty.to_string() }))?;
                    } else {
                        shell.line(&format!("{name} : {ty}"))?;
                    }
                }
                match program.main.and_then(|main| main.term) {
                    Some(main) => self.term(&entry[main.span().range()], shell, Self::show_value),
                    None => Ok(()),
                }
            }
        }
    }

    /// Types a term and shows something of it.
    fn term(
        &mut self,
        term: &str,
        shell: &mut Shell,
        show: fn(&mut Self, &Typed, &Source, &mut Shell) -> io::Result<()>,
    ) -> io::Result<()> {
        let source = Source::new("repl", format!("{}{}", text_of(&self.definitions), term.trim()));
        match check_source(&source) {
            Err(errors) => self.reject(&errors, &source, shell),
            Ok(Checked { main: Some(main), .. }) => show(self, &main, &source, shell),
            Ok(Checked { main: None, .. }) => Ok(()),
        }
    }

    fn show_type(&mut self, e: &Typed, _: &Source, shell: &mut Shell) -> io::Result<()> {
        if self.json { shell.json(&json!({ "type": e.ty().to_string() })) } else { shell.line(&e.ty().to_string()) }
    }

    fn show_value(&mut self, e: &Typed, source: &Source, shell: &mut Shell) -> io::Result<()> {
        match machine::eval(e, eval::FUEL) {
            Ok(evaluated) => {
                let (value, ty) = (eval::shown(&evaluated.value), e.ty().to_string());
                if self.json {
                    shell.json(&json!({ "value": value, "type": ty, "steps": evaluated.steps }))
                } else {
                    shell.line(&format!("{value} : {ty}"))
                }
            }
            Err(stopped) => {
                self.worst = self.worst.max(report::exit_of(stopped.code()));
                report::failure(shell, self.json, &[stopped.diagnostic(e.span())], source)
            }
        }
    }

    fn show_meaning(&mut self, e: &Typed, source: &Source, shell: &mut Shell) -> io::Result<()> {
        let mut model = Model::new(Rat, denote::FUEL);
        let element = model.denote(e, &Env::new());
        let mut vector = |horizon| model.vector(element.as_ref().map_err(Clone::clone)?, e.ty(), horizon);
        let (found, columns) = match vector(None) {
            Err(Undefined::Vector(VectorError::Horizon { .. })) => (vector(Some(COLUMNS)), Some(COLUMNS)),
            found => (found, None),
        };
        match found {
            Ok(v) if self.json => {
                let columns = columns.map_or(String::new(), |k| format!(r#","horizon":{k}"#));
                let value = vector::to_json(&Rat, &v);
                shell.line(&format!(r#"{{"type":{},"value":{value}{columns}}}"#, json!(e.ty().to_string())))
            }
            Ok(v) => {
                if let Some(k) = columns {
                    shell.line(&format!("the first {k} columns of each N:"))?;
                }
                shell.line(&vector::show(&Rat, &v))
            }
            Err(undefined) => {
                self.worst = self.worst.max(report::exit_of(undefined.code()));
                report::failure(shell, self.json, &[undefined.diagnostic(e.span())], source)
            }
        }
    }

    fn reject(&mut self, errors: &[Error], source: &Source, shell: &mut Shell) -> io::Result<()> {
        self.worst = self.worst.max(report::rejection(shell, self.json, errors, source)?);
        Ok(())
    }
}

fn text_of(definitions: &[(String, String)]) -> String {
    definitions.iter().map(|(_, text)| format!("{text}\n")).collect()
}

/// Does the entry break off where something must follow?
fn is_open(entry: &str) -> bool {
    let text = match entry.strip_prefix(':') {
        Some(command) => command.split_once(char::is_whitespace).map_or("", |(_, term)| term),
        None => entry,
    };
    let (_, errors) = parse::parse(text);
    errors.first().is_some_and(|first| {
        matches!(first, Error::Syntax { .. }) && first.span().start as usize >= text.trim_end().len()
    })
}
