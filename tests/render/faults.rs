//! Sizes, levels and views that are wrong or extreme: a picture or an error, never a panic.

use hexbound_level::LevelImage;

use crate::stage::*;

fn view() -> View {
    looking(vec3(0.0, 1.5, 0.0), 0.0, -0.5)
}

#[test]
fn every_size_gives_a_picture_and_zero_is_ignored() {
    let Some(mut device) = device() else { return };
    device.picture(&yard(), &view());
    for size in [[1, 1], [3840, 16], [7, 1080], [1, 2160]] {
        device.offscreen().resize(size);
        let picture = device.again(&view());
        assert_eq!(picture.dimensions(), (size[0], size[1]));
    }
    device.offscreen().resize(SIZE);
    let before = device.again(&view());
    for size in [[0, 0], [0, 100], [100, 0]] {
        device.offscreen().resize(size);
        assert_eq!(device.again(&view()), before, "{size:?} is ignored");
    }
}

#[test]
fn a_lost_device_fails_without_a_panic_and_another_draws_the_same() {
    let Some(mut device) = device() else { return };
    let gpu = Gpu::software().expect("a second device");
    let mut lost = Offscreen::on(gpu, SIZE).expect("a renderer");
    lost.set_level(&yard()).expect("the level is set");
    let before = lost.shot(frame(&view())).expect("a picture");
    lost.gpu().lose();
    // Whatever is asked of it: a level, a size, a quality, a picture.
    assert!(lost.set_level(&yard()).is_err());
    lost.resize([96, 64]);
    assert!(lost.set_quality(Quality::LOW).is_err());
    assert!(lost.draw(frame(&view())).is_err());
    assert!(lost.shot(frame(&view())).is_err());
    drop(lost);
    assert_eq!(device.picture(&yard(), &view()), before);
}

#[test]
fn broken_levels_are_drawn_as_far_as_they_go() {
    let Some(mut device) = device() else { return };
    let changes: [fn(&mut Level); 6] = [
        |level| level.mesh.indices[4] = 999_999,
        |level| {
            let mut missing = texture(level, 1, &[[255; 4]]);
            missing.image = 5;
            level.materials[0].base_color_texture = Some(missing);
        },
        |level| {
            level.materials[0].base_color_texture = Some(texture(level, 1, &[[255; 4]]));
            level.images[0] = LevelImage::new("cut", 1, 1, vec![255; 2]);
        },
        |level| level.mesh.parts[0].material = 77,
        |level| level.mesh.parts[0].indices = 3..999,
        |level| {
            level.mesh.vertices.clear();
            level.mesh.indices.clear();
            level.mesh.parts.clear();
            level.materials.clear();
        },
    ];
    let pictures = changes.map(|change| {
        let mut level = yard();
        change(&mut level);
        device.picture(&level, &view())
    });
    // One triangle is left.
    assert_ne!(pictures[0], device.picture(&yard(), &view()));
    // Drawn without its texture.
    assert!(color_at(&pictures[1], 0.5, 0.9).y > 30.0);
}

#[test]
fn a_sun_from_below_lights_no_floor_and_one_without_a_direction_stands_above() {
    let Some(mut device) = device() else { return };
    let mut floor = |direction| {
        let mut level = yard();
        let color = Vec3::ONE;
        level.lighting.sun = Some(Sun { direction, color });
        device.picture(&level, &view());
        color_at(&steady(&mut device, &view(), 1.0), 0.5, 0.8).element_sum()
    };
    let lit = floor(Vec3::NEG_Y);
    assert_eq!(floor(Vec3::ZERO), lit);
    for direction in [Vec3::Y, Vec3::X, Vec3::NEG_Z] {
        let unlit = floor(direction);
        assert!(unlit < 0.8 * lit, "{direction}: {unlit} of {lit}");
    }
}

#[test]
fn views_from_far_away_or_with_a_wide_field_leave_no_trace() {
    let Some(mut device) = device() else { return };
    let usual = device.picture(&yard(), &view());
    for far in [vec3(30.0, 5.0, 30.0), Vec3::splat(1e6)] {
        assert_ne!(device.again(&looking(far, 2.0, 0.1)), usual, "{far}");
    }
    let below = device.again(&looking(Vec3::NEG_Y * 500.0, 1e4, 1.57));
    assert_ne!(below, usual);
    let mut seen = Vec::new();
    let mut wide = frame(&view()).field_of_view;
    for _ in 0..3 {
        wide *= 1.8;
        let view = view();
        let mut frame = frame(&view);
        frame.field_of_view = wide;
        seen.push(device.offscreen().shot(frame).expect("a picture"));
    }
    assert_ne!(seen[0], usual);
    assert_ne!(seen[1], seen[0]);
    assert_eq!(seen[2], seen[1], "no field is wider than 3 rad");
    assert_eq!(device.again(&view()), usual);
    assert_eq!(device.picture(&yard(), &view()), usual);
}

#[test]
fn a_texture_wider_than_the_device_takes_is_made_smaller() {
    let Some(mut device) = device() else { return };
    let limit = 16_384;
    let mut level = yard();
    let texels = vec![[20, 200, 20, 255]; limit as usize * 4];
    let wide = texture(&mut level, limit * 4, &texels);
    level.materials[0].base_color_texture = Some(wide);
    let color = color_at(&device.picture(&level, &view()), 0.5, 0.9);
    assert!(color.y > color.x + 20.0, "{color}");
}
