//! A body on foot: along the ground, up steps, down again onto what carries it; and a plain
//! character on top, with gravity, for whoever wants no more than that.
//!
//! How fast somebody wishes to go, jumps, and what is heard of it live in the simulation.

use glam::{DVec3, Vec3};

use super::{
    Body, CollisionMesh, Counters, Hit, MoveError, Mover, SKIN, SlideEnd, SlideRule, Surroundings,
    WALKABLE, clip_velocity, sweep::check_move,
};

/// What a body on foot can do, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// The highest step taken.
    pub step_height: f64,
    /// Allowance for rounding in authored step heights.
    pub step_tolerance: f64,
    /// How far below the feet ground is still followed down.
    pub snap: f64,
    /// An edge carries while its contact normal points up at least this much.
    pub edge_up: f64,
}

impl Default for Footing {
    fn default() -> Self {
        Self {
            step_height: 0.45,
            step_tolerance: 0.002,
            snap: 0.47,
            edge_up: 0.05,
        }
    }
}

/// What carries a body, and where the body then is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Of the body's center when it stands.
    pub position: DVec3,
    /// Unit.
    pub normal: DVec3,
    /// Of the touched point.
    pub height: f64,
    /// The upward component of the most level face there; more than the normal's on an edge that
    /// a round body rolls over.
    pub face_up: f64,
}

/// Where a move on foot ended.
#[derive(Clone, Debug)]
pub struct Walked {
    pub end: SlideEnd,
    /// `None`: nothing carries the body there, it begins to fall.
    pub ground: Option<Ground>,
}

/// Floor this close beside a steep contact carries the body all the same, meters.
const BESIDE: f64 = 0.005;
/// A triangle this close, meters, to a body raised by a step is as much in its way there.
const BESIDE_WALL: f64 = 0.005;
/// A body that gravity moves less than this part is wedged and may push off.
const WEDGED: f64 = 0.1;

