//! The named scenes: each shows one thing that collision has to get right.

use glam::{Quat, Vec3};

use super::SceneBuilder;
use crate::{geom::Cylinder, level::Level};

/// What `named` knows.
pub const NAMES: [&str; 9] = [
    "flat", "box-room", "stairs", "slopes", "wedge", "pillar", "bumpers", "props", "terrain",
];

/// The scene of that name.
pub fn named(name: &str) -> Option<Level> {
    let scene = match name {
        "flat" => flat(),
        "box-room" => box_room(),
        "stairs" => stairs(),
        "slopes" => slopes(),
        "wedge" => wedge(),
        "pillar" => pillar(),
        "bumpers" => bumpers(),
        "props" => props(),
        "terrain" => terrain(),
        _ => return None,
    };
    match scene.build(name) {
        Ok(level) => Some(level),
        Err(error) => {
            log::error!("{error}");
            None
        }
    }
}

/// A floor of 100 m by 100 m at height 0.
fn flat() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-50.0, -50.0, 50.0, 50.0, 0.0)
        .spawn(Vec3::ZERO, 0.0)
}

/// A closed room of 20 m by 20 m by 4 m with three boxes in it.
fn box_room() -> SceneBuilder {
    SceneBuilder::new()
        .room(Vec3::new(-10.0, 0.0, -10.0), Vec3::new(10.0, 4.0, 10.0))
        .part("boxes")
        .cuboid(Vec3::new(-6.0, 0.0, -6.0), Vec3::new(-4.0, 2.0, -4.0))
        .cuboid(Vec3::new(3.0, 0.0, -7.0), Vec3::new(5.0, 0.8, -3.0))
        .cuboid(Vec3::new(4.0, 0.0, 3.0), Vec3::new(7.0, 1.2, 4.0))
        .spawn(Vec3::new(0.0, 0.0, 5.0), 0.0)
}

/// Flights going up towards −Z with risers of 0.17, 0.30 and 0.45 m, each up to a landing, and
/// one block of 0.55 m that is too high.
fn stairs() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 12.0, 0.0)
        .spawn(Vec3::new(0.0, 0.0, 6.0), 0.0);
    for (left, riser, tread, steps) in [
        (-14.0, 0.17, 0.28, 12),
        (-6.0, 0.30, 0.32, 8),
        (2.0, 0.45, 0.50, 6),
    ] {
        scene = scene.part(&format!("flight of {riser:.2} m"));
        let back = -(tread * steps as f32) - 4.0;
        for step in 0..steps {
            let front = -(tread * step as f32);
            let bottom = riser * step as f32;
            scene = scene.cuboid(
                Vec3::new(left, bottom, back),
                Vec3::new(left + 4.0, bottom + riser, front),
            );
        }
    }
    scene
        .part("block of 0.55 m")
        .cuboid(Vec3::new(10.0, 0.0, -6.0), Vec3::new(14.0, 0.55, 0.0))
}

/// Ramps of 30°, 44°, 46° and 60°, 3 m high, going up towards −Z.
fn slopes() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .floor(-20.0, -15.0, 20.0, 12.0, 0.0)
        .spawn(Vec3::new(0.0, 0.0, 6.0), 0.0);
    for (index, degrees) in [30.0_f32, 44.0, 46.0, 60.0].into_iter().enumerate() {
        let x = -12.0 + 8.0 * index as f32;
        let run = 3.0 / libm::tanf(degrees.to_radians());
        scene = scene
            .part(&format!("{degrees}°"))
            .ramp(Vec3::new(x, 0.0, 0.0), Vec3::new(x, 3.0, -run), 4.0)
            .cuboid(
                Vec3::new(x - 2.0, 0.0, -run - 4.0),
                Vec3::new(x + 2.0, 3.0, -run),
            );
    }
    scene
}

/// Wedge pillars with edges of 8° to 25° pointing towards +Z, and a wall 4 cm thick.
fn wedge() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .spawn(Vec3::new(0.0, 0.0, 8.0), 0.0);
    for (index, degrees) in [8.0_f32, 12.0, 16.0, 20.0, 25.0].into_iter().enumerate() {
        let x = -10.0 + 5.0 * index as f32;
        let half = 3.0 * libm::tanf(degrees.to_radians() * 0.5);
        scene = scene.part(&format!("wedge of {degrees}°")).prism(
            &[[x, 0.0], [x + half, -3.0], [x - half, -3.0]],
            0.0,
            3.0,
        );
    }
    scene
        .part("thin wall")
        .cuboid(Vec3::new(-8.0, 0.0, -8.04), Vec3::new(8.0, 3.0, -8.0))
}

/// A 32-sided and a 64-sided pillar.
fn pillar() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .part("32 sides")
        .pillar(Vec3::new(-5.0, 0.0, 0.0), 1.5, 4.0, 32)
        .part("64 sides")
        .pillar(Vec3::new(5.0, 0.0, 0.0), 1.5, 4.0, 64)
        .spawn(Vec3::new(0.0, 0.0, 8.0), 0.0)
}

