//! The poses of the level's movers in a tick, and a tick before. Their effect on the player is in
//! `rider`, that on balls in `balls::mover`: both sweep in a mover's own space, so nothing is rebuilt
//! when it moves.

mod crush;
mod rider;

use glam::{DAffine3, DVec3, Vec3};
use hexbound_collide::{CollisionMesh, Faces, Obstacles, Placement, geom::Aabb};

pub use crush::crush_position;
pub(crate) use rider::is_crushed;

use super::PlayState;

use hexbound_base::clock::TICK_RATE;
use hexbound_level::{Level, MovingPart};

/// The margin of the boxes around movers, meters.
const BOX_MARGIN: Vec3 = Vec3::splat(0.01);

/// The level during one tick. Movers go first: then they are static, and the player and the balls move
/// among them.
#[derive(Debug)]
pub struct MovedLevel<'a> {
    /// The level itself, which never moves.
    pub level: &'a Level,
    /// The level's movers at their poses, in the level's order, without those of invalid pose.
    pub movers: Vec<PlacedMover<'a>>,
}

/// One mover at its pose in a tick.
#[derive(Debug)]
pub struct PlacedMover<'a> {
    /// The mover's index in `Level::movers`.
    pub index: u32,
    /// The mover's triangles in the coordinates they were built in.
    pub mesh: &'a CollisionMesh,
    /// The mover's pose at the end of the last tick.
    pub before: Placement,
    /// The mover's pose at the end of this tick.
    pub now: Placement,
    /// A box around the mover's present pose.
    pub bounds: Aabb,
    /// A box around the mover's previous pose.
    pub bounds_before: Aabb,
}

impl<'a> MovedLevel<'a> {
    /// The level in the tick that leads to `tick`, with movers started as recorded in `play`.
    pub fn at(level: &'a Level, tick: u64, play: &PlayState) -> Self {
        let movers = (0..).zip(&level.movers);
        let placed = |(index, mover)| {
            let ticks = |tick| play.mover_ticks(index as usize, tick);
            PlacedMover::at(index, mover, [ticks(tick.saturating_sub(1)), ticks(tick)])
        };
        Self {
            level,
            movers: movers.filter_map(placed).collect(),
        }
    }

    /// The mover at `index` in `Level::movers`.
    pub fn mover(&self, index: u32) -> Option<&PlacedMover<'a>> {
        self.movers.iter().find(|mover| mover.index == index)
    }

    /// The movers whose boxes overlap `region` at their present poses.
    pub(crate) fn movers_near(&self, region: Aabb) -> impl Iterator<Item = &PlacedMover<'a>> {
        let movers = self.movers.iter();
        movers.filter(move |mover| mover.bounds.overlaps(&region))
    }

    /// Returns whether neither the level nor a mover is between two positions, local, meters.
    pub fn is_clear(&self, from: Vec3, to: Vec3) -> bool {
        let length = from.distance(to);
        if length == 0.0 {
            return true;
        }
        let direction = (to - from) / length;
        let path = Aabb::from_points([from, to]);
        let mut near = self.movers_near(path);
        !(self.level.collision).ray_hits_any(from, direction, length, Faces::Both)
            && !near.any(|it| it.alone().ray_cast(from, direction, length).is_some())
    }
}

impl<'a> PlacedMover<'a> {
    /// The mover a tick ago and now, each given as the number of ticks that it has been moving.
    fn at(index: u32, mover: &'a MovingPart, [before, now]: [u64; 2]) -> Option<Self> {
        let before = Placement::new(mover.motion(before)).ok()?;
        let now = Placement::new(mover.motion(now)).ok()?;
        let bounds = |pose: &Placement| {
            let bounds = mover.collision.bounds().transformed(pose.to_world());
            bounds.grown(BOX_MARGIN)
        };
        Some(Self {
            index,
            mesh: &mover.collision,
            before,
            now,
            bounds: bounds(&now),
            bounds_before: bounds(&before),
        })
    }

    /// Returns whether the mover's pose differs from that of the previous tick.
    pub fn has_moved(&self) -> bool {
        self.before != self.now
    }

    /// The motion from the mover's previous pose to its present one.
    pub(crate) fn motion(&self) -> DAffine3 {
        *self.now.to_world() * *self.before.to_mesh()
    }

    /// The velocity of the mover's point at `point` in its mesh, meters a second.
    pub fn velocity_at(&self, point: DVec3) -> DVec3 {
        let delta = self.now.to_world().transform_point3(point)
            - self.before.to_world().transform_point3(point);
        delta * f64::from(TICK_RATE)
    }

    /// The mover alone, for queries.
    pub fn alone(&self) -> Obstacles<'_> {
        let mut obstacles = Obstacles::default();
        obstacles.add(self.mesh, &self.now);
        obstacles
    }
}
