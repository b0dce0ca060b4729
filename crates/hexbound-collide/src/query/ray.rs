//! Ray casts against a mesh: the closest hit, all hits, the closest distance alone, or any hit.

use glam::{DVec3, Vec3, Vec3A};

use self::frame::{RayFrame, sides};
use crate::{
    CollisionMesh,
    contact::{face_normal, facing},
    simd::{F32x8, F64x4},
    tree::{Bvh8, Bvh8Node, LeafCorners, LeafVisitor, SweptAabb},
};

/// A hit of a ray on a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit {
    /// The distance from the ray's origin, meters along the unit direction.
    pub distance: f32,
    /// The point of the hit, meters.
    pub point: Vec3,
    /// The unit normal of the triangle's plane on the ray's side.
    pub normal: Vec3,
    /// The index of the hit triangle in the mesh; see [`CollisionMesh::source`].
    pub triangle: u32,
    /// The barycentric coordinates of the point: the weights of the triangle's three corners, in the
    /// order of [`CollisionMesh::corners`]. Each is 0..1 and their sum is 1. These weights interpolate
    /// values at the corners, such as texture coordinates or normals.
    pub barycentric: Vec3,
}

/// The sides of triangles that a ray can hit. The front is the side from which the corners are
/// counterclockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Faces {
    /// Both sides are hit.
    #[default]
    Both,
    /// Only a ray that comes from the front hits.
    Front,
    /// Only a ray that comes from the back hits.
    Back,
}

impl CollisionMesh {
    /// The closest hit along `direction` (unit) within `length` meters, on either side of the triangles.
    /// Ties go to the lowest triangle index. Triangles without area are not hit.
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

    /// The closest hit along `direction` (unit) within `length` meters, only on the sides `faces` of the
    /// triangles. Ties go to the lowest triangle index. Triangles without area are not hit.
    pub fn ray_cast_faces(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        faces: Faces,
    ) -> Option<RayHit> {
        let ray = (origin, direction);
        let (distance, triangle) = self.closest::<_, false>(self.tree(), ray, length, faces)?;
        Some(self.ray(ray, length, faces)?.hit(distance, triangle))
    }

    /// Replaces `hits` with all hits along `direction` (unit) within `length` meters, closest first,
    /// ties by triangle index. Distances are compared in double precision, so the first hit is that of
    /// [`CollisionMesh::ray_cast_faces`]. A ray through an edge or a corner hits every triangle that
    /// shares it.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::{CollisionMesh, Faces};
    /// // Two floors, one 2 m above the other.
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let corners = [corners, corners.map(|corner| corner + Vec3::Y * 2.0)];
    /// let floors = CollisionMesh::build(corners.as_flattened(), &[[0, 1, 2], [3, 4, 5]]).unwrap();
    /// let mut hits = Vec::new();
    /// let from = Vec3::new(1.0, 3.0, 2.0);
    /// floors.ray_cast_all(from, Vec3::NEG_Y, 5.0, Faces::Both, &mut hits);
    /// assert_eq!((hits[0].distance, hits[1].distance), (1.0, 3.0));
    /// // The point, interpolated from the corners.
    /// let [a, b, c] = floors.corners(hits[1].triangle);
    /// let weights = hits[1].barycentric;
    /// let point = a * weights.x + b * weights.y + c * weights.z;
    /// assert!(point.distance(Vec3::new(1.0, 0.0, 2.0)) < 1e-6);
    /// ```
    pub fn ray_cast_all(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        faces: Faces,
        hits: &mut Vec<RayHit>,
    ) {
        hits.clear();
        let Some(ray) = self.ray((origin, direction), length, faces) else {
            return;
        };
        let (length, mut found) = (f64::from(length), Vec::new());
        self.cast::<_, false>(self.tree(), ray, length, |distance, triangle| {
            found.push((distance, triangle));
            length
        });
        found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let hit = |(distance, triangle)| ray.hit(distance, triangle);
        hits.extend(found.into_iter().map(hit));
    }

    /// The distance in meters and the triangle of the closest hit along `direction` (unit) within
    /// `length` meters, on either side of the triangles. The query costs a little less than
    /// [`CollisionMesh::ray_cast`].
    pub fn ray_distance(&self, origin: Vec3, direction: Vec3, length: f32) -> Option<(f32, u32)> {
        self.ray_distance_through(self.tree(), origin, direction, length)
    }

