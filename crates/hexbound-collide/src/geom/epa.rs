//! The shortest push that parts two convex shapes that overlap, by their supports alone: the
//! expanding polytope (van den Bergen, "Proximity queries and penetration depth computation on 3D
//! game objects", 2001), in double precision. Used where no closed form reads better.
//!
//! A polytope inside a − b grows where it is nearest to the origin. The nearest face is never
//! further than the shortest push, and the support beyond it tells a push that surely parts the
//! two: what lies between is what may still be gained.

use glam::DVec3;

use super::{Convex, convex::hair};

/// More corners gain less than the last steps do.
const MOST_CORNERS: usize = 160;

/// A polytope flatter than this part of its length has no inside.
const FLAT: f64 = 1e-9;

/// What is gained less than this part of the size is not looked for.
const ENOUGH: f64 = 1e-10;

/// The first step around the direction that the polytope ended on, and how often it is halved.
const FIRST_STEP: f64 = 0.02;
const HALVINGS: u32 = 36;

/// The direction along which, or against which, a leaves b by the shortest way, unit. Exact where
/// the shapes have corners; where round sides meet, the push is longer than the shortest by some
/// parts in a million. None for shapes that together have no volume.
pub(super) fn least_push_direction(a: &impl Convex, b: &impl Convex) -> Option<DVec3> {
    let support = |direction: DVec3| a.support(direction) - b.support(-direction);
    let depth = |direction: DVec3| support(direction).dot(direction);
    let mut growing = Growing::tetrahedron(support)?;
    let size = a.largest_coordinate().max(b.largest_coordinate());
    let mut best: Option<(f64, DVec3)> = None;
    while growing.corners.len() < MOST_CORNERS {
        let Some(face) = growing.nearest_face() else {
            break;
        };
        let corner = support(face.normal);
        let reach = corner.dot(face.normal);
        if best.is_none_or(|(least, _)| reach < least) {
            best = Some((reach, face.normal));
        }
        if best.is_some_and(|(least, _)| least - face.offset <= ENOUGH * size) {
            break;
        }
        if !growing.grow(corner, hair([size])) {
            break;
        }
    }
    best.map(|(_, direction)| descended(direction, depth))
}

/// Walks from a direction to better ones nearby, with ever smaller steps.
fn descended(start: DVec3, depth: impl Fn(DVec3) -> f64) -> DVec3 {
    let (mut best, mut least, mut step) = (start, depth(start), FIRST_STEP);
    for _ in 0..HALVINGS {
        let (u, v) = best.any_orthonormal_pair();
        let around = [u, v, u + v, u - v].into_iter().flat_map(|way| [way, -way]);
        let tried = around.filter_map(|way| (best + way * step).try_normalize());
        let next = tried
            .map(|axis| (depth(axis), axis))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match next {
            Some((better, axis)) if better < least => (best, least) = (axis, better),
            _ => step *= 0.5,
        }
    }
    best
}

#[derive(Clone, Copy)]
struct Face {
    corners: [usize; 3],
    /// Unit, outward.
    normal: DVec3,
    /// Of the face's plane from the origin: negative as long as the origin is outside.
    offset: f64,
}

struct Growing {
    corners: Vec<DVec3>,
    faces: Vec<Face>,
}

impl Growing {
    /// Four supports that span a volume.
    fn tetrahedron(support: impl Fn(DVec3) -> DVec3) -> Option<Self> {
        let (p, q) = (support(DVec3::X), support(DVec3::NEG_X));
        let further = |normal: DVec3, from: DVec3| {
            let [high, low] = [support(normal), support(-normal)];
            let off = |point: DVec3| (point - from).dot(normal).abs();
            if off(high) >= off(low) { high } else { low }
        };
        let along = (q - p).try_normalize()?;
        let across = along.any_orthonormal_vector();
        let r = further(across, p);
        let normal = along.cross(r - p).try_normalize()?;
        let s = further(normal, p);
        let (volume, length) = ((q - p).cross(r - p).dot(s - p), p.distance(q));
        let flat = volume.abs() <= FLAT * length * length * length;
        let mut growing = Growing {
            corners: vec![p, q, r, s],
            faces: Vec::new(),
        };
        for (corners, opposite) in [
            ([0, 1, 2], 3),
            ([0, 1, 3], 2),
            ([0, 2, 3], 1),
            ([1, 2, 3], 0),
        ] {
            let mut face = growing.face(corners)?;
            if face.normal.dot(growing.corners[opposite]) > face.offset {
                let [a, b, c] = corners;
                face = growing.face([a, c, b])?;
            }
            growing.faces.push(face);
        }
        (!flat).then_some(growing)
    }

