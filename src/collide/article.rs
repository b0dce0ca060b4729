//! The article's test, as it was printed: old position against new position, plane S moved out
//! by d, then the six planes moved out by L at the *old* position, then a push back along the
//! normal. Triangles in index order, corrections one after another, front to back only, single
//! precision. Kept beside the swept kernel for comparison: it leaks at edges sharper than 90°,
//! where two moved planes meet further out than L, and at obtuse corners its hexagon is a wall
//! that nobody sees (L / cos(θ/2) beyond the vertex).

use glam::{DVec2, DVec3, Vec3};

use super::{
    CollisionMesh, Counters, Plane,
    tree::{BuildOptions, WideTree},
};
use crate::geom::Aabb;

/// How much further than d the correction pushes: 0.2 for d = 5.
const EXTRA_PUSH: f32 = 0.04;

/// The closest the body's point may come to a plane, d; L is the horizontal radius always.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArticleDistance {
    /// One constant, as printed, metres.
    Constant(f32),
    /// The article's improvement: a tall ellipsoid's reach, smaller the steeper the triangle.
    Slope { radius: f32, half_height: f32 },
}

/// Where the article lets a move end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArticleMove {
    pub position: Vec3,
    /// Triangles that pushed back.
    pub contacts: u32,
    /// The most level of their normals' upward components.
    pub highest_up: f32,
    /// The sum of their normals: where the body was pushed.
    pub pushed: Vec3,
}

impl ArticleDistance {
    fn to_plane(self, normal: Vec3) -> f32 {
        match self {
            ArticleDistance::Constant(distance) => distance,
            ArticleDistance::Slope {
                radius,
                half_height,
            } => (Vec3::new(radius, half_height, radius) * normal).length(),
        }
    }

    fn to_border(self) -> f32 {
        match self {
            ArticleDistance::Constant(distance) => distance,
            ArticleDistance::Slope { radius, .. } => radius,
        }
    }
}

impl CollisionMesh {
    /// The article's `Collision()`: the corrected new position of a point that went from `old`
    /// to `new`.
    pub fn article_move(
        &self,
        distance: ArticleDistance,
        old: Vec3,
        new: Vec3,
        counters: &mut Counters,
    ) -> ArticleMove {
        let mut end = ArticleMove {
            position: new,
            contacts: 0,
            highest_up: -1.0,
            pushed: Vec3::ZERO,
        };
        let mut reach = 0.0;
        let mut near = Vec::new();
        let mut next = 0;
        loop {
            // A triangle is crossed only by a move that starts within the move's own length of its
            // hexagon; a correction can lengthen the move, so the box grows with it and the tree
            // never changes the result.
            let needed = (end.position - old).length()
                + distance.to_plane(Vec3::Y).max(distance.to_border());
            if needed > reach {
                reach = needed * 1.5;
                near.clear();
                let region = Aabb::new(old, old).grown(Vec3::splat(reach));
                self.hexagons_near(distance.to_border(), region, &mut near);
                near.retain(|place| *place >= next);
                near.reverse();
            }
            let Some(place) = near.pop() else {
                return end;
            };
            next = place + 1;
            let triangle = self
                .hexagons
                .get()
                .map_or(place, |h| h.in_order[place as usize]);
            self.push_back(triangle, distance, old, &mut end, counters);
        }
    }

    fn push_back(
        &self,
        triangle: u32,
        distance: ArticleDistance,
        old: Vec3,
        end: &mut ArticleMove,
        counters: &mut Counters,
    ) {
        let [a, b, c] = self.corners(triangle);
        let Some(normal) = (b - a).cross(c - a).try_normalize() else {
            return;
        };
        let closest = distance.to_plane(normal);
        let plane = normal.dot(a) + closest;
        let crosses = normal.dot(old) - plane > 0.0 && normal.dot(end.position) - plane <= 0.0;
        if !crosses {
            return counters.count(Some(Plane::S));
        }
        let outside = outside_plane([a, b, c], normal, old, distance.to_border());
        counters.count(outside);
        if outside.is_none() {
            end.position += normal * (plane - normal.dot(end.position) + EXTRA_PUSH * closest);
            end.contacts += 1;
            end.highest_up = end.highest_up.max(normal.y);
            end.pushed += normal;
        }
    }

