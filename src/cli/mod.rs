//! The command line: the commands (`arguments`) and their dispatch (`commands`). Each other file is a
//! command with its own arguments, or code shared by several of them.

mod arguments;
mod bench;
mod capsule;
mod check;
mod commands;
mod compare;
mod exit_codes;
mod files;
mod former;
mod help;
mod hunt;
mod leaks;
mod levels;
mod manual;
mod mistyped;
mod museum;
mod pages;
mod pictures;
mod playing;
mod printing;
mod progress_bar;
mod runs;
mod settings;
mod shared_arguments;
mod sim;
mod values;
mod verify;
mod why;
mod windows;

pub(crate) use arguments::Cli;
pub(crate) use commands::run;
pub(crate) use exit_codes::{UNABLE_CODE, exit_code};
pub(crate) use former::answer as former;
pub(crate) use help::parse;
pub(crate) use mistyped::refusal as mistyped;
