//! Misprints in the documents behind the library. Each listing is here as printed, which fails against
//! the library, and as its author means it, which agrees.

use std::iter;

use glam::{DVec3, Vec3, vec3};
use hexbound_collide::{
    ArticleDistance, Body, CollisionMesh, Mover, SKIN, SlideRule,
    geom::{Aabb, Plane, Ray, Sphere, sweep_sphere_sphere},
};

/// "Collision Detection in a Direct3D Program" prints PS4.D = PS1.N · c − L in its text. The
/// remark beside it takes PS4's own normal, and the code agrees with the remark.
#[test]
fn ps4_takes_its_own_normal() {
    let [a, b, c] = [[6.0, 1.0, 2.0], [9.0, 1.5, 2.0], [7.0, 4.0, 3.0]].map(Vec3::from_array);
    let mesh = CollisionMesh::build(&[a, b, c], &[[0, 1, 2]]).unwrap();
    let border = 0.4;
    let inward = (b - a).cross(c - a).cross(b - a).normalize();
    let ps4 = -inward;
    let (printed, meant) = (inward.dot(c) - border, ps4.dot(c) - border);
    let center = (a + b + c) / 3.0;
    for point in [a, b, c, center, center * 2.0, Vec3::ZERO] {
        let distance = ArticleDistance::Constant(border);
        let why = mesh.explain_article(distance, point, point, 0).unwrap();
        assert!((ps4.dot(point) - meant - why.inside[3]).abs() < 1e-4);
        assert!((ps4.dot(point) - printed - why.inside[3]).abs() > 1.0);
    }
    // The triangle's own center is outside, so nothing that crosses there is stopped.
    assert!(ps4.dot(center) - printed < 0.0);
}

/// The same article counts indices in a `WORD`, of 16 bits, as far as a `DWORD`.
#[test]
fn a_counter_of_sixteen_bits_has_no_end_beyond_21_845_triangles() {
    let rounds = |triangles: u32| {
        let counted = iter::successors(Some(0_u16), |i| Some(i.wrapping_add(3)));
        let counted = counted.take(triangles as usize + 1);
        let inside = counted.take_while(|i| u32::from(*i) < 3 * triangles);
        inside.count() as u32
    };
    assert_eq!(rounds(21_845), 21_845);
    assert_eq!(rounds(21_846), 21_847);
}

/// "A Collision Detection Solution for 3D Games" prints p3 = p0 + vD.Dot(tangent), a point and a
/// number. The number is the length to go along the tangent, which has to be a unit vector.
#[test]
fn the_slide_goes_along_a_unit_tangent() {
    // A wall that leans away by half its height, at an angle to the motion.
    let [foot, along, up] = [Vec3::NEG_Z, vec3(2.0, 0.0, -1.0), Vec3::Y * 2.0];
    let back = along.cross(Vec3::Y) * -0.5;
    let corners = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)];
    let wall = corners.map(|(u, v)| foot + along * u + (up + back) * v);
    let mesh = CollisionMesh::build(&wall, &[[0, 1, 2], [0, 2, 3]]).unwrap();
    let all = Aabb::new(Vec3::splat(-60.0), Vec3::splat(60.0));
    let mut mover = Mover::new(&mesh, Body::sphere(0.4).unwrap(), all, Default::default());
    let at_wall = mover.slide(DVec3::ZERO, DVec3::NEG_Z * 3.0, SlideRule::Walking);
    let p0 = at_wall.unwrap().position;
    let wished = DVec3::NEG_Z * 0.5;
    let end = mover.slide(p0, wished, SlideRule::Walking).unwrap();
    let slid = end.position - p0;
    let normal = (wall[1] - wall[0]).cross(wall[3] - wall[0]).normalize();
    let tangent = normal.as_dvec3().cross(DVec3::Y);
    let unit = tangent.normalize();

    assert!(slid.length() > 0.1);
    let skin = f64::from(SKIN);
    assert!((unit * wished.dot(unit) - slid).length() < skin);
    assert!((tangent * wished.dot(tangent) - slid).length() > 0.02);
    // A number added to each coordinate lifts the body or sinks it.
    assert!(DVec3::splat(wished.dot(unit)).y.abs() > 0.1 && slid.y.abs() < skin);
}

/// "Collision Detection in XNA" skips the second set of texture coordinates without reading it, so
/// that every vertex after the first is read from the wrong place.
#[test]
fn what_is_skipped_has_to_be_read_as_well() {
    const ELEMENTS: [(&str, u32, usize); 4] = [
        ("position", 0, 3),
        ("normal", 0, 3),
        ("texture coordinate", 0, 2),
        ("texture coordinate", 1, 2),
    ];
    let buffer: Vec<u8> = (0..30).collect();
    let positions = |reads_what_it_skips: bool| {
        let mut reader = buffer.iter().copied();
        let mut found = Vec::new();
        for _ in 0..3 {
            for (usage, index, count) in ELEMENTS {
                if index != 0 && !reads_what_it_skips {
                    continue;
                }
                let values: Vec<u8> = reader.by_ref().take(count).collect();
                if usage == "position" {
                    found.push(values[0]);
                }
            }
        }
        found
    };
    assert_eq!(positions(true), [0, 10, 20]);
    assert_eq!(positions(false), [0, 8, 16]);
}

