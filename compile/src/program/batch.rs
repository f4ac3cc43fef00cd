//! Running a program on batches, over all cores where that pays.

use super::arithmetic::Arithmetic;
use super::lower::{NotLowered, Shape, lower};
use super::memory::{Closed, Memory};
use super::plan::Choice;
use super::{BlockId, Part, Program};
use crate::network::Network;

/// A thread gets at least so many multiply-adds.
const WORK_OF_A_THREAD: u64 = 4_000_000;

/// A lowered network with its neurons linked, and the arenas to run it in. Inputs, outputs and cotangents of a batch are one
/// sample behind the other; each has the coordinates of its type in the order of `Vector::coordinates`.
#[derive(Debug)]
pub struct Runner<T> {
    program: Program,
    shape: Shape,
    closed: Vec<T>,
    arenas: Vec<Vec<T>>,
    multiply_adds: u64,
    cells: u64,
    threads: usize,
}

/// The gradients of one batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradients<T> {
    /// With respect to each input, for each sample.
    pub inputs: Vec<Vec<T>>,
    /// With respect to each extern, summed over all samples.
    pub externs: Vec<Vec<T>>,
}

impl<T: Arithmetic> Runner<T> {
    /// Lowers a network. `inputs` and `externs`: how many coordinates each has (of a sequence, its length). `samples`: how many will be
    /// run for one linking, about; the plan depends on it.
    ///
    /// # Errors
    /// Why the network is not lowered; `eval` runs it.
    pub fn new(
        network: &Network,
        inputs: &[usize],
        externs: &[usize],
        gradients: bool,
        samples: usize,
    ) -> Result<Runner<T>, String> {
        let shape = Shape { inputs: inputs.to_vec(), externs: externs.to_vec(), gradients, samples };
        let program = lower(network, &shape).map_err(|NotLowered(reason)| reason)?;
        let closed = vec![T::zero(); program.closed];
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut runner = Runner { program, shape, closed, arenas: vec![], multiply_adds: 0, cells: 0, threads };
        if externs.is_empty() {
            runner.link(&[]);
        }
        Ok(runner)
    }

    /// At most so many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Links neurons, and computes what is closed.
    pub fn link(&mut self, externs: &[&[T]]) {
        for (place, neurons) in self.program.externs.iter().zip(externs) {
            if let Some(place) = place {
                self.closed[place.start..place.start + place.rows].clone_from_slice(neurons);
            }
        }
        let mut samples = vec![T::zero(); self.program.rows];
        let mut memory = Program::closed_memory(&mut self.closed, &mut samples);
        self.program.run(BlockId::CLOSED, &mut memory);
        self.multiply_adds += memory.multiply_adds;
        self.cells += memory.cells;
    }

    /// What was chosen for each recurrence.
    pub fn choices(&self) -> &[Choice] {
        &self.program.choices
    }

    /// Coordinates of the output.
    pub fn output_len(&self) -> usize {
        self.program.output.rows
    }

    /// Multiply-adds and applications of cells so far.
    pub fn work(&self) -> (u64, u64) {
        (self.multiply_adds, self.cells)
    }

    /// Runs a batch. `output` takes the coordinates of all samples. Allocates only where the batch is larger than before.
    pub fn run(&mut self, inputs: &[&[T]], batch: usize, output: &mut [T]) {
        let threads = self.threads_for(batch);
        let share = batch.div_ceil(threads).max(1);
        self.reserve(threads, share);
        let (program, closed, rows) = (&self.program, &self.closed, self.program.output.rows);
        let tasks = self.arenas.iter_mut().zip(output.chunks_mut((share * rows).max(1))).enumerate();
        let work = if threads == 1 {
            tasks
                .map(|(i, (arena, output))| {
                    forward(program, closed, arena, inputs, [i * share, share.min(batch), batch], output)
                })
                .collect()
        } else {
            std::thread::scope(|scope| {
                let handles: Vec<_> = tasks
                    .map(|(i, (arena, output))| {
                        let width = share.min(batch - i * share);
                        scope.spawn(move || forward(program, closed, arena, inputs, [i * share, width, batch], output))
                    })
                    .collect();
                handles.into_iter().map(|h| h.join().expect("BUG: a kernel panicked")).collect::<Work>()
            })
        };
        self.multiply_adds += work.0;
        self.cells += work.1;
    }

