//! Caches for repeated queries of a shape that moves a little each time (the temporal coherence of
//! Terdiman, OPCODE). A cache makes the next query cheaper. One cache may change which of several
//! correct results a query returns.

use glam::Vec3;

use super::QueryShape;
use crate::{CollisionMesh, geom::Aabb};

/// A cache of the triangles around a shape that moves. While the shape stays within the gathered region,
/// queries need no tree. The cache never changes a result.
#[derive(Clone, Debug, Default)]
pub struct TouchCache {
    region: Aabb,
    triangles: Vec<u32>,
    /// The identity of the triangles' mesh.
    mesh: Option<u64>,
}

impl TouchCache {
    /// The triangles that the shape touches, in ascending order, as in [`CollisionMesh::all_touched`].
    /// If triangles are gathered anew, those within `spare` meters of the shape's box are included.
    pub fn all_touched(
        &mut self,
        mesh: &CollisionMesh,
        shape: &impl QueryShape,
        spare: f32,
    ) -> Vec<u32> {
        let region = shape.bounds();
        let is_held = self.region.contains(region.min) && self.region.contains(region.max);
        if self.mesh != Some(mesh.identity()) || !is_held {
            self.region = region.grown(Vec3::splat(spare.max(0.0)));
            self.triangles.clear();
            mesh.gather(self.region, &mut self.triangles);
            self.mesh = Some(mesh.identity());
        }
        let touched = |triangle: &u32| shape.intersects(&mesh.triangle(*triangle));
        self.triangles.iter().copied().filter(touched).collect()
    }
}

/// A cache of the triangle that a shape touched last. The next query tests that triangle first, before
/// any tree (the "first contact" with temporal coherence of Terdiman, OPCODE). The cache never changes
/// whether a triangle is found, but may change which of the touched triangles is found.
#[derive(Clone, Debug, Default)]
pub struct FirstTouchCache {
    /// The triangle of the last result, with the identity of its mesh.
    last: Option<(u64, u32)>,
}

impl FirstTouchCache {
    /// A triangle that the shape touches, as in [`CollisionMesh::any_touched`].
    pub fn any_touched(&mut self, mesh: &CollisionMesh, shape: &impl QueryShape) -> Option<u32> {
        let region = shape.bounds();
        let still = self.last.filter(|(of, triangle)| {
            let bounds = || Aabb::from_points(mesh.corners(*triangle));
            *of == mesh.identity()
                && bounds().overlaps(&region)
                && shape.intersects(&mesh.triangle(*triangle))
        });
        let found = (still.map(|(_, triangle)| triangle)).or_else(|| mesh.any_touched(shape));
        // A miss keeps the triangle, since the next shape may touch it again.
        self.last = found
            .map(|triangle| (mesh.identity(), triangle))
            .or(self.last);
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        geom::Sphere,
        test_meshes::{brute, is_one_of, point, soup},
    };

    /// Positions that creep and jump, each in one of two meshes.
    fn positions() -> impl Strategy<Value = Vec<(Vec3, bool)>> {
        let steps = prop::collection::vec((point(1.0), 0..8_u8), 1..40);
        (point(6.0), steps).prop_map(|(mut at, steps)| {
            let positions = steps.into_iter().map(|(step, kind)| {
                at = if kind == 0 {
                    step * 8.0
                } else {
                    at + step * 0.1
                };
                (at, kind == 1)
            });
            positions.collect()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn caches_change_no_result(
            mesh in soup(), other in soup(), positions in positions(), spare in 0.0_f32..2.0, radius in 0.5_f32..1.0,
        ) {
            let (mut cache, mut first) = (TouchCache::default(), FirstTouchCache::default());
            for (center, is_other) in positions {
                let mesh = if is_other { &other } else { &mesh };
                let ball = Sphere { center, radius };
                let expected = brute(mesh, &ball);
                prop_assert!(is_one_of(first.any_touched(mesh, &ball), &expected));
                prop_assert_eq!(cache.all_touched(mesh, &ball, spare), expected);
            }
        }
    }
}
