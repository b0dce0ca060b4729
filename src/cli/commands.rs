//! Runs the commands, by calling the library.

use std::{path::Path, process::ExitCode};

use anyhow::{Result, anyhow};
use hexbound_scenes::{catalog, starter};

use super::{
    arguments::{Cli, Command},
    bench, capsule, check, compare, files, hunt, manual, mistyped, museum, pictures, playing,
    printing::say,
    settings, sim, verify, why,
};

/// Runs the command that was typed.
pub(crate) fn run(arguments: Cli) -> Result<ExitCode> {
    let done = match arguments.command {
        // The exit codes of these commands have more values than success and failure.
        Some(Command::Check(arguments)) => return check::run(&arguments),
        Some(Command::Hunt(arguments)) => return hunt::run(&arguments),
        None => match mistyped::refusal(arguments.play.level.clone()) {
            Some(refusal) => Err(anyhow!(refusal)),
            None => playing::play(&arguments.play),
        },
        Some(Command::Play(arguments)) => playing::play(&arguments),
        Some(Command::Replay(arguments)) => playing::replay(&arguments),
        Some(Command::Levels { museum, scenes }) => match museum {
            Some(hall) => museum::list(hall),
            None => levels(scenes),
        },
        Some(Command::New { name }) => new_level(&name),
        Some(Command::Shot(arguments)) => pictures::shot(&arguments),
        Some(Command::Film(arguments)) => pictures::film(&arguments),
        Some(Command::Why(arguments)) => why::run(&arguments),
        Some(Command::Capsule(arguments)) => capsule::run(&arguments),
        Some(Command::Sim(arguments)) => sim::run(&arguments),
        Some(Command::Verify(arguments)) => verify::run(&arguments),
        Some(Command::Compare(arguments)) => compare::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Files { action }) => files::run(action),
        Some(Command::Settings(arguments)) => settings::run(&arguments),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::ManualPages { folder }) => manual::pages(&folder),
    };
    done.map(|()| ExitCode::SUCCESS)
}

fn levels(scenes: bool) -> Result<()> {
    let (levels, generated): (Vec<_>, Vec<_>) =
        (catalog::list().into_iter()).partition(|listing| listing.path.is_some());
    for listing in &levels {
        say(&line_of(listing))?;
    }
    if let Some(folder) = catalog::user_folder() {
        say(&format!("your own levels go into {}", folder.display()))?;
    }
    for listing in generated.iter().filter(|_| scenes) {
        say(&line_of(listing))?;
    }
    Ok(())
}

/// A level in one line: its name, its size and its title, or the reason why it can't be played.
fn line_of(listing: &catalog::Listing) -> String {
    let title = listing.title.as_deref().unwrap_or_default();
    let line = match &listing.triangles {
        Ok(triangles) => format!("{:<24} {triangles:>9} triangles  {title}", listing.name),
        Err(problem) => format!("{:<24} refused: {problem}", listing.name),
    };
    line.trim_end().to_owned()
}

/// Writes a template level, and prints the next steps.
fn new_level(folder: &Path) -> Result<()> {
    let level = starter::write(folder)?;
    let scripts = [folder.join("to_gltf.py"), folder.join("to_blender.py")];
    let [to_gltf, to_blender] = scripts.each_ref().map(|path| path.display());
    let said = format!(
        "{folder} holds a small level with one of everything.\n\n  \
         hexbound play {level}    walks in it\n  \
         python3 {to_gltf}    makes it again, after a change to level.py\n  \
         blender --background --python {to_blender}    makes it in Blender\n\n\
         {guide} leads on ({chinese} in Chinese).",
        folder = folder.display(),
        level = level.display(),
        guide = folder.join("README.md").display(),
        chinese = folder.join("README.zh-CN.md").display(),
    );
    say(&said)
}
