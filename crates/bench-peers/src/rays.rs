//! Closest-hit rays: 2 m straight down, and long ones in all directions.

use std::hint::black_box;

use glam::Vec3;
use hexbound_collide::CollisionMesh;
use parry3d::{
    query::{Ray, RayCast},
    shape::TriMesh,
};

use crate::{
    agree::Agreement,
    place::{Name, Place, Places},
    random::{self, Random},
    row::{Detail, Row, Target, rate},
    timing::{Series, geometric_mean, turns},
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

pub fn shots(place: &Place, kind: RayKind, count: usize) -> Vec<Shot> {
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

pub fn parry(mesh: &TriMesh, shot: &Shot) -> Option<f32> {
    let ray = Ray::new(shot.origin, shot.direction);
    mesh.cast_local_ray(&ray, shot.length, false)
}

pub fn all(shots: &[Shot], mut closest: impl FnMut(&Shot) -> Option<f32>) {
    for shot in shots {
        black_box(closest(black_box(shot)));
    }
}

/// The default tree against parry.
pub fn row(places: &Places, kind: RayKind, rounds: usize) -> Row {
    let (work, target) = match kind {
        RayKind::Down => ("closest-hit rays, short downward", 2.0),
        RayKind::Long => ("closest-hit rays, long random", 3.2),
    };
    compare(places, kind, rounds, work, target, |place| {
        Box::new(move |shot| ours(&place.ours, shot))
    })
}

/// The compact tree against parry.
pub fn compact_row(places: &Places, kind: RayKind, rounds: usize) -> Row {
    let (work, target) = match kind {
        RayKind::Down => ("compact tree: short downward rays", 1.5),
        RayKind::Long => ("compact tree: long random rays", 2.0),
    };
    compare(places, kind, rounds, work, target, |place| {
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
    })
}

type Closest<'a> = Box<dyn FnMut(&Shot) -> Option<f32> + 'a>;

fn compare(
    places: &Places,
    kind: RayKind,
    rounds: usize,
    work: &str,
    target: f64,
    asker: impl for<'a> Fn(&'a Place) -> Closest<'a>,
) -> Row {
    let (mut ratios, mut times, mut details) = (Vec::new(), Vec::new(), Vec::new());
    let mut sound = 1.0_f64;
    for place in places.all(&Name::ALL) {
        let shots = shots(&place, kind, SHOTS);
        let mut ask = asker(&place);
        let mut agreement = Agreement::default();
        for shot in &shots {
            agreement.add(ask(shot), parry(&place.parry, shot));
        }
        agreement.report(work, place.name);
        sound = sound.min(agreement.sound());
        let series = turns(
            rounds,
            &mut [&mut || all(&shots, &mut ask), &mut || {
                all(&shots, |shot| parry(&place.parry, shot));
            }],
        );
        let ratio = series[0].times_faster_than(&series[1]);
        let [ours, peer] = [0, 1].map(|k| series[k].median() / shots.len() as f64);
        details.push(detail(place.name, ours, peer, ratio, &series));
        ratios.push(ratio);
        times.push([ours, peer]);
    }
    let mean = |k: usize| geometric_mean(&times.iter().map(|t| t[k]).collect::<Vec<_>>());
    Row {
        work: work.to_string(),
        ours: rate(1.0 / mean(0)),
        peer: format!("parry3d {}", rate(1.0 / mean(1))),
        ratio: geometric_mean(&ratios),
        target: Target::AtLeast(target),
        meshes: names(&details),
        spread: worst(&details),
        details,
        sound,
    }
}

pub fn names(details: &[Detail]) -> String {
    let names: Vec<&str> = details.iter().map(|detail| detail.what.as_str()).collect();
    names.join(" ")
}

pub fn worst(details: &[Detail]) -> f64 {
    details
        .iter()
        .map(|detail| detail.spread)
        .fold(0.0, f64::max)
}

pub fn detail(what: &str, ours: f64, peer: f64, ratio: f64, series: &[Series]) -> Detail {
    Detail {
        what: what.to_string(),
        ours: rate(1.0 / ours),
        peer: rate(1.0 / peer),
        ratio,
        spread: series.iter().map(Series::spread).fold(0.0, f64::max),
    }
}
