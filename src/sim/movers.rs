//! Parts of the level that move, as the player meets them: they carry who stands on them, push who
//! is in their way, and within a tick stand still where they are then.
//!
//! Whatever a mover does to the player is swept against the level. Between a mover and the level
//! the level wins: the mover passes through the player, who comes to the spawn if that lasts.

use std::borrow::Cow;

use glam::{DAffine3, DVec3, Vec3};

use super::{Player, bodies::slid, walk::FOOTING};
use hexbound_collide::{Body, CollisionMesh, Mover, SKIN, geom::Aabb};

use crate::{
    clock::TICK_RATE,
    level::{Level, MovingPart},
};

/// How far beyond a tick's own way a player may be looked for in it, meters: up a step and down.
const REACH: f32 = 1.6;
/// A mover carries who is this close above it, meters.
const CARRIES: f32 = 0.003;
/// Meters that boxes are larger than they need be.
const ROUNDING: Vec3 = Vec3::splat(0.01);
/// In a mover for so long, a player comes back to the spawn.
const TICKS_INSIDE: u32 = TICK_RATE / 2;

/// The movers of a level where they are in a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<'a> {
    pub level: &'a Level,
    /// After the tick that is made now.
    pub tick: u64,
}

/// What collides with `player` in the tick that made the world's `tick`: the level, and the movers
/// near. Its triangles are numbered as the level's only where no mover is near.
pub fn solid_around<'a>(level: &'a Level, tick: u64, player: &Player) -> Cow<'a, CollisionMesh> {
    Moved { level, tick }.solid(player)
}

impl<'a> Moved<'a> {
    /// Carries, turns and pushes the player.
    pub fn take_along(&self, player: &mut Player) {
        if self.level.movers.is_empty() {
            return;
        }
        if let Some(mover) = self.carrier(player) {
            let motion = self.since_last(mover);
            let before = player.position;
            self.shift(player, self.shift_of(player, &motion), player.riding);
            player.ground_height += player.position.y - before.y;
            let ahead = motion.transform_vector3(DVec3::NEG_Z);
            player.turn(libm::atan2(-ahead.x + 0.0, -ahead.z + 0.0) as f32);
        }
        self.push(player);
    }

