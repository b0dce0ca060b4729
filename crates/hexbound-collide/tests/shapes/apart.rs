//! How far apart or how deep two solid shapes are, and rays into them, against parry3d.

use glam::{DVec3, Quat, Vec3, vec3};
use hexbound_collide::geom::{
    Aabb, Capsule, Cylinder, Obb, Ray, RayCast, Sphere, SupportMap, separation,
};
use parry3d::{
    query::{Ray as TheirRay, contact, distance},
    shape::SharedShape,
};

use crate::{
    peer::{pose, vector},
    random::Random,
};

trait Solid: SupportMap + RayCast {}

impl<S: SupportMap + RayCast> Solid for S {}

/// A shape of the library, and the same of parry3d at its place.
struct Twin {
    ours: Box<dyn Solid>,
    at: Vec3,
    turn: Quat,
    theirs: SharedShape,
}

const KINDS: usize = 5;

fn twin(kind: usize, random: &mut Random) -> Twin {
    let (at, axis, turn) = (random.point(1.5), random.direction(), random.rotation());
    let (radius, half_length) = (random.within(0.2, 0.9), random.within(0.2, 0.9));
    let half = vec3(radius, half_length, random.within(0.2, 0.9));
    let upright = Quat::from_rotation_arc(Vec3::Y, axis);
    let capsule = Capsule {
        center: at,
        axis,
        radius,
        half_length,
    };
    let cylinder = Cylinder {
        center: at,
        axis,
        radius,
        half_length,
    };
    let cuboid = SharedShape::cuboid(half.x, half.y, half.z);
    let (ours, theirs): (Box<dyn Solid>, _) = match kind {
        0 => (Box::new(Sphere::new(at, radius)), SharedShape::ball(radius)),
        1 => (Box::new(Aabb::new(at - half, at + half)), cuboid),
        2 => (Box::new(Obb::new(at, half, turn)), cuboid),
        3 => (
            Box::new(capsule),
            SharedShape::capsule_y(half_length, radius),
        ),
        _ => (
            Box::new(cylinder),
            SharedShape::cylinder(half_length, radius),
        ),
    };
    let turn = [Quat::IDENTITY, Quat::IDENTITY, turn, upright, upright][kind];
    Twin {
        ours,
        at,
        turn,
        theirs,
    }
}

/// The answer of parry3d about two shapes, of which the second is moved: their gap, or how deep they are, and
/// the way that is to part them.
fn by_parry(a: &Twin, b: &Twin, moved: Vec3) -> Option<(f64, DVec3)> {
    let poses = [pose(a.at, a.turn), pose(b.at + moved, b.turn)];
    let gap = distance(&poses[0], &*a.theirs, &poses[1], &*b.theirs).ok()?;
    if gap.distance > 0.0 {
        return Some((f64::from(gap.distance), DVec3::ZERO));
    }
    let found = contact(&poses[0], &*a.theirs, &poses[1], &*b.theirs, 0.0);
    let found = found.ok().flatten()?;
    let normal = Vec3::from_array(found.normal1.to_array());
    Some((f64::from(found.dist), normal.as_dvec3()))
}

/// Where parry3d differs, its own answers about points and about parted shapes, or the shapes' furthest
/// points along its way, show that the other answer is right.
#[test]
fn gaps_and_depths_agree_with_parry_or_are_better() {
    let mut random = Random(67);
    let (mut apart, mut deep, mut better) = (0, 0, 0);
    for pair in 0..KINDS * KINDS * 200 {
        let (first, second) = (pair % KINDS, pair / KINDS % KINDS);
        let (a, b) = (twin(first, &mut random), twin(second, &mut random));
        let ours = separation(&*a.ours, &*b.ours);
        let Some((theirs, their_way)) = by_parry(&a, &b, Vec3::ZERO) else {
            continue;
        };
        let said = format!("{ours:?} {theirs} of kinds {first} and {second}");
        if (ours.distance - theirs).abs() < 2e-3 {
            match ours.distance > 0.0 {
                true => apart += 1,
                false => deep += 1,
            }
            continue;
        }
        better += 1;
        if ours.distance > 0.0 {
            assert!(ours.distance < theirs, "{said}");
            for (twin, point) in [(&a, ours.on_a), (&b, ours.on_b)] {
                let at = pose(twin.at, twin.turn);
                let away = (twin.theirs).distance_to_point(&at, vector(point.as_vec3()), true);
                assert!(away < 1e-5, "{away} {said}");
            }
        } else if ours.distance > theirs {
            let way = ours.normal * (1e-3 - ours.distance);
            let parted = by_parry(&a, &b, way.as_vec3());
            assert!(parted.is_some_and(|it| it.0 > 0.0), "{parted:?} {said}");
        } else {
            let gap = b.ours.extent(their_way).0 - a.ours.extent(their_way).1;
            assert!(gap < ours.distance + 1e-4, "{gap} {said}");
        }
    }
    assert!(apart > 1000 && deep > 1000, "{apart} and {deep}");
    assert!(better < (apart + deep) / 20, "{better} of {}", apart + deep);
}

#[test]
fn casts_agree_with_parry() {
    let mut random = Random(71);
    for kind in 0..KINDS {
        let (mut met, mut passed) = (0, 0);
        for _ in 0..1500 {
            let it = twin(kind, &mut random);
            let (origin, target) = (random.point(4.0), it.at + random.point(0.8));
            let direction = (target - origin).normalize();
            let ours = Ray::new(origin, direction).cast(&*it.ours);
            let ray = TheirRay::new(vector(origin), vector(direction));
            let theirs = it.theirs.cast_ray(&pose(it.at, it.turn), &ray, 100.0, true);
            let said = format!("{ours:?} {theirs:?} of kind {kind}");
            match (ours, theirs) {
                (Some(ours), Some(theirs)) => {
                    // Where it grazes, single precision is far off along the ray.
                    let slack = 1e-3 / ours.normal.dot(-direction).max(0.02);
                    assert!((ours.distance - theirs).abs() < slack, "{said}");
                    met += 1;
                }
                (None, None) => passed += 1,
                (Some(ours), None) => assert!(ours.normal.dot(direction).abs() < 0.05, "{said}"),
                (None, Some(_)) => {
                    let dot = Sphere::new(origin, 0.0);
                    assert!(separation(&*it.ours, &dot).distance > 0.0, "{said}");
                    passed += 1;
                }
            }
        }
        assert!(met > 200 && passed > 200, "{met} {passed}");
    }
}
