//! The inputs of the sound system in a frame: the events and the listener.

use glam::Vec3;

use super::HeardContacts;
use hexbound_level::Level;
use hexbound_sim::{Event, World};

/// The position and direction of the player's ears.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Listener {
    /// The position of the eye, local, meters.
    pub position: Vec3,
    /// The yaw of the view about +Y, radians, as in `Player`.
    pub yaw: f32,
}

/// The inputs of the sound system in a frame.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The events since the frame before.
    pub events: &'a [Event],
    pub listener: Listener,
    /// The level and the world around the ear; without them there are no walls, no acoustics and no moving
    /// balls.
    pub around: Option<(&'a Level, &'a World)>,
    /// The real time since the frame before, seconds.
    pub seconds: f32,
    /// The contacts of the player's body since the frame before, if they are to be heard.
    pub contacts: Option<&'a HeardContacts>,
}

impl<'a> Moment<'a> {
    /// A moment of events without a level.
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
