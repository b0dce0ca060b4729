//! Character moves beside Jolt's `CharacterVirtual`, and balls beside Jolt's bodies.

use super::jolt::{Bodies, Walker};
use crate::{
    Maker, ROOMS, balls,
    bench_mesh::{BenchMeshes, MeshName, REAL_LEVELS},
    faults,
    moves::{self, Ours},
    row::{Detail, Row},
};

pub const ROWS: [Maker; 4] = [
    ("Jolt moves rooms", |p| {
        walks(p, &ROOMS, "rooms, against Jolt")
    }),
    ("Jolt moves real", |p| {
        walks(p, &REAL_LEVELS, "real levels, against Jolt")
    }),
    ("Jolt balls 1,000", |p| balls::row(p, 1000, BODIES)),
    ("Jolt balls 5,000", |p| balls::row(p, 5000, BODIES)),
];

const WALKER: moves::Peer = moves::Peer {
    name: "Jolt",
    body: crate::sweeps::walker,
    start: |mesh, position| Box::new(Walker::new(mesh, position)),
    target: 3.0,
};

const BODIES: balls::Peer = balls::Peer {
    name: "Jolt",
    start: |mesh, starts| Box::new(Bodies::new(mesh, starts)),
    target: 3.0,
};

/// The number of judged ticks.
const JUDGED: usize = 6_000;
/// The speed, meters a second.
const SPEED: f32 = 6.0;

/// The times of moves, and in the details the judge's verdicts on both.
fn walks(meshes: &BenchMeshes, names: &[MeshName], what: &str) -> Row {
    let mut row = moves::row(meshes, names, what, WALKER, 7);
    for mesh in meshes.all(names) {
        let first = mesh.stands()[0];
        let (mut ours, mut theirs) = (Ours::new(first), Walker::new(&mesh, first));
        let ours = faults::walk(&mut ours, &mesh, SPEED, JUDGED, faults::ours_touches);
        let theirs = faults::walk(&mut theirs, &mesh, SPEED, JUDGED, faults::capsule_touches);
        // A walker that walks off the edge of an open level has left it, which is no fault.
        let is_valid = ours.sum() == ours.escaped;
        row.sound = row.sound.min(if is_valid { 1.0 } else { 0.0 });
        let what = format!("{}, faults in {JUDGED} ticks", mesh.name);
        let words = [ours.words(), theirs.words()];
        row.details.push(Detail::new(what, words, f64::NAN));
    }
    row
}
