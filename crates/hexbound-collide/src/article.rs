//! The test of the Direct3D article ("Collision Detection in a Direct3D Program") as printed. The
//! test compares the old position and the new with plane S moved out by d, then the *old* position
//! with the six planes moved out by L. A push back along the normal follows. The triangles are tested
//! in index order, in single precision, and only against moves from their front to their back. Each
//! test starts from the position that the earlier pushes left. The test is here for comparison. It
//! leaks at edges sharper than 90°, where two moved planes meet further out than L. At obtuse corners
//! a triangle's hexagon is an invisible wall (L / cos(θ/2) beyond the vertex).

use std::fmt;

use glam::Vec3;

use crate::{
    CollisionMesh, Counters, PrismPlane, geom::Aabb, mesh::HexagonTree, placement::PlacedMesh,
};

/// The push beyond d, as a share of d. The push is 0.2 for a d of 5.
const EXTRA_PUSH_SHARE: f32 = 0.04;

/// The distances that the article's test keeps: d from plane S, and L from the six bounding planes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ArticleDistance {
    /// One constant for d and L, as printed, meters.
    Constant(f32),
    /// The article's improvement: d is the reach of an upright ellipsoid along the triangle's normal,
    /// and L is the ellipsoid's horizontal radius.
    Slope {
        /// The horizontal radius, meters.
        radius: f32,
        /// Half the height, meters.
        half_height: f32,
    },
}

/// The planes that bound a triangle in the article's test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ArticleBounds {
    /// PS1 … PS6, as printed.
    #[default]
    Six,
    /// PS1, PS2 and PS3 alone, which meet far beyond a sharp corner.
    Three,
}

/// The distances and planes of the article's test.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ArticleTest {
    /// The distances from the planes.
    pub distance: ArticleDistance,
    /// The planes that bound a triangle.
    pub bounds: ArticleBounds,
}

impl From<ArticleDistance> for ArticleTest {
    /// The test with these distances and all six planes.
    fn from(distance: ArticleDistance) -> Self {
        let bounds = ArticleBounds::default();
        Self { distance, bounds }
    }
}

impl ArticleBounds {
    /// Returns the numbers of the planes in the order in which the article tests them.
    pub fn order(self) -> &'static [u8] {
        match self {
            ArticleBounds::Six => &[1, 4, 2, 5, 3, 6],
            ArticleBounds::Three => &[1, 2, 3],
        }
    }
}

/// The end of a move by the article's test.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ArticleMove {
    /// The corrected new position, meters.
    pub position: Vec3,
    /// The number of triangles that pushed back.
    pub contacts: u32,
    /// The greatest upward component of the normals of the triangles that pushed back; −1 if there are
    /// none.
    pub highest_up: f32,
    /// The sum of the unit normals of the triangles that pushed back.
    pub pushed: Vec3,
}

/// The decisions of the article's test about one triangle. `Display` writes a table in words.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ArticleExplanation {
    /// The index of the triangle in the mesh.
    pub triangle: u32,
    /// The signed distance of the old position to plane S moved out by d, meters.
    pub old: f32,
    /// The signed distance of the new position to plane S moved out by d, meters.
    pub new: f32,
    /// The depth of the *old* position inside PS1 … PS6 moved out by L, meters; negative outside.
    pub inside: [f32; 6],
    /// The planes of the test.
    pub bounds: ArticleBounds,
    /// The correction of the new position by this triangle alone, meters; zero if there is none.
    pub push: Vec3,
}

impl ArticleExplanation {
    /// Returns whether the explained move goes from the front of plane S, moved out by d, to its
    /// back.
    pub fn crosses(&self) -> bool {
        self.old > 0.0 && self.new <= 0.0
    }

    /// The plane that rejects the triangle; `None` when the triangle pushes back.
    pub fn rejected_by(&self) -> Option<PrismPlane> {
        if self.crosses() {
            first_outside(&self.inside, self.bounds)
        } else {
            Some(PrismPlane::S)
        }
    }
}

impl fmt::Display for ArticleExplanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "triangle {}, by the article", self.triangle)?;
        let not = if self.crosses() { "" } else { "not " };
        let Self { old, new, .. } = self;
        writeln!(f, "  S       {old:9.4} m → {new:9.4} m  {not}crossed")?;
        for (k, inside) in self.inside.iter().enumerate() {
            let says = if *inside < 0.0 { "outside" } else { "inside" };
            writeln!(f, "  PS{}     {:9.4} m  {says}", k + 1, -inside)?;
        }
        match self.rejected_by() {
            Some(plane) => write!(f, "  rejected by {}", plane.name()),
            None => write!(f, "  pushed back by {:.4} m", self.push.length()),
        }
    }
}

