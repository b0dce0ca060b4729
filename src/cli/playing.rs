//! The commands `play` and `replay`: a level or a recorded run in the window.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use anyhow::Result;
use clap::{Args, ValueEnum};
use hexbound::app::{self, STAND_IN};
use hexbound_base::assets;
use hexbound_inspect::CollisionViews;
use hexbound_lab::capsule::Capsule;
use hexbound_scenes::catalog;
use hexbound_sim::MethodChoices;

use super::{
    levels::{lasting_name, level_of, open},
    runs,
    shared_arguments::{
        EventArguments, ExposureArguments, MethodArguments, RunArguments, UnitArguments,
        WindowArguments,
    },
    windows::{preload, refuse_in_window, window_options},
};

/// The default level: the first of those that come with the game.
const FIRST_LEVEL: &str = catalog::SHIPPED_LEVELS[0];

#[derive(Args, Debug)]
pub(crate) struct PlayArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file; museum, museum:balls and
    /// museum:documents are halls of the museum [default: quarry, the first one]
    pub level: Option<OsString>,
    /// Play against the ghost of a run: a recording, the name of a kept run or branch, or a level's
    /// name for the best run kept of it. LEVEL says where its level is now, if it has moved.
    #[arg(long, value_name = "RUN", conflicts_with_all = ["scale", "variant"])]
    pub against: Option<PathBuf>,
    #[command(flatten)]
    pub unit: UnitArguments,
    #[command(flatten)]
    pub window: WindowArguments,
    #[command(flatten)]
    pub methods: MethodArguments,
    /// The views of collision to begin with, with commas between them: off, mesh, tree, candidates,
    /// planes, contacts, shells, rays, legs or shapes.
    #[arg(long, value_name = "LIST", default_value = "off")]
    pub collision_view: CollisionViews,
    /// Write every tick's command to FILE (- is standard output), for 'hexbound replay'.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub events: EventArguments,
    /// Help, any of: aim (the way of the next throw is shown), balls (the hand is never empty), slow
    /// (time passes more slowly). A run with help is marked so.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub assist: Vec<AssistKind>,
    #[command(flatten)]
    pub exposure: ExposureArguments,
}

/// A kind of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AssistKind {
    Aim,
    Balls,
    Slow,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArguments {
    #[command(flatten)]
    pub run: RunArguments,
    #[command(flatten)]
    pub exposure: ExposureArguments,
    #[command(flatten)]
    pub window: WindowArguments,
}

/// Opens the game on a level.
pub(super) fn play(arguments: &PlayArguments) -> Result<()> {
    let methods = arguments.methods.chosen()?;
    if let Some(run) = &arguments.against {
        return race(arguments, run, methods);
    }
    let name = match &arguments.level {
        Some(name) => name.as_os_str(),
        None if catalog::find(FIRST_LEVEL).is_ok() => FIRST_LEVEL.as_ref(),
        None => {
            let missing = assets::missing(&format!("levels/{FIRST_LEVEL}.glb"));
            log::warn!("{missing}; playing {STAND_IN}");
            STAND_IN.as_ref()
        }
    };
    let preload = preload(&arguments.window);
    let mut options = options(arguments);
    options.starts_at_menu = arguments.level.is_none();
    let reading = arguments.unit.reading();
    let large = large_file(name).filter(|_| preload.has_desktop());
    let opened = match large {
        Some(path) => Ok(app::Entrance::File(path, reading)),
        None => open(name, reading).map(app::Entrance::from),
    };
    let entrance = match opened {
        Ok(entrance) => entrance,
        Err(error) => {
            if let Some(path) = arguments.record.as_ref().filter(|_| preload.has_desktop()) {
                log::warn!("nothing is recorded to {}", path.display());
            }
            let file = catalog::find(name).ok();
            let file = file.map(|path| (path, arguments.unit.reading()));
            return refuse_in_window(error, file, options, preload);
        }
    };
    let start = app::Start::Player {
        methods,
        opened_by: lasting_name(name),
        record: arguments.record.clone(),
        rival: None,
    };
    Ok(app::play(entrance, start, options, preload)?)
}

/// Plays a run's level against its ghost.
fn race(arguments: &PlayArguments, run: &Path, methods: MethodChoices) -> Result<()> {
    let rival = runs::read(run)?;
    let preload = preload(&arguments.window);
    let moved = arguments.level.as_deref().map(OsStr::to_string_lossy);
    let level = match level_of(&rival, moved.as_deref()) {
        Ok(level) => level,
        Err(error) => return refuse_in_window(error, None, options(arguments), preload),
    };
    let start = app::Start::Player {
        methods,
        opened_by: rival.header.level.clone(),
        record: arguments.record.clone(),
        rival: Some(rival),
    };
    Ok(app::play(level, start, options(arguments), preload)?)
}

fn options(arguments: &PlayArguments) -> app::WindowOptions {
    let stream = &arguments.events;
    app::WindowOptions {
        collision_view: arguments.collision_view,
        assist: assist(&arguments.assist),
        events: (stream.events.clone()).map(|path| (path, stream.bodies_every)),
        ..window_options(&arguments.window, arguments.exposure)
    }
}

/// The file of a level that takes longer to read than a window to open.
fn large_file(name: &OsStr) -> Option<PathBuf> {
    /// The size from which a file counts as large, bytes.
    const LARGE_BYTES: u64 = 8 << 20;
    let path = catalog::find(name).ok()?;
    // The geometry of a .gltf file is in another one, which usually has its name.
    let files = [path.clone(), path.with_extension("bin")];
    let sizes = files.map(|file| file.metadata().map_or(0, |about| about.len()));
    (sizes.iter().sum::<u64>() >= LARGE_BYTES).then_some(path)
}

fn assist(kinds: &[AssistKind]) -> app::Assist {
    app::Assist {
        aim: kinds.contains(&AssistKind::Aim),
        balls: kinds.contains(&AssistKind::Balls),
        slow: kinds.contains(&AssistKind::Slow),
    }
}

/// Shows a recording, a capsule or the report of a fault in the window.
pub(super) fn replay(arguments: &ReplayArguments) -> Result<()> {
    let file = &arguments.run.file;
    let options = window_options(&arguments.window, arguments.exposure);
    if Capsule::is_capsule(file) {
        let capsule = Capsule::read(file)?;
        let preload = preload(&arguments.window);
        let level = capsule.level()?;
        let start = app::Start::Moment {
            capsule: Box::new(capsule),
            path: file.clone(),
        };
        return Ok(app::play(level, start, options, preload)?);
    }
    let recording = runs::read(file)?;
    let preload = preload(&arguments.window);
    let level = match level_of(&recording, arguments.run.level.as_deref()) {
        Ok(level) => level,
        Err(error) => return refuse_in_window(error, None, options, preload),
    };
    let start = app::Start::Replay(recording);
    Ok(app::play(level, start, options, preload)?)
}
