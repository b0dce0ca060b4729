//! A small scene with every element of play: three targets, a gate, a drawbridge, a refill, a checkpoint,
//! a text, a gong, a heavy ball, a walker and an exit.
//!
//! The start, the gate, the drawbridge and the exit lie along one straight line. A ball thrown ahead from the
//! start lights the disc on the gate, which sinks. One thrown ahead from behind the gate lights the disc on
//! the upright drawbridge, which falls. Another from there flies over the bridge, bounces once and lights the
//! disc on the end wall, behind the exit.

use std::f64::consts::FRAC_1_SQRT_2;

use glam::{DQuat, DVec3, Vec3};

use super::{SceneBuilder, builder::painted};
use hexbound_level::{
    Keys, Light, Material, PlaySettings, StartBall, SurfaceKind, Target, TargetSet, Track, Trigger,
    TriggerActions, WalkerStart,
};

/// Half the width of the yard, meters.
const YARD_HALF: f32 = 6.0;
/// The height of the yard's walls, meters.
const WALL_HEIGHT: f32 = 4.5;
/// The z of the near end of the yard, meters.
const NEAR_END: f32 = 10.0;
/// The z of the gate's front, meters.
const GATE_FRONT: f32 = 0.0;
/// The z of the edges of the trench, meters.
const TRENCH_EDGES: [f32; 2] = [-7.05, -10.15];
/// The z of the far end of the yard, meters.
const FAR_END: f32 = -17.0;
/// The depth of the trench, meters: less than a jump.
const TRENCH_DEPTH: f32 = 1.0;
/// Half the width of the gate and of the bridge, meters.
const PASSAGE_HALF: f32 = 1.5;
/// The height of the gate, meters.
const GATE_HEIGHT: f32 = 3.0;
/// The distance by which discs protrude from their walls, meters.
const DISC_DEPTH: f32 = 0.06;
/// The radius of a disc, meters.
const DISC_RADIUS: f32 = 0.75;

const LIMESTONE_COLOR: [f32; 3] = [0.55, 0.47, 0.35];
const FLAGSTONE_COLOR: [f32; 3] = [0.30, 0.27, 0.23];
const BRONZE_COLOR: [f32; 3] = [0.34, 0.20, 0.08];
const OAK_COLOR: [f32; 3] = [0.24, 0.14, 0.07];
const IVORY_COLOR: [f32; 3] = [0.75, 0.68, 0.52];
const CORAL_COLOR: [f32; 3] = [0.60, 0.12, 0.06];
const TEAL_LIGHT: Vec3 = Vec3::new(0.12, 1.0, 0.80);
const WARM_LIGHT: Vec3 = Vec3::new(1.0, 0.62, 0.28);

pub(crate) fn targets() -> SceneBuilder {
    let scene = yard(SceneBuilder::new());
    let scene = refill(gong(drawbridge(gate(scene))));
    behind_the_gate(exit(scene))
        .ball(StartBall {
            name: String::from("ball"),
            position: DVec3::new(-3.2, 0.3, 4.0),
            velocity: DVec3::ZERO,
            radius: 0.3,
            mass: 4.0,
            restitution: None,
        })
        .walker(WalkerStart {
            name: String::from("walker"),
            position: DVec3::new(-5.0, 0.0, -12.0),
            yaw: 0.0,
            speed: 1.5,
            rings: 1,
            // Only a player who comes near is chased, so that the middle is safe.
            notice: 2.0,
            give_up: 4.0,
            way: vec![DVec3::new(-5.0, 0.0, -16.0)],
        })
        .title("Three Lights")
        .rules(PlaySettings {
            par_seconds: Some(30.0),
            par_balls: Some(3),
            ..PlaySettings::default()
        })
        .spawn(Vec3::new(0.0, 0.0, 8.0), 0.0)
}