impl Mover<'_> {
    /// Along the ground by `motion`, up steps where they lead further, and down onto what carries
    /// the body. `ground_height` is where it stands: steps are measured from there. A move that makes
    /// no sense is an error.
    pub fn walk(
        &mut self,
        start: DVec3,
        motion: DVec3,
        ground_height: f64,
        footing: &Footing,
    ) -> Result<Walked, MoveError> {
        let flat = self.slide(start, motion, SlideRule::Walking)?;
        if let Some((end, ground)) = self.step_up(start, motion, ground_height, footing, &flat)? {
            let ground = Some(ground);
            return Ok(Walked { end, ground });
        }
        let highest = highest_step(ground_height, footing);
        let ground = self.find_ground(flat.position, footing.snap, highest, footing)?;
        Ok(Walked { end: flat, ground })
    }

    /// What carries the body at `position`, at most `distance` meters below: it is let down onto
    /// it. Edges above `highest`, meters, are only leaned against. A position that makes no sense
    /// is an error.
    pub fn find_ground(
        &mut self,
        position: DVec3,
        distance: f64,
        highest: f64,
        footing: &Footing,
    ) -> Result<Option<Ground>, MoveError> {
        let hits = self.sweep(position, position - DVec3::Y * distance)?;
        let Some(fraction) = hits.iter().map(|hit| hit.fraction).reduce(f64::min) else {
            return Ok(None);
        };
        let below = position - DVec3::Y * (distance * fraction);
        if let Some(ground) = self.carrying(below, &hits, highest, footing) {
            return Ok(Some(ground));
        }
        // A steep contact first: the floor may be a hair below it, or there may be no way down.
        let settled = self.slide(below, DVec3::NEG_Y * BESIDE, SlideRule::Free)?;
        let ground = self.carrying(settled.position, &settled.hits, highest, footing);
        Ok(ground.or_else(|| {
            let wedged = (settled.position - below).length() < BESIDE * WEDGED;
            wedged.then_some(Ground {
                position: below,
                normal: DVec3::Y,
                height: below.y - self.half_height(),
                face_up: 1.0,
            })
        }))
    }

    /// The most level of the contacts that carries the body at `position`.
    pub fn carrying(
        &self,
        position: DVec3,
        hits: &[Hit],
        highest: f64,
        footing: &Footing,
    ) -> Option<Ground> {
        let best = hits
            .iter()
            .filter(|hit| self.carries(position, hit, highest, footing))
            .reduce(|best, hit| {
                if hit.normal.y > best.normal.y {
                    hit
                } else {
                    best
                }
            })?;
        let normal = if best.normal.y >= WALKABLE {
            best.normal
        } else {
            DVec3::Y
        };
        Some(Ground {
            position,
            normal,
            height: best.point.y,
            face_up: best.face_up,
        })
    }

    /// A level enough contact carries. So does the edge of a level enough face, though a round
    /// body touches it at a slant, if there is floor below the middle of the body: a stair, not a
    /// brink.
    fn carries(&self, position: DVec3, hit: &Hit, highest: f64, footing: &Footing) -> bool {
        if hit.normal.y >= WALKABLE {
            return true;
        }
        let length = self.half_height() + footing.snap;
        hit.normal.y >= footing.edge_up
            && hit.point.y <= highest
            && hit.face_up >= WALKABLE
            && self
                .mesh
                .ray_cast(position.as_vec3(), Vec3::NEG_Y, length as f32)
                .is_some_and(|floor| f64::from(floor.normal.y) >= WALKABLE)
    }

    /// Up, forward, down: taken when it leads further than going flat and ends on something that
    /// carries the body and is no higher than a step.
    fn step_up(
        &mut self,
        start: DVec3,
        motion: DVec3,
        ground_height: f64,
        footing: &Footing,
        flat: &SlideEnd,
    ) -> Result<Option<(SlideEnd, Ground)>, MoveError> {
        let ahead = DVec3::new(motion.x, 0.0, motion.z);
        let Some(direction) = ahead.try_normalize() else {
            return Ok(None);
        };
        let steep = |hit: &&Hit| hit.normal.y < WALKABLE;
        let raised = flat.position + DVec3::Y * footing.step_height;
        let low = |hit: &Hit| self.clearance(hit.triangle, raised) > BESIDE_WALL;
        if !flat.hits.iter().filter(steep).any(low) {
            // Nothing in the way, or only what stands in the way a step higher just the same.
            return Ok(None);
        }
        let ceiling = self.sweep(start, start + DVec3::Y * footing.step_height)?;
        let free = ceiling.iter().map(|hit| hit.fraction).fold(1.0, f64::min);
        let room = free * footing.step_height;
        let end = self.slide(start + DVec3::Y * room, ahead, SlideRule::Walking)?;
        let further = (end.position - flat.position).dot(direction);
        if further < 1e-5 {
            return Ok(None);
        }
        let below = room + footing.step_tolerance;
        let highest = highest_step(ground_height, footing);
        let ground = self.find_ground(end.position, below, highest, footing)?;
        let taken = ground.filter(|ground| ground.height <= highest);
        Ok(taken.map(|ground| (end, ground)))
    }

    fn half_height(&self) -> f64 {
        f64::from(self.body.half_extents().y - SKIN)
    }
}

fn highest_step(ground_height: f64, footing: &Footing) -> f64 {
    ground_height + footing.step_height + footing.step_tolerance
}

/// The vector along the ground that covers the same way on the map.
pub fn along_ground(velocity: Vec3, normal: Vec3) -> Vec3 {
    let rise = -(normal.x * velocity.x + normal.z * velocity.z) / normal.y.max(0.1);
    Vec3::new(velocity.x, rise, velocity.z)
}

/// A body that walks, climbs steps, follows the ground down and falls.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::{Body, Character, CollisionMesh};
/// let corners = [(-9.0, -9.0), (-9.0, 9.0), (9.0, 9.0), (9.0, -9.0)];
/// let corners = corners.map(|(x, z)| Vec3::new(x, 0.0, z));
/// let floor = CollisionMesh::build(&corners, &[[0, 1, 2], [0, 2, 3]]).unwrap();
/// let mut character = Character::new(Body::ellipsoid(0.4, 0.9).unwrap(), Vec3::Y);
/// for _ in 0..60 {
///     character.step(&floor, Vec3::X, 1.0 / 60.0).unwrap();
/// }
/// assert!(character.ground.is_some());
/// assert!((character.position.x - 1.0).abs() < 0.01);
/// ```
#[derive(Clone, Debug)]
pub struct Character {
    /// Without the skin.
    pub body: Body,
    /// Of the body's center, meters.
    pub position: Vec3,
    /// Meters a second; what a fall has gathered, 0 on the ground.
    pub fall: f32,
    /// What it stands on.
    pub ground: Option<Ground>,
    pub footing: Footing,
    /// Meters a second squared, downward.
    pub gravity: f32,
    /// What the planes decided in the last step.
    pub counters: Counters,
    surroundings: Surroundings,
}

