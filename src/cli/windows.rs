//! The window of a command, including one that only shows why its level can't be played.

use std::path::PathBuf;

use anyhow::Result;
use app::STAND_IN;
use hexbound::app;
use hexbound_level::Reading;
use hexbound_render::{PictureOptions, Quality};
use hexbound_scenes::catalog;

use super::shared_arguments::{ExposureArguments, WindowArguments, adapter};

/// Opens the window if there is a desktop, and shows there why the level can't be played. A player who
/// started the game from a menu sees no terminal.
pub(super) fn refuse_in_window(
    error: anyhow::Error,
    file: Option<(PathBuf, Reading)>,
    mut options: app::WindowOptions,
    preload: app::Startup,
) -> Result<()> {
    if !preload.has_desktop() {
        return Err(error);
    }
    let text = app::with_causes(error.as_ref());
    log::error!("{text}");
    options.refused = Some(app::Refused::new(text, file));
    let room = catalog::open(STAND_IN)?;
    Ok(app::play(
        room,
        app::Start::in_stand_in(),
        options,
        preload,
    )?)
}

/// Begins to open the graphics device for a window of the probable size.
pub(super) fn preload(window: &WindowArguments) -> app::Startup {
    let quality = match window.quality {
        Some(app::QualityWish::Preset(preset)) => preset.quality(),
        _ => Quality::LOW,
    };
    app::Startup::begin(&PictureOptions {
        size: window.size.unwrap_or([1280, 720]),
        quality,
        adapter: adapter(window.adapter.as_ref()),
    })
}

pub(super) fn window_options(
    window: &WindowArguments,
    exposure: ExposureArguments,
) -> app::WindowOptions {
    app::WindowOptions {
        size: window.size,
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
