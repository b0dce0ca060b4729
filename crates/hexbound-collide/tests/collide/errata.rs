//! Misprints in documents that the library's ideas come from. Each listing is written down here twice: as it is
//! printed, which fails against the library, and as its author means it, which agrees.

use glam::{DVec3, Vec3, vec3};
use hexbound_collide::{
    ArticleDistance, Body, CollisionMesh, Mover, SKIN, SlideRule,
    geom::{Aabb, Plane, Ray},
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

/// "A Collision Detection Solution for 3D Games" prints p3 = p0 + vD.Dot(tangent), a point and a
/// number. The number is the length to go along the tangent, which has to be a unit vector.
#[test]
fn the_slide_goes_along_a_unit_tangent() {
    // A wall that leans away by half its height, and is turned to the way.
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

/// The Chinese edition of NeHe lesson 30 puts the point on the ray for the point of the plane into
/// its formula for t; its code takes the plane's.
#[test]
fn the_distance_to_a_plane_comes_from_a_point_of_the_plane() {
    let (start, direction) = (vec3(1.0, 5.0, 2.0), vec3(0.6, -0.8, 0.0));
    let (normal, of_plane) = (Vec3::Y, vec3(4.0, 1.0, -3.0));
    let t = |point: Vec3| normal.dot(point - start) / normal.dot(direction);
    let ray = Ray::new(start, direction);
    let hit = ray.cast(&Plane::new(normal, normal.dot(of_plane))).unwrap();
    assert!((t(of_plane) - hit.distance).abs() < 1e-6);
    // A point on the ray gives back how far along the ray it was taken, whatever the plane.
    for any in [1.0, 7.0] {
        assert!((t(start + direction * any) - any).abs() < 1e-5);
    }
}

/// The same lesson's loop over planes keeps a contact where `rt4>=lamda`, with lamda at 10,000; its
/// loop over cylinders has `<=`.
#[test]
fn the_earliest_contact_is_the_least_time() {
    let ball = Ray::new(Vec3::Y * 9.0, Vec3::NEG_Y);
    let heights = [2.0, 6.0, 4.0];
    let times = heights.map(|height| ball.cast(&Plane::new(Vec3::Y, height)).unwrap().distance);
    let lamda = |keeps: fn(&f32, &f32) -> bool| {
        (times.iter()).fold(10_000.0, |lamda, rt4| match keeps(rt4, &lamda) {
            true => *rt4,
            false => lamda,
        })
    };
    assert_eq!(lamda(f32::ge), 10_000.0, "the ball falls through");
    assert_eq!(lamda(f32::le), times[1]);
}