    /// Counter-clockwise from outside.
    fn face(&self, corners: [usize; 3]) -> Option<Face> {
        let [a, b, c] = corners.map(|corner| self.corners[corner]);
        let normal = (b - a).cross(c - a).try_normalize()?;
        Some(Face {
            corners,
            normal,
            offset: normal.dot(a),
        })
    }

    fn nearest_face(&self) -> Option<Face> {
        let nearer = |a: &&Face, b: &&Face| a.offset.total_cmp(&b.offset);
        self.faces.iter().min_by(nearer).copied()
    }

    /// Takes in a corner: the faces that see it give way to faces from their rim to it. Gives
    /// whether any did.
    fn grow(&mut self, corner: DVec3, hair: f64) -> bool {
        let sees = |face: &Face| face.normal.dot(corner) - face.offset > hair;
        let (gone, kept): (Vec<Face>, Vec<Face>) = self.faces.iter().copied().partition(sees);
        let edges = |face: &Face| {
            let [a, b, c] = face.corners;
            [(a, b), (b, c), (c, a)]
        };
        let all: Vec<(usize, usize)> = gone.iter().flat_map(edges).collect();
        let rim = all.iter().filter(|(a, b)| !all.contains(&(*b, *a)));
        self.faces = kept;
        let new = self.corners.len();
        self.corners.push(corner);
        for (from, to) in rim {
            // One without area is as good as left out: its neighbors' planes hold it.
            let face = self.face([*from, *to, new]);
            self.faces.extend(face);
        }
        !gone.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::geom::{Cylinder, Obb, Sphere};

    fn push(a: &impl Convex, b: &impl Convex) -> f64 {
        let direction = least_push_direction(a, b).unwrap();
        assert!(direction.is_normalized());
        let depth = |axis: DVec3| (a.support(axis) - b.support(-axis)).dot(axis);
        depth(direction)
    }

    #[test]
    fn boxes_and_balls_are_parted_by_the_shortest_way() {
        let one = Obb::new(Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0), Quat::IDENTITY);
        let other = Obb::new(Vec3::new(1.8, 0.5, 0.5), Vec3::ONE, Quat::IDENTITY);
        assert!((push(&one, &other) - 0.2).abs() < 1e-6);
        let ball = Sphere::new(Vec3::new(0.3, 0.4, 0.0), 1.0);
        assert!((push(&ball, &Sphere::new(Vec3::ZERO, 2.0)) - 2.5).abs() < 1e-5);
    }

    #[test]
    fn crossed_and_coaxial_cylinders_are_too() {
        let upright = Cylinder {
            center: Vec3::ZERO,
            axis: Vec3::Y,
            radius: 0.5,
            half_length: 2.0,
        };
        let lying = Cylinder {
            center: Vec3::new(0.1, 0.2, 0.8),
            axis: Vec3::X,
            radius: 0.4,
            half_length: 3.0,
        };
        assert!((push(&upright, &lying) - 0.1).abs() < 1e-6);
        let within = Cylinder {
            radius: 0.25,
            ..upright
        };
        assert!((push(&upright, &within) - 0.75).abs() < 1e-5);
    }

    #[test]
    fn what_has_no_volume_has_no_answer() {
        let point = Sphere::new(Vec3::ONE, 0.0);
        assert_eq!(least_push_direction(&point, &point), None);
    }
}
