//! The sun's maps: that their edges stay put, reach far, meet without a seam and let no light in.

use std::f32::consts::FRAC_PI_2;

use hexbound_level::Track;

use crate::stage::*;

/// The most that the picture's edges may differ by, of 255: its grain, and rounding.
const SAME: u8 = 6;

/// A plain of 300 m by 300 m, and a plate askew that floats 9 m above its middle.
fn plate(half: f32) -> Level {
    let along = vec3(0.8, 0.0, 0.6) * half;
    let across = vec3(-0.6, 0.0, 0.8) * half;
    let [low, high] = [-1.0, 1.0].map(|side| Vec3::Y * 9.0 + along * side);
    let scene = plain_of_300_meters().part("plate");
    let scene = scene.quad(low - across, low + across, high + across, high - across);
    let mut level = stage(scene, vec![plain([0.5; 3]), plain([0.5; 3])]);
    level.lighting.sun = slanting();
    level
}

fn plain_of_300_meters() -> SceneBuilder {
    let scene = SceneBuilder::new().part("floor");
    scene.floor(-150.0, -150.0, 150.0, 150.0, 0.0)
}

/// A low sun from the left.
fn slanting() -> Option<Sun> {
    sun(vec3(0.7, -0.6, 0.25))
}

/// The largest difference once `other` has been moved right by so many pixels; the rim is left
/// out, where light spills in from outside.
fn moved_difference(one: &RgbaImage, other: &RgbaImage, pixels: u32) -> u8 {
    let [width, height] = SIZE;
    let mut largest = 0;
    for y in 12..height - 12 {
        for x in 12 + pixels..width - 12 {
            let (a, b) = (one.get_pixel(x, y), other.get_pixel(x - pixels, y));
            let differences = (0..3).map(|channel| a.0[channel].abs_diff(b.0[channel]));
            largest = largest.max(differences.max().unwrap_or(0));
        }
    }
    largest
}

#[test]
fn an_edge_stays_put_while_the_eye_moves_and_turns() {
    let Some(mut device) = device() else { return };
    let level = plate(2.0);
    // The middle of an edge of the plate's shadow, from straight above: a pixel is as wide
    // everywhere.
    let middle = vec3(10.5 - 1.2, 0.0, 3.75 + 1.6);
    let height = 1.6;
    let pixel = 2.0 * height * 0.5f32.tan() / SIZE[1] as f32;
    let above = |step: u32| {
        let aside = (step as f32 - 25.0) * 3.0 * pixel;
        looking(middle + vec3(aside, height, 0.0), 0.0, -FRAC_PI_2 + 1e-4)
    };
    let mut before = device.picture(&level, &above(0));
    let crossing = steady(&mut device, &above(25), 1.0);
    let [shade, sun] = [0.05, 0.95].map(|y| brightness(color_at(&crossing, 0.5, y)));
    assert!(shade < 0.7 * sun, "no edge to see: {shade} and {sun}");
    for step in 0..50 {
        let view = above(step);
        let picture = steady(&mut device, &view, 1.0);
        if step > 0 {
            let moved = moved_difference(&before, &picture, 3);
            assert!(moved <= SAME, "{moved} after step {step}");
        }
        if step % 10 == 0 {
            for turn in 0..2 {
                let away = looking(view.eye, turn as f32 * 2.0, -0.2);
                steady(&mut device, &away, 1.0);
            }
            let again = steady(&mut device, &view, 1.0);
            let turned = largest_difference(&picture, &again);
            assert!(turned <= SAME, "{turned} after a turn at step {step}");
        }
        before = picture;
    }
}

#[test]
fn maps_meet_without_a_seam() {
    let Some(mut device) = device() else { return };
    let rows = |picture: &RgbaImage| -> Vec<f32> {
        let mean = |y| {
            let row = (0..SIZE[0]).map(|x| brightness(rgb(picture.get_pixel(x, y))));
            row.sum::<f32>() / SIZE[0] as f32
        };
        (SIZE[1] / 2 + 4..SIZE[1]).map(mean).collect()
    };
    let mut seen = Vec::new();
    // All in the sun, and all below a plate that is out of sight.
    for half in [0.5, 140.0] {
        let level = plate(half);
        let view = looking(vec3(-30.0, 1.7, 30.0), 0.4, 0.0);
        device.picture(&level, &view);
        let rows = rows(&steady(&mut device, &view, 1.0));
        for pair in rows.windows(2) {
            assert!((pair[0] - pair[1]).abs() < 4.0, "{half}: {pair:?}");
        }
        seen.push(rows[rows.len() / 2]);
    }
    assert!(seen[1] < 0.7 * seen[0], "{seen:?}");
}

