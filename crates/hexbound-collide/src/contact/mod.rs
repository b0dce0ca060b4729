//! The exact test: a moving body against one triangle, in double precision, in world meters with
//! positions relative to the start of the move. Each kind of body has a module of its own.

mod capsule;
mod cuboid;
mod cylinder;
mod face;
mod results;
mod sphere;
mod triangle;

use glam::DVec3;

pub(crate) use results::{Separation, TriangleContact};
pub use triangle::Feature;
pub(crate) use triangle::{closest_on_triangle, crosses_triangle, face_normal, facing};

use capsule::UprightCapsule;
use cylinder::Cylinder;

use crate::{Body, BodyShape};

/// The first contact of `body` going from the origin by `motion`, if it comes no later than the fraction
/// `latest`. A body that starts within touching distance has a contact at fraction 0 if the motion
/// approaches, and no contact otherwise.
#[inline]
pub(crate) fn sweep_body_triangle(
    body: &Body,
    motion: DVec3,
    corners: [DVec3; 3],
    latest: f64,
) -> Option<TriangleContact> {
    match body.shape() {
        BodyShape::Ellipsoid { axes } => {
            let axes = axes.as_dvec3();
            let touch =
                sphere::sweep_sphere_triangle(motion / axes, divided(corners, axes), latest)?;
            Some(TriangleContact {
                point: touch.point * axes,
                normal: (touch.normal / axes).normalize(),
                ..touch
            })
        }
        BodyShape::Capsule {
            radius,
            half_height,
        } => UprightCapsule::new(radius, half_height).sweep(motion, corners, latest),
        BodyShape::Box { half } => {
            cuboid::sweep_box_triangle(half.as_dvec3(), motion, corners, latest)
        }
        BodyShape::Cylinder {
            radius,
            half_height,
        } => {
            let body = Cylinder::new(radius, half_height);
            cylinder::sweep_cylinder_triangle(body, motion, corners, latest)
        }
    }
}

/// The position of `body`, with its center at the origin, relative to the triangle.
#[inline]
pub(crate) fn separation_body_triangle(body: &Body, corners: [DVec3; 3]) -> Separation {
    let (closest, measure, face) = match body.shape() {
        BodyShape::Ellipsoid { axes } => {
            let axes = axes.as_dvec3();
            let corners = divided(corners, axes);
            (closest_on_triangle(corners).0, axes, face_normal(corners))
        }
        BodyShape::Capsule {
            radius,
            half_height,
        } => {
            return UprightCapsule::new(radius, half_height).separation(corners);
        }
        BodyShape::Box { half } => {
            return cuboid::separation_box_triangle(half.as_dvec3(), corners);
        }
        BodyShape::Cylinder {
            radius,
            half_height,
        } => {
            let body = Cylinder::new(radius, half_height);
            return cylinder::separation_cylinder_triangle(body, corners);
        }
    };
    let distance = closest.length();
    let outward = if distance > 1e-9 {
        -closest / distance
    } else {
        face.unwrap_or(DVec3::Y)
    };
    let gradient = outward / measure;
    let normal = gradient.normalize();
    Separation {
        gap: distance - 1.0,
        gradient,
        normal,
        depth: (1.0 - distance) * body.reach(normal),
    }
}

