//! First contacts with whole meshes, compared with the judge's and, for balls, parry3d's.

use glam::{DVec3, Vec3};
use hexbound_collide::{Body, CollisionMesh, Hit};
use parry3d::{
    math::Pose,
    query::{ShapeCastOptions, cast_shapes},
    shape::{Ball, TriMesh},
};

use crate::{ROOM, Random, Shape, built, clean_start, scenes};

/// The tolerance of a judged contact, meters.
const SLACK: f64 = 1e-5;

fn sweep(mesh: &CollisionMesh, body: Body, from: DVec3, to: DVec3) -> Option<Hit> {
    mesh.sweep(body, from, to).expect("a sensible move")
}

#[test]
fn first_contacts_are_where_the_judge_sees_them() {
    let mut met = 0;
    for seed in 0..60 {
        let mut random = Random(seed);
        let (mesh, judged) = built(&scenes::scene(&mut random), DVec3::ZERO);
        for _ in 0..20 {
            let shape = Shape::random(&mut random);
            let start = clean_start(&mut random, &judged, &shape, (DVec3::ZERO, ROOM - 2.0));
            let (Some(start), motion) = (start, random.point(12.0)) else {
                continue;
            };
            let hit = sweep(&mesh, shape.body, start, start + motion);
            let end = hit.map_or(1.0, |hit| hit.fraction);
            let touches = |t: f64, margin| shape.touches(&judged, start + motion * t, margin);
            let case = format!(
                "seed {seed}, {:?} from {start} by {motion}: {hit:?}",
                shape.body
            );
            let is_late = (0..100).any(|step| touches(end * f64::from(step) / 100.0, -SLACK));
            assert!(!is_late, "late: {case}");
            assert!(hit.is_none() || touches(end, SLACK), "early: {case}");
            met += u32::from(hit.is_some());
        }
    }
    assert!(met > 300, "{met}");
}

#[test]
fn balls_meet_what_parry_says_they_meet() {
    let (mut hits, mut apart) = (0, 0);
    for seed in 0..40 {
        let mut random = Random(seed);
        let (mesh, judged) = built(&scenes::scene(&mut random), DVec3::ZERO);
        let single = |corner: DVec3| corner.as_vec3();
        let vertices = judged.iter().flatten().copied().map(single).collect();
        let indices = (0..judged.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
        let theirs = TriMesh::new(vertices, indices.collect()).expect("triangles");
        for _ in 0..40 {
            let radius = random.between(0.1, 0.5) as f32;
            let ball = |more: f32| Body::sphere(radius + more).expect("a ball");
            let from = random.point(ROOM - 2.0).as_vec3();
            let motion = random.point(6.0).as_vec3();
            if !mesh.is_free(ball(0.01), from) {
                continue;
            }
            let cast = cast_shapes(
                &Pose::translation(from.x, from.y, from.z),
                motion,
                &Ball::new(radius),
                &Pose::identity(),
                Vec3::ZERO,
                &theirs,
                ShapeCastOptions::with_max_time_of_impact(1.0),
            );
            let expected = cast.expect("two shapes").map(|hit| hit.time_of_impact);
            let meets = |more: f32| {
                let (from, motion) = (from.as_dvec3(), motion.as_dvec3());
                sweep(&mesh, ball(more), from, from + motion)
            };
            let case = format!("seed {seed}, {radius} from {from} by {motion}: {expected:?}");
            match (expected, meets(0.0)) {
                (Some(time), Some(hit)) => {
                    hits += 1;
                    let off = (time - hit.fraction as f32).abs() * motion.length();
                    apart += u32::from(off > 1e-3);
                }
                // A touch within rounding of grazing or of the end may go either way.
                (Some(_), None) => assert!(meets(2e-3).is_some(), "missed: {case}"),
                (None, Some(hit)) => {
                    let grazes = meets(-2e-3).is_none() || hit.fraction > 1.0 - 2e-3;
                    assert!(grazes, "{case} and {hit:?}");
                }
                (None, None) => {}
            }
        }
    }
    assert!(hits > 300 && apart < hits / 20, "{hits} {apart}");
}
