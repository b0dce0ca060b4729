//! Every pair of shapes: compared with an oracle that shares only the closest points of single shapes
//! with the pair tests, and checked for general properties.

use glam::{DVec3, Quat, Vec3, vec3};
use hexbound_collide::geom::{Intersects, Obb, Sphere};

use crate::{
    any_shape::{AnyShape, KINDS, SIMPLE},
    random::Random,
    support::{self, any_shape, apart, moved, scaled},
};

/// The number of tests of each pair of kinds.
const ROUNDS: u32 = 1000;

/// The pairs of kinds that the library decides.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    let all = (0..KINDS.len()).flat_map(|first| (0..=first).map(move |second| (first, second)));
    let mut random = Random(2);
    all.filter(move |(first, second)| {
        let a = any_shape(*first, &mut random);
        a.intersects(&any_shape(*second, &mut random)).is_some()
    })
}

pub fn all_pairs(mut test: impl FnMut(&AnyShape, &AnyShape, &mut Random)) {
    let mut random = Random(1);
    for kinds in pairs() {
        each_of(kinds, &mut random, &mut test);
    }
}

fn each_of(
    (first, second): (usize, usize),
    random: &mut Random,
    mut test: impl FnMut(&AnyShape, &AnyShape, &mut Random),
) {
    for _ in 0..ROUNDS {
        let a = any_shape(first, random);
        let b = any_shape(second, random);
        test(&a, &b, random);
    }
}

pub fn touch(a: &AnyShape, b: &AnyShape) -> bool {
    a.intersects(b).expect("a pair that the library decides")
}

/// The distance at which shapes of any extent touch for certain, meters.
const TOUCHING: f64 = 1e-7;

/// Checks a pair against alternating projections. Returns whether the two touch, if that is certain.
fn check(a: &AnyShape, b: &AnyShape, touching: f64) -> Option<bool> {
    let together = apart(a, b).is_together(touching);
    if let Some(together) = together {
        assert_eq!(touch(a, b), together, "{a:?} and {b:?}");
    }
    together
}

#[test]
fn every_pair_agrees_with_projecting_to_and_fro() {
    let mut random = Random(1);
    for (a, b) in pairs() {
        let mut found = Vec::new();
        each_of((a, b), &mut random, |a, b, _| {
            found.extend(check(a, b, TOUCHING));
        });
        let names = (KINDS[a], KINDS[b]);
        // Rays at random places never meet; planes nearly always do.
        let is_met = names == ("ray", "ray") || found.contains(&true);
        assert!(is_met, "{names:?} never together");
        let is_missed = names == ("plane", "plane") || found.contains(&false);
        assert!(is_missed, "{names:?} never apart");
    }
}

#[test]
fn order_size_and_place_of_both_change_nothing() {
    all_pairs(|a, b, random| {
        let here = touch(a, b);
        let [small, large] = [1.0 / 1024.0, 4096.0].map(|by| touch(&scaled(a, by), &scaled(b, by)));
        assert_eq!([here; 3], [touch(b, a), small, large], "{a:?} and {b:?}");
        // A step on a grid is exact in single precision.
        let step = vec3(random.fraction(), random.fraction(), random.fraction()) * 64.0;
        let step = (step * 16.0).round() / 16.0;
        let (there_a, there_b) = (moved(a, step), moved(b, step));
        let there = apart(&there_a, &there_b).is_together(TOUCHING);
        // The offsets of a moved frustum and plane are rounded.
        if there.is_some() && apart(a, b).is_together(TOUCHING) == there {
            assert_eq!(here, touch(&there_a, &there_b), "{a:?} and {b:?}");
        }
    });
}

#[test]
fn a_shape_touches_the_ball_that_reaches_its_closest_point() {
    let mut random = Random(7);
    for kind in 0..KINDS.len() - 4 {
        for _ in 0..2 * ROUNDS {
            let shape = any_shape(kind, &mut random);
            let center = random.point(4.0);
            let near = shape.closest_point(center.as_dvec3());
            let distance = near.distance(center.as_dvec3()) as f32;
            let ball = |radius: f32| AnyShape::from(Sphere::new(center, radius));
            assert!(touch(&ball(distance * 1.0001 + 1e-6), &shape), "{shape:?}");
            if distance > 1e-3 {
                assert!(!touch(&ball(distance * 0.999), &shape), "{shape:?}");
            }
        }
    }
}

#[test]
fn closest_points_are_closer_than_any_other() {
    let mut random = Random(11);
    for kind in 0..KINDS.len() {
        for _ in 0..40 {
            let shape = any_shape(kind, &mut random);
            let point = random.point(5.0).as_dvec3();
            let near = shape.closest_point(point);
            let again = shape.closest_point(near);
            // The axis of a capsule or a cylinder is a unit in single precision.
            let slack = if kind < 8 { 1e-9 } else { 1e-6 };
            assert!(again.distance(near) < slack, "{shape:?}: not its own");
            for _ in 0..60 {
                let other = support::point_of(&shape, &mut random);
                let lead = near.distance(point) - other.distance(point);
                assert!(lead < 1e-5, "{shape:?}: {other} leads {near} to {point}");
            }
        }
    }
}

