//! The program with its own help: the commands are grouped under headings.

use std::fmt::Write;

use clap::{CommandFactory, FromArgMatches};

use super::Cli;

/// The headings, and the commands under each.
const COMMAND_GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "replay", "levels"]),
    ("Make", &["new", "check", "hunt"]),
    ("Look", &["shot", "film", "why", "capsule"]),
    ("Measure", &["sim", "verify", "compare", "bench"]),
    ("Keep", &["files", "settings"]),
];

/// Reads the command line of this process.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let matches = program().try_get_matches()?;
    Cli::from_arg_matches(&matches)
}

/// The program, whose help lists its commands in groups.
pub(super) fn program() -> clap::Command {
    let program = Cli::command();
    let commands = listed(&program);
    program.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{commands}\n\
         Without a command, LEVEL and OPTIONS are those of play. --version prints the version.{{after-help}}"
    ))
}

/// The commands under their headings, each with its description.
fn listed(program: &clap::Command) -> String {
    let mut text = String::new();
    for (heading, names) in COMMAND_GROUPS {
        writeln!(text, "\n{heading}:").expect("a string takes what is written");
        for command in names
            .iter()
            .filter_map(|name| program.find_subcommand(name))
        {
            let about = command.get_about().map(ToString::to_string);
            let (name, about) = (command.get_name(), about.unwrap_or_default());
            writeln!(text, "  {name:<9} {about}").expect("a string takes what is written");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_shown_stands_under_one_heading() {
        let program = program();
        let shown = program.get_subcommands().filter(|it| !it.is_hide_set());
        let mut shown: Vec<&str> = shown.map(clap::Command::get_name).collect();
        let mut grouped = COMMAND_GROUPS.map(|(_, names)| names).concat();
        shown.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, shown);
        assert!(shown.len() <= 16, "{} commands", shown.len());
        let help = program.clone().render_long_help().to_string();
        for command in program.get_subcommands() {
            let (name, about) = (command.get_name(), command.get_about().unwrap());
            let line = format!("\n  {name:<9} {about}");
            assert_eq!(help.contains(&line), !command.is_hide_set(), "{line}");
        }
    }
}
