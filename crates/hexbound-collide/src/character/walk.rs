//! A move on foot: along the ground, up steps, and down again onto what carries the body.

use glam::{DVec3, Vec3};

use super::slide::{SlideEnd, SlideRule};
use crate::{Hit, MoveError, Mover, SKIN, WALKABLE, query::closest_hit};

/// What a body on foot can do, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WalkSettings {
    /// The highest step taken.
    pub step_height: f64,
    /// Allowance for rounding in authored step heights.
    pub step_tolerance: f64,
    /// How far below the feet ground is still followed down.
    pub snap: f64,
    /// An edge supports while its contact normal points up at least this much.
    pub edge_up: f64,
}

impl Default for WalkSettings {
    fn default() -> Self {
        Self {
            step_height: 0.45,
            step_tolerance: 0.002,
            snap: 0.47,
            edge_up: 0.05,
        }
    }
}

/// What supports a body, and where the body then is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
pub struct WalkEnd {
    pub end: SlideEnd,
    /// `None`: nothing supports the body there, it begins to fall.
    pub ground: Option<Ground>,
}

/// Floor this close beside a steep contact supports the body all the same, meters.
const BESIDE: f64 = 0.005;
/// A triangle this close, meters, to a body raised by a step is as much in its way there.
const BESIDE_WALL: f64 = 0.005;
/// A body that gravity moves less than this part is wedged and may push off.
const WEDGED: f64 = 0.1;

impl Mover<'_> {
    /// Along the ground by `motion`, up steps where they lead further, and down onto what supports
    /// the body. `ground_height` is where it stands: steps are measured from there. A move that makes
    /// no sense is an error.
    pub fn walk(
        &mut self,
        start: DVec3,
        motion: DVec3,
        ground_height: f64,
        settings: &WalkSettings,
    ) -> Result<WalkEnd, MoveError> {
        let flat = self.slide(start, motion, SlideRule::Walking)?;
        if let Some((end, ground)) = self.step_up(start, motion, ground_height, settings, &flat)? {
            let ground = Some(ground);
            return Ok(WalkEnd { end, ground });
        }
        let highest = highest_step(ground_height, settings);
        let ground = self.find_ground(flat.position, settings.snap, highest, settings)?;
        Ok(WalkEnd { end: flat, ground })
    }

    /// What supports the body at `position`, at most `distance` meters below: it is let down onto
    /// it. Edges above `highest`, meters, are only leaned against. A position that makes no sense
    /// is an error.
    pub fn find_ground(
        &mut self,
        position: DVec3,
        distance: f64,
        highest: f64,
        settings: &WalkSettings,
    ) -> Result<Option<Ground>, MoveError> {
        let hits = self.sweep(position, position - DVec3::Y * distance)?;
        let Some(fraction) = hits.iter().map(|hit| hit.fraction).reduce(f64::min) else {
            return Ok(None);
        };
        let below = position - DVec3::Y * (distance * fraction);
        if let Some(ground) = self.supporting_ground(below, &hits, highest, settings) {
            return Ok(Some(ground));
        }
        // A steep contact first: the floor may be a hair below it, or there may be no way down.
        let settled = self.slide(below, DVec3::NEG_Y * BESIDE, SlideRule::Free)?;
        let ground = self.supporting_ground(settled.position, &settled.hits, highest, settings);
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

    /// The most level of the contacts that supports the body at `position`.
    pub fn supporting_ground(
        &self,
        position: DVec3,
        hits: &[Hit],
        highest: f64,
        settings: &WalkSettings,
    ) -> Option<Ground> {
        let best = hits
            .iter()
            .filter(|hit| self.supports(position, hit, highest, settings))
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

    /// A level enough contact supports. So does the edge of a level enough face, though a round
    /// body touches it at a slant, if there is floor below the middle of the body: a stair, not a
    /// brink.
    fn supports(&self, position: DVec3, hit: &Hit, highest: f64, settings: &WalkSettings) -> bool {
        if hit.normal.y >= WALKABLE {
            return true;
        }
        let length = self.half_height() + settings.snap;
        hit.normal.y >= settings.edge_up
            && hit.point.y <= highest
            && hit.face_up >= WALKABLE
            && closest_hit(
                self.meshes(),
                position.as_vec3(),
                Vec3::NEG_Y,
                length as f32,
            )
            .is_some_and(|floor| f64::from(floor.normal.y) >= WALKABLE)
    }

    /// Up, forward, down: taken when it leads further than going flat and ends on something that
    /// supports the body and is no higher than a step.
    fn step_up(
        &mut self,
        start: DVec3,
        motion: DVec3,
        ground_height: f64,
        settings: &WalkSettings,
        flat: &SlideEnd,
    ) -> Result<Option<(SlideEnd, Ground)>, MoveError> {
        let ahead = DVec3::new(motion.x, 0.0, motion.z);
        let Some(direction) = ahead.try_normalize() else {
            return Ok(None);
        };
        let steep = |hit: &&Hit| hit.normal.y < WALKABLE;
        let raised = flat.position + DVec3::Y * settings.step_height;
        let low = |hit: &Hit| self.clearance(hit.triangle, raised) > BESIDE_WALL;
        if !flat.hits.iter().filter(steep).any(low) {
            // Nothing in the way, or only what stands in the way a step higher just the same.
            return Ok(None);
        }
        let ceiling = self.sweep(start, start + DVec3::Y * settings.step_height)?;
        let free = ceiling.iter().map(|hit| hit.fraction).fold(1.0, f64::min);
        let room = free * settings.step_height;
        let end = self.slide(start + DVec3::Y * room, ahead, SlideRule::Walking)?;
        let further = (end.position - flat.position).dot(direction);
        if further < 1e-5 {
            return Ok(None);
        }
        let below = room + settings.step_tolerance;
        let highest = highest_step(ground_height, settings);
        let ground = self.find_ground(end.position, below, highest, settings)?;
        let taken = ground.filter(|ground| ground.height <= highest);
        Ok(taken.map(|ground| (end, ground)))
    }

    fn half_height(&self) -> f64 {
        f64::from(self.body.half_extents().y - SKIN)
    }
}

fn highest_step(ground_height: f64, settings: &WalkSettings) -> f64 {
    ground_height + settings.step_height + settings.step_tolerance
}

/// The vector along the ground that covers the same way on the map.
pub fn along_ground(velocity: Vec3, normal: Vec3) -> Vec3 {
    let rise = -(normal.x * velocity.x + normal.z * velocity.z) / normal.y.max(0.1);
    Vec3::new(velocity.x, rise, velocity.z)
}
