//! Running the chunks of a shard on several threads, in order as far as anybody can see.

use super::chunk::Worker;
use super::plan::{Plan, Shard, chunk, chunks};
use super::store::Report;
use super::tally::Tally;
use crate::enumerate::TooMany;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// How far a campaign is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Chunks of this shard that are done.
    pub done: u64,
    /// Chunks of this shard.
    pub of: u64,
}

/// Runs what is left of a report's shard, and adds to it. `watch` is called after each chunk, in order, with the report so
/// far; when `stop` is set, the chunks that were begun are finished, and no more are begun.
///
/// # Errors
/// [`TooMany`]
pub fn run(
    plan: &Plan,
    report: &mut Report,
    threads: usize,
    stop: &AtomicBool,
    mut watch: impl FnMut(&Report, Progress),
) -> Result<(), TooMany> {
    let stages = plan.stages()?;
    let Shard { index, of } = report.shard;
    let total = chunks(&stages);
    let mine = total.saturating_sub(index).div_ceil(of);
    let next = AtomicU64::new(report.done);
    let (sender, receiver) = mpsc::channel::<(u64, Tally)>();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, stages) = (sender.clone(), &next, &stages);
            scope.spawn(move || {
                let mut worker = Worker::default();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= mine {
                        return;
                    }
                    let (stage, range) = chunk(stages, index + number * of);
                    if sender.send((number, worker.chunk(plan, stages, stage, range))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Chunks are added in their order, so that the report is always that of a prefix.
        let mut waiting: BTreeMap<u64, Tally> = BTreeMap::new();
        for (number, tally) in receiver {
            waiting.insert(number, tally);
            while let Some(tally) = waiting.remove(&report.done) {
                report.tally.merge(tally);
                report.done += 1;
                report.complete = report.done == mine;
                watch(report, Progress { done: report.done, of: mine });
            }
        }
    });
    report.complete = report.done == mine;
    Ok(())
}
