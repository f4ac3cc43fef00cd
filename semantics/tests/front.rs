//! The front end of Cajal: parser, printer, and what the checker says of single programs.

#[path = "front/limits.rs"]
mod limits;
#[path = "front/printing.rs"]
mod printing;
#[path = "front/rejections.rs"]
mod rejections;
#[path = "front/terms.rs"]
mod terms;
#[path = "front/typing.rs"]
mod typing;
