//! The controller of many small engines and first-person starters: it moves first, then pushes the body
//! out of overlaps.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use hexbound_collide::geom::{Aabb, ClosestPoint, Triangle};

use super::{
    gauge::BodySample,
    performance::{Role, Walker},
    script::{Hold, Script},
};
use hexbound_base::{
    body::{forward, right},
    clock::TICK_LENGTH,
};
use hexbound_level::Level;
use hexbound_sim::{
    BODY_RADIUS, Buttons,
    tuning::{PLAYER_GRAVITY, SPRINT_RATIO, TERMINAL_SPEED, WALK_SPEED, jump_speed},
};

/// The heights of the centers of the body's three spheres above its feet, meters.
const SPHERE_HEIGHTS: [f32; 3] = [0.4, 0.9, 1.4];
/// The share of the speed that friction removes, 1/s.
const FRICTION_RATE: f32 = 6.0;
/// The acceleration along the wish on the ground, as a multiple of the wished speed, 1/s.
const GROUND_ACCELERATION: f32 = 10.0;
/// The acceleration along the wish in the air, as a multiple of the wished speed, 1/s.
const AIR_ACCELERATION: f32 = 1.0;

/// The options in which controllers of this kind differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// The lengths of frames, ticks. Frames alternate between them.
    pub frames: [u32; 2],
    /// The least upward component of a push that counts as floor.
    pub floor: f32,
    /// True if a push from above cancels the upward speed.
    pub ceiling_stops: bool,
    /// True if gravity also acts on a standing body.
    pub always_falls: bool,
}

/// A body of three spheres that is moved by a whole frame at once (Euler). It is pushed out of one
/// triangle after another, away from the nearest point. Its velocity loses the component against the
/// push.
///
/// The body passes walls in long frames, as in three#21755. Friction takes a share of the speed.
/// Acceleration considers the speed along the wish alone.
pub(super) struct Discrete {
    level: Arc<Level>,
    habits: Habits,
    feet: Vec3,
    velocity: Vec3,
    grounded: bool,
    /// The ticks since the last frame.
    waited: u32,
    /// The number of frames so far.
    frames: usize,
}

/// A body with its script, moved by a controller with these habits.
pub(super) fn pushed_out(level: &Arc<Level>, script: Script, habits: Habits) -> Role {
    (Box::new(Discrete::new(level, &script, habits)), script)
}

impl Habits {
    /// Sixty frames a second, with every upward push as floor.
    pub(super) const USUAL: Habits = Habits {
        frames: [2, 2],
        floor: 1e-6,
        ceiling_stops: true,
        always_falls: true,
    };

    /// The usual habits in frames of `ticks` ticks.
    pub(super) const fn in_frames(ticks: u32) -> Self {
        Self {
            frames: [ticks, ticks],
            ..Self::USUAL
        }
    }
}

impl Discrete {
    /// Creates a body at the start of a script.
    pub(super) fn new(level: &Arc<Level>, script: &Script, habits: Habits) -> Self {
        let spawn = level.spawn.position - Vec3::Y * hexbound_sim::HALF_HEIGHT;
        Self {
            level: Arc::clone(level),
            habits,
            feet: script.feet.unwrap_or(spawn),
            velocity: script.velocity,
            grounded: false,
            waited: 0,
            frames: 0,
        }
    }

    fn frame(&mut self, held: Hold, seconds: f32) {
        self.accelerate(held, seconds);
        if self.grounded && held.buttons.has(Buttons::JUMP) {
            self.velocity.y = jump_speed();
            self.grounded = false;
        }
        if self.habits.always_falls || !self.grounded {
            self.velocity.y = (self.velocity.y - PLAYER_GRAVITY * seconds).max(-TERMINAL_SPEED);
        }
        self.feet += self.velocity * seconds;
        self.grounded = false;
        for triangle in self.triangles() {
            for height in SPHERE_HEIGHTS {
                self.push_out(&triangle, height);
            }
        }
    }

    /// Friction on the ground, and acceleration along the wish. The missing speed along it is added,
    /// however fast the body moves across it.
    fn accelerate(&mut self, held: Hold, seconds: f32) {
        if self.grounded {
            let keeps = (1.0 - FRICTION_RATE * seconds).max(0.0);
            self.velocity.x *= keeps;
            self.velocity.z *= keeps;
        }
        let yaw = held.degrees.to_radians();
        let axis = |on, back| {
            f32::from(u8::from(held.buttons.has(on))) - f32::from(u8::from(held.buttons.has(back)))
        };
        let wish = forward(yaw) * axis(Buttons::FORWARD, Buttons::BACK)
            + right(yaw) * axis(Buttons::RIGHT, Buttons::LEFT);
        let Some(wish) = wish.try_normalize() else {
            return;
        };
        let is_sprint = held.buttons.has(Buttons::SPRINT);
        let speed = WALK_SPEED * if is_sprint { SPRINT_RATIO } else { 1.0 };
        let missing = (speed - self.velocity.dot(wish)).max(0.0);
        let rate = match self.grounded {
            true => GROUND_ACCELERATION,
            false => AIR_ACCELERATION,
        };
        self.velocity += wish * missing.min(rate * speed * seconds);
    }

    /// The triangles near the body, in the level's order.
    fn triangles(&self) -> Vec<Triangle> {
        let mesh = &self.level.collision;
        let reach = Vec3::new(2.0 * BODY_RADIUS, 0.5, 2.0 * BODY_RADIUS);
        let head = self.feet + Vec3::Y * 1.8;
        let mut found = mesh.triangles_near(Aabb::new(self.feet - reach, head + reach));
        found.sort_unstable_by_key(|index| mesh.source(*index));
        let corners = found.into_iter().map(|index| mesh.corners(index));
        corners.map(|[a, b, c]| Triangle::new(a, b, c)).collect()
    }

    /// Pushes one sphere of the body out of a triangle. If the center lies on the triangle, there is no
    /// direction for a push.
    fn push_out(&mut self, triangle: &Triangle, height: f32) {
        let center: DVec3 = (self.feet + Vec3::Y * height).as_dvec3();
        let apart = (center - triangle.closest_point(center)).as_vec3();
        let distance = apart.length();
        if !(1e-6..BODY_RADIUS).contains(&distance) {
            return;
        }
        let normal = apart / distance;
        self.feet += normal * (BODY_RADIUS - distance);
        if self.habits.ceiling_stops || normal.y >= 0.0 {
            self.velocity -= normal * self.velocity.dot(normal).min(0.0);
        }
        self.grounded |= normal.y > self.habits.floor;
    }
}

impl Walker for Discrete {
    fn tick(&mut self, held: Hold) {
        self.waited += 1;
        let due = self.habits.frames[self.frames % self.habits.frames.len()];
        if self.waited == due {
            self.frame(held, due as f32 * TICK_LENGTH);
            self.frames += 1;
            self.waited = 0;
        }
    }

    fn sample(&self) -> BodySample {
        BodySample {
            feet: self.feet,
            velocity: self.velocity,
            grounded: self.grounded,
            highest: self.feet.y,
        }
    }
}
