//! DebugLines: lines and faces that explain the world are seen where they are, faintly through what
//! hides them, and thousands of them come in one picture.

use hexbound_base::debug_lines::DebugLines;

use crate::stage::*;

const RED: [f32; 4] = [1.0, 0.02, 0.02, 1.0];

/// A picture of a gray floor and a gray wall three meters ahead that is two meters high, with lines.
fn picture_with(device: &mut Device, add: impl FnOnce(&mut DebugLines)) -> RgbaImage {
    let scene = ground().cuboid(vec3(-9.0, 0.0, -3.2), vec3(9.0, 2.0, -3.0));
    let mut view = looking(Vec3::Y, 0.0, 0.0);
    add(&mut view.debug);
    device.picture(&stage(scene, vec![plain([0.4; 3])]), &view)
}

/// Returns how much redder than green a pixel is, 0..255.
fn redness_at(picture: &RgbaImage, x: u32, y: u32) -> i32 {
    let [red, green, _, _] = picture.get_pixel(x, y).0;
    i32::from(red) - i32::from(green)
}

/// Returns how much redder than green the middle of the picture is, 0..255.
fn redness(picture: &RgbaImage) -> i32 {
    redness_at(picture, SIZE[0] / 2, SIZE[1] / 2)
}

/// A square around the middle of the view, `away` meters from the eye.
fn square(away: f32) -> [Vec3; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| vec3(x, 1.0 + y, -away))
}

#[test]
fn a_face_is_seen_before_the_wall_and_faintly_behind_it() {
    let Some(mut device) = device() else { return };
    let bare = redness(&picture_with(&mut device, |_| ()));
    let mut redness_of = |away: f32, alpha: f32| {
        let color = [RED[0], RED[1], RED[2], alpha];
        let picture = picture_with(&mut device, |debug| debug.fill(&square(away), color));
        redness(&picture) - bare
    };
    let (before, thin) = (redness_of(2.0, 1.0), redness_of(2.0, 0.3));
    let behind = redness_of(5.0, 1.0);
    assert!(before > 100, "{before}");
    assert!((20..before - 20).contains(&thin), "{thin} of {before}");
    assert!((8..before / 2).contains(&behind), "{behind} of {before}");
}

/// DebugLines on a surface are not lost in it, near and far.
#[test]
fn a_line_on_the_wall_is_drawn_over_it() {
    let Some(mut device) = device() else { return };
    let (left, right) = (vec3(-2.0, 1.0, -3.0), vec3(2.0, 1.0, -3.0));
    let picture = picture_with(&mut device, |debug| debug.line(left, right, RED));
    let (middle, width) = (SIZE[1] / 2, SIZE[0]);
    let is_red = |x| (middle - 2..middle + 2).any(|y| redness_at(&picture, x, y) > 60);
    let red = (width / 4..width * 3 / 4).filter(|x| is_red(*x)).count() as u32;
    assert_eq!(red, width / 2, "the line has gaps");
}

#[test]
fn a_line_that_passes_the_eye_is_cut_and_not_turned_over() {
    let Some(mut device) = device() else { return };
    // From behind the eye, below it, to the foot of the wall: the upper half shows nothing.
    let at = |z: f32| vec3(0.0, 0.5, z);
    let picture = picture_with(&mut device, |debug| {
        debug.line(at(5.0), at(-2.0), RED);
        debug.line(at(5.0), at(1.0), RED);
    });
    let red = |y| (0..SIZE[0]).any(|x| redness_at(&picture, x, y) > 60);
    // It goes down to the lower edge.
    assert!((SIZE[1] * 3 / 4..SIZE[1]).all(red));
    assert!(!(0..SIZE[1] / 2).any(red), "nothing above the eye");
}

#[test]
fn ten_thousand_lines_are_one_picture() {
    let Some(mut device) = device() else { return };
    let picture = picture_with(&mut device, |debug| {
        for index in 0..10_000 {
            let x = index as f32 / 5000.0 - 1.0;
            debug.line(vec3(x, 0.0, -2.5), vec3(x, 2.0, -2.5), RED);
        }
    });
    assert!(redness(&picture) > 100);
}
