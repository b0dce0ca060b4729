//! How far a long work is, for whoever shows it.

/// Receives now and then the work in progress, and the known share of it that is done, 0 to 1.
pub type Progress<'a> = dyn Fn(&str, Option<f32>) + Sync + 'a;

/// The ticks between two reports of a run: to show each would take longer than to play it.
const REPORT_INTERVAL: u64 = 120;

/// Reports now and then how much of a run's ticks is played.
pub fn of_ticks(progress: &Progress, what: &str, played: u64, all: u64) {
    if played.is_multiple_of(REPORT_INTERVAL) {
        progress(what, Some(played as f32 / all as f32));
    }
}

/// Shows nobody anything.
pub fn unseen(_: &str, _: Option<f32>) {}

/// A part of a level that is still on its way while the level is drawn, and how much of it is there, 0..1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arriving {
    /// The textures, for which thumbnails are drawn.
    Textures(f32),
    /// The light, of which a coarse version is drawn.
    Light(f32),
}
