//! Sound from events: which sound, how loud and from where, and the device that plays it.
//! It changes nothing in the simulation.

use std::path::Path;

use glam::Vec3;

use crate::sim::Event;

/// Where the player's ears are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Listener {
    /// The eye, local, metres.
    pub position: Vec3,
    /// Radians about +Y, as in `Player`.
    pub yaw: f32,
}

/// Everything that is heard. It never fails and never blocks: without a device or without sound
/// files the game goes on silent and the log says so once.
pub struct Audio {}

impl Audio {
    /// Loads the sounds and opens the default output in the background. `assets` is the folder
    /// that holds `sounds/`; `None` searches next to the executable, in the current directory and
    /// in the source tree.
    pub fn open(_assets: Option<&Path>) -> Self {
        Self {}
    }

    /// Plays nothing, ever.
    pub fn silent() -> Self {
        Self {}
    }

    /// Starts the sounds of what happened since the last call; once a frame.
    pub fn play(&mut self, _events: &[Event], _listener: Listener) {}

    /// 0 is silence, 1 is as mixed.
    pub fn set_volume(&mut self, _volume: f32) {}
}
