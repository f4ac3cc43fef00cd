//! Decision procedures: equality of programs on *every* input, with certificates that are checked by multiplying exact
//! matrices (spec page 4, section 3).

pub mod matrix;
pub mod series;
