//! A case: a program, what is asked about it, and the answers that are right. The format of the files is described by
//! `case.schema.json` beside them.

use crate::ast::{Ast, Code};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;

/// The format of case files that this crate reads.
pub const FORMAT: &str = "1";

/// A file of cases.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// [`FORMAT`]
    pub format: String,
    /// The group that all of its cases belong to.
    pub group: String,
    /// The cases.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// What an implementation is told.
    #[serde(flatten)]
    pub question: Question,
    /// One line: why there is this case.
    pub rationale: String,
    /// The rule, the section of a paper, or the public report that it guards against.
    pub reference: String,
    /// The corpus version that it came with.
    pub since: String,
    /// The first corpus version without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The answers that are right.
    pub expect: Expect,
    /// How near a number must be; exact if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<Tolerance>,
    /// Where the expectation comes from, if not from the reference implementation.
    pub witness: Witness,
    /// The group, from the file.
    #[serde(skip)]
    pub group: String,
}

/// The part of a case that an implementation gets to see.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Immutable, never used again: lower-case letters, digits and dashes.
    pub id: String,
    /// For people.
    pub title: String,
    /// Which of the two languages.
    pub language: Language,
    /// What is asked.
    pub verb: Verb,
    /// The program.
    pub source: String,
    /// The program for an implementation without a parser; none for a text that does not parse, and for streams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ast: Option<Ast>,
    /// The second program of `equiv`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<Other>,
    /// The semiring of numbers, where it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scalars: Option<String>,
    /// What an implementation must be capable of, besides the verb and the scalars.
    #[serde(default)]
    pub capabilities: Capabilities,
    /// The arguments of the verb.
    #[serde(default)]
    pub given: Given,
}

/// Names of capabilities, each with `true`, or how much of it.
pub type Capabilities = BTreeMap<String, Extent>;

/// The keys of a case.
const KEYS: [&str; 17] = [
    "id",
    "title",
    "language",
    "verb",
    "source",
    "ast",
    "other",
    "scalars",
    "capabilities",
    "given",
    "rationale",
    "reference",
    "since",
    "until",
    "expect",
    "tolerance",
    "witness",
];

/// Which language a program is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Cajal(⊸, 2, N)
    Cajal,
    /// Bidirectional streams
    Stream,
}

/// What is asked about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verb {
    /// Its type, or a rejection.
    Check,
    /// Its value; for streams its outputs.
    Eval,
    /// The exact vector or matrix.
    Denote,
    /// The compiled neurons on inputs.
    Run,
    /// The gradient.
    Grad,
    /// The state-space form.
    Realise,
    /// Is it equal to another program?
    Equiv,
}

impl Verb {
    /// The name in the files.
    pub fn name(self) -> &'static str {
        match self {
            Verb::Check => "check",
            Verb::Eval => "eval",
            Verb::Denote => "denote",
            Verb::Run => "run",
            Verb::Grad => "grad",
            Verb::Realise => "realise",
            Verb::Equiv => "equiv",
        }
    }
}

/// The second program of `equiv`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Other {
    /// The program.
    pub source: String,
    /// The same for an implementation without a parser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ast: Option<Ast>,
}

/// How much of a capability: all of it, or up to a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Extent {
    /// `true`: needed, or offered without a limit. (`false`: as if it were not there.)
    Whole(bool),
    /// A decimal number.
    UpTo(String),
}

/// The arguments of a verb.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// Values, vectors or streams for inputs and externs.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub inputs: Map<String, Value>,
    /// For `denote` and `run` the number of columns for each argument of type N; for streams the number of ticks, or `inf`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<String>,
    /// How many steps an evaluator may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<String>,
    /// What `grad` differentiates in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrt: Option<Vec<String>>,
    /// What `grad` is given at the output; all ones if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cotangent: Option<Value>,
    /// How far `equiv` may look for a difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// The node of a stream program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The output that a stream gradient is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<String>,
    /// The raw least fixpoint of a stream program, without the analyses that guarantee that it is total.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lfp: bool,
}

/// The answers that are right.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Expect {
    /// Accepted, with this result.
    Result(Value),
    /// Rejected.
    Rejected(Rejection),
    /// A limit is reached.
    Resource(Limit),
    /// Any of these.
    Any(Vec<Expect>),
}

/// A rejection that is right.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rejection {
    /// When.
    pub phase: Phase,
    /// The codes, any of which is right.
    pub codes: Vec<String>,
}

/// When a program is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The text does not fit the grammar.
    Syntax,
    /// By a check before it runs: names, linearity, types, clocks, initialisation, causality.
    Static,
    /// When it is run: inputs that do not fit, or an extern without weights.
    Dynamic,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Syntax => "syntax",
            Phase::Static => "static",
            Phase::Dynamic => "dynamic",
        })
    }
}

