//! The effect of the level's movers on the character: they carry characters on them and push those in
//! their path.
//!
//! Every motion of the character by a mover is swept against the level. Between a mover and the level the
//! level wins: the mover passes through the character, who is crushed if that lasts.

use glam::{DAffine3, DVec3, Vec3};
use hexbound_collide::{Body, Obstacles, geom::Aabb};

use super::{MovedLevel, PlacedMover};
use crate::{Character, bodies::mover_at, tuning::WALK_FOOTING};
use hexbound_base::body::yaw_of_f64;
use hexbound_base::clock::TICK_RATE;

/// The reach of queries about the character beyond a tick's own motion, meters: up a step and down.
const RIDER_REACH: f32 = 1.6;
/// The greatest gap below a character that a mover carries, meters.
const CARRY_DISTANCE: f32 = 0.003;
/// The number of ticks inside a mover after which a character is crushed.
const MAX_TICKS_INSIDE: u32 = TICK_RATE / 2;

impl MovedLevel<'_> {
    /// The obstacles of `character`: the level, and nearby movers. A character inside a mover passes
    /// through all movers. The level's triangles keep their own indices.
    pub fn solid_around(&self, character: &Character) -> Obstacles<'_> {
        self.solid(character, None)
    }

    /// Carries, turns and pushes the character, before the character moves.
    pub(crate) fn carry_and_push(&self, character: &mut Character) {
        if self.movers.is_empty() {
            return;
        }
        let start = character.position;
        if let Some(mover) = character.movers.riding.and_then(|index| self.mover(index)) {
            let motion = mover.motion();
            // The level and all movers but the carrier.
            let solid = self.solid(character, character.movers.riding);
            character.shift(&solid, shift_of(character, &motion));
            character.ground_height += character.position.y - start.y;
            let ahead = motion.transform_vector3(DVec3::NEG_Z);
            character.turn(yaw_of_f64(ahead));
        }
        self.push(character, start);
    }

    /// Finds the mover that carries the character after their move. Velocities are relative to it.
    pub(crate) fn board(&self, character: &mut Character) {
        let before = std::mem::take(&mut character.movers.riding);
        if character.grounded && character.movers.ticks_inside == 0 {
            let carrier = self.movers.iter().find(|mover| carries(mover, character));
            character.movers.riding = carrier.map(|mover| mover.index);
        }
        if before == character.movers.riding {
            return;
        }
        let speed = |mover: Option<u32>| {
            let mover = mover.and_then(|index| self.mover(index));
            mover.map_or(Vec3::ZERO, |mover| {
                let shift = shift_of(character, &mover.motion());
                (shift * f64::from(TICK_RATE)).as_vec3()
            })
        };
        let mut change = speed(before) - speed(character.movers.riding);
        if character.grounded {
            change.y = 0.0;
        }
        character.velocity += change;
    }

    /// The first mover that the character is inside, as its index in `Level::movers`.
    pub(crate) fn crusher(&self, character: &Character) -> Option<u32> {
        let is_in =
            |mover: &&PlacedMover| !mover.alone().is_free(character.body(), character.position);
        self.movers.iter().find(is_in).map(|mover| mover.index)
    }

    /// The level, and the movers that the character may meet, except `skip`.
    fn solid(&self, character: &Character, skip: Option<u32>) -> Obstacles<'_> {
        let mut solid = Obstacles::from(&*self.level.collision);
        if character.movers.ticks_inside == 0 {
            let distance = character.velocity.length() / TICK_RATE as f32;
            let region = around(character, character.body(), RIDER_REACH + distance);
            let near = self.movers_near(region).filter(|it| Some(it.index) != skip);
            near.for_each(|mover| solid.add(mover.mesh, &mover.now));
        }
        solid
    }

    /// Moves the character out of the path of the movers, as far as the level permits. `start` is the
    /// character's position at the start of the tick.
    fn push(&self, character: &mut Character, start: Vec3) {
        let body = character.body().with_skin();
        let region = around(character, body, RIDER_REACH);
        let mut near = Obstacles::default();
        for mover in &self.movers {
            let path = mover.bounds.union(mover.bounds_before);
            if !path.overlaps(&region) {
                continue;
            }
            if mover.has_moved()
                && character.movers.ticks_inside == 0
                && character.movers.riding != Some(mover.index)
            {
                self.push_aside(character, mover, start.as_dvec3());
            }
            near.add(mover.mesh, &mover.now);
        }
        let at = character.position.as_dvec3();
        let release = near.release(body, at);
        if release.pushes > 0 {
            character.shift(&*self.level.collision, release.position - at);
        }
        if near.is_free(character.body(), character.position) {
            character.movers.ticks_inside = 0;
        } else {
            character.movers.ticks_inside += 1;
            character.movers.riding = None;
        }
    }

    /// Pushes the character aside. In the mover's own space the character moves in the opposite
    /// direction: the blocked part of that motion pushes them.
    fn push_aside(&self, character: &mut Character, mover: &PlacedMover, start: DVec3) {
        let to = character.position.as_dvec3();
        let from = mover.motion().transform_point3(start);
        let hit = (mover.alone()).sweep(character.body().with_skin(), from, to);
        let Ok(Some(hit)) = hit else {
            return;
        };
        let along = ((from - to) * (1.0 - hit.fraction)).dot(hit.normal);
        if along > 0.0 {
            character.shift(&*self.level.collision, hit.normal * along);
        }
    }
}

/// Returns whether the character has been in a mover for too long.
pub(crate) fn is_crushed(character: &Character) -> bool {
    character.movers.ticks_inside >= MAX_TICKS_INSIDE
}

/// The displacement of the character's feet by a motion, meters.
fn shift_of(character: &Character, motion: &DAffine3) -> DVec3 {
    let feet = character.feet().as_dvec3();
    motion.transform_point3(feet) - feet
}

/// Returns whether the character stands on the mover.
fn carries(mover: &PlacedMover, character: &Character) -> bool {
    let body = character.body().with_skin();
    let region = around(character, body, 0.1);
    if !mover.bounds.overlaps(&region) {
        return false;
    }
    let at = character.position.as_dvec3();
    let (below, any) = (f64::from(CARRY_DISTANCE), f64::INFINITY);
    let alone = mover.alone();
    let mut mover = mover_at(&alone, character.body(), character.position, 0.0);
    let ground = mover.find_ground(at, below, any, &WALK_FOOTING);
    ground.is_ok_and(|ground| ground.is_some())
}

fn around(character: &Character, body: Body, reach: f32) -> Aabb {
    body.swept_bounds(character.position, character.position)
        .grown(Vec3::splat(reach))
}