/// The formula for t in the Chinese edition of NeHe lesson 30 has the point on the ray instead of the
/// point of the plane; its code has the plane's.
#[test]
fn the_distance_to_a_plane_comes_from_a_point_of_the_plane() {
    let (start, direction) = (vec3(1.0, 5.0, 2.0), vec3(0.6, -0.8, 0.0));
    let (normal, of_plane) = (Vec3::Y, vec3(4.0, 1.0, -3.0));
    let t = |point: Vec3| normal.dot(point - start) / normal.dot(direction);
    let ray = Ray::new(start, direction);
    let hit = ray.cast(&Plane::new(normal, normal.dot(of_plane))).unwrap();
    assert!((t(of_plane) - hit.distance).abs() < 1e-6);
    // For a point on the ray, the formula returns its distance along the ray, whatever the plane.
    for any in [1.0, 7.0] {
        assert!((t(start + direction * any) - any).abs() < 1e-5);
    }
}

/// A comparison as it stands in a loop or a condition.
type Comparison<T> = fn(&T, &T) -> bool;

/// The same lesson's loop over planes keeps a contact where `rt4>=lamda`, with lamda at 10,000; its
/// loop over cylinders has `<=`.
#[test]
fn the_earliest_contact_is_the_least_time() {
    let ball = Ray::new(Vec3::Y * 9.0, Vec3::NEG_Y);
    let heights = [2.0, 6.0, 4.0];
    let times = heights.map(|height| ball.cast(&Plane::new(Vec3::Y, height)).unwrap().distance);
    let lamda = |keeps: Comparison<f32>| {
        (times.iter()).fold(10_000.0, |lamda, rt4| match keeps(rt4, &lamda) {
            true => *rt4,
            false => lamda,
        })
    };
    assert_eq!(lamda(f32::ge), 10_000.0, "the ball falls through");
    assert_eq!(lamda(f32::le), times[1]);
}

/// The same lesson's loops over its twenty explosions run while `i>20`.
#[test]
fn the_loops_over_explosions_never_begin() {
    let rounds = |goes_on: Comparison<i32>| (0..100).take_while(|i| goes_on(i, &20)).count();
    assert_eq!((rounds(i32::gt), rounds(i32::lt)), (0, 20));
}

/// `FindBallCol()` of the same lesson, with what can be printed or meant.
struct FindBallCol {
    /// `j>NrOfBalls` in the loop over the second ball.
    goes_on: Comparison<usize>,
    /// `>=40` for balls of radius 20.
    touches: Comparison<f32>,
    /// True if the balls are recorded together with their time.
    sets_balls_with_time: bool,
}

impl FindBallCol {
    /// The time and the two balls of the first meeting within `step`; a ball is a center and a
    /// velocity.
    fn run(&self, balls: &[[Vec3; 2]], step: f32) -> Option<(f32, [usize; 2])> {
        let mut first = (10_000.0, [0, 0]);
        for i in 0..balls.len() - 1 {
            let others = (i + 1..2 * balls.len()).take_while(|j| (self.goes_on)(j, &balls.len()));
            for j in others {
                let Some(time) = self.slice(balls[i], balls[j], step) else {
                    continue;
                };
                let is_earlier = time < first.0;
                if is_earlier || !self.sets_balls_with_time {
                    first = (time.min(first.0), [i, j]);
                }
            }
        }
        (first.0 < 10_000.0).then_some(first)
    }

    /// The start of the first of 150 slices at whose end the balls are near enough, seconds.
    fn slice(&self, a: [Vec3; 2], b: [Vec3; 2], step: f32) -> Option<f32> {
        let relative = a[1] - b[1];
        let to_line = (b[0] - a[0]).reject_from(relative).length();
        let times = (0..150).map(|slice| step * slice as f32 / 150.0);
        let mut slices = times.filter(|time| {
            let center = a[0] + relative * (time + step / 150.0);
            (self.touches)(&center.distance(b[0]), &40.0)
        });
        slices.next().filter(|_| to_line <= 40.0)
    }
}

#[test]
fn balls_meet_where_they_are_near_and_the_earliest_are_named() {
    // The time of a step in the lesson.
    const STEP_TIME: f32 = 0.6;
    let at = |x: f32, y: f32, speed: f32| [vec3(x, y, 0.0), Vec3::X * speed];
    // The first two meet before the last two do.
    let balls = [
        at(-61.0, 0.0, 100.0),
        at(61.0, 0.0, -100.0),
        at(-75.0, 500.0, 100.0),
        at(75.0, 500.0, -100.0),
    ];
    let exact = |[a, b]: [usize; 2]| {
        let sphere = |ball: usize| Sphere::new(balls[ball][0], 20.0);
        let motion = |ball: usize| balls[ball][1] * STEP_TIME;
        let impact = sweep_sphere_sphere(&sphere(a), motion(a), &sphere(b), motion(b));
        STEP_TIME * impact.unwrap().fraction
    };
    let is_near = |time: f32| (0.0..=STEP_TIME / 150.0).contains(&(exact([0, 1]) - time));
    assert!(exact([0, 1]) < exact([2, 3]));

    let mut code = FindBallCol {
        goes_on: usize::gt,
        touches: f32::ge,
        sets_balls_with_time: false,
    };
    assert_eq!(code.run(&balls, STEP_TIME), None);
    code.goes_on = usize::lt;
    let (time, _) = code.run(&balls, STEP_TIME).unwrap();
    assert!(time == 0.0 && !is_near(time), "apart is taken for touching");
    code.touches = f32::le;
    let (time, named) = code.run(&balls, STEP_TIME).unwrap();
    assert!(is_near(time) && named == [2, 3], "the last two are named");
    code.sets_balls_with_time = true;
    let (time, named) = code.run(&balls, STEP_TIME).unwrap();
    assert!(is_near(time) && named == [0, 1], "{time} {named:?}");
}
