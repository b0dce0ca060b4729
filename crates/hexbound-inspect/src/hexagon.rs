//! The shape of a triangle's prism: S and its back, and between them the polygon of PS1 … PS6, all moved
//! out by a body's reach. The colors and names of its planes are here, too.

use glam::{DVec2, DVec3, Vec3};
use hexbound_collide::{Body, Prism, PrismPlane};

use super::{
    Legend,
    legend::{
        Cell,
        colors::{AMBER, BLUE, CORAL, GREEN, PALE, TEAL, VIOLET},
    },
    outlines,
    sight::Sight,
};
use hexbound_base::{
    debug_lines::{DebugColor, DebugLines},
    words::{Phrase, phrase},
};

/// One side of the prism, between two neighboring corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PrismSide {
    /// The number k of the side's plane PSk, 1..6.
    pub plane: u8,
    /// The side's corners on the front of S, local, meters.
    pub front: [Vec3; 2],
    /// The side's corners on the back of S, local, meters.
    pub back: [Vec3; 2],
}

/// The opacity of the prism's faces.
const FACE_OPACITY: f32 = 0.15;
/// The opacity of the face on the plane that rejected the move.
const REJECTING_FACE_OPACITY: f32 = 0.38;
/// The factor of a face's opacity while the eye is within the prism, whose faces then cover the picture.
const INSIDE_FACTOR: f32 = 0.2;
/// The height above the triangle's surface at which it is drawn to be visible, meters.
pub(crate) const SURFACE_LIFT: f32 = 0.002;
/// The width of the names of planes, characters.
pub(crate) const NAME_WIDTH: usize = 5;
/// The half side of the first polygon, meters. It lies beyond every plane and is cut by the six.
const OUTER_HALF_SIDE: f64 = 1e5;

/// The sides of `prism` moved out by the reach of `body`, in order around the triangle. A plane that the
/// others cut off entirely has none.
pub(crate) fn sides(prism: &Prism, body: &Body) -> Vec<PrismSide> {
    let reach = body.reach(prism.slabs()[0].normal.as_dvec3());
    sides_between(prism, [reach, -reach], |_, normal| body.reach(normal))
}

/// The sides of `prism` between two heights above its triangle, the front's and the back's, meters.
/// `border` returns the distance by which a plane is moved out, from its number and its slab's normal.
pub(crate) fn sides_between(
    prism: &Prism,
    [front, back]: [f64; 2],
    border: impl Fn(u8, DVec3) -> f64,
) -> Vec<PrismSide> {
    let [s, flanks @ ..] = prism.slabs();
    let normal = s.normal.as_dvec3();
    let (front, back) = (f64::from(s.max) + front, f64::from(s.min) + back);
    let (across, up) = normal.any_orthonormal_pair();
    let flat = |v: DVec3| DVec2::new(v.dot(across), v.dot(up));
    // Each corner with the plane of the side that follows it; 0 is none of the six.
    let mut polygon: Vec<(DVec2, u8)> = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y)| (DVec2::new(x, y) * OUTER_HALF_SIDE, 0))
        .to_vec();
    for (slab, plane) in flanks.iter().zip(1_u8..) {
        let normal = slab.normal.as_dvec3();
        let [near, far] = [plane, plane + 3].map(|plane| border(plane, normal));
        // PSk points into the triangle: its side is `min`.
        let [min, max] = [slab.min, slab.max].map(f64::from);
        clip(&mut polygon, -flat(normal), near - min, plane);
        clip(&mut polygon, flat(normal), max + far, plane + 3);
    }
    let lifted = |at: DVec2, height: f64| (across * at.x + up * at.y + normal * height).as_vec3();
    let next = polygon.iter().cycle().skip(1);
    (polygon.iter().zip(next))
        .filter(|((_, plane), _)| *plane > 0)
        .map(|((from, plane), (to, _))| PrismSide {
            plane: *plane,
            front: [lifted(*from, front), lifted(*to, front)],
            back: [lifted(*from, back), lifted(*to, back)],
        })
        .collect()
}

/// The corners of the prism's front and of its back.
pub(crate) fn caps(sides: &[PrismSide]) -> [Vec<Vec3>; 2] {
    let corner = |end: usize| (sides.iter()).map(move |side| [side.front, side.back][end][0]);
    [0, 1].map(|end| corner(end).collect())
}

/// Reports the planes whose sides of the prism are outside the picture, if there are any. Of S, only the
/// faces `of_s` count.
pub(crate) fn report_unseen(
    sides: &[PrismSide],
    of_s: impl IntoIterator<Item = (Phrase, Vec<Vec3>)>,
    sight: &Sight,
    legend: &mut Legend,
) {
    let flanks = sides.iter().map(|side| {
        let ([a, b], [c, d]) = (side.front, side.back);
        (label(PrismPlane::Ps(side.plane), false), vec![a, b, d, c])
    });
    let hidden = (of_s.into_iter().chain(flanks)).filter(|(_, face)| !sight.shows_any_of(face));
    let names: Vec<Phrase> = hidden.map(|(name, _)| name).collect();
    if names.is_empty() || sides.is_empty() {
        return;
    }
    legend.report(phrase("planes-out-of-view").with("planes", Phrase::List(names)));
}

/// Draws the sides of the six planes with the opacity that `alpha` returns.
pub(crate) fn draw_flanks(
    sides: &[PrismSide],
    alpha: impl Fn(PrismPlane) -> f32,
    debug: &mut DebugLines,
) {
    for side in sides {
        let plane = PrismPlane::Ps(side.plane);
        let ([a, b], [c, d]) = (side.front, side.back);
        outlines::face(&[a, b, d, c], color(plane), alpha(plane), debug);
    }
}

