//! Balls, explosions, the crosshair and the interface.

use hexbound_canvas::{Overlay, OverlayPart, OverlayVertex, TextureChange, TextureId};

use crate::stage::*;

/// An explosion straight ahead.
fn ahead(id: u32, z: f32, alpha: f32) -> Explosion {
    explosion(id, vec3(0.0, 1.5, z), Vec3::Z, alpha)
}

fn with_explosions(explosions: Vec<Explosion>) -> View {
    View {
        explosions,
        ..looking(vec3(0.0, 1.5, 0.0), 0.0, 0.0)
    }
}

#[test]
fn a_ball_is_seen_and_throws_a_shadow() {
    let Some(mut device) = device() else { return };
    let empty = looking(vec3(0.0, 2.0, 0.0), 0.0, -0.6);
    let ball = View {
        balls: vec![SeenBall::at(7, vec3(0.0, 1.2, -2.92), 0.3)],
        ..empty.clone()
    };
    let without = device.picture(&yard(), &empty);
    let with = device.again(&ball);
    // On the way to the floor at 2.92 m the middle of the picture misses the ball above it.
    let (shadow, lit) = (color_at(&with, 0.5, 0.5), color_at(&without, 0.5, 0.5));
    assert!(brightness(shadow) < 0.8 * brightness(lit), "{shadow} {lit}");
    assert!(largest_difference(&without, &with) > 60);
    let gone = device.again(&empty);
    // Nothing stays behind.
    assert_eq!(largest_difference(&without, &gone), 0);
}

#[test]
fn an_explosion_fades_and_hides_behind_walls() {
    let Some(mut device) = device() else { return };
    let scene = wall(ground().part("wall"), vec3(0.0, 1.5, -6.0), 3.0);
    let level = stage(scene, vec![plain([0.1; 3]), unlit([0.1, 0.1, 0.1, 1.0])]);
    let none = device.picture(&level, &with_explosions(vec![]));
    let glow = |picture: &RgbaImage| brightness(color_at(picture, 0.5, 0.5));
    let new = device.again(&with_explosions(vec![ahead(1, -4.0, 0.95)]));
    let old = device.again(&with_explosions(vec![ahead(1, -4.0, 0.03)]));
    assert!(glow(&new) > glow(&none) + 80.0);
    assert!((glow(&old) - glow(&none)).abs() < 12.0);
    let behind = device.again(&with_explosions(vec![ahead(1, -8.0, 0.95)]));
    assert!((glow(&behind) - glow(&none)).abs() < 3.0, "depth is tested");
}

#[test]
fn explosions_blend_far_to_near_and_hide_none() {
    let Some(mut device) = device() else { return };
    let (near, far) = (ahead(1, -3.0, 0.35), ahead(2, -5.0, 0.95));
    let both = device.picture(&yard(), &with_explosions(vec![near, far]));
    let swapped = device.again(&with_explosions(vec![far, near]));
    // Their order does not matter.
    assert_eq!(largest_difference(&both, &swapped), 0);
    let smoke = device.again(&with_explosions(vec![near]));
    let [through, alone] = [&both, &smoke].map(|it| brightness(color_at(it, 0.5, 0.5)));
    assert!(through > alone + 10.0, "no fire shines: {through} {alone}");
    let fire = device.again(&with_explosions(vec![far]));
    // Smoke covers some of the fire.
    assert!(largest_difference(&both, &fire) > 10);
}

#[test]
fn the_crosshair_has_the_size_that_is_asked_for() {
    let Some(mut device) = device() else { return };
    let view = looking(vec3(0.0, 1.5, 0.0), 0.0, 0.0);
    let without = device.picture(&yard(), &view);
    let mut shown = |crosshair: f32| {
        let mut frame = frame(&view);
        frame.crosshair = crosshair;
        device.shot(frame)
    };
    assert_eq!(
        color_at(&shown(1.0), 0.3, 0.3),
        color_at(&without, 0.3, 0.3)
    );
    let mut covered = |size: f32| {
        let with = shown(size);
        let changed = with.pixels().zip(without.pixels());
        changed.filter(|(with, without)| with != without).count()
    };
    let sizes = [0.0, 0.5, 1.0, 2.5].map(&mut covered);
    assert_eq!(sizes[0], 0);
    assert!(sizes.is_sorted_by(|a, b| a < b), "{sizes:?}");
}

#[test]
fn the_overlay_is_drawn_last_and_its_textures_are_taken() {
    let Some(mut device) = device() else { return };
    let corner = |position| OverlayVertex {
        position,
        texel: [0.5; 2],
        color: [250, 10, 20, 255],
    };
    // Over more than the left half, and cut off there.
    let mut overlay = Overlay {
        vertices: [[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]].map(corner).into(),
        parts: vec![OverlayPart {
            clip: [[0, 0], [80, 120]],
            texture: TextureId::GLYPHS,
            vertices: 0..3,
        }],
        textures: vec![TextureChange {
            id: TextureId::GLYPHS,
            size: [1, 1],
            top: 0,
            pixels: vec![255; 4],
        }],
    };
    let view = looking(vec3(0.0, 1.5, 0.0), 0.0, 0.0);
    let without = device.picture(&yard(), &view);
    let mut shown = frame(&view);
    shown.overlay = Some(&mut overlay);
    let picture = device.shot(shown);
    let (left, right) = (color_at(&picture, 0.25, 0.5), color_at(&picture, 0.75, 0.5));
    let off = (left - vec3(250.0, 10.0, 20.0)).abs().max_element();
    assert!(off < 4.0, "{left}");
    assert_eq!(right, color_at(&without, 0.75, 0.5));
    assert!(overlay.textures.is_empty());
}
