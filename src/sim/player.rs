//! The player: what is known about them, where they look and what they wish. How they then move
//! is in `motion`.

use glam::Vec3;

use super::{
    BoxDecision, Buttons, CollisionMode, Command, Event, EventKind, bodies,
    tuning::{FLY_SPEED, GROUND_ACCELERATION, GROUND_FRICTION, PITCH_LIMIT, TURN_RATE},
};
use hexbound_collide::{Body, hash::Hasher};

use crate::{
    body::{CROUCHED_EYE_HEIGHT, CROUCHED_HALF_HEIGHT, EYE_HEIGHT, HALF_HEIGHT, view_direction},
    clock::TICK,
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// Of the body's center, local, meters.
    pub position: Vec3,
    /// Meters a second.
    pub velocity: Vec3,
    /// Radians about +Y, −π..π; 0 looks along −Z, positive turns left.
    pub yaw: f32,
    /// Radians; positive looks up, clamped short of straight up and down.
    pub pitch: f32,
    pub grounded: bool,
    /// Gravity is off: since RISE or DESCEND was held, until a jump or a touch of ground.
    pub flying: bool,
    /// The body is the short one.
    pub crouching: bool,
    /// Planes that stopped or turned the body this tick.
    pub contacts: u32,
    /// Put back to the spawn this tick.
    pub teleported: bool,
    pub respawns: u32,
    /// Times the body had to be freed from the level it was in.
    pub releases: u32,
    /// Added to the eye's height: what is left of smoothing the last steps, meters.
    pub step_offset: f32,
    /// The same of crouching and standing up, meters.
    pub stance_offset: f32,
    /// While grounded: unit normal of what carries the body, and its height, local.
    pub ground_normal: Vec3,
    pub ground_height: f32,
    /// What carries the body is a ball.
    pub on_ball: bool,
    /// Its own move of this tick, before anything was in the way.
    pub wished: WishedMove,
    /// What mode `box` decided in this tick, and from what.
    pub box_decision: Option<BoxDecision>,
    /// Ticks since the article's mode last touched ground; its corrections throw the body clear.
    pub(super) ticks_off_ground: u32,
    /// While grounded: on an edge, not on a slope.
    pub(super) on_edge: bool,
    /// Into `Level::movers`: what it stands on.
    pub(super) riding: Option<u32>,
    /// In a mover, in a row.
    pub(super) ticks_inside: u32,
    /// Since it walked off the ground; much, once it has jumped or flown off.
    pub(super) ticks_since_ground: u32,
    /// Since JUMP was pressed; much, once a jump has come of it.
    pub(super) ticks_since_press: u32,
    /// Meters walked since the last footstep.
    pub(super) stride: f32,
    /// Held last tick, to find presses.
    pub(super) held: Buttons,
    /// Ran into something last tick already.
    pub(super) bumping: bool,
}

/// A tick's move as it was wished for. Told to whoever looks; no later tick depends on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WishedMove {
    /// Of the body's center, local, meters: where it begins, and where it would end with nothing
    /// in the way.
    pub from: Vec3,
    pub to: Vec3,
    /// What resolved it.
    pub collision: CollisionMode,
}

impl WishedMove {
    pub(super) fn none(at: Vec3, collision: CollisionMode) -> Self {
        Self {
            from: at,
            to: at,
            collision,
        }
    }
}

impl Player {
    pub fn standing_at(position: Vec3, yaw: f32) -> Self {
        Self {
            position,
            velocity: Vec3::ZERO,
            yaw: wrapped(yaw),
            pitch: 0.0,
            grounded: false,
            flying: false,
            crouching: false,
            contacts: 0,
            teleported: false,
            respawns: 0,
            releases: 0,
            step_offset: 0.0,
            stance_offset: 0.0,
            ground_normal: Vec3::Y,
            ground_height: position.y - HALF_HEIGHT,
            on_ball: false,
            wished: WishedMove::none(position, CollisionMode::default()),
            box_decision: None,
            ticks_off_ground: 0,
            on_edge: false,
            riding: None,
            ticks_inside: 0,
            ticks_since_ground: u32::MAX,
            ticks_since_press: u32::MAX,
            stride: 0.0,
            held: Buttons::default(),
            bumping: false,
        }
    }

    /// As it is now.
    pub fn body(&self) -> Body {
        bodies::player(self.half_height())
    }

    /// Vertical semi-axis of the body as it is now, meters.
    pub fn half_height(&self) -> f32 {
        if self.crouching {
            CROUCHED_HALF_HEIGHT
        } else {
            HALF_HEIGHT
        }
    }

    /// The body's lowest point, local.
    pub fn feet(&self) -> Vec3 {
        self.position - Vec3::Y * self.half_height()
    }

    pub fn eye(&self) -> Vec3 {
        self.feet() + Vec3::Y * (self.eye_height() + self.step_offset + self.stance_offset)
    }

