//! The point of a mesh that is nearest to another point.

use glam::{DVec3, Vec3};

use crate::{BoxTree, CollisionMesh, contact::closest_on_triangle};

/// The point of a mesh that is nearest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearestPoint {
    /// The nearest point, meters.
    pub point: Vec3,
    /// The distance between the two points, meters.
    pub distance: f32,
    /// The index of the triangle with the nearest point in the mesh; see [`CollisionMesh::source`].
    pub triangle: u32,
}

impl CollisionMesh {
    /// The point of the mesh nearest to `point` within `reach` meters. Ties go to the lowest triangle
    /// index. The result is `None` if nothing is within reach, or if an argument is invalid.
    pub fn nearest_point(&self, point: Vec3, reach: f32) -> Option<NearestPoint> {
        self.nearest_point_through(self.tree(), point, reach)
    }

    /// The result of [`CollisionMesh::nearest_point`], found with any tree over this mesh's triangles.
    pub fn nearest_point_through(
        &self,
        tree: &impl BoxTree,
        point: Vec3,
        reach: f32,
    ) -> Option<NearestPoint> {
        if !point.is_finite() || reach.is_nan() || reach < 0.0 {
            return None;
        }
        let from = point.as_dvec3();
        let none_yet = (f64::from(reach).powi(2), u32::MAX, DVec3::ZERO);
        let best = std::cell::Cell::new(none_yet);
        tree.visit(
            |bounds| {
                let low = bounds.min.as_dvec3();
                let nearest = from.clamp(low, bounds.max.as_dvec3().max(low));
                nearest.distance_squared(from) <= best.get().0
            },
            |triangle| {
                let corners = self.corners_f64(triangle).map(|corner| corner - from);
                let closest = closest_on_triangle(corners).0;
                let distance = closest.length_squared();
                let (least, best_triangle, _) = best.get();
                if distance < least || (distance == least && triangle < best_triangle) {
                    best.set((distance, triangle, closest + from));
                }
            },
        );
        let (distance, triangle, point) = best.get();
        (triangle != u32::MAX).then(|| NearestPoint {
            point: point.as_vec3(),
            distance: distance.sqrt() as f32,
            triangle,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        OpcodeLayout, OpcodeTree,
        test_meshes::{point, soup},
    };

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn the_nearest_point_is_the_nearest(mesh in soup(), from in point(12.0), reach in 0.0_f32..9.0) {
            let distance = |t: u32| {
                let corners = mesh.corners_f64(t).map(|corner| corner - from.as_dvec3());
                closest_on_triangle(corners).0.length()
            };
            let least = (0..mesh.len() as u32).map(distance).fold(f64::INFINITY, f64::min);
            let mut found = vec![mesh.nearest_point(from, reach)];
            for layout in OpcodeLayout::ALL {
                let tree = OpcodeTree::build(&mesh, layout);
                found.push(mesh.nearest_point_through(&tree, from, reach));
            }
            for nearest in found {
                match nearest {
                    Some(nearest) => {
                        prop_assert!((f64::from(nearest.distance) - least).abs() < 1e-5);
                        prop_assert!((distance(nearest.triangle) - least).abs() < 1e-9);
                        prop_assert!((nearest.point.distance(from) - nearest.distance).abs() < 1e-4);
                    }
                    None => prop_assert!(least > f64::from(reach) * (1.0 - 1e-6)),
                }
            }
        }
    }
}
