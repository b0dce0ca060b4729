//! An upright cylinder against a triangle. Their Minkowski sum is convex. It is covered by pieces
//! (`minkowski_sum`): the triangle extruded to both sides, and an upright cylinder around each
//! corner. Beside each edge stands a slab (the cylinder's side), and above and below it a circle is
//! swept along (its rims). All borders are planes and circles, so every entry is a linear or a
//! quadratic equation.

mod body;
mod growth;
mod minkowski_sum;
mod pieces;

use glam::DVec3;

pub(super) use body::Cylinder;
use growth::growth_to_touch;
use minkowski_sum::{Edge, FirstEntry};
use pieces::{LEVEL, corner, rim, side};

use super::{Feature, Separation, TriangleContact, face_normal, facing};

/// A body nearer than this, meters, counts as touching.
const TOUCH_EPSILON: f64 = 1e-9;

/// The first contact of an upright cylinder with a triangle; [`super::sweep_body_triangle`] says of which motion.
pub(super) fn sweep_cylinder_triangle(
    body: Cylinder,
    motion: DVec3,
    corners: [DVec3; 3],
    latest: f64,
) -> Option<TriangleContact> {
    let face = face_normal(corners).map(|face| facing(face, -corners[0]));
    if !is_surely_apart(body, corners, face) {
        let now = separation_cylinder_triangle(body, corners);
        if now.gap * body.radius.min(body.half_height) <= TOUCH_EPSILON {
            return touch_at(body, motion, corners, now, 0.0);
        }
    }
    let mut entries = FirstEntry::new(motion, latest);
    if let Some(face) = face {
        let outside = -face.dot(corners[0]) - body.reach(face);
        let rate = face.dot(motion);
        if outside > 0.0 && (rate >= 0.0 || outside > -rate * latest) {
            return None;
        }
        entries.offer_face(corners, face, body.support(face));
        // No part of the sum lies in front of the face's plane.
        if outside > 0.0
            && let Some(entry) = entries.first
            && !entry.is_inner
        {
            return Some(entry.touch);
        }
    }
    for (index, place) in corners.into_iter().enumerate() {
        corner(&mut entries, body, place, Feature::Vertex(index as u8));
    }
    for index in 0..3 {
        let edge = Edge::new(corners, index);
        side(&mut entries, body, &edge);
        if edge.rise > LEVEL * edge.length {
            rim(&mut entries, body, &edge, 1.0);
            rim(&mut entries, body, &edge, -1.0);
        }
    }
    let entry = entries.first?;
    if !entry.is_inner {
        return Some(entry.touch);
    }
    let fraction = entry.touch.fraction;
    let there = corners.map(|corner| corner - motion * fraction);
    let now = separation_cylinder_triangle(body, there);
    touch_at(body, motion, there, now, fraction)
}

fn is_surely_apart(body: Cylinder, [a, b, c]: [DVec3; 3], face: Option<DVec3>) -> bool {
    let reach =
        DVec3::new(body.radius, body.half_height, body.radius) + DVec3::splat(TOUCH_EPSILON);
    a.min(b).min(c).cmpgt(reach).any()
        || a.max(b).max(c).cmplt(-reach).any()
        || face.is_some_and(|face| -face.dot(a) > body.reach(face) + TOUCH_EPSILON)
}

/// The contact of a cylinder around the origin that is there at a fraction of the motion, unless
/// the motion leads away. `corners` are relative to where the cylinder is then.
fn touch_at(
    body: Cylinder,
    motion: DVec3,
    corners: [DVec3; 3],
    now: Separation,
    fraction: f64,
) -> Option<TriangleContact> {
    let reached = body.support(-now.normal);
    let around = corners.map(|corner| corner - reached);
    let (closest, feature) = super::closest_on_triangle(around);
    (now.normal.dot(motion) < 0.0).then_some(TriangleContact {
        fraction,
        point: motion * fraction + closest + reached,
        normal: now.normal,
        depth: now.depth.max(0.0) / body.reach(now.normal),
        feature,
    })
}

