//! The command line for other programs: completions for shells, and manual pages.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use clap_complete::Shell;

use super::{help::program, printing::say};

/// The program's name in completions.
const PROGRAM_NAME: &str = "hexbound";

/// Prints the script with which a shell completes the program's arguments.
pub(super) fn completions(shell: Shell) -> Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut program(), PROGRAM_NAME, &mut text);
    let text = String::from_utf8(text).context("completions are text")?;
    say(text.trim_end())
}

/// Writes the manual pages into a folder, which is created if absent: one of the program and one of each
/// command.
pub(super) fn pages(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(program(), folder))
        .with_context(|| format!("cannot write the pages into {}", folder.display()))
}
