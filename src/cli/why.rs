//! The command `why`: explains why the player stopped, or what balls met.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use hexbound_base::output::is_standard;
use hexbound_inspect::Inspection;
use hexbound_lab::{BallWhy, FoundTick, Subject, TickRequest, WhichBalls, Why, capsule::Capsule};
use hexbound_level::Level;
use hexbound_render::Frame;
use hexbound_sim::View;
use hexbound_ui::Ui;
use serde::Serialize;

use super::{
    pictures::{exposure, legend_screen},
    printing::{say_beside, text_of},
    progress_bar::ProgressBar,
    shared_arguments::{ExposureArguments, PictureArguments, RunArguments},
    values,
};

#[derive(Args, Debug)]
pub(crate) struct WhyArguments {
    #[command(flatten)]
    pub run: RunArguments,
    /// The tick to tell, counted from 1 [default: the last that stopped, turned, freed or
    /// put back the player, or led them through what stands]
    #[arg(long, value_name = "N", value_parser = values::count("a tick", 0), allow_negative_numbers = true)]
    pub tick: Option<u64>,
    /// Explain a ball in place of the player, by its id, or 'all' balls [default tick: the last with a bounce]
    #[arg(
        long,
        value_name = "ID",
        conflicts_with = "pictures",
        allow_negative_numbers = true
    )]
    pub ball: Option<WhichBalls>,
    /// Print one JSON object instead of sentences.
    #[arg(long)]
    pub json: bool,
    /// Draw the tick into a PNG file; - is standard output, the account then goes to standard error.
    #[arg(short, long, value_name = "OUT.png")]
    pub output: Option<PathBuf>,
    /// Write why.html and a picture of each leg into a folder, which is made when absent.
    #[arg(long, value_name = "DIR", value_parser = values::folder)]
    pub pictures: Option<PathBuf>,
    #[command(flatten)]
    pub picture: PictureArguments,
    #[command(flatten)]
    pub exposure: ExposureArguments,
}

pub(super) fn run(arguments: &WhyArguments) -> Result<()> {
    if let Some(path) = &arguments.output {
        hexbound_lab::check_picture_name(path)?;
    }
    if let Some(which) = arguments.ball {
        return explain_balls(which, arguments);
    }
    let (level, tick) = find(Subject::Player, arguments)?;
    let why = Why::of(&level, &tick);
    print(&why.json(&level), || why.summary(&level), arguments)?;
    write_page(&why, &level, arguments)?;
    let seen = |size| (why.view_beside_panel(&level, size), why.inspection(&level));
    draw(&level, seen, arguments)
}

/// Explains the contacts of balls in a tick of a run or of a capsule.
fn explain_balls(which: WhichBalls, arguments: &WhyArguments) -> Result<()> {
    let (level, tick) = find(Subject::Balls(which), arguments)?;
    let why = BallWhy::of(&level, &tick, which)?;
    print(&why.json(&level), || why.summary(&level), arguments)?;
    let seen = |size| (why.view_beside_panel(&level, size), why.inspection(&level));
    draw(&level, seen, arguments)
}

fn print(
    json: &impl Serialize,
    summary: impl FnOnce() -> String,
    arguments: &WhyArguments,
) -> Result<()> {
    let text = text_of(arguments.json, json, summary)?;
    // Standard output may carry the picture.
    say_beside(arguments.output.as_deref().is_some_and(is_standard), &text)
}

/// Finds the tick of a run, or of a capsule on its part of the level.
fn find(subject: Subject, arguments: &WhyArguments) -> Result<(Level, FoundTick)> {
    let (run, tick) = (&arguments.run.file, arguments.tick);
    let request = TickRequest { subject, tick };
    if Capsule::is_capsule(run) {
        let capsule = Capsule::read(run)?;
        let level = capsule.level()?;
        let tick = hexbound_lab::find_tick_in_capsule(&level, &capsule, run, request)?;
        return Ok((level, tick));
    }
    let (level, recording) = arguments.run.open()?;
    let bar = ProgressBar::new();
    let tick = hexbound_lab::find_tick(&level, recording, request, &bar.progress())?;
    Ok((level, tick))
}

/// Writes the tick's page with a picture of each leg, if a folder is named for it.
fn write_page(why: &Why, level: &Level, arguments: &WhyArguments) -> Result<()> {
    let Some(folder) = &arguments.pictures else {
        return Ok(());
    };
    let options = arguments.picture.options();
    let written = hexbound_lab::write_tick_page(folder, why, level, &options)?;
    if let Some(remark) = &written.remark {
        log::warn!("{remark}");
    }
    log::info!("{} is written", written.page.display());
    Ok(())
}

/// Draws the place of a tick with its lines and their legend. `seen` returns both for a picture size.
fn draw(
    level: &Level,
    seen: impl Fn([u32; 2]) -> (View, Inspection),
    arguments: &WhyArguments,
) -> Result<()> {
    let Some(path) = &arguments.output else {
        return Ok(());
    };
    let size = arguments.picture.size;
    let (view, Inspection { legend, .. }) = seen(size);
    let mut ui = Ui::default();
    let overlay = ui.draw(&legend_screen(size, &legend, &view));
    // A crosshair would look like a point of the tick, and the legend does not explain one.
    let frame = Frame {
        exposure: exposure(arguments.exposure),
        overlay: Some(overlay),
        ..Frame::of(&view)
    };
    let options = arguments.picture.options();
    Ok(hexbound_lab::shot(level, frame, &options, path)?)
}
