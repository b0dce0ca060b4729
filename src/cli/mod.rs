//! The command line: its arguments (`arguments`) and what each command does (`commands`).

mod arguments;
mod bench;
mod check;
mod commands;
mod leaks;
mod manual;
mod runs;
mod settings;
mod values;

pub use arguments::Cli;
pub use commands::run;
