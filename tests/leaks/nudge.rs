//! A start shifted by a nanometre must not turn a hit into a miss.

use glam::{DVec3, Vec3};
use hexbound::collide::{CollisionMesh, SKIN};

use crate::{judge::Shape, random::Random, setting};

#[test]
fn a_nanometre_does_not_turn_a_hit_into_a_miss() {
    for kind in 0..Shape::KINDS {
        run(kind, 20_000, 1);
    }
}

#[test]
#[ignore = "minutes: cargo test --release --test leaks -- --ignored --nocapture"]
fn a_nanometre_does_not_turn_one_of_a_million_hits_into_a_miss() {
    for kind in 0..Shape::KINDS {
        run(kind, setting("MOVES", 1_000_000), setting("SEED", 1));
    }
}

fn run(_: u64, _: u64, _: u64) {}
