//! The exact test of the flood on a cube of space: can the body's center be anywhere in it? The body is
//! an upright ellipsoid. Scaled by its semi-axes it is the unit sphere, and its distance to a triangle is
//! a convex function of its center.
//!
//! Both answers below are therefore certain for a whole cube, and not only for sampled places.

use glam::DVec3;
use hexbound_collide::{CollisionMesh, geom::Aabb};

/// Allowance for rounding in double precision, in units of the body's size.
const ROUNDING_ALLOWANCE: f64 = 1e-9;

/// The knowledge about a cube of places for the body's center.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// The body touches nothing for any center in the cube.
    Free,
    /// The body touches one and the same triangle for any center in the cube.
    Blocked,
    /// Neither is certain.
    Mixed,
}

/// The result for one cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeResult {
    pub room: Room,
    /// The estimated share of the cube in which the body touches nothing, 0..1.
    pub share: f64,
}

/// An upright ellipsoid that represents the body in a flood.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloodBody {
    /// The semi-axes, meters.
    pub axes: DVec3,
    inverse: DVec3,
}

impl FloodBody {
    /// A shape with the semi-axes `axes`, meters.
    pub(super) fn new(axes: DVec3) -> Self {
        Self {
            axes,
            inverse: axes.recip(),
        }
    }

    /// The box of all triangles that the body may touch while its center is in a cube, with a margin.
    pub(super) fn region(&self, center: DVec3, half: f64) -> Aabb {
        let reach = self.axes + DVec3::splat(half + 1e-3);
        Aabb::new((center - reach).as_vec3(), (center + reach).as_vec3())
    }

    /// Classifies the cube around `center` with half its side, meters. `near` becomes the triangles among
    /// `candidates` that the body may touch from inside it.
    pub(super) fn room(
        &self,
        mesh: &CollisionMesh,
        center: DVec3,
        half: f64,
        candidates: &[u32],
        near: &mut Vec<u32>,
    ) -> CubeResult {
        near.clear();
        // The largest distance of a center in the cube from its middle, in units of the body's size.
        let spread = half * self.inverse.length();
        let (mut least, mut nearest) = (f64::INFINITY, 0);
        for &triangle in candidates {
            let corners = self.scaled_corners(mesh, triangle, center);
            let Some(distance) = distance_within(corners, 1.0 + spread + ROUNDING_ALLOWANCE) else {
                continue;
            };
            if distance + spread < 1.0 - ROUNDING_ALLOWANCE {
                near.clear();
                return CubeResult::of(Room::Blocked);
            }
            near.push(triangle);
            if distance < least {
                (least, nearest) = (distance, triangle);
            }
        }
        if near.is_empty() {
            return CubeResult::of(Room::Free);
        }
        if least < 1.0 && self.touches_from_all_corners(mesh, nearest, center, half) {
            near.clear();
            return CubeResult::of(Room::Blocked);
        }
        CubeResult {
            room: Room::Mixed,
            share: (0.5 + (least - 1.0) / (2.0 * spread)).clamp(0.0, 1.0),
        }
    }

    /// Returns whether the body touches a triangle from each corner of the cube. Since the distance is
    /// convex, it then touches it from everywhere in the cube.
    fn touches_from_all_corners(
        &self,
        mesh: &CollisionMesh,
        triangle: u32,
        center: DVec3,
        half: f64,
    ) -> bool {
        (0..8).all(|corner| {
            let side = |bit: u32| if corner & bit == 0 { -half } else { half };
            let at = center + DVec3::new(side(1), side(2), side(4));
            let corners = self.scaled_corners(mesh, triangle, at);
            distance_within(corners, 1.0 - ROUNDING_ALLOWANCE).is_some()
        })
    }

    /// A triangle's corners relative to `center`, in units of the body's size.
    fn scaled_corners(&self, mesh: &CollisionMesh, triangle: u32, center: DVec3) -> [DVec3; 3] {
        (mesh.corners(triangle)).map(|corner| (corner.as_dvec3() - center) * self.inverse)
    }
}

impl CubeResult {
    fn of(room: Room) -> Self {
        let share = if room == Room::Free { 1.0 } else { 0.0 };
        Self { room, share }
    }
}

/// The distance of the origin to a triangle, if it is at most `most`.
fn distance_within(corners: [DVec3; 3], most: f64) -> Option<f64> {
    let [a, b, c] = corners;
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    let to_box = low.max(DVec3::ZERO) + high.min(DVec3::ZERO);
    if to_box.length_squared() > most * most {
        return None;
    }
    let distance = distance(corners);
    (distance <= most).then_some(distance)
}

/// The distance of the origin to a triangle, which may be degenerate.
fn distance([a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a);
    let area = normal.length_squared();
    if area > 0.0 {
        let inside = |from: DVec3, to: DVec3| (to - from).cross(-from).dot(normal) >= 0.0;
        if inside(a, b) && inside(b, c) && inside(c, a) {
            return a.dot(normal).abs() / area.sqrt();
        }
    }
    let edges = [(a, b), (b, c), (c, a)].map(|(from, to)| distance_squared_to_edge(from, to));
    edges[0].min(edges[1]).min(edges[2]).sqrt()
}

fn distance_squared_to_edge(from: DVec3, to: DVec3) -> f64 {
    let along = to - from;
    let length = along.length_squared();
    let part = if length > 0.0 {
        (-from.dot(along) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (from + along * part).length_squared()
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use hexbound_collide::Body;
    use proptest::prelude::*;

    use super::*;

    fn shape() -> FloodBody {
        FloodBody::new(DVec3::new(0.4, 0.55, 0.4))
    }

    fn vector(size: f32) -> impl Strategy<Value = Vec3> {
        [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Both certain answers hold at any place of the cube, by the library's own exact test.
        #[test]
        fn what_is_certain_of_a_cube_holds_at_each_of_its_places(
            corners in [vector(1.5), vector(1.5), vector(1.5)],
            at in vector(1.0), half in 0.01_f32..0.4, place in vector(1.0),
        ) {
            let Ok(mesh) = CollisionMesh::build(&corners, &[[0, 1, 2]]) else {
                return Ok(());
            };
            let (center, half_side) = (at.as_dvec3(), f64::from(half));
            let room = shape().room(&mesh, center, half_side, &[0], &mut Vec::new()).room;
            let body = Body::ellipsoid(0.4, 0.55).unwrap();
            let is_free = mesh.is_free(body, center + (place * half).as_dvec3() * 0.999);
            prop_assert!(room != Room::Free || is_free);
            prop_assert!(room != Room::Blocked || !is_free);
        }
    }

    #[test]
    fn a_triangle_without_area_is_met_like_any_other() {
        let line = [-5.0, 0.0, 5.0].map(|y| DVec3::new(2.0, y, 0.0));
        assert!((distance(line) - 2.0).abs() < 1e-12);
        assert!(distance_within(line, 1.9).is_none());
    }
}
