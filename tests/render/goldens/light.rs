//! Sun and shadow, what bounces, corners, lamps, sky and haze.

use super::*;

pub const TABLE: &[Row] = &[
    ("sun-shadow-near", sun_shadow_near),
    ("sun-shadow-far", sun_shadow_far),
    ("baked-bounce", baked_bounce),
    ("ambient-occlusion", ambient_occlusion),
    ("lamps", lamps),
    ("sky-sun-high", sky_sun_high),
    ("sky-sun-low", sky_sun_low),
    ("haze", haze),
];

/// Without what throws the shadows, which is out of the picture.
fn hide_last(level: &mut Level) {
    let last = level.mesh.parts.last_mut().expect("a part");
    last.visible = false;
    last.solid = false;
}

/// A pergola overhead, of which only the shadow is seen.
fn sun_shadow_near() -> Feature {
    let scene = SceneBuilder::new()
        .part("floor")
        .floor(-4.5, -7.0, 4.5, 2.0, 0.0)
        .part("block")
        .cuboid(vec3(-0.6, 0.0, -4.4), vec3(0.6, 0.7, -3.4))
        .part("beams");
    let scene = (0..7).fold(scene, |scene, index| {
        let x = index as f32 - 5.0;
        scene.cuboid(vec3(x, 3.2, -6.0), vec3(x + 0.3, 3.4, 1.0))
    });
    let materials = vec![plain(LIMESTONE), plain(PLASTER), plain(PLASTER)];
    let level = lit(stage(scene, materials), vec3(0.5, -0.8, -0.2));
    let view = looking(vec3(0.0, 1.9, 0.4), 0.0, -0.45);
    Feature::of_level(level, view, hide_last)
}

/// The shadow of a row of beams on a wall 60 m away.
fn sun_shadow_far() -> Feature {
    let scene = SceneBuilder::new()
        .part("wall")
        .cuboid(vec3(-11.5, 0.0, -61.0), vec3(11.5, 14.0, -60.0))
        .part("beams");
    let scene = (0..9).fold(scene, |scene, index| {
        let x = 3.0 * index as f32 - 19.0;
        scene.cuboid(vec3(x, 14.2, -59.5), vec3(x + 1.4, 15.0, -48.0))
    });
    let materials = vec![plain(PLASTER), plain(LIMESTONE)];
    let level = lit(stage(scene, materials), vec3(0.5, -0.6, -0.5));
    let shot = Shot {
        field_of_view: 0.2,
        ..Shot::of(looking(vec3(0.0, 7.0, 0.0), 0.0, 0.0))
    };
    Feature::of_level_in(level, shot, hide_last)
}

/// A white niche whose right wall, out of the picture, is red and in the sun.
fn baked_bounce() -> Feature {
    let scene = SceneBuilder::new()
        .part("floor")
        .floor(-2.5, -6.0, 2.5, 1.5, 0.0)
        .part("niche")
        .cuboid(vec3(-2.7, 0.0, -6.0), vec3(-2.5, 3.2, 1.5))
        .cuboid(vec3(-2.7, 0.0, -6.2), vec3(2.7, 3.2, -6.0))
        .cuboid(vec3(-1.4, 0.0, -4.6), vec3(-0.4, 1.1, -3.6))
        .part("red")
        .cuboid(vec3(2.5, 0.0, -6.0), vec3(2.7, 3.2, 1.5));
    let materials = vec![plain([0.7; 3]), plain([0.7; 3]), plain([0.75, 0.02, 0.01])];
    let level = lit(stage(scene, materials), vec3(0.8, -0.6, 0.1));
    let view = looking(vec3(0.3, 1.6, 0.6), 0.5, -0.12);
    Feature::of_level(level, view, |level| {
        level.materials[2] = plain([0.7; 3]);
    })
}

