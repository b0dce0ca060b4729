//! Reports of the progress of long work.

/// Receives the current step of the work now and then, and the share of it that is done, 0..1, if known.
pub type Progress<'a> = dyn Fn(&str, Option<f32>) + Sync + 'a;

/// The ticks between two reports of a run: to show each would take longer than to play it.
const REPORT_INTERVAL: u64 = 120;

/// Reports now and then the share of a run's ticks that have been played.
pub fn of_ticks(progress: &Progress, what: &str, played: u64, all: u64) {
    if played.is_multiple_of(REPORT_INTERVAL) {
        progress(what, Some(played as f32 / all as f32));
    }
}

/// A receiver that ignores every report.
pub fn ignore(_: &str, _: Option<f32>) {}

/// A part of a level that is still loading while the level is drawn, and the share of it that is
/// loaded, 0..1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arriving {
    /// The textures. Thumbnails are drawn in their place.
    Textures(f32),
    /// The light. A coarse version is drawn in its place.
    Light(f32),
}
