//! Pictures of findings: the mark is in their middle, and what is around the place is seen.

use hexbound_lab::finding_picture;
use hexbound_level::{Code, Finding};

use crate::stage::*;

/// The size of the pictures, pixels.
const SIZE: [u32; 2] = [640, 360];
/// The mark's color.
const MARK: [u8; 3] = [255, 140, 13];

/// A floor with a block on it.
fn block() -> Level {
    SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .cuboid(vec3(-3.0, 0.0, -3.0), vec3(3.0, 6.0, 3.0))
        .spawn(vec3(0.0, 0.0, 10.0), 0.0)
        .build("block")
        .expect("a level")
}

fn picture(device: &mut Device, level: &Level, finding: &Finding) -> Option<RgbaImage> {
    device.offscreen().resize(SIZE);
    device.set(level);
    finding_picture(device.offscreen(), level, finding).expect("the device draws")
}

/// The number of pixels of the mark's color within so many pixels of the middle.
fn marked(picture: &RgbaImage, reach: u32) -> usize {
    let [x, y] = SIZE.map(|side| side / 2);
    let near = (x - reach..x + reach).flat_map(|x| (y - reach..y + reach).map(move |y| (x, y)));
    near.filter(|(x, y)| picture.get_pixel(*x, *y).0[..3] == MARK)
        .count()
}

#[test]
fn the_mark_is_in_the_middle_in_the_open_and_in_rock() {
    let Some(mut device) = device() else { return };
    let level = block();
    let at = |x, y, z| level.to_local(dvec3(x, y, z));
    for place in [at(0.0, 0.0, 8.0), at(0.0, 3.0, 0.0), at(5.0, -2.0, 5.0)] {
        let finding = Finding::new(Code::Hole, "a hole").at(place);
        let picture = picture(&mut device, &level, &finding).expect("a place");
        let count = marked(&picture, 30);
        assert!(count > 100, "{place}: {count} pixels of the mark");
        // Something of the level is to be seen, and nothing is black.
        let lightness =
            |pixel: &image::Rgba<u8>| pixel.0[..3].iter().map(|it| u32::from(*it)).sum::<u32>();
        let mean = picture.pixels().map(lightness).sum::<u32>() / (3 * SIZE[0] * SIZE[1]);
        assert!(mean > 50, "{place}: {mean}");
    }
}

#[test]
fn a_finding_without_a_place_has_no_picture_and_a_way_is_a_line() {
    let Some(mut device) = device() else { return };
    let level = block();
    let finding = Finding::new(Code::Hole, "a hole");
    assert!(picture(&mut device, &level, &finding).is_none());
    let at = |x, y, z| level.to_local(dvec3(x, y, z));
    let placed = finding.at(at(6.0, 0.5, 8.0));
    let count = |picture: RgbaImage| picture.pixels().filter(|it| it.0[..3] == MARK).count();
    let alone = count(picture(&mut device, &level, &placed).expect("a place"));
    let way = [at(0.0, 0.5, 10.0), at(6.0, 0.5, 8.0), at(12.0, 0.5, 8.0)];
    let way = placed.along(way.to_vec());
    let with_way = count(picture(&mut device, &level, &way).expect("a place"));
    assert!(with_way > alone + 300, "{with_way} after {alone}");
}
