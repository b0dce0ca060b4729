//! The command-line options of the window.

use std::path::PathBuf;

use super::{QualityWish, Refused};
use hexbound_inspect::CollisionViews;
use hexbound_render::Exposure;
use hexbound_sim::MethodChoices;

/// The options with which the window is opened.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The inner size in pixels; `None` for the usual one.
    pub size: Option<[u32; 2]>,
    pub fullscreen: bool,
    /// True if the start screen is shown first, instead of play.
    pub starts_at_menu: bool,
    /// The collision views at the start.
    pub collision_view: CollisionViews,
    /// The methods whose ghosts are shown from the start. By default there are none, and F6 shows those
    /// of the other collision modes.
    pub ghosts: Vec<MethodChoices>,
    /// The quality, in place of the settings'.
    pub quality: Option<QualityWish>,
    /// True if surfaces without textures stay flat. The settings may request it too.
    pub no_grain: bool,
    /// A part of the graphics adapter's name, in place of the settings'.
    pub adapter: Option<String>,
    /// The exposure, in place of the settings'.
    pub exposure: Option<Exposure>,
    /// True if explosions emit no light. The settings may request it too.
    pub low_flash: bool,
    /// The help that the player wants, in addition to the settings'.
    pub assist: Assist,
    /// The file for events and bodies, or `-` for standard output, and the ticks between two lists of all
    /// bodies.
    pub events: Option<(PathBuf, u64)>,
    /// The level that could not be played, if there is one. The window then shows a room in its place.
    pub refused: Option<Refused>,
}

/// Help for the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assist {
    /// True if the path of the next throw is shown.
    pub aim: bool,
    /// True if the hand is never empty.
    pub balls: bool,
    /// True if time passes more slowly.
    pub slow: bool,
}