fn divided([a, b, c]: [DVec3; 3], axes: DVec3) -> [DVec3; 3] {
    let inverse = axes.recip();
    [a * inverse, b * inverse, c * inverse]
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::{
        judge::{Shape, closest_to_origin},
        test_meshes::vector,
    };

    /// A body's kind and size, as [`Shape::of_size`] takes them; cylinders are as many as two other kinds.
    fn sized() -> impl Strategy<Value = (u64, Vec3)> {
        let size = [0.05_f32..1.2, 0.05..1.2, 0.05..1.2].prop_map(Vec3::from_array);
        (0..6_u64, size)
    }

    /// A corner often has its neighbor's height, or stands above it; the origin or the axis through it often
    /// lies in the triangle's plane.
    fn corners() -> impl Strategy<Value = [DVec3; 3]> {
        let corner = || (vector(3.0), 0..4);
        let placed = ([corner(), corner(), corner()], 0..6);
        placed.prop_map(|([(a, _), (mut b, kind), (mut c, other)], place)| {
            for (corner, kind) in [(&mut b, kind), (&mut c, other)] {
                match kind {
                    0 => corner.y = a.y,
                    1 => (corner.x, corner.z) = (a.x, a.z),
                    _ => {}
                }
            }
            let shift = match place {
                0 => (2.0 * a - b).with_y(0.0),
                1 => 2.0 * a - b,
                2 => (a + b + c) / 3.0 - DVec3::Y * a.y,
                _ => DVec3::ZERO,
            };
            [a, b, c].map(|corner| corner - shift)
        })
    }

    fn check_sweep(
        (kind, size): (u64, Vec3),
        motion: DVec3,
        corners: [DVec3; 3],
    ) -> Result<(), TestCaseError> {
        let shape = Shape::of_size(kind, size);
        let touch = sweep_body_triangle(&shape.body, motion, corners, 1.0);
        check_touch((kind, &shape), touch, motion, corners)
    }

    /// Checks a contact, never early and never late: at every place on the way the judge says the same. The
    /// touched point is of both and of the feature, and the normal's plane parts them there.
    fn check_touch(
        (kind, shape): (u64, &Shape),
        touch: Option<TriangleContact>,
        motion: DVec3,
        corners: [DVec3; 3],
    ) -> Result<(), TestCaseError> {
        let slack = if kind == 0 { 1e-9 } else { 1e-6 };
        let end = touch.map_or(1.0, |touch| touch.fraction);
        let touches = |part: f64, margin: f64| shape.touches(&[corners], motion * part, margin);
        if !touches(0.0, slack) {
            let steps = if kind == 0 { 200 } else { 60 };
            for step in 0..steps {
                let is_in = touches(end * f64::from(step) / f64::from(steps), -slack);
                prop_assert!(!is_in, "late: {touch:?}");
            }
            prop_assert!(touch.is_none() || touches(end, slack), "early: {touch:?}");
        }
        let Some(touch) = touch else {
            return Ok(());
        };
        let opposed = if kind < 2 { 1e-9 } else { 0.0 };
        prop_assert!(touch.normal.dot(motion) < opposed, "{touch:?}");
        let known = if kind < 3 { 1e-9 } else { 1e-6 };
        let touched = match touch.feature {
            Feature::Face => corners,
            Feature::Edge(k) => [0, 1, 1].map(|next| corners[(usize::from(k) + next) % 3]),
            Feature::Vertex(k) => [corners[usize::from(k)]; 3],
        };
        let off = closest_to_origin(touched.map(|corner| corner - touch.point));
        prop_assert!(off.length() < known, "{off} off {touch:?}");
        let (center, reach) = (motion * end, shape.body.reach(touch.normal));
        if touch.fraction > 0.0 {
            // A box's place on a sliver is known no better than the sliver's plane.
            let is_of_body = kind == 3 || shape.touches(&[[touch.point; 3]], center, slack);
            prop_assert!(is_of_body && touch.depth < 1e-12, "{touch:?}");
            let beyond = |place: DVec3| touch.normal.dot(place - center) + reach;
            let is_parted = corners.map(beyond).iter().all(|gap| *gap < 1e-5);
            prop_assert!(is_parted && beyond(touch.point).abs() < 1e-5, "{touch:?}");
            // From there on, going into the triangle is a contact now.
            let there = corners.map(|corner| corner - center);
            let again = sweep_body_triangle(&shape.body, motion, there, 1.0);
            let is_now = again.is_some_and(|again| again.fraction < 1e-6);
            prop_assert!(
                is_now || touch.normal.dot(motion) > -1e-3,
                "{again:?} {touch:?}"
            );
        } else {
            let now = separation_body_triangle(&shape.body, corners);
            let off = (touch.depth * reach - now.depth.max(0.0)).abs();
            // An ellipsoid whose center is on a needle is as deep along either.
            prop_assert!(kind == 1 || off < 1e-9, "{now:?} {touch:?}");
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12_000))]

        #[test]
        fn sweeps_agree_with_marching(
            sized in sized(), mut corners in corners(), motion in vector(6.0), along in 0..6,
            squeeze in 0.0_f64..1.0,
        ) {
            if sized.0 > 2 {
                // Thinner, and the plane of a triangle is itself known no better than a millimeter.
                let squeeze = squeeze.powi(8).max(1e-6);
                corners[2] = corners[1] + (corners[2] - corners[1]) * squeeze;
            }
            let motion = match along {
                0 => DVec3::Y * motion.y,
                1 => motion.with_y(0.0),
                2 => (corners[1] - corners[0]) * motion.x.signum(),
                _ => motion,
            };
            check_sweep(sized, motion, corners)?;
        }

        /// The gap is how much a ball, a capsule or a cylinder may grow or shrink, and its slope is its slope.
        /// The way out leads out, and is no longer than it has to be.
        #[test]
        fn gaps_and_ways_out_are_what_the_judge_sees(
            (kind, size) in sized(), corners in corners(), near in 0.3_f64..1.0, step in vector(0.5),
        ) {
            let (shape, corners) = (Shape::of_size(kind, size), corners.map(|corner| corner * near));
            let found = separation_body_triangle(&shape.body, corners);
            let touches = |at: DVec3, growth: f64| shape.touches(&[corners], at, growth);
            let least = shape.axes.min_element();
            let growth = found.gap * least;
            if !matches!(kind, 1 | 3) {
                prop_assert!(touches(DVec3::ZERO, growth + 1e-7), "{found:?}");
                let less = growth - 1e-7;
                prop_assert!(less <= -least || !touches(DVec3::ZERO, less), "{found:?}");
            }
            let moved = separation_body_triangle(&shape.body, corners.map(|corner| corner - step));
            let tangent = found.gap + found.gradient.dot(step);
            // Where the axis meets the triangle the gap has a kink.
            let is_kink = kind < 2 || growth < 1e-9 - shape.axes.x;
            prop_assert!(is_kink || moved.gap >= tangent - 1e-6, "above its tangent");
            prop_assert!((found.normal.length() - 1.0).abs() < 1e-9);
            let after = |depth: f64| touches(found.normal * depth, 0.0);
            if found.depth > 1e-6 && kind > 1 {
                prop_assert!(!after(found.depth + 1e-6), "{found:?}");
                prop_assert!(kind > 3 || after(found.depth - 1e-6), "{found:?}");
            }
            // A body that shrinks by the depth lies within one that moves out by the depth.
            prop_assert!(growth >= 0.0 || found.depth >= -growth - 1e-7, "{found:?}");
        }
    }

    #[test]
    fn bodies_of_all_kinds_touch_as_they_should() {
        let size = Vec3::new(0.5, 1.0, 0.5);
        let sweep = |kind: u64, motion, corners| {
            check_sweep((kind, size), motion, corners).unwrap();
            sweep_body_triangle(&Shape::of_size(kind, size).body, motion, corners, 1.0)
        };
        let check = |kind: u64, motion, corners, expected: (f64, DVec3, Feature)| {
            let touch = sweep(kind, motion, corners).unwrap();
            let told = format!("kind {kind}: {touch:?}");
            assert!((touch.fraction - expected.0).abs() < 1e-12, "{told}");
            assert!((touch.normal - expected.1).length() < 1e-12, "{told}");
            assert_eq!(touch.feature, expected.2, "{told}");
        };
        let floor = [(-9.0, -9.0), (-9.0, 9.0), (9.0, 0.0)].map(|(x, z)| DVec3::new(x, -3.0, z));
        let [a, b, c] = floor;
        let near = floor.map(|corner| corner.with_y(-0.25));
        let post = [(2.0, -9.0, 0.0), (2.0, 9.0, 0.0), (9.0, 0.0, 0.1)].map(DVec3::from);
        let needle = [-5.0, 5.0, 3.0].map(|y| DVec3::new(2.0, y, 0.0));
        for (kind, fraction) in (0..).zip([0.625, 0.5, 0.375, 0.5, 0.5]) {
            for floor in [floor, [a, c, b]] {
                let expected = (fraction, DVec3::Y, Feature::Face);
                check(kind, DVec3::NEG_Y * 4.0, floor, expected);
            }
            for post in [post, needle] {
                // Whatever lies flat on a box's side is a face.
                let is_flat = kind == 3 && post == needle;
                let feature = if is_flat {
                    Feature::Face
                } else {
                    Feature::Edge(0)
                };
                check(kind, DVec3::X * 3.0, post, (0.5, DVec3::NEG_X, feature));
            }
            assert_eq!(sweep(kind, DVec3::Y, near), None, "{kind}");
            let into = sweep(kind, DVec3::NEG_Y, near).unwrap();
            assert!(into.fraction == 0.0 && into.depth > 0.2, "{kind}: {into:?}");
        }
        // With a corner or the rim on a slope of 45°, and with the brim on an edge.
        let slope = [(-9.0, -9.0), (9.0, -9.0), (0.0, 9.0)].map(|(x, z)| DVec3::new(x, x - 4.0, z));
        let edge = [(-2.0, 0.4), (-2.0, 9.4), (7.0, 0.4)].map(|(x, z)| DVec3::new(x, -3.0, z));
        for kind in [3, 4] {
            let up = DVec3::new(-1.0, 1.0, 0.0).normalize();
            check(kind, DVec3::NEG_Y * 5.0, slope, (0.5, up, Feature::Face));
            let brim = sweep(kind, DVec3::NEG_Y * 4.0, edge).unwrap();
            assert!((brim.fraction - 0.5).abs() < 1e-12 && brim.normal == DVec3::Y);
        }
    }

    /// Found by chance. The edges of a level needle lie on one line, here one that leads through the body: the
    /// face's piece once had no end along it, and the body was stopped 1.8 m away. On a nearly level edge the
    /// circle is small; on one that rises by 9e-8 m over 2 m the rim's piece once reached 2 cm beyond the
    /// lower end, and the body was stopped 5 mm short of the corner.
    #[test]
    fn cylinders_meet_needles_where_they_are() {
        let at = DVec3::new;
        let small = Vec3::splat(0.05);
        let a = at(-1.7626452299311786, 0.0, -0.580212747983774);
        let pointing = [a, a * 2.0, at(-4.826497655884997, 0.0, -1.5882470550255723)];
        let level = [
            at(0.0, -1.520023887295351, -2.970500427835656),
            at(-2.9738692133228244, -1.520023887295351, 1.8721193907763107),
            at(0.0, -1.5339823682742677, 0.1124803872843861),
        ];
        for (motion, [a, b, c]) in [
            (DVec3::NEG_Z * 2.5860933340035706, pointing),
            (a, pointing),
            (DVec3::NEG_Y * 1.4980601580731134, level),
        ] {
            check_sweep((4, small), motion, [a, b, b + (c - b) * 1e-6]).unwrap();
        }
        let a = at(-1.4041091078140429, 2.431389085930853, -1.4745496194496535);
        let b = at(-2.8082182156280857, 2.431389085930853, -2.9490992388993065);
        let rising = [a, b, b + (a.with_y(2.5239322845060217) - b) * 1e-6];
        let motion = at(-1.4001959465289966, 1.5964402992619398, -1.0938894645726078);
        let body = Cylinder {
            radius: 0.45494997110938473,
            half_height: 0.9366716470800537,
        };
        let touch = cylinder::sweep_cylinder_triangle(body, motion, rising, 1.0);
        let shape = Shape {
            axes: at(body.radius, body.half_height, body.radius),
            ..Shape::of_size(4, Vec3::new(0.454_949_97, 0.936_671_7, 0.0))
        };
        check_touch((4, &shape), touch, motion, rising).unwrap();
        assert_eq!(touch.unwrap().feature, Feature::Vertex(0));
    }
}
