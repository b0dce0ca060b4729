//! The picture as a whole: bloom, exposure, tone and dither.

use super::*;

pub const TABLE: &[Row] = &[
    ("bloom", bloom),
    ("exposure-less", || exposure(-2.0)),
    ("exposure-as-it-is", || exposure(0.0)),
    ("exposure-more", || exposure(2.0)),
    ("tone", tone),
    ("crosshair", crosshair),
];

fn fixed(shot: Shot, stops: f32) -> Shot {
    let exposure = ExposureSettings {
        mode: Exposure::Fixed(stops),
        ..shot.exposure
    };
    Shot { exposure, ..shot }
}

/// Slits that glow in the dark. Without bloom they would be as white, but nothing about them.
fn bloom() -> Feature {
    let mut scene = SceneBuilder::new()
        .part("wall")
        .cuboid(vec3(-4.5, -1.0, -4.3), vec3(4.5, 4.2, -4.0));
    scene = scene.part("slits");
    for x in [-1.6, 0.0, 1.6] {
        let at = |dx: f32, y: f32| vec3(x + dx, y, -3.98);
        scene = scene.quad(at(-0.09, 0.9), at(0.09, 0.9), at(0.09, 2.3), at(-0.09, 2.3));
    }
    let glowing = |strength: f32| {
        let mut slits = unlit([strength, 0.9 * strength, 0.75 * strength, 1.0]);
        slits.emissive = [0.0; 3];
        stage(
            scene.clone(),
            vec![unlit([0.004, 0.004, 0.005, 1.0]), slits],
        )
    };
    let shot = fixed(Shot::of(looking(Vec3::Y * 1.6, 0.0, 0.0)), 0.0);
    Feature::of_two((glowing(60.0), shot.clone()), (glowing(12.0), shot))
}

/// A block in the sun and its shade.
fn yard() -> Level {
    let scene = SceneBuilder::new()
        .part("floor")
        .floor(-5.0, -7.0, 5.0, 1.5, 0.0)
        .part("blocks")
        .cuboid(vec3(-1.8, 0.0, -5.2), vec3(-0.2, 1.6, -3.8))
        .pillar(vec3(1.3, 0.0, -3.8), 0.6, 2.2, 6);
    let materials = vec![plain(LIMESTONE), plain(PLASTER)];
    lit(stage(scene, materials), vec3(0.6, -0.6, -0.2))
}

/// Half a stop beside it must be distinguished.
fn exposure(stops: f32) -> Feature {
    let shot = Shot::of(looking(vec3(0.0, 1.6, 0.6), 0.0, -0.1));
    Feature::of_shot(yard(), fixed(shot, stops), |shot| {
        shot.exposure.mode = Exposure::Fixed(stops + 0.5);
    })
}

/// Gray, red, green, blue and amber over twelve stops, from 1/256 of white to 16 times white.
fn tone() -> Feature {
    const STEPS: usize = 12;
    let rows = [
        [1.0, 1.0, 1.0],
        [1.0, 0.1, 0.05],
        [0.1, 1.0, 0.15],
        [0.08, 0.15, 1.0],
        [1.0, 0.55, 0.12],
    ];
    let mut scene = SceneBuilder::new().part("chart");
    for row in 0..rows.len() {
        for step in 0..STEPS {
            let at = |dx: usize, dy: f32| {
                let x = (step + dx) as f32 / STEPS as f32 - 0.5;
                vec3(4.0 * x, 1.125 - 0.45 * (row as f32 + dy), -3.0)
            };
            scene = scene.quad(at(0, 1.0), at(1, 1.0), at(1, 0.0), at(0, 0.0));
        }
    }
    let mut level = stage(scene, vec![unlit([1.0; 4])]);
    for (index, vertex) in level.mesh.vertices.iter_mut().enumerate() {
        let row = rows[index / (4 * STEPS)];
        let stops = vertex.position[0] / 4.0 * STEPS as f32 - 2.0;
        let light = row.map(|part| part * stops.exp2());
        vertex.color = [light[0], light[1], light[2], 1.0];
    }
    let shot = Shot {
        field_of_view: 0.7,
        ..Shot::of(looking(Vec3::ZERO, 0.0, 0.0))
    };
    Feature::of_shot(level, fixed(shot, 0.0), |shot| {
        shot.exposure.mode = Exposure::Fixed(0.5);
    })
}

/// A teal hexagon in the middle.
fn crosshair() -> Feature {
    let shot = Shot {
        crosshair: true,
        ..Shot::of(looking(vec3(0.0, 1.6, 0.6), 0.0, -0.1))
    };
    Feature::of_shot(yard(), shot, |shot| shot.crosshair = false)
}

/// Blocks' means say nothing of it: where light grows a step in many pixels, dither goes back and
/// forth between the two.
#[test]
fn dither_hides_bands() {
    let Some(mut device) = device() else { return };
    let scene = wall(SceneBuilder::new(), Vec3::NEG_Z * 3.0, 3.0);
    let mut level = stage(scene, vec![unlit([1.0; 4])]);
    for vertex in &mut level.mesh.vertices {
        let share = vertex.position[0] / 6.0 + 0.5;
        vertex.color = [0.2 + 0.02 * share; 4];
    }
    let picture = device.picture(&level, &looking(Vec3::ZERO, 0.0, 0.0));
    let green = |x: u32| picture.get_pixel(x, picture.height() / 2).0[1].into();
    let middle: Vec<i32> = (0..picture.width()).map(green).collect();
    let back = middle.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let (first, last) = (middle[0], middle[middle.len() - 1]);
    assert!((2..12).contains(&(last - first)), "{first} {last}");
    assert!(back > 10, "{back} steps back in {middle:?}");
}
