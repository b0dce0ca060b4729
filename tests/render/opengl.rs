//! The same pictures over OpenGL: with sixteen textures a shader, no copies of depth and no test of
//! what is hidden.

use hexbound_collide::Body;
use hexbound_sim::{GhostColor, GhostView};

use crate::stage::*;

/// The difference allowed, of 255. The drivers round differently: some pixels by one or two.
const MAX_STEP: u8 = 8;

/// `None`, having said so, where there is no OpenGL.
fn opengl() -> Option<Offscreen> {
    match Gpu::opengl().and_then(|gpu| Offscreen::on(gpu, SIZE)) {
        Ok(offscreen) => Some(offscreen),
        Err(error) => {
            let packages = "libegl1, libgl1-mesa-dri";
            skip::lacking(format!("OpenGL (Debian: {packages}): {error}"));
            None
        }
    }
}

/// A ball, a ghost and a young explosion before the spawn of `level`.
pub fn crowd(level: &Level) -> (View, Effects) {
    let spawn = level.spawn;
    let ahead = Quat::from_rotation_y(spawn.yaw) * Vec3::NEG_Z;
    let right = ahead.cross(Vec3::Y);
    let place = spawn.position + ahead * 2.5;
    let struck = place - right;
    let event = Event::new(EventKind::Explosion, struck, Vec3::Y, 6.0);
    let mut effects = Effects::default();
    effects.advance(0.0, &[event], level);
    effects.advance(0.12, &[], level);
    let ghost = GhostView {
        center: place + right,
        shape: Body::capsule(0.4, 0.5).expect("a body").shape(),
        color: GhostColor::Orange,
    };
    let view = View {
        eye: spawn.position + Vec3::Y * 0.8,
        yaw: spawn.yaw,
        balls: vec![SeenBall::at(1, place, 0.2)],
        ghosts: vec![ghost],
        explosions: vec![explosion(7, struck, Vec3::Y, 0.9)],
        ..View::default()
    };
    (view, effects)
}

/// One of the level alone, and then one with the crowd, whose shadows go over the first one's.
fn pictures(offscreen: &mut Offscreen, level: &Level, quality: Quality) -> [RgbaImage; 2] {
    offscreen.resize(SIZE);
    offscreen.set_level(level).expect("the level is set");
    offscreen.set_quality(quality).expect("it changes");
    let (view, effects) = crowd(level);
    let alone = View {
        balls: Vec::new(),
        ghosts: Vec::new(),
        explosions: Vec::new(),
        ..view.clone()
    };
    let pictures = [(&alone, None), (&view, Some(&effects))].map(|(view, effects)| {
        let mut frame = frame(view);
        frame.effects = effects;
        offscreen.shot(frame).expect("a picture")
    });
    offscreen.set_quality(Quality::HIGH).expect("it changes");
    pictures
}

#[test]
fn opengl_draws_what_vulkan_draws() {
    let Some(mut device) = device() else { return };
    let Some(mut opengl) = opengl() else { return };
    for (name, quality, allowed) in [
        ("test:mirrors", Quality::HIGH, 0.002),
        ("test:lights", Quality::HIGH, 0.002),
        ("test:shadows", Quality::HIGH, 0.002),
        ("test:shadows", Quality::MEDIUM, 0.004),
        ("test:shadows", Quality::LOW, 0.004),
    ] {
        let level = named(name);
        let vulkan = pictures(device.offscreen(), &level, quality);
        let opengl = pictures(&mut opengl, &level, quality);
        let crowd = share_that_differs(&vulkan[0], &vulkan[1], MAX_STEP);
        assert!(crowd > 0.02, "{name}: {crowd} of the picture is the crowd");
        for (what, index) in [("alone", 0), ("crowded", 1)] {
            let differs = share_that_differs(&vulkan[index], &opengl[index], MAX_STEP);
            let case = format!("{name} in {quality:?}, {what}");
            assert!(differs < allowed, "{case}: {differs} of it differs");
        }
    }
}
