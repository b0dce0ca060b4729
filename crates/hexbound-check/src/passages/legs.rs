//! One stride of a body from a place: on foot, down a drop, up by a jump, over a gap. The player's own
//! walk and slide are used; only the length of a move is larger than a tick's.

use glam::{DVec3, Vec3};
use hexbound_collide::{
    Body, CandidateCache, CollisionMesh, Ground, HitList, MIN_WALKABLE_UP, Mover, SKIN, SlideRule,
    WalkSettings, along_ground, geom::Aabb,
};

use hexbound_base::body::{
    BODY_RADIUS, CROUCHED_HALF_HEIGHT, HALF_HEIGHT, JUMP_HEIGHT, STEP_HEIGHT, WALK_FOOTING, snap,
};
use hexbound_sim::tuning::{EDGE_UP_LANDING, KILL_BELOW, PLAYER_GRAVITY, SPRINT_RATIO, WALK_SPEED};

/// The settings of edges on which the player can land.
const LANDING_SETTINGS: WalkSettings = WalkSettings {
    edge_up: EDGE_UP_LANDING,
    ..WALK_FOOTING
};

/// The longest displacement of a single move, meters.
const MAX_MOVE_LENGTH: f64 = 0.2;
/// The displacement of a move of a body that falls along a slope, meters.
const ROLL_STEP: f64 = 0.25;
/// The largest number of moves along a slope.
const MAX_ROLLS: usize = 80;
/// The largest drop of a wedged body in such a move, meters.
const MAX_WEDGED_DROP: f64 = 1e-3;
/// The number of ticks a second in the simulation of a leap.
const LEAP_RATE: f64 = 30.0;
/// The largest number of ticks in a leap.
const MAX_LEAP_TICKS: usize = 40;

/// The size of a body that moves through a level, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BodySize {
    pub radius: f32,
    pub half_height: f32,
}

impl BodySize {
    pub(super) const STANDING: Self = Self {
        radius: BODY_RADIUS,
        half_height: HALF_HEIGHT,
    };
    pub(super) const CROUCHED: Self = Self {
        radius: BODY_RADIUS,
        half_height: CROUCHED_HALF_HEIGHT,
    };

    /// The body without its skin.
    pub(super) fn body(self) -> Body {
        let body = Body::ellipsoid(self.radius, self.half_height);
        body.expect("sizes are parts of the player's")
    }
}

/// A place where a body stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The body's center, local, meters.
    pub center: DVec3,
    /// The height of the ground, local, meters.
    pub height: f64,
    normal: DVec3,
    face_up: f64,
}

impl Spot {
    /// A place on level ground.
    pub(super) fn on_level(center: Vec3, half_height: f32) -> Self {
        Self {
            center: center.as_dvec3(),
            height: f64::from(center.y - half_height),
            normal: DVec3::Y,
            face_up: 1.0,
        }
    }

    /// The same ground under a body with another center.
    pub(super) fn with_center(self, center: DVec3) -> Self {
        Self { center, ..self }
    }

    fn on(ground: Ground) -> Self {
        Self {
            center: ground.position,
            height: ground.height,
            normal: ground.normal,
            face_up: ground.face_up,
        }
    }

    /// The motion along the ground with the horizontal displacement `delta`. Beyond an edge it is level.
    fn along(&self, delta: DVec3) -> DVec3 {
        let is_edge = self.face_up > self.normal.y + 1e-3;
        let leads_down = self.normal.dot(delta) > 0.0;
        match is_edge && leads_down {
            true => delta,
            false => along_ground(delta.as_vec3(), self.normal.as_vec3()).as_dvec3(),
        }
    }
}

/// The end of a stride.
#[derive(Clone, Debug)]
pub(super) enum Stride {
    /// The body stands somewhere.
    Stands(Spot),
    /// The body went over a brink and landed somewhere.
    Fell(Spot),
    /// The body went over a brink and fell out of the level.
    Lost { brink: DVec3 },
    /// The body arrived nowhere.
    Nowhere,
}

