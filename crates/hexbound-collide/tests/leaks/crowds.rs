//! Moves toward so many triangles that the sweep takes them from the tree by distance, without a list.

use glam::{DVec3, Vec3};
use hexbound_collide::{Body, Character};

use crate::{Tally, built, judge::Shape, one_move, random::Random, scenes::Soup};

/// More triangles than are listed.
const CROWD: usize = 5_000;

pub fn run(moves: u64, seed: u64) {
    let (mut tally, mut scene, mut in_crowds) = (Tally::default(), seed, 0);
    while tally.moves < moves && tally.faults.len() < 10 {
        let mut random = Random(scene);
        let (mesh, judged) = built(&heap(&mut random), DVec3::ZERO);
        for _ in 0..20 {
            let shape = Shape::random(&mut random);
            let mut at = random.point(1.0).normalize_or(DVec3::X) * 3.5;
            for _ in 0..5 {
                let aim = random.point(0.4) - at;
                let motion = aim.normalize_or_zero() * random.between(0.01, 4.0);
                let [from, to] = [at, at + motion].map(DVec3::as_vec3);
                let region = shape.body.swept_bounds(from, to);
                in_crowds += u64::from(mesh.triangles_near(region).len() >= CROWD);
                let moved = one_move(&mesh, &judged, &shape, at, motion, &mut tally);
                let case = format!("scene {scene}, {:?} from {at} by {motion}", shape.body);
                let Some(end) = tally.end_of(moved, case) else {
                    break;
                };
                at = end;
            }
        }
        scene += 1;
    }
    let moves = tally.moves;
    assert!(in_crowds > moves / 4, "{in_crowds} of {moves}");
    tally.report("moves toward crowds");
}

/// Triangles of a few to many centimeters around the origin, copies of one, or needles.
fn heap(random: &mut Random) -> Soup {
    let copied = [(); 3].map(|()| random.point(0.5));
    let kind = random.bits() % 3;
    (0..CROWD).map(|_| one(kind, copied, random)).collect()
}

fn one(kind: u64, copied: [DVec3; 3], random: &mut Random) -> [DVec3; 3] {
    let at = random.point(0.25);
    match kind {
        0 => {
            let size = random.between(0.01, 0.2);
            [at, at + random.point(size), at + random.point(size)]
        }
        1 => copied,
        _ => {
            let along = random.point(1.0).normalize_or(DVec3::X) * 2.0;
            [at - along, at + along, at + along + random.point(0.01)]
        }
    }
}

/// The number of tested needles is bounded, however many there are.
#[test]
fn a_step_tests_a_bounded_number_of_triangles() {
    const MAX_TESTED: u64 = 30_000;
    for body in [Body::sphere(0.4), Body::cylinder(0.4, 0.9)] {
        for count in [10_000, 40_000] {
            let mut random = Random(7);
            let needles = (0..count).map(|_| one(2, [DVec3::ZERO; 3], &mut random));
            let (mesh, _) = built(&needles.collect(), DVec3::ZERO);
            let mut character = Character::new(body.unwrap(), Vec3::X * 1.3);
            for _ in 0..20 {
                character.step(&mesh, Vec3::X * -90.0, 1.0 / 60.0).unwrap();
                let tested = character.counters.asked;
                assert!(tested <= MAX_TESTED, "{tested} of {count}");
            }
        }
    }
}
