//! Whole character moves with gravity, steps and snapping, beside rapier3d's kinematic character
//! controller; their 99th percentile; and the number of characters for one core.

use std::hint::black_box;

use glam::Vec3;
use hexbound_collide::{Body, Character, WalkSettings};
use rapier3d::{control, prelude as rapier};

use crate::{
    bench_mesh::{BenchMesh, BenchMeshes, HALF_SEGMENT, MeshName, RADIUS},
    random::{self, Random},
    row::{Detail, Row, Tally, Target, microseconds},
    sweeps,
    timing::{Series, geometric_mean, geometric_means, now, quantile, turns},
};

/// The highest step, and the distance of snapping down, for both libraries, meters.
pub const STEP_UP: f32 = 0.3;
pub const GRAVITY: f32 = 9.81;
pub const TICK: f32 = 1.0 / 60.0;

/// A walker that turns at random times.
#[derive(Clone, Debug)]
pub struct Wanderer {
    random: Random,
    heading: Vec3,
    ticks_left: u32,
}

impl Wanderer {
    pub fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            heading: Vec3::X,
            ticks_left: 0,
        }
    }

    pub fn heading(&mut self) -> Vec3 {
        if self.ticks_left == 0 {
            self.ticks_left = 40 + self.random.below(80) as u32;
            self.heading = random::heading(&mut self.random);
        }
        self.ticks_left -= 1;
        self.heading
    }
}

/// A character in one of the libraries.
pub trait Walks {
    fn step(&mut self, mesh: &BenchMesh, velocity: Vec3, seconds: f32);
    fn position(&self) -> Vec3;
    fn put(&mut self, position: Vec3);
}

#[derive(Clone)]
pub struct Ours(Character);

impl Ours {
    pub fn new(position: Vec3) -> Self {
        Self::of(sweeps::walker(), position)
    }

    fn of(body: Body, position: Vec3) -> Self {
        let mut character = Character::new(body, position);
        character.walk_settings = WalkSettings {
            step_height: f64::from(STEP_UP),
            snap: f64::from(STEP_UP),
            ..WalkSettings::default()
        };
        character.gravity = GRAVITY;
        Self(character)
    }
}

impl Walks for Ours {
    fn step(&mut self, mesh: &BenchMesh, velocity: Vec3, seconds: f32) {
        let step = self.0.step(&mesh.ours, black_box(velocity), seconds);
        black_box(step).expect("a sensible step");
    }

    fn position(&self) -> Vec3 {
        self.0.position
    }

    fn put(&mut self, position: Vec3) {
        *self = Self::of(self.0.body, position);
    }
}

/// rapier3d's controller with its own default offset and slope limits, in a world with only the mesh.
pub struct Rapier {
    world: rapier::PhysicsWorld,
    controller: control::KinematicCharacterController,
    shape: rapier::Capsule,
    position: Vec3,
    fall: f32,
}

impl Rapier {
    pub fn new(mesh: &BenchMesh, position: Vec3) -> Self {
        let mut world = rapier::PhysicsWorld::new();
        let shape = rapier::SharedShape::new(mesh.parry.clone());
        world.insert_collider(rapier::ColliderBuilder::new(shape), None);
        // One step inserts the collider into the broad phase.
        world.step();
        let controller = control::KinematicCharacterController {
            autostep: Some(control::CharacterAutostep {
                max_height: control::CharacterLength::Absolute(STEP_UP),
                ..control::CharacterAutostep::default()
            }),
            snap_to_ground: Some(control::CharacterLength::Absolute(STEP_UP)),
            ..control::KinematicCharacterController::default()
        };
        Self {
            world,
            controller,
            shape: rapier::Capsule::new_y(HALF_SEGMENT, RADIUS),
            position,
            fall: 0.0,
        }
    }
}

impl Walks for Rapier {
    fn step(&mut self, _place: &BenchMesh, velocity: Vec3, seconds: f32) {
        let queries = self.world.query_pipeline();
        self.fall += GRAVITY * seconds;
        let wish = (velocity - Vec3::Y * self.fall) * seconds;
        let pose = rapier::Pose::from_translation(self.position);
        let moved =
            (self.controller).move_shape(seconds, &queries, &self.shape, &pose, wish, |_| {});
        self.position += moved.translation;
        if moved.grounded {
            self.fall = 0.0;
        }
    }

    fn position(&self) -> Vec3 {
        self.position
    }

    fn put(&mut self, position: Vec3) {
        (self.position, self.fall) = (position, 0.0);
    }
}

/// The number of ticks from one starting place.
const LEG: usize = 500;

/// Walks `ticks` ticks at 6 m/s. The legs are the same for every walker: same starts, same headings.
fn wander(
    walker: &mut dyn Walks,
    mesh: &BenchMesh,
    seed: u64,
    ticks: usize,
    mut each: impl FnMut(f64, Vec3),
) {
    let (mut wanderer, mut random) = (Wanderer::new(seed), Random::new(seed));
    for tick in 0..ticks {
        if tick % LEG == 0 {
            let stands = mesh.stands();
            walker.put(stands[random.below(stands.len())]);
        }
        let velocity = wanderer.heading() * 6.0;
        let before = now();
        walker.step(mesh, velocity, TICK);
        each(now() - before, walker.position());
    }
}

/// The number of ticks in a round.
const TICKS: usize = 6 * LEG;