/// Moves a body of some size near a place.
pub(super) struct Legs<'a> {
    mover: Mover<'a>,
    settings: WalkSettings,
    /// The height below which a body is lost, meters.
    bottom: f64,
}

impl<'a> Legs<'a> {
    /// A body near `center`, meters.
    pub(super) fn new(mesh: &'a CollisionMesh, size: BodySize, center: DVec3) -> Self {
        let at = center.as_vec3();
        let centers = Aabb::new(at, at).grown(Vec3::splat(0.5));
        let cache = CandidateCache::default();
        Self {
            mover: Mover::new(mesh, size.body(), centers, cache),
            settings: WALK_FOOTING,
            bottom: f64::from(mesh.bounds().min.y - KILL_BELOW),
        }
    }

    /// The same body with another step height.
    pub(super) fn with_step(mut self, height: f64) -> Self {
        self.settings.step_height = height;
        self.settings.snap = snap(height);
        self
    }

    /// Returns whether the body without its skin is free at a place.
    pub(super) fn is_free(&mut self, center: DVec3) -> bool {
        let depth = self.mover.release(center);
        depth.before <= f64::from(SKIN)
    }

    /// The place where the body stands after a drop from `center` of at most `distance` meters.
    pub(super) fn settle(&mut self, center: DVec3, distance: f64) -> Option<Spot> {
        let ground = self
            .mover
            .find_ground(center, distance, f64::INFINITY, &WALK_FOOTING);
        ground.ok().flatten().map(Spot::on)
    }

    /// Walks from a place by the horizontal displacement `delta`.
    pub(super) fn walk(&mut self, from: Spot, delta: DVec3) -> Stride {
        let moves = (delta.length() / MAX_MOVE_LENGTH).ceil().max(1.0);
        let mut at = from;
        for _ in 0..moves as u32 {
            let motion = at.along(delta.with_y(0.0) / moves);
            let walked = self
                .mover
                .walk(at.center, motion, at.height, &self.settings);
            let Ok(walked) = walked else {
                return Stride::Nowhere;
            };
            let Some(ground) = walked.ground else {
                return self.fall(walked.end.position);
            };
            at = Spot::on(ground);
        }
        Stride::Stands(at)
    }

    /// The place on a step where the body stands after one move onto it.
    pub(super) fn step_onto(&mut self, from: Spot, delta: DVec3) -> Option<Spot> {
        let motion = from.along(delta.with_y(0.0));
        let walked = self
            .mover
            .walk(from.center, motion, from.height, &self.settings);
        walked.ok()?.ground.map(Spot::on)
    }

    /// The normals of the contacts that stop the body on a displacement from a place.
    pub(super) fn stopped_by(&mut self, from: Spot, delta: DVec3) -> HitList {
        let walked = self
            .mover
            .slide(from.center, from.along(delta), SlideRule::Walking);
        walked.map(|end| end.hits).unwrap_or_default()
    }

    /// Falls from a place until the body lands.
    pub(super) fn fall(&mut self, brink: DVec3) -> Stride {
        let mut at = brink;
        for _ in 0..MAX_ROLLS {
            let down = at.with_y(self.bottom);
            if down.y >= at.y {
                return Stride::Lost { brink };
            }
            let Ok(hits) = self.mover.first_contacts(at, down) else {
                return Stride::Nowhere;
            };
            let Some(fraction) = hits.iter().map(|hit| hit.fraction).reduce(f64::min) else {
                return Stride::Lost { brink };
            };
            at = at.lerp(down, fraction);
            if let Some(spot) = self.landing(at, &hits) {
                return Stride::Fell(spot);
            }
            let Ok(end) = (self.mover).slide(at, DVec3::NEG_Y * ROLL_STEP, SlideRule::Free) else {
                return Stride::Nowhere;
            };
            let went = at.y - end.position.y;
            at = end.position;
            if let Some(spot) = self.landing(at, &end.hits) {
                return Stride::Fell(spot);
            }
            if went < MAX_WEDGED_DROP {
                let spot = self.settle(at, 0.01);
                return spot.map_or(Stride::Nowhere, Stride::Fell);
            }
        }
        Stride::Nowhere
    }