    /// The result of [`CollisionMesh::ray_distance`] with another tree over this mesh's triangles, such
    /// as [`WideTree::compact`](crate::WideTree::compact). The tree can't change the result.
    pub fn ray_distance_through<N: Bvh8Node>(
        &self,
        tree: &Bvh8<N>,
        origin: Vec3,
        direction: Vec3,
        length: f32,
    ) -> Option<(f32, u32)> {
        let ray = (origin, direction);
        let (distance, triangle) = self.closest::<_, false>(tree, ray, length, Faces::Both)?;
        Some((distance as f32, triangle))
    }

    /// Returns whether there is a hit along `direction` (unit) within `length` meters, on the sides
    /// `faces` of the triangles. The search stops at the first hit found.
    pub fn ray_hits_any(&self, origin: Vec3, direction: Vec3, length: f32, faces: Faces) -> bool {
        let ray = (origin, direction);
        (self.closest::<_, true>(self.tree(), ray, length, faces)).is_some()
    }

    #[inline(always)]
    fn closest<N: Bvh8Node, const ANY_IS_ENOUGH: bool>(
        &self,
        tree: &Bvh8<N>,
        ray: (Vec3, Vec3),
        length: f32,
        faces: Faces,
    ) -> Option<(f64, u32)> {
        let ray = self.ray(ray, length, faces)?;
        let length = f64::from(length);
        let mut best = (length, NO_TRIANGLE);
        self.cast::<_, ANY_IS_ENOUGH>(tree, ray, length, |distance, triangle| {
            if (distance, triangle) < best {
                best = (distance, triangle);
            }
            if ANY_IS_ENOUGH { -1.0 } else { best.0 }
        });
        Some(best).filter(|(_, triangle)| *triangle != NO_TRIANGLE)
    }

    /// Calls `found` with the distances and triangles of hits up to `length`. `found` returns the length
    /// from then on; a negative length ends the search.
    #[inline(always)]
    fn cast<N: Bvh8Node, const ANY_IS_ENOUGH: bool>(
        &self,
        tree: &Bvh8<N>,
        ray: Ray,
        length: f64,
        found: impl FnMut(f64, u32) -> f64,
    ) {
        let mut leaves = RayLeaves::<_, ANY_IS_ENOUGH> {
            ray,
            leaves: self.leaf_corners(tree),
            length,
            found,
        };
        tree.cast(box_reach(length), &mut leaves);
    }

    /// Creates a validated ray; `None` if the direction is not a unit vector or the length is invalid.
    #[inline(always)]
    fn ray(&self, (origin, direction): (Vec3, Vec3), length: f32, faces: Faces) -> Option<Ray<'_>> {
        let is_valid = length >= 0.0 && direction.is_normalized();
        is_valid.then_some(Ray {
            mesh: self,
            origin: origin.into(),
            direction: direction.into(),
            faces,
        })
    }
}

/// A ray, with the mesh that it is tested against.
#[derive(Clone, Copy)]
struct Ray<'a> {
    mesh: &'a CollisionMesh,
    origin: Vec3A,
    direction: Vec3A,
    faces: Faces,
}

