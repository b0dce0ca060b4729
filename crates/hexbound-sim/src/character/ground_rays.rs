//! The ground by four rays, as in the walking notes ("A Collision Detection Solution for 3D Games"):
//! straight down along the upright edges of the body's box. A hit on a slope that is too steep counts for
//! nothing; the highest of the others is the ground. No body is moved here.

use glam::Vec3;
use hexbound_collide::{MIN_WALKABLE_UP, Obstacles, SKIN};

use crate::tuning::{STEP_HEIGHT, STEP_TOLERANCE, WALK_FOOTING};

/// The ground that the rays found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayGround {
    /// The height of the highest hit, meters.
    pub height: f32,
    /// The unit normal of the hit face, pointing up.
    pub normal: Vec3,
}

/// The distance of the rays inside the box, meters. A body that only touches a step's side is not yet
/// above the step, and one that overlaps it by more than the skin already is.
const RAY_INSET: f32 = SKIN * 0.5;

/// One of the four rays with its hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundRay {
    /// The start, local, meters.
    pub start: Vec3,
    /// The end of the ray if it hits nothing, local, meters.
    pub end: Vec3,
    /// The point of the hit, local, meters, and the unit normal there, pointing up.
    pub hit: Option<(Vec3, Vec3)>,
}

impl GroundRay {
    /// Returns whether the hit is level enough to stand on.
    pub fn carries(&self) -> bool {
        self.hit
            .is_some_and(|(_, normal)| f64::from(normal.y) >= MIN_WALKABLE_UP)
    }
}

/// A search for ground among the solids of a tick. It records its rays on request.
pub(super) struct GroundSearch<'a, 'm> {
    pub solid: &'a Obstacles<'m>,
    record: Option<&'a mut Vec<[GroundRay; 4]>>,
}

impl<'a, 'm> GroundSearch<'a, 'm> {
    /// Creates a search that adds its rays to `record`, if there is such a list.
    pub(super) fn new(
        solid: &'a Obstacles<'m>,
        record: Option<&'a mut Vec<[GroundRay; 4]>>,
    ) -> Self {
        Self { solid, record }
    }

    /// Searches for the ground between the heights `top` and `bottom` under a box of half size `half`
    /// around `center`, local, meters: the highest hit that carries. The first ray wins a tie.
    pub(super) fn under(
        &mut self,
        center: Vec3,
        half: Vec3,
        [top, bottom]: [f32; 2],
    ) -> Option<RayGround> {
        let rays = ground_rays(self.solid, center, half, [top, bottom]);
        if let Some(record) = &mut self.record {
            record.push(rays);
        }
        let mut highest: Option<RayGround> = None;
        for ray in rays {
            let Some((point, normal)) = ray.hit.filter(|_| ray.carries()) else {
                continue;
            };
            if highest.is_none_or(|ground| point.y > ground.height) {
                highest = Some(RayGround {
                    height: point.y,
                    normal,
                });
            }
        }
        highest
    }
}

/// The top and bottom heights between which a walk on rays searches for ground, meters: a step above and
/// a snap below `height`, that of the present ground.
pub(super) fn walk_span(height: f64) -> [f32; 2] {
    let top = height + STEP_HEIGHT + STEP_TOLERANCE;
    let bottom = height - WALK_FOOTING.snap;
    [top as f32, bottom as f32]
}

/// The four rays from the height `top` down to the height `bottom`, under a box of half size `half`
/// around `center`.
fn ground_rays(
    solid: &Obstacles,
    center: Vec3,
    half: Vec3,
    [top, bottom]: [f32; 2],
) -> [GroundRay; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, z)| {
        let start = Vec3::new(
            center.x + x * (half.x - RAY_INSET),
            top,
            center.z + z * (half.z - RAY_INSET),
        );
        let hit = solid.ray_cast(start, Vec3::NEG_Y, top - bottom);
        GroundRay {
            start,
            end: Vec3::new(start.x, bottom, start.z),
            hit: hit.map(|hit| (hit.point, hit.normal)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_collide::CollisionMesh;

    const HALF: Vec3 = Vec3::new(0.4, 0.9, 0.4);

    /// Rectangles across `x` from −5 to 5 in z, each rising from its first to its second height.
    fn mesh(strips: &[(f32, f32, f32, f32)]) -> CollisionMesh {
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for &(x0, y0, x1, y1) in strips {
            let first = positions.len() as u32;
            let corners = [(x0, y0, -5.0), (x0, y0, 5.0), (x1, y1, 5.0), (x1, y1, -5.0)];
            positions.extend(corners.map(Vec3::from));
            triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        }
        CollisionMesh::build(&positions, &triangles).unwrap()
    }

    fn ground_under(mesh: &CollisionMesh, center: Vec3, span: [f32; 2]) -> Option<RayGround> {
        GroundSearch::new(&Obstacles::from(mesh), None).under(center, HALF, span)
    }

    #[test]
    fn the_highest_hit_wins() {
        let mesh = mesh(&[(-5.0, 0.0, 0.0, 0.0), (0.0, 0.3, 5.0, 0.3)]);
        let ground = |x: f32| ground_under(&mesh, Vec3::X * x, [0.45, -0.1]);
        let height = |x: f32| ground(x).unwrap().height;
        assert_eq!(height(-0.5), 0.0);
        assert_eq!(height(-0.39), 0.3);
        assert_eq!(height(0.39), 0.3);
    }

    #[test]
    fn a_steep_face_counts_for_nothing() {
        let mesh = mesh(&[(-5.0, 0.0, 0.0, 0.0), (0.0, 0.0, 5.0, 10.0)]);
        let ground = |x: f32| ground_under(&mesh, Vec3::X * x, [2.0, -0.1]);
        let height = ground(0.0).unwrap().height;
        assert_eq!(height, 0.0, "two of the four see floor");
        assert_eq!(ground(1.0), None, "none does");
    }

    #[test]
    fn what_is_above_the_start_or_below_the_end_is_not_seen() {
        let mesh = mesh(&[(-5.0, 0.0, 5.0, 0.0)]);
        assert_eq!(ground_under(&mesh, Vec3::ZERO, [0.4, 0.1]), None);
        assert_eq!(ground_under(&mesh, Vec3::ZERO, [-0.1, -0.4]), None);
    }
}