    /// The places in the author's order of the triangles whose hexagon may hold a point of
    /// `region`, ascending, from a tree over the hexagons' boxes: at obtuse corners those reach
    /// far from the triangle. The tree is made for the first border asked for; with any other,
    /// every triangle is named.
    fn hexagons_near(&self, border: f32, region: Aabb, found: &mut Vec<u32>) {
        let hexagons = self.hexagons.get_or_init(|| Hexagons::build(self, border));
        if hexagons.border == border {
            hexagons.tree.gather(region, |first, count| {
                let named = first as usize..(first + count) as usize;
                found.extend_from_slice(&hexagons.leaves[named]);
            });
            found.sort_unstable();
        } else {
            found.extend(0..self.len() as u32);
        }
    }
}

/// The article asks triangles in the order in which they were given: that order, and a tree over
/// the hexagons.
#[derive(Clone, Debug)]
pub(super) struct Hexagons {
    /// What the hexagons reach past the triangles, metres.
    border: f32,
    tree: WideTree,
    /// Places in `in_order`, leaf by leaf.
    leaves: Vec<u32>,
    /// The mesh's triangles as the author counted them.
    in_order: Vec<u32>,
}

impl Hexagons {
    fn build(mesh: &CollisionMesh, border: f32) -> Self {
        let mut in_order: Vec<u32> = (0..mesh.len() as u32).collect();
        in_order.sort_unstable_by_key(|triangle| mesh.source(*triangle));
        let bounds_of = |triangle: &u32| {
            hexagon_bounds(
                mesh.corners_f64(*triangle),
                f64::from(border),
                mesh.bounds(),
            )
        };
        let boxes: Vec<Aabb> = in_order.iter().map(bounds_of).collect();
        let (tree, leaves) = WideTree::build(&boxes, BuildOptions::default())
            .expect("nothing stops a build without progress");
        Self {
            border,
            tree,
            leaves,
            in_order,
        }
    }
}

/// `CheckCollision()`: the first of the six planes that `point` is outside of.
fn outside_plane(corners: [Vec3; 3], normal: Vec3, point: Vec3, border: f32) -> Option<Plane> {
    for edge in 0..3 {
        let (from, to, opposite) = (
            corners[edge],
            corners[(edge + 1) % 3],
            corners[(edge + 2) % 3],
        );
        let mut inward = normal.cross(to - from).normalize_or_zero();
        if (opposite - from).dot(inward) < 0.0 {
            inward = -inward;
        }
        if inward.dot(point) - (inward.dot(from) - border) < 0.0 {
            return Some(Plane::Ps(edge as u8 + 1));
        }
        if inward.dot(point) - (inward.dot(opposite) + border) > 0.0 {
            return Some(Plane::Ps(edge as u8 + 4));
        }
    }
    None
}

/// The box around a triangle's hexagon; the whole `level` where its planes don't close.
fn hexagon_bounds(corners: [DVec3; 3], border: f64, level: Aabb) -> Aabb {
    let edge = corners[1] - corners[0];
    let normal = edge.cross(corners[2] - corners[0]);
    let (Some(along), Some(normal)) = (edge.try_normalize(), normal.try_normalize()) else {
        return level;
    };
    let across = normal.cross(along);
    let flat = corners.map(|corner| {
        DVec2::new(
            (corner - corners[0]).dot(along),
            (corner - corners[0]).dot(across),
        )
    });
    // A square far larger than any level, cut by the six planes.
    let far = 1e6;
    let mut outline = vec![
        DVec2::new(-far, -far),
        DVec2::new(far, -far),
        DVec2::new(far, far),
        DVec2::new(-far, far),
    ];
    for k in 0..3 {
        let (from, to, opposite) = (flat[k], flat[(k + 1) % 3], flat[(k + 2) % 3]);
        let Some(inward) = (to - from).perp().try_normalize() else {
            return level;
        };
        outline = cut(&outline, inward, inward.dot(from) - border);
        outline = cut(&outline, -inward, -inward.dot(opposite) - border);
    }
    let points = outline
        .iter()
        .map(|p| (corners[0] + along * p.x + across * p.y).as_vec3());
    let bounds = Aabb::from_points(points);
    if bounds.is_empty() {
        level
    } else {
        bounds.grown(Vec3::splat(1e-2))
    }
}

