//! Tests of the stream language: its cases, its printer, its analyses and its denotation.

mod cases;
