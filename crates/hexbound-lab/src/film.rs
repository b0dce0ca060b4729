//! Films of a run, or a stretch of it: PNG frames in a folder, or one animated PNG. The renderer draws
//! the frames.

use std::path::{Path, PathBuf};

use image::{DynamicImage, RgbaImage};

use super::{
    output_files,
    picture::{PictureError, clear, failed, write_png},
};
use hexbound_base::{
    clock::TICK_RATE,
    output::{Output, is_standard},
    progress::Progress,
};
use hexbound_inspect::{CollisionViews, InspectionRequest, USUAL_DEPTH, inspect};
use hexbound_level::Level;
use hexbound_render::{ExposureSettings, Frame, Offscreen, PictureOptions, effects::Effects};
use hexbound_replay::{Playback, Recording, ReplayError};
use hexbound_sim::{Event, View, World};

/// The filmed stretch of a run, and the options of its frames.
#[derive(Clone, Debug)]
pub struct FilmOptions {
    /// The start, seconds of the run.
    pub from: f64,
    /// The end, seconds of the run; `None` for the end of the run.
    pub to: Option<f64>,
    pub frames_per_second: u16,
    pub picture: PictureOptions,
    pub exposure: ExposureSettings,
    /// The collision views of each frame's last tick.
    pub collision_view: CollisionViews,
}

/// The outcome of a film.
#[derive(Clone, Copy, Debug)]
pub struct FilmReport {
    pub frames: u32,
    /// The width and height, pixels.
    pub size: [u32; 2],
}

/// Films `recording`, which is checked meanwhile, and reports each frame to `progress`. The path is an
/// animated PNG, or a folder for frame-0001.png, frame-0002.png …
pub fn film(
    level: &Level,
    recording: Recording,
    options: &FilmOptions,
    path: &Path,
    progress: &Progress,
) -> Result<FilmReport, PictureError> {
    recording.check_level(level)?;
    let frames = count(&recording, options)?;
    let is_folder = is_folder(path)?;
    let mut offscreen = Offscreen::new(&options.picture)?;
    progress("preparing the level's light", None);
    offscreen.set_level_by_cache(level)?;
    let size = offscreen.size();
    let mut reel = match is_folder {
        true => Reel::folder(path)?,
        false => Reel::animation(path, size, frames, options.frames_per_second)?,
    };
    let mut run = FilmedRun::new(level, recording);
    (run.world).keep_journal(options.collision_view.needs_journal());
    let rate = f64::from(options.frames_per_second);
    // Earlier events leave their traces at the same times as in a film of the whole run.
    let before = (options.from * rate).ceil() as u32;
    for frame in (1..=before).rev() {
        run.play_to(options.from - f64::from(frame) / rate)?;
    }
    for frame in 0..frames {
        let label = format!("frame {} of {frames}", frame + 1);
        progress(&label, Some(frame as f32 / frames as f32));
        let mut view = run.play_to(options.from + f64::from(frame) / rate)?;
        let asked = InspectionRequest::through(&view, options.collision_view, USUAL_DEPTH);
        view.debug = inspect(&asked, level, &run.world).debug;
        let picture = offscreen.shot(Frame {
            effects: Some(&run.effects),
            elapsed: match frame {
                0 => f32::INFINITY,
                _ => (1.0 / rate) as f32,
            },
            exposure: options.exposure,
            ..Frame::of(&view)
        })?;
        reel.add(picture)?;
    }
    reel.finish()?;
    Ok(FilmReport { frames, size })
}

/// The number of frames. Fails if there is nothing to film.
fn count(recording: &Recording, options: &FilmOptions) -> Result<u32, PictureError> {
    let length = recording.ticks as f64 / f64::from(TICK_RATE);
    let (from, to) = (options.from, options.to.unwrap_or(length));
    if from > to || to > length {
        return Err(PictureError::NoStretch {
            path: recording.path.clone(),
            length,
            from,
            to,
        });
    }
    let frames = (to - from) * f64::from(options.frames_per_second);
    Ok((frames.round() as u32).max(1))
}

