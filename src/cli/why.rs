//! The command that explains a tick: why the player stopped, or what balls met.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use hexbound_base::output::is_standard;
use hexbound_inspect::Inspection;
use hexbound_lab::{Asked, BallWhy, FoundTick, Subject, WhichBalls, Why, capsule::Capsule};
use hexbound_level::Level;
use hexbound_render::effects::Effects;
use hexbound_sim::View;
use hexbound_ui::Ui;

use super::{
    pictures::{exposure, legend_screen},
    printing::{say_beside, text_of},
    progress_bar::ProgressBar,
    shared_arguments::{ExposureArguments, PictureArguments, RunArguments},
    values,
};

pub(super) const WHY_EXAMPLES: &str = "\
A tick is told leg by leg: the wish, how many triangles were asked and which plane rejected how many,
each contact with its distance before and after, its feature and where its normal comes from, how the
motion was turned, what was left, and where every other method would have led. Ticks count from 1, in a
capsule as in the run that it was cut from; its triangles have numbers of their own. Places are meters in the level file's own coordinates. With --output a picture shows the same; with
--pictures a folder gets a picture of each leg at its contact and why.html, which sets the words of each
beside it. While you play, F2 tells the last such tick.

The triangles that were asked are those that the tree names near the move. S is a triangle's own plane, front
or back; PS1 to PS6 are the six planes that stand on it, two a side: PS1 and PS4, PS2 and PS5, PS3 and PS6
face each other, and all are moved out by the body's reach. A triangle is rejected by the first plane that
the whole move stays outside of, or left out because it lies behind a plane that the move has touched
already; what is left goes to the exact test, which finds faces, edges and vertices, numbered from 1.

With --ball the tick of a ball is explained, or that of all: each impact in its order, with the time of the
contact and the rest of the tick, I before it, the normal N, R after the reflection, and the speeds U before
and V after along the axis and across it. Ids are those of --events, from 0.

Examples:
  hexbound why run.rec                       the last tick that is worth asking about
  hexbound why run.rec --tick 600 -o why.png
  hexbound why run.rec --tick 600 --pictures why
  hexbound why observatory --tick 600 --json | jq .questions
  hexbound why run.rec --ball all -o why.png the last tick in which a ball bounced
  hexbound why run.rec --ball 3              the last in which that ball did";

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
    let (level, tick) = found(Subject::Player, arguments)?;
    let why = Why::of(&level, &tick);
    print(
        &text_of(arguments.json, &why.json(&level), || why.summary(&level))?,
        arguments,
    )?;
    write_page(&why, &level, arguments)?;
    let seen = |size| (why.view_beside_panel(&level, size), why.inspection(&level));
    draw(&level, seen, arguments)
}

/// Explains what balls met in a tick of a run or of a capsule.
fn explain_balls(which: WhichBalls, arguments: &WhyArguments) -> Result<()> {
    let (level, tick) = found(Subject::Balls(which), arguments)?;
    let why = BallWhy::of(&level, &tick, which)?;
    print(
        &text_of(arguments.json, &why.json(&level), || why.summary(&level))?,
        arguments,
    )?;
    let seen = |size| (why.view_beside_panel(&level, size), why.inspection(&level));
    draw(&level, seen, arguments)
}

fn print(text: &str, arguments: &WhyArguments) -> Result<()> {
    // Standard output may carry the picture.
    say_beside(arguments.output.as_deref().is_some_and(is_standard), text)
}

/// Finds the tick of a run, or of a capsule on the part of the level that it holds.
fn found(subject: Subject, arguments: &WhyArguments) -> Result<(Level, FoundTick)> {
    let (run, tick) = (&arguments.run.file, arguments.tick);
    let asked = Asked { subject, tick };
    if Capsule::is_one(run) {
        let capsule = Capsule::read(run)?;
        let level = capsule.level()?;
        let tick = hexbound_lab::find_tick_in_capsule(&level, &capsule, run, asked)?;
        return Ok((level, tick));
    }
    let (level, recording) = arguments.run.open()?;
    let bar = ProgressBar::new();
    let tick = hexbound_lab::find_tick(&level, recording, asked, &bar.progress())?;
    Ok((level, tick))
}

/// Writes the tick's page with a picture of each leg, where a folder is named for it.
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

/// Draws a tick's place with its lines and their legend: `seen` gives both for a picture of that size.
fn draw(
    level: &Level,
    seen: impl Fn([u32; 2]) -> (View, Inspection),
    arguments: &WhyArguments,
) -> Result<()> {
    let Some(path) = &arguments.output else {
        return Ok(());
    };
    let size = arguments.picture.size.pixels();
    let (view, Inspection { legend, .. }) = seen(size);
    let mut ui = Ui::new();
    let overlay = ui.draw(&legend_screen(size, &legend, &view));
    // A crosshair would look like a point of the tick, and the legend has no entry for one.
    let effects = Effects::default();
    let shot = hexbound_lab::Shot {
        exposure: exposure(arguments.exposure),
        ..hexbound_lab::Shot::of(&view, &effects)
    };
    let options = arguments.picture.options();
    Ok(hexbound_lab::shot(
        level,
        shot,
        &options,
        path,
        Some(overlay),
    )?)
}