impl ArticleDistance {
    /// Returns d, the distance from a plane S with the unit normal `normal`, meters.
    pub fn to_plane(self, normal: Vec3) -> f32 {
        match self {
            ArticleDistance::Constant(distance) => distance,
            ArticleDistance::Slope {
                radius,
                half_height,
            } => (Vec3::new(radius, half_height, radius) * normal).length(),
        }
    }

    /// Returns L, the distance by which the six planes are moved out, meters.
    pub fn to_border(self) -> f32 {
        match self {
            ArticleDistance::Constant(distance) => distance,
            ArticleDistance::Slope { radius, .. } => radius,
        }
    }
}

impl CollisionMesh {
    /// The article's `Collision()`: the corrected end of a move of a point from `old` to `new`,
    /// meters. The decisions of the planes are added to the counters.
    pub fn article_move(
        &self,
        test: impl Into<ArticleTest>,
        old: Vec3,
        new: Vec3,
        counters: &mut Counters,
    ) -> ArticleMove {
        let mut end = ArticleMove::straight_to(new);
        PlacedMesh::from(self).correct_by_article(test.into(), old, &mut end, counters, &mut None);
        end
    }

    /// Explains the decisions of the article's test about one triangle. A point goes from `old` to
    /// `new`, meters, without a correction by other triangles. Returns `None` if the triangle does not
    /// exist or has no area.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::{ArticleDistance, CollisionMesh};
    /// let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    /// let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let distance = ArticleDistance::Constant(0.5);
    /// let (old, new) = (Vec3::new(2.0, 1.0, 2.0), Vec3::new(2.0, 0.1, 2.0));
    /// let why = floor.explain_article(distance, old, new, 0).unwrap();
    /// assert!(why.crosses() && why.rejected_by().is_none());
    /// println!("{why}");
    /// ```
    pub fn explain_article(
        &self,
        test: impl Into<ArticleTest>,
        old: Vec3,
        new: Vec3,
        triangle: u32,
    ) -> Option<ArticleExplanation> {
        if triangle as usize >= self.len() {
            return None;
        }
        explain_triangle(self.corners(triangle), test.into(), [old, new], triangle)
    }

    /// Appends, ascending, the positions in the author's order of triangles whose hexagon may contain
    /// a point of `region`. The tree over the hexagons' boxes finds them; at obtuse corners these
    /// boxes reach far from the triangle. The tree is built for the border of the first call. For any
    /// other border, and for three planes, all indices are appended.
    fn hexagons_near(
        &self,
        (bounds, border): (ArticleBounds, f32),
        region: Aabb,
        found: &mut Vec<u32>,
    ) {
        let hexagons = self
            .hexagons
            .get_or_init(|| HexagonTree::build(self, border));
        if hexagons.border == border && bounds == ArticleBounds::Six {
            hexagons.tree.gather(region, |first, count| {
                let leaf = first as usize..(first + count) as usize;
                found.extend_from_slice(&hexagons.leaves[leaf]);
                true
            });
            found.sort_unstable();
        } else {
            found.extend(0..self.len() as u32);
        }
    }
}

impl ArticleMove {
    /// A move without corrections.
    pub(crate) fn straight_to(position: Vec3) -> Self {
        Self {
            position,
            contacts: 0,
            highest_up: -1.0,
            pushed: Vec3::ZERO,
        }
    }
}

