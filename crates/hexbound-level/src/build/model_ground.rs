//! The ground under a model. A file without a walkable place is a model to look at: the player stands
//! before it on a plain at its lowest point. For a small model the plain is lower, since objects at the
//! player's feet are visible only from above. The plain is solid but not drawn: the haze below the sky
//! looks like one.

use glam::Vec3;
use hexbound_collide::{CollisionMesh, SKIN, geom::Aabb};

use crate::Spawn;
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_reach::{EYES_ABOVE_MIDDLE, Survey, angles_to};

/// The largest size of a model, meters; anything larger is a level.
const MAX_MODEL_SIZE: f32 = 40.0;
/// The least walkable area that makes a level of a model, m².
const MIN_WALKABLE_AREA: f32 = 7.0;
/// The margin of the ground around the model, meters: as far as the player may go before being put back.
const GROUND_MARGIN: f32 = 60.0;
/// The distance between the model and the ground, meters, which keeps their faces from being coplanar.
const GROUND_GAP: f32 = 0.004;
/// The least height of the model's center above the ground, meters.
const MIN_CENTER_HEIGHT: f32 = 0.9;
/// The least distance from the model's box to the player before it, meters.
const MIN_DISTANCE_BEFORE: f32 = 0.7;
/// The tangent of the largest half angle that the model may fill to the side.
const VIEW_ACROSS: f32 = 0.55;
/// The tangent of the largest half angle that the model may fill upward.
const VIEW_UPWARDS: f32 = 0.38;
/// The direction of the view: the front by glTF's convention, a little from the side of the sun.
const FRONT_DIRECTION: Vec3 = Vec3::new(-0.34, 0.0, 0.94);

/// Returns whether the solid geometry is a model and not a level to walk in.
pub(super) fn is_model(collision: &CollisionMesh, survey: &Survey) -> bool {
    let size = collision.bounds().size();
    size.max_element() <= MAX_MODEL_SIZE && survey.walkable_area() < MIN_WALKABLE_AREA
}

/// The corners of the ground under a model with the bounds `model`, for [`GROUND_TRIANGLES`].
pub(super) fn corners(model: Aabb) -> [Vec3; 4] {
    let (low, high) = (model.min - GROUND_MARGIN, model.max + GROUND_MARGIN);
    let y = height_under(model);
    [
        Vec3::new(low.x, y, low.z),
        Vec3::new(low.x, y, high.z),
        Vec3::new(high.x, y, high.z),
        Vec3::new(high.x, y, low.z),
    ]
}

/// The height of the ground, meters.
fn height_under(model: Aabb) -> f32 {
    (model.min.y - GROUND_GAP).min(model.center().y - MIN_CENTER_HEIGHT)
}

/// The two triangles of the ground, as indices of its corners.
pub(super) const GROUND_TRIANGLES: [[u32; 3]; 2] = [[0, 1, 2], [0, 2, 3]];

/// A start on the ground before a model with the bounds `model`, with a view of its center.
pub(super) fn start_before(model: Aabb) -> Spawn {
    let (middle, half) = (model.center(), 0.5 * model.size());
    // Half the model's width and depth in that view.
    let aside = Vec3::new(FRONT_DIRECTION.z, 0.0, -FRONT_DIRECTION.x).abs();
    let (wide, deep) = (half.dot(aside), half.dot(FRONT_DIRECTION.abs()));
    let away = deep
        + (MIN_DISTANCE_BEFORE + BODY_RADIUS)
            .max(wide / VIEW_ACROSS)
            .max(half.y / VIEW_UPWARDS);
    let height = height_under(model) + HALF_HEIGHT + SKIN;
    let position = (middle + FRONT_DIRECTION.normalize() * away).with_y(height);
    let (yaw, pitch) = angles_to(position + Vec3::Y * EYES_ABOVE_MIDDLE, middle);
    Spawn {
        position,
        yaw,
        pitch,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::body::view_direction;
    use test_support::TestMesh;

    /// 60 points about the origin.
    fn on_a_sphere(radius: f32) -> Vec<Vec3> {
        let points = (0..60).map(|index| {
            let height = (index as f32 + 0.5) / 30.0 - 1.0;
            let (sine, cosine) = libm::sincosf(index as f32 * 2.4);
            let flat = (1.0 - height * height).sqrt();
            radius * Vec3::new(flat * cosine, height, flat * sine)
        });
        points.collect()
    }

    #[test]
    fn a_crate_is_a_model_and_a_room_is_none() {
        let is_model = |mesh: TestMesh| {
            let collision = mesh.build();
            is_model(&collision, &Survey::of(&collision))
        };
        let mesh = TestMesh::default;
        let half = Vec3::splat(0.5);
        assert!(is_model(mesh().cuboid(-half, half)));
        assert!(is_model(mesh().hull(&on_a_sphere(1.5))));
        let (low, high) = (Vec3::new(-3.0, 0.0, -3.0), Vec3::new(3.0, 3.0, 3.0));
        assert!(!is_model(mesh().room(low, high)));
        let (low, high) = (Vec3::new(-4.0, -0.1, -4.0), Vec3::new(4.0, 0.0, 4.0));
        assert!(!is_model(mesh().cuboid(low, high)));
    }

    #[test]
    fn the_whole_model_is_in_view() {
        for half in [[0.01; 3], [0.5; 3], [7.0, 4.0, 0.5], [0.3, 8.0, 0.3]] {
            let half = Vec3::from(half);
            let model = Aabb::new(-half, half);
            let spawn = start_before(model);
            let eye = spawn.position + Vec3::Y * EYES_ABOVE_MIDDLE;
            let ahead = view_direction(spawn.yaw, spawn.pitch);
            for corner in 0..8 {
                let sign = |bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
                let offset = half * Vec3::new(sign(0), sign(1), sign(2)) - eye;
                let angle = offset.angle_between(ahead);
                assert!(angle < 0.85, "{half}: {angle}");
            }
            let feet = spawn.position - Vec3::Y * HALF_HEIGHT;
            let beside = feet.max(model.min).min(model.max).with_y(feet.y);
            assert!(beside.distance(feet) > BODY_RADIUS, "{half}");
        }
    }
}