    /// Runs a batch forwards and backwards: the output, and the gradients for a cotangent of it for each sample.
    pub fn gradients(&mut self, inputs: &[&[T]], batch: usize, output: &mut [T], cotangent: &[T]) -> Gradients<T> {
        assert!(self.shape.gradients, "BUG: the program was not lowered for gradients");
        self.run_one_thread(inputs, batch, output);
        let program = &self.program;
        let arena = &mut self.arenas[0];
        let mut values = Memory {
            closed: Closed::Sealed(&self.closed),
            samples: &mut arena[..program.rows * batch],
            width: batch,
            multiply_adds: 0,
            cells: 0,
        };
        let mut closed = vec![T::zero(); program.closed];
        let mut samples = vec![T::zero(); program.rows * batch];
        let mut cotangents = Program::closed_memory(&mut closed, &mut samples);
        cotangents.width = batch;
        match program.output.part {
            Part::Samples => scatter(cotangents.split(program.output).0, cotangent, [0, batch, batch]),
            Part::Closed => {
                let rows = program.output.rows;
                let (sum, _) = cotangents.split(program.output);
                for sample in cotangent.chunks(rows.max(1)) {
                    sum.iter_mut().zip(sample).for_each(|(s, x)| s.add_product(&T::one(), x));
                }
            }
        }
        program.back(BlockId::MAIN, &mut values, &mut cotangents);
        let inputs = program.inputs.iter().zip(&self.shape.inputs).map(|(place, rows)| {
            let mut gradient = vec![T::zero(); rows * batch];
            if let Some(place) = place {
                gather(cotangents.read(*place), &mut gradient, batch);
            }
            gradient
        });
        let inputs = inputs.collect();
        // What is closed was computed once, for all samples.
        let (mut own, mut own_cotangents) = (vec![T::zero(); program.rows], vec![T::zero(); program.rows]);
        let mut values = Program::closed_memory(&mut self.closed, &mut own);
        let mut cotangents = Program::closed_memory(&mut closed, &mut own_cotangents);
        program.back(BlockId::CLOSED, &mut values, &mut cotangents);
        let externs = program.externs.iter().zip(&self.shape.externs).map(|(place, rows)| match place {
            Some(place) => cotangents.read(*place).to_vec(),
            None => vec![T::zero(); *rows],
        });
        Gradients { inputs, externs: externs.collect() }
    }

    fn run_one_thread(&mut self, inputs: &[&[T]], batch: usize, output: &mut [T]) {
        self.reserve(1, batch);
        let work = forward(&self.program, &self.closed, &mut self.arenas[0], inputs, [0, batch, batch], output);
        self.multiply_adds += work.0;
        self.cells += work.1;
    }

    /// Arenas of the first so many threads.
    fn reserve(&mut self, threads: usize, share: usize) {
        let numbers = self.program.rows * share;
        self.arenas.resize(threads, vec![]);
        for arena in &mut self.arenas {
            if arena.len() < numbers {
                arena.resize(numbers, T::zero());
            }
        }
    }

    /// How many threads pay for a batch.
    fn threads_for(&self, batch: usize) -> usize {
        let main = self.program.cost;
        let by_work = main.saturating_mul(batch as u64) / WORK_OF_A_THREAD;
        self.threads.min(batch).min(usize::try_from(by_work).unwrap_or(usize::MAX)).max(1)
    }
}

/// Multiply-adds and applications of cells.
#[derive(Clone, Copy, Debug, Default)]
struct Work(u64, u64);

impl FromIterator<Work> for Work {
    fn from_iter<I: IntoIterator<Item = Work>>(works: I) -> Self {
        works.into_iter().fold(Work(0, 0), |a, b| Work(a.0 + b.0, a.1 + b.1))
    }
}

/// Runs the samples `first .. first + width` of a batch.
fn forward<T: Arithmetic>(
    program: &Program,
    closed: &[T],
    arena: &mut [T],
    inputs: &[&[T]],
    [first, width, batch]: [usize; 3],
    output: &mut [T],
) -> Work {
    let samples = &mut arena[..program.rows * width];
    let mut memory = Memory { closed: Closed::Sealed(closed), samples, width, multiply_adds: 0, cells: 0 };
    for (place, data) in program.inputs.iter().zip(inputs) {
        if let Some(place) = place {
            scatter(memory.split(*place).0, data, [first, width, batch]);
        }
    }
    program.run(BlockId::MAIN, &mut memory);
    let values = memory.read(program.output);
    match program.output.part {
        Part::Samples => gather(values, output, width),
        Part::Closed => output.chunks_mut(values.len().max(1)).for_each(|o| o.clone_from_slice(values)),
    }
    Work(memory.multiply_adds, memory.cells)
}

/// From one sample behind the other to one coordinate behind the other.
fn scatter<T: Clone>(to: &mut [T], data: &[T], [first, width, batch]: [usize; 3]) {
    let rows = data.len() / batch.max(1);
    for (b, sample) in data.chunks_exact(rows.max(1)).skip(first).take(width).enumerate() {
        for (i, x) in sample.iter().enumerate() {
            to[i * width + b] = x.clone();
        }
    }
}

/// The inverse of [`scatter`].
fn gather<T: Clone>(values: &[T], to: &mut [T], width: usize) {
    let rows = values.len() / width.max(1);
    for (b, sample) in to.chunks_exact_mut(rows.max(1)).enumerate() {
        for (i, x) in sample.iter_mut().enumerate() {
            *x = values[i * width + b].clone();
        }
    }
}
