//! The test whether a straight way goes through something that stands, by which leaks are found. It moves
//! no body: what may move, and how far, is decided elsewhere.

use glam::Vec3;

use super::Level;

impl Level {
    /// The first triangle that stands on a straight way of a body's center, local, meters.
    pub fn first_crossed(&self, from: Vec3, to: Vec3) -> Option<u32> {
        let way = to - from;
        let hit = (self.collision).ray_cast(from, way.try_normalize()?, way.length())?;
        Some(hit.triangle)
    }

    /// Returns whether a straight way of a body's center meets a triangle that stands.
    pub fn is_crossed(&self, from: Vec3, to: Vec3) -> bool {
        self.first_crossed(from, to).is_some()
    }
}
