//! The campaign: with progress, stopped by Ctrl-C, resumed from its report.

use super::super::{Exit, Shell, interrupt};
use super::Args;
use crate::campaign::{self, Method, Plan, Report, Shard};
use crate::theorems::Theorem;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::{Duration, Instant};

/// A report that is resumed from is written this often.
const SAVED_EVERY: Duration = Duration::from_secs(5);

/// Where there is no terminal, a line of progress is written this often.
const SAID_EVERY: Duration = Duration::from_secs(10);

pub(super) fn run(args: &Args, theorems: Vec<Theorem>, shell: &mut Shell) -> io::Result<Exit> {
    let report = if args.merge.is_empty() { checked(args, theorems, shell)? } else { merged(args, shell)? };
    let report = match report {
        Ok(report) => report,
        Err(exit) => return Ok(exit),
    };
    for path in &args.report {
        let written = if path.extension().is_some_and(|extension| extension == "html") {
            fs::write(path, campaign::html(&report))
        } else {
            campaign::save(&report, path)
        };
        if let Err(error) = written {
            shell.complain(&format!("error: cannot write {}: {error}", path.display()));
            return Ok(Exit::Usage);
        }
    }
    if args.json {
        shell.json(&report.to_json())?;
    } else {
        table(&report, shell)?;
    }
    counterexamples(&report, &args.counterexamples, shell)?;
    Ok(match (report.tally.violated(), report.complete) {
        (true, _) => Exit::No,
        (false, true) => Exit::Yes,
        (false, false) => Exit::Unknown,
    })
}

/// Puts the reports of shards together.
fn merged(args: &Args, shell: &mut Shell) -> io::Result<Result<Report, Exit>> {
    let reports: io::Result<Vec<Report>> = args.merge.iter().map(|path| campaign::load(path)).collect();
    let merged = reports.map_err(|error| error.to_string()).and_then(campaign::merge);
    Ok(merged.map_err(|message| {
        shell.complain(&format!("error: {message}"));
        Exit::Usage
    }))
}

/// Runs the campaign, or what is left of it.
fn checked(args: &Args, theorems: Vec<Theorem>, shell: &mut Shell) -> io::Result<Result<Report, Exit>> {
    let plan = Plan { theorems, programs: args.programs, size: args.size, seed: args.seed };
    let mut report = match &args.resume {
        Some(path) if path.exists() => match resumed(&plan, args.shard, path) {
            Ok(report) => report,
            Err(message) => {
                shell.complain(&format!("error: {message}"));
                return Ok(Err(Exit::Usage));
            }
        },
        Some(_) | None => Report::new(&plan, args.shard),
    };
    let stop = interrupt::flag();
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let (started, before) = (Instant::now(), report.seconds);
    let mut watch = Watch::new(shell, args.seed);
    let mut saved = Instant::now();
    let mut failure = None;
    let ran = campaign::run(&plan, &mut report, threads.max(1), stop, |report, progress| {
        watch.show(progress.done, progress.of);
        if let Some(path) = &args.resume
            && saved.elapsed() >= SAVED_EVERY
        {
            saved = Instant::now();
            let mut so_far = report.clone();
            so_far.seconds = before + started.elapsed().as_secs_f64();
            failure = campaign::save(&so_far, path).err().or(failure.take());
        }
    });
    report.seconds = before + started.elapsed().as_secs_f64();
    watch.bar.finish_and_clear();
    if let Err(error) = ran {
        shell.complain(&format!("error: {error}: choose a smaller --size"));
        return Ok(Err(Exit::Unknown));
    }
    if let Some(path) = &args.resume {
        failure = campaign::save(&report, path).err().or(failure);
    }
    if let Some(error) = failure {
        shell.complain(&format!("error: cannot write the report to resume from: {error}"));
        return Ok(Err(Exit::Usage));
    }
    Ok(Ok(report))
}

fn resumed(plan: &Plan, shard: Shard, path: &Path) -> Result<Report, String> {
    let report = campaign::load(path).map_err(|error| error.to_string())?;
    if report.plan != plan.fingerprint() || report.shard != shard {
        return Err(format!("{} is the report of another campaign: {}", path.display(), report.plan));
    }
    Ok(report)
}

/// Progress: a bar on a terminal, lines otherwise.
struct Watch {
    bar: ProgressBar,
    lines: bool,
    said: Instant,
}

impl Watch {
    fn new(shell: &mut Shell, seed: u64) -> Watch {
        let lines = !io::stderr().is_terminal();
        let bar = if lines { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let style = ProgressStyle::with_template("{wide_bar} {percent} %  {elapsed} (left: {eta})  seed {msg}");
        bar.set_style(style.expect("BUG: the template is well-formed"));
        bar.set_message(seed.to_string());
        if lines {
            shell.complain(&format!("verify: seed {seed}"));
        }
        Watch { bar, lines, said: Instant::now() }
    }

    fn show(&mut self, done: u64, of: u64) {
        self.bar.set_length(of);
        self.bar.set_position(done);
        if self.lines && self.said.elapsed() >= SAID_EVERY {
            self.said = Instant::now();
            eprintln!("verify: {done} of {of} chunks");
        }
    }
}

/// theorem · random · exhaustive · verdict
fn table(report: &Report, shell: &mut Shell) -> io::Result<()> {
    let tally = &report.tally;
    shell.line(&format!(
        "{:<40} {:>10} {:>10} {:>8} {:>6}  verdict",
        "theorem", "random", "exhaustive", "silent", "limit"
    ))?;
    for name in campaign::names(report) {
        let of = |method| tally.counts.get(&(name.clone(), method)).cloned().unwrap_or_default();
        let (random, every) = (of(Method::Random), of(Method::Every));
        let violated = random.violated + every.violated;
        let verdict = if violated > 0 { format!("VIOLATED by {violated}") } else { "holds".to_owned() };
        shell.line(&format!(
            "{name:<40} {:>10} {:>10} {:>8} {:>6}  {verdict}",
            random.holds,
            every.holds,
            random.silent + every.silent,
            random.limit + every.limit
        ))?;
    }
    if let Some([a, b]) = &tally.pair {
        shell.line("no program tells these apart, and their neurons differ:")?;
        shell.line(&format!("  {a}\n  {b}"))?;
    }
    let state = if report.complete { "complete" } else { "incomplete" };
    let Shard { index, of } = report.shard;
    let part = if of == 1 { String::new() } else { format!(" (shard {}/{of})", index + 1) };
    shell.line(&format!(
        "{state}{part}: {} checks in {:.1} s, seed {}, every program up to its size bound: see --report",
        tally.checks(),
        report.seconds,
        report.seed
    ))
}

/// Each counterexample as a program that can be run again.
fn counterexamples(report: &Report, directory: &Path, shell: &mut Shell) -> io::Result<()> {
    for (theorem, found) in &report.tally.counterexamples {
        let path = directory.join(format!("{}.cj", theorem.replace('/', "-")));
        let message = found.message.replace('\n', " ");
        let again = format!("cajal verify --theorem {theorem} --seed {} {}", found.seed, path.display());
        let text = format!("-- violates {theorem}: {message}\n-- {again}\n{}", found.source);
        fs::create_dir_all(directory)?;
        fs::write(&path, &text)?;
        shell.complain(&format!("{text}-- saved as {}", path.display()));
    }
    Ok(())
}
