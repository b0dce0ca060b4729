//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;
use hexbound_scenes::Hall;

use super::{
    bench::BenchArguments,
    capsule::CapsuleArguments,
    check::CheckArguments,
    compare::CompareArguments,
    files::FilesAction,
    hunt::HuntArguments,
    pictures::{FilmArguments, ShotArguments},
    playing::{PlayArguments, ReplayArguments},
    settings::SettingsArguments,
    sim::SimArguments,
    values,
    verify::VerifyArguments,
    why::WhyArguments,
};

/// A first-person game whose heart is collision you can trust and see.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = include_str!("examples/usual.txt"))]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub play: PlayArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the game on a level or a hall of the museum, or against the ghost of a run.
    #[command(after_help = include_str!("examples/play.txt"))]
    Play(PlayArguments),
    /// Watch a recorded run, a moment of one, or what led to a fault.
    #[command(after_help = include_str!("examples/replay.txt"))]
    Replay(ReplayArguments),
    /// List the levels there are and the folder for your own, or what the museum shows.
    #[command(after_help = include_str!("examples/levels.txt"))]
    Levels {
        /// List the generated test scenes too.
        #[arg(long, conflicts_with = "museum")]
        scenes: bool,
        /// List what the museum shows, or one of its halls, with codes.
        #[arg(long, value_name = "HALL", value_parser = values::one_of(Hall::ALL.map(Hall::name), Hall::find))]
        museum: Option<Option<Hall>>,
    },
    /// Write a small level to begin from, the scripts that make it, and a guide.
    #[command(after_help = include_str!("examples/new.txt"))]
    New {
        /// The folder to write; its name becomes the level's.
        name: PathBuf,
    },
    /// Say what is wrong or odd about levels, with place and remedy.
    #[command(after_help = include_str!("examples/check.txt"))]
    Check(CheckArguments),
    /// Let a bot look for ways out of a level, overlaps, and places where nobody gets on.
    #[command(after_help = include_str!("examples/hunt.txt"))]
    Hunt(HuntArguments),
    /// Draw a level into a PNG file, without a window.
    #[command(after_help = include_str!("examples/shot.txt"))]
    Shot(ShotArguments),
    /// Draw a recorded run, or a stretch of it, into PNG frames or an animated file.
    #[command(after_help = include_str!("examples/film.txt"))]
    Film(FilmArguments),
    /// Explain a tick of a recorded run: why the player stopped or turned, or what balls met.
    #[command(after_help = include_str!("examples/why.txt"))]
    Why(WhyArguments),
    /// Cut a moment of a run into one small file, or shrink one while its fault stays.
    #[command(after_help = include_str!("examples/capsule.txt"))]
    Capsule(CapsuleArguments),
    /// Run the simulation without window, sound or graphics.
    #[command(after_help = include_str!("examples/sim.txt"))]
    Sim(SimArguments),
    /// Play runs, capsules and reports of faults again: does each end alike? Writes pages about runs, too.
    #[command(after_help = include_str!("examples/verify.txt"))]
    Verify(VerifyArguments),
    /// Run the same commands by several methods of collision, or list the methods there are.
    #[command(after_help = include_str!("examples/compare.txt"))]
    Compare(CompareArguments),
    /// Measure what drawing a level costs.
    #[command(after_help = include_str!("examples/bench.txt"))]
    Bench(BenchArguments),
    /// List what the game keeps: runs, logs, reports of faults, and what makes levels open faster.
    #[command(after_help = include_str!("examples/files.txt"))]
    Files {
        #[command(subcommand)]
        action: Option<FilesAction>,
    },
    /// List the player's settings, or change one. The file holds them with comments.
    #[command(after_help = include_str!("examples/settings.txt"))]
    Settings(SettingsArguments),
    /// Print what makes a shell complete these commands.
    #[command(hide = true, after_help = include_str!("examples/completions.txt"))]
    Completions {
        /// The shell that reads it.
        shell: Shell,
    },
    /// Write the manual pages of all commands, for a package.
    #[command(hide = true)]
    ManualPages {
        /// The folder for the pages; made when absent.
        folder: PathBuf,
    },
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use hexbound_scenes::catalog;

    use super::*;

    const PAGES: [&str; 2] = [
        include_str!("../../docs/documents.md"),
        include_str!("../../docs/documents.zh-CN.md"),
    ];

    /// The level that a command of these pages names, if it names one.
    fn level(command: &Command) -> Option<&OsStr> {
        match command {
            Command::Play(play) => play.level.as_deref(),
            Command::Sim(sim) => Some(&sim.level),
            Command::Compare(compare) => compare.level.as_deref(),
            Command::Shot(shot) => Some(&shot.level),
            _ => None,
        }
    }

    #[test]
    fn every_command_of_the_pages_of_documents_is_understood_and_finds_its_level() {
        for page in PAGES {
            let spans = page.split('`').skip(1).step_by(2);
            let commands = spans.filter(|span| span.starts_with("hexbound "));
            let mut levels = 0;
            for text in commands {
                let parsed = Cli::try_parse_from(text.split_whitespace());
                let parsed = parsed.unwrap_or_else(|error| panic!("{text}: {error}"));
                let command = parsed.command.expect(text);
                if let Some(level) = level(&command) {
                    assert!(!catalog::is_unknown(level), "{text}");
                    levels += 1;
                }
                if let Command::Settings(settings) = &command {
                    let name = settings.name.as_deref().expect(text);
                    let (_, key) = name.split_once('.').expect(text);
                    let known = include_str!("../../docs/settings.md");
                    assert!(known.contains(&format!("| `{key}` |")), "{text}");
                }
            }
            assert!(levels > 10, "only {levels} levels were found");
        }
    }
}