impl PlacedMesh<'_> {
    /// Corrects the end of a move that began at `old` by each of the mesh's triangles in turn, and
    /// passes the decisions about each to `record` if there is one.
    pub(crate) fn correct_by_article(
        &self,
        test: ArticleTest,
        old: Vec3,
        end: &mut ArticleMove,
        counters: &mut Counters,
        record: &mut Option<&mut dyn FnMut(ArticleExplanation)>,
    ) {
        let distance = test.distance;
        let start = self.point_in_mesh(old.as_dvec3()).as_vec3();
        let mut reach = 0.0;
        let mut near = Vec::new();
        let mut next = 0;
        loop {
            // A triangle is crossed only by a move that starts within the move's own length of its
            // hexagon. A correction can lengthen the move, so the box grows with it and the tree
            // never changes the result.
            let needed = (end.position - old).length()
                + distance.to_plane(Vec3::Y).max(distance.to_border());
            if needed > reach {
                reach = needed * 1.5;
                near.clear();
                let region = Aabb::new(start, start).grown(Vec3::splat(reach * self.stretch()));
                let border = distance.to_border() * self.stretch();
                self.mesh
                    .hexagons_near((test.bounds, border), region, &mut near);
                near.retain(|index| *index >= next);
                near.reverse();
            }
            let Some(index) = near.pop() else {
                return;
            };
            next = index + 1;
            let hexagons = self.mesh.hexagons.get();
            let triangle = hexagons.map_or(index, |h| h.source_order[index as usize]);
            let corners = self.corners(triangle);
            if let Some(record) = record {
                let among_all = self.first + triangle;
                explain_triangle(corners, test, [old, end.position], among_all).map(record);
            }
            push_back(corners, test, old, end, counters);
        }
    }
}

/// Explains the decisions about one triangle for a move; `None` if the triangle has no area.
fn explain_triangle(
    [a, b, c]: [Vec3; 3],
    test: ArticleTest,
    [old, new]: [Vec3; 2],
    triangle: u32,
) -> Option<ArticleExplanation> {
    let normal = (b - a).cross(c - a).try_normalize()?;
    let plane = normal.dot(a) + test.distance.to_plane(normal);
    let mut pushed = ArticleMove::straight_to(new);
    let corners = [a, b, c];
    push_back(corners, test, old, &mut pushed, &mut Counters::default());
    Some(ArticleExplanation {
        triangle,
        old: normal.dot(old) - plane,
        new: normal.dot(new) - plane,
        inside: distances_inside(corners, normal, old, test.distance.to_border()),
        bounds: test.bounds,
        push: pushed.position - new,
    })
}

fn push_back(
    [a, b, c]: [Vec3; 3],
    test: ArticleTest,
    old: Vec3,
    end: &mut ArticleMove,
    counters: &mut Counters,
) {
    let Some(normal) = (b - a).cross(c - a).try_normalize() else {
        return;
    };
    let closest = test.distance.to_plane(normal);
    let plane = normal.dot(a) + closest;
    let crosses = normal.dot(old) - plane > 0.0 && normal.dot(end.position) - plane <= 0.0;
    if !crosses {
        return counters.count(Some(PrismPlane::S));
    }
    let borders = distances_inside([a, b, c], normal, old, test.distance.to_border());
    let outside = first_outside(&borders, test.bounds);
    counters.count(outside);
    if outside.is_none() {
        end.position += normal * (plane - normal.dot(end.position) + EXTRA_PUSH_SHARE * closest);
        end.contacts += 1;
        end.highest_up = end.highest_up.max(normal.y);
        end.pushed += normal;
    }
}

/// The depth of `point` inside each of PS1 … PS6 moved out by `border`, meters; negative outside.
fn distances_inside(corners: [Vec3; 3], normal: Vec3, point: Vec3, border: f32) -> [f32; 6] {
    let mut inside = [0.0; 6];
    for edge in 0..3 {
        let [from, to, opposite] = [0, 1, 2].map(|next| corners[(edge + next) % 3]);
        let mut inward = normal.cross(to - from).normalize_or_zero();
        if (opposite - from).dot(inward) < 0.0 {
            inward = -inward;
        }
        inside[edge] = inward.dot(point) - (inward.dot(from) - border);
        inside[edge + 3] = (inward.dot(opposite) + border) - inward.dot(point);
    }
    inside
}

