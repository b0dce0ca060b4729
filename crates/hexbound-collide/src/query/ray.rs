//! Rays against a mesh: the closest hit, its distance alone, or whether there is any.

use glam::{DVec3, Vec3};

use crate::{
    CollisionMesh,
    contact::{face_normal, facing},
    geom::Aabb,
    mesh::TriangleX4,
    rounding::rounded_up,
    simd::{F32x8, F64x4, PortableF32x8, vec_x4},
    tree::{Bvh8, Bvh8Node, LeafVisitor, SweptAabb},
};

/// Where a ray met the mesh first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Meters along the unit direction.
    pub distance: f32,
    pub point: Vec3,
    /// Unit, toward the ray's origin (everything is two-sided).
    pub normal: Vec3,
    pub triangle: u32,
}

/// Which sides of triangles a ray hits. The front is where the corners run counter-clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faces {
    #[default]
    Both,
    Front,
    Back,
}

impl CollisionMesh {
    /// The closest hit along `direction` (unit) within `length` meters; ties go to the lower
    /// triangle index. Needles are not hit.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::CollisionMesh;
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let hit = floor.ray_cast(Vec3::new(1.0, 3.0, 1.0), Vec3::NEG_Y, 5.0).unwrap();
    /// assert_eq!((hit.distance, hit.normal), (3.0, Vec3::Y));
    /// ```
    pub fn ray_cast(&self, origin: Vec3, direction: Vec3, length: f32) -> Option<RayHit> {
        self.ray_cast_faces(origin, direction, length, Faces::Both)
    }

    /// As [`CollisionMesh::ray_cast`], of one side of the triangles only.
    pub fn ray_cast_faces(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        faces: Faces,
    ) -> Option<RayHit> {
        self.ray_cast_asking(None, (origin, direction), length, faces)
    }

    /// The same, with a triangle that is asked before the tree.
    pub(crate) fn ray_cast_asking(
        &self,
        first: Option<u32>,
        (origin, direction): (Vec3, Vec3),
        length: f32,
        faces: Faces,
    ) -> Option<RayHit> {
        let closest = self.closest(self.tree(), first, (origin, direction), length, faces)?;
        let (distance, triangle) = closest;
        let (start, along) = (origin.as_dvec3(), direction.as_dvec3());
        let normal = face_normal(self.corners_f64(triangle)).unwrap_or(-along);
        Some(RayHit {
            distance: distance as f32,
            point: (start + along * distance).as_vec3(),
            normal: facing(normal, -along).as_vec3(),
            triangle,
        })
    }

    /// How far the closest hit is, meters, and the triangle: all that a sensor or a light needs.
    pub fn ray_distance(&self, origin: Vec3, direction: Vec3, length: f32) -> Option<(f32, u32)> {
        self.ray_distance_through(self.tree(), origin, direction, length)
    }

    /// As [`CollisionMesh::ray_distance`] with another tree over this mesh's triangles, such as
    /// [`WideTree::compact`](crate::WideTree::compact) gives. The tree can't change the answer.
    pub fn ray_distance_through<N: Bvh8Node>(
        &self,
        tree: &Bvh8<N>,
        origin: Vec3,
        direction: Vec3,
        length: f32,
    ) -> Option<(f32, u32)> {
        let ray = (origin, direction);
        let (distance, triangle) = self.closest(tree, None, ray, length, Faces::Both)?;
        Some((distance as f32, triangle))
    }

    /// Whether anything is hit within `length` meters; stops at the first found.
    pub fn ray_hits_any(&self, origin: Vec3, direction: Vec3, length: f32, faces: Faces) -> bool {
        self.any_hit_asking(None, (origin, direction), length, faces)
            .is_some()
    }

    /// Some triangle that is hit, `first` if it is.
    pub(crate) fn any_hit_asking(
        &self,
        first: Option<u32>,
        (origin, direction): (Vec3, Vec3),
        length: f32,
        faces: Faces,
    ) -> Option<u32> {
        let mut any = self.closest_along((origin, direction), length, faces)?;
        any.is_any_enough = true;
        let swept = SweptAabb::new(origin, direction, Vec3::ZERO);
        if any.ask(first, &swept) >= 0.0 {
            self.tree().cast(&swept, any.reach(), &mut any);
        }
        Some(any.best.1).filter(|triangle| *triangle != NO_TRIANGLE)
    }

