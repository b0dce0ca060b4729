//! Ray casts against a mesh: the closest hit, all hits, the closest distance alone, or any hit.

use glam::{DVec3, Vec3};

use crate::{
    CollisionMesh,
    contact::{face_normal, facing},
    rounding::rounded_up,
    simd::{F32x8, F64x4, vec_x4},
    tree::{Bvh8, Bvh8Node, LeafCorners, LeafVisitor, SweptAabb, TriangleX4},
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
        let mut all = AllHits {
            ray,
            leaves: self.leaf_corners(self.tree()),
            length: f64::from(length),
            found: Vec::new(),
        };
        self.tree().cast(box_reach(all.length), &mut all);
        (all.found).sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let hit = |&(distance, triangle): &(f64, u32)| all.ray.hit(distance, triangle);
        hits.extend(all.found.iter().map(hit));
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
        let mut closest = ClosestHit::<ANY_IS_ENOUGH> {
            ray: self.ray(ray, length, faces)?,
            leaves: self.leaf_corners(tree),
            best: (f64::from(length), NO_TRIANGLE),
        };
        tree.cast(box_reach(closest.best.0), &mut closest);
        Some(closest.best).filter(|(_, triangle)| *triangle != NO_TRIANGLE)
    }

    /// Creates a validated ray; `None` if the direction is not a unit vector or the length is invalid.
    #[inline(always)]
    fn ray(&self, (origin, direction): (Vec3, Vec3), length: f32, faces: Faces) -> Option<Ray<'_>> {
        let is_valid = length >= 0.0 && direction.is_normalized();
        is_valid.then_some(Ray {
            mesh: self,
            origin,
            direction,
            faces,
        })
    }
}

/// A ray, with the mesh that it is tested against.
#[derive(Clone, Copy)]
struct Ray<'a> {
    mesh: &'a CollisionMesh,
    origin: Vec3,
    direction: Vec3,
    faces: Faces,
}

impl Ray<'_> {
    #[inline(always)]
    fn swept(&self) -> SweptAabb {
        SweptAabb::new(self.origin, self.direction, Vec3::ZERO)
    }

    #[inline(always)]
    fn start(&self) -> DVec3 {
        self.origin.as_dvec3()
    }

    #[inline(always)]
    fn direction_f64(&self) -> DVec3 {
        self.direction.as_dvec3()
    }

    /// Calls `found` with the distance and index of each triangle of a leaf that the ray hits within
    /// `length`. The line of the ray passes through a triangle if its signed volumes with the three
    /// edges have the same sign. Edges count as inside, so that no ray slips through a seam. The sum of
    /// the volumes is negative if the ray meets the front.
    #[inline(always)]
    fn test_leaf<D: F64x4>(
        &self,
        leaf: &[f32],
        (first, count): (u32, u32),
        length: f64,
        mut found: impl FnMut(f64, u32),
    ) {
        let TriangleX4([a, b, c]) = TriangleX4::<D>::load(leaf, count, self.start());
        let along = vec_x4::splat(self.direction_f64());
        let (side_a, side_b, side_c) = (
            vec_x4::dot(&vec_x4::cross(&b, &c), &along),
            vec_x4::dot(&vec_x4::cross(&c, &a), &along),
            vec_x4::dot(&vec_x4::cross(&a, &b), &along),
        );
        let zero = D::splat(0.0);
        let inside = zero.le_mask(side_a.min(side_b).min(side_c))
            | side_a.max(side_b).max(side_c).le_mask(zero);
        let inside = inside & ((1 << count) - 1);
        if inside == 0 {
            return;
        }
        let volume = side_a.add(side_b).add(side_c);
        let weighed =
            (vec_x4::dot(&a, &along).mul(side_a)).add(vec_x4::dot(&b, &along).mul(side_b));
        let distance = weighed.add(vec_x4::dot(&c, &along).mul(side_c)).div(volume);
        let flat = volume.le_mask(zero) & zero.le_mask(volume);
        let reached = zero.le_mask(distance) & distance.le_mask(D::splat(length));
        let mut hits = inside & !flat & reached;
        while hits != 0 {
            let lane = hits.trailing_zeros();
            hits &= hits - 1;
            if self.faces.include(volume.store()[lane as usize & 3]) {
                found(distance.store()[lane as usize & 3], first + lane);
            }
        }
    }

    /// The hit on a triangle at a known distance.
    fn hit(&self, distance: f64, triangle: u32) -> RayHit {
        let corners = self.mesh.corners_f64(triangle);
        let normal = face_normal(corners).unwrap_or(-self.direction_f64());
        let [a, b, c] = corners.map(|corner| corner - self.start());
        let sides = [b.cross(c), c.cross(a), a.cross(b)].map(|side| side.dot(self.direction_f64()));
        let volume = sides[0] + sides[1] + sides[2];
        RayHit {
            distance: distance as f32,
            point: (self.start() + self.direction_f64() * distance).as_vec3(),
            normal: facing(normal, -self.direction_f64()).as_vec3(),
            triangle,
            barycentric: (DVec3::from_array(sides) / volume).as_vec3(),
        }
    }
}

