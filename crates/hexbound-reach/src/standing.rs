//! The places where a body can stand: on a floor that is flat enough, with free space around it.

use glam::Vec3;
use hexbound_collide::{Body, CollisionMesh, RayHit, SKIN, WALKABLE};

use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT, STEP_HEIGHT};

/// The least distance from one floor to the next below it, meters.
const MIN_FLOOR_DISTANCE: f32 = 0.05;

/// The center of a body that stands free on the floor at most `length` meters straight below
/// `from`. Steps or rubble on that floor may raise the body a little.
pub fn stand_below(collision: &CollisionMesh, from: Vec3, length: f32) -> Option<Vec3> {
    let hit = collision.ray_cast(from, Vec3::NEG_Y, length)?;
    stand_on(collision, hit.point, hit.normal, STEP_HEIGHT as f32)
}

/// The center of a body that stands free at the point `floor` of a floor with normal `normal`, raised by at
/// most `most` meters. `None` if the floor is too steep or the space is blocked.
pub fn stand_on(collision: &CollisionMesh, floor: Vec3, normal: Vec3, most: f32) -> Option<Vec3> {
    const LIFT_STEP: f32 = 0.03;
    let normal = normal.as_dvec3();
    if normal.y < WALKABLE {
        return None;
    }
    let body = Body::ellipsoid(BODY_RADIUS, HALF_HEIGHT).ok()?;
    // On a slope the body touches beside its lowest point, so its center stands higher.
    let rise = (body.reach(normal) / normal.y) as f32 + SKIN;
    // Half the skin is left for rounding.
    let body = body.grown(SKIN * 0.5).ok()?;
    (0..=(most / LIFT_STEP) as u32)
        .map(|step| floor + Vec3::Y * (rise + step as f32 * LIFT_STEP))
        .find(|position| collision.is_free(body, *position))
}

/// The floors of any slope in a column, from the top down.
pub struct Floors<'a> {
    collision: &'a CollisionMesh,
    from: Vec3,
    bottom: f32,
}

impl<'a> Floors<'a> {
    /// The floors of a mesh below the point `top`.
    pub fn below(collision: &'a CollisionMesh, top: Vec3) -> Self {
        Self {
            collision,
            from: top,
            bottom: collision.bounds().min.y - 1.0,
        }
    }
}

impl Iterator for Floors<'_> {
    type Item = RayHit;

    fn next(&mut self) -> Option<RayHit> {
        let depth = self.from.y - self.bottom;
        let hit = self.collision.ray_cast(self.from, Vec3::NEG_Y, depth)?;
        self.from.y = hit.point.y.min(self.from.y) - MIN_FLOOR_DISTANCE;
        Some(hit)
    }
}