    #[inline(always)]
    fn closest<N: Bvh8Node>(
        &self,
        tree: &Bvh8<N>,
        first: Option<u32>,
        (origin, direction): (Vec3, Vec3),
        length: f32,
        faces: Faces,
    ) -> Option<(f64, u32)> {
        let mut closest = self.closest_along((origin, direction), length, faces)?;
        let swept = SweptAabb::new(origin, direction, Vec3::ZERO);
        let latest = closest.ask(first, &swept);
        tree.cast(&swept, latest, &mut closest);
        Some(closest.best).filter(|(_, triangle)| *triangle != NO_TRIANGLE)
    }

    #[inline(always)]
    fn closest_along(
        &self,
        (origin, direction): (Vec3, Vec3),
        length: f32,
        faces: Faces,
    ) -> Option<ClosestHit<'_>> {
        let sound = length >= 0.0 && direction != Vec3::ZERO;
        sound.then(|| ClosestHit {
            mesh: self,
            start: origin.as_dvec3(),
            along: direction.as_dvec3(),
            faces,
            is_any_enough: false,
            best: (f64::from(length), NO_TRIANGLE),
        })
    }
}

/// Looks for the closest hit in the leaves on the way.
struct ClosestHit<'a> {
    mesh: &'a CollisionMesh,
    start: DVec3,
    along: DVec3,
    faces: Faces,
    is_any_enough: bool,
    /// Distance and triangle; the latter `NO_TRIANGLE` while nothing was hit.
    best: (f64, u32),
}

const NO_TRIANGLE: u32 = u32::MAX;

impl LeafVisitor for ClosestHit<'_> {
    #[inline(always)]
    fn leaf<L: F32x8>(&mut self, first: u32, count: u32, _: f32) -> f32 {
        let mut from = 0;
        while from < count {
            self.four::<L::Doubles>(first + from, (count - from).min(4));
            from += 4;
        }
        if self.is_any_enough && self.best.1 != NO_TRIANGLE {
            return -1.0;
        }
        self.reach()
    }
}

impl ClosestHit<'_> {
    /// How far boxes are of interest. Their distances are single and count in the direction's
    /// length, which is one but for rounding: a box with a tie in it must not seem to lie beyond.
    #[inline(always)]
    fn reach(&self) -> f32 {
        rounded_up(self.best.0 * BOX_ROUNDING)
    }

    /// Looks at a triangle before the tree is asked, if the tree would lead to it; gives what a
    /// leaf gives.
    #[inline(always)]
    fn ask(&mut self, first: Option<u32>, swept: &SweptAabb) -> f32 {
        match first {
            Some(triangle) => self.ask_one(triangle, swept),
            None => self.reach(),
        }
    }

    #[inline(never)]
    fn ask_one(&mut self, triangle: u32, swept: &SweptAabb) -> f32 {
        let bounds = Aabb::from_points(self.mesh.corners(triangle));
        if swept.is_valid() && swept.enters(&bounds, self.reach()).is_some() {
            self.leaf::<PortableF32x8>(triangle, 1, 0.0)
        } else {
            self.reach()
        }
    }

    /// Asks up to four triangles at once. The signed volumes of the ray's line with the three edges
    /// agree where it passes a triangle; edges count as inside, so that no ray slips through a
    /// seam. Their sum is negative where the ray meets the front.
    #[inline(always)]
    fn four<D: F64x4>(&mut self, first: u32, count: u32) {
        let TriangleX4([a, b, c]) = TriangleX4::<D>::load(self.mesh, first, count, self.start);
        let along = vec_x4::splat(self.along);
        let (side_a, side_b, side_c) = (
            vec_x4::dot(&vec_x4::cross(&b, &c), &along),
            vec_x4::dot(&vec_x4::cross(&c, &a), &along),
            vec_x4::dot(&vec_x4::cross(&a, &b), &along),
        );
        let volume = side_a.add(side_b).add(side_c);
        let weighed =
            (vec_x4::dot(&a, &along).mul(side_a)).add(vec_x4::dot(&b, &along).mul(side_b));
        let distance = weighed.add(vec_x4::dot(&c, &along).mul(side_c)).div(volume);
        let zero = D::splat(0.0);
        let inside = zero.at_most(side_a.min(side_b).min(side_c))
            | side_a.max(side_b).max(side_c).at_most(zero);
        let flat = volume.at_most(zero) & zero.at_most(volume);
        let reached = zero.at_most(distance) & distance.at_most(D::splat(self.best.0));
        let mut hits = inside & !flat & reached & ((1 << count) - 1);
        while hits != 0 {
            let lane = hits.trailing_zeros();
            hits &= hits - 1;
            let found = (distance.store()[lane as usize & 3], first + lane);
            if found < self.best && self.faces.are_hit(volume.store()[lane as usize & 3]) {
                self.best = found;
            }
        }
    }
}

