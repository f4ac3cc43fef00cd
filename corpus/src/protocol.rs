//! The messages between the runner and an implementation: JSON objects, one a line. `PROTOCOL.md` is the specification
//! for people, with examples.

use crate::case::{Capabilities, Limit, Phase, Question};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of the protocol.
pub const PROTOCOL: &str = "1";

/// What the runner says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "lowercase")]
pub enum Command {
    /// The first message.
    Start {
        /// [`PROTOCOL`]
        version: String,
    },
    /// A question.
    Run {
        /// To be echoed.
        seq: u64,
        /// The question.
        case: Box<Question>,
    },
    /// The last message: the implementation ends.
    Stop,
}

/// The answer to `start`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Started {
    /// Who answers.
    pub started: Implementation,
}

/// An implementation, and what it is capable of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Implementation {
    /// The protocol version that it speaks.
    pub version: String,
    /// Its name, perhaps with a version.
    pub implementation: String,
    /// What it is capable of: nothing else is asked.
    pub capabilities: Capabilities,
}

/// The answer to `run`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// The number of the question.
    pub seq: u64,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What an implementation may say about a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The program is accepted, and this is what was asked for.
    Result(Map<String, Value>),
    /// The program is rejected.
    Rejected {
        /// When. (None only in one-shot mode.)
        #[serde(default, skip_serializing_if = "Option::is_none")]
        phase: Option<Phase>,
        /// The code of the error.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<String>,
        /// For people; never compared.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// The case needs something that the implementation does not have.
    Unsupported {
        /// What.
        capability: String,
    },
    /// A limit was reached.
    Resource(Limit),
    /// The implementation does not want to answer.
    Skipped {
        /// Why.
        reason: String,
    },
    /// The implementation failed, and knows it.
    Errored {
        /// How.
        message: String,
    },
}

/// Reads the line of an implementation as an answer to question `seq`.
///
/// # Errors
/// What is wrong with it.
pub fn read_reply(line: &str, seq: u64) -> Result<Answer, String> {
    let reply: Reply = serde_json::from_str(line).map_err(|e| format!("{e} in {}", excerpt(line)))?;
    if reply.seq != seq {
        return Err(format!("an answer to question {}, but question {seq} was asked", reply.seq));
    }
    match &reply.answer {
        Answer::Rejected { phase: None, .. } => Err(format!("a rejection without a phase: {}", excerpt(line))),
        _ => Ok(reply.answer),
    }
}

/// The beginning of a text, on one line.
pub fn excerpt(text: &str) -> String {
    const SHOWN: usize = 200;
    let end = text.char_indices().nth(SHOWN);
    let shown = &text[..end.map_or(text.len(), |(i, _)| i)];
    let dots = if end.is_some() { "…" } else { "" };
    format!("`{}{dots}`", shown.escape_debug())
}
