//! The named scenes: each shows one thing that collision or light has to get right.

use glam::{DVec3, Quat, Vec3};

use super::{
    Cut, Hall, Pit, SceneBuilder, builder::grid_material, classes, crates, crowd::crowd, lesson_30,
    lit, polished, range, shadows, shapes, targets,
};
use hexbound_collide::geom::Cylinder;

use hexbound_level::{Level, Material, Track};

/// A scene: its name, and the function that makes it.
type Scene = (&'static str, fn() -> SceneBuilder);

/// All scenes.
const SCENES: [Scene; 34] = [
    ("flat", flat),
    ("box-room", box_room),
    ("stairs", stairs),
    ("slopes", slopes),
    ("wedge", wedge),
    ("tips", tips),
    ("pillar", pillar),
    ("bumpers", bumpers),
    ("props", props),
    ("crates", crates::crates),
    ("classes", classes::classes),
    ("shapes", shapes::shapes),
    ("terrain", terrain),
    ("lift", lift),
    ("corners", corners),
    ("pits", pits),
    ("ceilings", ceilings),
    ("stairs-wall", stairs_wall),
    ("thin-walls", thin_walls),
    ("seams", seams),
    ("lights", lit::lights),
    ("lamp-shadows", lit::lamp_shadows),
    ("leak", lit::leak),
    ("mirrors", polished::room),
    ("shadows", shadows::shadows),
    ("many-lamps", lit::many_lamps),
    ("lesson-30", lesson_30::lesson_30),
    ("crowd", || crowd(120)),
    ("crowd-1000", || crowd(1000)),
    ("range", range::range),
    ("targets", targets::targets),
    ("museum-walking", || Hall::Walking.build()),
    ("museum-balls", || Hall::Balls.build()),
    ("museum-documents", || Hall::Documents.build()),
];

/// The names of the scenes.
pub const SCENE_NAMES: [&str; SCENES.len()] = {
    let mut names = [""; SCENES.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = SCENES[index].0;
        index += 1;
    }
    names
};

/// The scenes offered in the window, by the topic of their lessons.
pub const LESSON_SCENES: [(&str, &[&str]); 5] = [
    (
        "planes",
        &["wedge", "tips", "corners", "pillar", "seams", "thin-walls"],
    ),
    (
        "walking",
        &[
            "stairs",
            "stairs-wall",
            "slopes",
            "ceilings",
            "pits",
            "terrain",
            "lift",
            "crowd",
            "crowd-1000",
        ],
    ),
    ("balls", &["lesson-30", "bumpers"]),
    ("props", &["props", "crates", "classes", "shapes"]),
    (
        "light",
        &["lights", "lamp-shadows", "shadows", "mirrors", "many-lamps"],
    ),
];

/// Builds the scene `name`; `None` for an unknown name.
pub fn named(name: &str) -> Option<Level> {
    let (_, scene) = SCENES.iter().find(|(known, _)| *known == name)?;
    let scene = scene();
    let built = match name {
        "mirrors" => polished::with_materials(scene),
        "range" => scene.build(name).map(range::with_targets),
        _ => scene.build(name),
    };
    match built {
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

/// Flights that rise toward −Z with risers of 0.17, 0.30 and 0.45 m, each up to a landing, and one block
/// of 0.55 m that is too high.
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

/// Ramps of 30°, 44°, 46° and 60°, 3 m high, that rise toward −Z.
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

/// Wedge pillars with edges of 8° to 25° pointing toward +Z, and a wall 4 cm thick.
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

/// Two free-standing triangles: one with a corner of 12°, at the height of the point that the article
/// tests, and one with corners of 60°.
fn tips() -> SceneBuilder {
    let (sharp, blunt) = (
        [[-7.0, 0.0], [-3.0, 0.42], [-7.0, 0.84]],
        [[2.0, 0.0], [6.0, 0.0], [4.0, 3.464]],
    );
    let seen_from_behind = Material {
        base_color: [0.60, 0.16, 0.05, 1.0],
        double_sided: true,
        ..grid_material()
    };
    let mut scene = SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .spawn(Vec3::new(-1.0, 0.0, 4.0), 0.0);
    for (name, corners) in [("sharp", sharp), ("blunt", blunt)] {
        let [a, b, c] = corners.map(|[x, y]| Vec3::new(x, y, 0.0));
        scene = scene
            .part_of(name, seen_from_behind.clone())
            .triangle(a, b, c);
    }
    scene
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

/// A room with three upright bumpers, a leaning one and a horizontal one.
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

/// A closed room with movable boxes, spheres and hulls, a wall 4 cm thick, and a wedge whose edge of 12°
/// points toward +Z.
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

/// 64 m by 64 m of noisy ground in squares of half a meter.
fn terrain() -> SceneBuilder {
    SceneBuilder::new()
        .height_field([-32.0, -32.0], 0.5, [128, 128], |x, z| {
            3.0 * noise(x / 14.0, z / 14.0)
                + 0.9 * noise(x / 4.0 + 50.0, z / 4.0)
                + 0.15 * noise(x / 1.1, z / 1.1 + 90.0)
        })
        .spawn(Vec3::new(0.0, 4.2, 0.0), 0.0)
}

/// The movers: a lift that rises 4 m at 2 m/s, waits and descends again, and a disc that turns once in 8 s.
/// Beside them are a crusher over the floor and a pusher in front of a wall.
fn lift() -> SceneBuilder {
    let up_and_down = |height: f64| {
        [
            (0.0, DVec3::ZERO),
            (1.0, DVec3::ZERO),
            (3.0, DVec3::Y * height),
            (4.0, DVec3::Y * height),
            (6.0, DVec3::ZERO),
        ]
    };
    let across =
        [(0.0, 0.0), (2.0, 3.4), (3.0, 3.4), (5.0, 0.0)].map(|(time, x)| (time, DVec3::X * x));
    SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .part("wall")
        .cuboid(Vec3::new(-4.05, 0.0, -10.0), Vec3::new(-4.0, 3.0, -4.0))
        .mover("lift", Vec3::ZERO, Track::through(&up_and_down(4.0)))
        .cuboid(Vec3::new(-2.0, -0.2, -2.0), Vec3::new(2.0, 0.2, 2.0))
        .mover("disc", Vec3::new(9.0, 0.0, 0.0), Track::turning(8.0))
        .pillar(Vec3::new(9.0, 0.0, 0.0), 4.0, 0.3, 48)
        .mover("crusher", Vec3::ZERO, Track::through(&up_and_down(-3.0)))
        .cuboid(Vec3::new(-10.0, 3.0, 4.0), Vec3::new(-6.0, 4.0, 8.0))
        .mover("pusher", Vec3::ZERO, Track::through(&across))
        .cuboid(Vec3::new(-8.5, 0.0, -8.0), Vec3::new(-8.0, 2.0, -6.0))
        .spawn(Vec3::new(0.0, 0.0, 8.0), 0.0)
}

/// Corners of 5° to 175° in a row, open toward +Z, 14 m apart.
fn corners() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .floor(-60.0, -20.0, 60.0, 20.0, 0.0)
        .spawn(Vec3::new(0.0, 0.0, 10.0), 0.0);
    for (index, degrees) in [5.0_f32, 20.0, 45.0, 60.0, 90.0, 120.0, 150.0, 175.0]
        .into_iter()
        .enumerate()
    {
        let tip = Vec3::new(-49.0 + 14.0 * index as f32, 0.0, -5.0);
        scene = scene
            .part(&format!("corner of {degrees}°"))
            .corner(tip, degrees, 6.0);
    }
    scene
}

/// Sixteen pits 3 m deep in ground at height 3, 10 m apart: with 3 to 6 walls along X, of 50° to
/// 80° along Z.
fn pits() -> SceneBuilder {
    let mut scene = SceneBuilder::new().spawn(Vec3::new(0.0, 3.0, 0.0), 0.0);
    for walls in 3..=6 {
        for (row, degrees) in [50.0_f32, 60.0, 70.0, 80.0].into_iter().enumerate() {
            let bottom = Vec3::new(10.0 * walls as f32 - 45.0, 0.0, 15.0 - 10.0 * row as f32);
            scene = scene
                .part(&format!("{walls} walls of {degrees}°"))
                .pit(&Pit {
                    bottom,
                    walls,
                    degrees,
                    width: 0.5,
                    depth: 3.0,
                    half_side: 5.0,
                });
        }
    }
    scene
}

/// Slabs 2.0 to 2.4 m above the floor, 6 m by 6 m, their centers 8 m apart.
fn ceilings() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .floor(-24.0, -12.0, 24.0, 12.0, 0.0)
        .spawn(Vec3::new(0.0, 0.0, 8.0), 0.0);
    for index in 0..5 {
        let (x, bottom) = (-16.0 + 8.0 * index as f32, 2.0 + 0.1 * index as f32);
        scene = scene.part(&format!("ceiling at {bottom:.1} m")).cuboid(
            Vec3::new(x - 3.0, bottom, -3.0),
            Vec3::new(x + 3.0, bottom + 0.3, 3.0),
        );
    }
    scene
}

/// Flights that rise toward −Z with risers of 0.17 and 0.30 m, each between two walls. The walls are 2 m
/// apart at x = −6, and little more than the body's width at x = 6.
fn stairs_wall() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 12.0, 0.0)
        .spawn(Vec3::new(0.0, 0.0, 6.0), 0.0);
    for (middle, half, riser, tread, steps) in
        [(-6.0, 1.0, 0.17, 0.28, 12), (6.0, 0.5, 0.30, 0.32, 8)]
    {
        scene = scene.part(&format!("flight of {riser:.2} m"));
        let back = -(tread * steps as f32) - 4.0;
        for step in 0..steps {
            let bottom = riser * step as f32;
            scene = scene.cuboid(
                Vec3::new(middle - half, bottom, back),
                Vec3::new(middle + half, bottom + riser, -(tread * step as f32)),
            );
        }
        for side in [middle - half - 0.5, middle + half] {
            scene = scene
                .part("wall")
                .cuboid(Vec3::new(side, 0.0, back), Vec3::new(side + 0.5, 7.0, 1.0));
        }
    }
    scene
}

