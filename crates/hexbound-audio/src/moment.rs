//! The frame as sound follows from it: what happened, and the ears that hear it.

use glam::Vec3;

use super::HeardContacts;
use hexbound_level::Level;
use hexbound_sim::{Event, World};

/// The position and direction of the player's ears.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Listener {
    /// The eye, local, meters.
    pub position: Vec3,
    /// The angle of the look about +Y, radians, as in `Player`.
    pub yaw: f32,
}

/// Everything that the sound of a frame follows from.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The events since the frame before.
    pub events: &'a [Event],
    pub listener: Listener,
    /// The level and the world that the ear is in; without them there are no walls, no place and
    /// nothing that moves.
    pub around: Option<(&'a Level, &'a World)>,
    /// The real time since the frame before, seconds.
    pub seconds: f32,
    /// The contacts of the player's body since the frame before, where they are to be heard.
    pub contacts: Option<&'a HeardContacts>,
}

impl<'a> Moment<'a> {
    /// Events that are heard with nothing around.
    pub fn of(events: &'a [Event], listener: Listener) -> Self {
        Self {
            events,
            listener,
            around: None,
            seconds: 0.0,
            contacts: None,
        }
    }
}
