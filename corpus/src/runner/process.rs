//! The other implementation as a process: lines to it, lines from it, and an end to it in every case.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read: an answer is much shorter.
const MAX_LINE: u64 = 1 << 26;
/// Bytes of standard error that are kept, for the report of a crash.
const KEPT: usize = 2_000;
/// Lines that wait to be looked at; an implementation that prints more of them has to wait.
const WAITING: usize = 64;

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program.
    pub command: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// What comes from a process.
pub(super) enum Event {
    /// A line of its standard output.
    Line(String),
    /// A line that is too long to be one.
    Endless,
    /// The end of its standard output.
    Closed,
    /// Nothing in time.
    Late,
}

/// A running process. Dropped, it is killed, with all processes of its group.
pub(super) struct Process {
    child: Child,
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Event>,
    errors: Arc<Mutex<VecDeque<u8>>>,
}

impl Process {
    /// Starts the program.
    pub(super) fn start(program: &Program) -> io::Result<Process> {
        let mut command = Command::new(&program.command);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let taken = "BUG: the pipe was asked for and not yet taken";
        let (mut stdin, stdout, stderr) =
            (child.stdin.take().expect(taken), child.stdout.take().expect(taken), child.stderr.take().expect(taken));
        // Each pipe has a thread of its own: an implementation that does not read, or writes without end to either
        // output, blocks its thread and not the runner.
        let (to, lines) = channel::<Vec<u8>>();
        thread::spawn(move || lines.iter().try_for_each(|line| stdin.write_all(&line).and_then(|()| stdin.flush())));
        let (events, from) = sync_channel(WAITING);
        thread::spawn(move || read_lines(BufReader::new(stdout), &events));
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = errors.clone();
        thread::spawn(move || keep_last(stderr, &kept));
        Ok(Process { child, to: Some(to), from, errors })
    }

    /// Sends text. Whether it arrives shows in the answer.
    pub(super) fn send(&self, text: impl Into<Vec<u8>>) {
        if let Some(to) = &self.to {
            let _ = to.send(text.into());
        }
    }

    /// Closes the standard input, when all has been written.
    pub(super) fn close_input(&mut self) {
        self.to = None;
    }

    /// The next event before a deadline.
    pub(super) fn next(&self, deadline: Instant) -> Event {
        match self.from.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Late,
            Err(RecvTimeoutError::Disconnected) => Event::Closed,
        }
    }

    /// Waits for the end of the process. None if it does not end in time.
    pub(super) fn wait(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// How the process ended, in words, with the last line that it wrote to standard error.
    pub(super) fn obituary(&mut self) -> String {
        const GRACE: Duration = Duration::from_millis(500);
        let ended = match self.wait(Instant::now() + GRACE) {
            Some(status) => format!("the process ended ({status})"),
            None => "the process closed its output".to_owned(),
        };
        // The thread that reads standard error may be a moment behind.
        thread::sleep(Duration::from_millis(5));
        let kept: Vec<u8> = self.errors.lock().map(|kept| kept.iter().copied().collect()).unwrap_or_default();
        let text = String::from_utf8_lossy(&kept);
        match text.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(last) => format!("{ended}: {}", last.trim()),
            None => ended,
        }
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn read_lines(mut output: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let mut line = Vec::new();
        let event = match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Event::Closed,
            Ok(n) if n as u64 == MAX_LINE && line.last() != Some(&b'\n') => Event::Endless,
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
        };
        let last = !matches!(event, Event::Line(_));
        if events.send(event).is_err() || last {
            return;
        }
    }
}

fn keep_last(mut output: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(n) = output.read(&mut buffer) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend(&buffer[..n]);
        let excess = kept.len().saturating_sub(KEPT);
        kept.drain(..excess);
        if n == 0 {
            return;
        }
    }
}