/// Walls across Z of thickness 0, 1, 4, 10, 40 and 100 mm, 6 m wide and 8 m apart, their fronts at z =
/// −8.
fn thin_walls() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .floor(-28.0, -20.0, 28.0, 20.0, 0.0)
        .spawn(Vec3::new(0.0, 0.0, 8.0), 0.0);
    for (index, millimeters) in [0.0_f32, 1.0, 4.0, 10.0, 40.0, 100.0]
        .into_iter()
        .enumerate()
    {
        let (left, front) = (-23.0 + 8.0 * index as f32, -8.0);
        let (low, high) = (
            Vec3::new(left, 0.0, front - millimeters / 1000.0),
            Vec3::new(left + 6.0, 3.0, front),
        );
        scene = scene.part(&format!("wall of {millimeters} mm"));
        scene = if millimeters > 0.0 {
            scene.cuboid(low, high)
        } else {
            let (right, up) = (Vec3::X * 6.0, Vec3::Y * 3.0);
            scene.quad(low, low + right, low + right + up, low + up)
        };
    }
    scene
}

/// A floor and a wall of some 250 triangles each. Corners of neighboring rows never coincide.
fn seams() -> SceneBuilder {
    SceneBuilder::new()
        .seams(Cut::Shifted(2.4))
        .spawn(Vec3::new(1.0, 0.0, 5.0), 0.0)
}

/// Value noise in 0..1, from integer hashes and products only, so that every machine computes the same
/// bits.
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
