//! Pictures drawn offscreen, from anywhere in a level.

use std::{
    fs,
    io::{self, Cursor},
    path::{Path, PathBuf},
};

use image::{ImageFormat, RgbaImage};
use thiserror::Error;

use super::{output_files, write_error::WriteError};
use hexbound_base::{
    progress::{self, Progress},
    words::counted,
};
use hexbound_inspect::impacts::SHOWN_TICKS;
use hexbound_level::Level;
use hexbound_render::{Frame, Offscreen, PictureOptions, RenderError, effects::Effects};
use hexbound_replay::{Playback, Recording, ReplayError};
use hexbound_sim::{View, World};

#[derive(Debug, Error)]
pub enum PictureError {
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error("{0}")]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(
        "pictures are written as PNG, and {} has the name of another kind; name a .png file with \
         --output",
        path.display()
    )]
    OtherPicture { path: PathBuf },
    #[error("cannot write the film {}", path.display())]
    Animate {
        path: PathBuf,
        source: png::EncodingError,
    },
    #[error(
        "{} is no film that can be written: name a .png or .apng file for an animated picture, or a \
         folder for single frames",
        path.display()
    )]
    OtherFilm { path: PathBuf },
    #[error(
        "the recording {} is {length:.2} s long, so there is no stretch from {from} s to {to} s; \
         ask for another one with --from and --to",
        path.display()
    )]
    NoStretch {
        path: PathBuf,
        length: f64,
        from: f64,
        to: f64,
    },
    #[error(
        "the recording {} has {}, so there is no tick {wanted}; ask for an earlier one with --tick",
        path.display(),
        counted(*ticks, "tick", "ticks")
    )]
    TooShort {
        path: PathBuf,
        ticks: u64,
        wanted: u64,
    },
}

/// The world after `ticks` ticks of `recording`, or after all of them, and its visual effects.
pub fn world_at(
    level: &Level,
    recording: Recording,
    ticks: Option<u64>,
    progress: &Progress,
) -> Result<(World, Effects), PictureError> {
    recording.check_level(level)?;
    let wanted = ticks.unwrap_or(recording.ticks);
    if wanted > recording.ticks {
        return Err(PictureError::TooShort {
            path: recording.path,
            ticks: recording.ticks,
            wanted,
        });
    }
    let mut world = World::new(level, recording.header.rules);
    let mut playback = Playback::new(recording);
    let mut events = Vec::new();
    let mut effects = Effects::default();
    for command in (0..wanted).map_while(|_| playback.next_command()) {
        progress::of_ticks(progress, "playing it", world.tick, wanted);
        events.clear();
        // A collision view may explain the last tick, and the last bounces.
        world.keep_journal(world.tick + SHOWN_TICKS >= wanted);
        world.step(level, &command, &mut events);
        effects.advance(View::of(&world).seconds, &events, level);
    }
    Ok((world, effects))
}

/// Refuses a picture file whose name has the ending of another kind than PNG.
pub fn check_picture_name(path: &Path) -> Result<(), PictureError> {
    match path.extension().and_then(ImageFormat::from_extension) {
        None | Some(ImageFormat::Png) => Ok(()),
        Some(_) => Err(PictureError::OtherPicture {
            path: path.to_owned(),
        }),
    }
}

/// Draws `frame` of `level` to the PNG file `path`; to standard output for `-`. Fails if the name has the
/// ending of another kind of picture.
pub fn shot(
    level: &Level,
    frame: Frame<'_>,
    options: &PictureOptions,
    path: &Path,
) -> Result<(), PictureError> {
    check_picture_name(path)?;
    let mut offscreen = Offscreen::new(options)?;
    offscreen.set_level_by_cache(level)?;
    write_png(&offscreen.shot(frame)?, path)
}

/// Creates `folder`, and removes the frames of an earlier film.
pub(crate) fn clear(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("frame-") && name.ends_with(".png") {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Writes a picture to the PNG file `path`, or to standard output for `-`.
pub(crate) fn write_png(image: &RgbaImage, path: &Path) -> Result<(), PictureError> {
    Ok(output_files::write(path, &as_png(image)).map_err(failed(path))?)
}

/// A picture as the bytes of a PNG file.
pub(crate) fn as_png(image: &RgbaImage) -> Vec<u8> {
    let mut png = Cursor::new(Vec::new());
    // Writing to memory fails only for pixel formats that PNG does not have.
    let written = image.write_to(&mut png, ImageFormat::Png);
    debug_assert!(written.is_ok(), "{written:?}");
    png.into_inner()
}

/// Returns a function that wraps an I/O error of writing a picture or a folder of pictures.
pub(crate) fn failed(path: &Path) -> impl Fn(io::Error) -> WriteError {
    WriteError::of("", path, "place with --output")
}
