//! A move on foot: along the ground, up steps, and down again onto the ground.

use std::cell::OnceCell;

use glam::{DVec3, Vec3};

use super::{clip::SlideRule, slide_end::SlideEnd};
use crate::{
    BodyShape, GroundFound, GroundOutcome, Hit, JournalEntry, MIN_WALKABLE_UP, MoveError, Mover,
    Purpose, SKIN, StepOutcome,
    query::closest_hit,
    work::{MAX_GROUND_WORK, MAX_MOVE_WORK, Work, separation_work},
};

/// The steps and edges that a body on foot can take.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WalkSettings {
    /// The highest step that the body climbs, meters.
    pub step_height: f64,
    /// The allowance for rounding in authored step heights, meters.
    pub step_tolerance: f64,
    /// The distance below the feet within which the body follows the ground down, meters.
    pub snap: f64,
    /// The smallest upward component of an edge's contact normal with which the edge supports a body.
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

impl WalkSettings {
    /// Returns an error if a setting is not finite or below its minimum: 0, or −1 for `edge_up`.
    pub(super) fn check(&self) -> Result<(), MoveError> {
        let settings = [
            ("step_height", 0.0, self.step_height),
            ("step_tolerance", 0.0, self.step_tolerance),
            ("snap", 0.0, self.snap),
            ("edge_up", -1.0, self.edge_up),
        ];
        for (name, least, value) in settings {
            if !value.is_finite() || value < least {
                return Err(MoveError::WalkSetting { name, least, value });
            }
        }
        Ok(())
    }
}

/// The ground that supports a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ground {
    /// The center of the supported body, meters.
    pub position: DVec3,
    /// The ground's unit normal; straight up if the body is wedged or stands aslant on an edge.
    pub normal: DVec3,
    /// The height of the touched point, meters; that of the feet if the body is wedged.
    pub height: f64,
    /// The upward component of the most level face at the touched point. On an edge under a round
    /// body this exceeds that of the contact's normal.
    pub face_up: f64,
}

/// The end of a move on foot. If there is ground, the body ends at [`Ground::position`].
#[derive(Clone, Debug)]
pub struct WalkEnd {
    /// The slide of the move, along the ground or over a step.
    pub end: SlideEnd,
    /// The ground below; `None` if nothing supports the body, which begins to fall.
    pub ground: Option<Ground>,
}

/// The distance by which a body slides down from a steep contact to find floor beside it, meters.
const SETTLE_DISTANCE: f64 = 0.005;

/// The distance within which a triangle still blocks a body raised by a step, meters.
const BLOCKING_DISTANCE: f64 = 0.005;

/// The clearance between a flat bottom and the top of the highest step, meters. Without it the body
/// would touch the step's wall.
const STEP_CLEARANCE: f64 = 0.001;

/// The share of [`SETTLE_DISTANCE`] below which a slide down means that the body is wedged and stands.
const WEDGED_SHARE: f64 = 0.1;

