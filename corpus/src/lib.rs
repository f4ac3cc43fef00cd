//! The corpus and the conformance runner: for people with another implementation, to find out where it differs.
//!
//! A [`case`] asks something about a program and says which answers are right; [`protocol`] is how an implementation is
//! asked. A term is put as source text and as data that need no parser ([`ast`]), numbers as text ([`number`]). The
//! [`runner`] asks an implementation, [`grade`] compares its answers, [`report`] shows the outcome; [`serve`] is our own
//! implementation behind the same protocol.
//!
//! [`programs`] are whole files with stated expectations.

pub mod adapter;
pub mod ast;
pub mod case;
pub mod grade;
pub mod number;
pub mod programs;
pub mod protocol;
pub mod report;
pub mod runner;
pub mod serve;
pub mod store;