/// Returns how far a picture rises again, of 255, along the middle of its rows from left to right:
/// an edge from light to dark never does.
fn rises(picture: &RgbaImage) -> f32 {
    let at = |x: u32, y: u32| brightness(rgb(picture.get_pixel(x, y)));
    let rise = |y: u32| -> f32 {
        let middle = SIZE[0] / 2 - 30..SIZE[0] / 2 + 30;
        let pairs = middle.map(|x| (at(x + 1, y) - at(x, y)).max(0.0));
        pairs.sum()
    };
    (4..SIZE[1] - 4).map(rise).fold(0.0, f32::max)
}

#[test]
fn an_edge_is_smooth_where_one_map_passes_into_the_next() {
    let Some(mut device) = device() else { return };
    // A roof whose shadow's edge goes straight on along −Z, 36 m to the right of its own.
    let scene = plain_of_300_meters()
        .part("roof")
        .cuboid(vec3(-36.0, 30.0, -140.0), vec3(60.0, 30.5, 140.0));
    let mut level = stage(scene, vec![plain([0.5; 3]); 2]);
    level.lighting.sun = sun(vec3(1.2, -1.0, 0.0));
    // Without the grain of plain materials.
    level.materials[0].base_color_texture = Some(texture(&mut level, 1, &[[200, 200, 200, 255]]));
    device.picture(&level, &looking(Vec3::Y, 0.0, 0.0));
    // Along the edge, to where the first map ends 10.8 m ahead, and the second 31 m.
    for (height, ahead) in [(2.5f32, 10.4f32), (8.0, 30.0)] {
        let pitch = -(height / ahead).atan();
        let view = looking(Vec3::Y * height, 0.0, pitch);
        let picture = steady(&mut device, &view, 0.12);
        let [left, right] = [0.2, 0.8].map(|x| brightness(color_at(&picture, x, 0.5)));
        assert!(right < 0.75 * left, "no edge to see: {left} {right}");
        let (rise, fall) = (rises(&picture), left - right);
        assert!(rise < 0.25 * fall, "{rise} of {fall} at {ahead} m");
    }
}

#[test]
fn a_grazing_sun_draws_no_stripes() {
    let Some(mut device) = device() else { return };
    let mut level = plate(0.5);
    level.lighting.sun = sun(vec3(0.98, -0.16, 0.1));
    // Without the grain of plain materials, which a low sun brings out.
    level.materials[0].base_color_texture = Some(texture(&mut level, 1, &[[200, 200, 200, 255]]));
    device.picture(&level, &looking(Vec3::Y, 0.0, 0.0));
    // By the first, the second, the third and the last of the maps.
    for height in [1.5, 12.0, 45.0, 140.0] {
        let view = looking(vec3(-60.0, height, 0.0), 0.3, -1.1);
        let picture = steady(&mut device, &view, 0.5);
        let (mut low, mut high) = (f32::MAX, 0.0f32);
        for spot in 0..400 {
            let [x, y] = [spot % 20, spot / 20].map(|step| 0.05 + 0.045 * step as f32);
            let value = brightness(color_at(&picture, x, y));
            (low, high) = (low.min(value), high.max(value));
        }
        assert!(low > 0.88 * high, "{height} m: from {low} to {high}");
    }
}

#[test]
fn no_light_leaks_into_a_thin_walled_room() {
    let Some(mut device) = device() else { return };
    let mut level = named("test:shadows");
    for low in [0.25, 0.7] {
        level.lighting.sun = sun(vec3(0.7, -low, -0.5));
        let inside = |yaw, pitch| looking(vec3(-6.0, 1.5, -9.0), yaw, pitch);
        device.picture(&level, &inside(0.0, 0.0));
        for (yaw, pitch) in [(0.5, -0.6), (2.1, -0.6), (3.7, 0.5), (5.3, 0.0)] {
            let picture = device.again(&inside(yaw, pitch));
            let values = picture.pixels().map(|pixel| brightness(rgb(pixel)));
            let mut values: Vec<f32> = values.collect();
            values.sort_by(f32::total_cmp);
            let (middle, most) = (values[values.len() / 2], values[values.len() - 1]);
            assert!(most < 1.5 * middle + 10.0, "{most} {middle} {yaw} {pitch}");
        }
    }
}

/// The draws into the sun's maps for a picture.
fn draws(device: &mut Device, view: &View) -> u32 {
    device.again(view);
    device.offscreen().figures().shadow.draws
}

#[test]
fn where_nothing_moves_nothing_is_drawn_anew() {
    let Some(mut device) = device() else { return };
    let still = looking(vec3(8.0, 2.0, 2.0), 0.0, -0.4);
    let with_ball = |x: f32| View {
        balls: vec![SeenBall::at(1, vec3(x, 0.5, -2.0), 0.15)],
        ..still.clone()
    };
    device.picture(&plate(2.0), &still);
    let mut draws = |view: &View| draws(&mut device, view);
    assert_eq!(draws(&still), 0);
    // Into each of the three maps that it is in.
    assert_eq!(draws(&with_ball(8.0)), 3);
    assert_eq!(draws(&with_ball(8.0)), 0, "it rests");
    assert_eq!(draws(&with_ball(8.1)), 3);
    // Fifty meters aside it is in the largest of them alone.
    assert_eq!(draws(&with_ball(58.0)), 1);
    assert_eq!(draws(&still), 0);
}

