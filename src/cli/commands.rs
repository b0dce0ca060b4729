//! Runs the commands, by calling the library.

use std::{
    ffi::OsStr,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, bail};
use hexbound::{
    app::{self, STAND_IN},
    assets, catalog,
    clock::{TICK, TICK_RATE},
    crash,
    effects::Effects,
    headless::{self, FilmOptions, Options, Source},
    inspect::{self, CollisionView, InspectionRequest, Legend},
    level::{Level, Reading},
    logs,
    output::is_standard,
    render::{ExposureSettings, PictureOptions, Quality},
    replay::{self, Fault, Recording},
    settings::FIELD_OF_VIEW,
    sim::{Rules, View, World},
    starter,
    ui::{Explained, Screen, Ui},
    words::counted,
};

use serde::Serialize;

use super::{
    arguments::{
        self, AssistKind, Cli, Command, DemoArguments, ExposureArguments, FilmArguments,
        PlayArguments, ReplayArguments, ShotArguments, SimArguments, WindowArguments,
    },
    check,
    exit_codes::Finding,
    loading_bar::LoadingBar,
    runs,
    values::{Camera, Size},
};

/// The level that is measured when none is named.
pub(super) const SHIPPED_LEVEL: &str = "observatory";

/// The level that is played when none is named: the first of those that come with the game.
const FIRST_LEVEL: &str = catalog::OWN_LEVELS[0];

/// The recording among the assets that `demo` plays.
const DEMO: &str = "demo.rec";

/// Runs the command that was typed.
pub fn run(arguments: Cli) -> Result<ExitCode> {
    let done = match arguments.command {
        // Their exit codes say more than whether they failed.
        Some(Command::Check(arguments)) => return check::run(&arguments),
        Some(Command::Hunt(arguments)) => return super::hunt::run(&arguments),
        Some(Command::Museum(arguments)) => return super::museum::run(&arguments),
        None => play(&arguments.play),
        Some(Command::Play(arguments)) => play(&arguments),
        Some(Command::Levels { scenes }) => levels(scenes),
        Some(Command::New { name }) => new_level(&name),
        Some(Command::Sim(arguments)) => simulate(&arguments),
        Some(Command::Compare(arguments)) => super::compare::run(&arguments),
        Some(Command::Methods) => say(
            &mut io::stdout().lock(),
            headless::list_methods().trim_end(),
        ),
        Some(Command::Why(arguments)) => super::why::run(&arguments),
        Some(Command::Report(arguments)) => super::report::run(&arguments),
        Some(Command::Replay(arguments)) => replay(&arguments),
        Some(Command::Capsule(arguments)) => super::capsule::run(&arguments),
        Some(Command::Open(arguments)) => super::capsule::open(&arguments),
        Some(Command::Shot(arguments)) => shot(&arguments),
        Some(Command::Race(arguments)) => runs::race(&arguments),
        Some(Command::Verify(arguments)) => runs::verify(&arguments),
        Some(Command::Runs { json }) => runs::list(json),
        Some(Command::Logs) => list_logs(),
        Some(Command::Settings(arguments)) => super::settings::run(&arguments),
        Some(Command::Cache { action }) => super::cache::run(action),
        Some(Command::Film(arguments)) => film(&arguments),
        Some(Command::Demo(arguments)) => demo(&arguments),
        Some(Command::Bench(arguments)) => super::bench::run(&arguments),
        Some(Command::Completions { shell }) => super::manual::completions(shell),
        Some(Command::ManualPages { folder }) => super::manual::pages(&folder),
    };
    done.map(|()| ExitCode::SUCCESS)
}

