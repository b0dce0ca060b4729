//! The faults of a long walk, judged independently of the library: left the level, passed through a
//! triangle, overlapping beyond the skin and a millimeter, stuck.

use std::ops::AddAssign;

use glam::{DVec3, Vec3};
use hexbound_collide::SKIN;

use crate::{
    bench_mesh::{BenchMesh, BenchMeshes, HALF_HEIGHT, HALF_SEGMENT, MeshName, RADIUS},
    judge,
    moves::{Ours, Rapier, TICK, Walks, Wanderer},
    row::{Detail, Row, Target},
};

#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    pub ticks: usize,
    pub escaped: u32,
    pub through: u32,
    pub overlapping: u32,
    pub stuck: u32,
}

/// The number of ticks without motion after which a body may be stuck.
const STILL_TICKS: u32 = 60;
/// The displacement within those ticks that counts as no motion, meters.
const STILL_DISTANCE: f32 = 1e-3;
/// The growth of the body's radius in the test for room, meters.
const RADIUS_GROWTH: f64 = 0.015;
/// The distance that must be free for a still body to count as stuck, meters.
const ROOM_LENGTH: f32 = 0.3;

impl Faults {
    pub fn sum(&self) -> u32 {
        self.escaped + self.through + self.overlapping + self.stuck
    }

    pub fn words(&self) -> String {
        let (left, through) = (self.escaped, self.through);
        let (overlapping, stuck) = (self.overlapping, self.stuck);
        format!("{left} left, {through} through, {overlapping} overlapping, {stuck} stuck")
    }
}

impl AddAssign for Faults {
    fn add_assign(&mut self, other: Self) {
        self.ticks += other.ticks;
        self.escaped += other.escaped;
        self.through += other.through;
        self.overlapping += other.overlapping;
        self.stuck += other.stuck;
    }
}

/// A test of whether the body at a center, shrunk by [`MARGIN`], touches the mesh.
type Touches = fn(&BenchMesh, Vec3) -> bool;

/// Plays a walk of `ticks` ticks at `speed`, m/s, and judges it.
pub fn walk(
    walker: &mut dyn Walks,
    mesh: &BenchMesh,
    speed: f32,
    ticks: usize,
    touches: Touches,
) -> Faults {
    let mut faults = Faults {
        ticks,
        ..Faults::default()
    };
    let mut wanderer = Wanderer::new(31 + speed as u64);
    let bounds = mesh.parry.local_aabb();
    let (mut still, mut anchor, mut starts) = (0, walker.position(), 0);
    let mut shown = 0;
    for tick in 0..ticks {
        let before = walker.position();
        let heading = wanderer.heading();
        walker.step(mesh, heading * speed, TICK);
        let after = walker.position();
        let outside = after.cmplt(bounds.mins).any() || after.cmpgt(bounds.maxs).any();
        if outside || !after.is_finite() {
            faults.escaped += 1;
            starts += 1;
            let stands = mesh.stands();
            walker.put(stands[starts % stands.len()]);
            continue;
        }
        // A step goes up, forward and down, so its straight line may cut a stair's edge.
        let raised = |at: Vec3| at + Vec3::Y * (HALF_SEGMENT - 0.05);
        let through = judge::passes_through(mesh, raised(before), raised(after));
        faults.through += u32::from(through);
        let overlaps = touches(mesh, after);
        faults.overlapping += u32::from(overlaps);
        if (through || overlaps) && shown < 3 {
            shown += 1;
            eprintln!(
                "fault: {} {speed} m/s, tick {tick}: {before:?} -> {after:?}, heading {heading:?}, through {through}, overlapping {overlaps}",
                mesh.name
            );
        }
        if (after - anchor).length() > STILL_DISTANCE {
            (still, anchor) = (0, after);
            continue;
        }
        still += 1;
        if still >= STILL_TICKS {
            still = 0;
            let stuck = has_room(mesh, after, heading);
            faults.stuck += u32::from(stuck);
            if stuck {
                eprintln!(
                    "stuck: {} {speed} m/s, tick {tick}: {after:?}, heading {heading:?}",
                    mesh.name
                );
            }
        }
    }
    faults
}

/// Returns whether a body of larger radius, slightly lifted, has room to move along `heading`.
fn has_room(mesh: &BenchMesh, at: Vec3, heading: Vec3) -> bool {
    let lifted = at + Vec3::Y * 0.03;
    (0..=15).all(|k| {
        let center = lifted + heading * (ROOM_LENGTH * k as f32 / 15.0);
        let radius = f64::from(RADIUS) + RADIUS_GROWTH;
        judge::capsule_gap_of(mesh, center, radius, f64::from(HALF_SEGMENT)) > 0.0
    })
}

/// The overlap that is no fault, meters.
const MARGIN: f64 = SKIN as f64 + 0.001;

/// Returns whether our walker's ellipsoid, shrunk by [`MARGIN`], touches the mesh.
pub fn ours_touches(mesh: &BenchMesh, center: Vec3) -> bool {
    let axes = DVec3::new(f64::from(RADIUS), f64::from(HALF_HEIGHT), f64::from(RADIUS));
    judge::ellipsoid_touches(mesh, center, axes, MARGIN)
}

pub fn capsule_touches(mesh: &BenchMesh, center: Vec3) -> bool {
    judge::capsule_gap(mesh, center) < -MARGIN
}

pub fn row(meshes: &BenchMeshes, speed: f32, ticks: usize, peer_ticks: usize) -> Row {
    let (mut sum, mut peers, mut details) = (Faults::default(), Faults::default(), Vec::new());
    let meshes = meshes.all(&[MeshName::Rooms8, MeshName::Arena]);
    for mesh in &meshes {
        let first = mesh.stands()[0];
        let share = |ticks: usize| ticks / meshes.len();
        let walkers: [(&mut dyn Walks, usize, Touches); 2] = [
            (&mut Ours::new(first), ticks, ours_touches),
            (&mut Rapier::new(mesh, first), peer_ticks, capsule_touches),
        ];
        let [ours, theirs] = walkers
            .map(|(walker, ticks, touches)| walk(walker, mesh, speed, share(ticks), touches));
        let words = [ours.words(), theirs.words()];
        details.push(Detail::new(mesh.name, words, f64::from(ours.sum())));
        sum += ours;
        peers += theirs;
    }
    let work = format!("faults in {} ticks at {speed} m/s", sum.ticks);
    Row {
        ours: sum.words(),
        peer: format!("rapier3d in {}: {}", peers.ticks, peers.words()),
        ratio: f64::from(sum.sum()),
        ..Row::of(work, Target::AtMost(0.0), details)
    }
}
