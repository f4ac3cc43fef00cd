//! The arena, and rows of it.

use super::arithmetic::{Arithmetic, add_scaled, dot};
use super::{Part, Place};

/// The closed part, which is written while neurons are linked and only read afterwards.
pub(super) enum Closed<'a, T> {
    Open(&'a mut [T]),
    Sealed(&'a [T]),
}

/// The arena of one thread.
pub(super) struct Memory<'a, T> {
    pub(super) closed: Closed<'a, T>,
    pub(super) samples: &'a mut [T],
    /// B: how many samples there are.
    pub(super) width: usize,
    /// Multiply-adds so far.
    pub(super) multiply_adds: u64,
    /// Applications of cells so far.
    pub(super) cells: u64,
}

/// All places but one that is written.
pub(super) struct Others<'a, T> {
    before: &'a [T],
    after: &'a [T],
    other: &'a [T],
    place: Place,
    /// Where `after` starts, and how wide rows are.
    end: usize,
    width: usize,
}

impl<'a, T: Arithmetic> Memory<'a, T> {
    /// Samples in a row of a part.
    pub(super) fn width_of(&self, part: Part) -> usize {
        match part {
            Part::Closed => 1,
            Part::Samples => self.width,
        }
    }

    pub(super) fn read(&self, place: Place) -> &[T] {
        let width = self.width_of(place.part);
        let range = place.start * width..(place.start + place.rows) * width;
        match (&self.closed, place.part) {
            (_, Part::Samples) => &self.samples[range],
            (Closed::Open(closed), Part::Closed) => &closed[range],
            (Closed::Sealed(closed), Part::Closed) => &closed[range],
        }
    }

    /// A place to be written, and all others.
    pub(super) fn split(&mut self, place: Place) -> (&mut [T], Others<'_, T>) {
        let width = self.width;
        let own = self.width_of(place.part);
        let (part, other): (&mut [T], &[T]) = match (&mut self.closed, place.part) {
            (Closed::Open(closed), Part::Samples) => (self.samples, closed),
            (Closed::Sealed(closed), Part::Samples) => (self.samples, closed),
            (Closed::Open(closed), Part::Closed) => (closed, self.samples),
            (Closed::Sealed(_), Part::Closed) => {
                unreachable!("BUG: what is closed is computed when neurons are linked")
            }
        };
        let (before, rest) = part.split_at_mut(place.start * own);
        let (to, after) = rest.split_at_mut(place.rows * own);
        (to, Others { before, after, other, place, end: place.start + place.rows, width })
    }

    /// Sets a place to zero.
    pub(super) fn clear(&mut self, place: Place) {
        self.split(place).0.fill(T::zero());
    }

    /// Copies; from one sample to all, where the source is closed.
    pub(super) fn copy(&mut self, from: Place, to: Place) {
        if from == to {
            return;
        }
        let (to, others) = self.split(to);
        let from = others.read(from);
        if from.len() == to.len() {
            to.clone_from_slice(from);
        } else {
            let width = to.len() / from.len().max(1);
            for (to, x) in to.chunks_exact_mut(width.max(1)).zip(from) {
                to.fill(x.clone());
            }
        }
    }
}

impl<'a, T> Others<'a, T> {
    /// Another place.
    pub(super) fn read(&self, place: Place) -> &'a [T] {
        let width = if place.part == Part::Closed { 1 } else { self.width };
        let range = place.start * width..(place.start + place.rows) * width;
        if place.part != self.place.part {
            &self.other[range]
        } else if place.start + place.rows <= self.place.start {
            &self.before[range]
        } else {
            let offset = self.end * width;
            &self.after[range.start - offset..range.end - offset]
        }
    }
}

/// Row i of a place that has `rows` of them.
pub(super) fn row<T>(x: &[T], rows: usize, i: usize) -> &[T] {
    let width = x.len() / rows.max(1);
    &x[i * width..(i + 1) * width]
}

/// to + x·y, sample by sample; a row of one number counts for all samples, and a sum over all samples goes into a row of one.
pub(super) fn add_rows<T: Arithmetic>(to: &mut [T], x: &[T], y: &[T]) {
    match (to, x, y) {
        ([to], x, y) if x.len() == y.len() => dot(to, x, y),
        ([to], [x], y) => y.iter().for_each(|y| to.add_product(x, y)),
        ([to], x, [y]) => x.iter().for_each(|x| to.add_product(x, y)),
        (to, [x], [y]) => to.iter_mut().for_each(|t| t.add_product(x, y)),
        (to, [x], y) => add_scaled(to, x, y),
        (to, x, [y]) => add_scaled(to, y, x),
        (to, x, y) => {
            for ((t, x), y) in to.iter_mut().zip(x).zip(y) {
                t.add_product(x, y);
            }
        }
    }
}