impl Ray<'_> {
    #[inline(always)]
    fn start(&self) -> DVec3 {
        self.origin.as_dvec3()
    }

    #[inline(always)]
    fn direction_f64(&self) -> DVec3 {
        self.direction.as_dvec3()
    }

    #[inline(always)]
    fn frame(&self) -> RayFrame {
        RayFrame::new(self.start(), self.direction_f64())
    }

    /// Calls `found` with the distance and index of each triangle of a leaf that the ray hits within
    /// `length`. The line of the ray passes through a triangle if it passes the three edges on the same
    /// side. Edges count as inside, so that no ray slips through a seam.
    #[inline(always)]
    fn test_leaf<D: F64x4>(
        &self,
        leaf: &[f32],
        (first, count): (u32, u32),
        length: f64,
        mut found: impl FnMut(f64, u32),
    ) {
        // The frame is made anew for each leaf. In the ray, its numbers would take registers from the test
        // of the boxes, and rays would take an eighth more time.
        let frame = self.frame();
        let corner = 3 * count as usize;
        let a = frame.corners::<D>(leaf, count);
        let b = frame.corners::<D>(&leaf[corner..], count);
        let c = frame.corners::<D>(&leaf[2 * corner..], count);
        let (side_a, side_b, side_c) = (sides(&b, &c), sides(&c, &a), sides(&a, &b));
        let zero = D::splat(0.0);
        let inside = zero.le_mask(side_a.min(side_b).min(side_c))
            | side_a.max(side_b).max(side_c).le_mask(zero);
        let inside = inside & ((1 << count) - 1);
        if inside == 0 {
            return;
        }
        let area = side_a.add(side_b).add(side_c);
        let weighed = a[2].mul(side_a).add(b[2].mul(side_b)).add(c[2].mul(side_c));
        let distance = weighed.mul(D::splat(frame.scale)).div(area);
        let flat = area.le_mask(zero) & zero.le_mask(area);
        let reached = zero.le_mask(distance) & distance.le_mask(D::splat(length));
        let mut hits = inside & !flat & reached;
        while hits != 0 {
            let lane = hits.trailing_zeros();
            hits &= hits - 1;
            let area = area.store()[lane as usize & 3];
            if self.faces.include(area * frame.scale) {
                found(distance.store()[lane as usize & 3], first + lane);
            }
        }
    }

    /// The hit on a triangle at a known distance.
    fn hit(&self, distance: f64, triangle: u32) -> RayHit {
        let corners = self.mesh.corners_f64(triangle);
        let normal = face_normal(corners).unwrap_or(-self.direction_f64());
        let sides = DVec3::from_array(self.frame().sides_of(corners));
        RayHit {
            distance: distance as f32,
            point: (self.start() + self.direction_f64() * distance).as_vec3(),
            normal: facing(normal, -self.direction_f64()).as_vec3(),
            triangle,
            barycentric: (sides / sides.element_sum()).as_vec3(),
        }
    }
}

const NO_TRIANGLE: u32 = u32::MAX;

/// The tests of the triangles in the leaves on a ray's path.
struct RayLeaves<'a, F, const ANY_IS_ENOUGH: bool> {
    ray: Ray<'a>,
    leaves: &'a LeafCorners,
    length: f64,
    found: F,
}

impl<F: FnMut(f64, u32) -> f64, const ANY_IS_ENOUGH: bool> LeafVisitor
    for RayLeaves<'_, F, ANY_IS_ENOUGH>
{
    const NEAREST_FIRST: bool = !ANY_IS_ENOUGH;

    #[inline(always)]
    fn swept(&self) -> SweptAabb {
        SweptAabb::new(self.ray.origin, self.ray.direction, Vec3A::ZERO)
    }

    #[inline(always)]
    fn leaf<L: F32x8>(&mut self, first: u32, count: u32, mut latest: f32) -> f32 {
        let leaf = self.leaves.leaf(first, count);
        let length = self.length;
        (self.ray).test_leaf::<L::Doubles>(leaf, (first, count), length, |distance, triangle| {
            self.length = (self.found)(distance, triangle);
            latest = box_reach(self.length);
        });
        latest
    }
}

impl Faces {
    /// Returns whether these sides include a hit on a triangle of this signed area, as seen along the ray.
    /// The area is negative from the front.
    #[inline(always)]
    fn include(self, area: f64) -> bool {
        match self {
            Faces::Both => true,
            Faces::Front => area < 0.0,
            Faces::Back => area > 0.0,
        }
    }
}

/// The largest factor, by rounding, between the distances of a box and of a triangle in the box: about
/// eight roundings of 2⁻²⁴, doubled, and that of [`box_reach`].
const BOX_ROUNDING: f64 = 1.0 + 1.1e-6;

/// The distance along a ray up to which boxes may contain hits up to `distance`. The distances of boxes
/// are in single precision and in units of the direction's length, which is 1 up to rounding. So a box
/// with an equally distant hit never seems to be beyond it.
#[inline(always)]
fn box_reach(distance: f64) -> f32 {
    // The smallest distances are rounded to zero. A branch that rounds up would depend on the hit.
    (distance * BOX_ROUNDING) as f32 + f32::MIN_POSITIVE
}

mod frame;
#[cfg(test)]
mod tests;
