//! Caches for questions that are asked again and again, a little further on each time (the temporal
//! coherence of Terdiman, OPCODE). A cache makes the next answer cheaper; each says whether it may
//! change which of several right answers is given.

use glam::Vec3;

use super::{Faces, Probe, RayHit};
use crate::{CollisionMesh, geom::Aabb};

/// A cache of the triangles around a shape that moves: while the shape stays within what was
/// gathered, no tree is asked. The cache never changes an answer.
#[derive(Clone, Debug, Default)]
pub struct TouchCache {
    region: Aabb,
    triangles: Vec<u32>,
    /// The mesh they belong to.
    of: Option<u64>,
}

impl TouchCache {
    /// All triangles that the shape touches, by index, as [`CollisionMesh::all_touched`] gives them.
    /// When triangles have to be gathered, those within `spare` meters of the shape's box are
    /// gathered, too.
    pub fn all_touched(
        &mut self,
        mesh: &CollisionMesh,
        shape: &impl Probe,
        spare: f32,
    ) -> Vec<u32> {
        let region = shape.bounds();
        let holds = self.region.contains(region.min) && self.region.contains(region.max);
        if self.of != Some(mesh.identity()) || !holds {
            self.region = region.grown(Vec3::splat(spare.max(0.0)));
            self.triangles.clear();
            mesh.gather(self.region, &mut self.triangles);
            self.of = Some(mesh.identity());
        }
        let touched = |triangle: &u32| shape.intersects(&mesh.triangle(*triangle));
        self.triangles.iter().copied().filter(touched).collect()
    }
}

/// A triangle that answered last time, and the mesh it belongs to.
#[derive(Clone, Copy, Debug, Default)]
struct LastTriangle(Option<(u64, u32)>);

impl LastTriangle {
    fn of(self, mesh: &CollisionMesh) -> Option<u32> {
        let (of, triangle) = self.0?;
        (of == mesh.identity()).then_some(triangle)
    }

    /// A miss keeps the triangle: the next ray may well hit it again.
    fn learn(&mut self, mesh: &CollisionMesh, found: Option<u32>) {
        if let Some(triangle) = found {
            self.0 = Some((mesh.identity(), triangle));
        }
    }
}

/// A cache of the triangle that a ray hit last. It is asked first, so that its distance bounds the
/// search. The cache never changes an answer. Rays that ask only whether anything is hit gain most
/// (less than half the time); closest hits gain little or nothing, since the tree is quick.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::{CollisionMesh, RayCache};
/// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
/// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
/// let mut pointer = RayCache::default();
/// for step in 1..5 {
///     let from = Vec3::new(step as f32, 3.0, 1.0);
///     let hit = pointer.ray_cast(&floor, from, Vec3::NEG_Y, 5.0);
///     assert_eq!(hit, floor.ray_cast(from, Vec3::NEG_Y, 5.0));
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct RayCache {
    last: LastTriangle,
}

impl RayCache {
    /// The closest hit along `direction` (unit) within `length` meters, as
    /// [`CollisionMesh::ray_cast`] gives it.
    pub fn ray_cast(
        &mut self,
        mesh: &CollisionMesh,
        origin: Vec3,
        direction: Vec3,
        length: f32,
    ) -> Option<RayHit> {
        self.ray_cast_faces(mesh, origin, direction, length, Faces::Both)
    }

    /// The closest hit along `direction` (unit) within `length` meters on the given sides of the
    /// triangles, as [`CollisionMesh::ray_cast_faces`] gives it.
    pub fn ray_cast_faces(
        &mut self,
        mesh: &CollisionMesh,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        faces: Faces,
    ) -> Option<RayHit> {
        let first = self.last.of(mesh);
        let hit = mesh.ray_cast_asking(first, (origin, direction), length, faces);
        self.last.learn(mesh, hit.map(|hit| hit.triangle));
        hit
    }

    /// Returns whether anything is hit within `length` meters along `direction` (unit), as
    /// [`CollisionMesh::ray_hits_any`] does. A ray that was blocked is mostly blocked by the same
    /// triangle again, and then no tree is asked.
    pub fn hits_any(
        &mut self,
        mesh: &CollisionMesh,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        faces: Faces,
    ) -> bool {
        let first = self.last.of(mesh);
        let found = mesh.any_hit_asking(first, (origin, direction), length, faces);
        self.last.learn(mesh, found);
        found.is_some()
    }
}

/// A cache of the triangle that a shape touched last. It is asked first, before any tree (the "first
/// contact" with temporal coherence of Terdiman, OPCODE). Whether a triangle is found never depends
/// on the cache; which one of those touched it is, does.
#[derive(Clone, Debug, Default)]
pub struct FirstTouchCache {
    last: LastTriangle,
}

