//! The state of a character, the player or a walker: a body that walks, jumps and flies by commands.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::{CharacterReport, EyeOffsets, JumpTimers};
use crate::{
    Buttons, Choice, CollisionMode, Command, Event, EventKind, PlayerShape,
    bodies::{self, mover_at, slide},
    numbers::{MAX_NUMBER, is_in_range},
    tuning::{PITCH_LIMIT, TURN_RATE},
};
use hexbound_collide::{Body, Obstacles, SKIN, hash::Hasher};

use hexbound_base::body::{
    BODY_RADIUS, CROUCHED_EYE_HEIGHT, EYE_HEIGHT, HALF_HEIGHT, view_direction,
};
use hexbound_base::clock::TICK_LENGTH;

/// The player, or the body of a walker, between two ticks. Later ticks depend on everything but the
/// report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Character {
    /// The body's center, local, meters.
    pub position: Vec3,
    /// The velocity, meters a second; relative to the mover that carries the character, if one does.
    pub velocity: Vec3,
    /// The view's angle about +Y, radians, −π..π; 0 looks along −Z, positive turns left.
    pub yaw: f32,
    /// The view's angle upward, radians, clamped short of straight up and down.
    pub pitch: f32,
    /// True if the body is supported.
    pub grounded: bool,
    /// True if gravity is off: since RISE or DESCEND was held, until a jump or a touch of ground.
    pub flying: bool,
    /// True if the body is the short one.
    pub crouching: bool,
    /// The shape of the body.
    pub shape: PlayerShape,
    /// True if a ball carries the body.
    pub on_ball: bool,
    /// The unit normal of the body's support, while there is one.
    pub ground_normal: Vec3,
    /// The height of the body's support, local, meters, while there is one.
    pub ground_height: f32,
    /// The number of times that the character has respawned.
    pub respawns: u32,
    /// The eye's offsets from its height in the stance.
    pub eye: EyeOffsets,
    /// A report of the last tick for observers; no later state depends on it, and files don't keep it.
    #[serde(skip)]
    pub report: CharacterReport,
    /// Ticks since the article's mode last touched ground; its corrections throw the body clear.
    pub(crate) ticks_off_ground: u32,
    /// True if the grounded body is on an edge, not on a slope.
    pub(super) on_edge: bool,
    /// The movers that affect the character.
    pub(crate) movers: MoverContact,
    /// The timers that grant the next jump.
    pub(super) jump: JumpTimers,
    /// Meters walked since the last footstep.
    pub(super) stride: f32,
    /// The buttons held last tick, to find presses.
    pub held: Buttons,
}

/// The movers that carry a body or overlap it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct MoverContact {
    /// The mover that carries the body, as its index in `Level::movers`.
    pub riding: Option<u32>,
    /// Ticks in a row that the body has been inside a mover.
    pub ticks_inside: u32,
}

impl Character {
    /// A character at rest whose body's center is at `position`, local, meters, and whose view is along
    /// `yaw`, radians.
    pub fn standing_at(position: Vec3, yaw: f32) -> Self {
        Self {
            position,
            yaw: wrapped(yaw),
            ground_normal: Vec3::Y,
            ground_height: position.y - HALF_HEIGHT,
            report: CharacterReport::at(position),
            ..Self::default()
        }
    }