    fn landing(&self, at: DVec3, hits: &HitList) -> Option<Spot> {
        let ground = self
            .mover
            .supporting_ground(at, hits, f64::INFINITY, &LANDING_SETTINGS);
        ground.map(Spot::on)
    }

    /// Jumps up, moves by `delta` at the jump's height, and lands.
    pub(super) fn jump(&mut self, from: Spot, delta: DVec3) -> Stride {
        let up = DVec3::Y * f64::from(JUMP_HEIGHT);
        let free = self.free_fraction(from.center, from.center + up);
        let top = from.center + up * free;
        let Ok(end) = self.mover.slide(top, delta.with_y(0.0), SlideRule::Walking) else {
            return Stride::Nowhere;
        };
        self.fall(end.position)
    }

    /// Runs and leaps in the direction of `delta`, and lands.
    pub(super) fn leap(&mut self, from: Spot, delta: DVec3) -> Stride {
        let speed = f64::from(WALK_SPEED) * f64::from(SPRINT_RATIO);
        let mut velocity = delta.with_y(0.0).normalize_or_zero() * speed;
        velocity.y = (2.0 * f64::from(PLAYER_GRAVITY * JUMP_HEIGHT)).sqrt();
        let mut at = from.center;
        for _ in 0..MAX_LEAP_TICKS {
            let after = velocity - DVec3::Y * f64::from(PLAYER_GRAVITY) / LEAP_RATE;
            let motion = (velocity + after) * (0.5 / LEAP_RATE);
            let Ok(end) = self.mover.slide(at, motion, SlideRule::Free) else {
                return Stride::Nowhere;
            };
            at = end.position;
            velocity = hexbound_collide::clip_velocity(after, &end.planes);
            if let Some(spot) = self.landing(at, &end.hits).filter(|_| velocity.y <= 0.5) {
                return Stride::Fell(spot);
            }
        }
        self.fall(at)
    }

    /// Climbs slopes too steep for walking whose normals have an upward component of at least `least`.
    /// Returns the first place beyond them where the player can stand.
    pub(super) fn climb(&mut self, from: Spot, delta: DVec3, least: f64) -> Option<Spot> {
        const MAX_MOVES: usize = 40;
        let step = delta.with_y(0.0).normalize_or_zero() * MAX_MOVE_LENGTH;
        let mut at = from.center;
        let mut climbed = false;
        for _ in 0..MAX_MOVES {
            let end = self.mover.slide(at, step, SlideRule::Free).ok()?;
            if (end.position - at).dot(step) < 0.25 * MAX_MOVE_LENGTH * MAX_MOVE_LENGTH {
                return None;
            }
            let steep = |up: f64| up >= least && up < MIN_WALKABLE_UP;
            climbed |= end.hits.iter().any(|hit| steep(hit.normal.y));
            if end.hits.iter().any(|hit| hit.normal.y < least) {
                return None;
            }
            at = end.position;
            if climbed {
                let ground = self.settle(at, f64::from(BODY_RADIUS));
                if let Some(spot) = ground.filter(|spot| spot.normal.y >= MIN_WALKABLE_UP)
                    && spot.height > from.height + STEP_HEIGHT
                    && end.hits.is_empty()
                {
                    return Some(spot);
                }
            }
        }
        None
    }

    fn free_fraction(&mut self, from: DVec3, to: DVec3) -> f64 {
        let hits = self.mover.first_contacts(from, to).unwrap_or_default();
        hits.iter().map(|hit| hit.fraction).fold(1.0, f64::min)
    }
}