#[test]
fn shapes_without_extent_or_sense_are_answered() {
    let odd = support::odd_shapes();
    let mut random = Random(3);
    for a in &odd {
        let ordinary = (0..KINDS.len()).map(|kind| any_shape(kind, &mut random));
        for b in ordinary.chain(odd.iter().cloned()) {
            let there = a.intersects(&b);
            assert_eq!(there, b.intersects(a), "{a:?} and {b:?}");
            if !a.is_valid() {
                assert_ne!(there, Some(true), "{a:?} is not valid");
            }
        }
    }
}

#[test]
fn points_of_every_kind_touch_where_they_coincide() {
    let place = vec3(1.0, -2.0, 0.5);
    let here = support::points_at(place);
    let there = support::points_at(place + Vec3::X * 1e-5);
    for a in &here {
        for b in &here {
            assert_ne!(a.intersects(b), Some(false), "together: {a:?} and {b:?}");
        }
        for b in &there {
            assert_ne!(a.intersects(b), Some(true), "apart: {a:?} and {b:?}");
        }
    }
    assert_eq!(here[0].closest_point(DVec3::ZERO), place.as_dvec3());
}

#[test]
fn touching_counts_and_a_micrometer_does_not() {
    for a in support::unit_shapes(1.0) {
        for b in support::unit_shapes(-1.0) {
            if a.intersects(&b).is_none() {
                continue;
            }
            let together = moved(&b, Vec3::X * 2.0);
            assert!(touch(&a, &together), "{a:?} and {together:?}");
            let planes = [&a, &b].map(|shape| matches!(shape, AnyShape::Plane(_)));
            if planes != [true, true] {
                let nearer = moved(&b, Vec3::X * 1.999);
                assert!(touch(&a, &nearer), "{a:?} and {b:?} nearer");
            }
            let beyond = moved(&b, Vec3::X * (2.0 + 1e-6));
            assert!(!touch(&a, &beyond), "{a:?} and {beyond:?}");
        }
    }
}

/// The rows `| a | b | function | method | source |` of the table in docs/shapes.md.
fn table() -> Vec<[String; 5]> {
    let text = include_str!("../../docs/shapes.md");
    let rows = text.lines().filter(|line| line.contains("`intersects_"));
    let rows = rows.map(|row| {
        let cells = row.trim().trim_matches('|').split('|');
        let cells: Vec<String> = cells.map(|cell| cell.trim().to_owned()).collect();
        cells.try_into().expect("a row of five cells")
    });
    rows.collect()
}

#[test]
fn the_table_names_every_pair_and_its_function() {
    let code = include_str!("../../src/geom/pairs/mod.rs");
    let table = table();
    for (first, second) in pairs() {
        let (first, second) = (KINDS[first], KINDS[second]);
        let is_of = |a: &String, b: &String| (&**a, &**b) == (first, second);
        let row = table.iter().find(|[a, b, ..]| is_of(a, b) || is_of(b, a));
        let Some([a, b, function, method, source]) = row else {
            panic!("docs/shapes.md has no row for {first} and {second}");
        };
        assert_eq!(*function, format!("`intersects_{a}_{b}`"));
        assert!(!method.is_empty() && !source.is_empty(), "{a} and {b}");
        let name = function.trim_matches('`');
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(words.any(|word| word == name), "{name} is not called");
    }
    assert_eq!(table.len(), pairs().count(), "a row that names no pair");
    let simple = pairs().filter(|(first, second)| *first < SIMPLE && *second < SIMPLE);
    assert_eq!(
        (pairs().count(), simple.count()),
        (27, 21),
        "pairs are missing"
    );
}

/// The test by faces alone misses no contact, and accepts few boxes that are apart.
#[test]
fn boxes_that_touch_may_touch_by_their_faces_alone() {
    let mut random = Random(23);
    let (mut touching, mut apart_for_certain, mut faces_alone) = (0, 0, 0);
    for _ in 0..4000 {
        let mut any = || Obb::new(random.point(2.0), random.sizes(), random.rotation());
        let (a, b) = (any(), any());
        match (a.may_touch(&b), a.intersects(&b)) {
            (true, true) => touching += 1,
            (true, false) => faces_alone += 1,
            (false, false) => apart_for_certain += 1,
            (false, true) => panic!("missed: {a:?} and {b:?}"),
        }
        assert_eq!(a.may_touch(&b), b.may_touch(&a));
    }
    assert!(touching > 1000, "{touching}");
    assert!(apart_for_certain > 500, "{apart_for_certain}");
    assert!((1..400).contains(&faces_alone), "{faces_alone}");
    let nowhere = Obb::new(Vec3::NAN, Vec3::ONE, Quat::IDENTITY);
    assert!(!nowhere.may_touch(&nowhere));
}

/// Shapes far away, where single precision has a spacing of 1 mm, and squeezed shapes.
#[test]
fn odd_places_and_forms_agree_with_projecting_to_and_fro() {
    let far = vec3(9_000.0, -300.0, 7_500.0);
    let mut found = Vec::new();
    all_pairs(|a, b, random| {
        if random.fraction() >= 0.8 {
            check(&moved(a, far), &moved(b, far), TOUCHING);
        }
        let a = support::squeezed(a.clone(), random);
        let b = match random.fraction() {
            roll if roll < 0.5 => b.clone(),
            _ => support::squeezed(b.clone(), random),
        };
        found.extend(check(&a, &b, 0.0));
    });
    let together = found.iter().filter(|it| **it).count();
    let separate = found.len() - together;
    let is_enough = together > 1000 && separate > 1000;
    assert!(is_enough, "{together} and {separate}");
}
