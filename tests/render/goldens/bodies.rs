//! Pictures of what moves: balls, props and their lines, ghosts.

use std::f32::consts::FRAC_PI_4;

use hexbound_collide::{Body, BodyShape};
use hexbound_sim::{GhostColor, GhostView, SeenWalker};

use super::*;

pub const TABLE: &[Row] = &[
    ("balls", balls),
    ("props", props),
    ("prop-selected", prop_selected),
    ("prop-lines", prop_lines),
    ("ghosts", ghosts),
    ("ghost-shapes", ghost_shapes),
    ("ghost-behind-a-wall", ghost_behind_a_wall),
    ("walkers", walkers),
];

const COPPER: [f32; 3] = [0.55, 0.2, 0.09];
const WOOD: [f32; 3] = [0.21, 0.1, 0.04];

/// Where the props rest in the file, and where they are seen.
const BOX: Vec3 = vec3(-1.2, 0.6, -3.4);
const BALL: Vec3 = vec3(1.1, 0.6, -3.2);
const PROP_OFFSET: Vec3 = vec3(0.0, 0.0, 2.0);

fn eye() -> View {
    looking(vec3(0.0, 1.7, 0.4), 0.0, -0.26)
}

fn floor() -> SceneBuilder {
    SceneBuilder::new()
        .part("floor")
        .floor(-4.5, -6.0, 4.5, 1.5, 0.0)
        .part("wall")
        .cuboid(vec3(-4.5, 0.0, -6.3), vec3(4.5, 3.2, -6.0))
}

fn in_sun(level: Level) -> Level {
    lit(level, vec3(0.5, -0.7, -0.4))
}

fn bare() -> Level {
    in_sun(stage(floor(), vec![plain(LIMESTONE), plain(PLASTER)]))
}

/// The player's own body as a ghost.
fn ghost(x: f32, color: GhostColor) -> GhostView {
    let axes = vec3(0.4, 0.9, 0.4);
    GhostView {
        center: vec3(x, 0.9, -3.4),
        shape: BodyShape::Ellipsoid { axes },
        color,
    }
}

fn balls() -> Feature {
    let level = bare();
    let view = View {
        balls: vec![
            SeenBall::at(1, vec3(-0.75, 0.3, -1.9), 0.3),
            SeenBall::at(2, vec3(0.35, 0.9, -2.2), 0.3),
            SeenBall::at(3, vec3(1.3, 0.15, -2.6), 0.15),
            SeenBall::at(4, vec3(-0.2, 0.15, -3.8), 0.15),
            SeenBall::at(5, vec3(-1.8, 1.6, -4.5), 0.15),
        ],
        ..eye()
    };
    Feature::of_shot(level, Shot::of(view), |shot| shot.view.balls.clear())
}

/// A wooden box and a copper ball.
fn with_props() -> Level {
    let turned = Quat::from_rotation_y(FRAC_PI_4);
    let scene = floor()
        .prop_box("prop box", BOX + PROP_OFFSET, Vec3::splat(0.55), turned)
        .prop_sphere("prop ball", BALL + PROP_OFFSET, 0.6, Quat::IDENTITY);
    let copper = Material {
        metallic: 1.0,
        roughness: 0.45,
        ..plain(COPPER)
    };
    let materials = vec![plain(LIMESTONE), plain(PLASTER), plain(WOOD), copper];
    in_sun(stage(scene, materials))
}

fn seen(center: Vec3, velocity: Vec3) -> SeenProp {
    SeenProp {
        center,
        selected: false,
        facing: Vec3::NEG_Z,
        velocity,
        first_ahead: None,
    }
}

fn seeing(props: Vec<SeenProp>) -> Shot {
    Shot::of(View { props, ..eye() })
}

/// Not where the file has them.
fn props() -> Feature {
    let resting = [BOX, BALL].map(|center| seen(center, Vec3::ZERO));
    Feature::of_shot(with_props(), seeing(resting.to_vec()), |shot| {
        for prop in &mut shot.view.props {
            prop.center += PROP_OFFSET;
        }
    })
}

fn prop_selected() -> Feature {
    let mut props = [BOX, BALL].map(|center| seen(center, Vec3::ZERO));
    props[1].selected = true;
    Feature::of_shot(with_props(), seeing(props.to_vec()), |shot| {
        shot.view.props[1].selected = false;
    })
}

