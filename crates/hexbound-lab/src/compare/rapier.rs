//! rapier3d's kinematic character controller, driven by the commands of a comparison.
//!
//! The same as for the game's player: the level's static triangles, the spawn, 120 ticks a second, the
//! wish from buttons and yaw at a walk or a sprint. The accelerations on the ground and in the air,
//! gravity, the speed of a jump and the space that a body may not leave are the same, too.
//!
//! Not the same: the body is an upright capsule of radius 0.4 m and height 1.8 m instead of an
//! ellipsoid. It neither crouches nor flies, and jumps only in a tick in which a press finds it
//! grounded. Movers, props, balls, walkers, blasts, triggers and checkpoints are absent. The controller
//! has its documented defaults: an offset of 1 % of the height, slopes up to 45°, no stepping up,
//! snapping down within 20 % of the height.

use glam::Vec3;
use hexbound_collide::Body;
use rapier3d::{control::KinematicCharacterController, prelude as rapier};

use crate::tick_judge::TickJudge;
use hexbound_base::{
    body::{BODY_RADIUS, HALF_HEIGHT, forward, right},
    clock::TICK_LENGTH,
};
use hexbound_level::Level;
use hexbound_sim::{
    Buttons, Command, Rules, living_space,
    tuning::{
        AIR_ACCELERATION, GROUND_ACCELERATION, GROUND_FRICTION, PLAYER_GRAVITY, SPRINT_RATIO,
        TERMINAL_SPEED, TURN_RATE, jump_speed,
    },
};

/// A body that rapier3d's controller moves through a level.
pub(super) struct RapierWalker {
    bodies: rapier::RigidBodySet,
    colliders: rapier::ColliderSet,
    broad_phase: rapier::BroadPhaseBvh,
    narrow_phase: rapier::NarrowPhase,
    controller: KinematicCharacterController,
    shape: rapier::Capsule,
    walk_speed: f32,
    held: Buttons,
    yaw: f32,
    velocity: Vec3,
    /// The body's center, local, meters.
    pub position: Vec3,
    pub grounded: bool,
    /// The contacts of the last tick, as reported by the controller.
    pub contacts: u32,
    pub respawns: u32,
    /// True if the last tick returned the body to the spawn.
    pub teleported: bool,
}

impl RapierWalker {
    /// A walker at the level's spawn. Fails if rapier3d rejects the mesh of the level's triangles.
    pub(super) fn new(level: &Level, rules: &Rules) -> Result<Self, String> {
        let mesh = &level.collision;
        let mesh =
            rapier::ColliderBuilder::trimesh(mesh.vertices().to_vec(), mesh.triangles().to_vec())
                .map_err(|error| error.to_string())?;
        let (mut bodies, mut colliders) = (rapier::RigidBodySet::new(), rapier::ColliderSet::new());
        colliders.insert(mesh);
        let mut broad_phase = rapier::BroadPhaseBvh::new();
        let mut narrow_phase = rapier::NarrowPhase::new();
        // One step puts the collider into the broad phase.
        rapier::PhysicsPipeline::new().step(
            Vec3::ZERO,
            &rapier::IntegrationParameters::default(),
            &mut rapier::IslandManager::new(),
            &mut broad_phase,
            &mut narrow_phase,
            &mut bodies,
            &mut colliders,
            &mut rapier::ImpulseJointSet::new(),
            &mut rapier::MultibodyJointSet::new(),
            &mut Default::default(),
            &mut rapier::CCDSolver::new(),
            &(),
            &(),
        );
        Ok(Self {
            bodies,
            colliders,
            broad_phase,
            narrow_phase,
            controller: KinematicCharacterController::default(),
            shape: rapier::Capsule::new_y(HALF_HEIGHT - BODY_RADIUS, BODY_RADIUS),
            walk_speed: rules.walk_speed,
            held: Buttons::default(),
            yaw: level.spawn.yaw,
            velocity: Vec3::ZERO,
            position: level.spawn.position,
            grounded: true,
            contacts: 0,
            respawns: 0,
            teleported: false,
        })
    }