impl Mover<'_> {
    /// Moves the body from `start` along the ground by `motion`, meters, over a step if that leads
    /// further, and down onto the ground. Steps are measured from `ground_height`, meters: the
    /// [`Ground::height`] of the body's last walk or landing, which the caller stores. A move that is
    /// not finite or too far away is an error, and so are invalid settings.
    pub fn walk(
        &mut self,
        start: DVec3,
        motion: DVec3,
        ground_height: f64,
        settings: &WalkSettings,
    ) -> Result<WalkEnd, MoveError> {
        settings.check()?;
        self.work = Work::new(MAX_MOVE_WORK);
        self.set_purpose(Purpose::Move);
        let flat = self.slide_on(start, motion, SlideRule::Walking)?;
        if let Some((end, ground)) = self.step_up(start, motion, ground_height, settings, &flat)? {
            let ground = Some(ground);
            return Ok(WalkEnd { end, ground });
        }
        let highest = highest_step(ground_height, settings);
        let ground = self.find_ground(flat.position, settings.snap, highest, settings)?;
        Ok(WalkEnd { end: flat, ground })
    }

    /// The ground that supports the body when lowered from `position` by at most `distance` meters.
    /// Edges above the height `highest`, meters, do not support it. A position that is not finite or too
    /// far away is an error, and so are invalid settings.
    pub fn find_ground(
        &mut self,
        position: DVec3,
        distance: f64,
        highest: f64,
        settings: &WalkSettings,
    ) -> Result<Option<Ground>, MoveError> {
        settings.check()?;
        self.work = Work::new(MAX_GROUND_WORK);
        self.find_ground_for(Purpose::Ground, (position, distance), highest, settings)
    }

    /// The ground as in [`Mover::find_ground`], recorded with a purpose.
    fn find_ground_for(
        &mut self,
        purpose: Purpose,
        (position, distance): (DVec3, f64),
        highest: f64,
        settings: &WalkSettings,
    ) -> Result<Option<Ground>, MoveError> {
        self.set_purpose(purpose);
        let (ground, found) = self.ground_below((position, distance), highest, settings)?;
        self.record(|_| {
            JournalEntry::Ground(GroundOutcome {
                purpose,
                found,
                position: ground.map_or(position, |ground| ground.position),
                normal: ground.map_or(DVec3::ZERO, |ground| ground.normal),
            })
        });
        Ok(ground)
    }

    fn ground_below(
        &mut self,
        (position, distance): (DVec3, f64),
        highest: f64,
        settings: &WalkSettings,
    ) -> Result<(Option<Ground>, GroundFound), MoveError> {
        let hits = self.sweep_on(position, position - DVec3::Y * distance)?;
        let Some(fraction) = hits.iter().map(|hit| hit.fraction).reduce(f64::min) else {
            return Ok((None, GroundFound::None));
        };
        let below = position - DVec3::Y * (distance * fraction);
        if let Some(ground) = self.supporting_ground(below, &hits, highest, settings) {
            return Ok((Some(ground), GroundFound::Contact));
        }
        // The contact is steep: there may be floor a little below, or the body is wedged.
        self.set_purpose(Purpose::Settle);
        let settled = self.slide_on(below, DVec3::NEG_Y * SETTLE_DISTANCE, SlideRule::Free)?;
        let ground = self.supporting_ground(settled.position, &settled.hits, highest, settings);
        if ground.is_some() {
            return Ok((ground, GroundFound::BesideSteep));
        }
        if (settled.position - below).length() >= SETTLE_DISTANCE * WEDGED_SHARE {
            return Ok((None, GroundFound::None));
        }
        let wedged = Ground {
            position: below,
            normal: DVec3::Y,
            height: below.y - self.half_height(),
            face_up: 1.0,
        };
        Ok((Some(wedged), GroundFound::Wedged))
    }

    /// The ground at the most level contact that supports the body at `position`, meters; `None` if no
    /// contact does. Edges above the height `highest`, meters, do not support it.
    pub fn supporting_ground(
        &self,
        position: DVec3,
        hits: &[Hit],
        highest: f64,
        settings: &WalkSettings,
    ) -> Option<Ground> {
        let floor = OnceCell::new();
        // A level enough contact supports the body. An edge of a level enough face does, too, if
        // there is floor below the body's center, although a round body touches it at a slant. Such
        // an edge belongs to a stair and not to a ledge.
        let supports = |hit: &&Hit| {
            hit.normal.y >= MIN_WALKABLE_UP
                || hit.normal.y >= settings.edge_up
                    && hit.point.y <= highest
                    && hit.face_up >= MIN_WALKABLE_UP
                    && *floor.get_or_init(|| self.is_floor_below(position, settings))
        };
        let best = (hits.iter().filter(supports))
            .reduce(|a, b| if b.normal.y > a.normal.y { b } else { a })?;
        let normal = match best.normal.y >= MIN_WALKABLE_UP {
            true => best.normal,
            false => DVec3::Y,
        };
        Some(Ground {
            position,
            normal,
            height: best.point.y,
            face_up: best.face_up,
        })
    }

    /// Returns whether there is floor below the body's center.
    fn is_floor_below(&self, position: DVec3, settings: &WalkSettings) -> bool {
        let length = (self.half_height() + settings.snap) as f32;
        closest_hit(self.meshes(), position.as_vec3(), Vec3::NEG_Y, length)
            .is_some_and(|floor| f64::from(floor.normal.y) >= MIN_WALKABLE_UP)
    }

    /// Tries a step: up, forward and down. The step counts if it leads further than the flat move and
    /// ends on ground no higher than a step.
    fn step_up(
        &mut self,
        start: DVec3,
        motion: DVec3,
        ground_height: f64,
        settings: &WalkSettings,
        flat: &SlideEnd,
    ) -> Result<Option<(SlideEnd, Ground)>, MoveError> {
        let ahead = DVec3::new(motion.x, 0.0, motion.z);
        let (outcome, taken) = match ahead.try_normalize() {
            None => (StepOutcome::NotAhead, None),
            Some(direction) => match self.no_step_reason(settings, flat) {
                Some(outcome) => (outcome, None),
                None => {
                    let highest = highest_step(ground_height, settings);
                    self.step_over(start, (ahead, direction), highest, settings, flat)?
                }
            },
        };
        self.record(|_| JournalEntry::Step(outcome));
        Ok(taken)
    }

    /// The reason why no step can help, if there is one: nothing steep blocks the body, or the same
    /// triangles block it a step higher, too.
    fn no_step_reason(&self, settings: &WalkSettings, flat: &SlideEnd) -> Option<StepOutcome> {
        let margin = match self.has_flat_bottom() {
            true => BLOCKING_DISTANCE,
            false => 0.0,
        };
        let raised = flat.position + DVec3::Y * (self.step_rise(settings) + margin);
        let is_steep = |hit: &&Hit| hit.normal.y < MIN_WALKABLE_UP;
        let mut steep = flat.hits.iter().filter(is_steep).peekable();
        if steep.peek().is_none() {
            return Some(StepOutcome::NothingSteep);
        }
        let can_test = || self.work.spend(separation_work(self.body()));
        let clear = |hit: &Hit| self.clearance(hit.triangle, raised) > BLOCKING_DISTANCE;
        (!steep.any(|hit| can_test() && clear(hit))).then_some(StepOutcome::StillInTheWay)
    }

    /// The outcome of a step up to the height `highest`, meters; with slide and ground if it is taken.
    fn step_over(
        &mut self,
        start: DVec3,
        (ahead, direction): (DVec3, DVec3),
        highest: f64,
        settings: &WalkSettings,
        flat: &SlideEnd,
    ) -> Result<(StepOutcome, Option<(SlideEnd, Ground)>), MoveError> {
        self.set_purpose(Purpose::StepUp);
        let rise = self.step_rise(settings);
        let ceiling = self.sweep_on(start, start + DVec3::Y * rise)?;
        let free = ceiling.iter().map(|hit| hit.fraction).fold(1.0, f64::min);
        let room = free * rise;
        self.set_purpose(Purpose::StepForward);
        let end = self.slide_on(start + DVec3::Y * room, ahead, SlideRule::Walking)?;
        let further = (end.position - flat.position).dot(direction);
        if further < 1e-5 {
            return Ok((StepOutcome::NotFurther { further }, None));
        }
        let below = (end.position, room + settings.step_tolerance);
        let ground = self.find_ground_for(Purpose::StepDown, below, highest, settings)?;
        Ok(match ground {
            None => (StepOutcome::NoGround, None),
            Some(Ground { height, .. }) if height > highest => {
                (StepOutcome::TooHigh { height, highest }, None)
            }
            Some(ground) => {
                let height = ground.height;
                (StepOutcome::Taken { height, further }, Some((end, ground)))
            }
        })
    }

    /// The distance by which the body is raised to go over a step, meters. A round bottom rolls over the
    /// edge of a slightly higher step; a flat one has to clear it.
    fn step_rise(&self, settings: &WalkSettings) -> f64 {
        match self.has_flat_bottom() {
            true => settings.step_height + settings.step_tolerance + STEP_CLEARANCE,
            false => settings.step_height,
        }
    }

    fn has_flat_bottom(&self) -> bool {
        let shape = self.body().shape();
        matches!(shape, BodyShape::Box { .. } | BodyShape::Cylinder { .. })
    }

    /// Half the height of the body without its skin, meters.
    fn half_height(&self) -> f64 {
        f64::from(self.body().half_extents().y - SKIN)
    }
}

