//! The scene of NeHe lesson 30 (Christopoulos, "Collision Detection and Physically Based Modeling
//! Tutorial"): five planes, three cylinders and ten balls that lose no energy and explode at every
//! contact. A meter is fifty of the lesson's units.

use glam::{DVec3, Vec3};
use hexbound_collide::geom::Cylinder;

use super::{SceneBuilder, builder::painted};
use hexbound_level::{Alpha, Bounce, Material, PlaySettings, StartBall, SurfaceKind};

/// Half the side of the square that the four upright planes enclose, meters.
const PEN_HALF: f32 = 6.0;
/// The height up to which the upright planes are visible, meters.
const PANE_HEIGHT: f32 = 7.0;
/// The height at which the upright planes end, meters. No ball rises so high, though a light one may gain
/// much of the heavy ones' energy.
const PLANE_HEIGHT: f32 = 60.0;
/// Half the side of the floor, the fifth plane, meters.
const FLOOR_HALF: f32 = 12.0;

/// The balls: mass in kilograms, radius, center and velocity in meters and seconds.
const START_BALLS: [(f32, f32, [f64; 3], [f64; 3]); 10] = [
    (5.0, 0.36, [-2.0, 2.0, -3.0], [2.0, 0.0, 1.0]),
    (3.5, 0.32, [1.8, 1.5, 3.5], [-1.5, 1.0, -2.0]),
    (2.0, 0.34, [-1.8, 3.0, 4.0], [1.0, 0.0, -2.5]),
    (1.5, 0.30, [2.0, 2.5, -4.0], [-2.0, 1.0, 2.0]),
    (1.0, 0.25, [-2.2, 4.5, -1.0], [3.0, 0.0, -1.5]),
    (1.0, 0.25, [0.0, 6.0, 2.5], [0.5, 0.0, 3.0]),
    (0.8, 0.24, [-5.0, 1.5, -4.5], [2.5, 1.0, 2.0]),
    (0.6, 0.22, [5.0, 3.0, 4.5], [-3.0, 0.0, 0.5]),
    (0.4, 0.36, [2.2, 5.0, 0.5], [0.0, 1.0, -3.0]),
    (0.3, 0.30, [-1.0, 5.5, -4.5], [1.0, 0.5, 2.5]),
];

/// Four upright panes on a floor; within them an upright cylinder, a horizontal one and a leaning one,
/// and the balls. The player stands outside the panes, where nobody takes energy from the balls.
pub(crate) fn lesson_30() -> SceneBuilder {
    let half = PEN_HALF;
    let corners = [[-half, half], [half, half], [half, -half], [-half, -half]];
    let panes = |mut scene: SceneBuilder, low: f32, high: f32| {
        for (index, [x, z]) in corners.into_iter().enumerate() {
            let [u, v] = corners[(index + 1) % 4];
            let at = Vec3::new;
            scene = scene.quad(at(x, low, z), at(u, low, v), at(u, high, v), at(x, high, z));
        }
        scene
    };
    let bumper = |center: [f32; 3], axis: Vec3, radius: f32, half_length: f32| Cylinder {
        center: Vec3::from(center),
        axis: axis.normalize(),
        radius,
        half_length,
    };
    let mut scene = SceneBuilder::new()
        .part_of("floor", lossless("floor", [0.20, 0.19, 0.18]))
        .floor(-FLOOR_HALF, -FLOOR_HALF, FLOOR_HALF, FLOOR_HALF, 0.0)
        .part_of("panes", glass());
    scene = panes(scene, 0.0, PANE_HEIGHT).invisible_part("panes above");
    scene = frame(panes(scene, PANE_HEIGHT, PLANE_HEIGHT))
        .part_of("cylinders", lossless("cylinders", [0.16, 0.30, 0.24]))
        .bumper(bumper([0.0, 2.4, 0.0], Vec3::Y, 1.2, 2.6))
        .bumper(bumper([3.7, 0.0, 0.0], Vec3::Z, 1.2, PEN_HALF))
        .bumper(bumper(
            [-4.0, 2.7, 1.0],
            Vec3::new(0.0, 1.0, -1.0),
            0.6,
            4.4,
        ));
    for (index, (mass, radius, position, velocity)) in START_BALLS.into_iter().enumerate() {
        scene = scene.ball(StartBall {
            name: format!("ball {index}"),
            position: DVec3::from(position),
            velocity: DVec3::from(velocity),
            radius,
            mass,
            restitution: Some(1.0),
        });
    }
    scene
        .rules(PlaySettings {
            blast: false,
            explosion_speed: Some(0.0),
            ..PlaySettings::default()
        })
        .spawn(Vec3::new(0.0, 0.0, 10.5), 0.0)
}

/// Adds a frame of brass around the panes, out of the balls' reach.
fn frame(mut scene: SceneBuilder) -> SceneBuilder {
    const FRAME_WIDTH: f32 = 0.12;
    let brass = Material {
        base_color: [0.46, 0.27, 0.085, 1.0],
        metallic: 1.0,
        roughness: 0.4,
        surface: SurfaceKind::Metal,
        ..Material::default()
    };
    scene = scene.part_of("frame", brass);
    // The frame keeps a small distance from the panes, so that no two faces are coplanar.
    let (inner, outer) = (PEN_HALF + 0.01, PEN_HALF + FRAME_WIDTH);
    for (x, z) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)] {
        let ends = [inner, outer].map(|far| Vec3::new(x * far, 0.0, z * far));
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        scene = scene.cuboid(low, high + Vec3::Y * PANE_HEIGHT);
    }
    for (from, to) in [(0.0, FRAME_WIDTH), (PANE_HEIGHT - FRAME_WIDTH, PANE_HEIGHT)] {
        for side in [-1.0, 1.0] {
            let across = [side * inner, side * outer];
            let (low, high) = (across[0].min(across[1]), across[0].max(across[1]));
            let at = Vec3::new;
            scene = scene
                .cuboid(at(-inner, from, low), at(inner, to, high))
                .cuboid(at(low, from, -inner), at(high, to, inner));
        }
    }
    scene
}

/// A matte material off which balls bounce without loss.
fn lossless(name: &str, color: [f32; 3]) -> Material {
    Material {
        roughness: 0.7,
        bounce: Bounce {
            restitution: 1.0,
            friction: Some(0.0),
        },
        ..painted(name, color)
    }
}

fn glass() -> Material {
    Material {
        base_color: [0.30, 0.36, 0.36, 0.10],
        roughness: 0.08,
        alpha: Alpha::Blend,
        double_sided: true,
        surface: SurfaceKind::Glass,
        ..lossless("glass", [0.0; 3])
    }
}
