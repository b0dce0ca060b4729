//! Every pair of the eleven shapes: against an oracle that shares nothing with the pair tests but
//! the closest points of single shapes, and by what always has to hold.

use crate::support;
use crate::support::{Apart, Dice, KINDS, any_shape, apart, closest, moved, scaled};
use glam::{DVec3, Vec3};
use hexbound_collide::geom::{Intersects, Shape, Sphere};

/// Per pair of kinds.
const ROUNDS: u32 = 1000;

fn all_pairs(mut ask: impl FnMut(&Shape, &Shape, &mut Dice)) {
    let mut dice = Dice::new(1);
    for first in 0..KINDS.len() {
        for second in 0..=first {
            for _ in 0..ROUNDS {
                let a = any_shape(first, &mut dice);
                let b = any_shape(second, &mut dice);
                ask(&a, &b, &mut dice);
            }
        }
    }
}

#[test]
fn every_pair_agrees_with_projecting_to_and_fro() {
    let (mut together, mut separate) = ([[0; 11]; 11], [[0; 11]; 11]);
    all_pairs(|a, b, _| {
        let (a_kind, b_kind) = (support::kind(a), support::kind(b));
        let gap = apart(a, b);
        if gap.together() {
            assert!(a.intersects(b), "together: {a:?} and {b:?}");
            together[a_kind][b_kind] += 1;
        } else if gap.separate() {
            assert!(!a.intersects(b), "apart: {a:?} and {b:?}");
            separate[a_kind][b_kind] += 1;
        }
    });
    for a in 0..KINDS.len() {
        for b in 0..=a {
            let (together, separate) = (together[a][b], separate[a][b]);
            let names = (KINDS[a], KINDS[b]);
            // Thin shapes at random places never meet; planes nearly always do.
            let thin = ["ray", "segment"];
            if !(thin.contains(&KINDS[a]) && thin.contains(&KINDS[b])) {
                assert!(together > 0, "{names:?} never together");
            }
            if names != ("plane", "plane") {
                assert!(separate > 0, "{names:?} never apart");
            }
        }
    }
}

#[test]
fn either_order_gives_the_same() {
    all_pairs(|a, b, _| {
        assert_eq!(a.intersects(b), b.intersects(a), "{a:?} and {b:?}");
    });
}

#[test]
fn moving_both_changes_nothing() {
    all_pairs(|a, b, dice| {
        // On a grid that single precision holds there and here.
        let step = Vec3::new(dice.roll(), dice.roll(), dice.roll()) * 64.0;
        let step = (step * 16.0).round() / 16.0;
        let (there_a, there_b) = (moved(a, step), moved(b, step));
        let gaps = [apart(a, b), apart(&there_a, &there_b)];
        // A frustum and a plane are not quite the same elsewhere: their offsets are rounded.
        if gaps.iter().all(Apart::together) || gaps.iter().all(Apart::separate) {
            assert_eq!(
                a.intersects(b),
                there_a.intersects(&there_b),
                "{a:?} and {b:?}"
            );
        }
    });
}

#[test]
fn a_shape_touches_the_ball_that_reaches_its_closest_point() {
    let mut dice = Dice::new(7);
    for kind in 0..KINDS.len() {
        for _ in 0..2 * ROUNDS {
            let shape = any_shape(kind, &mut dice);
            let center = dice.point(4.0);
            let distance = closest(&shape, center.as_dvec3()).distance(center.as_dvec3()) as f32;
            let ball = |radius: f32| Shape::from(Sphere::new(center, radius));
            assert!(
                ball(distance * 1.0001 + 1e-6).intersects(&shape),
                "{shape:?}"
            );
            if distance > 1e-3 {
                assert!(!ball(distance * 0.999).intersects(&shape), "{shape:?}");
            }
        }
    }
}

#[test]
fn closest_points_are_closer_than_any_other() {
    let mut dice = Dice::new(11);
    for kind in 0..KINDS.len() {
        for _ in 0..40 {
            let shape = any_shape(kind, &mut dice);
            let point = dice.point(5.0).as_dvec3();
            let near = closest(&shape, point);
            assert!(
                closest(&shape, near).distance(near) < 1e-9,
                "{shape:?}: not its own"
            );
            for _ in 0..60 {
                let other = support::point_of(&shape, &mut dice);
                let lead = near.distance(point) - other.distance(point);
                assert!(
                    lead < 1e-5,
                    "{shape:?}: {other} is nearer to {point} than {near}"
                );
            }
        }
    }
}

