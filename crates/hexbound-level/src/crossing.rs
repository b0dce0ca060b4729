//! The test whether a straight path crosses static geometry, which finds leaks. Callers decide the paths;
//! no body is moved here.

use glam::Vec3;

use super::Level;

impl Level {
    /// The first static triangle on a straight path of a body's center, local, meters.
    pub fn first_crossed(&self, from: Vec3, to: Vec3) -> Option<u32> {
        let delta = to - from;
        let hit = (self.collision).ray_cast(from, delta.try_normalize()?, delta.length())?;
        Some(hit.triangle)
    }

    /// Returns whether a straight path of a body's center crosses a static triangle.
    pub fn is_crossed(&self, from: Vec3, to: Vec3) -> bool {
        self.first_crossed(from, to).is_some()
    }
}
