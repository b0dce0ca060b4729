//! The command that lists and changes the player's settings.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use hexbound::settings::{self, Listed};

#[derive(Args, Debug)]
pub struct SettingsArguments {
    /// A setting, such as 'mouse.invert', or a section of them.
    pub name: Option<String>,
    /// The setting's new value.
    #[arg(allow_negative_numbers = true)]
    pub value: Option<String>,
}

/// Lists all settings, tells about one or a section of them, or changes one.
pub(super) fn run(arguments: &SettingsArguments) -> Result<()> {
    let mut out = io::stdout().lock();
    let Some(name) = &arguments.name else {
        return list(&mut out);
    };
    if let Some(value) = &arguments.value {
        let changed = settings::change(name, value)?;
        writeln!(out, "{}: {}", changed.label, changed.value)?;
        return Ok(());
    }
    let listing = settings::list();
    let is_meant = |it: &&Listed| it.name == *name || it.name.starts_with(&format!("{name}."));
    let mut found = listing.settings.iter().filter(is_meant).peekable();
    if found.peek().is_none() {
        return Err(settings::ChangeError::Unknown { name: name.clone() }.into());
    }
    for it in found {
        writeln!(out, "{}: {} ({})", it.name, it.value, it.label)?;
        writeln!(out, "  {}\n  {}", it.about, it.expected)?;
    }
    Ok(())
}

fn list(out: &mut impl Write) -> Result<()> {
    let listing = settings::list();
    for fault in &listing.faults {
        log::warn!("{fault}");
    }
    if let Some(path) = &listing.path {
        writeln!(out, "{}", path.display())?;
    }
    let mut page = "";
    for it in &listing.settings {
        if it.page != page {
            page = &it.page;
            writeln!(out, "\n{page}")?;
        }
        writeln!(out, "  {:<26} {:<24} {}", it.name, it.value, it.label)?;
    }
    for conflict in &listing.conflicts {
        log::warn!("{conflict}");
    }
    Ok(())
}
