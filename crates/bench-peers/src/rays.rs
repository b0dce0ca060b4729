//! Closest-hit rays: 2 m straight down, and long ones in all directions.

use glam::Vec3;
use hexbound_collide::CollisionMesh;
use parry3d::{
    query::{Ray, RayCast},
    shape::TriMesh,
};

use crate::{
    agree::Agreement,
    bench_mesh::{BenchMesh, BenchMeshes, MeshName},
    judge,
    random::{self, Random},
    row::{Row, Tally},
    timing::{run_all, turns_of},
};

#[derive(Clone, Copy, Debug)]
pub struct Shot {
    pub origin: Vec3,
    pub direction: Vec3,
    pub length: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RayKind {
    Down,
    Long,
}

/// The length of a long ray, meters: across every mesh.
const LONG: f32 = 2000.0;
const SHOTS: usize = 20_000;

pub fn shots(mesh: &BenchMesh, kind: RayKind, count: usize) -> Vec<Shot> {
    let mut random = Random::new(11);
    let free = mesh.free();
    let shot = |shot: usize| {
        let origin = free[shot % free.len()];
        let (direction, length) = match kind {
            RayKind::Down => (Vec3::NEG_Y, 2.0),
            RayKind::Long => (random::direction(&mut random), LONG),
        };
        Shot {
            origin,
            direction,
            length,
        }
    };
    (0..count).map(shot).collect()
}

pub fn ours(mesh: &CollisionMesh, shot: &Shot) -> Option<f32> {
    let hit = mesh.ray_distance(shot.origin, shot.direction, shot.length);
    hit.map(|(distance, _)| distance)
}

fn parry(mesh: &TriMesh, shot: &Shot) -> Option<f32> {
    let ray = Ray::new(shot.origin, shot.direction);
    mesh.cast_local_ray(&ray, shot.length, false)
}

/// A function that answers one query.
pub type Closest<'a> = Box<dyn FnMut(&Shot) -> Option<f32> + 'a>;

/// A contender: a name, and a function that prepares it for a mesh.
pub type Contender = (&'static str, for<'a> fn(&'a BenchMesh) -> Closest<'a>);

pub const DEFAULT_TREE: Contender = ("Hexbound", |mesh| {
    Box::new(move |shot| ours(&mesh.ours, shot))
});

const COMPACT_TREE: Contender = ("Hexbound", |mesh| {
    let tree = mesh.ours.tree().compact();
    eprintln!(
        "check: compact tree, {}: {:.1} bytes a triangle",
        mesh.name,
        tree.size().1 as f64 / mesh.ours.len() as f64
    );
    Box::new(move |shot| {
        let (origin, direction) = (shot.origin, shot.direction);
        let hit = (mesh.ours).ray_distance_through(&tree, origin, direction, shot.length);
        hit.map(|(distance, _)| distance)
    })
});

pub const PARRY: Contender = ("parry3d", |mesh| {
    Box::new(move |shot| parry(&mesh.parry, shot))
});

/// A contest of rays, and the target ratio to the peer's speed.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    pub work: &'static str,
    pub kind: RayKind,
    /// True for any-hit queries. A hit then counts as one at 0 m.
    pub is_any_enough: bool,
    pub rounds: usize,
    pub target: f64,
}

impl Contest {
    pub fn closest(work: &'static str, kind: RayKind, rounds: usize, target: f64) -> Self {
        Contest {
            work,
            kind,
            is_any_enough: false,
            rounds,
            target,
        }
    }
}

/// The default tree or the compact one, compared with parry's.
pub fn row(meshes: &BenchMeshes, kind: RayKind, is_compact: bool) -> Row {
    let (work, rounds, target) = match (kind, is_compact) {
        (RayKind::Down, false) => ("closest-hit rays, short downward", 9, 2.0),
        (RayKind::Long, false) => ("closest-hit rays, long random", 7, 3.2),
        (RayKind::Down, true) => ("compact tree: short downward rays", 9, 1.5),
        (RayKind::Long, true) => ("compact tree: long random rays", 7, 2.0),
    };
    let contest = Contest::closest(work, kind, rounds, target);
    let tree = [DEFAULT_TREE, COMPACT_TREE][usize::from(is_compact)];
    compare(meshes, contest, &[tree, PARRY])
}

/// The first contender compared with the second. The others appear in the details.
pub fn compare(meshes: &BenchMeshes, contest: Contest, contenders: &[Contender]) -> Row {
    let Contest { work, target, .. } = contest;
    let (mut tally, mut sound) = (Tally::default(), 1.0_f64);
    for mesh in meshes.all(&MeshName::ALL) {
        let shots = shots(&mesh, contest.kind, SHOTS);
        let mut closest: Vec<Closest> = contenders.iter().map(|(_, make)| make(&mesh)).collect();
        let (ours, peers) = closest.split_first_mut().expect("ours");
        for ((name, _), peer) in contenders[1..].iter().zip(peers) {
            let agreement = Agreement::of(&shots, &mut *ours, peer, |shot| {
                let delta = shot.direction.as_dvec3() * f64::from(shot.length);
                let part = judge::first_crossing(&mesh, shot.origin, delta)?;
                let hit = (part * f64::from(shot.length)) as f32;
                Some(if contest.is_any_enough { 0.0 } else { hit })
            });
            agreement.report(&format!("{work}, {name}"), mesh.name);
            sound = sound.min(agreement.sound());
        }
        let series = turns_of(contest.rounds, &mut closest, |it| run_all(&shots, it));
        tally.add(mesh.name, [&series[0], &series[1]], shots.len());
        for ((name, _), peer) in contenders.iter().zip(&series).skip(2) {
            let what = format!("{}, {name}", mesh.name);
            tally.add_detail(what, [&series[0], peer], shots.len());
        }
    }
    let row = tally.row(work, contenders[1].0, target);
    Row { sound, ..row }
}