/// The part of a convex outline on the inner side, `inward·x ≥ offset` (Sutherland–Hodgman).
fn cut(outline: &[DVec2], inward: DVec2, offset: f64) -> Vec<DVec2> {
    let mut kept = Vec::with_capacity(outline.len() + 1);
    for (i, &point) in outline.iter().enumerate() {
        let next = outline[(i + 1) % outline.len()];
        let (here, there) = (inward.dot(point) - offset, inward.dot(next) - offset);
        if here >= 0.0 {
            kept.push(point);
        }
        if (here >= 0.0) != (there >= 0.0) {
            kept.push(point + (next - point) * (here / (here - there)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn soup(corners: &[[[f32; 3]; 3]]) -> CollisionMesh {
        let positions: Vec<Vec3> = corners
            .iter()
            .flatten()
            .map(|c| Vec3::from_array(*c))
            .collect();
        let triangles: Vec<[u32; 3]> = (0..corners.len() as u32)
            .map(|t| [3 * t, 3 * t + 1, 3 * t + 2])
            .collect();
        CollisionMesh::build(&positions, &triangles).unwrap()
    }

    const FLOOR: [[f32; 3]; 3] = [[-9.0, 0.0, -9.0], [0.0, 0.0, 9.0], [9.0, 0.0, -9.0]];
    const D: ArticleDistance = ArticleDistance::Constant(0.4);

    #[test]
    fn pushes_back_to_d_and_four_percent() {
        let mut counters = Counters::default();
        let end = soup(&[FLOOR]).article_move(D, Vec3::Y * 0.5, Vec3::Y * 0.1, &mut counters);
        assert!((end.position.y - 0.416).abs() < 1e-6);
        assert_eq!((end.contacts, counters.accepted), (1, 1));
    }

    #[test]
    fn the_back_does_not_stop() {
        let mut counters = Counters::default();
        let end = soup(&[FLOOR]).article_move(D, Vec3::Y * -0.5, Vec3::Y * 0.5, &mut counters);
        assert_eq!((end.contacts, end.position.y), (0, 0.5));
    }

    #[test]
    fn the_slope_decides_the_distance() {
        let slope = ArticleDistance::Slope {
            radius: 0.4,
            half_height: 0.9,
        };
        let mut counters = Counters::default();
        let end = soup(&[FLOOR]).article_move(slope, Vec3::Y, Vec3::Y * 0.1, &mut counters);
        assert!((end.position.y - 0.936).abs() < 1e-6);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// The tree gives what asking every triangle in order gives, obtuse needles included.
        #[test]
        fn the_tree_changes_nothing(
            soup_corners in prop::collection::vec(
                prop::array::uniform3([-4.0_f32..4.0, -0.5..0.5, -4.0..4.0]), 1..60),
            old in [-4.0_f32..4.0, 0.0..2.0, -4.0..4.0], step in [-2.0_f32..2.0, -3.0..1.0, -2.0..2.0],
        ) {
            let mesh = soup(&soup_corners);
            let (old, new) = (Vec3::from_array(old), Vec3::from_array(old) + Vec3::from_array(step));
            let found = mesh.article_move(D, old, new, &mut Counters::default());
            let mut plain = ArticleMove { position: new, contacts: 0, highest_up: -1.0, pushed: Vec3::ZERO };
            let mut all: Vec<u32> = (0..mesh.len() as u32).collect();
            all.sort_by_key(|triangle| mesh.source(*triangle));
            for triangle in all {
                mesh.push_back(triangle, D, old, &mut plain, &mut Counters::default());
            }
            prop_assert_eq!(found, plain);
        }
    }
}
