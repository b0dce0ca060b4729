//! Tests of what glTF's materials ask for.

use hexbound_level::{SurfaceKind, UvTransform};

use crate::stage::*;

const AHEAD: Vec3 = vec3(0.0, 1.5, 0.0);

/// A far wall and then nearer ones, all facing the eye; the nearest is at −2.
fn walls(materials: Vec<Material>) -> Level {
    let mut scene = SceneBuilder::new();
    for index in 0..materials.len() {
        let distance = 2.0 + (materials.len() - 1 - index) as f32;
        scene = wall(scene.part("wall"), vec3(0.0, 1.5, -distance), 3.0);
    }
    stage(scene, materials)
}

#[test]
fn a_mask_of_no_cutoff_has_no_holes() {
    let Some(mut device) = device() else { return };
    let green = unlit([0.05, 0.8, 0.05, 1.0]);
    let mut level = walls(vec![unlit([0.8, 0.05, 0.05, 1.0]), green]);
    let clear = texture(&mut level, 1, &[[255, 255, 255, 0]]);
    level.materials[1].base_color_texture = Some(clear);
    let mut seen = |cutoff| {
        level.materials[1].alpha = Alpha::Mask { cutoff };
        color_at(&device.picture(&level, &looking(AHEAD, 0.0, 0.0)), 0.5, 0.5)
    };
    let (filled, open) = (seen(0.0), seen(0.5));
    assert!(filled.y > filled.x && open.x > open.y, "{filled} {open}");
}

#[test]
fn ripples_drift_on_water_that_one_sees_through() {
    let Some(mut device) = device() else { return };
    let view = looking(AHEAD, 0.0, 0.0);
    let mut change = |surface: SurfaceKind, alpha: Alpha| {
        let clear = Material {
            surface,
            alpha,
            ..plain([0.2, 0.4, 0.4])
        };
        let mut level = walls(vec![plain([0.5; 3]), clear]);
        let bumps = texture(&mut level, 2, &[[40, 128, 200, 255], [215, 60, 200, 255]]);
        level.materials[1].normal.texture = Some(bumps);
        level.lighting.sun = sun(vec3(0.0, -0.7, -0.7));
        let before = device.picture(&level, &view);
        let mut later = frame(&view);
        later.seconds = 5.0;
        largest_difference(&before, &device.shot(later))
    };
    assert!(change(SurfaceKind::Water, Alpha::Blend) > 25);
    assert_eq!(change(SurfaceKind::Water, Alpha::Opaque), 0);
    assert_eq!(change(SurfaceKind::Glass, Alpha::Blend), 0);
}

#[test]
fn invisible_parts_are_not_drawn() {
    let Some(mut device) = device() else { return };
    let view = looking(AHEAD, 0.0, 0.0);
    let colors = [[0.9, 0.05, 0.05, 1.0], [0.05, 0.9, 0.05, 1.0]];
    let mut level = walls(colors.map(unlit).to_vec());
    let seen = color_at(&device.picture(&level, &view), 0.5, 0.5);
    level.mesh.parts[1].visible = false;
    let hidden = color_at(&device.picture(&level, &view), 0.5, 0.5);
    assert!(seen.y > seen.x && hidden.x > hidden.y, "{seen} {hidden}");
}

#[test]
fn the_shadows_of_holes_follow_the_pair_and_the_transform() {
    let Some(mut device) = device() else { return };
    let canopy = Material {
        double_sided: true,
        alpha: Alpha::Mask { cutoff: 0.5 },
        ..plain([1.0; 3])
    };
    let scene = ground().part("canopy").floor(-2.0, -6.0, 2.0, -2.0, 4.0);
    let mut level = stage(scene, vec![plain([0.4; 3]), canopy]);
    for vertex in &mut level.mesh.vertices {
        let u = 0.5 + 0.25 * vertex.position[0];
        (vertex.uv, vertex.second_uv) = ([u, 0.5], [1.0 - u, 0.5]);
    }
    let holes = texture(&mut level, 2, &[[255; 4], [255, 255, 255, 0]]);
    let mut right_is_lighter = |uvs, transform| {
        level.materials[1].base_color_texture = Some(TextureRef {
            uvs,
            transform,
            ..holes
        });
        let picture = device.picture(&level, &looking(Vec3::Y * 2.0, 0.0, -0.4));
        let [left, right] = [0.42, 0.58].map(|x| brightness(color_at(&picture, x, 0.5)));
        assert!((left - right).abs() > 25.0, "{left} {right}");
        right > left
    };
    let half = UvTransform {
        offset: [0.5, 0.0],
        ..UvTransform::default()
    };
    assert!(right_is_lighter(UvPair::First, None));
    assert!(!right_is_lighter(UvPair::Second, None));
    assert!(!right_is_lighter(UvPair::First, Some(half)));
}

#[test]
fn a_lightmap_is_as_bright_as_its_factor() {
    let Some(mut device) = device() else { return };
    let mut level = walls(vec![plain([0.5; 3])]);
    level.materials[0].lightmap.texture = Some(texture(&mut level, 1, &[[120, 120, 120, 255]]));
    let mut shown = |factor| {
        level.materials[0].lightmap.factor = factor;
        device.set(&level);
        let picture = steady(&mut device, &looking(AHEAD, 0.0, 0.0), 1.0);
        brightness(color_at(&picture, 0.5, 0.5))
    };
    let [once, twice] = [1.0, 2.0].map(&mut shown);
    assert!(twice > once + 20.0, "{once} {twice}");
}
