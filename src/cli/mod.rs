//! The command line: its arguments (`arguments`) and what each command does (`commands`).

mod arguments;
mod bench;
mod cache;
mod capsule;
mod check;
mod commands;
mod compare;
mod examples;
mod exit_codes;
mod hunt;
mod leaks;
mod loading_bar;
mod manual;
mod museum;
mod report;
mod runs;
mod settings;
mod values;
mod why;

pub use arguments::Cli;
pub use commands::run;
pub use exit_codes::ExitCodes;
