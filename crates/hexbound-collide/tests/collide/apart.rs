//! The gap or depth of two solid shapes, and rays into solids, compared with parry3d.

use glam::{DVec3, Vec3};
use hexbound_collide::geom::{Ray, Sphere, separation};
use parry3d::query::{Ray as TheirRay, contact, distance};

use crate::{
    any_shape::AnyShape,
    peer::{theirs, vector},
    random::Random,
    support::{any_shape, moved},
};

/// The kinds of bounded shapes, solid ones first.
const KINDS: [usize; 7] = [0, 1, 7, 8, 9, 4, 6];
const SOLID: usize = 5;

/// The separation of two shapes by parry3d: their gap or negative depth, meters, and in an overlap the
/// normal.
fn by_parry(a: &AnyShape, b: &AnyShape) -> Option<(f64, DVec3)> {
    let (a, b) = (theirs(a)?, theirs(b)?);
    let gap = distance(&a.0, &*a.1, &b.0, &*b.1).ok()?;
    if gap.distance > 0.0 {
        return Some((f64::from(gap.distance), DVec3::ZERO));
    }
    let found = contact(&a.0, &*a.1, &b.0, &*b.1, 0.0).ok().flatten()?;
    let normal = Vec3::from_array(found.normal1.to_array());
    Some((f64::from(found.dist), normal.as_dvec3()))
}

/// Where parry3d differs, its own distances of points and of separated shapes, or the shapes' extents
/// along its normal, show that the library is right.
#[test]
fn gaps_and_depths_agree_with_parry_or_are_better() {
    let mut random = Random(67);
    let (mut apart, mut deep, mut better) = (0, 0, 0);
    for pair in 0..SOLID * SOLID * 200 {
        let (first, second) = (pair % SOLID, pair / SOLID % SOLID);
        let [a, b] = [first, second].map(|kind| any_shape(KINDS[kind], &mut random));
        let ours = separation(a.support_map(), b.support_map());
        let Some((gap, normal)) = by_parry(&a, &b) else {
            continue;
        };
        let case = format!("{ours:?} {gap} of kinds {first} and {second}");
        if (ours.distance - gap).abs() < 2e-3 {
            match ours.distance > 0.0 {
                true => apart += 1,
                false => deep += 1,
            }
            continue;
        }
        better += 1;
        if ours.distance > 0.0 {
            assert!(ours.distance < gap, "{case}");
            for (shape, point) in [(&a, ours.on_a), (&b, ours.on_b)] {
                let (at, shape) = theirs(shape).expect("a solid");
                let away = shape.distance_to_point(&at, vector(point.as_vec3()), true);
                assert!(away < 1e-5, "{away} {case}");
            }
        } else if ours.distance > gap {
            let exit = ours.normal * (1e-3 - ours.distance);
            let parted = by_parry(&a, &moved(&b, exit.as_vec3()));
            assert!(parted.is_some_and(|it| it.0 > 0.0), "{parted:?} {case}");
        } else {
            let gap = b.support_map().extent(normal).0 - a.support_map().extent(normal).1;
            assert!(gap < ours.distance + 1e-4, "{gap} {case}");
        }
    }
    assert!(apart > 1000 && deep > 1000, "{apart} and {deep}");
    assert!(better < (apart + deep) / 20, "{better} of {}", apart + deep);
}

#[test]
fn bounds_reach_as_far_as_the_furthest_points() {
    let mut random = Random(79);
    for shape in (0..100).map(|number| any_shape(8 + number % 2, &mut random)) {
        let bounds = shape.bounds().expect("bounds");
        for (index, along) in DVec3::AXES.into_iter().enumerate() {
            let (low, high) = shape.support_map().extent(along);
            assert!(
                (low - f64::from(bounds.min[index])).abs() < 1e-6,
                "{shape:?}"
            );
            assert!(
                (high - f64::from(bounds.max[index])).abs() < 1e-6,
                "{shape:?}"
            );
        }
    }
}

/// No direction shows a wider gap or a lesser depth than the result's normal. The points are at its
/// distance, and shapes that are moved apart along the normal only touch.
#[test]
fn the_answer_is_the_best_of_all_directions() {
    let mut random = Random(73);
    for pair in 0..KINDS.len() * KINDS.len() * 20 {
        let (first, second) = (pair % KINDS.len(), pair / KINDS.len() % KINDS.len());
        let [one, other] = [first, second].map(|kind| any_shape(KINDS[kind], &mut random));
        let (a, b) = (one.support_map(), other.support_map());
        let found = separation(a, b);
        let case = format!("{found:?} of kinds {first} and {second}");
        let gap = |axis: DVec3| b.extent(axis).0 - a.extent(axis).1;
        assert!((gap(found.normal) - found.distance).abs() < 1e-4, "{case}");
        for _ in 0..64 {
            let axis = random.direction().as_dvec3().normalize();
            assert!(gap(axis) <= found.distance + 1e-4, "{axis} {case}");
        }
        let between = found.on_b - found.on_a;
        let off = (between - found.normal * found.distance).length();
        assert!(off < 1e-3, "{off} {case}");
        let parted = moved(&other, (found.normal * (1e-3 - found.distance)).as_vec3());
        let gap = separation(a, parted.support_map()).distance;
        assert!((gap - 1e-3).abs() < 2e-4, "{gap} {case}");
        let dot = random.point(3.0);
        let closest = one.closest_point(dot.as_dvec3()).distance(dot.as_dvec3());
        let of_dot = separation(a, &Sphere::new(dot, 0.0)).distance;
        assert!(
            (of_dot.max(0.0) - closest).abs() < 1e-6,
            "{of_dot} {closest} {one:?}"
        );
        let back = separation(b, a);
        assert!((back.distance - found.distance).abs() < 1e-4, "{case}");
    }
}

#[test]
fn casts_agree_with_parry() {
    let mut random = Random(71);
    for kind in &KINDS[..SOLID] {
        let (mut met, mut passed) = (0, 0);
        for _ in 0..1500 {
            let it = any_shape(*kind, &mut random);
            let (origin, middle) = (random.point(4.0), it.support_map().interior_point());
            let direction = (middle.as_vec3() + random.point(0.8) - origin).normalize();
            let ours = it.cast(&Ray::new(origin, direction));
            let ray = TheirRay::new(vector(origin), vector(direction));
            let (at, shape) = theirs(&it).expect("a solid");
            let by_parry = shape.cast_ray(&at, &ray, 100.0, true);
            let case = format!("{ours:?} {by_parry:?} of {it:?}");
            match (ours, by_parry) {
                (Some(ours), Some(distance)) => {
                    // Where it grazes, single precision is far off along the ray.
                    let slack = 1e-3 / ours.normal.dot(-direction).max(0.02);
                    assert!((ours.distance - distance).abs() < slack, "{case}");
                    met += 1;
                }
                (None, None) => passed += 1,
                (Some(ours), None) => assert!(ours.normal.dot(direction).abs() < 0.05, "{case}"),
                (None, Some(_)) => {
                    let dot = Sphere::new(origin, 0.0);
                    assert!(separation(it.support_map(), &dot).distance > 0.0, "{case}");
                    passed += 1;
                }
            }
        }
        assert!(met > 200 && passed > 200, "{met} {passed}");
    }
}
