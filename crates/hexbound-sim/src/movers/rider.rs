//! The effect of the level's movers on the player: they carry who stands on them and push who is in
//! their way.
//!
//! Whatever a mover does to the player is swept against the level. Between a mover and the level
//! the level wins: the mover passes through the player, who comes to the spawn if that lasts.

use glam::{DAffine3, DVec3, Vec3};
use hexbound_collide::{Body, CandidateCache, Mover, Obstacles, SKIN, geom::Aabb};

use super::{MovedLevel, PlacedMover};
use crate::{Player, bodies::slid, tuning::FOOTING};
use hexbound_base::body::yaw_of_f64;
use hexbound_base::clock::TICK_RATE;

/// The distance beyond a tick's own way within which the player may be asked about, meters: up a
/// step and down.
const REACH: f32 = 1.6;
/// A mover carries who is this close above it, meters.
const CARRIES: f32 = 0.003;
/// A player who is inside a mover for so many ticks comes back to the spawn.
const TICKS_INSIDE: u32 = TICK_RATE / 2;

impl MovedLevel<'_> {
    /// The obstacles of `player`: the level, and the movers near. A player who is inside a mover
    /// passes through all of them. The numbers of the level's triangles are the level's own.
    pub fn solid_around(&self, player: &Player) -> Obstacles<'_> {
        self.solid(player, None)
    }

    /// Carries, turns and pushes the player, before the player moves.
    pub(crate) fn take_along(&self, player: &mut Player) {
        if self.movers.is_empty() {
            return;
        }
        let start = player.position;
        if let Some(mover) = player.riding.and_then(|index| self.mover(index)) {
            let motion = since_last(mover);
            self.carry(player, shift_of(player, &motion));
            player.ground_height += player.position.y - start.y;
            let ahead = motion.transform_vector3(DVec3::NEG_Z);
            player.turn(yaw_of_f64(ahead));
        }
        self.push(player, start);
    }

    /// Finds what carries the player after their move. Velocities are relative to that.
    pub(crate) fn board(&self, player: &mut Player) {
        let before = std::mem::take(&mut player.riding);
        if player.grounded && player.ticks_inside == 0 {
            let carrier = self.movers.iter().find(|mover| carries(mover, player));
            player.riding = carrier.map(|mover| mover.index);
        }
        if before == player.riding {
            return;
        }
        let speed = |mover: Option<u32>| {
            let mover = mover.and_then(|index| self.mover(index));
            mover.map_or(Vec3::ZERO, |mover| {
                let shift = shift_of(player, &since_last(mover));
                (shift * f64::from(TICK_RATE)).as_vec3()
            })
        };
        let mut change = speed(before) - speed(player.riding);
        if player.grounded {
            change.y = 0.0;
        }
        player.velocity += change;
    }

    /// The first mover that the player is in, as its place in `Level::movers`.
    pub(crate) fn crusher(&self, player: &Player) -> Option<u32> {
        let is_in = |mover: &&PlacedMover| !mover.alone().is_free(player.body(), player.position);
        self.movers.iter().find(is_in).map(|mover| mover.index)
    }

    /// The level, and the movers that the player may meet but one.
    fn solid(&self, player: &Player, but: Option<u32>) -> Obstacles<'_> {
        let mut solid = Obstacles::from(&*self.level.collision);
        if player.ticks_inside == 0 {
            let way = player.velocity.length() / TICK_RATE as f32;
            let region = around(player, player.body(), REACH + way);
            let near = self
                .movers
                .iter()
                .filter(|mover| Some(mover.index) != but && mover.bounds.overlaps(&region));
            near.for_each(|mover| solid.add(mover.mesh, &mover.now));
        }
        solid
    }

    /// Moves the player as far as the level and all movers but the carrier allow.
    fn carry(&self, player: &mut Player, way: DVec3) {
        let body = player.body().grown(SKIN);
        let region = around(player, body, way.length() as f32 + SKIN);
        let solid = self.solid(player, player.riding);
        let mut mover = solid.mover(body, region, CandidateCache::default());
        player.position = slid(&mut mover, player.position.as_dvec3(), way)
            .position
            .as_vec3();
    }

    /// Gets the player out of the way of the movers, as far as the level lets them. `start` is
    /// where the player was when the tick began.
    fn push(&self, player: &mut Player, start: Vec3) {
        let body = player.body().grown(SKIN);
        let region = around(player, body, REACH);
        let mut near = Obstacles::default();
        for mover in &self.movers {
            let way = mover.bounds.union(mover.bounds_before);
            if !way.overlaps(&region) {
                continue;
            }
            if mover.has_moved() && player.ticks_inside == 0 && player.riding != Some(mover.index) {
                self.push_aside(player, mover, start.as_dvec3());
            }
            near.add(mover.mesh, &mover.now);
        }
        let release = near
            .mover_at(body, player.position)
            .release(player.position.as_dvec3());
        if release.pushes > 0 {
            self.shift_in_level(player, release.position - player.position.as_dvec3());
        }
        if near.is_free(player.body(), player.position) {
            player.ticks_inside = 0;
        } else {
            player.ticks_inside += 1;
            player.riding = None;
        }
    }

    /// As the mover sees it, the player comes the other way: what they would have been stopped by
    /// pushes them.
    fn push_aside(&self, player: &mut Player, mover: &PlacedMover, start: DVec3) {
        let to = player.position.as_dvec3();
        let from = since_last(mover).transform_point3(start);
        let body = player.body().grown(SKIN);
        let hits = mover
            .alone()
            .mover_at(body, player.position)
            .sweep(from, to);
        let Some(hit) = hits.ok().and_then(|hits| hits.first().copied()) else {
            return;
        };
        let along = ((from - to) * (1.0 - hit.fraction)).dot(hit.normal);
        if along > 0.0 {
            self.shift_in_level(player, hit.normal * along);
        }
    }

    /// Moves the player as far as the level allows, through movers if need be.
    fn shift_in_level(&self, player: &mut Player, way: DVec3) {
        let body = player.body().grown(SKIN);
        let region = around(player, body, way.length() as f32 + SKIN);
        let mut mover = Mover::new(&self.level.collision, body, region);
        let end = slid(&mut mover, player.position.as_dvec3(), way);
        player.position = end.position.as_vec3();
    }
}

/// Returns whether the player has been in a mover for too long.
pub(crate) fn is_crushed(player: &Player) -> bool {
    player.ticks_inside >= TICKS_INSIDE
}

/// The motion from where the mover stood a tick ago to where it stands.
fn since_last(mover: &PlacedMover) -> DAffine3 {
    *mover.now.to_world() * *mover.before.to_mesh()
}

/// The way that a motion takes the player's feet, meters.
fn shift_of(player: &Player, motion: &DAffine3) -> DVec3 {
    let feet = player.feet().as_dvec3();
    motion.transform_point3(feet) - feet
}

/// Returns whether the player stands on the mover.
fn carries(mover: &PlacedMover, player: &Player) -> bool {
    let body = player.body().grown(SKIN);
    let region = around(player, body, 0.1);
    if !mover.bounds.overlaps(&region) {
        return false;
    }
    let at = player.position.as_dvec3();
    let (below, any) = (f64::from(CARRIES), f64::INFINITY);
    let mut mover = mover.alone().mover_at(body, player.position);
    let ground = mover.find_ground(at, below, any, &FOOTING);
    ground.is_ok_and(|ground| ground.is_some())
}

fn around(player: &Player, body: Body, reach: f32) -> Aabb {
    body.swept_bounds(player.position, player.position)
        .grown(Vec3::splat(reach))
}