    /// What the player collides with: the level and the movers near, which a player inside of one
    /// passes through.
    pub fn solid(&self, player: &Player) -> Cow<'a, CollisionMesh> {
        self.solid_but(player, None)
    }

    /// After the player's move: what carries them now. Velocities are relative to that.
    pub fn board(&self, player: &mut Player) {
        let before = std::mem::take(&mut player.riding);
        if player.grounded && player.ticks_inside == 0 {
            let movers = 0..self.level.movers.len() as u32;
            player.riding = movers
                .into_iter()
                .find(|mover| self.carries(*mover, player));
        }
        if before == player.riding {
            return;
        }
        let speed = |mover: Option<u32>| {
            let mover = mover.and_then(|mover| self.level.movers.get(mover as usize));
            mover.map_or(Vec3::ZERO, |mover| {
                let shift = self.shift_of(player, &self.since_last(mover));
                (shift * f64::from(TICK_RATE)).as_vec3()
            })
        };
        let mut change = speed(before) - speed(player.riding);
        if player.grounded {
            change.y = 0.0;
        }
        player.velocity += change;
    }

    /// Whether the player has been in a mover for too long.
    pub fn is_crushed(player: &Player) -> bool {
        player.ticks_inside >= TICKS_INSIDE
    }

    /// The first mover that the player is in.
    pub fn crusher(&self, player: &Player) -> Option<u32> {
        let region = around(player, player.body(), REACH);
        (0..self.level.movers.len() as u32).find(|mover| {
            built(&self.corners(region, |index| index == *mover))
                .is_some_and(|mesh| !mesh.is_free(player.body(), player.position))
        })
    }

    fn carrier(&self, player: &Player) -> Option<&'a MovingPart> {
        self.level.movers.get(player.riding? as usize)
    }

    /// From where the mover was a tick ago to where it is.
    fn since_last(&self, mover: &MovingPart) -> DAffine3 {
        let before = mover.motion(self.tick.saturating_sub(1));
        mover.motion(self.tick) * before.inverse()
    }

    /// How far a motion takes the player's feet, meters.
    fn shift_of(&self, player: &Player, motion: &DAffine3) -> DVec3 {
        let feet = player.feet().as_dvec3();
        motion.transform_point3(feet) - feet
    }

    /// As far as the level and all movers but one allow.
    fn shift(&self, player: &mut Player, way: DVec3, but: Option<u32>) {
        let mesh = self.solid_but(player, but);
        let body = player.body().grown(SKIN);
        let reach = way.length() as f32 + SKIN;
        let region = around(player, body, reach);
        let mut mover = Mover::new(&mesh, body, region);
        let end = slid(&mut mover, player.position.as_dvec3(), way);
        player.position = end.position.as_vec3();
    }

    /// Out of the movers, the way that is shortest, as far as the level lets the player.
    fn push(&self, player: &mut Player) {
        let body = player.body().grown(SKIN);
        let region = around(player, body, REACH);
        let corners = self.corners(region, |_| true);
        let Some(mesh) = built(&corners) else {
            player.ticks_inside = 0;
            return;
        };
        let at = player.position.as_dvec3();
        let release = Mover::new(&mesh, body, region).release(at);
        if release.pushes > 0 {
            let level = &self.level.collision;
            let mut mover = Mover::new(level, body, region);
            let end = slid(&mut mover, at, release.position - at);
            player.position = end.position.as_vec3();
        }
        if mesh.is_free(player.body(), player.position) {
            player.ticks_inside = 0;
        } else {
            player.ticks_inside += 1;
            player.riding = None;
        }
    }

    fn carries(&self, mover: u32, player: &Player) -> bool {
        let body = player.body().grown(SKIN);
        let region = around(player, body, 0.1);
        let corners = self.corners(region, |index| index == mover);
        let Some(mesh) = built(&corners) else {
            return false;
        };
        let at = player.position.as_dvec3();
        let ground = Mover::new(&mesh, body, region).find_ground(
            at,
            f64::from(CARRIES),
            f64::INFINITY,
            &FOOTING,
        );
        ground.is_ok_and(|ground| ground.is_some())
    }

    fn solid_but(&self, player: &Player, but: Option<u32>) -> Cow<'a, CollisionMesh> {
        let level = &self.level.collision;
        if self.level.movers.is_empty() || player.ticks_inside > 0 {
            return Cow::Borrowed(level);
        }
        let way = player.velocity.length() / TICK_RATE as f32;
        let region = around(player, player.body(), REACH + way);
        let moving = self.corners(region, |index| Some(index) != but);
        if moving.is_empty() {
            return Cow::Borrowed(level);
        }
        let standing = level.triangles_near(region).into_iter();
        let mut corners: Vec<Vec3> = standing.flat_map(|index| level.corners(index)).collect();
        corners.extend(moving);
        built(&corners).map_or(Cow::Borrowed(level), Cow::Owned)
    }

    /// The corners of the movers' triangles near `region`, three each, where they are now.
    fn corners(&self, region: Aabb, is_asked: impl Fn(u32) -> bool) -> Vec<Vec3> {
        let mut corners = Vec::new();
        for (index, mover) in self.level.movers.iter().enumerate() {
            if !is_asked(index as u32) {
                continue;
            }
            let motion = mover.motion(self.tick);
            let back = motion.inverse();
            if !motion.is_finite() || !back.is_finite() {
                continue;
            }
            let near = mover
                .collision
                .triangles_near(region.transformed(&back).grown(ROUNDING));
            let place = |corner: Vec3| motion.transform_point3(corner.as_dvec3()).as_vec3();
            for triangle in near {
                corners.extend(mover.collision.corners(triangle).map(place));
            }
        }
        corners
    }
}

/// `None` without any triangle.
fn built(corners: &[Vec3]) -> Option<CollisionMesh> {
    let triangles: Vec<[u32; 3]> = (0..corners.len() as u32 / 3)
        .map(|triangle| [0, 1, 2].map(|corner| 3 * triangle + corner))
        .collect();
    CollisionMesh::build(corners, &triangles).ok()
}

fn around(player: &Player, body: Body, reach: f32) -> Aabb {
    body.swept_bounds(player.position, player.position)
        .grown(Vec3::splat(reach))
}
