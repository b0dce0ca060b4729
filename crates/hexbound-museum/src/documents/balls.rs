//! Balls that meet, fly and explode by the method of NeHe lesson 30, and by the game's own methods.

use std::sync::Arc;

use glam::DVec3;

use super::run::{MeasuredRun, RunPlan};
use crate::{Performance, ShownBody, balls::world_of};
use hexbound_base::clock::TICK_LENGTH;
use hexbound_level::Level;
use hexbound_sim::{
    BALL_RADIUS, Buttons, EventKind, Methods, PoolPolicy, Rules,
    tuning::{BALL_GRAVITY, EXPLOSION_SPEED},
};

/// The pairs that meet head on: the position of each along x, meters, and the speed of both balls, m/s.
const HEAD_ON: [(f64, f64); 3] = [(-1.8, 20.0), (0.0, 200.0), (1.8, 2250.0)];
/// The radius of the balls that meet, meters.
const PAIR_RADIUS: f32 = 0.05;
/// The start of the balls in front, along z, meters.
const FRONT_Z: f64 = -1.0;
/// The start of the balls at the back, along z, meters. At the end of a slice, the fastest pair is half a
/// slice's travel away from its meeting.
const BACK_Z: f64 = -11.125;
/// The start, meters, and the velocity, m/s, of the thrown ball.
const THROWN_START: (DVec3, DVec3) = (DVec3::new(0.0, 1.0, -1.0), DVec3::new(0.0, 8.5, -5.0));
/// The magnification of the thrown ball's distance from its parabola.
const DEVIATION_FACTOR: f64 = 10.0;
/// The number of falling balls, in rows of six.
const FALLING_COUNT: usize = 30;
/// The displayed size of an explosion at its start, meters.
const EXPLOSION_SIZE: f32 = 0.15;

/// Begins the meetings of the pairs. The figure is the number of pairs that passed through each other.
pub(super) fn head_on(level: &Arc<Level>, methods: Methods) -> Box<dyn Performance> {
    let pair = |(x, speed): (f64, f64)| {
        let at = |z: f64, sign: f64| (DVec3::new(x, 1.2, z), DVec3::Z * (sign * speed));
        [at(FRONT_Z, -1.0), at(BACK_Z, 1.0)]
    };
    let rules = Rules {
        // A ball that bounces off a wall would return beside the other and pass it there.
        restitution: 0.0,
        ..Rules::default()
    };
    let world = world_of(level, rules, PAIR_RADIUS, HEAD_ON.map(pair).as_flattened());
    let plan = RunPlan {
        ticks: 180,
        buttons: Buttons::default(),
        gauge: |run, most| {
            let pairs = run.world().balls.chunks(2);
            let passed = pairs.filter(|pair| pair[0].position.z < pair[1].position.z);
            most.max(passed.count() as f64)
        },
        seen: |run| {
            let shown = run.world().balls.iter().map(ShownBody::of_ball);
            let alternately = [false, true].into_iter().cycle();
            let shown = shown.zip(alternately);
            shown.map(|(ball, violet)| ball.violet_if(violet)).collect()
        },
    };
    MeasuredRun::begin(level, vec![(world, methods)], plan)
}

/// Begins a throw by `methods`, and a violet one by the default methods, along the exact parabola. The
/// figure is the distance of the first from the parabola, millimeters.
pub(super) fn thrown(level: &Arc<Level>, methods: Methods) -> Box<dyn Performance> {
    let world = || world_of(level, Rules::default(), BALL_RADIUS, &[THROWN_START]);
    let plan = RunPlan {
        ticks: 200,
        buttons: Buttons::default(),
        gauge: |run, _| {
            let seconds = run.world().tick as f64 * f64::from(TICK_LENGTH);
            let fallen = DVec3::Y * (0.5 * f64::from(BALL_GRAVITY) * seconds * seconds);
            let (start, velocity) = THROWN_START;
            let exact = start + velocity * seconds - fallen;
            1000.0 * run.world().balls[0].position.distance(exact)
        },
        seen: |run| {
            let [position, exact] = [0, 1].map(|it: usize| run.worlds[it].0.balls[0].position);
            let shown = exact + (position - exact) * DEVIATION_FACTOR;
            let ball = |at: DVec3| ShownBody::ball(at.as_vec3(), BALL_RADIUS);
            vec![ball(shown), ball(exact).violet_if(true)]
        },
    };
    let worlds = vec![(world(), methods), (world(), Methods::default())];
    MeasuredRun::begin(level, worlds, plan)
}

/// Begins a rain of balls, with violet explosions. The figure is the number of impacts without an
/// explosion.
pub(super) fn explosions(level: &Arc<Level>, explosion_pool: PoolPolicy) -> Box<dyn Performance> {
    let rules = Rules {
        // The restitution is so low that no ball explodes twice.
        restitution: 0.2,
        explosion_pool,
        ..Rules::default()
    };
    let falling: [_; FALLING_COUNT] = std::array::from_fn(|index| {
        let [column, row] = [index % 6, index / 6].map(|it| it as f64);
        let height = 1.0 + 0.06 * index as f64;
        let position = DVec3::new(column - 2.5, height, -3.5 - row * 1.4);
        (position, DVec3::ZERO)
    });
    let plan = RunPlan {
        ticks: 300,
        buttons: Buttons::default(),
        gauge: |run, missing| {
            let count = |kind| {
                let events = run.events.iter().filter(|event| event.kind == kind);
                events.filter(|it| it.speed >= EXPLOSION_SPEED).count()
            };
            missing + count(EventKind::Bounce) as f64 - count(EventKind::Explosion) as f64
        },
        seen: |run| {
            let balls = run.world().balls.iter().map(ShownBody::of_ball);
            let explosions = run.world().explosions.alive.iter();
            let explosions = explosions
                .map(|it| ShownBody::ball(it.position, EXPLOSION_SIZE * it.scale).violet_if(true));
            balls.chain(explosions).collect()
        },
    };
    let world = world_of(level, rules, BALL_RADIUS, &falling);
    MeasuredRun::begin(level, vec![(world, Methods::default())], plan)
}