/// The height of the highest ground that a step may reach, meters.
fn highest_step(ground_height: f64, settings: &WalkSettings) -> f64 {
    ground_height + settings.step_height + settings.step_tolerance
}

/// The vector along a plane with the unit normal `normal` and with the horizontal part of `velocity`.
/// On planes steeper than 84° the rise is limited, as if the normal's y were 0.1.
pub fn along_ground(velocity: Vec3, normal: Vec3) -> Vec3 {
    let rise = -(normal.x * velocity.x + normal.z * velocity.z) / normal.y.max(0.1);
    Vec3::new(velocity.x, rise, velocity.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Body, Character, Feature,
        test_meshes::{floor, mover, quads, square, upright},
    };

    /// Returns the number of directions, of 24, from which a walk leads up a step of `height` meters.
    fn climbed(body: Body, height: f32) -> usize {
        let square = |half: f32, y: f32| square(half).map(|(x, z)| Vec3::new(x, y, z));
        let (top, foot) = (square(1.0, height), square(1.0, 0.0));
        let mut corners = [square(9.0, 0.0), top].concat();
        for side in 0..4 {
            let next = (side + 1) % 4;
            corners.extend([foot[side], foot[next], top[next], top[side]]);
        }
        let mesh = quads(&corners);
        let climbs = |index: &u32| {
            let angle = *index as f32 * std::f32::consts::TAU / 24.0;
            let out = Vec3::new(angle.cos(), 0.0, angle.sin());
            let half = body.half_extents().y;
            let mut character = Character::new(body, out * 3.5 + Vec3::Y * (half + 0.01));
            for _ in 0..90 {
                character.step(&mesh, out * -3.0, 1.0 / 60.0).unwrap();
            }
            character.position.y - half > height - 0.01
        };
        (0..24).filter(climbs).count()
    }

    #[test]
    fn every_body_climbs_a_step_of_the_step_height_and_none_a_higher_one() {
        let cuboid = Body::cuboid(Vec3::new(0.4, 0.9, 0.4)).unwrap();
        for body in [upright(0), upright(1), cuboid, upright(3)] {
            for height in [0.44, 0.449, 0.45, 0.4515] {
                assert_eq!(climbed(body, height), 24, "{body:?} at {height}");
            }
            assert_eq!(climbed(body, 0.46), 0, "{body:?}");
        }
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let mesh = floor();
        let mut character = Character::new(upright(0), Vec3::Y);
        for bad in [f64::NAN, f64::INFINITY, -0.1] {
            character.walk_settings.step_height = bad;
            let error = character.step(&mesh, Vec3::X, 0.01).unwrap_err();
            assert!(error.to_string().contains("step_height"), "{error}");
            assert_eq!(character.position, Vec3::Y);
            let settings = character.walk_settings;
            let mut mover = mover(&mesh, upright(0), DVec3::Y);
            assert!(mover.walk(DVec3::Y, DVec3::X, 0.0, &settings).is_err());
            assert!(mover.find_ground(DVec3::Y, 1.0, 9.0, &settings).is_err());
        }
    }

    /// An edge supports while there is floor no further below the feet than the caller's own snap.
    #[test]
    fn the_callers_snap_decides_how_deep_floor_is_looked_for() {
        let (mesh, at) = (floor(), DVec3::Y * (0.9 + 0.6));
        let mover = mover(&mesh, upright(0), at);
        let edge = Hit {
            fraction: 0.0,
            point: at - DVec3::Y * 0.5,
            normal: DVec3::new(0.9, 0.3, 0.0).normalize(),
            triangle: 0,
            feature: Feature::Edge(0),
            depth: 0.0,
            face_up: 1.0,
        };
        let found = |snap: f64| {
            let settings = WalkSettings {
                snap,
                ..WalkSettings::default()
            };
            mover.supporting_ground(at, &[edge], f64::INFINITY, &settings)
        };
        // A slanted edge is no slope.
        assert_eq!((found(0.47), found(0.8).unwrap().normal), (None, DVec3::Y));
    }
}
