//! An implementation as a server: started once, asked over the protocol, started again when it died.

use super::process::{Event, Process};
use super::{Options, Trouble, speaks};
use crate::case::Question;
use crate::protocol::{Answer, Command, Implementation, PROTOCOL, Started, excerpt, read_reply};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Starts in a row that may fail before no more are tried.
const MAX_FAILED_STARTS: u32 = 3;
/// Lines before one answer that may be no messages: what an implementation prints by the way is ignored, but not without
/// end.
const MAX_NOISE: u64 = 10_000;
/// How often an interruption is looked for.
const TICK: Duration = Duration::from_millis(100);
/// How long a process may take to end after `stop`.
const FAREWELL: Duration = Duration::from_secs(2);

/// A conversation with an implementation.
pub(super) struct Session<'a> {
    options: &'a Options,
    stop: &'a AtomicBool,
    implementation: Implementation,
    process: Option<Process>,
    seq: u64,
    failed_starts: u32,
    noise: u64,
    starts: u64,
}

impl<'a> Session<'a> {
    /// Starts the implementation for the first time.
    pub(super) fn open(options: &'a Options, stop: &'a AtomicBool) -> Result<Session<'a>, String> {
        let implementation =
            Implementation { version: String::new(), implementation: String::new(), capabilities: Default::default() };
        let (process, seq, failed_starts, noise, starts) = (None, 0, 0, 0, 0);
        let mut session = Session { options, stop, implementation, process, seq, failed_starts, noise, starts };
        session.implementation = session.start()?;
        Ok(session)
    }

    pub(super) fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    pub(super) fn options(&self) -> &Options {
        self.options
    }

    /// Starts a process and greets it.
    fn start(&mut self) -> Result<Implementation, String> {
        self.starts += 1;
        let name = self.options.program.command.to_string_lossy();
        let process = Process::start(&self.options.program).map_err(|e| format!("cannot start {name}: {e}"))?;
        self.process = Some(process);
        let greeting = Command::Start { version: PROTOCOL.into() };
        let line = self.exchange(&greeting, self.options.start_timeout).map_err(|trouble| match trouble {
            Trouble::Crash(how) => format!("{name} does not answer `start`: {how}"),
            Trouble::Timeout => format!("{name} does not answer `start` in time"),
        });
        let implementation = line.and_then(|line| {
            let started: Started = serde_json::from_str(&line).map_err(|e| {
                format!("{name} does not answer `start` as the protocol says: {e} in {}", excerpt(&line))
            })?;
            speaks(&started.started).map(|()| started.started)
        });
        if implementation.is_err() {
            self.process = None;
        }
        implementation
    }

    /// Asks one question.
    pub(super) fn ask(&mut self, question: &Question) -> Result<Answer, Trouble> {
        if self.process.is_none() {
            if self.failed_starts == MAX_FAILED_STARTS {
                return Err(Trouble::Crash("it cannot be started again".into()));
            }
            if let Err(why) = self.start() {
                self.failed_starts += 1;
                return Err(Trouble::Crash(why));
            }
            self.failed_starts = 0;
        }
        self.seq += 1;
        let run = Command::Run { seq: self.seq, case: Box::new(question.clone()) };
        let answer = self.exchange(&run, self.options.timeout).and_then(|line| {
            read_reply(&line, self.seq).map_err(|problem| Trouble::Crash(format!("not an answer: {problem}")))
        });
        if answer.is_err() {
            // What it may still have to say would be taken for the answer to the next question.
            self.process = None;
        }
        answer
    }

    /// Sends a message and waits for a line that looks like one.
    fn exchange(&mut self, command: &Command, timeout: Duration) -> Result<String, Trouble> {
        let deadline = Instant::now() + timeout;
        let Some(process) = &mut self.process else { return Err(Trouble::Crash("there is no process".into())) };
        let mut message = serde_json::to_string(command).expect("BUG: a message has only text keys");
        message.push('\n');
        process.send(message);
        let mut ignored = 0;
        loop {
            match process.next(deadline.min(Instant::now() + TICK)) {
                Event::Line(line) if line.starts_with('{') => return Ok(line),
                Event::Line(line) => {
                    if !line.is_empty() {
                        self.noise += 1;
                        ignored += 1;
                    }
                    if ignored > MAX_NOISE {
                        return Err(Trouble::Crash(format!(
                            "{MAX_NOISE} lines that are no messages, the last {}",
                            excerpt(&line)
                        )));
                    }
                }
                Event::Endless => return Err(Trouble::Crash("a line without an end".into())),
                Event::Closed => return Err(Trouble::Crash(process.obituary())),
                Event::Late if self.stop.load(Ordering::Relaxed) => return Err(Trouble::Timeout),
                Event::Late => {}
            }
            if Instant::now() >= deadline {
                return Err(Trouble::Timeout);
            }
        }
    }

    /// Says goodbye: how many lines were no messages, how often a process was started.
    pub(super) fn close(mut self) -> (u64, u64) {
        if let Some(mut process) = self.process.take() {
            process.send(serde_json::to_string(&Command::Stop).expect("BUG: a message has only text keys") + "\n");
            process.close_input();
            process.wait(Instant::now() + FAREWELL);
        }
        (self.noise, self.starts)
    }
}