/// Adds the walls, the floor on both sides of the trench, and the wall with the gate's opening.
fn yard(scene: SceneBuilder) -> SceneBuilder {
    let at = Vec3::new;
    let (low, wide) = (-TRENCH_DEPTH - 0.3, YARD_HALF + 0.5);
    let (back, front) = (GATE_FRONT - 0.5, GATE_FRONT + 0.1);
    let (half, height, passage) = (YARD_HALF, WALL_HEIGHT, PASSAGE_HALF);
    let (near, far, edges) = (NEAR_END, FAR_END, TRENCH_EDGES);
    scene
        .part_of("floor", matte("flagstone", FLAGSTONE_COLOR))
        .cuboid(at(-half, low, edges[0]), at(half, 0.0, near))
        .cuboid(at(-half, low, far), at(half, 0.0, edges[1]))
        .cuboid(at(-half, low, edges[1]), at(half, -TRENCH_DEPTH, edges[0]))
        .part_of("walls", matte("limestone", LIMESTONE_COLOR))
        .cuboid(at(-wide, low, far - 0.5), at(-half, height, near + 0.5))
        .cuboid(at(half, low, far - 0.5), at(wide, height, near + 0.5))
        .cuboid(at(-half, low, near), at(half, height, near + 0.5))
        .cuboid(at(-half, low, far - 0.5), at(half, height, far))
        .cuboid(at(-half, 0.0, back), at(-passage, height, front))
        .cuboid(at(passage, 0.0, back), at(half, height, front))
        .cuboid(at(-passage, GATE_HEIGHT, back), at(passage, height, front))
}

/// Adds a gate that sinks once the first target, on its front, is lit. The gate is the first mover.
fn gate(scene: SceneBuilder) -> SceneBuilder {
    let middle = Vec3::new(0.0, 1.2, GATE_FRONT);
    let down = DVec3::NEG_Y * f64::from(GATE_HEIGHT + 0.1);
    let sinking = Track::through(&[(0.0, DVec3::ZERO), (2.0, down)]);
    let gate = scene
        .mover("gate", Vec3::ZERO, sinking)
        .waiting()
        .material(bronze())
        .cuboid(
            Vec3::new(-PASSAGE_HALF, 0.0, GATE_FRONT - 0.25),
            Vec3::new(PASSAGE_HALF, GATE_HEIGHT, GATE_FRONT),
        )
        .moved_part("target on the gate")
        .material(ivory())
        .target(Target::plain("target on the gate", middle.as_dvec3()));
    let gate = disc(gate, middle, DISC_RADIUS).moved_part("middle of the target");
    bullseye(gate, middle).trigger(Trigger {
        actions: play(0),
        ..Trigger::lit("gate", middle.as_dvec3(), &[0])
    })
}

/// Adds a bridge that stands upright on the far edge of the trench, and falls across it once its target is
/// lit. The bridge is the second mover.
fn drawbridge(scene: SceneBuilder) -> SceneBuilder {
    let hinge = Vec3::new(0.0, 0.0, TRENCH_EDGES[1]);
    let middle = hinge + Vec3::new(0.0, 1.2, 0.15);
    let fallen = DQuat::from_xyzw(FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2);
    let falling = Track {
        rotation: Keys {
            keys: vec![(0.0, DQuat::IDENTITY), (1.5, fallen)],
            steps: false,
        },
        ..Track::default()
    };
    // Movers turn about their resting position.
    let bridge = scene
        .mover("bridge", hinge, falling)
        .waiting()
        .material(matte("oak", OAK_COLOR))
        .cuboid(
            hinge + Vec3::new(-PASSAGE_HALF, 0.0, 0.0),
            hinge + Vec3::new(PASSAGE_HALF, TRENCH_EDGES[0] - TRENCH_EDGES[1], 0.15),
        )
        .moved_part("target on the bridge")
        .material(ivory())
        .target(Target::plain("target on the bridge", middle.as_dvec3()));
    let bridge = disc(bridge, middle, DISC_RADIUS).moved_part("middle of the target");
    bullseye(bridge, middle).trigger(Trigger {
        actions: play(1),
        ..Trigger::lit("bridge", middle.as_dvec3(), &[1])
    })
}

/// Adds the last target, on the end wall, and the exit in front of it, between two lamps.
fn exit(scene: SceneBuilder) -> SceneBuilder {
    let middle = Vec3::new(0.0, 0.9, FAR_END);
    let target = Target {
        rings: 1,
        ..Target::plain("target on the wall", middle.as_dvec3())
    };
    let scene = scene.part_of("target on the wall", ivory()).target(target);
    let scene = disc(scene, middle, DISC_RADIUS).part("middle of the target");
    let mut scene = bullseye(scene, middle).part_of("way out", bronze());
    for x in [-2.0, 2.0] {
        let foot = Vec3::new(x, 0.0, FAR_END + 1.4);
        let lamp = Light::point(foot + Vec3::Y * 2.9, WARM_LIGHT, 6.0);
        scene = scene.pillar(foot, 0.16, 2.6, 16).light(lamp);
    }
    let (center, half) = (DVec3::new(0.0, 1.25, -16.0), DVec3::new(1.8, 1.25, 0.9));
    scene.trigger(Trigger {
        needs: TargetSet(vec![0, 1, 2]),
        actions: TriggerActions {
            end: true,
            ..TriggerActions::default()
        },
        ..Trigger::entered("exit", center, half)
    })
}