/// The library whose characters are compared with ours, and the target ratio of speeds.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    pub name: &'static str,
    pub body: fn() -> Body,
    pub start: fn(&BenchMesh, Vec3) -> Box<dyn Walks>,
    pub target: f64,
}

impl Peer {
    pub const fn rapier(target: f64) -> Self {
        Self {
            name: "rapier3d",
            body: sweeps::walker,
            start: |mesh, position| Box::new(Rapier::new(mesh, position)),
            target,
        }
    }
}

/// Our own ellipsoid, compared with our capsule.
pub const ELLIPSOID: Peer = Peer {
    name: "ellipsoid",
    body: sweeps::capsule,
    start: |_, position| Box::new(Ours::new(position)),
    target: 0.85,
};

pub fn row(meshes: &BenchMeshes, names: &[MeshName], what: &str, peer: Peer, rounds: usize) -> Row {
    let mut tally = Tally::default();
    for mesh in meshes.all(names) {
        let [ours, theirs] = timed(&mesh, peer, rounds);
        tally.add(mesh.name, [&ours, &theirs], TICKS);
    }
    let work = format!("whole character move, {what}");
    tally.row(work, peer.name, peer.target)
}

/// The time of each round's moves, with the rounds in turn.
fn timed(mesh: &BenchMesh, peer: Peer, rounds: usize) -> [Series; 2] {
    let first = mesh.stands()[0];
    let ours = Ours::of((peer.body)(), first);
    let mut walkers: [Box<dyn Walks>; 2] = [Box::new(ours), (peer.start)(mesh, first)];
    let (mut series, mut gone) = ([Series::default(), Series::default()], [0.0; 2]);
    for round in 0..=rounds as u64 {
        for (k, walker) in walkers.iter_mut().enumerate() {
            let (mut sum, mut before) = (0.0, walker.position());
            wander(&mut **walker, mesh, round, TICKS, |taken, after| {
                sum += taken;
                let step = after.with_y(0.0).distance(before.with_y(0.0));
                // A body that was placed elsewhere has not walked there.
                gone[k] += if step < 1.0 { step } else { 0.0 };
                before = after;
            });
            // The first round warms up.
            if round > 0 {
                series[k].0.push(sum);
            }
        }
    }
    let speed = gone.map(|gone| gone / ((rounds + 1) * TICKS) as f32 / TICK);
    eprintln!(
        "check: whole character move, {}: {:.2} m/s on the level, {} {:.2} m/s",
        mesh.name, speed[0], peer.name, speed[1]
    );
    series
}

/// The 99th percentile of moves on rooms.
pub fn percentile(meshes: &BenchMeshes, ticks: usize) -> Row {
    let (mut slow, mut details) = (Vec::new(), Vec::new());
    for mesh in meshes.all(&[MeshName::Rooms8, MeshName::Rooms25, MeshName::Rooms79]) {
        let first = mesh.stands()[0];
        let ours = slowest(&mut Ours::new(first), &mesh, ticks);
        let peer = slowest(&mut Rapier::new(&mesh, first), &mesh, ticks);
        let words = [ours, peer].map(microseconds);
        details.push(Detail::new(mesh.name, words, ours / peer));
        slow.push([ours, peer]);
    }
    let work = "its 99th percentile, rooms";
    let ratios: Vec<f64> = details.iter().map(|it| it.ratio).collect();
    let [ours, peer] = geometric_means(&slow).map(microseconds);
    Row {
        ours,
        peer: format!("rapier3d {peer}"),
        ratio: geometric_mean(&ratios),
        ..Row::of(work, Target::AtMost(1.0 / 60.0), details)
    }
}

fn slowest(walker: &mut dyn Walks, mesh: &BenchMesh, ticks: usize) -> f64 {
    let mut taken = Vec::with_capacity(ticks);
    wander(walker, mesh, 1000, ticks, |each, _| taken.push(each));
    quantile(&taken, 0.99)
}

/// The number of characters that one core can move at 30 ticks a second, all pressed into corners and
/// stairs.
pub fn crowd(meshes: &BenchMeshes, rounds: usize) -> Row {
    const CROWD: usize = 2500;
    /// The ticks after which a body is placed back, since nobody presses on stairs for long.
    const TICKS: usize = 9;
    let mesh = meshes.made(MeshName::Rooms25);
    let pressed: Vec<(Vec3, Vec3)> = (mesh.soup.corners.iter())
        .map(|(feet, heading)| (*feet + Vec3::Y * 0.92, *heading))
        .filter(|(at, _)| crate::judge::capsule_gap(&mesh, *at) > 0.0)
        .cycle()
        .take(CROWD)
        .collect();
    let begun: Vec<Ours> = pressed.iter().map(|(at, _)| Ours::new(*at)).collect();
    let series = turns(
        rounds,
        &mut [&mut || {
            let mut crowd = begun.clone();
            for _ in 0..TICKS {
                for (character, (_, heading)) in crowd.iter_mut().zip(&pressed) {
                    character.step(&mesh, *heading * 6.0, 1.0 / 30.0);
                }
            }
        }],
    );
    let each = series[0].median() / (CROWD * TICKS) as f64;
    let carried = 1.0 / (30.0 * each);
    let work = "characters at 30 ticks a second, pressed into corners and stairs";
    Row {
        ours: format!("{carried:.0}"),
        ratio: carried,
        meshes: "rooms25".to_string(),
        spread: series[0].spread(),
        ..Row::missing(work, Target::AtLeast(2500.0))
    }
}