/// A body that comes down from the air slides off edges whose normal points up less than this.
const EDGE_UP_LANDING: f64 = 0.5;

/// Falling faster than this the air holds, m/s.
const TERMINAL_SPEED: f32 = 60.0;

impl Character {
    pub fn new(body: Body, position: Vec3) -> Self {
        Self {
            body,
            position,
            fall: 0.0,
            ground: None,
            footing: Footing::default(),
            gravity: 9.81,
            counters: Counters::default(),
            surroundings: Surroundings::default(),
        }
    }

    /// One tick of `seconds`: by `velocity` (m/s, its y is left out) along the ground or through
    /// the air. Gives the contacts met on the way. A velocity or a time that makes no sense is an
    /// error and changes nothing.
    pub fn step(
        &mut self,
        mesh: &CollisionMesh,
        velocity: Vec3,
        seconds: f32,
    ) -> Result<SlideEnd, MoveError> {
        let way = Vec3::new(velocity.x, 0.0, velocity.z) * seconds;
        let body = self.body.grown(SKIN);
        let dropped = (self.fall + 0.5 * self.gravity * seconds) * seconds;
        let at = self.position.as_dvec3();
        check_move(at, at + (way - Vec3::Y * dropped).as_dvec3())?;
        let mut region = body.swept_bounds(self.position, self.position + way);
        let down = if self.ground.is_some() {
            self.footing.snap as f32
        } else {
            dropped
        };
        region.min.y -= down;
        region = region.grown(Vec3::splat(0.02));
        let kept = std::mem::take(&mut self.surroundings);
        let mut mover = Mover::resume(mesh, body, region, kept);
        let start = mover.release(at).position;
        let end = match self.ground {
            Some(ground) => self.walk(&mut mover, start, ground, way),
            None => self.drop_by(&mut mover, start, way, seconds),
        };
        self.counters = mover.counters;
        self.surroundings = mover.into_surroundings();
        end
    }

    fn walk(
        &mut self,
        mover: &mut Mover,
        start: DVec3,
        on: Ground,
        motion: Vec3,
    ) -> Result<SlideEnd, MoveError> {
        let motion = along_ground(motion, on.normal.as_vec3()).as_dvec3();
        let walked = mover.walk(start, motion, on.height, &self.footing)?;
        self.ground = walked.ground;
        let position = walked.ground.map_or(walked.end.position, |g| g.position);
        self.position = position.as_vec3();
        self.fall = 0.0;
        Ok(walked.end)
    }

    fn drop_by(
        &mut self,
        mover: &mut Mover,
        start: DVec3,
        way: Vec3,
        seconds: f32,
    ) -> Result<SlideEnd, MoveError> {
        let dropped = (self.fall + 0.5 * self.gravity * seconds) * seconds;
        let motion = (way - Vec3::Y * dropped).as_dvec3();
        let end = mover.slide(start, motion, SlideRule::Free)?;
        self.position = end.position.as_vec3();
        self.fall = (self.fall + self.gravity * seconds).min(TERMINAL_SPEED);
        let falling = DVec3::NEG_Y * f64::from(self.fall);
        self.fall = -clip_velocity(falling, &end.planes).y as f32;
        let (landing, any) = (self.landing(), f64::INFINITY);
        self.ground = mover.carrying(end.position, &end.hits, any, &landing);
        // Held by steep sides all round: the body stands in the wedge.
        if self.ground.is_none() && end.hits.len() > 1 && start.y - end.position.y < 1e-4 {
            self.ground = mover.find_ground(end.position, 0.01, any, &landing)?;
        }
        Ok(end)
    }

    fn landing(&self) -> Footing {
        Footing {
            edge_up: EDGE_UP_LANDING,
            ..self.footing
        }
    }
}
