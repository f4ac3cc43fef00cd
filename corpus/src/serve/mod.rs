//! Our own implementation behind the protocol: `cajal corpus serve`.

mod cajal;
mod gradient;
mod stream;

use crate::case::{Capabilities, Extent, Language, Question};
use crate::protocol::{Answer, Command, Implementation, PROTOCOL, Reply, Started, excerpt};
use cajal_semantics::cajal::typing::Checked;
use std::io::{self, BufRead, Write};

/// Decides whether two programs denote the same map, testing counts up to a bound where it cannot decide; none if it does
/// not know.
pub type Decide<'a> = &'a dyn Fn(&Checked, &Checked, u64) -> Option<bool>;

/// The reference implementation, put together: deciding equality is a matter of a layer above this one.
#[derive(Clone, Copy)]
pub struct Reference<'a> {
    /// Where programs are taken from.
    pub form: Form,
    /// Answers `equiv`; if there is none, it is not supported.
    pub decide: Option<Decide<'a>>,
}

/// Where programs are taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// From the text.
    #[default]
    Source,
    /// From the data, as an implementation without a parser does.
    Ast,
}

/// Answers the messages of a runner until it says `stop`, or nothing more.
///
/// # Errors
/// Messages cannot be read or written.
pub fn serve(input: impl BufRead, mut output: impl Write, reference: Reference<'_>) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let reply = match serde_json::from_str(&line) {
            Ok(Command::Start { version: _ }) => {
                serde_json::to_string(&Started { started: reference.implementation() })
            }
            Ok(Command::Run { seq, case }) => serde_json::to_string(&Reply { seq, answer: reference.answer(&case) }),
            Ok(Command::Stop) => return Ok(()),
            Err(error) => {
                let message = format!("{error} in {}", excerpt(&line));
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        };
        writeln!(output, "{}", reply.expect("BUG: a message has only text keys"))?;
        output.flush()?;
    }
    Ok(())
}

/// Answers one question, in one-shot mode: the text for standard output, and the exit code.
///
/// # Errors
/// The input is no question.
pub fn one_shot(input: impl io::Read, reference: Reference<'_>) -> io::Result<(String, u8)> {
    let question: Question = serde_json::from_reader(input)?;
    let answer = reference.answer(&question);
    let text = match &answer {
        Answer::Result(result) => serde_json::to_string(result),
        Answer::Rejected { phase, code, message } => {
            serde_json::to_string(&serde_json::json!({ "phase": phase, "code": code, "message": message }))
        }
        Answer::Unsupported { .. } | Answer::Resource(_) | Answer::Skipped { .. } | Answer::Errored { .. } => {
            serde_json::to_string(&answer)
        }
    };
    let exit = u8::from(matches!(answer, Answer::Rejected { .. }));
    Ok((text.expect("BUG: a message has only text keys"), exit))
}

impl Reference<'_> {
    /// What we are capable of.
    fn implementation(&self) -> Implementation {
        let mut capabilities = Capabilities::new();
        for name in cajal::CAPABILITIES.iter().chain(stream::CAPABILITIES) {
            capabilities.insert((*name).to_owned(), Extent::Whole(true));
        }
        if self.form == Form::Ast {
            capabilities.remove("parser");
        }
        if self.decide.is_none() {
            capabilities.remove("equiv");
        }
        let implementation = format!("cajal {}", env!("CARGO_PKG_VERSION"));
        Implementation { version: PROTOCOL.into(), implementation, capabilities }
    }

    /// The answer to a question.
    pub fn answer(&self, question: &Question) -> Answer {
        let answer = match question.language {
            Language::Cajal => cajal::answer(question, self),
            Language::Stream => stream::answer(question),
        };
        answer.unwrap_or_else(|other| other)
    }
}

/// What comes of a question: an answer, or early another one.
type Answered = Result<Answer, Answer>;

/// Something that is not there.
fn unsupported(capability: impl Into<String>) -> Answer {
    Answer::Unsupported { capability: capability.into() }
}

/// A question that makes no sense: the fault of the case.
fn errored(message: impl Into<String>) -> Answer {
    Answer::Errored { message: message.into() }
}
