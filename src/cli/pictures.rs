//! The commands that draw without a window: `shot` and `film`.

use std::{ffi::OsString, path::PathBuf};

use anyhow::Result;
use clap::Args;
use hexbound_base::{body, clock::TICK_RATE, output::is_standard, words::counted};
use hexbound_inspect::{CollisionViews, InspectionRequest, Legend, USUAL_DEPTH};
use hexbound_lab::FilmOptions;
use hexbound_level::Level;
use hexbound_render::{ExposureSettings, Frame, effects::Effects};
use hexbound_sim::{Rules, View, World};
use hexbound_ui::{Explained, Hud, Ui};

use super::{
    levels::open,
    printing::say,
    progress_bar::ProgressBar,
    runs,
    shared_arguments::{ExposureArguments, PictureArguments, RunArguments, UnitArguments},
    values::{self, CameraArgument},
};

#[derive(Args, Debug)]
pub(crate) struct ShotArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file.
    pub level: OsString,
    #[command(flatten)]
    pub unit: UnitArguments,
    /// The PNG file to write; - is standard output.
    #[arg(short, long, value_name = "OUT.png")]
    pub output: PathBuf,
    #[command(flatten)]
    pub picture: PictureArguments,
    /// Where to look from.
    #[arg(long, value_name = "x,y,z,yaw,pitch", allow_hyphen_values = true)]
    pub camera: Option<CameraArgument>,
    /// Run a recording first, a kept run by its name, or the best run of a level by the level's.
    #[arg(long, value_name = "RUN")]
    pub input: Option<PathBuf>,
    /// How many ticks of the input to run [default: all]
    #[arg(long, value_name = "N", requires = "input", value_parser = values::count("a number of ticks", 0), allow_negative_numbers = true)]
    pub tick: Option<u64>,
    /// Show what collision decided in the last tick, one or more with commas between them: mesh, tree,
    /// candidates, planes, contacts, shells, rays, legs or shapes.
    #[arg(long, value_name = "LIST", default_value = "off")]
    pub collision_view: CollisionViews,
    /// Which level of the tree that view shows.
    #[arg(long, value_name = "N", default_value_t = USUAL_DEPTH, value_parser = values::whole("a level of the tree", 0_u32, u32::MAX), allow_negative_numbers = true)]
    pub tree_depth: u32,
    #[command(flatten)]
    pub exposure: ExposureArguments,
}

#[derive(Args, Debug)]
pub(crate) struct FilmArguments {
    #[command(flatten)]
    pub run: RunArguments,
    /// A .png or .apng file for an animated picture (- is standard output), or a folder for frames.
    #[arg(short, long, value_name = "DIR|FILE")]
    pub output: PathBuf,
    /// Where to begin, in seconds of the run.
    #[arg(long, value_name = "S", default_value_t = 0.0, value_parser = values::moment, allow_hyphen_values = true)]
    pub from: f64,
    /// Where to end, in seconds of the run [default: the run's end]
    #[arg(long, value_name = "S", value_parser = values::moment, allow_hyphen_values = true)]
    pub to: Option<f64>,
    /// How many frames a second.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = values::whole("a number of frames a second", 1_u16, 240), allow_negative_numbers = true)]
    pub fps: u16,
    /// Show what collision decided, one or more with commas between them: mesh, tree, candidates,
    /// planes, contacts, shells, rays, legs or shapes.
    #[arg(long, value_name = "LIST", default_value = "off")]
    pub collision_view: CollisionViews,
    #[command(flatten)]
    pub picture: PictureArguments,
    #[command(flatten)]
    pub exposure: ExposureArguments,
}

/// Runs the command `shot`.
pub(super) fn shot(arguments: &ShotArguments) -> Result<()> {
    let level = open(&arguments.level, arguments.unit.reading())?;
    let shown = arguments.collision_view;
    let (world, effects) = match &arguments.input {
        Some(path) => {
            let bar = ProgressBar::beside(is_standard(&arguments.output));
            hexbound_lab::world_at(&level, runs::read(path)?, arguments.tick, &bar.progress())?
        }
        None => (standing(&level, shown), Effects::default()),
    };
    let mut view = View::of(&world);
    if let Some(camera) = &arguments.camera {
        let pose = camera.pose(&level);
        (view.eye, view.yaw, view.pitch) = (pose.eye, pose.yaw, pose.pitch);
    }
    let size = arguments.picture.size;
    let mut ui = Ui::default();
    let overlay = match shown.is_empty() {
        true => None,
        false => {
            let asked = InspectionRequest::through(&view, shown, arguments.tree_depth)
                .in_picture(body::DEFAULT_FIELD_OF_VIEW.to_radians(), size);
            let seen = hexbound_inspect::inspect(&asked, &level, &world);
            view.debug = seen.debug;
            Some(ui.draw(&legend_screen(size, &seen.legend, &view)))
        }
    };
    let frame = Frame {
        effects: Some(&effects),
        exposure: exposure(arguments.exposure),
        // A crosshair shows the point that the overlay describes.
        crosshair: f32::from(u8::from(overlay.is_some())),
        overlay,
        ..Frame::of(&view)
    };
    let options = arguments.picture.options();
    hexbound_lab::shot(&level, frame, &options, &arguments.output)?;
    if is_standard(&arguments.output) {
        return Ok(());
    }
    let [width, height] = size;
    say(&format!("{} {width}x{height}", arguments.output.display()))
}

/// A world with the player at the spawn. Collision views need a query first, so the player then stands
/// for a second.
fn standing(level: &Level, shown: CollisionViews) -> World {
    let mut world = World::new(level, Rules::default());
    if !shown.is_empty() {
        world.keep_journal(shown.needs_journal());
        for _ in 0..TICK_RATE {
            world.step(level, &Default::default(), &mut Vec::new());
        }
    }
    world
}

/// Runs the command `film`.
pub(super) fn film(arguments: &FilmArguments) -> Result<()> {
    let (level, recording) = arguments.run.open()?;
    let options = FilmOptions {
        from: arguments.from,
        to: arguments.to,
        frames_per_second: arguments.fps,
        picture: arguments.picture.options(),
        exposure: exposure(arguments.exposure),
        collision_view: arguments.collision_view,
    };
    let bar = ProgressBar::new();
    let output = &arguments.output;
    let report = hexbound_lab::film(&level, recording, &options, output, &bar.progress())?;
    drop(bar);
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
    say(&text)
}

/// A screen with a legend and nothing else.
pub(super) fn legend_screen<'a>(size: [u32; 2], legend: &'a Legend, view: &'a View) -> Hud<'a> {
    Hud {
        size,
        now: 3600.0,
        explained: Some(Explained {
            legend,
            view,
            field_of_view: body::DEFAULT_FIELD_OF_VIEW.to_radians(),
        }),
        ..Hud::default()
    }
}

/// The exposure of pictures without a window.
pub(super) fn exposure(arguments: ExposureArguments) -> ExposureSettings {
    ExposureSettings {
        mode: arguments.exposure.unwrap_or_default(),
        low_flash: arguments.low_flash,
        ..ExposureSettings::default()
    }
}
