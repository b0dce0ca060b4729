//! The frustum: the solid with six flat sides that a camera sees, for exact tests. For culling in a
//! renderer, see `frustum_planes`.

use arrayvec::ArrayVec;
use glam::{DMat4, DVec3, DVec4, Mat4, Vec3};

use super::{Aabb, Plane};
use crate::geom::{
    ClosestPoint, SupportMap, Validate,
    distance::{closest_on_triangle, nearer},
    traits::furthest,
};

/// A convex solid with six flat sides and eight corners.
///
/// ```
/// use glam::{Vec3, camera::rh::{proj::directx::perspective, view::look_at_mat4}};
/// use hexbound_collide::geom::{Frustum, Intersects, Sphere};
///
/// let view = look_at_mat4(Vec3::ZERO, Vec3::NEG_Z, Vec3::Y);
/// let projection = perspective(1.0, 1.5, 0.1, 50.0);
/// let seen = Frustum::from_view_projection(projection * view).unwrap();
/// assert!(seen.intersects(&Sphere::new(Vec3::Z * -10.0, 1.0)));
/// assert!(!seen.intersects(&Sphere::new(Vec3::Z * 10.0, 1.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Frustum {
    /// The corners. Bit 0 of the index selects right or left, bit 1 top or bottom, bit 2 far or near.
    corners: [DVec3; 8],
    /// The outward unit normals and offsets: left, right, bottom, top, near, far.
    planes: [(DVec3, f64); 6],
    /// The directions of the edges, parallel ones once.
    edges: ArrayVec<DVec3, 12>,
}

/// The corners of each side, going around.
const SIDES: [[usize; 4]; 6] = [
    [0, 2, 6, 4],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 1, 3, 2],
    [4, 5, 7, 6],
];

impl Frustum {
    /// The frustum that a camera sees, from its projection times its view matrix, with depth from 0 to 1
    /// (as in wgpu and Direct3D) in either direction. `None` if the frustum has no volume or no end (an
    /// infinite far plane; see [`FrustumPlanes`](crate::geom::FrustumPlanes)).
    pub fn from_view_projection(matrix: Mat4) -> Option<Self> {
        let inverse = DMat4::from_cols_array(&matrix.to_cols_array().map(f64::from)).inverse();
        let corners = std::array::from_fn(|index| {
            let side = |bit: usize| f64::from((index >> bit & 1) as u32);
            let clip = DVec4::new(side(0) * 2.0 - 1.0, side(1) * 2.0 - 1.0, side(2), 1.0);
            let corner = inverse * clip;
            corner.truncate() / corner.w
        });
        Self::from_corners(corners)
    }

    /// The solid between six planes: left, right, bottom, top, near and far, facing in either direction.
    /// `None` if three planes that should meet in a corner do not, or if the planes do not enclose a
    /// convex volume.
    pub fn from_planes(planes: [Plane; 6]) -> Option<Self> {
        if !planes.iter().all(Validate::is_valid) {
            return None;
        }
        let planes = planes.map(|plane| plane.unit());
        let corners = std::array::from_fn(|index| {
            let side = |bit: usize| planes[2 * bit + (index >> bit & 1)];
            meeting_point([side(0), side(1), side(2)])
        });
        Self::from_corners(corners)
    }

    fn from_corners(corners: [DVec3; 8]) -> Option<Self> {
        if !corners.iter().all(|corner| corner.is_finite()) {
            return None;
        }
        let center = corners.iter().sum::<DVec3>() / 8.0;
        let mut planes = [(DVec3::ZERO, 0.0); 6];
        for (plane, side) in planes.iter_mut().zip(SIDES) {
            let [a, b, c, d] = side.map(|corner| corners[corner]);
            let across = (c - a).cross(d - b).try_normalize()?;
            let offset = across.dot(a + b + c + d) * 0.25;
            let is_inward = across.dot(center) > offset;
            let outward = if is_inward { -1.0 } else { 1.0 };
            *plane = (across * outward, offset * outward);
        }
        let reaches = corners.map(|corner| (corner - center).abs().max_element());
        let reach = reaches.into_iter().fold(0.0, f64::max);
        let holds_all = planes.iter().all(|(normal, offset)| {
            let beyond = |corner: &DVec3| normal.dot(*corner) - offset > 1e-7 * reach;
            offset - normal.dot(center) > 1e-9 * reach && !corners.iter().any(beyond)
        });
        holds_all.then(|| Self {
            edges: edge_directions(&corners),
            corners,
            planes,
        })
    }

    /// The left, right, bottom, top, near and far plane; their normals point outward.
    pub fn planes(&self) -> [Plane; 6] {
        self.planes
            .map(|(normal, offset)| Plane::new(normal.as_vec3(), offset as f32))
    }

    /// The eight corners, meters. Bit 0 of a corner's index selects right (1) or left (0), bit 1 top or
    /// bottom, bit 2 far or near.
    pub fn corners(&self) -> [Vec3; 8] {
        self.corners.map(DVec3::as_vec3)
    }

    /// The smallest box around the corners.
    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.corners())
    }

    /// Outward unit normals and offsets in double precision: left, right, bottom, top, near, far.
    pub(crate) fn exact_planes(&self) -> &[(DVec3, f64); 6] {
        &self.planes
    }

    pub(in crate::geom) fn exact_corners(&self) -> &[DVec3; 8] {
        &self.corners
    }

    pub(in crate::geom) fn edges(&self) -> &[DVec3] {
        &self.edges
    }

    /// The surface: two triangles per side.
    pub(in crate::geom) fn surface(&self) -> impl Iterator<Item = [DVec3; 3]> + use<'_> {
        SIDES.into_iter().flat_map(|side| {
            let [a, b, c, d] = side.map(|corner| self.corners[corner]);
            [[a, b, c], [a, c, d]]
        })
    }
}

/// The point on all three planes; not finite if there is none.
fn meeting_point([a, b, c]: [(DVec3, f64); 3]) -> DVec3 {
    let volume = a.0.dot(b.0.cross(c.0));
    (b.0.cross(c.0) * a.1 + c.0.cross(a.0) * b.1 + a.0.cross(b.0) * c.1) / volume
}

fn edge_directions(corners: &[DVec3; 8]) -> ArrayVec<DVec3, 12> {
    let mut edges = ArrayVec::<DVec3, 12>::new();
    for bit in 0..3 {
        for from in (0..8).filter(|corner| corner >> bit & 1 == 0) {
            let edge = (corners[from | 1 << bit] - corners[from]).normalize_or_zero();
            let is_same = |other: &DVec3| other.cross(edge).length_squared() < 1e-24;
            if !edges.iter().any(is_same) && edge != DVec3::ZERO {
                edges.push(edge);
            }
        }
    }
    edges
}

impl Validate for Frustum {
    fn is_valid(&self) -> bool {
        true
    }
}

impl SupportMap for Frustum {
    fn interior_point(&self) -> DVec3 {
        self.corners.iter().sum::<DVec3>() / 8.0
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        furthest(&self.corners, direction)
    }
}

impl ClosestPoint for Frustum {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        let inside = |(normal, offset): &(DVec3, f64)| normal.dot(point) <= *offset;
        if self.planes.iter().all(inside) {
            return point;
        }
        self.surface()
            .map(|triangle| closest_on_triangle(point, triangle))
            .reduce(|a, b| nearer(point, a, b))
            .unwrap_or(point)
    }
}
