//! Runs the commands, by calling the library.

use std::{io, path::Path, process::ExitCode};

use anyhow::{Context, Result, anyhow};
use hexbound_base::logs;
use hexbound_replay::crash;
use hexbound_scenes::{catalog, starter};

use super::{
    arguments::{Cli, Command},
    bench, cache, capsule, check, compare, hunt, manual, mistyped, museum, pictures, playing,
    printing::say,
    report, runs, settings, sim, why,
};

/// Runs the command that was typed.
pub(crate) fn run(arguments: Cli) -> Result<ExitCode> {
    let done = match arguments.command {
        // Their exit codes say more than whether they failed.
        Some(Command::Check(arguments)) => return check::run(&arguments),
        Some(Command::Hunt(arguments)) => return hunt::run(&arguments),
        Some(Command::Museum(arguments)) => return museum::run(&arguments),
        None => match mistyped::refusal(arguments.play.level.clone()) {
            Some(refusal) => Err(anyhow!(refusal)),
            None => playing::play(&arguments.play),
        },
        Some(Command::Play(arguments)) => playing::play(&arguments),
        Some(Command::Levels { scenes }) => levels(scenes),
        Some(Command::New { name }) => new_level(&name),
        Some(Command::Sim(arguments)) => sim::run(&arguments),
        Some(Command::Compare(arguments)) => compare::run(&arguments),
        Some(Command::Methods) => say(
            &mut io::stdout().lock(),
            hexbound_lab::list_methods().trim_end(),
        ),
        Some(Command::Why(arguments)) => why::run(&arguments),
        Some(Command::Report(arguments)) => report::run(&arguments),
        Some(Command::Replay(arguments)) => playing::replay(&arguments),
        Some(Command::Capsule(arguments)) => capsule::run(&arguments),
        Some(Command::Open(arguments)) => capsule::open(&arguments),
        Some(Command::Shot(arguments)) => pictures::shot(&arguments),
        Some(Command::Race(arguments)) => runs::race(&arguments),
        Some(Command::Verify(arguments)) => runs::verify(&arguments),
        Some(Command::Runs { json }) => runs::list(json),
        Some(Command::Logs) => list_logs(),
        Some(Command::Settings(arguments)) => settings::run(&arguments),
        Some(Command::Cache { action }) => cache::run(action),
        Some(Command::Film(arguments)) => pictures::film(&arguments),
        Some(Command::Demo(arguments)) => pictures::demo(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::ManualPages { folder }) => manual::pages(&folder),
    };
    done.map(|()| ExitCode::SUCCESS)
}

fn levels(scenes: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let (levels, generated): (Vec<_>, Vec<_>) =
        (catalog::list().into_iter()).partition(|listing| listing.path.is_some());
    for listing in &levels {
        say(&mut out, &line_of(listing))?;
    }
    if let Some(folder) = catalog::user_folder() {
        say(
            &mut out,
            &format!("your own levels go into {}", folder.display()),
        )?;
    }
    for listing in generated.iter().filter(|_| scenes) {
        say(&mut out, &line_of(listing))?;
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

/// Writes a level to begin from, and says what to do with it.
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
    say(&mut io::stdout().lock(), &said)
}

/// Lists the logs and the reports of faults.
fn list_logs() -> Result<()> {
    let mut out = io::stdout().lock();
    let lists = [
        ("logs of the last runs", logs::folder(), logs::list()),
        ("reports of faults", crash::folder(), crash::list()),
    ];
    for (what, folder, files) in lists {
        let folder = folder.context("a user without a home folder has no logs")?;
        match files.is_empty() {
            true => say(&mut out, &format!("no {what} in {}", folder.display()))?,
            false => say(&mut out, &format!("{what}, the newest first"))?,
        }
        for file in files {
            say(&mut out, &format!("  {}", file.display()))?;
        }
    }
    Ok(())
}
