//! The places where a body can stand: on a floor that is flat enough, with free space around it.

use glam::Vec3;
use hexbound_collide::{Body, CollisionMesh, MIN_WALKABLE_UP, RayHit, SKIN};

use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT, STEP_HEIGHT};

/// The least distance from one floor to the next below it, meters.
const MIN_FLOOR_DISTANCE: f32 = 0.05;

/// The center of a body that stands free on the floor at most `max_drop` meters straight below
/// `from`. Steps or rubble on that floor may raise the body a little.
pub fn stand_below(collision: &CollisionMesh, from: Vec3, max_drop: f32) -> Option<Vec3> {
    let hit = collision.ray_cast(from, Vec3::NEG_Y, max_drop)?;
    stand_on(collision, hit.point, hit.normal, STEP_HEIGHT as f32)
}

/// The center of a body that stands free at a point of a floor, raised by at most `lift` meters. `None`
/// if the floor is too steep or the space is blocked.
pub fn stand_on(collision: &CollisionMesh, point: Vec3, normal: Vec3, lift: f32) -> Option<Vec3> {
    const LIFT_STEP: f32 = 0.03;
    let normal = normal.as_dvec3();
    if normal.y < MIN_WALKABLE_UP {
        return None;
    }
    let body = Body::ellipsoid(BODY_RADIUS, HALF_HEIGHT).ok()?;
    // On a slope the body touches beside its lowest point, so its center stands higher.
    let rise = (body.reach(normal) / normal.y) as f32 + SKIN;
    // Half the skin is left for rounding.
    let body = body.grown(SKIN * 0.5).ok()?;
    (0..=(lift / LIFT_STEP) as u32)
        .map(|step| point + Vec3::Y * (rise + step as f32 * LIFT_STEP))
        .find(|position| collision.is_free(body, *position))
}

/// An iterator over the floors straight below a point, from the top down, whatever their slope.
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
