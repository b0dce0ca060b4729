//! Closest-hit rays: 2 m straight down, and long ones in all directions.

use glam::Vec3;
use hexbound_collide::CollisionMesh;
use parry3d::{
    query::{Ray, RayCast},
    shape::TriMesh,
};

use crate::{
    agree::Agreement,
    judge,
    place::{BenchMesh, BenchMeshes, MeshName},
    random::{self, Random},
    row::{Row, Tally},
    timing::{ask_all, turns_of},
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

pub fn shots(place: &BenchMesh, kind: RayKind, count: usize) -> Vec<Shot> {
    let mut random = Random::new(11);
    let free = place.free();
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

pub const DEFAULT_TREE: Contender = ("Hexbound", |place| {
    Box::new(move |shot| ours(&place.ours, shot))
});

const COMPACT_TREE: Contender = ("Hexbound", |place| {
    let tree = place.ours.tree().compact();
    eprintln!(
        "check: compact tree, {}: {:.1} bytes a triangle",
        place.name,
        tree.size().1 as f64 / place.ours.len() as f64
    );
    Box::new(move |shot| {
        let (origin, direction) = (shot.origin, shot.direction);
        let hit = (place.ours).ray_distance_through(&tree, origin, direction, shot.length);
        hit.map(|(distance, _)| distance)
    })
});

pub const PARRY: Contender = ("parry3d", |place| {
    Box::new(move |shot| parry(&place.parry, shot))
});

/// A comparison of rays, and the target ratio to the peer's speed.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub work: &'static str,
    pub kind: RayKind,
    /// True for any-hit queries. A hit then counts as one at 0 m.
    pub is_any_enough: bool,
    pub rounds: usize,
    pub target: f64,
}

impl Question {
    pub fn closest(work: &'static str, kind: RayKind, rounds: usize, target: f64) -> Self {
        Question {
            work,
            kind,
            is_any_enough: false,
            rounds,
            target,
        }
    }
}

/// The default tree or the compact one, compared with parry's.
pub fn row(places: &BenchMeshes, kind: RayKind, is_compact: bool) -> Row {
    let (work, rounds, target) = match (kind, is_compact) {
        (RayKind::Down, false) => ("closest-hit rays, short downward", 9, 2.0),
        (RayKind::Long, false) => ("closest-hit rays, long random", 7, 3.2),
        (RayKind::Down, true) => ("compact tree: short downward rays", 9, 1.5),
        (RayKind::Long, true) => ("compact tree: long random rays", 7, 2.0),
    };
    let question = Question::closest(work, kind, rounds, target);
    let tree = [DEFAULT_TREE, COMPACT_TREE][usize::from(is_compact)];
    compare(places, question, &[tree, PARRY])
}

/// The first contender compared with the second. The others appear in the details.
pub fn compare(places: &BenchMeshes, question: Question, contenders: &[Contender]) -> Row {
    let Question { work, target, .. } = question;
    let (mut tally, mut sound) = (Tally::default(), 1.0_f64);
    for place in places.all(&MeshName::ALL) {
        let shots = shots(&place, question.kind, SHOTS);
        let mut askers: Vec<Closest> = contenders.iter().map(|(_, make)| make(&place)).collect();
        let (ours, peers) = askers.split_first_mut().expect("ours");
        for ((name, _), peer) in contenders[1..].iter().zip(peers) {
            let agreement = Agreement::of(&shots, &mut *ours, peer, |shot| {
                let way = shot.direction.as_dvec3() * f64::from(shot.length);
                let part = judge::first_crossing(&place, shot.origin, way)?;
                let hit = (part * f64::from(shot.length)) as f32;
                Some(if question.is_any_enough { 0.0 } else { hit })
            });
            agreement.report(&format!("{work}, {name}"), place.name);
            sound = sound.min(agreement.sound());
        }
        let series = turns_of(question.rounds, &mut askers, |ask| ask_all(&shots, ask));
        tally.add(place.name, [&series[0], &series[1]], shots.len());
        for ((name, _), peer) in contenders.iter().zip(&series).skip(2) {
            let what = format!("{}, {name}", place.name);
            tally.add_detail(what, [&series[0], peer], shots.len());
        }
    }
    let row = tally.row(work, contenders[1].0, target);
    Row { sound, ..row }
}
