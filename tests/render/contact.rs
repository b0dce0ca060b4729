//! The shade where things meet: deepest at the contact, and without rims.

use crate::stage::*;

/// A room of 9 m by 9 m by 3 m about the origin, turned by so much.
fn turned_room(turn: f32) -> SceneBuilder {
    let turned = Quat::from_rotation_y(turn);
    let ring = [(-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5)];
    let [floor, top] = [0.0, 3.0].map(|y| ring.map(|(x, z)| turned * vec3(x, y, z)));
    let scene = SceneBuilder::new()
        .part("room")
        .quad(floor[3], floor[2], floor[1], floor[0])
        .quad(top[0], top[1], top[2], top[3]);
    (0..4).fold(scene, |scene, side| {
        let next = (side + 1) % 4;
        scene.quad(floor[side], floor[next], top[next], top[side])
    })
}

#[test]
fn along_a_walls_foot_the_shade_shows_no_grid() {
    let Some(mut device) = device() else { return };
    for turn in [0.3f32, 0.9] {
        let mut level = stage(turned_room(turn), vec![plain([0.5; 3])]);
        let white = texture(&mut level, 1, &[[200, 200, 200, 255]]);
        level.materials[0].base_color_texture = Some(white);
        let view = looking(Vec3::Y * 1.5, turn, -0.32);
        device.picture(&level, &view);
        let picture = steady(&mut device, &view, 0.6);
        let at = |x: u32, y: u32| brightness(rgb(picture.get_pixel(x, y)));
        // Each spot against those as far beside it as a wave of the grid would be long.
        const BESIDE: u32 = 8;
        let mut most = 0.0f32;
        for y in 6..SIZE[1] - 6 {
            for x in BESIDE..SIZE[0] - BESIDE {
                let about = 0.5 * (at(x - BESIDE, y) + at(x + BESIDE, y));
                most = most.max((at(x, y) / about - 1.0).abs());
            }
        }
        let column: Vec<f32> = (6..SIZE[1] - 6).map(|y| at(SIZE[0] / 2, y)).collect();
        let least = column.iter().copied().fold(f32::MAX, f32::min);
        let bright = column.iter().copied().fold(0.0, f32::max);
        assert!(least < 0.85 * bright, "no shade at the wall: {column:?}");
        assert!(most < 0.05, "{most} turned by {turn}");
    }
}

#[test]
fn a_ball_shades_the_floor_below_it_where_no_sun_shines() {
    let Some(mut device) = device() else { return };
    let level = stage(turned_room(0.0), vec![plain([0.5; 3])]);
    let none = looking(vec3(0.0, 1.5, 3.0), 0.0, -0.5);
    let resting = View {
        balls: vec![SeenBall::at(1, vec3(0.0, 0.3, 0.0), 0.3)],
        ..none.clone()
    };
    device.picture(&level, &none);
    let [without, with] = [&none, &resting].map(|view| steady(&mut device, view, 0.8));
    // Just above the middle of the picture the floor shows below the ball's front; and the same
    // a meter beside it.
    let change = |x: f32, y: f32| {
        let [without, with] = [&without, &with].map(|picture| brightness(color_at(picture, x, y)));
        with / without
    };
    let [below, beside] = [0.5, 0.9].map(|x| change(x, 0.487));
    assert!(below < 0.85, "{below}");
    assert!((beside - 1.0).abs() < 0.03, "{beside}");
}

#[test]
fn the_floor_darkens_up_to_where_a_ball_stands() {
    let Some(mut device) = device() else { return };
    let scene = SceneBuilder::new()
        .part("room")
        .room(vec3(-5.0, 0.0, -5.0), vec3(5.0, 4.0, 5.0))
        .part("ball")
        .sphere(Vec3::Y * 0.6, 0.6);
    let mut floor = plain([0.5; 3]);
    floor.roughness = 1.0;
    let level = stage(scene, vec![floor, plain([0.5; 3])]);
    // From low down, so that the floor under the ball is seen: its height over the distance is
    // what a spot lies below the middle of the picture.
    let (height, distance, field) = (0.12, 2.5, 0.3f32);
    let view = looking(vec3(0.0, height, distance), 0.0, 0.0);
    device.picture(&level, &view);
    let picture = steady(&mut device, &view, field);
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