/// Places the name of each of the six planes where its side is nearest to `seen`.
pub(crate) fn name_flanks(sides: &[PrismSide], seen: Vec3, legend: &mut Legend) {
    for side in sides {
        let [from, to] = [0, 1].map(|end| side.front[end].midpoint(side.back[end]));
        let delta = to - from;
        let along = (seen - from).dot(delta) / delta.length_squared().max(f32::MIN_POSITIVE);
        let shown = PrismPlane::Ps(side.plane);
        let at = from + delta * along.clamp(0.1, 0.9);
        legend.label(at, label(shown, false), color(shown));
    }
}

/// The color of a plane. PSk and PS(k+3) are a pair of one family: warm, green, blue.
pub(crate) fn color(plane: PrismPlane) -> DebugColor {
    const FLANK_COLORS: [DebugColor; 6] = [CORAL, GREEN, BLUE, AMBER, TEAL, VIOLET];
    match plane {
        PrismPlane::S => PALE,
        PrismPlane::Ps(number) => FLANK_COLORS[(usize::from(number) + 5) % FLANK_COLORS.len()],
    }
}

/// Returns the opacity of a face: higher on the plane that rejected the move, lower while the eye is
/// within the prism.
pub(crate) fn opacity(is_rejecting: bool, is_within: bool) -> f32 {
    let opacity = match is_rejecting {
        true => REJECTING_FACE_OPACITY,
        false => FACE_OPACITY,
    };
    opacity * if is_within { INSIDE_FACTOR } else { 1.0 }
}

/// The label of a plane, or of the back of S.
pub(crate) fn label(plane: PrismPlane, is_back: bool) -> Phrase {
    match is_back {
        true => phrase("back-of-s"),
        false => Phrase::plain(plane_name(plane)),
    }
}

/// The name of a plane, the same in every language.
pub fn plane_name(plane: PrismPlane) -> String {
    match plane {
        PrismPlane::S => "S".into(),
        PrismPlane::Ps(number) => format!("PS{number}"),
    }
}

/// Clips a convex polygon to `normal·x ≤ max`. The new side belongs to `plane`.
fn clip(polygon: &mut Vec<(DVec2, u8)>, normal: DVec2, max: f64, plane: u8) {
    let beyond = |at: DVec2| normal.dot(at) - max;
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (index, &(from, side)) in polygon.iter().enumerate() {
        let (to, _) = polygon[(index + 1) % polygon.len()];
        let (here, there) = (beyond(from), beyond(to));
        let crossing = || from.lerp(to, here / (here - there));
        match (here <= 0.0, there <= 0.0) {
            (true, true) => kept.push((from, side)),
            (true, false) => kept.extend([(from, side), (crossing(), plane)]),
            (false, true) => kept.push((crossing(), side)),
            (false, false) => {}
        }
    }
    *polygon = kept;
}

/// Draws the triangle itself.
pub(crate) fn draw_triangle(corners: [Vec3; 3], debug: &mut DebugLines) {
    outlines::face(&corners, PALE, 0.3, debug);
}

/// Adds the header of a table of distances.
pub(crate) fn add_header(legend: &mut Legend) {
    let nothing = Cell::new(Phrase::plain(""), 9);
    let old = Cell::new(phrase("old-place"), 10);
    let new = Cell::new(phrase("new-place"), 0);
    legend.row(None, vec![nothing, old, new]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_collide::CollisionMesh;

    fn sides_of(corners: [Vec3; 3], body: &Body) -> Vec<PrismSide> {
        let mesh = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
        sides(mesh.prism(0), body)
    }

    #[test]
    fn a_triangle_has_six_sides_and_a_long_body_reaches_further_up() {
        let corners = [Vec3::ZERO, Vec3::Z * 4.0, Vec3::new(3.0, 0.0, 1.0)];
        let body = Body::ellipsoid(0.4, 0.9).unwrap();
        let sides = sides_of(corners, &body);
        let mut planes: Vec<u8> = sides.iter().map(|side| side.plane).collect();
        planes.sort_unstable();
        assert_eq!(planes, [1, 2, 3, 4, 5, 6]);
        for side in &sides {
            assert!((side.front[0].y - 0.9).abs() < 1e-5 && (side.back[0].y + 0.9).abs() < 1e-5);
        }
    }

    /// Every corner lies on the two planes of its sides and within all others.
    #[test]
    fn corners_are_within_all_eight_planes() {
        let corners = [
            Vec3::new(1.0, 2.0, -1.0),
            Vec3::new(4.0, 2.5, 0.0),
            Vec3::new(2.0, 5.0, 1.5),
        ];
        let body = Body::ellipsoid(0.4, 0.9).unwrap();
        let mesh = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
        let sides = sides(mesh.prism(0), &body);
        assert!(sides.len() >= 4);
        for side in &sides {
            for corner in side.front.into_iter().chain(side.back) {
                let corner = corner.as_dvec3();
                let why = mesh.explain(body, corner, corner, 0).unwrap();
                let distances: Vec<f64> = why.planes.iter().map(|test| test.old).collect();
                assert!(distances.iter().all(|d| *d < 1e-4), "{distances:?}");
                let on = distances.iter().filter(|d| d.abs() < 1e-4).count();
                assert!(on >= 3, "{distances:?}");
            }
        }
    }

    #[test]
    fn neighbors_share_their_corners() {
        let corners = [Vec3::ZERO, Vec3::Z * 3.0, Vec3::X * 3.0];
        let sides = sides_of(corners, &Body::sphere(0.5).unwrap());
        for (index, side) in sides.iter().enumerate() {
            let next = &sides[(index + 1) % sides.len()];
            assert!(side.front[1].distance(next.front[0]) < 1e-4);
        }
    }
}