/// A room with three upright bumpers, a leaning one and one lying down.
fn bumpers() -> SceneBuilder {
    let bumper = |center: Vec3, axis: Vec3| Cylinder {
        center,
        axis: axis.normalize(),
        radius: 0.6,
        half_length: 1.0,
    };
    SceneBuilder::new()
        .room(Vec3::new(-12.0, 0.0, -12.0), Vec3::new(12.0, 6.0, 12.0))
        .part("bumpers")
        .bumper(bumper(Vec3::new(-4.0, 1.0, 0.0), Vec3::Y))
        .bumper(bumper(Vec3::new(0.0, 1.0, -5.0), Vec3::Y))
        .bumper(bumper(Vec3::new(4.0, 1.0, 0.0), Vec3::Y))
        .bumper(bumper(Vec3::new(-6.0, 1.2, -6.0), Vec3::new(1.0, 2.0, 0.0)))
        .bumper(bumper(Vec3::new(6.0, 0.6, -6.0), Vec3::X))
        .spawn(Vec3::new(0.0, 0.0, 8.0), 0.0)
}

/// A closed room with boxes, spheres and hulls that can be moved, a wall 4 cm thick and a wedge
/// whose edge of 12° points towards +Z.
fn props() -> SceneBuilder {
    let half = 3.0 * libm::tanf(6.0_f32.to_radians());
    let tall = Vec3::new(0.3, 0.6, 0.2);
    let gem = [
        Vec3::new(0.5, 0.0, 0.0),
        Vec3::new(-0.5, 0.1, 0.0),
        Vec3::new(0.0, 0.7, 0.1),
        Vec3::new(0.1, -0.6, 0.0),
        Vec3::new(0.0, 0.0, 0.5),
        Vec3::new(0.0, 0.1, -0.6),
    ];
    let tent = [
        Vec3::new(-0.5, -0.4, 0.6),
        Vec3::new(0.5, -0.4, 0.6),
        Vec3::new(-0.5, -0.4, -0.6),
        Vec3::new(0.5, -0.4, -0.6),
        Vec3::new(0.0, 0.4, 0.6),
        Vec3::new(0.0, 0.4, -0.6),
    ];
    let (ahead, left) = (Quat::IDENTITY, Quat::from_rotation_y(0.6));
    let tilted = Quat::from_rotation_y(-0.5) * Quat::from_rotation_x(0.4);
    SceneBuilder::new()
        .room(Vec3::new(-12.0, 0.0, -12.0), Vec3::new(12.0, 6.0, 12.0))
        .part("thin wall")
        .cuboid(Vec3::new(-9.0, 0.0, -9.04), Vec3::new(-1.0, 3.0, -9.0))
        .part("wedge of 12°")
        .prism(
            &[[4.0, -5.0], [4.0 + half, -8.0], [4.0 - half, -8.0]],
            0.0,
            3.0,
        )
        .prop_box(
            "prop box",
            Vec3::new(-3.0, 1.5, 0.0),
            Vec3::splat(0.5),
            ahead,
        )
        .prop_box("prop tall box", Vec3::new(-5.5, 1.5, -1.0), tall, left)
        .prop_box(
            "prop tilted box",
            Vec3::new(4.0, 1.5, 0.0),
            Vec3::splat(0.45),
            tilted,
        )
        .prop_sphere("prop sphere", Vec3::new(0.0, 1.5, -1.0), 0.5, ahead)
        .prop_sphere("prop small sphere", Vec3::new(1.6, 1.2, -2.0), 0.3, left)
        .prop_hull("prop hull gem", Vec3::new(6.5, 1.6, -1.0), &gem, tilted)
        .prop_hull("prop hull tent", Vec3::new(-8.0, 1.5, -3.0), &tent, left)
        .spawn(Vec3::new(0.0, 0.0, 6.0), 0.0)
}

/// 64 m by 64 m of noisy ground, half a metre a square.
fn terrain() -> SceneBuilder {
    SceneBuilder::new()
        .height_field([-32.0, -32.0], 0.5, [128, 128], |x, z| {
            3.0 * noise(x / 14.0, z / 14.0)
                + 0.9 * noise(x / 4.0 + 50.0, z / 4.0)
                + 0.15 * noise(x / 1.1, z / 1.1 + 90.0)
        })
        .spawn(Vec3::new(0.0, 4.2, 0.0), 0.0)
}

/// Value noise in 0..1, from integer hashes and products only, so that it has the same bits
/// everywhere.
fn noise(x: f32, z: f32) -> f32 {
    let (cell_x, cell_z) = (x.floor(), z.floor());
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (smooth(x - cell_x), smooth(z - cell_z));
    let at = |dx: i32, dz: i32| lattice(cell_x as i32 + dx, cell_z as i32 + dz);
    let near = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
    let far = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
    near + (far - near) * v
}

fn lattice(x: i32, z: i32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (z as u32).wrapping_mul(0x85eb_ca77);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    bits ^= bits >> 15;
    (bits >> 8) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_within_its_range_and_passes_through_the_lattice() {
        assert_eq!(noise(3.0, -4.0), lattice(3, -4));
        for step in 0..1000 {
            let value = noise(step as f32 * 0.37 - 100.0, step as f32 * -0.21);
            assert!((0.0..=1.0).contains(&value));
        }
    }
}