/// Returns whether a film is written to a folder: an existing one, or a name without an ending. Fails for
/// files of other kinds than can be written.
fn is_folder(path: &Path) -> Result<bool, PictureError> {
    if is_standard(path) {
        return Ok(false);
    }
    match path.extension() {
        _ if path.is_dir() => Ok(true),
        None => Ok(true),
        Some(ending) if ending.eq_ignore_ascii_case("png") => Ok(false),
        Some(ending) if ending.eq_ignore_ascii_case("apng") => Ok(false),
        Some(_) => Err(PictureError::OtherFilm {
            path: path.to_owned(),
        }),
    }
}

/// A recorded run while it is filmed.
struct FilmedRun<'a> {
    level: &'a Level,
    world: World,
    playback: Playback,
    /// The view a tick before the world's.
    before: View,
    /// The events since the last frame.
    events: Vec<Event>,
    effects: Effects,
}

impl<'a> FilmedRun<'a> {
    fn new(level: &'a Level, recording: Recording) -> Self {
        let world = World::new(level, recording.header.rules);
        Self {
            level,
            before: View::of(&world),
            world,
            playback: Playback::new(recording),
            events: Vec::new(),
            effects: Effects::default(),
        }
    }

    /// Plays to a moment, seconds, and returns the view.
    fn play_to(&mut self, seconds: f64) -> Result<View, ReplayError> {
        let tick = seconds * f64::from(TICK_RATE);
        while (self.world.tick as f64) < tick
            && let Some(command) = self.playback.next_command()
        {
            self.before = View::of(&self.world);
            self.world.step(self.level, &command, &mut self.events);
            self.playback.check(&self.world)?;
        }
        let blend = tick + 1.0 - self.world.tick as f64;
        let after = View::of(&self.world);
        let view = self.before.between(&after, blend.clamp(0.0, 1.0) as f32);
        self.effects.advance(view.seconds, &self.events, self.level);
        self.events.clear();
        Ok(view)
    }
}

/// The destination of the frames.
enum Reel {
    Folder {
        folder: PathBuf,
        frames: u32,
    },
    Animation {
        path: PathBuf,
        writer: Box<png::Writer<Output>>,
    },
}

impl Reel {
    fn folder(folder: &Path) -> Result<Self, PictureError> {
        clear(folder).map_err(failed(folder))?;
        Ok(Reel::Folder {
            folder: folder.to_owned(),
            frames: 0,
        })
    }

    fn animation(
        path: &Path,
        [width, height]: [u32; 2],
        frames: u32,
        frames_per_second: u16,
    ) -> Result<Self, PictureError> {
        let out = output_files::create(path).map_err(failed(path))?;
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        let writer = (|| {
            // The animation repeats for ever.
            encoder.set_animated(frames, 0)?;
            encoder.set_frame_delay(1, frames_per_second)?;
            encoder.write_header()
        })();
        Ok(Reel::Animation {
            writer: Box::new(writer.map_err(|source| animate_error(path, source))?),
            path: path.to_owned(),
        })
    }

    fn add(&mut self, image: RgbaImage) -> Result<(), PictureError> {
        match self {
            Reel::Folder { folder, frames } => {
                *frames += 1;
                write_png(&image, &folder.join(format!("frame-{frames:04}.png")))
            }
            Reel::Animation { path, writer } => {
                let opaque = DynamicImage::from(image).into_rgb8();
                (writer.write_image_data(&opaque)).map_err(|source| animate_error(path, source))
            }
        }
    }

    fn finish(self) -> Result<(), PictureError> {
        match self {
            Reel::Folder { .. } => Ok(()),
            Reel::Animation { path, writer } => {
                (writer.finish()).map_err(|source| animate_error(&path, source))
            }
        }
    }
}

fn animate_error(path: &Path, source: png::EncodingError) -> PictureError {
    PictureError::Animate {
        path: path.to_owned(),
        source,
    }
}
