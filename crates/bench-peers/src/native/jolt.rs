//! Jolt's character and Jolt's bodies, through the few functions in native/jolt.cpp.

use std::{ffi::c_void, ptr};

use glam::Vec3;
use hexbound_collide::geom::Aabb;
use hexbound_sim::BALL_RADIUS;

use crate::{
    balls::{self, Crowd, Start},
    bench_mesh::{BenchMesh, HALF_SEGMENT, RADIUS},
    moves::{self, Walks},
};

/// A world or a walker.
type Handle = *mut c_void;

unsafe extern "C" {
    fn jolt_world(
        positions: *const f32,
        position_count: usize,
        corners: *const u32,
        triangle_count: usize,
        gravity: f32,
        restitution: f32,
        friction: f32,
    ) -> Handle;
    fn jolt_world_free(world: Handle);
    fn jolt_ball(world: Handle, at: *const f32, velocity: *const f32, radius: f32) -> u32;
    fn jolt_ball_position(world: Handle, ball: u32, position: *mut f32);
    fn jolt_settle(world: Handle);
    fn jolt_step(world: Handle, seconds: f32) -> u32;
    fn jolt_walker(world: Handle, radius: f32, half_segment: f32, slope: f32, step: f32) -> Handle;
    fn jolt_walker_free(walker: Handle);
    fn jolt_walker_put(walker: Handle, at: *const f32);
    fn jolt_walker_step(walker: Handle, level: *const f32, seconds: f32, position: *mut f32);
}

/// The mesh among Jolt's bodies.
struct World(Handle);

impl World {
    fn new(mesh: &BenchMesh, gravity: f32) -> Self {
        let soup = &mesh.soup;
        // SAFETY: the lists are only read, have the given lengths, and three numbers an entry.
        let world = unsafe {
            jolt_world(
                soup.positions.as_ptr().cast(),
                soup.positions.len(),
                soup.triangles.as_ptr().cast(),
                soup.triangles.len(),
                gravity,
                balls::RESTITUTION,
                balls::FRICTION,
            )
        };
        assert!(!world.is_null(), "{} is not for Jolt", mesh.name);
        Self(world)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: freed once, after every walker in it.
        unsafe { jolt_world_free(self.0) }
    }
}

/// Jolt's `CharacterVirtual` with Jolt's own padding, the same slope and the same steps as ours.
pub struct Walker {
    walker: Handle,
    position: Vec3,
    _world: World,
}

impl Walker {
    pub fn new(mesh: &BenchMesh, position: Vec3) -> Self {
        let world = World::new(mesh, moves::GRAVITY);
        let slope = std::f32::consts::FRAC_PI_4;
        // SAFETY: the world lives as long as the walker.
        let walker = unsafe { jolt_walker(world.0, RADIUS, HALF_SEGMENT, slope, moves::STEP_UP) };
        let mut walker = Self {
            walker,
            position,
            _world: world,
        };
        walker.put(position);
        walker
    }
}

impl Drop for Walker {
    fn drop(&mut self) {
        // SAFETY: freed once, before its world.
        unsafe { jolt_walker_free(self.walker) }
    }
}

impl Walks for Walker {
    fn step(&mut self, _place: &BenchMesh, velocity: Vec3, seconds: f32) {
        let (level, position) = (velocity.to_array(), ptr::from_mut(&mut self.position));
        // SAFETY: the walker is alive; both vectors are three numbers.
        unsafe { jolt_walker_step(self.walker, level.as_ptr(), seconds, position.cast()) }
    }

    fn position(&self) -> Vec3 {
        self.position
    }

    fn put(&mut self, position: Vec3) {
        self.position = position;
        // SAFETY: as above.
        unsafe { jolt_walker_put(self.walker, position.to_array().as_ptr()) }
    }
}

/// Jolt's bodies with its own settings, the same restitution, friction and gravity.
pub struct Bodies {
    world: World,
    balls: Vec<u32>,
    bounds: Aabb,
}

impl Bodies {
    pub fn new(mesh: &BenchMesh, starts: &[Start]) -> Self {
        let world = World::new(mesh, balls::GRAVITY);
        let ball = |(at, velocity): &Start| {
            let (at, velocity) = (at.to_array(), velocity.to_array());
            // SAFETY: the world is alive; both vectors are three numbers.
            unsafe { jolt_ball(world.0, at.as_ptr(), velocity.as_ptr(), BALL_RADIUS) }
        };
        let balls = starts.iter().map(ball).collect();
        // SAFETY: the world is alive.
        unsafe { jolt_settle(world.0) };
        Self {
            world,
            balls,
            bounds: mesh.ours.bounds(),
        }
    }
}

impl Crowd for Bodies {
    fn step(&mut self) {
        // SAFETY: the world is alive.
        let short = unsafe { jolt_step(self.world.0, balls::STEP_SECONDS) };
        assert_eq!(short, 0, "a list of Jolt's is too short for so many balls");
    }

    fn lost(&self) -> usize {
        let outside = |ball: &&u32| {
            let mut at = Vec3::ZERO;
            // SAFETY: the world is alive and has the ball; the vector is three numbers.
            unsafe { jolt_ball_position(self.world.0, **ball, ptr::from_mut(&mut at).cast()) };
            !self.bounds.contains(at)
        };
        self.balls.iter().filter(outside).count()
    }
}
