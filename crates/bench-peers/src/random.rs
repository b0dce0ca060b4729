//! Directions for random queries, by the game's generator.

use glam::Vec3;

pub use hexbound_base::random::Random;

/// A unit vector, evenly distributed over all directions.
pub fn direction(random: &mut Random) -> Vec3 {
    loop {
        let v = random.point_in(Vec3::NEG_ONE, Vec3::ONE);
        let length = v.length();
        if (0.01..=1.0).contains(&length) {
            return v / length;
        }
    }
}

/// A level unit vector.
pub fn heading(random: &mut Random) -> Vec3 {
    let angle = random.between(0.0, std::f32::consts::TAU);
    Vec3::new(angle.cos(), 0.0, angle.sin())
}
