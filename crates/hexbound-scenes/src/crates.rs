//! The scene of props that fall and are pushed: stacks, a lift, ramps, a shelf and bodies of several
//! parts.

use glam::{DVec3, Quat, Vec3};

use super::SceneBuilder;
use hexbound_level::Track;

/// A closed hall with light and heavy crates in stacks, on a lift, in front of a pusher and on ramps of 20°
/// and 40°. Beside them stand a shelf and bodies of several parts: a table, a dumbbell and a hovering
/// cross.
pub(crate) fn crates() -> SceneBuilder {
    let hall = SceneBuilder::new()
        .room(Vec3::new(-14.0, 0.0, -14.0), Vec3::new(14.0, 7.0, 14.0))
        .spawn(Vec3::new(0.0, 0.0, 10.0), 0.0);
    let hall = movers(ramps(stacks(hall)));
    compound_bodies(shelf(hall))
}

/// Adds a movable box that falls; `half` is half its side, meters, and `mass` its mass, kilograms.
fn crate_at(scene: SceneBuilder, center: Vec3, half: f32, mass: f32) -> SceneBuilder {
    scene
        .prop_box("prop crate", center, Vec3::splat(half), Quat::IDENTITY)
        .with_gravity()
        .with_mass(mass)
}

/// Adds a pyramid of ten light crates and a tower of three heavy ones.
fn stacks(mut scene: SceneBuilder) -> SceneBuilder {
    for row in 0..4 {
        for column in 0..4 - row {
            let x = -3.0 + column as f32 * 0.82 + row as f32 * 0.41;
            let at = Vec3::new(x, 0.42 + 0.81 * row as f32, -4.0);
            scene = crate_at(scene, at, 0.4, 12.0);
        }
    }
    for (level, mass) in [180.0, 60.0, 20.0].into_iter().enumerate() {
        let at = Vec3::new(2.6, 0.52 + 1.01 * level as f32, -4.0);
        scene = crate_at(scene, at, 0.5, mass);
    }
    scene
}

/// Adds ramps of 20°, on which a crate stays, and 40°, down which a crate slides.
fn ramps(mut scene: SceneBuilder) -> SceneBuilder {
    for (x, degrees) in [(-11.0, 20.0_f32), (-7.5, 40.0)] {
        let angle = degrees.to_radians();
        let run = 3.0 / libm::tanf(angle);
        let (low, high) = (Vec3::new(x, 0.0, 0.0), Vec3::new(x, 3.0, -run));
        let up = Vec3::new(0.0, libm::cosf(angle), libm::sinf(angle));
        let rotation = Quat::from_rotation_arc(Vec3::Y, up);
        scene = scene
            .part(&format!("ramp of {degrees}°"))
            .ramp(low, high, 2.4)
            .prop_box(
                "prop crate",
                low.lerp(high, 0.8) + up * 0.42,
                Vec3::splat(0.4),
                rotation,
            )
            .with_gravity()
            .with_mass(30.0);
    }
    scene
}

/// Adds a lift with four crates on it, and a pusher with three in a row in front of it.
fn movers(scene: SceneBuilder) -> SceneBuilder {
    let lift = [(0.0, 0.0), (2.0, 0.0), (4.0, 3.0), (6.0, 3.0), (8.0, 0.0)];
    let push = [(0.0, 0.0), (3.0, 0.0), (6.0, 3.0), (9.0, 0.0)];
    let mut scene = scene
        .mover(
            "lift",
            Vec3::ZERO,
            Track::through(&lift.map(|(time, y)| (time, DVec3::Y * y))),
        )
        .cuboid(Vec3::new(5.0, 0.05, -6.0), Vec3::new(8.0, 0.25, -3.0))
        .mover(
            "pusher",
            Vec3::ZERO,
            Track::through(&push.map(|(time, x)| (time, DVec3::X * x))),
        )
        .cuboid(Vec3::new(4.0, 0.05, 2.0), Vec3::new(4.4, 1.0, 4.0))
        .part("hall");
    for at in [
        Vec3::new(5.8, 0.77, -5.0),
        Vec3::new(7.0, 0.77, -4.2),
        Vec3::new(5.9, 1.79, -5.1),
        Vec3::new(5.7, 2.81, -4.9),
    ] {
        scene = crate_at(scene, at, 0.5, 25.0);
    }
    for index in 0..3 {
        let at = Vec3::new(5.4 + 1.1 * index as f32, 0.42, 3.0);
        scene = crate_at(scene, at, 0.4, 40.0);
    }
    scene
}

/// Adds a shelf on two posts with small crates and spheres on it.
fn shelf(scene: SceneBuilder) -> SceneBuilder {
    let mut scene = scene
        .part("shelf")
        .cuboid(Vec3::new(-6.0, 1.5, 5.0), Vec3::new(-2.0, 1.6, 6.0))
        .cuboid(Vec3::new(-6.0, 0.0, 5.0), Vec3::new(-5.8, 1.5, 6.0))
        .cuboid(Vec3::new(-2.2, 0.0, 5.0), Vec3::new(-2.0, 1.5, 6.0));
    for index in 0..5 {
        let at = Vec3::new(-5.5 + 0.75 * index as f32, 1.83, 5.5);
        scene = match index % 2 {
            0 => crate_at(scene, at, 0.22, 4.0),
            _ => scene
                .prop_sphere("prop sphere", at, 0.22, Quat::IDENTITY)
                .with_gravity()
                .with_mass(4.0),
        };
    }
    scene
}

/// Adds a table of a plate and four legs with a crate on it, a dumbbell of two spheres and a bar, and a
/// hovering cross of two bars.
fn compound_bodies(scene: SceneBuilder) -> SceneBuilder {
    let still = Quat::IDENTITY;
    let bar = |scene: SceneBuilder, name: &str, center: Vec3, half: Vec3| {
        scene.prop_box(name, center, half, still)
    };
    let table = Vec3::new(0.0, 0.02, 3.0);
    let plate = table + Vec3::Y * 0.82;
    let mut scene = bar(scene, "prop table", plate, Vec3::new(0.9, 0.05, 0.55));
    for (x, z) in [(-0.8, -0.45), (0.8, -0.45), (-0.8, 0.45), (0.8, 0.45)] {
        let leg = table + Vec3::new(x, 0.385, z);
        scene = bar(scene, "prop leg", leg, Vec3::new(0.06, 0.385, 0.06)).joined();
    }
    let scene = crate_at(
        scene.with_gravity().with_mass(25.0),
        plate + Vec3::Y * 0.3,
        0.22,
        4.0,
    );
    let dumbbell = Vec3::new(-3.5, 0.42, 1.5);
    let scene = scene
        .prop_sphere("prop dumbbell", dumbbell - Vec3::X * 0.7, 0.4, still)
        .prop_sphere("prop dumbbell", dumbbell + Vec3::X * 0.7, 0.4, still)
        .joined();
    let scene = bar(scene, "prop bar", dumbbell, Vec3::new(0.6, 0.1, 0.1))
        .joined()
        .with_gravity()
        .with_mass(15.0);
    let cross = Vec3::new(3.0, 2.0, 7.0);
    let scene = bar(scene, "prop cross", cross, Vec3::new(0.8, 0.15, 0.15));
    bar(scene, "prop cross", cross, Vec3::new(0.15, 0.8, 0.15))
        .joined()
        .with_mass(10.0)
}
