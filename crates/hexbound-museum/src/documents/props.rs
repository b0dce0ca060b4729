//! Props that are pushed ahead: obstacles that the rays of the Web3D notes miss, and the bounding sphere
//! of the XNA article.

use std::sync::Arc;

use glam::{Quat, Vec3};
use hexbound_collide::BodyShape;

use super::{
    run::{MeasuredRun, RunPlan},
    unplayable,
};
use crate::{Performance, ShownBody};
use hexbound_scenes::{Hall, SceneBuilder};
use hexbound_sim::{Buttons, Methods, PropSense, Rules, World};

/// The half extents of the cube, meters.
const CUBE_HALF: Vec3 = Vec3::splat(0.5);
/// The start of the props, meters.
const PROP_START: Vec3 = Vec3::new(0.0, 1.2, -2.2);
/// The half extents of the beam, which has a bar at each end, meters.
const BEAM_HALF: Vec3 = Vec3::new(0.08, 0.08, 1.0);
/// The half extents of the bars, meters.
const BAR_HALF: Vec3 = Vec3::new(0.3, 0.08, 0.08);
/// The distance of the bars from the middle of the beam, meters.
const BAR_DISTANCE: f32 = 0.92;
/// The radius of the sphere that approximates the beam, meters. The corners of the bars stand out by 7 mm.
const SPHERE_RADIUS: f32 = 1.04;

/// The front of the post and of the blade along z, meters.
const OBSTACLE_Z: f32 = -6.0;

/// Begins to push a cube at the obstacle of the bay. The figure is the distance by which the cube has
/// passed the obstacle's front, millimeters.
pub(super) fn pushed(code: &str, props: PropSense) -> Box<dyn Performance> {
    let cube = |scene: SceneBuilder| scene.prop_box("prop", PROP_START, CUBE_HALF, Quat::IDENTITY);
    let methods = Methods {
        props,
        ..Methods::default()
    };
    let gauge = |run: &MeasuredRun, most: f64| {
        let front = run.world().props[0].position.z - CUBE_HALF.z;
        most.max(1000.0 * f64::from(OBSTACLE_Z - front))
    };
    let seen = |run: &MeasuredRun| vec![cuboid(run.world().props[0].position, CUBE_HALF)];
    push(code, cube, methods, gauge, seen)
}

/// Begins to push a beam with bars through the gate. The beam collides as its boxes.
pub(super) fn beam_of_boxes() -> Box<dyn Performance> {
    let with_beam = |mut scene: SceneBuilder| {
        for (at, half) in beam(PROP_START) {
            scene = scene.prop_box("prop beam", at, half, Quat::IDENTITY);
            if half != BEAM_HALF {
                scene = scene.joined();
            }
        }
        scene
    };
    let seen = |run: &MeasuredRun| {
        let boxes = beam(run.world().props[0].position);
        boxes.map(|(at, half)| cuboid(at, half)).to_vec()
    };
    push("d6", with_beam, Methods::default(), distance_ahead, seen)
}

/// Begins to push the same beam. It collides as its bounding sphere, which is violet.
pub(super) fn beam_in_a_sphere() -> Box<dyn Performance> {
    let sphere = |scene: SceneBuilder| {
        scene.prop_sphere("prop sphere", PROP_START, SPHERE_RADIUS, Quat::IDENTITY)
    };
    let seen = |run: &MeasuredRun| {
        let center = run.world().props[0].position;
        let boxes = beam(center).map(|(at, half)| cuboid(at, half));
        let sphere = ShownBody::ball(center, SPHERE_RADIUS).violet_if(true);
        boxes.into_iter().chain([sphere]).collect()
    };
    push("d6", sphere, Methods::default(), distance_ahead, seen)
}

/// The boxes of the beam around a center: their centers and half extents, meters.
fn beam(center: Vec3) -> [(Vec3, Vec3); 3] {
    let bar = |side: f32| (center + Vec3::Z * (side * BAR_DISTANCE), BAR_HALF);
    [(center, BEAM_HALF), bar(1.0), bar(-1.0)]
}

/// The distance that the prop was pushed ahead, meters.
fn distance_ahead(run: &MeasuredRun, _: f64) -> f64 {
    f64::from(PROP_START.z - run.world().props[0].position.z)
}

fn cuboid(center: Vec3, half: Vec3) -> ShownBody {
    ShownBody {
        center,
        shape: BodyShape::Box { half },
        is_violet: false,
    }
}

/// Begins to push a prop ahead on the ground of a bay.
fn push(
    code: &str,
    with_prop: fn(SceneBuilder) -> SceneBuilder,
    methods: Methods,
    gauge: fn(&MeasuredRun, f64) -> f64,
    seen: fn(&MeasuredRun) -> Vec<ShownBody>,
) -> Box<dyn Performance> {
    let bay = Hall::Documents.bays().iter().find(|bay| bay.code == code);
    let scene = SceneBuilder::new().spawn(Vec3::new(2.5, 0.0, -1.0), 0.0);
    let scene = bay.map_or(scene.clone(), |bay| (bay.half)(scene));
    let level = match with_prop(scene).build("push") {
        Ok(level) => Arc::new(level),
        Err(error) => {
            log::error!("{error}");
            return unplayable();
        }
    };
    let mut world = World::new(&level, Rules::default());
    world.props[0].selected = true;
    let plan = RunPlan {
        ticks: 300,
        buttons: Buttons::PUSH_FORWARD,
        gauge,
        seen,
    };
    MeasuredRun::begin(&level, vec![(world, methods)], plan)
}
