//! Where cases come from: the corpus that is part of this program, or files.

use crate::case::{Case, read};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// The version of the corpus: it grows by one when cases are added, corrected or retracted.
pub const CORPUS: &str = "1";
/// The version of the languages that the cases are about.
pub const LANGUAGE: &str = "1";

/// The files under `corpus/cases`, by name.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));
static RETRACTIONS: &str = include_str!("../retractions.json");

/// A case that is no longer part of the corpus. Its id is not used again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retraction {
    /// Which case.
    pub id: String,
    /// The corpus version that it came with.
    pub since: String,
    /// The first corpus version without it.
    pub until: String,
    /// What was wrong with it.
    pub reason: String,
}

/// All cases of this version of the corpus.
///
/// # Errors
/// What is wrong with the files: of a released program, nothing.
pub fn all() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (name, text) in FILES {
        cases.extend(read(name, text)?);
    }
    distinct(cases)
}

/// The cases that were retracted.
///
/// # Errors
/// What is wrong with the file.
pub fn retractions() -> Result<Vec<Retraction>, String> {
    serde_json::from_str(RETRACTIONS).map_err(|e| format!("retractions.json: {e}"))
}

/// The cases in a file, or in all `.json` files of a folder and its folders.
///
/// # Errors
/// What is wrong with them.
pub fn from_path(path: &Path) -> Result<Vec<Case>, String> {
    let unreadable = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let (mut files, mut open) = (Vec::new(), vec![path.to_owned()]);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path).map_err(|e| unreadable(&path, e))? {
                let entry = entry.map_err(|e| unreadable(&path, e))?.path();
                if entry.is_dir() || entry.extension().is_some_and(|e| e == "json") {
                    open.push(entry);
                }
            }
        } else {
            files.push(path);
        }
    }
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|e| unreadable(&file, e))?;
        cases.extend(read(&file.display().to_string(), &text)?);
    }
    distinct(cases)
}

/// No id stands twice, and none is that of a retracted case; cases that ended are left out.
fn distinct(mut cases: Vec<Case>) -> Result<Vec<Case>, String> {
    let mut seen: HashSet<String> = retractions()?.into_iter().map(|retraction| retraction.id).collect();
    cases.retain(|case| case.until.is_none());
    for case in &cases {
        if !seen.insert(case.question.id.clone()) {
            return Err(format!("the id {} is used a second time", case.question.id));
        }
    }
    Ok(cases)
}

/// Which cases are meant.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Those of these groups; of all if there are none.
    pub groups: Vec<String>,
    /// Those with these ids, or ids that begin so and end in `*`; all if there are none.
    pub ids: Vec<String>,
    /// Those that need one of these capabilities; all if there are none.
    pub capabilities: Vec<String>,
}

impl Filter {
    /// Is the case meant?
    pub fn admits(&self, case: &Case) -> bool {
        let id = &case.question.id;
        let named = |pattern: &String| match pattern.strip_suffix('*') {
            Some(prefix) => id.starts_with(prefix),
            None => id == pattern,
        };
        let needs = case.question.needs();
        (self.groups.is_empty() || self.groups.contains(&case.group))
            && (self.ids.is_empty() || self.ids.iter().any(named))
            && (self.capabilities.is_empty() || self.capabilities.iter().any(|c| needs.contains_key(c)))
    }
}
