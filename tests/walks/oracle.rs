//! The swept query against others: brute force in double precision, and parry3d.

use glam::{DVec3, Vec3};
use hexbound_base::random::Random;
use hexbound_collide::{Body, CollisionMesh, Hit};
use hexbound_level::Level;
use parry3d::{
    math::Pose,
    query::{ShapeCastOptions, cast_shapes},
    shape::{Ball, TriMesh},
};
use test_support::{
    foreign_data,
    triangle::{Triangle, point_triangle_distance},
};

use crate::skip;

/// A point in the level or up to a meter beside it.
fn near(level: &Level, random: &mut Random) -> Vec3 {
    random.inside(level.bounds.min - 1.0, level.bounds.max + 1.0)
}

fn direction(random: &mut Random) -> Vec3 {
    loop {
        let v = random.inside(Vec3::NEG_ONE, Vec3::ONE);
        if v.length() > 0.1 && v.length() <= 1.0 {
            return v.normalize();
        }
    }
}

fn distance_to_triangle(corners: [DVec3; 3]) -> f64 {
    point_triangle_distance(DVec3::ZERO, &Triangle(corners))
}

/// The least scaled distance between the body's center and a triangle on the way (1 touches): the
/// distance is convex along it, so a ternary search finds it.
fn least_distance(mesh: &CollisionMesh, body: Body, triangle: u32, from: Vec3, to: Vec3) -> f64 {
    let axes = body.half_extents().as_dvec3();
    let corners = mesh.corners(triangle).map(Vec3::as_dvec3);
    let at = |t: f64| {
        let center = from.as_dvec3().lerp(to.as_dvec3(), t);
        distance_to_triangle(corners.map(|corner| (corner - center) / axes))
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..90 {
        let third = (high - low) / 3.0;
        if at(low + third) < at(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    at((low + high) * 0.5).min(at(0.0)).min(at(1.0))
}

/// Whatever the planes reject, the oracle must not touch; and each plane must reject something.
fn planes_reject_nothing_that_is_touched(level: &Level, moves: u32) {
    let mesh = &level.collision;
    let mut random = Random::new(7);
    let mut counters = hexbound_collide::Counters::default();
    let mut touched = 0;
    for step in 0..moves {
        let body = match step % 3 {
            0 => Body::sphere(0.15),
            _ => Body::ellipsoid(0.4, 0.9),
        };
        let body = body.unwrap();
        let from = near(level, &mut random);
        let to = from + direction(&mut random) * [0.05, 0.5, 8.0][step as usize % 3];
        let region = body.swept_bounds(from, to).grown(Vec3::splat(0.3));
        for triangle in mesh.triangles_near(region) {
            let prism = mesh.prism(triangle);
            let rejection = prism.rejecting_plane(&body, from.as_dvec3(), to.as_dvec3());
            counters.count(rejection);
            let least = least_distance(mesh, body, triangle, from, to);
            touched += u32::from(least <= 1.0);
            let case = format!("{rejection:?} rejects {triangle}, {least} from {from} to {to}");
            assert!(rejection.is_none() || least > 1.0, "{case}");
        }
    }
    let case = format!("{}: {touched} touched, {counters:?}", level.name);
    assert!(touched > 20 && counters.rejected_s > 0, "{case}");
    let all_reject = counters.rejected_ps.iter().all(|count| *count > 0);
    assert!(all_reject, "{case}");
}

#[test]
fn the_planes_reject_nothing_that_is_touched_on_generated_scenes() {
    for name in ["terrain", "wedge", "pillar", "stairs"] {
        planes_reject_nothing_that_is_touched(&hexbound_scenes::named(name).unwrap(), 1500);
    }
}

#[test]
fn the_planes_reject_nothing_that_is_touched_on_a_real_level() {
    let path = foreign_data().join("levels/openarena-oa_dm1/oa_dm1.glb");
    if skip::has_data(&path) {
        planes_reject_nothing_that_is_touched(&hexbound_level::load(path).unwrap(), 1500);
    }
}

/// The earliest contact by brute force: the first sample of a fine march that touches, refined.
fn first_contact(mesh: &CollisionMesh, body: Body, from: Vec3, to: Vec3) -> Option<f64> {
    let axes = body.half_extents().as_dvec3();
    let distance = |t: f64| {
        let center = from.as_dvec3().lerp(to.as_dvec3(), t);
        let scaled = |corner: Vec3| (corner.as_dvec3() - center) / axes;
        let triangles = (0..mesh.len() as u32).map(|it| mesh.corners(it).map(scaled));
        let distances = triangles.map(distance_to_triangle);
        distances.fold(f64::INFINITY, f64::min)
    };
    // Going on by the distance that is left, in the scaled space, never passes a contact.
    let length = ((to - from).as_dvec3() / axes).length();
    let mut t = 0.0;
    while t <= 1.0 {
        let gap = distance(t) - 1.0;
        if gap < 1e-7 {
            return Some(t);
        }
        t += gap / length;
    }
    None
}

fn sweep(mesh: &CollisionMesh, body: Body, from: Vec3, to: Vec3) -> Option<Hit> {
    let hit = mesh.sweep(body, from.as_dvec3(), to.as_dvec3());
    hit.expect("a sensible move")
}

#[test]
fn the_first_contact_is_brute_forces() {
    let mut random = Random::new(11);
    let mut hits = 0;
    for round in 0..120 {
        let mut corner = |_| direction(&mut random) * 3.0 * random.fraction();
        let corners: Vec<Vec3> = (0..24).map(&mut corner).collect();
        let triangles: Vec<[u32; 3]> = (0..8).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        let mesh = CollisionMesh::build(&corners, &triangles).unwrap();
        let body =
            Body::ellipsoid(0.2 + 0.3 * random.fraction(), 0.2 + 0.9 * random.fraction()).unwrap();
        let from = direction(&mut random) * 6.0;
        let to = -from + direction(&mut random) * 2.0;
        let expected = first_contact(&mesh, body, from, to);
        let found = sweep(&mesh, body, from, to);
        match (expected, found) {
            (Some(expected), Some(found)) => {
                hits += 1;
                let off = (expected - found.fraction).abs();
                assert!(off < 1e-5, "round {round}: {expected}, {found:?}");
            }
            (None, None) => {}
            other => panic!("round {round}: {other:?}"),
        }
    }
    assert!(hits > 60);
}

#[test]
fn spheres_meet_what_parry_says_they_meet() {
    let level = hexbound_scenes::named("wedge").unwrap();
    let mesh = &level.collision;
    let triangles = 0..mesh.len() as u32;
    let vertices: Vec<Vec3> = triangles.clone().flat_map(|t| mesh.corners(t)).collect();
    let indices = triangles.map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let theirs = TriMesh::new(vertices, indices).unwrap();
    let mut random = Random::new(3);
    let (mut hits, mut decided) = (0, 0);
    for _ in 0..2000 {
        let radius = 0.1 + 0.4 * random.fraction();
        let from = near(&level, &mut random);
        let motion = direction(&mut random) * (0.1 + 6.0 * random.fraction());
        let ball = |radius| Body::sphere(radius).unwrap();
        if !mesh.is_free(ball(radius + 0.01), from) {
            continue;
        }
        let options = ShapeCastOptions {
            max_time_of_impact: 1.0,
            ..ShapeCastOptions::default()
        };
        let expected = cast_shapes(
            &Pose::translation(from.x, from.y, from.z),
            motion,
            &Ball::new(radius),
            &Pose::identity(),
            Vec3::ZERO,
            &theirs,
            options,
        )
        .unwrap()
        .map(|hit| f64::from(hit.time_of_impact));
        let found = sweep(mesh, ball(radius), from, from + motion);
        let length = f64::from(motion.length());
        match (expected, found) {
            (Some(time), Some(hit)) => {
                hits += 1;
                // Where the two differ by a millimeter, brute force decides.
                if (time - hit.fraction).abs() * length > 1e-3 {
                    let exact = first_contact(mesh, ball(radius), from, from + motion).unwrap();
                    let off = (exact - hit.fraction).abs();
                    assert!(off < 1e-5, "{time}, {exact} and {hit:?}");
                    decided += 1;
                }
            }
            (None, None) => {}
            // A touch within rounding of grazing or of the end may go either way.
            (Some(time), None) => {
                let place = from + motion * time as f32;
                let is_free = mesh.is_free(ball(radius - 2e-3), place);
                assert!(is_free, "missed at {time}");
                let wider = sweep(mesh, ball(radius + 2e-3), from, from + motion);
                assert!(wider.is_some());
            }
            (None, Some(hit)) => {
                let grazes = sweep(mesh, ball(radius - 2e-3), from, from + motion).is_none();
                assert!(grazes || hit.fraction > 1.0 - 2e-3, "parry misses {hit:?}");
            }
        }
    }
    assert!(hits > 200 && decided < hits / 4, "{hits} {decided}");
}
