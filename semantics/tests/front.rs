//! The front end of Cajal: parser, printer, and what the checker says of single programs.

#[path = "front/rejections.rs"]
mod rejections;
