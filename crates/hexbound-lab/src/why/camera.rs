//! The place of the eye for a leg's picture: outside of the body, in the open, where the contact is seen
//! aslant, so that neither its triangle nor its normal nor the way to it is seen end on.

use glam::{Quat, Vec3};

use hexbound_level::{Level, inside::is_inside};

/// The distance of the eye, where nothing is in the way, and that from walls, meters.
const AWAY: f32 = 2.0;
const CLEAR: f32 = 0.15;
/// The number of directions that are tried around the place, and their angles above the horizon, radians.
const SIDES: usize = 24;
const HEIGHTS: [f32; 5] = [0.15, 0.45, 0.8, 1.15, -0.3];
/// The cosine between the sight and a contact's normal that shows the triangle and the normal at once.
const ASLANT: f32 = 0.45;
/// The weight of that cosine, and of a sight across the way, against nearness; and what rules an eye out.
const NORMAL: f32 = 2.0;
const ACROSS: f32 = 0.7;
const OUT: f32 = 100.0;

/// The subject of a leg's picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looked {
    /// The place, local, meters.
    pub place: Vec3,
    /// The normal of the surface there; zero in the open.
    pub normal: Vec3,
    /// The motion of the leg.
    pub along: Vec3,
    /// The centers of the body, and half the size of the box around it, meters.
    pub centers: [Vec3; 2],
    pub half: Vec3,
}

impl Looked {
    /// Returns the best place of the eye.
    pub(super) fn eye(&self, level: &Level) -> Vec3 {
        let judged = directions().map(|way| self.judged(way, level));
        let best = judged.max_by(|one, other| one.0.total_cmp(&other.0));
        best.map_or(self.place, |(_, eye)| eye)
    }

    /// Judges the eye in a direction from the place, and returns it.
    fn judged(&self, way: Vec3, level: &Level) -> (f32, Vec3) {
        let start = self.place + self.normal * 0.02;
        let hit = level.collision.ray_cast(start, way, AWAY + CLEAR);
        let free = hit.map_or(AWAY, |hit| (hit.distance - CLEAR).max(0.0));
        let eye = start + way * free;
        let off = way.dot(self.normal) - ASLANT;
        let off = if self.normal == Vec3::ZERO { 0.0 } else { off };
        let end_on = way.dot(self.along.normalize_or_zero()).abs();
        let is_out = self.is_in_body(eye) || is_inside(eye, &level.collision);
        let ruled_out = if is_out { OUT } else { 0.0 };
        let below = if way.y < 0.0 { 0.5 } else { 0.0 };
        let value = 2.0 * free / AWAY - NORMAL * off * off - ACROSS * end_on * end_on;
        (value - below - ruled_out, eye)
    }

    /// Returns whether an eye is in the body, or so near that its outline fills the picture.
    fn is_in_body(&self, eye: Vec3) -> bool {
        let reach = self.half + CLEAR;
        let is_near = |center: &Vec3| (eye - center).abs().cmple(reach).all();
        self.centers.iter().any(is_near)
    }
}

/// The unit vectors from a place to the eyes that are tried.
fn directions() -> impl Iterator<Item = Vec3> {
    HEIGHTS.iter().flat_map(|height| {
        (0..SIDES).map(move |side| {
            let yaw = side as f32 * std::f32::consts::TAU / SIDES as f32;
            Quat::from_rotation_y(yaw) * Quat::from_rotation_x(*height) * Vec3::NEG_Z
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::SceneBuilder;

    #[test]
    fn the_eye_is_in_the_open_and_sees_the_contact_and_not_from_within_the_body() {
        let level = SceneBuilder::new()
            .floor(-9.0, -9.0, 9.0, 9.0, 0.0)
            .cuboid(Vec3::new(-9.0, 0.0, -3.0), Vec3::new(9.0, 3.0, -2.0))
            .cuboid(Vec3::new(1.0, 0.0, -2.0), Vec3::new(2.0, 3.0, 5.0))
            .build("corner")
            .expect("a level");
        let at = |x, y, z| level.to_local(glam::DVec3::new(x, y, z));
        let half = Vec3::new(0.4, 0.9, 0.4);
        // Against the wall, into the corner, on the floor.
        for (place, normal, center) in [
            (at(-3.0, 0.9, -2.0), Vec3::Z, at(-3.0, 0.9, -1.6)),
            (at(0.6, 0.9, -2.0), Vec3::Z, at(0.6, 0.9, -1.6)),
            (at(-3.0, 0.0, 2.0), Vec3::Y, at(-3.0, 0.9, 2.0)),
        ] {
            let looked = Looked {
                place,
                normal,
                along: Vec3::new(0.02, 0.0, -0.03),
                centers: [center; 2],
                half,
            };
            let eye = looked.eye(&level);
            assert!(!looked.is_in_body(eye), "{eye}");
            assert!(!is_inside(eye, &level.collision), "{eye}");
            assert!((eye - place).dot(normal) > 0.2, "{eye} of {place}");
            let way = place - eye;
            let hit = (level.collision).ray_cast(eye, way.normalize(), way.length() - 0.03);
            assert!(hit.is_none(), "{place} is hidden from {eye}");
        }
    }
}
