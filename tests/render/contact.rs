//! The shade where things meet: deepest at the contact, and without rims.

use glam::Vec3;
use hexbound::{
    level::SceneBuilder,
    render::{Exposure, Film},
};

use crate::stage::{brightness, color_at, device, frame, looking, plain, stage};

#[test]
fn the_floor_darkens_up_to_where_a_ball_stands() {
    let Some(mut device) = device() else { return };
    let scene = SceneBuilder::new()
        .part("room")
        .room(Vec3::new(-5.0, 0.0, -5.0), Vec3::new(5.0, 4.0, 5.0))
        .part("ball")
        .sphere(Vec3::Y * 0.6, 0.6);
    let mut floor = plain([0.5; 3]);
    floor.roughness = 1.0;
    let level = stage(scene, vec![floor, plain([0.5; 3])]);
    // From low down, so that the floor under the ball is seen: its height over the distance is
    // what a spot lies below the middle of the picture.
    let (height, distance, field) = (0.12, 2.5, 0.3f32);
    let view = looking(Vec3::new(0.0, height, distance), 0.0, 0.0);
    device.picture(&level, &view);
    let mut frame = frame(&view);
    frame.field_of_view = field;
    frame.film = Film {
        exposure: Exposure::Fixed(0.0),
        ..Film::default()
    };
    let picture = device.offscreen().shot(frame).expect("a picture");
    let at = |z: f32| {
        let below = height / (distance - z) / (0.5 * field).tan();
        brightness(color_at(&picture, 0.5, 0.5 + 0.5 * below))
    };
    let spots: Vec<f32> = [0.08, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4].map(at).to_vec();
    for pair in spots.windows(2) {
        assert!(pair[0] < pair[1] + 2.0, "a ring: {spots:?}");
    }
    assert!(spots[0] < 0.75 * spots[6], "it floats: {spots:?}");
}
