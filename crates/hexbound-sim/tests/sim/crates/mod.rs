//! Props that fall and are pushed, and that nothing gets through anything; more of it is in
//! cases/crates.txt. Here are the scenes and checks that the rooms below share.

mod by_balls;
mod long_play;

use glam::Affine3A;
use hexbound_level::{PropPart, PropShape};

use crate::steps::{self, *};

fn floor() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-40.0, -40.0, 40.0, 40.0, 0.0)
        .spawn(vec3(0.0, 0.0, 20.0), 0.0)
}

/// A closed room for balls and crates, and a floor elsewhere on which the player stands.
fn closed_room() -> SceneBuilder {
    SceneBuilder::new()
        .room(vec3(-4.0, 0.0, -4.0), vec3(4.0, 9.0, 4.0))
        .part("elsewhere")
        .floor(20.0, 20.0, 30.0, 30.0, 0.0)
        .spawn(vec3(25.0, 0.0, 25.0), 0.0)
}

fn crate_at(scene: SceneBuilder, center: Vec3, half: f32, mass: f32) -> SceneBuilder {
    scene
        .prop_box("prop", center, Vec3::splat(half), Quat::IDENTITY)
        .with_gravity()
        .with_mass(mass)
}

fn world(scene: SceneBuilder) -> (Level, World) {
    let level = scene.build("crates").unwrap();
    assert_eq!(level.findings, []);
    let world = World::new(&level, Rules::default());
    (level, world)
}

/// The places of all props.
fn places(world: &World) -> Vec<Vec3> {
    world.props.iter().map(|prop| prop.position).collect()
}

/// A part of a prop with its center at `at`, so much smaller that each side is a skin further in.
fn smaller(part: &PropPart, at: Vec3) -> Affine3A {
    let thinnest = match &part.shape {
        PropShape::Box { half, .. } => half.min_element(),
        PropShape::Sphere { .. } | PropShape::Hull(_) => 0.5 * part.reach,
    };
    let scale = Vec3::splat(1.0 - SKIN / thinnest);
    Affine3A::from_scale_rotation_translation(scale, Quat::IDENTITY, at)
}

/// Fails where a part of a prop reaches into the level or into another prop.
pub fn check_apart(world: &World, level: &Level) {
    let tick = world.tick;
    let all: Vec<(usize, Vec3, &PropPart)> = (world.props.iter().zip(&level.props).enumerate())
        .flat_map(|(index, (prop, body))| {
            let parts = body.parts.iter();
            parts.map(move |part| (index, prop.position + part.center, part))
        })
        .collect();
    for (place, (index, at, part)) in all.iter().enumerate() {
        let wall = level
            .collision
            .any_touched_by_mesh(&part.solid, smaller(part, *at));
        assert_eq!(wall, None, "tick {tick}: prop {index} is in a wall");
        for (other, their_place, theirs) in &all[place + 1..] {
            let offset = *their_place - *at;
            if index != other && offset.length() < part.reach + theirs.reach {
                let met = (part.solid).any_touched_by_mesh(&theirs.solid, smaller(theirs, offset));
                assert_eq!(met, None, "tick {tick}: props {index} and {other} overlap");
            }
        }
    }
}

/// The energy of the balls and of the props, joules.
fn energy(world: &World, level: &Level) -> f64 {
    let of_prop = |index: usize| {
        let (prop, body) = (&world.props[index], &level.props[index]);
        let mass = f64::from(body.mass.unwrap_or(0.0));
        let height = match body.gravity {
            true => f64::from(BALL_GRAVITY) * f64::from(prop.position.y),
            false => 0.0,
        };
        mass * (0.5 * prop.velocity.as_dvec3().length_squared() + height)
    };
    steps::energy(world) + (0..world.props.len()).map(of_prop).sum::<f64>()
}
