//! The command that tells why a player stopped.

use std::io;

use anyhow::Result;
use hexbound::{
    clock::TICK,
    effects::Effects,
    headless::{self, Why},
    level::Level,
    output::is_standard,
    ui::Ui,
};

use super::{
    arguments::WhyArguments,
    commands::{exposure, legend_screen, level_of, say},
    runs,
};

pub fn run(arguments: &WhyArguments) -> Result<()> {
    let recording = runs::read(&arguments.run)?;
    let level = level_of(&recording, arguments.level.as_deref())?;
    let why = headless::why(&level, recording, arguments.tick)?;
    let text = match arguments.json {
        true => serde_json::to_string_pretty(&why.json(&level))?,
        false => why.summary(&level),
    };
    let Some(path) = &arguments.output else {
        return say(&mut io::stdout().lock(), &text);
    };
    match is_standard(path) {
        // Standard output carries the picture.
        true => say(&mut io::stderr().lock(), &text)?,
        false => say(&mut io::stdout().lock(), &text)?,
    }
    draw(&why, &level, arguments)
}

/// Draws the tick's place with its legs, contacts and normals.
fn draw(why: &Why, level: &Level, arguments: &WhyArguments) -> Result<()> {
    let Some(path) = &arguments.output else {
        return Ok(());
    };
    let view = why.view(level);
    let legend = why.inspection(level).legend;
    let mut ui = Ui::new();
    let overlay = ui.draw(&legend_screen(
        arguments.picture.size.pixels(),
        &legend,
        &view,
    ));
    let shot = headless::Shot {
        view: &view,
        effects: &Effects::default(),
        seconds: why.journal.tick as f32 * TICK,
        elapsed: f32::INFINITY,
        exposure: exposure(arguments.exposure),
    };
    let options = arguments.picture.options();
    Ok(headless::shot(level, shot, &options, path, Some(overlay))?)
}
