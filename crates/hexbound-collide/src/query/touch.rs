//! The triangles of a mesh that a shape or another mesh touches. Any tree over the mesh's triangles
//! works. The tree decides which triangles are tested, never the result.

use glam::{Affine3A, DVec3, Vec3};

use super::plane_cull::CullPlanes;
use crate::{
    BoxTree, CollisionMesh, Traversal,
    geom::{Aabb, Frustum, Intersects, Obb, Sphere, Triangle},
};

/// A shape for queries of the triangles that the shape touches.
pub trait QueryShape: Intersects<Triangle> {
    /// A box around the shape, meters.
    fn bounds(&self) -> Aabb;

    /// The planes around the shape, each with its outward unit normal and its offset in meters, if they
    /// are tighter than the box. A triangle wholly behind all planes must touch the shape.
    fn sides(&self) -> &[(DVec3, f64)] {
        &[]
    }
}

macro_rules! query_shapes {
    ($($shape:ty),+) => {
        $(impl QueryShape for $shape {
            fn bounds(&self) -> Aabb {
                self.bounds()
            }
        })+
    };
}

query_shapes!(Sphere, Obb, Triangle);

impl QueryShape for Frustum {
    /// The box around the corners, a little larger since the corners are in double precision.
    fn bounds(&self) -> Aabb {
        let bounds = self.bounds();
        bounds.grown(bounds.min.abs().max(bounds.max.abs()) * 1e-6)
    }

    fn sides(&self) -> &[(DVec3, f64)] {
        self.exact_planes()
    }
}

impl QueryShape for Aabb {
    fn bounds(&self) -> Aabb {
        *self
    }
}

impl CollisionMesh {
    /// A triangle that the shape touches, if there is one. The search stops at the first triangle found.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::{CollisionMesh, geom::Sphere};
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let ball = |height| Sphere { center: Vec3::new(2.0, height, 2.0), radius: 1.0 };
    /// assert_eq!(floor.any_touched(&ball(0.9)), Some(0));
    /// assert_eq!(floor.any_touched(&ball(1.1)), None);
    /// ```
    pub fn any_touched(&self, shape: &impl QueryShape) -> Option<u32> {
        let mut found = None;
        self.visit_touched(self.tree(), shape, |triangle| {
            found = Some(triangle);
            true
        });
        found
    }

    /// All triangles that the shape touches, in ascending order.
    pub fn all_touched(&self, shape: &impl QueryShape) -> Vec<u32> {
        self.all_touched_through(self.tree(), shape)
    }

    /// The result of [`CollisionMesh::all_touched`], found with any tree over this mesh's triangles.
    pub fn all_touched_through(&self, tree: &impl BoxTree, shape: &impl QueryShape) -> Vec<u32> {
        let mut found = Vec::new();
        self.visit_touched(tree, shape, |triangle| {
            found.push(triangle);
            false
        });
        found.sort_unstable();
        found
    }

