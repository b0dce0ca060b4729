//! The command `settings`: lists and changes the player's settings.

use anyhow::Result;
use clap::Args;
use hexbound_ui::settings::{self, Listed};

use super::printing::say;

#[derive(Args, Debug)]
pub(crate) struct SettingsArguments {
    /// A setting, such as 'mouse.invert', or a section of them.
    pub name: Option<String>,
    /// The setting's new value.
    #[arg(allow_negative_numbers = true)]
    pub value: Option<String>,
}

/// Lists all settings, describes one or a section of them, or changes one.
pub(super) fn run(arguments: &SettingsArguments) -> Result<()> {
    let Some(name) = &arguments.name else {
        return list();
    };
    if let Some(value) = &arguments.value {
        let changed = settings::change(name, value)?;
        return say(&format!("{}: {}", changed.label, changed.value));
    }
    let listing = settings::list();
    let is_meant = |it: &&Listed| it.name == *name || it.name.starts_with(&format!("{name}."));
    let mut found = listing.settings.iter().filter(is_meant).peekable();
    if found.peek().is_none() {
        return Err(settings::ChangeError::Unknown { name: name.clone() }.into());
    }
    for it in found {
        say(&format!("{}: {} ({})", it.name, it.value, it.label))?;
        say(&format!("  {}\n  {}", it.about, it.expected))?;
    }
    Ok(())
}

fn list() -> Result<()> {
    let listing = settings::list();
    for fault in &listing.faults {
        log::warn!("{fault}");
    }
    if let Some(path) = &listing.path {
        say(&path.display().to_string())?;
    }
    let mut page = "";
    for it in &listing.settings {
        if it.page != page {
            page = &it.page;
            say(&format!("\n{page}"))?;
        }
        let line = format!("  {:<26} {:<24} {}", it.name, it.value, it.label);
        say(&line)?;
    }
    for conflict in &listing.conflicts {
        log::warn!("{conflict}");
    }
    Ok(())
}