fn play(arguments: &PlayArguments) -> Result<()> {
    let methods = arguments.methods.chosen()?;
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
    let options = app::WindowOptions {
        starts_at_menu: arguments.level.is_none(),
        collision_view: arguments.collision_view,
        assist: assist(&arguments.assist),
        events: (arguments.events.events.clone()).map(|path| (path, arguments.events.bodies_every)),
        ..window_options(&arguments.window, arguments.exposure)
    };
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

/// The file of a level that takes longer to read than a window to open.
fn large_file(name: &OsStr) -> Option<PathBuf> {
    /// The size from which on a file is large, roughly, bytes.
    const LARGE: u64 = 8 << 20;
    let path = catalog::find(name).ok()?;
    // The geometry of a .gltf file is in another one, which usually has its name.
    let files = [path.clone(), path.with_extension("bin")];
    let sizes = files.map(|file| file.metadata().map_or(0, |about| about.len()));
    (sizes.iter().sum::<u64>() >= LARGE).then_some(path)
}

/// Opens the window all the same where there is a desktop, and shows there why the level can't be
/// played, since a player who started the game from a menu sees no terminal.
pub(super) fn refuse_in_window(
    error: anyhow::Error,
    file: Option<(PathBuf, Reading)>,
    options: app::WindowOptions,
    preload: app::GpuPreload,
) -> Result<()> {
    if !preload.has_desktop() {
        return Err(error);
    }
    let text = app::with_causes(error.as_ref());
    log::error!("{text}");
    let options = app::WindowOptions {
        refused: Some(app::Refused::new(text, file)),
        ..options
    };
    Ok(app::play(
        catalog::open(STAND_IN)?,
        app::Start::in_stand_in(),
        options,
        preload,
    )?)
}

/// Begins to open the graphics device for a window of about that size.
pub(super) fn preload(window: &WindowArguments) -> app::GpuPreload {
    let quality = match window.quality {
        Some(app::QualityWish::Preset(preset)) => preset.quality(),
        _ => Quality::LOW,
    };
    app::GpuPreload::begin(&PictureOptions {
        size: window.size.map_or([1280, 720], Size::pixels),
        quality,
        adapter: arguments::adapter(window.adapter.as_ref()),
    })
}

fn assist(kinds: &[AssistKind]) -> app::Assist {
    app::Assist {
        aim: kinds.contains(&AssistKind::Aim),
        balls: kinds.contains(&AssistKind::Balls),
        slow: kinds.contains(&AssistKind::Slow),
    }
}

pub(super) fn window_options(
    window: &WindowArguments,
    exposure: ExposureArguments,
) -> app::WindowOptions {
    app::WindowOptions {
        size: window.size.map(Size::pixels),
        fullscreen: window.fullscreen,
        ghosts: window.ghosts.clone(),
        quality: window.quality,
        no_grain: window.no_grain,
        adapter: window.adapter.clone(),
        exposure: exposure.exposure,
        low_flash: exposure.low_flash,
        ..Default::default()
    }
}

fn levels(scenes: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    for listing in catalog::list() {
        if listing.path.is_none() && !scenes {
            continue;
        }
        let line = match listing.triangles {
            Ok(triangles) => format!("{:<24} {triangles:>9} triangles", listing.name),
            Err(problem) => format!("{:<24} refused: {problem}", listing.name),
        };
        say(&mut out, &line)?;
    }
    Ok(())
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

fn simulate(arguments: &SimArguments) -> Result<()> {
    let outputs = [
        ("--trace", &arguments.trace),
        ("--record", &arguments.record),
        ("--events", &arguments.events.events),
    ];
    let streams: Vec<&str> = (outputs.into_iter())
        .filter(|(_, path)| path.as_deref().is_some_and(is_standard))
        .map(|(name, _)| name)
        .collect();
    if let [one, another, ..] = streams[..] {
        bail!("{one} and {another} can't both be standard output; name a file for one of them");
    }
    let methods = arguments.methods.chosen()?;
    let source = match (&arguments.input, arguments.wander) {
        (Some(path), _) => Source::Input(Box::new(replay::read(path)?)),
        (None, Some(seed)) => Source::Wander { seed },
        (None, None) => Source::Idle,
    };
    let level = open(&arguments.level, arguments.unit.reading())?;
    let options = Options {
        ticks: arguments.ticks,
        speed: arguments.speed,
        methods,
        record: arguments.record.clone(),
        trace: arguments.trace.clone(),
        events: arguments.events.events.clone(),
        bodies_every: arguments.events.bodies_every,
        opened_by: lasting_name(&arguments.level),
    };
    let report = headless::simulate(&level, source, &options)?;
    let text = if arguments.json {
        as_json(&report)?
    } else {
        report.summary()
    };
    match streams.is_empty() {
        true => say(&mut io::stdout().lock(), &text),
        // Standard output carries data for another program.
        false => say(&mut io::stderr().lock(), &text),
    }
}

pub(super) fn replay(arguments: &ReplayArguments) -> Result<()> {
    if !arguments.headless {
        return watch(arguments, runs::read(&arguments.file)?);
    }
    let recording = runs::read_to_confirm(&arguments.file)?;
    let level = level_of(&recording, arguments.level.as_deref())?;
    let (ticks, fault) = (recording.ticks, recording.fault.clone());
    let mut world = headless::replay(&level, recording)?;
    let text = format!("ticks {ticks} state_hash {:016x}", world.state_hash());
    say(&mut io::stdout().lock(), &text)?;
    match fault {
        Some(fault) => fail_again(&level, &mut world, &fault),
        None => Ok(()),
    }
}

/// Plays the tick in which a game stopped, and tells whether it stops again.
fn fail_again(level: &Level, world: &mut World, fault: &Fault) -> Result<()> {
    let tick = world.tick;
    let recorded = &fault.words;
    let again = (fault.unfinished.as_ref())
        .map(|command| crash::catch(|| headless::next_tick(level, world, command)));
    let text = match again {
        Some(Err(words)) => {
            return Err(Finding(format!("tick {} fails again: {words}", tick + 1)).into());
        }
        Some(Ok(())) => format!(
            "the game stopped in tick {}, but the tick can be played here; the fault was: {recorded}",
            tick + 1
        ),
        None => format!(
            "the game stopped after tick {tick}, by something else than the simulation: {recorded}"
        ),
    };
    say(&mut io::stdout().lock(), &text)
}

/// Plays a recording in the window.
fn watch(arguments: &ReplayArguments, recording: Recording) -> Result<()> {
    let preload = preload(&arguments.window);
    let options = window_options(&arguments.window, arguments.exposure);
    let level = match level_of(&recording, arguments.level.as_deref()) {
        Ok(level) => level,
        Err(error) => return refuse_in_window(error, None, options, preload),
    };
    let start = app::Start::Replay(recording);
    Ok(app::play(level, start, options, preload)?)
}

fn shot(arguments: &ShotArguments) -> Result<()> {
    let level = open(&arguments.level, arguments.unit.reading())?;
    let (world, effects) = match &arguments.input {
        Some(path) => headless::world_at(&level, replay::read(path)?, arguments.tick)?,
        None => (
            standing(&level, arguments.collision_view),
            Effects::default(),
        ),
    };
    let mut view = View::of(&world);
    if let Some(camera) = &arguments.camera {
        look_from(&mut view, camera, &level);
    }
    let size = arguments.picture.size.pixels();
    let mut ui = Ui::new();
    let overlay = match arguments.collision_view {
        CollisionView::Off => None,
        shown => {
            let asked = InspectionRequest::through(&view, shown, arguments.tree_depth)
                .in_picture(FIELD_OF_VIEW.to_radians(), size);
            let seen = inspect::inspect(&asked, &level, &world);
            view.debug = seen.debug;
            Some(ui.draw(&legend_screen(size, &seen.legend, &view)))
        }
    };
    let exposure = exposure(arguments.exposure);
    let shot = headless::Shot {
        view: &view,
        effects: &effects,
        seconds: world.tick as f32 * TICK,
        elapsed: f32::INFINITY,
        exposure,
    };
    let options = arguments.picture.options();
    headless::shot(&level, shot, &options, &arguments.output, overlay)?;
    if is_standard(&arguments.output) {
        return Ok(());
    }
    let text = format!("{} {}", arguments.output.display(), arguments.picture.size);
    say(&mut io::stdout().lock(), &text)
}

/// A world with the player at the spawn. Collision can be shown only once it has been queried, so
/// then the player stands for a second.
fn standing(level: &Level, shown: CollisionView) -> World {
    let mut world = World::new(level, Rules::default());
    if shown != CollisionView::Off {
        world.keep_journal(shown.needs_journal());
        for _ in 0..TICK_RATE {
            world.step(level, &Default::default(), &mut Vec::new());
        }
    }
    world
}

/// A screen with a legend and nothing else.
pub(super) fn legend_screen<'a>(size: [u32; 2], legend: &'a Legend, view: &'a View) -> Screen<'a> {
    Screen {
        size,
        now: 3600.0,
        explained: Some(Explained {
            legend,
            view,
            field_of_view: FIELD_OF_VIEW.to_radians(),
        }),
        ..Screen::default()
    }
}

fn look_from(view: &mut View, camera: &Camera, level: &Level) {
    view.eye = level.to_local(camera.eye.into());
    view.yaw = camera.yaw.to_radians();
    view.pitch = camera.pitch.to_radians();
}

fn film(arguments: &FilmArguments) -> Result<()> {
    let recording = runs::read(&arguments.file)?;
    let level = level_of(&recording, arguments.level.as_deref())?;
    let options = FilmOptions {
        from: arguments.from,
        to: arguments.to,
        frames_per_second: arguments.fps,
        picture: arguments.picture.options(),
        exposure: exposure(arguments.exposure),
        collision_view: arguments.collision_view,
    };
    let report = headless::film(&level, recording, &options, &arguments.output)?;
    if is_standard(&arguments.output) {
        return Ok(());
    }
    let [width, height] = report.size;
    let text = format!(
        "{} of {width}x{height}, {} a second, in {}",
        counted(report.frames, "frame", "frames"),
        arguments.fps,
        arguments.output.display()
    );
    say(&mut io::stdout().lock(), &text)
}

/// The exposure of pictures without a window.
pub(super) fn exposure(arguments: ExposureArguments) -> ExposureSettings {
    ExposureSettings {
        mode: arguments.exposure.unwrap_or_default(),
        low_flash: arguments.low_flash,
    }
}

fn demo(arguments: &DemoArguments) -> Result<()> {
    let path = match &arguments.recording {
        Some(path) => path.clone(),
        None => assets::find(DEMO)
            .with_context(|| format!("{}; name another with --recording", assets::missing(DEMO)))?,
    };
    let recording = replay::read(&path)?;
    let level = level_of(&recording, None)?;
    let report = headless::demo(&level, recording, &arguments.output)?;
    let text = format!(
        "demo: {} for {:.1} s, {:.0} m walked, {} thrown, {}, {} of {}x{} \
         in {}, state_hash {:016x} as recorded",
        level.name,
        report.ticks as f64 * f64::from(TICK),
        report.distance,
        counted(report.thrown, "ball", "balls"),
        counted(report.explosions, "explosion", "explosions"),
        counted(report.frames, "frame", "frames"),
        report.size[0],
        report.size[1],
        arguments.output.display(),
        report.state_hash
    );
    let summary = arguments.output.join("summary.txt");
    fs::write(&summary, format!("{text}\n"))
        .with_context(|| format!("cannot write {}", summary.display()))?;
    say(&mut io::stdout().lock(), &text)
}

/// The level that a recording was made on.
pub(super) fn level_of(recording: &Recording, instead: Option<&str>) -> Result<Level> {
    let name = instead.unwrap_or(&recording.header.level);
    let reading = Reading {
        scale: recording.header.scale,
        variant: recording.header.variant.clone(),
    };
    open(name, reading).with_context(|| {
        format!(
            "the recording {} needs the level '{name}'{}; --level says where it is now",
            recording.path.display(),
            match recording.header.content {
                Some(content) => format!(" with content {content:016x}"),
                None => String::new(),
            }
        )
    })
}

/// Opens a level and logs what is odd about it.
pub(super) fn open(argument: impl AsRef<OsStr>, reading: impl Into<Reading>) -> Result<Level> {
    let argument = argument.as_ref();
    let bar = LoadingBar::new(&argument.to_string_lossy());
    let opened = catalog::open_reporting(argument, reading, &|share| bar.show(share));
    bar.clear();
    let level = opened?;
    for line in level.announcement(&argument.to_string_lossy()) {
        log::warn!("{}: {line}", level.name);
    }
    Ok(level)
}

/// The name by which a recording finds its level: a path is made absolute, so that it is found from
/// other folders too.
pub(super) fn lasting_name(argument: &OsStr) -> String {
    match Path::new(argument).canonicalize() {
        Ok(path) if path.is_file() => path.to_string_lossy().into_owned(),
        _ => argument.to_string_lossy().into_owned(),
    }
}

/// A value as JSON. Names keep their control characters, as escapes that no terminal obeys.
pub(super) fn as_json(value: &(impl Serialize + ?Sized)) -> Result<String> {
    let text = serde_json::to_string_pretty(value)?;
    let is_raw = |it: char| it.is_control() && it != '\n';
    let mut escaped = String::with_capacity(text.len());
    for it in text.chars() {
        match is_raw(it) {
            true => escaped += &format!("\\u{:04x}", u32::from(it)),
            false => escaped.push(it),
        }
    }
    Ok(escaped)
}

/// Prints a line. A reader that has gone away (`| head`) is no error.
pub(super) fn say(out: &mut impl Write, text: &str) -> Result<()> {
    match writeln!(out, "{}", logs::plain(text)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to the terminal")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_every_character_of_a_name_and_shows_a_terminal_none_that_it_obeys() {
        let name = "bell\u{7} esc\u{1b} csi\u{9b} del\u{7f} line\n";
        let json = as_json(&[name]).expect("JSON");
        assert!(
            json.chars().all(|it| it == '\n' || !it.is_control()),
            "{json:?}"
        );
        let read: Vec<String> = serde_json::from_str(&json).expect("JSON");
        assert_eq!(read, [name]);
    }
}