/// Both selected: blue where they face, green where they go, red to what is ahead.
fn prop_lines() -> Feature {
    let mut props = [
        seen(BOX + Vec3::Y * 0.4, vec3(0.0, 1.3, 0.4)),
        seen(BALL + Vec3::Y * 0.4, vec3(1.4, 0.3, 0.0)),
    ];
    props[0].facing = vec3(0.8, 0.0, 0.6);
    props[1].facing = vec3(-0.6, 0.8, 0.0);
    for prop in &mut props {
        prop.selected = true;
        prop.first_ahead = Some(prop.center + vec3(-1.2, -0.7, 0.8));
    }
    Feature::of_shot(with_props(), seeing(props.to_vec()), |shot| {
        for prop in &mut shot.view.props {
            prop.velocity = Vec3::ZERO;
            prop.first_ahead = None;
        }
    })
}

/// One that goes along, one that has parted, and one that is distinguished from its like.
fn ghosts() -> Feature {
    let level = bare();
    let view = View {
        ghosts: vec![
            ghost(-1.4, GhostColor::Teal),
            ghost(0.0, GhostColor::Orange),
            ghost(1.4, GhostColor::Violet),
        ],
        ..eye()
    };
    Feature::of_shot(level, Shot::of(view), |shot| {
        let colors = [GhostColor::Orange, GhostColor::Violet, GhostColor::Teal];
        for (ghost, color) in shot.view.ghosts.iter_mut().zip(colors) {
            ghost.color = color;
        }
    })
}

/// One of which a low wall hides the lower half.
fn ghost_behind_a_wall() -> Feature {
    let scene = floor().cuboid(vec3(-1.5, 0.0, -2.8), vec3(1.5, 1.1, -2.6));
    let level = in_sun(stage(scene, vec![plain(LIMESTONE), plain(PLASTER)]));
    let view = View {
        ghosts: vec![ghost(0.0, GhostColor::Orange)],
        ..eye()
    };
    Feature::of_shot(level, Shot::of(view), |shot| {
        // The half above the wall alone.
        shot.view.ghosts[0].center.y = 2.0;
    })
}

/// A capsule, a cylinder and a box.
fn ghost_shapes() -> Feature {
    let (radius, half) = (0.4, vec3(0.4, 0.9, 0.4));
    let bodies = [
        Body::capsule(radius, 0.5),
        Body::cylinder(radius, 0.9),
        Body::cuboid(half),
    ];
    let colors = [GhostColor::Teal, GhostColor::Teal, GhostColor::Orange];
    let plain = [-1.4, 0.0, 1.4].into_iter().zip(colors);
    let plain: Vec<GhostView> = plain.map(|(x, color)| ghost(x, color)).collect();
    let mut ghosts = plain.clone();
    for (ghost, body) in ghosts.iter_mut().zip(bodies) {
        ghost.shape = body.expect("a body").shape();
    }
    let view = View { ghosts, ..eye() };
    Feature::of_shot(bare(), Shot::of(view), |shot| shot.view.ghosts = plain)
}

/// One that stands with dark eyes, one that has noticed, one that follows, one that topples and one
/// that lies.
fn walkers() -> Feature {
    let walker = |index: u32, x: f32, z: f32, yaw: f32| SeenWalker {
        index,
        feet: vec3(x, 0.0, z),
        yaw,
        speed: 0.0,
        walked: 0.0,
        toward: Vec3::X,
        tilt: 0.0,
        glow: 0.0,
        anger: 0.0,
    };
    let walkers = vec![
        walker(0, -2.3, -4.2, 2.6),
        SeenWalker {
            glow: 1.0,
            ..walker(1, -1.05, -3.0, -2.9)
        },
        SeenWalker {
            glow: 1.0,
            anger: 1.0,
            speed: 3.2,
            walked: 0.31,
            ..walker(2, 0.75, -2.6, 2.95)
        },
        SeenWalker {
            tilt: 0.6,
            ..walker(3, 1.6, -4.6, 2.4)
        },
        SeenWalker {
            toward: vec3(0.8, 0.0, 0.6),
            tilt: std::f32::consts::FRAC_PI_2,
            ..walker(4, -0.9, -4.9, 3.0)
        },
    ];
    let level = bare();
    let view = View { walkers, ..eye() };
    Feature::of_shot(level, Shot::of(view), |shot| {
        for walker in &mut shot.view.walkers {
            (walker.glow, walker.tilt) = (0.0, 0.0);
        }
    })
}