/// Where floor and walls meet, in the shade. Four times as large, and seen from four times as far,
/// it is the same picture but for what reaches so many meters: the darkness of the corner.
fn ambient_occlusion() -> Feature {
    let corner = |scale: f32| {
        let at = |x: f32, y: f32, z: f32| scale * vec3(x, y, z);
        let scene = SceneBuilder::new()
            .part("corner")
            .floor(-1.5 * scale, -2.5 * scale, 1.5 * scale, 0.5 * scale, 0.0)
            .cuboid(at(-1.6, 0.0, -2.5), at(-1.5, 1.6, 0.5))
            .cuboid(at(-1.6, 0.0, -2.6), at(1.5, 1.6, -2.5));
        lit(stage(scene, vec![plain([0.6; 3])]), vec3(0.5, -0.3, 0.8))
    };
    let seen = |scale: f32| {
        let eye = vec3(0.1, 0.95, -0.2) * scale;
        Shot::of(looking(eye, 0.45, -0.42))
    };
    Feature::of_two((corner(1.0), seen(1.0)), (corner(4.0), seen(4.0)))
}

/// A warm lamp over a block, and a cool spot on a wall.
fn lamps() -> Feature {
    let warm = Light::point(vec3(-1.3, 2.1, -3.4), vec3(1.0, 0.62, 0.3), 3.0);
    let cool = Light::point(vec3(1.4, 3.0, -3.4), vec3(0.3, 0.85, 1.0), 9.0);
    let scene = SceneBuilder::new()
        .part("hall")
        .room(vec3(-3.5, 0.0, -5.5), vec3(3.5, 3.2, 2.0))
        .part("block")
        .cuboid(vec3(-1.7, 0.0, -4.0), vec3(-0.8, 1.1, -3.1))
        .light(warm)
        .light(cool.spot(vec3(0.0, -0.8, -0.6), 0.35, 0.5));
    let mut level = stage(scene, vec![plain([0.4; 3]), plain(PLASTER)]);
    level.lighting.sun = None;
    let view = looking(vec3(0.0, 1.6, 0.9), 0.0, -0.1);
    Feature::of_level(level, view, |level| level.lighting.lights.truncate(1))
}

/// A dark ridge, and above it nothing but sky.
fn ridge(travels: Vec3) -> Level {
    let scene = SceneBuilder::new().part("ridge").prism(
        &[[-9.0, -6.0], [9.0, -6.0], [9.0, -9.0], [-9.0, -9.0]],
        -2.0,
        0.2,
    );
    lit(stage(scene, vec![plain(BASALT)]), travels)
}

fn sky_sun_high() -> Feature {
    let level = ridge(vec3(-0.15, -0.75, 0.65));
    let shot = Shot {
        field_of_view: 1.4,
        ..Shot::of(looking(Vec3::Y * 1.2, 0.0, 0.5))
    };
    Feature::of_level_in(level, shot, |level| {
        *level = ridge(vec3(-0.15, -0.75, -0.65));
    })
}

fn sky_sun_low() -> Feature {
    let level = ridge(vec3(-0.3, -0.12, 0.9));
    let shot = Shot {
        field_of_view: 1.0,
        ..Shot::of(looking(Vec3::Y * 1.2, 0.0, 0.25))
    };
    Feature::of_level_in(level, shot, |level| {
        *level = ridge(vec3(-0.3, -0.12, -0.9));
    })
}

/// Towers 22, 44 and 88 m away. The haze is as thick as usual at the height of the spawn, so far
/// below it thicker, and far above it there is none.
fn haze() -> Feature {
    let scene = (0..3).fold(SceneBuilder::new().part("towers"), |scene, index| {
        let away = 22.0 * 2.0f32.powi(index);
        let x = 0.2 * away * (index as f32 - 1.0);
        let corners = [(-0.05, -0.1), (0.05, -0.1), (0.05, 0.25), (-0.05, 0.25)];
        let [a, b, c, d] = corners.map(|(dx, y)| vec3(x + dx * away, y * away, -away));
        scene.quad(a, b, c, d)
    });
    let dark = Material {
        roughness: 0.9,
        ..plain(BASALT)
    };
    let mut level = lit(stage(scene, vec![dark]), vec3(0.6, -0.5, -0.4));
    level.spawn.position.y = 60.0;
    let view = looking(vec3(0.0, 2.0, 0.0), 0.0, 0.1);
    Feature::of_level(level, view, |level| level.spawn.position.y = -400.0)
}