/// The position of an upright cylinder relative to a triangle. The gap is how much radius and half
/// height have to grow until the cylinder touches; a negative one is how much they may shrink. It
/// is the least over the triangle of max(|p_xz| − r, |p_y| − h), which is convex in the position.
pub(super) fn separation_cylinder_triangle(body: Cylinder, corners: [DVec3; 3]) -> Separation {
    let (growth, gradient) = growth_to_touch(body, corners);
    let sides = [0, 1, 2].map(|k| (corners[(k + 1) % 3] - corners[k]).cross(DVec3::Y));
    let axes = [gradient, DVec3::Y].into_iter().chain(sides);
    let mut least: Option<(f64, DVec3)> = None;
    for axis in axes.chain(face_normal(corners)) {
        let Some(normal) = axis.try_normalize() else {
            continue;
        };
        for normal in [normal, -normal] {
            let along = corners.map(|corner| normal.dot(corner));
            let depth = along[0].max(along[1]).max(along[2]) + body.reach(normal);
            if least.is_none_or(|(known, _)| depth < known) {
                least = Some((depth, normal));
            }
        }
    }
    let (depth, normal) = least.unwrap_or((-growth, DVec3::Y));
    let measure = body.radius.min(body.half_height);
    Separation {
        gap: growth / measure,
        slope: gradient / measure,
        normal,
        depth,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        contact::{closest_on_triangle, triangle::flat},
        test_meshes::{cut, vector},
    };

    /// Returns whether a cylinder around the origin touches a triangle: what is left of the
    /// triangle between the planes of the caps, as small triangles in the plane, comes within the
    /// radius.
    fn touches(radius: f64, half: f64, corners: [DVec3; 3]) -> bool {
        let mut outline = corners.to_vec();
        for side in [1.0, -1.0] {
            outline = cut(&outline, |point| side * point.y - half);
        }
        let level = |point: DVec3| DVec3::new(point.x, 0.0, point.z);
        // An upright triangle is a line from above. Through the axis, rounding would have it around it.
        let is_line = |[a, b, c]: [DVec3; 3]| {
            let size = a.length_squared().max(b.length_squared());
            (b - a).cross(c - a).length() <= 1e-13 * size.max(c.length_squared())
        };
        let near = |fan: [DVec3; 3]| {
            let flat @ [a, b, c] = fan.map(level);
            let parts = match is_line(flat) {
                true => [[a, b, b], [b, c, c], [c, a, a]],
                false => [flat; 3],
            };
            (parts.into_iter()).any(|part| closest_on_triangle(part).0.length() <= radius)
        };
        match outline[..] {
            [] => false,
            [a] => near([a, a, a]),
            [a, b] => near([a, b, b]),
            _ => (1..outline.len() - 1).any(|k| near([outline[0], outline[k], outline[k + 1]])),
        }
    }

    /// A corner often has its neighbor's height, or stands above it, and the axis often lies in the
    /// triangle's plane.
    fn corners() -> impl Strategy<Value = [DVec3; 3]> {
        let corner = || (vector(3.0), 0..4);
        [corner(), corner(), corner()].prop_map(|[(a, place), (mut b, kind), (mut c, other)]| {
            for (corner, kind) in [(&mut b, kind), (&mut c, other)] {
                match kind {
                    0 => corner.y = a.y,
                    1 => (corner.x, corner.z) = (a.x, a.z),
                    _ => {}
                }
            }
            match place {
                0 => [a, b, c].map(|corner| corner - (2.0 * a - b).with_y(0.0)),
                _ => [a, b, c],
            }
        })
    }

    /// Moves a cylinder past a triangle. Never early, never late: at every place on the way
    /// cutting says the same.
    fn check_against_cutting(
        body: Cylinder,
        motion: DVec3,
        corners: [DVec3; 3],
    ) -> Result<(), TestCaseError> {
        let touch = sweep_cylinder_triangle(body, motion, corners, 1.0);
        let at = |t: f64, margin: f64| {
            let there = corners.map(|corner| corner - motion * t);
            touches(body.radius + margin, body.half_height + margin, there)
        };
        let end = touch.map_or(1.0, |touch| touch.fraction);
        if !at(0.0, 1e-6) {
            for step in 0..50 {
                prop_assert!(!at(end * f64::from(step) / 50.0, -1e-6), "late: {touch:?}");
            }
            if touch.is_some() {
                prop_assert!(at(end, 1e-6), "early: {touch:?}");
            }
        }
        if let Some(touch) = touch {
            prop_assert!(touch.normal.dot(motion) < 0.0);
            let on = closest_on_triangle(corners.map(|corner| corner - touch.point)).0;
            prop_assert!(on.length() < 1e-6);
            if touch.fraction > 0.0 {
                // The normal's plane through the touched point parts the two.
                let reach = body.reach(touch.normal);
                let center = touch.normal.dot(motion * touch.fraction);
                let far = corners.map(|corner| touch.normal.dot(corner) < center - reach + 1e-5);
                prop_assert_eq!(far, [true; 3], "{:?}", touch);
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn agrees_with_cutting(
            corners in corners(), motion in vector(6.0), along in 0..6,
            radius in 0.05_f64..1.0, half_height in 0.05_f64..1.0, squeeze in 0.0_f64..1.0,
        ) {
            let mut corners = corners;
            // Thinner, and the plane of a triangle is itself known no better than a millimeter.
            let squeeze = squeeze.powi(8).max(1e-6);
            corners[2] = corners[1] + (corners[2] - corners[1]) * squeeze;
            let motion = match along {
                0 => DVec3::Y * motion.y,
                1 => motion.with_y(0.0),
                2 => (corners[1] - corners[0]) * motion.x.signum(),
                _ => motion,
            };
            let body = Cylinder { radius, half_height };
            check_against_cutting(body, motion, corners)?;
        }

        /// The gap is how much the cylinder may grow or shrink, and its slope is its slope.
        #[test]
        fn the_gap_is_what_it_may_grow(
            corners in corners(), radius in 0.05_f64..1.0, half_height in 0.05_f64..1.0,
            step in vector(0.5),
        ) {
            let body = Cylinder { radius, half_height };
            let found = separation_cylinder_triangle(body, corners);
            let growth = found.gap * radius.min(half_height);
            let at = |growth: f64| touches(radius + growth, half_height + growth, corners);
            prop_assert!(at(growth + 1e-7));
            if growth - 1e-7 > -radius.min(half_height) {
                prop_assert!(!at(growth - 1e-7));
            }
            let moved = separation_cylinder_triangle(body, corners.map(|corner| corner - step));
            prop_assert!(moved.gap >= found.gap + found.slope.dot(step) - 1e-6, "above its tangent");
        }

        #[test]
        fn the_way_out_leads_out(
            corners in corners(), radius in 0.05_f64..1.0, half_height in 0.05_f64..1.0,
        ) {
            let corners = corners.map(|corner| corner * 0.3);
            let found = separation_cylinder_triangle(Cylinder { radius, half_height }, corners);
            if found.depth > 1e-6 {
                let out = corners.map(|corner| corner - found.normal * (found.depth + 1e-6));
                prop_assert!(!touches(radius, half_height, out));
            }
            // A cylinder that shrinks by the depth lies within one that moves out by the depth.
            let growth = found.gap * radius.min(half_height);
            prop_assert!(growth >= 0.0 || found.depth >= -growth - 1e-7, "{found:?}");
        }
    }

    #[test]
    fn caps_rims_and_sides_touch_as_they_should() {
        let body = Cylinder::new(0.5, 1.0);
        let sweep = |motion, corners| sweep_cylinder_triangle(body, motion, corners, 1.0).unwrap();
        let floor = [DVec3::ZERO, DVec3::Z * 9.0, DVec3::X * 9.0];
        let over = |x, z| floor.map(|corner| corner - DVec3::new(x, 3.0, z));
        // On the face, and with the cap's brim on the edge.
        for (x, z) in [(2.0, 2.0), (2.0, -0.4)] {
            let touch = sweep(DVec3::NEG_Y * 4.0, over(x, z));
            assert!((touch.fraction - 0.5).abs() < 1e-12, "{touch:?}");
            assert!(touch.normal == DVec3::Y, "{touch:?}");
        }
        // With the rim on a slope of 45°: half the radius further up than the middle.
        let slope = [(-9.0, -9.0), (9.0, -9.0), (0.0, 9.0)].map(|(x, z)| DVec3::new(x, x - 4.0, z));
        let touch = sweep(DVec3::NEG_Y * 5.0, slope);
        assert!((touch.fraction - 0.5).abs() < 1e-12, "{touch:?}");
        assert!(touch.feature == Feature::Face, "{touch:?}");
        // With the side on an upright post.
        let post = [(2.0, -9.0, 0.0), (2.0, 9.0, 0.0), (2.5, 0.0, 0.1)].map(DVec3::from);
        let touch = sweep(DVec3::X * 3.0, post);
        assert!((touch.fraction - 0.5).abs() < 1e-12, "{touch:?}");
        assert!(touch.normal == DVec3::NEG_X, "{touch:?}");
    }

    /// Found by chance: along an edge that rises by 1e-8 m the circle is that small, too. The edges
    /// of a level needle lie on one line, here one that leads through the body: the face's piece
    /// once had no end along it, and the body was stopped 1.8 m away.
    #[test]
    fn a_needle_that_points_at_the_body_is_met_where_it_is() {
        let a = DVec3::new(-1.7626452299311786, 0.0, -0.580212747983774);
        let b = DVec3::new(-3.525290459862357, 0.0, -1.160425495967548);
        let c = DVec3::new(-4.826497655884997, 0.0, -1.5882470550255723);
        let needle = [a, b, b + (c - b) * 1e-6];
        let body = Cylinder {
            radius: 0.05,
            half_height: 0.05,
        };
        let motion = DVec3::NEG_Z * 2.5860933340035706;
        assert_eq!(sweep_cylinder_triangle(body, motion, needle, 1.0), None);
        let touch = sweep_cylinder_triangle(body, a, needle, 1.0).unwrap();
        assert!((touch.fraction * a.length() - (a.length() - 0.05)).abs() < 1e-6);
    }

    #[test]
    fn a_nearly_level_edge_is_passed_by() {
        let a = DVec3::new(0.0, -1.520023887295351, -2.970500427835656);
        let end = DVec3::new(-2.9738692133228244, a.y, 1.8721193907763107);
        let low = DVec3::new(0.0, -1.5339823682742677, 0.1124803872843861);
        let corners = [a, end, end + (low - end) * 1e-6];
        let body = Cylinder::new(0.05, 0.05);
        let motion = DVec3::NEG_Y * 1.4980601580731134;
        assert!(sweep_cylinder_triangle(body, motion, corners, 1.0).is_none());
    }

    /// Found by chance: the rim's piece on an edge that rises by 9e-8 m over 2 m once reached 2 cm beyond the
    /// edge's lower end, and the body was stopped 5 mm short of the corner.
    #[test]
    fn the_corner_of_a_nearly_level_edge_is_met_where_it_is() {
        let a = DVec3::new(-1.4041091078140429, 2.431389085930853, -1.4745496194496535);
        let b = DVec3::new(-2.8082182156280857, 2.431389085930853, -2.9490992388993065);
        let above = a.with_y(2.5239322845060217);
        let body = Cylinder {
            radius: 0.45494997110938473,
            half_height: 0.9366716470800537,
        };
        let motion = DVec3::new(-1.4001959465289966, 1.5964402992619398, -1.0938894645726078);
        let corners = [a, b, b + (above - b) * 1e-6];
        check_against_cutting(body, motion, corners).unwrap();
        // From the side, at the corner.
        let touch = sweep_cylinder_triangle(body, motion, corners, 1.0).unwrap();
        let beside = flat(motion * touch.fraction - a).length();
        assert!((beside - body.radius).abs() < 1e-12 && touch.feature == Feature::Vertex(0));
    }
}
