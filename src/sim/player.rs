//! The player: an ellipsoid that walks, jumps and flies.

use glam::Vec3;

/// Horizontal semi-axis of the body, metres.
pub const RADIUS: f32 = 0.4;
/// Vertical semi-axis of the body, metres.
pub const HALF_HEIGHT: f32 = 0.9;
/// The eye above the feet, metres.
pub const EYE_HEIGHT: f32 = 1.65;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// Of the body's centre, local, metres.
    pub position: Vec3,
    /// Metres a second.
    pub velocity: Vec3,
    /// Radians about +Y; 0 looks along −Z, positive turns left.
    pub yaw: f32,
    /// Radians; positive looks up, clamped short of straight up and down.
    pub pitch: f32,
    pub grounded: bool,
    /// Gravity is off: since RISE or DESCEND was held, until a jump or a touch of ground.
    pub flying: bool,
    /// Planes that stopped or turned the body this tick.
    pub contacts: u32,
    /// Put back to the spawn this tick.
    pub teleported: bool,
    pub respawns: u32,
    /// Added to the eye's height: what is left of smoothing the last steps, metres.
    pub step_offset: f32,
}

impl Player {
    pub fn eye(&self) -> Vec3 {
        self.position + Vec3::Y * (EYE_HEIGHT - HALF_HEIGHT + self.step_offset)
    }
}
