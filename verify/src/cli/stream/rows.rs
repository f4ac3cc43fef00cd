//! Given streams: files with one row for each base tick, as JSON lines (one object for each tick) or CSV (a header with
//! the names; an empty cell is absent; a tensor is a JSON list in quotes). Several files stand side by side.

use super::{Problem, values};
use cajal_semantics::stream::inputs::{Given, InputError};
use cajal_semantics::stream::system::{System, VarId};
use cajal_semantics::stream::value::{Type, Value};
use serde_json::Value as Json;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};

/// One entry for each input of the program, none where it is absent.
pub(super) type Row = Vec<Option<Value>>;

/// Files of given streams, read row by row.
pub(super) struct Rows {
    tables: Vec<Table>,
    inputs: Vec<(String, Type)>,
    /// The position of each input.
    places: HashMap<String, usize>,
    /// For each input, the table that gives it.
    source: Vec<Option<usize>>,
}

/// One file.
struct Table {
    name: String,
    lines: Box<dyn BufRead>,
    /// The names of the columns of a CSV file.
    header: Option<Vec<String>>,
    line: usize,
    buffer: String,
}

impl Rows {
    /// Opens files for the inputs of a system. `-` is standard input, which is CSV unless it begins with `{`.
    pub(super) fn open(paths: &[String], system: &System) -> Result<Self, Problem> {
        let inputs: Vec<(String, Type)> = system
            .inputs
            .iter()
            .map(|x| (system.variable(*x).name.to_string(), system.variable(*x).ty.clone()))
            .collect();
        let places = inputs.iter().enumerate().map(|(i, (name, _))| (name.clone(), i)).collect();
        let tables = paths.iter().map(|path| Table::open(path)).collect::<Result<Vec<Table>, Problem>>()?;
        let source = vec![None; inputs.len()];
        if tables.is_empty() && !inputs.is_empty() {
            let names: Vec<String> = inputs.iter().map(|(name, ty)| format!("`{name}: {ty}`")).collect();
            let message = format!("the program has the inputs {}; give them with --input", names.join(", "));
            return Err(Problem::new("input-missing", &system.name, message));
        }
        Ok(Rows { tables, inputs, places, source })
    }

    /// Is there nothing to read?
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The next row, if no file has ended; none if all have.
    pub(super) fn next(&mut self) -> Result<Option<Row>, Problem> {
        let mut row: Row = vec![None; self.inputs.len()];
        let mut ended = None;
        for number in 0..self.tables.len() {
            let Some(cells) = self.tables[number].cells()? else {
                if number > 0 && ended.is_none() {
                    return Err(self.shorter(number));
                }
                ended = Some(number);
                continue;
            };
            if let Some(first) = ended {
                return Err(self.shorter(first));
            }
            for (name, cell) in cells {
                self.cell(number, &name, &cell, &mut row)?;
            }
        }
        Ok(if ended.is_some() || self.tables.is_empty() { None } else { Some(row) })
    }

    fn shorter(&self, table: usize) -> Problem {
        let table = &self.tables[table];
        let message = format!("this file ends after line {}, another one goes on", table.line);
        Problem::new("input-short", &table.name, message)
    }

    fn cell(&mut self, number: usize, name: &str, cell: &Json, row: &mut Row) -> Result<(), Problem> {
        let table = &self.tables[number];
        let at = |message: String| format!("line {}: {message}", table.line);
        let Some(&place) = self.places.get(name) else {
            return Err(Problem::new("input-unknown", &table.name, at(format!("the program has no input `{name}`"))));
        };
        match self.source[place] {
            None => self.source[place] = Some(number),
            Some(other) if other == number => {}
            Some(_) => {
                let message = at(format!("the input `{name}` is given twice"));
                return Err(Problem::new("input-duplicate", &table.name, message));
            }
        }
        let ty = &self.inputs[place].1;
        if !cell.is_null() {
            let wrong = || at(format!("the input `{name}` must have type `{ty}`, found {}", shown(cell)));
            let value = values::value(cell, ty).ok_or_else(|| Problem::new("input-type", &table.name, wrong()))?;
            row[place] = Some(value);
        }
        Ok(())
    }

    /// All rows, or the first `limit`, as one stream for each input.
    pub(super) fn all(mut self, limit: Option<usize>) -> Result<Vec<Given>, Problem> {
        let mut given: Vec<Given> = vec![vec![]; self.inputs.len()];
        let mut ticks = 0;
        while limit.is_none_or(|limit| ticks < limit) {
            let Some(row) = self.next()? else { break };
            given.iter_mut().zip(row).for_each(|(stream, value)| stream.push(value));
            ticks += 1;
        }
        match self.source.iter().position(Option::is_none) {
            Some(place) if ticks > 0 => {
                let (name, ty) = &self.inputs[place];
                let files: Vec<&str> = self.tables.iter().map(|table| &*table.name).collect();
                let message = format!("the input `{name}: {ty}` is not given");
                Err(Problem::new("input-missing", &files.join(", "), message))
            }
            Some(_) | None => Ok(given),
        }
    }