    /// The judge of the last tick, which began at `before`.
    pub(super) fn judge<'a>(&self, level: &'a Level, before: Vec3) -> Option<TickJudge<'a>> {
        Some(TickJudge {
            level,
            body: Body::capsule(BODY_RADIUS, HALF_HEIGHT - BODY_RADIUS).ok()?,
            before,
            after: self.position,
            has_left: self.teleported,
            is_reset: self.teleported,
            is_lost: self.teleported,
            is_freed: false,
            world: None,
            promises_no_overlap: true,
        })
    }

    pub(super) fn feet(&self) -> Vec3 {
        self.position - Vec3::Y * HALF_HEIGHT
    }

    /// Plays a tick.
    pub(super) fn step(&mut self, level: &Level, command: &Command) {
        let keys = command
            .buttons
            .axis(Buttons::TURN_LEFT, Buttons::TURN_RIGHT);
        self.yaw += command.yaw + TURN_RATE * TICK_LENGTH * keys;
        self.accelerate(command.buttons);
        if command.buttons.has(Buttons::JUMP) && !self.held.has(Buttons::JUMP) && self.grounded {
            self.velocity.y = jump_speed();
        }
        self.held = command.buttons;
        self.walk_on();
        self.put_back_if_lost(level);
    }

    fn accelerate(&mut self, buttons: Buttons) {
        let direction = forward(self.yaw) * buttons.axis(Buttons::FORWARD, Buttons::BACK)
            + right(self.yaw) * buttons.axis(Buttons::RIGHT, Buttons::LEFT);
        let horizontal = self.velocity.with_y(0.0);
        let speed = match (self.grounded, buttons.has(Buttons::SPRINT)) {
            (true, true) => self.walk_speed * SPRINT_RATIO,
            (true, false) => self.walk_speed,
            (false, _) => horizontal.length().max(self.walk_speed),
        };
        let wish = direction.normalize_or_zero() * speed;
        let acceleration = match (self.grounded, wish == Vec3::ZERO) {
            (true, true) => GROUND_FRICTION,
            (true, false) => GROUND_ACCELERATION,
            (false, true) => 0.0,
            (false, false) => AIR_ACCELERATION,
        };
        self.velocity += (wish - horizontal).clamp_length_max(acceleration * TICK_LENGTH);
    }

    /// Moves by the controller, and keeps the velocity of the actual displacement.
    fn walk_on(&mut self) {
        let queries = self.broad_phase.as_query_pipeline(
            self.narrow_phase.query_dispatcher(),
            &self.bodies,
            &self.colliders,
            rapier::QueryFilter::default(),
        );
        let delta = self.velocity * TICK_LENGTH
            - Vec3::Y * (0.5 * PLAYER_GRAVITY * TICK_LENGTH * TICK_LENGTH);
        self.velocity.y = (self.velocity.y - PLAYER_GRAVITY * TICK_LENGTH).max(-TERMINAL_SPEED);
        let pose = rapier::Pose::from_translation(self.position);
        let mut contacts = 0;
        let moved =
            (self.controller).move_shape(TICK_LENGTH, &queries, &self.shape, &pose, delta, |_| {
                contacts += 1
            });
        self.contacts = contacts;
        self.position += moved.translation;
        self.grounded = moved.grounded && delta.y <= 0.0;
        let is_under_a_ceiling = delta.y > 0.0 && moved.translation.y < 0.5 * delta.y;
        if self.grounded || is_under_a_ceiling {
            self.velocity.y = 0.0;
        }
        let kept = (moved.translation.with_y(0.0) / TICK_LENGTH)
            .clamp_length_max(self.velocity.with_y(0.0).length());
        self.velocity = kept.with_y(self.velocity.y);
    }

    fn put_back_if_lost(&mut self, level: &Level) {
        self.teleported = !living_space(level.bounds).contains(self.position);
        if self.teleported {
            self.respawns += 1;
            self.position = level.spawn.position;
            self.yaw = level.spawn.yaw;
            self.velocity = Vec3::ZERO;
            self.grounded = false;
        }
    }
}
