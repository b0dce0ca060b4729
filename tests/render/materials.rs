//! Tests of what glTF's materials ask for.

use hexbound_level::SurfaceKind;

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
fn holes_of_a_mask_show_what_is_behind() {
    let Some(mut device) = device() else { return };
    let red = unlit([0.8, 0.05, 0.05, 1.0]);
    let mut level = walls(vec![red.clone(), unlit([0.05, 0.8, 0.05, 1.0])]);
    // A texel covers a meter; the holes are every second one.
    let grid = [[255, 255, 255, 255], [255, 255, 255, 0]];
    level.materials[1].base_color_texture = Some(texture(&mut level, 2, &grid));
    level.materials[1].alpha = Alpha::Mask { cutoff: 0.5 };
    let view = looking(AHEAD, 0.0, 0.0);
    let picture = device.picture(&level, &view);
    let color = |step: u16| color_at(&picture, f32::from(step) / 40.0, 0.5);
    let colors: Vec<Vec3> = (1..40).map(color).collect();
    let is_red = |color: &&Vec3| color.x > 2.0 * color.y;
    let is_green = |color: &&Vec3| color.y > 2.0 * color.x;
    let holes = colors.iter().filter(is_red).count();
    let solid = colors.iter().filter(is_green).count();
    assert!(holes >= 10 && solid >= 10, "{holes} holes, {solid} solid");
    level.materials[1].alpha = Alpha::Mask { cutoff: 0.0 };
    let filled = device.picture(&level, &view);
    assert!(brightness(color_at(&filled, 0.5, 0.5)) > 30.0);
    let greens = (1..40).filter(|step| is_green(&&color_at(&filled, *step as f32 / 40.0, 0.5)));
    assert_eq!(greens.count(), 39, "a cutoff of zero leaves no hole");
}

#[test]
fn a_normal_map_changes_the_shading() {
    let Some(mut device) = device() else { return };
    let view = looking(AHEAD, 0.0, 0.0);
    let mut shot = |texels: &[[u8; 4]]| {
        let mut level = walls(vec![plain([0.5; 3])]);
        level.lighting.sun = sun(vec3(0.0, -0.7, -0.7));
        // Something textured either way, so that only the normals differ.
        level.materials[0].base_color_texture = Some(texture(&mut level, 1, &[[255; 4]]));
        if !texels.is_empty() {
            level.materials[0].normal.texture = Some(texture(&mut level, 2, texels));
        }
        device.picture(&level, &view)
    };
    let none = shot(&[]);
    let level = shot(&[[128, 128, 255, 255]; 2]);
    let bumps = shot(&[[40, 128, 200, 255], [215, 60, 200, 255]]);
    // A level map changes nothing.
    assert!(largest_difference(&none, &level) <= 3);
    assert!(largest_difference(&none, &bumps) > 25);
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
fn color_textures_are_decoded_and_numbers_are_not() {
    let Some(mut device) = device() else { return };
    let view = looking(AHEAD, 0.0, 0.0);
    let mut shot = |level: &Level| brightness(color_at(&device.picture(level, &view), 0.5, 0.5));
    // The byte 188 is half the light in sRGB.
    let half = shot(&walls(vec![unlit([0.5, 0.5, 0.5, 1.0])]));
    let mut level = walls(vec![unlit([1.0; 4])]);
    level.materials[0].base_color_texture = Some(texture(&mut level, 1, &[[188, 188, 188, 255]]));
    let sampled = shot(&level);
    assert!((half - sampled).abs() < 2.0, "{half} {sampled}");
    // As a number, 128 is half the roughness: it must match the factor of one half.
    let glossy = |roughness: f32| {
        let mut level = walls(vec![plain([0.5; 3])]);
        level.materials[0].metallic = 1.0;
        level.materials[0].roughness = roughness;
        level.materials[0].base_color_texture = Some(texture(&mut level, 1, &[[255; 4]]));
        level
    };
    let by_factor = shot(&glossy(0.5));
    let mut level = glossy(1.0);
    let half = texture(&mut level, 1, &[[0, 128, 255, 255]]);
    level.materials[0].metallic_roughness_texture = Some(half);
    let off = by_factor - shot(&level);
    assert!(off.abs() < 2.0, "{off} off {by_factor}");
}
