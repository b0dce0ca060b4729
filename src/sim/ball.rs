//! Thrown balls.

use glam::Vec3;

/// Metres.
pub const BALL_RADIUS: f32 = 0.15;
/// The oldest is recycled beyond this.
pub const MAX_BALLS: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Never reused within a run.
    pub id: u32,
    pub position: Vec3,
    pub velocity: Vec3,
    pub radius: f32,
    /// Kilograms.
    pub mass: f32,
}