#[test]
fn a_mover_throws_a_shadow_wherever_it_is() {
    let Some(mut device) = device() else { return };
    let lift = [(0.0, 0.0), (2.0, 40.0), (4.0, 0.0)].map(|(time, x)| (time, DVec3::X * x));
    let scene = SceneBuilder::new()
        .floor(-200.0, -200.0, 200.0, 200.0, 0.0)
        .spawn(Vec3::ZERO, 0.0)
        .mover("plate", Vec3::ZERO, Track::through(&lift))
        .cuboid(vec3(-6.0, 8.0, -156.0), vec3(6.0, 9.0, -144.0));
    let level = stage(scene, vec![plain([0.5; 3]); 2]);
    // The ground 150 m away, below where the plate comes by.
    let picture = |device: &mut Device, seconds: f64| {
        let mut view = looking(vec3(0.0, 30.0, 0.0), 0.0, -0.1974);
        view.seconds = seconds;
        steady(device, &view, 0.2)
    };
    device.picture(&level, &looking(Vec3::Y, 0.0, 0.0));
    let [here, gone] = [0.0, 2.0].map(|seconds| picture(&mut device, seconds));
    let [here, gone] = [here, gone].map(|picture| brightness(color_at(&picture, 0.5, 0.5)));
    assert!(here < 0.75 * gone, "{here} in its shadow, {gone} without");
    // A jump across the level draws each of the three maps about the eye once, and the next frame
    // draws none of them but for the mover.
    let jump = looking(vec3(150.0, 2.0, 150.0), 0.0, 0.0);
    let [first, second] = [(); 2].map(|()| draws(&mut device, &jump));
    let once_each = second + 3 * level.mesh.parts.len() as u32;
    assert!(first <= once_each, "{first} {once_each}");
    assert!(second <= 1, "{second}");
}

/// A room whose walls are single sheets that show their inside alone, 12 m by 5 m by 12 m, and
/// a hole in its roof through which the sun shines onto a spot of a wall.
fn thin_room() -> Level {
    let at = |x: f32, z: f32| [vec3(x, 0.0, z), vec3(x, 5.0, z)];
    let ([a, e], [b, f]) = (at(-6.0, -6.0), at(6.0, -6.0));
    let ([c, g], [d, h]) = (at(6.0, 6.0), at(-6.0, 6.0));
    let [left, middle, right] = [-6.0, 3.0, 6.0].map(|x| vec3(x, 5.0, 3.0));
    let scene = SceneBuilder::new()
        .part("walls")
        .floor(-6.0, -6.0, 6.0, 6.0, 0.0)
        .quad(a, b, f, e)
        .quad(c, d, h, g)
        .quad(d, a, e, h)
        .quad(b, c, g, f)
        .quad(e, f, right, left)
        .quad(left, middle, middle.with_z(6.0), h);
    let mut level = stage(scene, vec![plain([0.5; 3])]);
    level.lighting.sun = slanting();
    level
}

#[test]
fn no_lines_of_light_lie_along_the_seams_of_single_sheets() {
    let Some(mut device) = device() else { return };
    let mut level = thin_room();
    for double_sided in [false, true] {
        level.materials[0].double_sided = double_sided;
        let eye = vec3(-1.5, 1.6, -1.0);
        device.picture(&level, &looking(eye, 0.0, 0.0));
        // To the floor's seams at two walls that keep the sun out, and one of them up a corner.
        for (yaw, pitch) in [(1.57, -0.34), (0.2, -0.3), (2.57, 0.05)] {
            let picture = steady(&mut device, &looking(eye, yaw, pitch), 0.35);
            let (share, spot) = brightest_lines(&picture);
            assert!(share < 1.1, "{share} {spot:?} {yaw} {pitch}");
        }
    }
}

/// Returns how much brighter any spot is than what lies about it, but for two ways along which a
/// line might go on; and where.
fn brightest_lines(picture: &RgbaImage) -> (f32, [u32; 2]) {
    const APART: i32 = 6;
    let at = |x: i32, y: i32| brightness(rgb(picture.get_pixel(x as u32, y as u32)));
    let right = [1, 1, 0, -1, -1, -1, 0, 1];
    let down = [0, 1, 1, 1, 0, -1, -1, -1];
    let (mut most, mut spot) = (0.0f32, [0, 0]);
    for y in APART..SIZE[1] as i32 - APART {
        for x in APART..SIZE[0] as i32 - APART {
            let place = |way: usize| at(x + APART * right[way], y + APART * down[way]);
            let mut about: [f32; 8] = std::array::from_fn(place);
            about.sort_by(f32::total_cmp);
            let share = at(x, y) / about[5].max(1.0);
            if share > most {
                (most, spot) = (share, [x as u32, y as u32]);
            }
        }
    }
    (most, spot)
}
