//! The walkers' procedural mesh: a statue of hexagonal blocks as high as the body, with a hexagonal face
//! toward −Z and seams between the blocks. A coarse version is for distant walkers.

use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3};

/// The material of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatueMaterial {
    Basalt,
    Verdigris,
    /// The eyes, which can light up.
    Glass,
}

/// A vertex of the statue.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct StatueVertex {
    /// The position relative to the center between the feet, meters.
    pub position: Vec3,
    pub normal: Vec3,
    /// The number of the [`StatueMaterial`].
    pub material: f32,
}

/// A mesh with flat faces.
#[derive(Debug, Default)]
pub(super) struct Statue {
    pub vertices: Vec<StatueVertex>,
    pub indices: Vec<u32>,
}

/// A hexagon of a loft: its position along the axis, the distance of its corners from the axis, meters, and
/// the material of the faces from the hexagon before.
type Ring = (f32, f32, StatueMaterial);

/// An axis along which hexagons are lofted.
struct Axis {
    origin: Vec3,
    /// Two unit vectors across the axis; their cross product is the axis direction.
    across: [Vec3; 2],
    /// The scale of the hexagons along each of the vectors `across`.
    scale: Vec2,
    /// The angle of the first corner, radians.
    turn: f32,
}

use StatueMaterial::{Basalt, Glass, Verdigris};

/// The robe, the chest and the shoulders, from the ground up.
const BODY_OUTLINE: [Ring; 18] = [
    (0.0, 0.285, Basalt),
    (0.025, 0.31, Basalt),
    (0.105, 0.31, Basalt),
    (0.125, 0.29, Basalt),
    (0.13, 0.262, Verdigris),
    (0.15, 0.262, Verdigris),
    (0.155, 0.285, Verdigris),
    (0.62, 0.225, Basalt),
    (0.74, 0.215, Basalt),
    (0.745, 0.19, Verdigris),
    (0.77, 0.19, Verdigris),
    (0.775, 0.22, Verdigris),
    (1.02, 0.285, Basalt),
    (1.20, 0.345, Basalt),
    (1.27, 0.335, Basalt),
    (1.325, 0.24, Basalt),
    (1.335, 0.125, Basalt),
    (1.42, 0.105, Verdigris),
];

/// The head, from its back to the face.
const HEAD_OUTLINE: [Ring; 9] = [
    (-0.15, 0.11, Basalt),
    (-0.12, 0.175, Basalt),
    (0.09, 0.208, Basalt),
    (0.135, 0.19, Basalt),
    (0.14, 0.182, Basalt),
    (0.118, 0.172, Verdigris),
    (0.118, 0.160, Verdigris),
    (0.145, 0.150, Verdigris),
    (0.165, 0.132, Basalt),
];
const HEAD_HEIGHT: f32 = 1.588;

/// An arm, from the shoulder down.
const ARM_OUTLINE: [Ring; 10] = [
    (-0.045, 0.05, Basalt),
    (0.0, 0.088, Basalt),
    (0.20, 0.082, Basalt),
    (0.205, 0.068, Verdigris),
    (0.22, 0.068, Verdigris),
    (0.225, 0.082, Verdigris),
    (0.46, 0.066, Basalt),
    (0.475, 0.078, Basalt),
    (0.545, 0.074, Basalt),
    (0.575, 0.04, Basalt),
];

/// The outline of the right eye from its outer corner, relative to the center between both eyes, meters.
const EYE_OUTLINE: [[f32; 2]; 5] = [
    [0.104, 0.034],
    [0.026, 0.006],
    [0.022, -0.016],
    [0.052, -0.034],
    [0.098, -0.010],
];
/// The distance of an eye from the face, meters.
const EYE_OFFSET: f32 = 0.003;
const EYE_HEIGHT: f32 = 1.60;

impl Statue {
    pub(super) fn fine() -> Self {
        let mut statue = Self::default();
        statue.loft(&upright(), &BODY_OUTLINE);
        statue.loft(&forward(), &HEAD_OUTLINE);
        for side in [-1.0, 1.0] {
            statue.loft(&arm(side), &ARM_OUTLINE);
        }
        statue.eyes(HEAD_OUTLINE[8].0);
        statue
    }

    pub(super) fn coarse() -> Self {
        let select = |rings: &[Ring], kept: &[usize]| -> Vec<Ring> {
            kept.iter().map(|ring| rings[*ring]).collect()
        };
        let mut statue = Self::default();
        statue.loft(&upright(), &select(&BODY_OUTLINE, &[1, 8, 13, 16, 17]));
        statue.loft(&forward(), &select(&HEAD_OUTLINE, &[0, 2, 8]));
        statue.eyes(HEAD_OUTLINE[8].0);
        statue
    }

    /// Adds hexagons joined by flat faces, with both ends closed.
    fn loft(&mut self, axis: &Axis, rings: &[Ring]) {
        let hexagons: Vec<[Vec3; 6]> = rings.iter().map(|ring| axis.hexagon(ring)).collect();
        for (pair, ring) in hexagons.windows(2).zip(&rings[1..]) {
            for corner in 0..6 {
                let next = (corner + 1) % 6;
                let (low, high) = (pair[0], pair[1]);
                self.face(&[low[corner], low[next], high[next], high[corner]], ring.2);
            }
        }
        if let ([first, .., last], [begin, .., end]) = (&hexagons[..], rings) {
            let mut under = *first;
            under.reverse();
            self.face(&under, begin.2);
            self.face(last, end.2);
        }
    }