    /// Of the eye above the feet when nothing is smoothed, meters.
    fn eye_height(&self) -> f32 {
        if self.crouching {
            CROUCHED_EYE_HEIGHT
        } else {
            EYE_HEIGHT
        }
    }

    /// From where it is now.
    pub(super) fn wishes_to_go(&mut self, motion: Vec3) {
        self.wished.from = self.position;
        self.wished.to = self.position + motion;
    }

    /// Another body at another place; the eye goes on where it was and catches up.
    pub(super) fn take_stance(&mut self, crouching: bool, position: Vec3) {
        let before = self.eye().y;
        self.crouching = crouching;
        self.position = position;
        self.stance_offset += before - self.eye().y;
    }

    /// The unit vector along which the player looks.
    pub fn view_direction(&self) -> Vec3 {
        view_direction(self.yaw, self.pitch)
    }

    pub(super) fn hash(&self, hasher: &mut Hasher) {
        hasher
            .vec3(self.position)
            .vec3(self.velocity)
            .f32(self.yaw)
            .f32(self.pitch);
        let flags = [
            self.grounded,
            self.flying,
            self.crouching,
            self.on_edge,
            self.on_ball,
        ];
        for flag in flags {
            hasher.u32(u32::from(flag));
        }
        hasher
            .vec3(self.ground_normal)
            .f32(self.ground_height)
            .f32(self.step_offset)
            .f32(self.stance_offset)
            .f32(self.stride);
        hasher
            .u32(self.respawns)
            .u32(self.held.0)
            .u32(self.riding.unwrap_or(u32::MAX))
            .u32(self.ticks_inside)
            .u32(self.ticks_off_ground)
            .u32(self.ticks_since_ground)
            .u32(self.ticks_since_press);
    }

    pub(super) fn emit(&self, events: &mut Vec<Event>, kind: EventKind, normal: Vec3, speed: f32) {
        events.push(Event::new(kind, self.feet(), normal, speed));
    }

    /// Horizontal velocity toward `wish` by at most `acceleration` for a tick.
    pub(super) fn horizontal_toward(&self, wish: Vec3, acceleration: f32) -> Vec3 {
        let horizontal = Vec3::new(self.velocity.x, 0.0, self.velocity.z);
        horizontal + (wish - horizontal).clamp_length_max(acceleration * TICK)
    }

    pub(super) fn look(&mut self, command: &Command) {
        let mut turn = command.yaw;
        turn += TURN_RATE * TICK * axis(command.buttons, Buttons::TURN_LEFT, Buttons::TURN_RIGHT);
        self.turn(turn);
        self.pitch = (self.pitch + command.pitch).clamp(-PITCH_LIMIT, PITCH_LIMIT);
    }

    /// To the left, radians.
    pub(super) fn turn(&mut self, angle: f32) {
        self.yaw = wrapped(self.yaw + angle);
    }

    /// The horizontal velocity the buttons ask for.
    pub(super) fn wish(&self, buttons: Buttons, speed: f32) -> Vec3 {
        let (sine, cosine) = (libm::sinf(self.yaw), libm::cosf(self.yaw));
        let forward = Vec3::new(-sine, 0.0, -cosine);
        let right = Vec3::new(cosine, 0.0, -sine);
        let direction = forward * axis(buttons, Buttons::FORWARD, Buttons::BACK)
            + right * axis(buttons, Buttons::RIGHT, Buttons::LEFT);
        direction.normalize_or_zero() * speed
    }
}

/// +1 for `plus`, −1 for `minus`, 0 for both or neither.
fn axis(buttons: Buttons, plus: Buttons, minus: Buttons) -> f32 {
    f32::from(u8::from(buttons.has(plus))) - f32::from(u8::from(buttons.has(minus)))
}

pub(super) fn vertical_wish(buttons: Buttons) -> f32 {
    axis(buttons, Buttons::RISE, Buttons::DESCEND) * FLY_SPEED
}

/// How fast the ground turns the velocity toward `wish`, m/s².
pub(super) fn ground_acceleration(wish: Vec3) -> f32 {
    if wish == Vec3::ZERO {
        GROUND_FRICTION
    } else {
        GROUND_ACCELERATION
    }
}

/// An angle in −π..π.
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
    fn yaw_zero_looks_along_minus_z_and_positive_turns_left() {
        let mut player = Player::standing_at(Vec3::ZERO, 0.0);
        assert!((player.view_direction() - Vec3::NEG_Z).length() < 1e-6);
        player.yaw = std::f32::consts::FRAC_PI_2;
        assert!((player.view_direction() - Vec3::NEG_X).length() < 1e-6);
        player.yaw = 0.0;
        let wish = player.wish(Buttons::RIGHT, 5.0);
        assert!((wish - Vec3::X * 5.0).length() < 1e-5);
    }
}
