//! The triangles between planes, such as those of a camera. If a node's box is wholly behind a plane,
//! the plane is not tested below the node (the plane mask of Terdiman, OPCODE). If no plane remains, the
//! whole subtree is accepted without tests. Exact tests of a frustum are in `geom`.

use glam::DVec3;

use crate::{
    BoxTree, CollisionMesh, Traversal,
    geom::{Aabb, Plane, Validate},
};

/// The distance of a box from a plane, as a share of the coordinates, up to which the box counts as on
/// both sides. The value exceeds the allowance for rounding in `geom`, so that culling never rejects a
/// touching triangle.
const ROUNDING: f64 = 4e-12;

/// The number of bits in a mask of planes.
const MAX_PLANES: usize = 64;

/// The planes around a convex space, each with its outward unit normal and its offset.
#[derive(Clone, Copy)]
pub(super) struct CullPlanes<'a>(&'a [(DVec3, f64)]);

impl<'a> CullPlanes<'a> {
    /// Creates a set of planes. An empty set rejects and accepts nothing. Planes beyond the 64th are
    /// tested for triangles only.
    pub(super) fn new(planes: &'a [(DVec3, f64)]) -> Self {
        Self(planes)
    }

    /// The mask of the planes that are tested against boxes.
    pub(super) fn all(self) -> u64 {
        match self.0.len() {
            MAX_PLANES.. => u64::MAX,
            fewer => (1 << fewer) - 1,
        }
    }

    /// Classifies a box by the planes in the mask `left`. A descent keeps the planes that cross the box.
    #[inline]
    pub(super) fn classify(self, bounds: &Aabb, left: u64) -> Traversal<u64> {
        if self.0.is_empty() {
            return Traversal::Descend(0);
        }
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
        let (mut untested, mut crossing) = (left, left);
        while untested != 0 {
            let index = untested.trailing_zeros();
            untested &= untested - 1;
            let (normal, offset) = self.0[index as usize];
            let (distance, reach) = (normal.dot(middle) - offset, normal.abs().dot(half));
            let size = middle.abs().element_sum() + half.element_sum() + offset.abs();
            if distance - reach > ROUNDING * size {
                return Traversal::Skip;
            }
            if distance + reach < -ROUNDING * size {
                crossing &= !(1 << index);
            }
        }
        match crossing == 0 && self.0.len() <= MAX_PLANES {
            true => Traversal::TakeAll,
            false => Traversal::Descend(crossing),
        }
    }

    /// Returns whether the triangle is not wholly in front of any plane.
    fn may_contain(self, corners: [DVec3; 3]) -> bool {
        let [a, b, c] = corners;
        let size = a.abs().max(b.abs()).max(c.abs()).max_element();
        !self.0.iter().any(|(normal, offset)| {
            let epsilon = 1e-12 * size.max(offset.abs());
            let beyond = |corner: &DVec3| normal.dot(*corner) - offset > epsilon;
            corners.iter().all(beyond)
        })
    }
}

impl CollisionMesh {
    /// All triangles that are not wholly in front of any plane, in ascending order. The planes' normals
    /// point outward, and touching triangles are included. So are some triangles outside, near a corner
    /// of the enclosed space: [`CollisionMesh::all_touched`] with a [`Frustum`](crate::geom::Frustum) is
    /// exact. With an invalid plane the result is empty; without planes it is the whole mesh.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::{CollisionMesh, geom::Plane};
    ///
    /// // Two triangles, one 5 m from the other.
    /// let corners = [Vec3::ZERO, Vec3::Z, Vec3::X];
    /// let corners = [corners, corners.map(|corner| corner + Vec3::X * 5.0)];
    /// let mesh = CollisionMesh::build(corners.as_flattened(), &[[0, 1, 2], [3, 4, 5]]).unwrap();
    /// assert_eq!(mesh.all_between(&[Plane::new(Vec3::X, 3.0)]).len(), 1);
    /// ```
    pub fn all_between(&self, planes: &[Plane]) -> Vec<u32> {
        self.all_between_through(self.tree(), planes)
    }

    /// The result of [`CollisionMesh::all_between`], found with any tree over this mesh's triangles.
    pub fn all_between_through(&self, tree: &impl BoxTree, planes: &[Plane]) -> Vec<u32> {
        let mut found = Vec::new();
        if !planes.iter().all(Validate::is_valid) {
            return found;
        }
        let units: Vec<(DVec3, f64)> = planes.iter().map(Plane::unit).collect();
        let sides = CullPlanes::new(&units);
        tree.descend(
            sides.all(),
            |bounds, left| sides.classify(bounds, left),
            |triangle, left| {
                if left.is_none() || sides.may_contain(self.corners_f64(triangle)) {
                    found.push(triangle);
                }
            },
        );
        found.sort_unstable();
        found
    }
}