/// `CheckCollision()`: the first plane with the point outside, in the order PS1, PS4, PS2 ….
fn first_outside(inside: &[f32; 6], bounds: ArticleBounds) -> Option<PrismPlane> {
    let mut order = bounds.order().iter().copied();
    let outside = order.find(|k| inside[usize::from(*k) - 1] < 0.0);
    outside.map(PrismPlane::Ps)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_meshes::mesh_of;

    fn soup(corners: &[[[f32; 3]; 3]]) -> CollisionMesh {
        let positions = corners.as_flattened().iter().map(|it| Vec3::from(*it));
        mesh_of(&positions.collect::<Vec<_>>())
    }

    const FLOOR: [[f32; 3]; 3] = [[-9.0, 0.0, -9.0], [0.0, 0.0, 9.0], [9.0, 0.0, -9.0]];
    const D: ArticleDistance = ArticleDistance::Constant(0.4);

    #[test]
    fn pushes_go_to_d_and_the_back_does_not_stop() {
        let slope = ArticleDistance::Slope {
            radius: 0.4,
            half_height: 0.9,
        };
        for (case, distance, [from, to], contacts, height) in [
            ("front", D, [0.5, 0.1], 1, 0.416),
            ("back", D, [-0.5, 0.5], 0, 0.5),
            ("slope", slope, [1.0, 0.1], 1, 0.936),
        ] {
            let mut counters = Counters::default();
            let (from, to) = (Vec3::Y * from, Vec3::Y * to);
            let end = soup(&[FLOOR]).article_move(distance, from, to, &mut counters);
            assert!((end.position.y - height).abs() < 1e-6, "{case}: {end:?}");
            let found = (end.contacts, counters.accepted);
            assert_eq!(found, (contacts, contacts.into()), "{case}");
        }
    }

    #[test]
    fn it_explains_what_it_does() {
        let floor = soup(&[FLOOR]);
        let explain = |old, new| floor.explain_article(D, old, new, 0).unwrap();
        let through = explain(Vec3::Y * 0.5, Vec3::Y * 0.1);
        assert_eq!(through.rejected_by(), None);
        assert!((through.push.y - 0.316).abs() < 1e-6 && (through.old - 0.1).abs() < 1e-6);
        let short = explain(Vec3::Y * 0.9, Vec3::Y * 0.5);
        assert_eq!(short.rejected_by(), Some(PrismPlane::S));
        assert_eq!(short.push, Vec3::ZERO);
        // Only the old position is tested against the six planes: this is the article's own hole.
        let beside = Vec3::new(0.0, 0.5, -9.5);
        let from_beside = explain(beside, Vec3::new(0.0, 0.1, -5.0));
        let outside = from_beside.rejected_by().unwrap();
        assert!(matches!(outside, PrismPlane::Ps(k) if from_beside.inside[k as usize - 1] < 0.0));
        assert_eq!(from_beside.push, Vec3::ZERO);
        assert!(floor.explain_article(D, beside, beside, 1).is_none());
    }

    /// Beyond a corner of 19° the moved PS1 and PS3 go on for 2.4 m; PS4 to PS6 end that at L.
    #[test]
    fn three_planes_reach_far_beyond_a_sharp_corner() {
        let corners = [[0.0, 0.0, -0.5], [0.0, 0.0, 0.5], [3.0, 0.0, 0.0]];
        let sharp = soup(&[corners]);
        let pushes = |bounds, beyond: f32| {
            let (distance, x) = (D, 3.0 + beyond);
            let test = ArticleTest { distance, bounds };
            let (old, new) = (Vec3::new(x, 0.5, 0.0), Vec3::new(x, 0.1, 0.0));
            let end = sharp.article_move(test, old, new, &mut Counters::default());
            end.contacts == 1
        };
        assert!(pushes(ArticleBounds::Six, 0.3) && pushes(ArticleBounds::Three, 0.3));
        assert!(!pushes(ArticleBounds::Six, 0.5) && pushes(ArticleBounds::Three, 2.3));
        assert!(!pushes(ArticleBounds::Three, 2.6));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// The tree gives what asking every triangle in order gives, obtuse needles included.
        #[test]
        fn the_tree_changes_nothing(
            soup_corners in prop::collection::vec(
                prop::array::uniform3([-4.0_f32..4.0, -0.5..0.5, -4.0..4.0]), 1..60),
            is_six in prop::bool::ANY,
            old in [-4.0_f32..4.0, 0.0..2.0, -4.0..4.0], step in [-2.0_f32..2.0, -3.0..1.0, -2.0..2.0],
        ) {
            let mesh = soup(&soup_corners);
            let bounds = if is_six { ArticleBounds::Six } else { ArticleBounds::Three };
            let test = ArticleTest { distance: D, bounds };
            let (old, new) = (Vec3::from_array(old), Vec3::from_array(old) + Vec3::from_array(step));
            let found = mesh.article_move(test, old, new, &mut Counters::default());
            let mut plain = ArticleMove { position: new, contacts: 0, highest_up: -1.0, pushed: Vec3::ZERO };
            let mut all: Vec<u32> = (0..mesh.len() as u32).collect();
            all.sort_by_key(|triangle| mesh.source(*triangle));
            for triangle in all {
                push_back(mesh.corners(triangle), test, old, &mut plain, &mut Counters::default());
            }
            prop_assert_eq!(found, plain);
        }
    }
}
