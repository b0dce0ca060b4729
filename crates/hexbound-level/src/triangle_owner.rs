//! The part of a level that a collision triangle belongs to. The collision mesh keeps no such list: the
//! few queried triangles are found by the positions of their corners.

use glam::Vec3;

use super::{Level, Part};

/// The greatest distance of a triangle from the part's face it lies in, meters: collision may cut faces
/// differently.
const FACE_DISTANCE: f32 = 0.002;
/// The least number of triangles in a level per solid, undrawn one for undrawn triangles to be invisible
/// walls. With fewer, they are the solid form of the drawn ones.
const MIN_TRIANGLES_PER_UNDRAWN: usize = 100;

impl Level {
    /// The solid part of the drawn mesh that holds a triangle with the corners `corners`, local, meters.
    /// Returns `None` without such a part, as for a mover's triangle away from its rest.
    pub fn part_with(&self, corners: [Vec3; 3]) -> Option<&Part> {
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let parts = || self.mesh.parts.iter().filter(|part| part.solid);
        let reach = Vec3::splat(FACE_DISTANCE);
        let near = || parts().filter(|part| part.bounds.grown(reach).contains(middle));
        let has =
            |part: &&Part, is_it: &dyn Fn([Vec3; 3]) -> bool| self.mesh.faces(part).any(is_it);
        let is_same = |other: [Vec3; 3]| {
            let mut all = corners.iter();
            all.all(|corner| other.iter().any(|it| it.distance(*corner) < FACE_DISTANCE))
        };
        let is_within = |other: [Vec3; 3]| barycentric(other, middle).is_some();
        let mut same = near().filter(|part| has(part, &is_same));
        same.next()
            .or_else(|| near().find(|part| has(part, &is_within)))
    }

    /// Returns whether a triangle of `collision` is an invisible wall, of a part that is solid but not
    /// drawn. Many such triangles are the solid form of the drawn ones, and none of them counts.
    pub fn is_invisible_wall(&self, triangle: u32) -> bool {
        let unseen = || (self.mesh.parts.iter()).filter(|part| part.solid && !part.visible);
        let count: usize = unseen().map(|part| part.indices.len() / 3).sum();
        if count == 0 || count * MIN_TRIANGLES_PER_UNDRAWN > self.collision.len() {
            return false;
        }
        let corners = self.collision.corners(triangle);
        unseen().any(|part| self.mesh.faces(part).any(|face| face == corners))
    }
}

/// The barycentric weights of a point in a triangle; `None` for a point outside.
pub(crate) fn barycentric([a, b, c]: [Vec3; 3], point: Vec3) -> Option<Vec3> {
    let normal = (b - a).cross(c - a);
    let unit = normal.try_normalize()?;
    let is_inside = |from: Vec3, to: Vec3| {
        let inward = unit.cross(to - from).normalize_or_zero();
        inward.dot(point - from) > -FACE_DISTANCE
    };
    let holds = unit.dot(point - a).abs() < FACE_DISTANCE
        && is_inside(a, b)
        && is_inside(b, c)
        && is_inside(c, a);
    let part = |from: Vec3, to: Vec3| normal.dot((to - from).cross(point - from));
    holds.then(|| Vec3::new(part(b, c), part(c, a), part(a, b)) / normal.length_squared())
}
