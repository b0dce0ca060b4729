//! Parsers of argument values beyond numbers: sizes, cameras, speeds, exposures.

use std::{
    fmt,
    ops::{
        Bound::{Excluded, Included},
        RangeBounds,
    },
    path::PathBuf,
    str::FromStr,
};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use hexbound_base::output::is_standard;
use hexbound_lab::Pose;
use hexbound_level::Level;
use hexbound_render::{EXPOSURE_STOPS, Exposure};

/// The largest side of a window or picture in pixels, which every adapter can draw to.
const LARGEST_SIDE: u32 = 8192;
/// The highest speed, meters a second: 8 m a tick, farther than most rooms are wide.
const MAX_SPEED: f32 = 1000.0;

/// Parses a size in pixels, written `WIDTHxHEIGHT`.
pub(super) fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| {
        let side: u32 = text.parse().ok()?;
        (1..=LARGEST_SIDE).contains(&side).then_some(side)
    };
    text.split_once(['x', 'X'])
        .and_then(|(width, height)| Some([side(width)?, side(height)?]))
        .ok_or_else(|| {
            format!(
                "a size is WIDTHxHEIGHT in pixels, such as 1280x720, each from 1 to {LARGEST_SIDE}"
            )
        })
}

/// The place that a picture is taken from, written `x,y,z,yaw,pitch`: meters in the level file's
/// own coordinates, then degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CameraArgument {
    pub eye: [f64; 3],
    /// Degrees about +Y; 0 looks along −Z, positive turns left.
    pub yaw: f32,
    /// Degrees; positive looks up.
    pub pitch: f32,
}

impl CameraArgument {
    /// The camera in the coordinates of `level`.
    pub(super) fn pose(&self, level: &Level) -> Pose {
        Pose {
            eye: level.to_local(self.eye.into()),
            yaw: self.yaw.to_radians(),
            pitch: self.pitch.to_radians(),
        }
    }
}

impl fmt::Display for CameraArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.eye;
        write!(f, "{x},{y},{z},{},{}", self.yaw, self.pitch)
    }
}

impl FromStr for CameraArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Vec<f64> = text
            .split(',')
            .filter_map(|word| word.trim().parse().ok())
            .filter(|number: &f64| number.is_finite())
            .collect();
        match numbers[..] {
            [x, y, z, yaw, pitch] if pitch.abs() <= 90.0 && text.matches(',').count() == 4 => {
                Ok(CameraArgument {
                    eye: [x, y, z],
                    yaw: yaw as f32,
                    pitch: pitch as f32,
                })
            }
            _ => Err(String::from(
                "a camera is x,y,z,yaw,pitch: meters in the file's coordinates, then degrees \
                 (yaw 0 looks along -z, positive turns left; pitch from -90 to 90)",
            )),
        }
    }
}

/// Parses the folder for several files. It can't be standard output.
pub(super) fn folder(text: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    match is_standard(&folder) {
        true => Err(String::from(
            "many files are written, which go to a folder, not to standard output",
        )),
        false => Ok(folder),
    }
}

/// Returns a parser of words, which help lists. `find` returns the value of a word.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    words: impl IntoIterator<Item = &'static str>,
    find: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words).try_map(move |word| find(&word).ok_or("it has no meaning"))
}

/// Parses a speed in meters a second, above zero.
pub(super) fn speed(text: &str) -> Result<f32, String> {
    let meant = format!("a speed is meters a second, above 0 and at most {MAX_SPEED}");
    decimal(text, (Excluded(0.0), Included(MAX_SPEED)), &meant)
}

/// Parses a moment of a run in seconds, from its start.
pub(super) fn moment(text: &str) -> Result<f64, String> {
    let meant = "a moment is seconds since the run began, such as 41.5";
    decimal(text, 0.0..f64::INFINITY, meant)
}

/// Parses a time in minutes, above 0.
pub(super) fn minutes(text: &str) -> Result<f64, String> {
    let meant = "a time to hunt for is minutes above 0, such as 0.5";
    decimal(text, (Excluded(0.0), Excluded(f64::INFINITY)), meant)
}

fn decimal<N: FromStr + PartialOrd>(
    text: &str,
    allowed: impl RangeBounds<N>,
    meant: &str,
) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| allowed.contains(number));
    number.ok_or_else(|| meant.to_owned())
}

/// Returns a parser of whole numbers from `least` on; `words` name the value in errors.
pub(super) fn count(
    words: &'static str,
    least: u64,
) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| *number >= least);
        number.ok_or_else(|| format!("{words} is a whole number, at least {least}"))
    }
}

/// Returns a parser of whole numbers from `least` to `most`; `words` name the value in errors.
pub(super) fn whole<N>(
    words: &'static str,
    least: N,
    most: N,
) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + fmt::Display + Copy,
{
    move |text| match text.parse::<N>() {
        Ok(number) if least <= number && number <= most => Ok(number),
        _ => Err(format!("{words} is a whole number from {least} to {most}")),
    }
}

/// Parses an exposure: `auto`, or stops above the exposure for a sunlit place.
pub(super) fn exposure(text: &str) -> Result<Exposure, String> {
    match text.parse::<f32>() {
        Ok(stops) if EXPOSURE_STOPS.contains(&stops) => Ok(Exposure::Fixed(stops)),
        _ if text == "auto" => Ok(Exposure::Auto),
        _ => Err(format!(
            "an exposure is auto, or stops from {} to {}: 0 suits a sunlit place, each more \
             doubles the light",
            EXPOSURE_STOPS.start(),
            EXPOSURE_STOPS.end()
        )),
    }
}
