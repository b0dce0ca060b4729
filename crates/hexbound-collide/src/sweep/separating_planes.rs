//! The planes that a body has touched. A move that stays in front of such a plane can't touch a triangle
//! behind it. Most triangles near a sliding body are behind the planes of its last contacts.
//!
//! Within the tolerance [`GRAZE`] the planes decide whether a triangle is met at all, so each mover has
//! its own. They do not persist from tick to tick, since a run would then depend on kept data.

use glam::DVec3;
use smallvec::SmallVec;

use crate::{Body, prism::dot_four, simd::F64x4};

/// The largest number of remembered planes: a floor, the walls of a corner, and one more.
const MAX_NORMALS: usize = 4;

/// The cosine of the angle between two normals above which they count as one.
const SAME_DIRECTION_COSINE: f64 = 1.0 - 1e-9;

/// The depth to which a body may go behind a plane without being stopped by its triangle: at most this
/// many meters, and this share of the body's reach. A floor under a walking body is thus not tested
/// again for every step.
pub(super) const GRAZE: f64 = 1e-6;

/// Returns the depth to which a body may go behind a plane, as a share of its reach.
pub(super) fn graze(body: &Body) -> f64 {
    GRAZE / f64::from(body.half_extents().max_element()).max(1.0)
}

/// The normals of the latest contacts, the newest last.
#[derive(Clone, Debug, Default)]
pub(super) struct SeparatingPlaneCache {
    normals: SmallVec<[DVec3; MAX_NORMALS]>,
}

/// The remembered planes in SIMD lanes. Each plane is moved to the back of the body on its whole move,
/// less the graze. Unused lanes never separate.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaneSet {
    /// The normals' x, y and z.
    normal: [[f64; MAX_NORMALS]; 3],
    offset: [f64; MAX_NORMALS],
}

impl SeparatingPlaneCache {
    pub(super) fn remember(&mut self, normal: DVec3) {
        let known = |n: &DVec3| n.dot(normal) > SAME_DIRECTION_COSINE;
        if let Some(known) = self.normals.iter().position(known) {
            self.normals.remove(known);
        } else if self.normals.len() == MAX_NORMALS {
            self.normals.remove(0);
        }
        self.normals.push(normal);
    }

    /// The remembered planes, each moved so that the body's whole move is in front of it.
    pub(super) fn behind_move(&self, body: &Body, from: DVec3, to: DVec3) -> PlaneSet {
        let mut planes = PlaneSet {
            normal: [[0.0; MAX_NORMALS]; 3],
            offset: [f64::NEG_INFINITY; MAX_NORMALS],
        };
        for (lane, normal) in self.normals.iter().enumerate() {
            for axis in 0..3 {
                planes.normal[axis][lane] = normal[axis];
            }
            planes.offset[lane] =
                normal.dot(from).min(normal.dot(to)) - body.reach(*normal) * (1.0 - graze(body));
        }
        planes
    }
}

impl PlaneSet {
    /// Returns whether the whole triangle is behind one of the planes, and the whole move is in front of
    /// it.
    #[inline(always)]
    pub(super) fn separates<D: F64x4>(&self, [a, b, c]: [DVec3; 3]) -> bool {
        let [x, y, z] = &self.normal;
        let normals = [D::load(x), D::load(y), D::load(z)];
        let furthest = dot_four(normals, a)
            .max(dot_four(normals, b))
            .max(dot_four(normals, c));
        furthest.le_mask(D::load(&self.offset)) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::PortableF64x4;

    #[test]
    fn triangles_behind_the_floor_are_separated_until_the_move_goes_through() {
        let mut cache = SeparatingPlaneCache::default();
        cache.remember(DVec3::Y);
        let body = Body::sphere(1.0).unwrap();
        let below = [DVec3::ZERO, DVec3::X, DVec3::Z - DVec3::Y];
        let separates = |to: DVec3, corners| {
            let planes = cache.behind_move(&body, DVec3::Y, to);
            planes.separates::<PortableF64x4>(corners)
        };
        let along = DVec3::Y + DVec3::X;
        assert!(separates(along, below));
        let raised = below.map(|corner| corner + DVec3::Y * 0.1);
        assert!(!separates(along, raised));
        assert!(!separates(DVec3::Y * 0.9, below));
    }

    #[test]
    fn only_the_latest_planes_are_kept() {
        let mut cache = SeparatingPlaneCache::default();
        let later = [DVec3::NEG_X, DVec3::Y, DVec3::NEG_Z];
        for normal in DVec3::AXES.into_iter().chain(later) {
            cache.remember(normal);
        }
        assert_eq!(cache.normals.len(), MAX_NORMALS);
        assert!(!cache.normals.contains(&DVec3::X) && cache.normals.contains(&DVec3::Y));
    }
}