impl FirstTouchCache {
    /// Some triangle that the shape touches, as [`CollisionMesh::any_touched`] gives.
    pub fn any_touched(&mut self, mesh: &CollisionMesh, shape: &impl Probe) -> Option<u32> {
        let region = shape.bounds();
        let still = self.last.of(mesh).filter(|triangle| {
            let bounds = Aabb::from_points(mesh.corners(*triangle));
            bounds.overlaps(&region) && shape.intersects(&mesh.triangle(*triangle))
        });
        let found = still.or_else(|| mesh.any_touched(shape));
        self.last.learn(mesh, found);
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        geom::Sphere,
        test_meshes::{brute, point, soup},
    };

    /// Creeping about and jumping, from one mesh to the other.
    type Steps = Vec<(Vec3, u8)>;

    fn steps() -> impl Strategy<Value = Steps> {
        prop::collection::vec((point(1.0), 0..8_u8), 1..40)
    }

    fn places(start: Vec3, steps: Steps) -> impl Iterator<Item = (Vec3, bool)> {
        let mut at = start;
        steps.into_iter().map(move |(step, kind)| {
            at = if kind == 0 {
                step * 8.0
            } else {
                at + step * 0.1
            };
            (at, kind == 1)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn remembering_changes_nothing(
            mesh in soup(), other in soup(), start in point(6.0), steps in steps(),
            spare in 0.0_f32..2.0,
        ) {
            let mut cache = TouchCache::default();
            for (center, is_other) in places(start, steps) {
                let mesh = if is_other { &other } else { &mesh };
                let ball = Sphere { center, radius: 1.0 };
                prop_assert_eq!(cache.all_touched(mesh, &ball, spare), brute(mesh, &ball));
            }
        }

        /// A camera that turns and creeps.
        #[test]
        fn a_remembered_ray_hits_the_same(
            mesh in soup(), other in soup(), start in point(9.0), steps in steps(),
            toward in point(2.0), length in 0.0_f32..30.0,
        ) {
            let (mut cache, mut feeler) = (RayCache::default(), RayCache::default());
            for (number, (at, is_other)) in places(start, steps).enumerate() {
                let mesh = if is_other { &other } else { &mesh };
                let along = (toward + Vec3::X * 0.01 * number as f32 - at).normalize_or_zero();
                let faces = [Faces::Both, Faces::Front, Faces::Back][number % 3];
                prop_assert_eq!(
                    cache.ray_cast_faces(mesh, at, along, length, faces),
                    mesh.ray_cast_faces(at, along, length, faces)
                );
                prop_assert_eq!(
                    feeler.hits_any(mesh, at, along, length, faces),
                    mesh.ray_hits_any(at, along, length, faces)
                );
            }
        }

        #[test]
        fn a_remembered_touch_is_a_touch(
            mesh in soup(), other in soup(), start in point(6.0), steps in steps(),
        ) {
            let mut cache = FirstTouchCache::default();
            for (center, is_other) in places(start, steps) {
                let mesh = if is_other { &other } else { &mesh };
                let ball = Sphere { center, radius: 0.7 };
                let expected = brute(mesh, &ball);
                for found in [cache.any_touched(mesh, &ball), mesh.any_touched(&ball)] {
                    match found {
                        Some(triangle) => prop_assert!(expected.contains(&triangle)),
                        None => prop_assert!(expected.is_empty()),
                    }
                }
            }
        }
    }

    /// Two sheets in one place, and a floor whose diagonal the ray runs along: ties.
    #[test]
    fn a_remembered_triangle_wins_no_tie() {
        let sheet = [Vec3::ZERO, Vec3::Z, Vec3::X + Vec3::Z, Vec3::X].map(|p| p * 7.3);
        let (low, high) = ([0, 1, 2], [0, 2, 3]);
        let mesh = CollisionMesh::build(&sheet, &[low, high, low, high, low]).unwrap();
        for last in 0..mesh.len() as u32 {
            for step in 1..60 {
                // Directions whose length is rounded up, and others.
                let down = Vec3::new(0.1, -0.7 - step as f32 * 0.01, 0.1).normalize();
                let from = Vec3::new(step as f32 * 0.1, 1.3, step as f32 * 0.1);
                let mut cache = RayCache {
                    last: LastTriangle(Some((mesh.identity(), last))),
                };
                let plain = mesh.ray_cast(from, down, 9.0);
                assert!(plain.is_some());
                assert_eq!(cache.ray_cast(&mesh, from, down, 9.0), plain);
            }
        }
    }

    /// A ray that is far too short for the remembered triangle, which no tree can tell.
    #[test]
    fn a_remembered_triangle_out_of_reach_is_no_answer() {
        let mesh = CollisionMesh::build(&[Vec3::ZERO, Vec3::Z, Vec3::X], &[[0, 1, 2]]).unwrap();
        let from = Vec3::new(0.2, 2.0, 0.2);
        let mut cache = RayCache::default();
        assert!(cache.ray_cast(&mesh, from, Vec3::NEG_Y, 3.0).is_some());
        assert!(cache.ray_cast(&mesh, from, Vec3::NEG_Y, 1.0).is_none());
        assert!(!cache.hits_any(&mesh, from, Vec3::Y, 9.0, Faces::Both));
        assert!(!cache.hits_any(&mesh, from, Vec3::NEG_Y, 9.0, Faces::Back));
    }
}