impl Faces {
    /// The volume is negative where the ray comes from the front.
    #[inline(always)]
    fn are_hit(self, volume: f64) -> bool {
        match self {
            Faces::Both => true,
            Faces::Front => volume < 0.0,
            Faces::Back => volume > 0.0,
        }
    }
}

/// Boxes' distances and triangles' differ by less than this part: some eight roundings of 2⁻²⁴,
/// doubled.
const BOX_ROUNDING: f64 = 1.0 + 1e-6;

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> CollisionMesh {
        let corners = [
            Vec3::new(-1.0, 0.0, -1.0),
            Vec3::new(-1.0, 0.0, 1.0),
            Vec3::new(1.0, 0.0, 1.0),
            Vec3::new(1.0, 0.0, -1.0),
        ];
        CollisionMesh::build(&corners, &[[0, 1, 2], [0, 2, 3]]).unwrap()
    }

    #[test]
    fn down_onto_a_square() {
        let hit = square()
            .ray_cast(Vec3::new(0.5, 2.0, 0.1), Vec3::NEG_Y, 3.0)
            .unwrap();
        assert_eq!((hit.distance, hit.normal, hit.triangle), (2.0, Vec3::Y, 1));
    }

    #[test]
    fn from_below_the_normal_turns() {
        let hit = square()
            .ray_cast(Vec3::new(0.5, -2.0, 0.1), Vec3::Y, 3.0)
            .unwrap();
        assert_eq!(hit.normal, Vec3::NEG_Y);
    }

    #[test]
    fn the_diagonal_is_no_gap_and_ties_go_to_the_lower_index() {
        for i in -9..=9 {
            let at = i as f32 * 0.1;
            let hit = square()
                .ray_cast(Vec3::new(at, 1.0, at), Vec3::NEG_Y, 2.0)
                .unwrap();
            assert_eq!(hit.triangle, 0);
        }
    }

    #[test]
    fn straight_down_onto_the_very_rim_hits() {
        for (x, z) in [(1.0, 0.5), (-1.0, 0.5), (0.5, 1.0), (0.5, -1.0), (1.0, 1.0)] {
            for down in [Vec3::NEG_Y, Vec3::new(-0.0, -1.0, -0.0)] {
                let origin = Vec3::new(x, 2.0, z);
                assert!(square().ray_cast(origin, down, 3.0).is_some(), "{origin}");
            }
        }
    }

    #[test]
    fn sides_are_told_apart() {
        let (above, mesh) = (Vec3::new(0.5, 2.0, 0.1), square());
        let hits = |faces| {
            mesh.ray_cast_faces(above, Vec3::NEG_Y, 3.0, faces)
                .is_some()
        };
        assert!(hits(Faces::Both) && hits(Faces::Front) && !hits(Faces::Back));
        assert!(mesh.ray_hits_any(above, Vec3::NEG_Y, 3.0, Faces::Front));
        assert!(!mesh.ray_hits_any(above, Vec3::NEG_Y, 3.0, Faces::Back));
        assert!(!mesh.ray_hits_any(above, Vec3::NEG_Y, 1.9, Faces::Both));
        assert_eq!(mesh.ray_distance(above, Vec3::NEG_Y, 3.0), Some((2.0, 1)));
    }

    #[test]
    fn senseless_rays_hit_nothing() {
        let (mesh, at) = (square(), Vec3::Y);
        for bad in [Vec3::ZERO, Vec3::NAN, Vec3::INFINITY] {
            assert!(mesh.ray_cast(at, bad, 5.0).is_none());
        }
        for bad in [Vec3::NAN, Vec3::INFINITY] {
            assert!(mesh.ray_cast(bad, Vec3::NEG_Y, 5.0).is_none());
        }
        assert!(mesh.ray_cast(at, Vec3::NEG_Y, f32::NAN).is_none());
        assert!(mesh.ray_cast(at, Vec3::NEG_Y, -1.0).is_none());
    }

    #[test]
    fn too_short_or_beside_misses() {
        assert!(square().ray_cast(Vec3::Y, Vec3::NEG_Y, 0.9).is_none());
        assert!(
            square()
                .ray_cast(Vec3::new(1.1, 1.0, 0.0), Vec3::NEG_Y, 2.0)
                .is_none()
        );
    }
}