/// A limit of an implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Too many steps.
    Fuel,
    /// Too large.
    Size,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Fuel => "fuel",
            Limit::Size => "size",
        })
    }
}

/// How near a number must be to the expected one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tolerance {
    /// At most this many representable numbers away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ulps: Option<String>,
    /// Or: |found − expected| ≤ absolute + relative · |expected|
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relative: Option<String>,
    /// See `relative`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absolute: Option<String>,
}

/// The second source of an expectation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    /// Its kind.
    pub by: WitnessKind,
    /// The derivation, or what the script computes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The script, from the root of the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
}

/// Kinds of second sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WitnessKind {
    /// Computed by hand.
    Hand,
    /// All possibilities were looked at.
    Exhaustion,
    /// An independent script.
    Script,
}

/// Reads a file of cases.
///
/// # Errors
/// What is wrong with it, naming the case.
pub fn read(name: &str, text: &str) -> Result<Vec<Case>, String> {
    let file: Value = serde_json::from_str(text).map_err(|e| format!("{name}: {e}"))?;
    for case in file["cases"].as_array().into_iter().flatten() {
        let keys = case.as_object().into_iter().flat_map(Map::keys);
        if let Some(key) = keys.into_iter().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(format!("{name}: {}: no case has a key `{key}`", case["id"]));
        }
        Case::deserialize(case).map_err(|e| format!("{name}: {}: {e}", case["id"]))?;
    }
    let mut file: File = serde_json::from_value(file).map_err(|e| format!("{name}: {e}"))?;
    if file.format != FORMAT {
        return Err(format!("{name}: format {:?}, this program reads format {FORMAT:?}", file.format));
    }
    for case in &mut file.cases {
        case.group.clone_from(&file.group);
        case.well_formed().map_err(|problem| format!("{name}: {}: {problem}", case.question.id))?;
    }
    Ok(file.cases)
}

impl Case {
    /// What the types above do not say.
    fn well_formed(&self) -> Result<(), String> {
        let question = &self.question;
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if question.id.is_empty() || !question.id.chars().all(legal) {
            return Err("an id consists of lower-case letters, digits and dashes".into());
        }
        let stream_verb = matches!(question.verb, Verb::Check | Verb::Eval | Verb::Grad);
        if question.language == Language::Stream && !stream_verb {
            return Err(format!("there is no verb {} for streams", question.verb.name()));
        }
        if question.other.is_some() != (question.verb == Verb::Equiv) {
            return Err("`equiv`, and nothing else, has an `other` program".into());
        }
        if question.language == Language::Cajal
            && question.ast.is_none()
            && question.capabilities.get("parser") != Some(&Extent::Whole(true))
        {
            return Err("a case without `ast` needs the capability `parser`".into());
        }
        if self.witness.by == WitnessKind::Script && self.witness.script.is_none() {
            return Err("which script is the witness?".into());
        }
        Ok(())
    }
}

impl Question {
    /// Everything that an implementation must be capable of: the verb, the scalars, and what is listed.
    pub fn needs(&self) -> Capabilities {
        let mut needs = self.capabilities.clone();
        let verb = match self.language {
            Language::Cajal => self.verb.name().to_owned(),
            Language::Stream => format!("stream-{}", self.verb.name()),
        };
        needs.insert(verb, Extent::Whole(true));
        if let Some(scalars) = &self.scalars {
            let ring = scalars.split(':').next().unwrap_or_default();
            needs.insert(format!("scalars-{ring}"), Extent::Whole(true));
        }
        needs
    }

    /// The first capability that is needed and not offered (enough of).
    pub fn missing(&self, offered: &Capabilities) -> Option<String> {
        self.needs().into_iter().find(|(name, need)| !covers(offered.get(name), need)).map(|(name, need)| match need {
            Extent::Whole(_) => name,
            Extent::UpTo(n) => format!("{name} {n}"),
        })
    }
}

/// Is what is offered at least what is needed?
fn covers(offered: Option<&Extent>, need: &Extent) -> bool {
    match (offered, need) {
        (_, Extent::Whole(false)) | (Some(Extent::Whole(true)), _) => true,
        (None | Some(Extent::Whole(false)), _) => false,
        (Some(Extent::UpTo(_)), Extent::Whole(true)) => true,
        (Some(Extent::UpTo(have)), Extent::UpTo(need)) => {
            // Decimal numbers of any size: the longer one is greater.
            let (have, need) = (have.trim_start_matches('0'), need.trim_start_matches('0'));
            (have.len(), have) >= (need.len(), need)
        }
    }
}

/// A λ value, as an answer or an argument: its code.
pub fn code(value: &Value) -> Option<Code> {
    Code::deserialize(value).ok()
}
