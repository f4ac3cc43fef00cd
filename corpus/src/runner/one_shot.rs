//! One process for each case: the question on standard input, accepted with exit code 0 and the result on standard output,
//! rejected with exit code 1; anything else is a crash.

use super::Trouble;
use super::process::{Event, Process, Program};
use crate::case::{Phase, Question};
use crate::protocol::{Answer, excerpt};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The most that is read of an answer, in bytes.
const MAX_OUTPUT: usize = 1 << 26;
/// How often an interruption is looked for.
const TICK: Duration = Duration::from_millis(100);

/// Asks one question.
pub(super) fn ask(
    program: &Program,
    question: &Question,
    timeout: Duration,
    stop: &AtomicBool,
) -> Result<Answer, Trouble> {
    let deadline = Instant::now() + timeout;
    let mut process = Process::start(program).map_err(|e| Trouble::Crash(format!("cannot start: {e}")))?;
    process.send(serde_json::to_string(question).expect("BUG: a question has only text keys") + "\n");
    process.close_input();
    let mut output = String::new();
    loop {
        match process.next(deadline.min(Instant::now() + TICK)) {
            Event::Line(line) => {
                output.push_str(&line);
                output.push('\n');
                if output.len() > MAX_OUTPUT {
                    return Err(Trouble::Crash("output without an end".into()));
                }
            }
            Event::Endless => return Err(Trouble::Crash("a line without an end".into())),
            Event::Closed => break,
            Event::Late if stop.load(Ordering::Relaxed) => return Err(Trouble::Timeout),
            Event::Late => {}
        }
        if Instant::now() >= deadline {
            return Err(Trouble::Timeout);
        }
    }
    match process.wait(deadline).ok_or(Trouble::Timeout)?.code() {
        Some(0) => accepted(&output).map_err(Trouble::Crash),
        Some(1) => rejected(&output).map_err(Trouble::Crash),
        _ => Err(Trouble::Crash(process.obituary())),
    }
}

/// Exit code 0: the result, or one of the other answers of the protocol.
fn accepted(output: &str) -> Result<Answer, String> {
    let output = output.trim();
    let value: Value =
        serde_json::from_str(output).map_err(|e| format!("not an answer: {e} in {}", excerpt(output)))?;
    match (Answer::deserialize(&value), value) {
        (Ok(answer), _) => Ok(answer),
        (Err(_), Value::Object(result)) => Ok(Answer::Result(result)),
        (Err(_), _) => Err(format!("not an answer: {}", excerpt(output))),
    }
}

/// Exit code 1: the phase and the code, or nothing.
fn rejected(output: &str) -> Result<Answer, String> {
    let output = output.trim();
    let value: Map<String, Value> = match output {
        "" => Map::new(),
        _ => serde_json::from_str(output).map_err(|e| format!("not a rejection: {e} in {}", excerpt(output)))?,
    };
    let phase = value.get("phase").map(Phase::deserialize).transpose();
    let phase = phase.map_err(|e| format!("not a rejection: {e} in {}", excerpt(output)))?;
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    Ok(Answer::Rejected { phase, code: text("code"), message: text("message") })
}