    /// Feeds everything that later ticks depend on to the hash. The pattern names every field, so that a
    /// new one can't be forgotten; only the report is left out.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        let Self {
            position,
            velocity,
            yaw,
            pitch,
            grounded,
            flying,
            crouching,
            shape,
            on_ball,
            ground_normal,
            ground_height,
            respawns,
            eye,
            report: _,
            ticks_off_ground,
            on_edge,
            movers:
                MoverContact {
                    riding,
                    ticks_inside,
                },
            jump:
                JumpTimers {
                    since_ground,
                    since_press,
                },
            stride,
            held,
        } = *self;
        hasher.vec3(position).vec3(velocity).f32(yaw).f32(pitch);
        for flag in [grounded, flying, crouching, on_edge, on_ball] {
            hasher.u32(u32::from(flag));
        }
        hasher.vec3(ground_normal).f32(ground_height);
        hasher.f32(eye.step).f32(eye.stance).f32(stride);
        hasher
            .u32(respawns)
            .u32(held.0)
            .u32(riding.unwrap_or(u32::MAX))
            .u32(ticks_inside)
            .u32(ticks_off_ground)
            .u32(since_ground)
            .u32(since_press)
            .bytes(shape.name().as_bytes());
    }

    /// Returns whether this is a valid state of a character or walker in a level with `movers` movers.
    pub(crate) fn is_valid(&self, movers: usize) -> bool {
        is_in_range(self.position)
            && is_in_range(self.velocity)
            && is_in_range(self.ground_normal)
            && [self.yaw, self.pitch, self.ground_height, self.stride]
                .into_iter()
                .chain([self.eye.step, self.eye.stance])
                .all(|number| number.abs() <= MAX_NUMBER)
            && self.pitch.abs() <= PITCH_LIMIT
            && [self.respawns, self.movers.ticks_inside]
                .iter()
                .all(|count| *count < u32::MAX / 2)
            && (self.movers.riding).is_none_or(|mover| (mover as usize) < movers)
    }

    /// The body in the character's present shape and stance.
    pub fn body(&self) -> Body {
        bodies::upright(self.shape, self.half_height())
    }

    /// The body that the last tick's moves were tested with, without the skin: in the mode `box`, the box
    /// around the player's own.
    pub fn colliding_body(&self) -> Body {
        let body = self.body();
        match self.report.wished.methods.collision {
            CollisionMode::Box => Body::cuboid(body.half_extents()).unwrap_or(body),
            CollisionMode::Swept | CollisionMode::Article => body,
        }
    }

    /// The shape that the body has kept, if there was no room for the shape of the last tick's methods.
    pub fn kept_shape(&self) -> Option<PlayerShape> {
        let requested = self.report.wished.methods.player_shape();
        (self.shape != requested).then_some(self.shape)
    }

    /// Half the height of the body in the present shape and stance, meters.
    pub fn half_height(&self) -> f32 {
        self.shape.half_height(self.crouching)
    }

    /// The body's lowest point, local, meters.
    pub fn feet(&self) -> Vec3 {
        self.position - Vec3::Y * self.half_height()
    }

    /// The vector to `point` from the nearest point of the axis segment of the body's capsule, meters.
    pub(crate) fn offset_to(&self, point: DVec3) -> DVec3 {
        let offset = point - self.position.as_dvec3();
        let half = f64::from(self.half_height() - BODY_RADIUS);
        offset - DVec3::Y * offset.y.clamp(-half, half)
    }

    /// The eye's position, local, meters.
    pub fn eye_position(&self) -> Vec3 {
        self.feet() + Vec3::Y * (self.eye_height() + self.eye.step + self.eye.stance)
    }

    /// The height of the eye above the feet without smoothing, meters.
    fn eye_height(&self) -> f32 {
        if self.crouching {
            CROUCHED_EYE_HEIGHT
        } else {
            EYE_HEIGHT
        }
    }

    /// Reports the move that the character is about to make from its present position.
    pub(super) fn record_wish(&mut self, motion: Vec3) {
        self.report.wished.from = self.position;
        self.report.wished.to = self.position + motion;
    }

    /// Changes the stance and the position; the eye stays at its height and catches up.
    pub(super) fn take_stance(&mut self, crouching: bool, position: Vec3) {
        let before = self.eye_position().y;
        self.crouching = crouching;
        self.position = position;
        self.eye.stance += before - self.eye_position().y;
    }

    /// The unit vector along which the character looks.
    pub fn view_direction(&self) -> Vec3 {
        view_direction(self.yaw, self.pitch)
    }

    /// Appends an event at the player's feet.
    pub(crate) fn emit(&self, events: &mut Vec<Event>, kind: EventKind, normal: Vec3, speed: f32) {
        events.push(Event::new(kind, self.feet(), normal, speed));
    }

    /// The horizontal velocity after a tick of at most `acceleration`, m/s², toward `wish`.
    pub(crate) fn horizontal_toward(&self, wish: Vec3, acceleration: f32) -> Vec3 {
        let horizontal = self.horizontal_velocity();
        horizontal + (wish - horizontal).clamp_length_max(acceleration * TICK_LENGTH)
    }

    /// The horizontal velocity, meters a second.
    pub(crate) fn horizontal_velocity(&self) -> Vec3 {
        self.velocity.with_y(0.0)
    }

    /// Turns the view by the command.
    pub(crate) fn look(&mut self, command: &Command) {
        let mut turn = command.yaw;
        turn += TURN_RATE
            * TICK_LENGTH
            * command
                .buttons
                .axis(Buttons::TURN_LEFT, Buttons::TURN_RIGHT);
        self.turn(turn);
        self.pitch = (self.pitch + command.pitch).clamp(-PITCH_LIMIT, PITCH_LIMIT);
    }

    /// Adds a velocity from an outside cause, meters a second. An upward one lifts the character off the
    /// ground.
    pub(crate) fn throw(&mut self, velocity: Vec3) {
        self.velocity += velocity;
        if velocity.y > 1.0 {
            self.grounded = false;
            self.jump.leave_ground();
        }
    }

    /// Moves the body by `delta`, meters, as far as `solid` allows.
    pub(crate) fn shift<'a>(&mut self, solid: impl Into<Obstacles<'a>>, delta: DVec3) {
        let reach = delta.length() as f32 + SKIN;
        let mut mover = mover_at(solid, self.body(), self.position, reach);
        let end = slide(&mut mover, self.position.as_dvec3(), delta);
        self.position = end.position.as_vec3();
    }

    /// Turns to the left by `angle`, radians.
    pub(crate) fn turn(&mut self, angle: f32) {
        self.yaw = wrapped(self.yaw + angle);
    }
}

/// Wraps an angle into −π..π.
fn wrapped(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    if !angle.is_finite() {
        return 0.0;
    }
    let turned = libm::fmodf(angle + PI, TAU);
    if turned < 0.0 {
        turned + PI
    } else {
        turned - PI
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_wrap() {
        for angle in [-10.0_f32, -4.0, -1.0, 0.0, 1.0, 4.0, 100.0] {
            let w = wrapped(angle);
            assert!((-std::f32::consts::PI..=std::f32::consts::PI).contains(&w));
            assert!((libm::sinf(w) - libm::sinf(angle)).abs() < 1e-5);
        }
        assert_eq!(wrapped(f32::NAN), 0.0);
    }

    #[test]
    fn a_shape_kept_for_lack_of_room_is_named() {
        let mut character = Character::standing_at(Vec3::ZERO, 0.0);
        assert_eq!(character.kept_shape(), None);
        character.shape = PlayerShape::Sphere;
        assert_eq!(character.kept_shape(), Some(PlayerShape::Sphere));
        character.report.wished.methods.body = PlayerShape::Sphere;
        assert_eq!(character.kept_shape(), None);
    }

    #[test]
    fn yaw_zero_looks_along_minus_z_and_positive_turns_left() {
        let mut character = Character::standing_at(Vec3::ZERO, 0.0);
        assert!((character.view_direction() - Vec3::NEG_Z).length() < 1e-6);
        character.yaw = std::f32::consts::FRAC_PI_2;
        assert!((character.view_direction() - Vec3::NEG_X).length() < 1e-6);
    }
}