#[cfg(test)]
mod tests {
    use glam::{
        Vec3,
        camera::rh::{proj::directx::perspective, view::look_at_mat4},
    };
    use proptest::prelude::*;

    use super::*;
    use crate::{
        OpcodeLayout, OpcodeTree, QueryShape,
        geom::Frustum,
        test_meshes::{self, check_touched, point, soup},
    };

    fn seen(from: Vec3, to: Vec3, angle: f32, far: f32) -> Option<Frustum> {
        let view = look_at_mat4(from, to, Vec3::Y);
        Frustum::from_view_projection(perspective(angle, 1.5, 0.1, far) * view)
    }

    fn brute_between(mesh: &CollisionMesh, planes: &[Plane]) -> Vec<u32> {
        let units: Vec<(DVec3, f64)> = planes.iter().map(Plane::unit).collect();
        (0..mesh.len() as u32)
            .filter(|t| CullPlanes::new(&units).may_contain(mesh.corners_f64(*t)))
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn a_camera_sees_what_brute_force_sees(
            mesh in soup(), from in point(20.0), to in point(6.0), angle in 0.05_f32..2.5,
            far in 1.0_f32..60.0,
        ) {
            prop_assume!((to - from).cross(Vec3::Y).length() > 0.1);
            let frustum = seen(from, to, angle, far).unwrap();
            check_touched(&mesh, &frustum)?;
            let between = frustum.planes();
            let coarse = brute_between(&mesh, &between);
            prop_assert_eq!(&mesh.all_between(&between), &coarse);
            let compact = mesh.tree().compact();
            prop_assert_eq!(&mesh.all_between_through(&compact, &between), &coarse);
            for layout in OpcodeLayout::ALL {
                let tree = OpcodeTree::build(&mesh, layout);
                prop_assert_eq!(&mesh.all_between_through(&tree, &between), &coarse);
            }
        }

        /// Few planes, and more planes than a mask has bits.
        #[test]
        fn any_number_of_planes_will_do(
            mesh in soup(), normals in prop::collection::vec(point(1.0), 0..80), out in 0.0_f32..9.0,
        ) {
            let plane = |normal: &Vec3| Plane::new(*normal + Vec3::X * 2.0, out);
            let planes: Vec<Plane> = normals.iter().map(plane).collect();
            prop_assert_eq!(mesh.all_between(&planes), brute_between(&mesh, &planes));
        }
    }

    /// A sheet of 2 × 128 × 128 triangles in y = 0, a meter square each.
    fn sheet() -> CollisionMesh {
        test_meshes::grid(128, |[x, z]| Vec3::new(x as f32, 0.0, z as f32))
    }

    #[test]
    fn most_of_what_is_seen_is_never_tested() {
        let mesh = sheet();
        let (from, to) = (Vec3::new(-20.0, 50.0, 64.0), Vec3::new(80.0, 0.0, 64.0));
        let frustum = seen(from, to, 1.0, 400.0).unwrap();
        let sides = CullPlanes::new(frustum.sides());
        let (mut by_planes, mut tested, mut taken) = (0, 0, 0);
        mesh.tree().descend(
            sides.all(),
            |bounds, left| {
                by_planes += 1;
                sides.classify(bounds, left)
            },
            |_, left| match left {
                Some(_) => tested += 1,
                None => taken += 1,
            },
        );
        let (mut by_box, mut tested_by_box) = (0, 0);
        mesh.tree().visit(
            |bounds| {
                by_box += 1;
                bounds.overlaps(&frustum.bounds())
            },
            |_| tested_by_box += 1,
        );
        let seen = mesh.all_touched(&frustum).len();
        assert!(seen > 8_000, "{seen} of {} seen", mesh.len());
        assert!(taken * 10 > seen * 8, "{taken} of {seen} taken unasked");
        assert!(by_planes * 4 < by_box, "{by_planes} boxes, not {by_box}");
        assert!(tested * 8 < tested_by_box, "{tested}, not {tested_by_box}");
    }

    #[test]
    fn planes_without_normals_contain_nothing_and_no_planes_all() {
        let mesh = sheet();
        assert_eq!(mesh.all_between(&[]).len(), mesh.len());
        for senseless in [Plane::new(Vec3::ZERO, 1.0), Plane::new(Vec3::X, f32::NAN)] {
            assert!(mesh.all_between(&[senseless]).is_empty());
        }
    }
}
