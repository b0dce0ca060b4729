//! What happened in a tick. Audio, effects and the HUD read events and change nothing.

use glam::Vec3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    pub kind: EventKind,
    /// Local, metres.
    pub position: Vec3,
    /// Unit, away from what was struck; zero where nothing was.
    pub normal: Vec3,
    /// Metres a second: along the normal for impacts, of motion otherwise.
    pub speed: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    Footstep,
    Jump,
    Land,
    /// The player ran into a wall.
    Bump,
    Throw,
    /// A ball met the level, a bumper or another ball.
    Bounce,
    /// A prop was selected.
    PropSelect,
    /// A prop was let go of.
    PropDeselect,
    /// A moving prop ran into something and stopped.
    PropContact,
    /// A new explosion was put into the pool.
    Explosion,
    /// The player was put back to the spawn.
    Respawn,
}
