//! A character: a body that walks, climbs steps and falls.
//!
//! Three methods of [`Mover`] are also useful alone. [`Mover::slide`] spends a whole move along its
//! contacts, [`Mover::walk`] adds steps and ground, and [`Mover::release`] pushes a body out of
//! overlaps. Speed and jumps are the caller's choice.

mod clip;
mod overlap;
mod slide;
mod slide_end;
mod slide_recorder;
mod walk;

use glam::{DVec3, Vec3};

pub use clip::{SlideRule, clip_velocity};
pub use overlap::{Depenetration, Overlap};
pub use slide_end::{SlideEnd, SlideLeg};
pub use walk::{Ground, WalkEnd, WalkSettings, along_ground};

use crate::{
    Body, CandidateCache, Counters, MoveError, Mover, Obstacles, geom::Aabb, sweep::check_move,
};

/// A body that walks, climbs steps, follows the ground down and falls. A loop around
/// [`Character::step`] is enough; calls of [`Character::jump`] and [`Character::carry`] come before
/// the step. Below the level the character falls forever, and the caller decides at which height the
/// character is lost.
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
    /// The body, without the skin.
    pub body: Body,
    /// The body's center, meters.
    pub position: Vec3,
    /// The upward speed, m/s: negative in a fall, 0 on the ground.
    pub vertical_speed: f32,
    /// The ground that supports the body; `None` in the air.
    pub ground: Option<Ground>,
    /// The steps and edges that the body can take.
    pub walk_settings: WalkSettings,
    /// The downward acceleration by gravity, m/s².
    pub gravity: f32,
    /// The counts of the planes' decisions in the last step.
    pub counters: Counters,
    candidates: CandidateCache,
}

/// The smallest upward component of an edge's contact normal with which the edge supports a landing
/// body.
const MIN_LANDING_EDGE_UP: f64 = 0.5;

/// The largest speed of a fall, as if limited by air drag, m/s.
const TERMINAL_SPEED: f32 = 60.0;

impl Character {
    /// A character in the air at `position`, meters, with the default settings and Earth's gravity.
    pub fn new(body: Body, position: Vec3) -> Self {
        Self {
            body,
            position,
            vertical_speed: 0.0,
            ground: None,
            walk_settings: WalkSettings::default(),
            gravity: 9.81,
            counters: Counters::default(),
            candidates: CandidateCache::default(),
        }
    }

    /// Leaves the ground upward at `speed`, m/s; a later step lands. The call works in the air, too: the
    /// caller decides whether a jump is allowed.
    pub fn jump(&mut self, speed: f32) {
        self.ground = None;
        self.vertical_speed = speed;
    }

    /// Moves by `motion`, meters, sliding along obstacles: the motion of a lift or raft under the
    /// body. The next step finds the ground again. A motion that is not finite or leads too far away
    /// is an error and changes nothing.
    pub fn carry<'a>(
        &mut self,
        obstacles: impl Into<Obstacles<'a>>,
        motion: Vec3,
    ) -> Result<SlideEnd, MoveError> {
        let at = self.position.as_dvec3();
        check_move(at, at + motion.as_dvec3())?;
        let centers = Aabb::from_points([self.position, self.position + motion]);
        let mut mover = Mover::new(obstacles, self.body, centers, CandidateCache::default());
        let start = mover.release(at).position;
        let end = mover.slide(start, motion.as_dvec3(), SlideRule::Free)?;
        self.position = end.position.as_vec3();
        Ok(end)
    }

    /// Moves by one tick of `seconds` among `obstacles`, one mesh or a list of them. The move follows
    /// `velocity` (m/s) along the ground, or through the air under gravity. The y of `velocity` is
    /// ignored; `vertical_speed` moves the body up and down. Returns the slide with its contacts; a
    /// walking body then goes down to [`Ground::position`]. A velocity or time that is not finite or
    /// leads too far away, and invalid walk settings, are errors and change nothing.
    pub fn step<'a>(
        &mut self,
        obstacles: impl Into<Obstacles<'a>>,
        velocity: Vec3,
        seconds: f32,
    ) -> Result<SlideEnd, MoveError> {
        self.walk_settings.check()?;
        let motion = Vec3::new(velocity.x, 0.0, velocity.z) * seconds;
        let rise = (self.vertical_speed - 0.5 * self.gravity * seconds) * seconds;
        let at = self.position.as_dvec3();
        check_move(at, at + (motion + Vec3::Y * rise).as_dvec3())?;
        let mut centers = Aabb::from_points([self.position, self.position + motion]);
        centers.min.y += match self.ground {
            Some(_) => -self.walk_settings.snap as f32,
            None => rise,
        };
        centers = centers.grown(Vec3::splat(0.02));
        let cache = std::mem::take(&mut self.candidates);
        let mut mover = Mover::new(obstacles, self.body, centers, cache);
        let start = mover.release(at).position;
        let end = match self.ground {
            Some(ground) => self.walk(&mut mover, start, ground, motion),
            None => self.fly(&mut mover, start, motion + Vec3::Y * rise, seconds),
        };
        self.counters = mover.counters;
        self.candidates = mover.into_candidate_cache();
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
        let walked = mover.walk(start, motion, on.height, &self.walk_settings)?;
        self.ground = walked.ground;
        let position = walked.ground.map_or(walked.end.position, |g| g.position);
        self.position = position.as_vec3();
        self.vertical_speed = 0.0;
        Ok(walked.end)
    }

    fn fly(
        &mut self,
        mover: &mut Mover,
        start: DVec3,
        motion: Vec3,
        seconds: f32,
    ) -> Result<SlideEnd, MoveError> {
        let end = mover.slide(start, motion.as_dvec3(), SlideRule::Free)?;
        self.position = end.position.as_vec3();
        let speed = (self.vertical_speed - self.gravity * seconds).max(-TERMINAL_SPEED);
        let speed = clip_velocity(DVec3::Y * f64::from(speed), &end.planes);
        self.vertical_speed = speed.y as f32;
        let (landing, any) = (self.landing(), f64::INFINITY);
        self.ground = mover.supporting_ground(end.position, &end.hits, any, &landing);
        // Steep sides hold the body all around: it stands in the wedge.
        if self.ground.is_none() && end.hits.len() > 1 && start.y - end.position.y < 1e-4 {
            self.ground = mover.find_ground(end.position, 0.01, any, &landing)?;
        }
        Ok(end)
    }

    fn landing(&self) -> WalkSettings {
        WalkSettings {
            edge_up: MIN_LANDING_EDGE_UP,
            ..self.walk_settings
        }
    }
}
