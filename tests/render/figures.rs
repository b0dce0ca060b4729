//! Tests of what a frame came to: counts of draws, triangles and pipelines.

use crate::stage::*;

#[test]
fn what_is_in_sight_is_counted_once() {
    let Some(mut device) = device() else { return };
    let ahead = wall(SceneBuilder::new().part("wall"), Vec3::NEG_Z * 5.0, 2.0);
    let level = stage(ahead, vec![plain([0.5; 3])]);
    device.picture(&level, &looking(Vec3::ZERO, 0.0, 0.0));
    let seen = device.offscreen().figures().scene;
    device.again(&looking(Vec3::ZERO, 3.1, 0.0));
    let behind = device.offscreen().figures().scene;
    assert_eq!(seen.triangles - behind.triangles, 2);
    assert_eq!(seen.draws - behind.draws, 1);
}

#[test]
fn no_pipeline_is_made_after_the_first_pictures() {
    let Some(mut device) = device() else { return };
    for name in ["test:box-room", "test:props", "test:lift"] {
        let level = named(name);
        let start = View::of(&World::new(&level, Rules::default()));
        device.picture(&level, &start);
        (0..20).for_each(|_| drop(device.again(&start)));
        assert!(!device.offscreen().figures().lacks_pipelines, "{name}");
        let made = device.offscreen().figures().pipelines;
        assert!(made > 5, "{made}");
        let mut eventful = start.clone();
        (eventful.balls).push(SeenBall::at(1, start.eye + Vec3::NEG_Z, 0.15));
        let burst = explosion(1, start.eye + Vec3::NEG_Z * 2.0, Vec3::Y, 0.7);
        eventful.explosions.push(burst);
        for prop in &mut eventful.props {
            prop.selected = true;
            prop.velocity = Vec3::X;
            prop.first_ahead = Some(prop.center + Vec3::X);
        }
        for step in 0..8 {
            (eventful.yaw, eventful.seconds) = (step as f32 * 0.8, f64::from(step));
            device.offscreen().draw(frame(&eventful)).expect("a frame");
            let later = device.offscreen().figures().pipelines;
            assert_eq!(later, made, "{name}, step {step}");
        }
    }
}