/// The search for the closest hit in the leaves on a ray's path.
struct ClosestHit<'a, const ANY_IS_ENOUGH: bool> {
    ray: Ray<'a>,
    leaves: &'a LeafCorners,
    /// The distance and the triangle of the closest hit so far. Without a hit, the triangle is
    /// [`NO_TRIANGLE`].
    best: (f64, u32),
}

const NO_TRIANGLE: u32 = u32::MAX;

impl<const ANY_IS_ENOUGH: bool> LeafVisitor for ClosestHit<'_, ANY_IS_ENOUGH> {
    const NEAREST_FIRST: bool = !ANY_IS_ENOUGH;

    #[inline(always)]
    fn swept(&self) -> SweptAabb {
        self.ray.swept()
    }

    #[inline(always)]
    fn leaf<L: F32x8>(&mut self, first: u32, count: u32) -> f32 {
        let leaf = self.leaves.leaf(first, count);
        let best = &mut self.best;
        let length = best.0;
        (self.ray).test_leaf::<L::Doubles>(leaf, (first, count), length, |distance, triangle| {
            if (distance, triangle) < *best {
                *best = (distance, triangle);
            }
        });
        if ANY_IS_ENOUGH && self.best.1 != NO_TRIANGLE {
            return -1.0;
        }
        box_reach(self.best.0)
    }
}

/// The collection of the hits in the leaves on a ray's path.
struct AllHits<'a> {
    ray: Ray<'a>,
    leaves: &'a LeafCorners,
    length: f64,
    found: Vec<(f64, u32)>,
}

impl LeafVisitor for AllHits<'_> {
    #[inline(always)]
    fn swept(&self) -> SweptAabb {
        self.ray.swept()
    }

    #[inline(always)]
    fn leaf<L: F32x8>(&mut self, first: u32, count: u32) -> f32 {
        let found = &mut self.found;
        let add = |distance, triangle| found.push((distance, triangle));
        let leaf = self.leaves.leaf(first, count);
        (self.ray).test_leaf::<L::Doubles>(leaf, (first, count), self.length, add);
        box_reach(self.length)
    }
}

impl Faces {
    /// Returns whether these sides include a hit with a signed volume, which is negative on the front.
    #[inline(always)]
    fn include(self, volume: f64) -> bool {
        match self {
            Faces::Both => true,
            Faces::Front => volume < 0.0,
            Faces::Back => volume > 0.0,
        }
    }
}

/// The largest factor, by rounding, between the distances of a box and of a triangle in the box: about
/// eight roundings of 2⁻²⁴, doubled.
const BOX_ROUNDING: f64 = 1.0 + 1e-6;

/// The distance along a ray up to which boxes may contain hits up to `distance`. The distances of boxes
/// are in single precision and in units of the direction's length, which is 1 up to rounding. So a box
/// with an equally distant hit never seems to be beyond it.
#[inline(always)]
fn box_reach(distance: f64) -> f32 {
    rounded_up(distance * BOX_ROUNDING)
}

#[cfg(test)]
mod tests;
