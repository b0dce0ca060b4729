//! Players who walk and fall at places where the Direct3D article's test or the walking notes' box fails.

use std::sync::Arc;

use glam::Vec3;

use super::run::{MeasuredRun, RunPlan, standing};
use crate::Performance;
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_level::Level;
use hexbound_sim::{Buttons, Methods};

/// The edge and the back of the wedge along z, meters.
const WEDGE_ENDS: [f32; 2] = [-4.0, -7.0];
/// Half the angle of the wedge, degrees.
const WEDGE_HALF_ANGLE: f32 = 8.0;
/// The foot of the slope along z, meters.
const SLOPE_FOOT: f32 = -6.0;
/// The angle of the slope, degrees.
const SLOPE_ANGLE: f32 = 60.0;
/// The front of the thin wall along z, meters.
const WALL_Z: f32 = -6.0;
/// The starts of the runners, meters, and their speeds, m/s. The last tick of the two fastest before the
/// wall ends so near the wall that the next tick leads behind it.
const RUNNER_STARTS: [(Vec3, f32); 4] = [
    (Vec3::new(-2.1, 0.0, -1.0), 50.0),
    (Vec3::new(-0.7, 0.0, -1.0), 90.0),
    (Vec3::new(0.7, 0.0, -1.2), 130.0),
    (Vec3::new(2.1, 0.0, -1.8), 200.0),
];

/// Begins a walk straight at the wedge's edge, a little beside its middle. The figure is the number of
/// ticks with the body's middle in the wedge.
pub(super) fn at_the_wedge(level: &Arc<Level>, methods: Methods) -> Box<dyn Performance> {
    let start = Vec3::new(0.02, 0.0, -0.8);
    ahead(level, start, methods, |run, ticks| {
        let position = run.world().player.position;
        let [edge, back] = WEDGE_ENDS;
        let half = (edge - position.z) * libm::tanf(WEDGE_HALF_ANGLE.to_radians());
        ticks + f64::from(u8::from(position.z > back && position.x.abs() < half))
    })
}

/// Begins a walk past the triangle's right corner, 0.4 m from the body's side. The figure is the
/// distance ahead, meters.
pub(super) fn beside_the_corner(level: &Arc<Level>, methods: Methods) -> Box<dyn Performance> {
    const WALK_START: Vec3 = Vec3::new(1.2, 0.0, -0.8);
    ahead(level, WALK_START, methods, |run, _| {
        f64::from(WALK_START.z - run.world().player.position.z)
    })
}

fn ahead(
    level: &Arc<Level>,
    feet: Vec3,
    methods: Methods,
    gauge: fn(&MeasuredRun, f64) -> f64,
) -> Box<dyn Performance> {
    let plan = RunPlan {
        ticks: 240,
        buttons: Buttons::FORWARD,
        gauge,
        seen: |run| run.players(false),
    };
    MeasuredRun::begin(level, vec![(standing(level, feet), methods)], plan)
}

/// Begins a walk up a steep slope by each of the methods, all but the first violet. The figure is the
/// gap between the first body's ellipsoid and the slope, millimeters.
pub(super) fn up_the_slope(level: &Arc<Level>, all: &[Methods]) -> Box<dyn Performance> {
    let start = |methods: &Methods| (standing(level, Vec3::NEG_Z), *methods);
    let plan = RunPlan {
        ticks: 240,
        buttons: Buttons::FORWARD,
        gauge: |run, _| {
            let angle = SLOPE_ANGLE.to_radians();
            let (normal_z, normal_y) = (libm::sinf(angle), libm::cosf(angle));
            let position = run.world().player.position;
            let from_plane = (position.z - SLOPE_FOOT) * normal_z + position.y * normal_y;
            let reach = libm::hypotf(BODY_RADIUS * normal_z, HALF_HEIGHT * normal_y);
            1000.0 * f64::from((from_plane - reach).max(0.0))
        },
        seen: |run| run.players(true),
    };
    MeasuredRun::begin(level, all.iter().map(start).collect(), plan)
}

/// Begins a short fall onto the ridge of a roof. The figure is the depth of the ridge in the body,
/// millimeters.
pub(super) fn on_the_roof(level: &Arc<Level>, methods: Methods) -> Box<dyn Performance> {
    let plan = RunPlan {
        ticks: 240,
        buttons: Buttons::default(),
        gauge: |run, deepest| {
            let ridge = run.level.bounds.max.y;
            let depth = f64::from(ridge - run.world().player.feet().y);
            deepest.max(1000.0 * depth)
        },
        seen: |run| run.players(false),
    };
    let above = Vec3::new(0.0, level.bounds.max.y + 0.4, -5.0);
    MeasuredRun::begin(level, vec![(standing(level, above), methods)], plan)
}

/// Begins four runs at a thin wall, each at a speed of its own. The figure is the number of runners
/// behind the wall.
pub(super) fn into_the_wall(level: &Arc<Level>, methods: Methods) -> Box<dyn Performance> {
    let runner = |(start, speed): (Vec3, f32)| {
        let mut world = standing(level, start);
        world.rules.walk_speed = speed;
        world.player.velocity = Vec3::NEG_Z * speed;
        (world, methods)
    };
    let plan = RunPlan {
        ticks: 240,
        buttons: Buttons::FORWARD,
        gauge: |run, _| {
            let players = run.worlds.iter().map(|(world, _)| &world.player);
            let behind = players.filter(|player| player.position.z < WALL_Z);
            behind.count() as f64
        },
        seen: |run| run.players(false),
    };
    MeasuredRun::begin(level, RUNNER_STARTS.map(runner).into(), plan)
}