/// Adds a checkpoint and a line of text behind the gate, over the whole width.
fn behind_the_gate(scene: SceneBuilder) -> SceneBuilder {
    let across = |depth: f64| DVec3::new(f64::from(YARD_HALF), 1.0, depth);
    let text = "The disc on the far wall wants a ball that has bounced once";
    scene
        .trigger(Trigger {
            actions: TriggerActions {
                checkpoint: true,
                ..TriggerActions::default()
            },
            once: false,
            ..Trigger::entered("checkpoint", DVec3::new(0.0, 1.0, -2.0), across(0.75))
        })
        .trigger(Trigger {
            actions: TriggerActions {
                text: Some(String::from(text)),
                ..TriggerActions::default()
            },
            ..Trigger::entered("text", DVec3::new(0.0, 1.0, -5.0), across(0.5))
        })
}

/// Adds a bronze plate beside the gate that shows a text when a ball strikes it.
fn gong(scene: SceneBuilder) -> SceneBuilder {
    let middle = Vec3::new(3.8, 1.5, GATE_FRONT + 0.1);
    let gong = scene.part_of("gong", bronze()).touched(Trigger {
        actions: TriggerActions {
            text: Some(String::from("Gong")),
            ..TriggerActions::default()
        },
        once: false,
        ..Trigger::struck("gong", middle.as_dvec3())
    });
    disc(gong, middle, 0.6)
}

/// Adds a teal lamp on a stand, near which the player's balls are refilled.
fn refill(scene: SceneBuilder) -> SceneBuilder {
    let foot = Vec3::new(4.2, 0.0, -3.5);
    let lamp = foot + Vec3::Y * 1.5;
    scene
        .part_of("refill", bronze())
        .pillar(foot, 0.2, 1.1, 16)
        .light(Light::point(lamp, TEAL_LIGHT, 4.0))
        .trigger(Trigger {
            actions: TriggerActions {
                refill: true,
                ..TriggerActions::default()
            },
            once: false,
            ..Trigger::entered("refill", lamp.as_dvec3(), DVec3::splat(1.5))
        })
}

/// Adds the colored middle of the disc at `middle`, which belongs to the same target.
fn bullseye(scene: SceneBuilder, middle: Vec3) -> SceneBuilder {
    let scene = scene.material(matte("coral", CORAL_COLOR)).same_target();
    disc(scene, middle + Vec3::Z * DISC_DEPTH, 0.4 * DISC_RADIUS)
}

/// Adds a disc that faces +Z, with the center of its back at `middle`.
fn disc(mut scene: SceneBuilder, middle: Vec3, radius: f32) -> SceneBuilder {
    const DISC_SIDES: usize = 32;
    let at = |side: usize, out: f32| {
        let angle = side as f32 / DISC_SIDES as f32 * std::f32::consts::TAU;
        let (sine, cosine) = libm::sincosf(angle);
        middle + Vec3::new(cosine * radius, sine * radius, out)
    };
    let rim: Vec<Vec3> = (0..DISC_SIDES).map(|side| at(side, DISC_DEPTH)).collect();
    scene = scene.convex(&rim);
    for side in 0..DISC_SIDES {
        let (a, b) = (at(side, 0.0), at(side + 1, 0.0));
        scene = scene.quad(a, b, at(side + 1, DISC_DEPTH), at(side, DISC_DEPTH));
    }
    scene
}

fn play(mover: u32) -> TriggerActions {
    TriggerActions {
        play: vec![mover],
        ..TriggerActions::default()
    }
}

fn matte(name: &str, color: [f32; 3]) -> Material {
    Material {
        roughness: 0.8,
        surface: match name {
            "oak" => SurfaceKind::Wood,
            _ => SurfaceKind::Stone,
        },
        ..painted(name, color)
    }
}

fn bronze() -> Material {
    Material {
        metallic: 1.0,
        roughness: 0.35,
        surface: SurfaceKind::Metal,
        ..matte("bronze", BRONZE_COLOR)
    }
}

fn ivory() -> Material {
    Material {
        roughness: 0.4,
        surface: SurfaceKind::Glass,
        ..matte("ivory", IVORY_COLOR)
    }
}
