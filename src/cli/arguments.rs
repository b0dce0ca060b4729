//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use super::{
    bench::BenchArguments,
    cache::CacheAction,
    capsule::{self, CapsuleArguments, OpenArguments},
    check::{self, CheckArguments},
    compare::{self, CompareArguments},
    examples,
    hunt::{self, HuntArguments},
    museum::{self, MuseumArguments},
    pictures::{DemoArguments, FilmArguments, ShotArguments},
    playing::{PlayArguments, ReplayArguments},
    report::{self, ReportArguments},
    runs::{RaceArguments, VerifyArguments},
    settings::SettingsArguments,
    sim::SimArguments,
    why::{self, WhyArguments},
};

/// A first-person game whose heart is collision you can trust and see.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = examples::PROGRAM)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub play: PlayArguments,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the game on a level.
    #[command(after_help = examples::PLAY)]
    Play(PlayArguments),
    /// List the levels there are, with their triangle counts and titles, and the folder for your own.
    #[command(after_help = "Examples:\n  hexbound levels\n  hexbound levels --scenes")]
    Levels {
        /// List the generated test scenes too.
        #[arg(long)]
        scenes: bool,
    },
    /// Write a small level to begin from, the scripts that make it, and a guide.
    #[command(after_help = examples::NEW)]
    New {
        /// The folder to write; its name becomes the level's.
        name: PathBuf,
    },
    /// Tell what is wrong or odd about levels: where, and what to do.
    #[command(after_help = check::EXAMPLES)]
    Check(CheckArguments),
    /// Run the simulation without window, sound or graphics.
    #[command(after_help = examples::SIM)]
    Sim(SimArguments),
    /// Run the same commands by several methods of collision, and tell what each made of them.
    #[command(after_help = compare::EXAMPLES)]
    Compare(CompareArguments),
    /// List the methods of collision: every question, its answers, and a sentence on each.
    #[command(after_help = examples::METHODS)]
    Methods,
    /// Let a bot look for ways out of a level, overlaps, and places where nobody gets on.
    #[command(after_help = hunt::EXAMPLES)]
    Hunt(HuntArguments),
    /// Walk through the museum of failures: usual methods that fail beside the game's own.
    #[command(after_help = museum::EXAMPLES)]
    Museum(MuseumArguments),
    /// Explain a tick of a recorded run: why the player stopped or turned, or what balls met.
    #[command(after_help = why::EXAMPLES)]
    Why(WhyArguments),
    /// Write pages about recorded runs: path, contacts, time, pictures.
    #[command(after_help = report::EXAMPLES)]
    Report(ReportArguments),
    /// Play a recording back.
    #[command(after_help = examples::REPLAY)]
    Replay(ReplayArguments),
    /// Cut a moment of a run into one small file, or shrink one while its fault stays.
    #[command(after_help = capsule::EXAMPLES)]
    Capsule(CapsuleArguments),
    /// Show a capsule, or the report of a fault, or check it.
    #[command(after_help = capsule::OPEN_EXAMPLES)]
    Open(OpenArguments),
    /// Draw a level into a PNG file, without a window.
    #[command(after_help = examples::SHOT)]
    Shot(ShotArguments),
    /// Play a recorded run's level against its ghost.
    #[command(after_help = examples::RACE)]
    Race(RaceArguments),
    /// Simulate recorded runs again and confirm level, result, every command and every checkpoint.
    #[command(after_help = examples::VERIFY)]
    Verify(VerifyArguments),
    /// List the runs that are kept: the best few of every level.
    #[command(after_help = "Examples:\n  hexbound runs\n  hexbound runs --json")]
    Runs {
        /// Print JSON instead of a list.
        #[arg(long)]
        json: bool,
    },
    /// List the logs of the last runs, and the reports of faults that stopped the game.
    #[command(after_help = "Example:\n  hexbound logs")]
    Logs,
    /// List the player's settings, or change one. The file holds them with comments.
    #[command(after_help = examples::SETTINGS)]
    Settings(SettingsArguments),
    /// List what is kept so that levels open faster, or remove it.
    #[command(after_help = examples::CACHE)]
    Cache {
        #[command(subcommand)]
        action: Option<CacheAction>,
    },
    /// Draw a recorded run, or a stretch of it, into PNG frames or an animated file.
    #[command(after_help = examples::FILM)]
    Film(FilmArguments),
    /// Play the demo recording offscreen: PNG frames and a summary.
    #[command(after_help = "Example:\n  hexbound demo --output frames")]
    Demo(DemoArguments),
    /// Measure what drawing a level costs.
    #[command(after_help = examples::BENCH)]
    Bench(BenchArguments),
    /// Print what makes a shell complete these commands.
    #[command(after_help = examples::COMPLETION)]
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

    /// The level that a command names, of the commands on those pages that name one.
    fn level(command: &Command) -> Option<&OsStr> {
        match command {
            Command::Play(play) => play.level.as_deref(),
            Command::Sim(sim) => Some(&sim.level),
            Command::Compare(compare) => Some(&compare.level),
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