#[test]
fn shapes_without_extent_or_sense_are_answered() {
    let odd = support::odd_shapes();
    let mut dice = Dice::new(3);
    for a in &odd {
        for kind in 0..KINDS.len() {
            let b = any_shape(kind, &mut dice);
            assert_eq!(a.intersects(&b), b.intersects(a));
        }
        for b in &odd {
            assert_eq!(a.intersects(b), b.intersects(a), "{a:?} and {b:?}");
            if !support::is_valid(a) {
                assert!(!a.intersects(b), "{a:?} is not valid");
            }
        }
    }
}

#[test]
fn points_of_every_kind_touch_where_they_coincide() {
    let place = Vec3::new(1.0, -2.0, 0.5);
    let here = support::points_at(place);
    let there = support::points_at(place + Vec3::X * 1e-3);
    for a in &here {
        for b in &here {
            assert!(a.intersects(b), "together: {a:?} and {b:?}");
        }
        for b in &there {
            assert!(!a.intersects(b), "apart: {a:?} and {b:?}");
        }
    }
    assert_eq!(closest(&here[0], DVec3::ZERO), place.as_dvec3());
}

#[test]
fn touching_counts_and_a_micrometre_does_not() {
    for a in support::unit_shapes(1.0) {
        for b in support::unit_shapes(-1.0) {
            let together = moved(&b, Vec3::X * 2.0);
            assert!(a.intersects(&together), "{a:?} and {together:?}");
            let planes = [&a, &b].map(|shape| matches!(shape, Shape::Plane(_)));
            if planes != [true, true] {
                assert!(
                    a.intersects(&moved(&b, Vec3::X * 1.999)),
                    "{a:?} and {b:?} nearer"
                );
            }
            let beyond = moved(&b, Vec3::X * (2.0 + 1e-6));
            assert!(!a.intersects(&beyond), "{a:?} and {beyond:?}");
        }
    }
}

#[test]
fn size_does_not_matter() {
    all_pairs(|a, b, _| {
        let [here, small, large] =
            [1.0, 1.0 / 1024.0, 4096.0].map(|by| scaled(a, by).intersects(&scaled(b, by)));
        assert_eq!([here; 2], [small, large], "{a:?} and {b:?}");
    });
}

#[test]
fn shapes_far_away_agree_with_projecting_to_and_fro() {
    // Single precision is spaced 1 mm out there; the shapes are what that makes of them.
    let far = Vec3::new(9_000.0, -300.0, 7_500.0);
    all_pairs(|a, b, dice| {
        if dice.roll() < 0.8 {
            return;
        }
        let (a, b) = (moved(a, far), moved(b, far));
        let gap = apart(&a, &b);
        if gap.together() {
            assert!(a.intersects(&b), "together: {a:?} and {b:?}");
        } else if gap.separate() {
            assert!(!a.intersects(&b), "apart: {a:?} and {b:?}");
        }
    });
}

/// The rows `| a | b | function | method | source |` of the table in docs/shapes.md.
fn table() -> Vec<[String; 5]> {
    let text = include_str!("../../docs/shapes.md");
    let rows = text.lines().filter(|line| line.contains("`intersects_"));
    rows.map(|row| {
        let cells: Vec<String> = row
            .trim()
            .trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect();
        cells.try_into().expect("a row of five cells")
    })
    .collect()
}

#[test]
fn the_table_names_every_pair_and_its_function() {
    let code = include_str!("../../src/geom/pairs/mod.rs");
    let table = table();
    for (index, first) in KINDS.iter().enumerate() {
        for second in &KINDS[..=index] {
            let row = table
                .iter()
                .find(|[a, b, ..]| (a == first && b == second) || (a == second && b == first));
            let Some([a, b, function, method, source]) = row else {
                panic!("docs/shapes.md has no row for {first} and {second}");
            };
            assert_eq!(*function, format!("`intersects_{a}_{b}`"));
            assert!(!method.is_empty() && !source.is_empty(), "{a} and {b}");
            let name = function.trim_matches('`');
            let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(words.any(|word| word == name), "{name} is not called");
        }
    }
    assert_eq!(table.len(), 66, "a row that names no pair");
}

#[test]
fn squeezed_shapes_agree_with_projecting_to_and_fro() {
    let (mut together, mut separate) = (0, 0);
    all_pairs(|a, b, dice| {
        let a = support::squeezed(a.clone(), dice);
        let b = match dice.roll() {
            roll if roll < 0.5 => b.clone(),
            _ => support::squeezed(b.clone(), dice),
        };
        let gap = apart(&a, &b);
        if gap.together() && gap.most == 0.0 {
            assert!(a.intersects(&b), "together: {a:?} and {b:?}");
            together += 1;
        } else if gap.separate() {
            assert!(!a.intersects(&b), "apart: {a:?} and {b:?}");
            separate += 1;
        }
    });
    assert!(
        together > 1000 && separate > 1000,
        "{together} and {separate}"
    );
}
