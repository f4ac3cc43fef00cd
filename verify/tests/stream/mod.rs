//! `cajal stream` as users run it.

mod cases;
mod inputs;
mod run;
