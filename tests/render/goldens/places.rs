//! Whole places, where everything comes together; larger than the other pictures.

use super::*;

pub const TABLE: &[Row] = &[
    ("court", an_open_court_in_the_afternoon),
    ("explosions", explosions_before_the_sky),
    ("room", a_tiled_room_without_sky),
    ("leak", a_dark_corridor_off_a_bright_court),
    ("mirrors", spheres_above_a_polished_floor),
    ("shadows", posts_huts_and_stairs_in_the_sun),
    ("quality-low", a_court_in_low_quality),
    ("quality-medium", a_court_in_medium_quality),
];

fn large(view: View) -> Shot {
    Shot {
        size: [320, 180],
        field_of_view: 1.0,
        crosshair: true,
        ..Shot::of(view)
    }
}

/// Posts on a floor before a wall with an opening.
fn court() -> Level {
    let scene = SceneBuilder::new()
        .part("floor")
        .floor(-14.0, -14.0, 14.0, 14.0, 0.0)
        .part("masonry")
        .cuboid(vec3(-8.0, 0.0, -9.0), vec3(-1.5, 4.0, -8.0))
        .cuboid(vec3(1.5, 0.0, -9.0), vec3(8.0, 4.0, -8.0))
        .cuboid(vec3(-8.0, 4.0, -9.0), vec3(8.0, 5.0, -8.0))
        .part("posts")
        .pillar(vec3(-3.0, 0.0, -5.0), 0.4, 3.0, 24)
        .pillar(vec3(3.0, 0.0, -5.0), 0.4, 3.0, 24);
    let materials = vec![Material::default(), Material::default(), brass()];
    let mut level = stage(scene, materials);
    level.lighting.sun = None;
    level
}

fn brass() -> Material {
    Material {
        metallic: 1.0,
        roughness: 0.3,
        ..plain([0.43, 0.25, 0.07])
    }
}

fn an_open_court_in_the_afternoon() -> Feature {
    let view = View {
        balls: vec![
            SeenBall::at(1, vec3(-0.8, 0.9, -3.0), 0.15),
            SeenBall::at(2, vec3(0.9, 0.15, -3.6), 0.15),
            SeenBall::at(3, vec3(0.3, 1.9, -6.0), 0.15),
        ],
        ..looking(vec3(0.4, 1.65, 1.0), 0.15, 0.0)
    };
    Feature::of_shot(court(), large(view), |shot| shot.view.balls.clear())
}

/// A court in another quality than the usual one.
fn court_in(quality: Quality) -> Feature {
    let view = View {
        balls: vec![
            SeenBall::at(1, vec3(-0.8, 0.9, -3.0), 0.15),
            SeenBall::at(2, vec3(0.9, 0.15, -3.6), 0.15),
        ],
        ..looking(vec3(0.4, 1.65, 1.0), 0.15, 0.0)
    };
    let shot = Shot {
        quality,
        ..large(view)
    };
    Feature::of_shot(court(), shot, |shot| shot.quality = Quality::HIGH)
}

fn a_court_in_low_quality() -> Feature {
    court_in(Quality::LOW)
}

fn a_court_in_medium_quality() -> Feature {
    court_in(Quality::MEDIUM)
}

fn explosions_before_the_sky() -> Feature {
    let burst = |(id, (x, alpha)): (u32, (f32, f32))| {
        let normal = vec3(0.0, 0.6, -0.8);
        explosion(id, vec3(x, 1.4, 4.0), normal, alpha)
    };
    let ages = [(2.2, 1.0), (0.9, 0.8), (-0.6, 0.55), (-2.4, 0.3)];
    let bursts = (1..).zip(ages).map(burst);
    let view = View {
        explosions: bursts.collect(),
        ..looking(vec3(0.0, 1.65, 0.0), std::f32::consts::PI, 0.0)
    };
    Feature::of_shot(court(), large(view), |shot| shot.view.explosions.clear())
}

fn a_tiled_room_without_sky() -> Feature {
    let scene = SceneBuilder::new()
        .part("room")
        .room(vec3(-5.0, 0.0, -7.0), vec3(5.0, 3.5, 3.0))
        .part("box")
        .cuboid(vec3(1.0, 0.0, -5.0), vec3(2.5, 1.5, -3.5))
        .part("post")
        .pillar(vec3(-2.0, 0.0, -4.0), 0.5, 3.5, 24);
    let materials = vec![plain([1.0; 3]), plain([0.3, 0.5, 0.42]), brass()];
    let mut level = stage(scene, materials);
    let tile = |index: usize| match (index / 4 + index / 32) % 2 {
        1 => [196, 180, 150, 255],
        _ => [120, 112, 104, 255],
    };
    let tiles: [[u8; 4]; 64] = std::array::from_fn(tile);
    level.materials[0].base_color_texture = Some(texture(&mut level, 8, &tiles));
    level.materials[0].roughness = 0.6;
    let view = looking(vec3(0.0, 1.65, 1.5), 0.0, -0.05);
    Feature::of_level_in(level, large(view), |level| {
        level.materials[0].base_color_texture = None;
    })
}

fn named(name: &str) -> Level {
    catalog::open(name).expect("a scene of that name")
}

/// With a sun that hardly reaches the court.
fn a_dark_corridor_off_a_bright_court() -> Feature {
    let view = looking(vec3(5.6, 1.65, 3.3), 1.45, -0.1);
    Feature::of_level_in(named("test:leak"), large(view), |level| {
        level.lighting.sun = sun(vec3(0.0, -0.05, 1.0));
    })
}

/// All of them rough.
fn spheres_above_a_polished_floor() -> Feature {
    let view = looking(vec3(-0.6, 1.5, 1.6), 0.05, -0.1);
    Feature::of_level_in(named("test:mirrors"), large(view), |level| {
        for material in &mut level.materials {
            material.roughness = 1.0;
        }
    })
}

/// With the sun overhead.
fn posts_huts_and_stairs_in_the_sun() -> Feature {
    let view = looking(vec3(-1.0, 2.6, 4.0), 0.12, -0.16);
    Feature::of_level_in(named("test:shadows"), large(view), |level| {
        level.lighting.sun = sun(Vec3::NEG_Y);
    })
}