    /// All pairs of touching triangles, one of this mesh and one of `other` moved by `motion`, in
    /// ascending order. Parts of the other mesh whose boxes miss this mesh are never visited.
    pub fn all_touched_by_mesh(&self, other: &Self, motion: Affine3A) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        let whole = self.bounds();
        other.tree().visit(
            |bounds| moved_box(bounds, motion).overlaps(&whole),
            |theirs| {
                let touched = self.all_touched(&other.placed_triangle(theirs, motion));
                pairs.extend(touched.into_iter().map(|ours| (ours, theirs)));
            },
        );
        pairs.sort_unstable();
        pairs
    }

    /// A pair of [`CollisionMesh::all_touched_by_mesh`], if there is one. The search stops at the first
    /// pair found.
    pub fn any_touched_by_mesh(&self, other: &Self, motion: Affine3A) -> Option<(u32, u32)> {
        let whole = self.bounds();
        let found = std::cell::Cell::new(None);
        other.tree().visit(
            |bounds| found.get().is_none() && moved_box(bounds, motion).overlaps(&whole),
            |theirs| {
                if found.get().is_none() {
                    let touched = self.any_touched(&other.placed_triangle(theirs, motion));
                    found.set(touched.map(|ours| (ours, theirs)));
                }
            },
        );
        found.get()
    }

    /// Calls `stops_at` with the triangles that the shape touches, until `stops_at` returns true.
    /// Triangles wholly inside need no test.
    fn visit_touched(
        &self,
        tree: &impl BoxTree,
        shape: &impl QueryShape,
        mut stops_at: impl FnMut(u32) -> bool,
    ) {
        let (region, sides) = (shape.bounds(), CullPlanes::new(shape.sides()));
        let is_stopped = std::cell::Cell::new(false);
        tree.descend(
            sides.all(),
            |bounds, left| match is_stopped.get() || !bounds.overlaps(&region) {
                true => Traversal::Skip,
                false => sides.classify(bounds, left),
            },
            |index, left| {
                let is_touched = || left.is_none() || shape.intersects(&self.triangle(index));
                if !is_stopped.get() && is_touched() {
                    is_stopped.set(stops_at(index));
                }
            },
        );
    }

    fn placed_triangle(&self, index: u32, motion: Affine3A) -> Triangle {
        let corners = self.corners(index);
        Triangle {
            corners: corners.map(|corner| motion.transform_point3(corner)),
        }
    }
}

/// A box around a moved box, enlarged a little for rounding.
pub(crate) fn moved_box(bounds: &Aabb, motion: Affine3A) -> Aabb {
    let corner = |index: usize| {
        let pick = |axis: usize| [bounds.min, bounds.max][index >> axis & 1][axis];
        motion.transform_point3(Vec3::new(pick(0), pick(1), pick(2)))
    };
    let moved = Aabb::from_points((0..8).map(corner));
    moved.grown((moved.min.abs().max(moved.max.abs()) + 1.0) * 1e-6)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_meshes::{brute_pairs, check_touched, is_one_of, point, soup};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn every_tree_finds_what_brute_force_finds(
            mesh in soup(), center in point(9.0), half in point(3.0), turn in point(3.0),
            radius in 0.0_f32..4.0,
        ) {
            let half = half.abs();
            let (a, b) = (center - half, center + half);
            check_touched(&mesh, &Sphere { center, radius })?;
            check_touched(&mesh, &Aabb::new(a, b))?;
            check_touched(&mesh, &Obb::new(center, half, glam::Quat::from_rotation_x(turn.x)))?;
            check_touched(&mesh, &Triangle { corners: [a, b, center + turn] })?;
        }

        #[test]
        fn two_meshes_touch_where_their_triangles_do(
            mesh in soup(), other in soup(), axis in point(1.0), angle in 0.0_f32..6.0, at in point(5.0),
        ) {
            prop_assume!(axis.length() > 0.1);
            let turn = glam::Quat::from_axis_angle(axis.normalize(), angle);
            let placed = Affine3A::from_rotation_translation(turn, at);
            let expected = brute_pairs(&mesh, &other, placed);
            prop_assert!(is_one_of(mesh.any_touched_by_mesh(&other, placed), &expected));
            prop_assert_eq!(mesh.all_touched_by_mesh(&other, placed), expected);
        }
    }

    #[test]
    fn senseless_queries_find_nothing() {
        let mesh = crate::test_meshes::floor();
        for (center, radius) in [
            (Vec3::NAN, 1.0),
            (Vec3::INFINITY, 1.0),
            (Vec3::ZERO, f32::NAN),
        ] {
            let ball = Sphere { center, radius };
            assert_eq!(mesh.any_touched(&ball), None, "{ball:?}");
            assert!(mesh.all_touched(&ball).is_empty(), "{ball:?}");
            assert_eq!(mesh.nearest_point(center, radius), None, "{ball:?}");
        }
    }
}
