//! The command line as its users see it: the built program, its output, its exit codes.

mod pictures;
mod program;
mod quiet;
mod refusals;
mod runs;
mod scale;
#[path = "../skip/mod.rs"]
mod skip;
mod streams;