    fn eyes(&mut self, face: f32) {
        let corner = |[x, y]: [f32; 2]| Vec3::new(x, EYE_HEIGHT + y, -face - EYE_OFFSET);
        let left = EYE_OUTLINE.map(|[x, y]| corner([-x, y]));
        let mut right = EYE_OUTLINE.map(corner);
        right.reverse();
        self.face(&left, Glass);
        self.face(&right, Glass);
    }

    /// Adds a flat convex face, counter-clockwise as seen from the front.
    fn face(&mut self, corners: &[Vec3], material: StatueMaterial) {
        let first = self.vertices.len() as u32;
        let normal = normal_of(corners);
        let corner = |position: &Vec3| StatueVertex {
            position: *position,
            normal,
            material: f32::from(material as u8),
        };
        self.vertices.extend(corners.iter().map(corner));
        let fan = (1..corners.len() as u32 - 1).flat_map(|at| [first, first + at, first + at + 1]);
        self.indices.extend(fan);
    }
}

impl Axis {
    fn hexagon(&self, (along, radius, _): &Ring) -> [Vec3; 6] {
        let [u, v] = self.across;
        let middle = self.origin + u.cross(v) * *along;
        std::array::from_fn(|corner| {
            let angle = self.turn + corner as f32 * std::f32::consts::FRAC_PI_3;
            let offset = Vec2::from_angle(angle) * self.scale * *radius;
            middle + u * offset.x + v * offset.y
        })
    }
}

/// The axis of the body, which is wider than deep, with a flat side to the front.
fn upright() -> Axis {
    Axis {
        origin: Vec3::ZERO,
        across: [Vec3::X, Vec3::NEG_Z],
        scale: Vec2::new(1.0, 0.86),
        turn: 0.0,
    }
}

/// The axis of the head, which points forward with a corner at the top.
fn forward() -> Axis {
    Axis {
        origin: Vec3::Y * HEAD_HEIGHT,
        across: [Vec3::X, Vec3::NEG_Y],
        scale: Vec2::ONE,
        turn: std::f32::consts::FRAC_PI_6,
    }
}

/// The axis of an arm, which points down and slightly forward; `side` is −1 for left, 1 for right.
fn arm(side: f32) -> Axis {
    let down = Vec3::new(side * 0.10, -1.0, -0.16).normalize();
    let across = down.cross(Vec3::X).normalize();
    Axis {
        origin: Vec3::new(side * 0.325, 1.23, 0.0),
        across: [across.cross(down), across],
        scale: Vec2::ONE,
        turn: 0.0,
    }
}

/// The unit normal of a flat face, from its whole outline (Newell's method).
fn normal_of(corners: &[Vec3]) -> Vec3 {
    let next = corners.iter().cycle().skip(1);
    let sum: Vec3 = corners.iter().zip(next).map(|(a, b)| a.cross(*b)).sum();
    sum.normalize_or(Vec3::Y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(statue: &Statue) -> f32 {
        let triangles = statue.indices.chunks_exact(3);
        let corner = |index: &u32| statue.vertices[*index as usize].position;
        let parts = triangles.map(|t| corner(&t[0]).dot(corner(&t[1]).cross(corner(&t[2]))));
        parts.sum::<f32>() / 6.0
    }

    fn lofted(axis: &Axis, rings: &[Ring]) -> Statue {
        let mut statue = Statue::default();
        statue.loft(axis, rings);
        statue
    }

    #[test]
    fn every_block_is_closed_and_faces_outward() {
        for (axis, rings) in [
            (upright(), &BODY_OUTLINE[..]),
            (forward(), &HEAD_OUTLINE),
            (arm(-1.0), &ARM_OUTLINE),
            (arm(1.0), &ARM_OUTLINE),
        ] {
            let block = lofted(&axis, rings);
            let inside = volume(&block);
            // From a point far away the volume is the same only if the surface is closed.
            let mut moved = lofted(&axis, rings);
            for vertex in &mut moved.vertices {
                vertex.position += Vec3::new(3.0, 5.0, -4.0);
            }
            assert!(inside > 1e-3, "{inside}");
            assert!((volume(&moved) - inside).abs() < 1e-3, "{inside}");
        }
    }

    #[test]
    fn it_is_as_high_and_about_as_wide_as_the_body() {
        for statue in [Statue::fine(), Statue::coarse()] {
            let top = statue.vertices.iter().map(|vertex| vertex.position.y);
            let top = top.fold(0.0, f32::max);
            let most = 2.0 * hexbound_base::body::HALF_HEIGHT;
            assert!((1.7..=most).contains(&top), "{top}");
            let reach = |vertex: &StatueVertex| vertex.position.truncate().x.abs();
            assert!(statue.vertices.iter().all(|vertex| reach(vertex) < 0.5));
            let mut places = statue.vertices.iter().map(|vertex| vertex.position);
            assert!(places.all(Vec3::is_finite));
        }
        assert!(Statue::coarse().indices.len() * 4 < Statue::fine().indices.len());
    }

    #[test]
    fn the_eyes_look_ahead() {
        let statue = Statue::fine();
        let glass = f32::from(Glass as u8);
        let eyes = statue
            .vertices
            .iter()
            .filter(|vertex| vertex.material == glass);
        assert_eq!(eyes.clone().count(), 10);
        assert!(eyes.clone().all(|vertex| vertex.normal.z < -0.99));
    }
}