    /// Where an input was given.
    pub(super) fn file(paths: &[String]) -> String {
        if paths.is_empty() { "the inputs".to_owned() } else { paths.join(", ") }
    }
}

/// What is wrong with given streams, as a problem of their files.
pub(super) fn misfit(error: &InputError, paths: &[String]) -> Problem {
    let code = match error {
        InputError::Number { .. } => "input-missing",
        InputError::Short { .. } => "input-short",
        InputError::Type { .. } => "input-type",
        InputError::Present { .. } | InputError::Absent { .. } => "input-clock",
    };
    Problem::new(code, &Rows::file(paths), error.to_string())
}

/// The names of streams, in order.
pub(super) fn names(system: &System, variables: &[VarId]) -> Vec<String> {
    variables.iter().map(|x| system.variable(*x).name.to_string()).collect()
}

/// A cell in a message: not more than a line of it.
fn shown(cell: &Json) -> String {
    let text = cell.to_string();
    if text.chars().count() <= 60 { text } else { format!("{}…", text.chars().take(60).collect::<String>()) }
}

impl Table {
    fn open(path: &str) -> Result<Table, Problem> {
        let lines: Box<dyn BufRead> = if path == "-" {
            Box::new(BufReader::new(stdin()))
        } else {
            let file = File::open(path)
                .map_err(|error| Problem::new("unreadable", path, format!("cannot read the file: {error}")))?;
            Box::new(BufReader::new(file))
        };
        let mut table = Table { name: path.to_owned(), lines, header: None, line: 0, buffer: String::new() };
        if table.is_csv()? && table.read_line()? {
            let header = record(&table.buffer).ok_or_else(|| table.malformed("a quote is not closed"))?;
            table.header = Some(header);
        }
        Ok(table)
    }

    fn malformed(&self, what: &str) -> Problem {
        Problem::new("input-syntax", &self.name, format!("line {}: {what}", self.line))
    }

    fn unreadable(&self, error: &std::io::Error) -> Problem {
        Problem::new("unreadable", &self.name, format!("cannot read the file: {error}"))
    }

    /// By the name of the file, or by its first character.
    fn is_csv(&mut self) -> Result<bool, Problem> {
        if self.name.ends_with(".csv") {
            return Ok(true);
        }
        if self.name != "-" {
            return Ok(false);
        }
        let begins = self.lines.fill_buf().map(|bytes| bytes.first().copied());
        let first = begins.map_err(|error| self.unreadable(&error))?;
        Ok(first.is_some_and(|byte| byte != b'{'))
    }

    /// The next line that is not empty.
    fn read_line(&mut self) -> Result<bool, Problem> {
        loop {
            self.buffer.clear();
            let read = self.lines.read_line(&mut self.buffer);
            self.line += 1;
            if read.map_err(|error| self.unreadable(&error))? == 0 {
                self.line -= 1;
                return Ok(false);
            }
            if !self.buffer.trim().is_empty() {
                return Ok(true);
            }
        }
    }

    /// The cells of the next row by name; none at the end.
    fn cells(&mut self) -> Result<Option<Vec<(String, Json)>>, Problem> {
        if !self.read_line()? {
            return Ok(None);
        }
        let Some(header) = &self.header else {
            let object: serde_json::Map<String, Json> = serde_json::from_str(self.buffer.trim())
                .map_err(|error| self.malformed(&format!("expected a JSON object: {error}")))?;
            return Ok(Some(object.into_iter().collect()));
        };
        let cells = record(&self.buffer).ok_or_else(|| self.malformed("a quote is not closed"))?;
        if cells.len() != header.len() {
            return Err(self.malformed(&format!("{} cells for {} columns", cells.len(), header.len())));
        }
        let cell = |text: &String| match text.trim() {
            "" => Json::Null,
            text => serde_json::from_str(text).unwrap_or_else(|_| Json::String(text.to_owned())),
        };
        Ok(Some(header.iter().cloned().zip(cells.iter().map(cell)).collect()))
    }
}

/// The cells of a line of CSV; none if a quote is not closed. (A cell may not contain a line break.)
fn record(line: &str) -> Option<Vec<String>> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.trim_end_matches(['\n', '\r']).chars().peekable();
    while let Some(character) = characters.next() {
        let cell = cells.last_mut()?;
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cell.push(other),
        }
    }
    (!quoted).then(|| cells.into_iter().map(|cell| cell.trim().to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::record;

    #[test]
    fn a_record_of_csv() {
        assert_eq!(record("a, b,\"[1,2]\",\r\n"), Some(vec!["a".into(), "b".into(), "[1,2]".into(), String::new()]));
        assert_eq!(record("\"say \"\"no\"\"\""), Some(vec!["say \"no\"".into()]));
        assert_eq!(record("\"open"), None);
    }
}
