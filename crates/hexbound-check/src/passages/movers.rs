//! Movers that crush the player, and movers without a floor to step off on.

use glam::{DVec3, Vec3};
use hexbound_collide::{CollisionMesh, geom::Aabb};
use rayon::prelude::*;

use super::reach::Reach;
use hexbound_base::{body::JUMP_HEIGHT, clock::TICK_RATE};
use hexbound_level::{Code, Finding, Level, MovingPart};
use hexbound_sim::crush_position;

/// The largest number of places at which the player waits for one mover.
const MAX_WAITING_PLACES: usize = 16;
/// The interval between two tests of a mover, ticks.
const SAMPLE_TICKS: usize = 12;
/// The longest round that is followed, seconds.
const MAX_ROUND_TIME: f64 = 30.0;
/// The least width of a mover's top for a rider, meters.
const MIN_DECK_SIDE: f32 = 0.8;
/// The largest displacement to the side from a mover to a floor, by step or jump, meters.
const MAX_ASIDE: f32 = 2.5;
/// The largest displacement upward from a mover to a floor, meters.
const MAX_RISE: f32 = JUMP_HEIGHT;
/// The largest displacement downward from a mover to a floor, meters.
const MAX_DROP: f32 = 3.0;

/// Finds movers that crush, and movers that lead nowhere.
pub(super) fn findings(level: &Level, reach: &Reach) -> Vec<Finding> {
    let crushing = (0..level.movers.len()).into_par_iter();
    let mut found: Vec<Finding> = crushing
        .filter_map(|mover| crushing_mover(level, reach, mover))
        .collect();
    let movers = level.movers.iter().enumerate();
    found.extend(movers.filter_map(|(index, mover)| leading_nowhere(level, index, mover)));
    found
}

/// The followed part of a mover's round, seconds.
fn followed_seconds(mover: &MovingPart) -> f64 {
    mover.seconds().min(MAX_ROUND_TIME)
}

fn crushing_mover(level: &Level, reach: &Reach, index: usize) -> Option<Finding> {
    let mover = &level.movers[index];
    let swept = mover.bounds_of(&mover.collision.bounds());
    let centers: Vec<Vec3> = (reach.places().iter())
        .filter(|place| !place.crouched)
        .map(|place| place.spot.center.as_vec3())
        .filter(|center| swept.contains(*center))
        .collect();
    let ticks = ((followed_seconds(mover) + 1.0) * f64::from(TICK_RATE)) as u64;
    let mut centers = (centers.iter()).step_by(centers.len().div_ceil(MAX_WAITING_PLACES).max(1));
    let place = centers.find_map(|center| crush_position(level, index as u32, *center, ticks))?;
    let problem = "it crushes a player who stands in its way";
    Some(Finding::about("mover", &mover.name, Code::CrushingMover, problem).at(place))
}

/// The finding about a mover with a deck for a rider, but without an exit.
fn leading_nowhere(level: &Level, index: usize, mover: &MovingPart) -> Option<Finding> {
    let deck = deck(mover)?;
    let is_near = |other: &MovingPart| {
        let swept = [mover, other].map(|it| it.bounds_of(&it.collision.bounds()));
        swept[0].grown(Vec3::splat(MAX_ASIDE)).overlaps(&swept[1])
    };
    let mut others = level.movers.iter().enumerate();
    if others.any(|(other, it)| other != index && is_near(it)) {
        return None;
    }
    let samples = (followed_seconds(mover) * f64::from(TICK_RATE)) as usize / SAMPLE_TICKS;
    let comes_near = (0..=samples).any(|sample| {
        let motion = mover.motion((sample * SAMPLE_TICKS) as u64);
        let there = deck.map(|corner| motion.transform_point3(corner).as_vec3());
        floor_beside(&level.collision, there)
    });
    if comes_near {
        return None;
    }
    let problem = "it comes nowhere near a floor to step off on";
    let place = mover.collision.bounds().center();
    Some(Finding::about("mover", &mover.name, Code::MissingMover, problem).at(place))
}

/// The four corners of a mover's top at rest. `None` for a mover without a rider: it is small, a door, or
/// it turns.
fn deck(mover: &MovingPart) -> Option<[DVec3; 4]> {
    let bounds = mover.collision.bounds();
    let size = bounds.size();
    let middle = bounds.center().with_y(bounds.max.y + 0.1);
    let top = mover
        .collision
        .ray_cast(middle, Vec3::NEG_Y, size.y + 0.2)?;
    let is_wide = size.x >= MIN_DECK_SIDE && size.z >= MIN_DECK_SIDE;
    let is_flat = top.normal.y > 0.99 && size.y < size.x.max(size.z);
    let motions = [0.25, 0.5, 0.75].map(|fraction| {
        let ticks = followed_seconds(mover) * fraction * f64::from(TICK_RATE);
        mover.motion(ticks as u64)
    });
    let stays_level = motions
        .iter()
        .all(|it| (it.transform_vector3(DVec3::Y) - DVec3::Y).length() < 0.05);
    if !is_wide || !is_flat || !stays_level {
        return None;
    }
    let Aabb { min, max } = bounds;
    let corners = [
        (min.x, min.z),
        (max.x, min.z),
        (max.x, max.z),
        (min.x, max.z),
    ];
    Some(corners.map(|(x, z)| Vec3::new(x, top.point.y, z).as_dvec3()))
}

/// Returns whether there is a floor beside a deck for a step, jump or drop.
fn floor_beside(mesh: &CollisionMesh, deck: [Vec3; 4]) -> bool {
    const EDGE_SHARES: [f32; 3] = [0.1, 0.5, 0.9];
    const ASIDE_DISTANCES: [f32; 4] = [0.3, 0.8, 1.6, MAX_ASIDE];
    let middle = deck.iter().sum::<Vec3>() / 4.0;
    (0..4).any(|side| {
        let (a, b) = (deck[side], deck[(side + 1) % 4]);
        let out = ((a + b) * 0.5 - middle).normalize_or_zero();
        EDGE_SHARES.iter().any(|along| {
            ASIDE_DISTANCES.iter().any(|away| {
                let from = a.lerp(b, *along) + out * *away + Vec3::Y * (MAX_RISE + 0.05);
                let hit = mesh.ray_cast(from, Vec3::NEG_Y, MAX_RISE + MAX_DROP);
                hit.is_some_and(|hit| hit.normal.y > 0.7)
            })
        })
    })
}
