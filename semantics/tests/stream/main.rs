//! Tests of the stream language: its cases, its printer, its analyses and its denotation.

mod accepted;
mod cases;
mod denotation;
mod errors;
mod generate;
mod grad;
mod programs;
mod scale;
mod theorem_a;
