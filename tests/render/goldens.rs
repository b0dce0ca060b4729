//! Fixed views against stored pictures under tests/golden, drawn by the software Vulkan driver.
//! After a wanted change of the look, record them anew and look at each:
//! `HEXBOUND_BLESS=1 cargo test --test render goldens`

use std::path::{Path, PathBuf};

use glam::Vec3;
use hexbound::{
    level::{Level, Material, SceneBuilder},
    sim::{Explosion, View},
};
use image::RgbaImage;

use crate::stage::{device, frame, looking, plain, stage, texture};

const SIZE: [u32; 2] = [320, 180];
/// Drivers of other versions round otherwise: blocks of this side may differ by so much in the
/// mean, of 255.
const BLOCK: u32 = 4;
const LARGEST: f32 = 10.0;
const MEAN: f32 = 1.0;

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    folder.join(format!("{name}.png"))
}

/// Largest and mean difference of the blocks' mean colours.
fn compare(one: &RgbaImage, other: &RgbaImage) -> (f32, f32) {
    assert_eq!(one.dimensions(), other.dimensions());
    let (width, height) = one.dimensions();
    let mean = |image: &RgbaImage, x: u32, y: u32| {
        let mut sum = Vec3::ZERO;
        for dy in 0..BLOCK {
            for dx in 0..BLOCK {
                let [red, green, blue, _] = image.get_pixel(x + dx, y + dy).0;
                sum += Vec3::new(red.into(), green.into(), blue.into());
            }
        }
        sum / (BLOCK * BLOCK) as f32
    };
    let (mut largest, mut sum, mut count) = (0.0f32, 0.0, 0.0);
    for y in (0..height / BLOCK * BLOCK).step_by(BLOCK as usize) {
        for x in (0..width / BLOCK * BLOCK).step_by(BLOCK as usize) {
            let difference = (mean(one, x, y) - mean(other, x, y)).abs().max_element();
            largest = largest.max(difference);
            sum += difference;
            count += 1.0;
        }
    }
    (largest, sum / count)
}

fn check(name: &str, level: &Level, view: &View) {
    let Some(mut device) = device() else { return };
    device.offscreen().resize(SIZE);
    device
        .offscreen()
        .set_level(level)
        .expect("the level is set");
    let mut frame = frame(view);
    frame.crosshair = true;
    frame.seconds = 4.0;
    let picture = device.offscreen().shot(frame).expect("a picture");
    let path = path(name);
    if std::env::var_os("HEXBOUND_BLESS").is_some() {
        picture.save(&path).expect("a writable golden");
        return;
    }
    let stored = image::open(&path).expect("a stored picture").to_rgba8();
    let (largest, mean) = compare(&picture, &stored);
    if largest > LARGEST || mean > MEAN {
        let seen = std::env::temp_dir().join(format!("hexbound-{name}.png"));
        picture.save(&seen).expect("a writable temporary folder");
        panic!(
            "{name}: blocks differ by {largest} at most and {mean} in the mean; \
             stored {}, seen {}",
            path.display(),
            seen.display()
        );
    }
}

/// Posts on a floor before a wall with an opening.
fn court() -> SceneBuilder {
    SceneBuilder::new()
        .part("floor")
        .floor(-14.0, -14.0, 14.0, 14.0, 0.0)
        .part("masonry")
        .cuboid(Vec3::new(-8.0, 0.0, -9.0), Vec3::new(-1.5, 4.0, -8.0))
        .cuboid(Vec3::new(1.5, 0.0, -9.0), Vec3::new(8.0, 4.0, -8.0))
        .cuboid(Vec3::new(-8.0, 4.0, -9.0), Vec3::new(8.0, 5.0, -8.0))
        .part("posts")
        .pillar(Vec3::new(-3.0, 0.0, -5.0), 0.4, 3.0, 24)
        .pillar(Vec3::new(3.0, 0.0, -5.0), 0.4, 3.0, 24)
}

fn brass() -> Material {
    Material {
        metallic: 1.0,
        roughness: 0.3,
        ..plain([0.43, 0.25, 0.07])
    }
}

#[test]
fn an_open_court_in_the_afternoon() {
    let mut level = stage(
        court(),
        vec![Material::default(), Material::default(), brass()],
    );
    level.sun = None;
    let view = View {
        balls: vec![
            (1, Vec3::new(-0.8, 0.9, -3.0), 0.15),
            (2, Vec3::new(0.9, 0.15, -3.6), 0.15),
            (3, Vec3::new(0.3, 1.9, -6.0), 0.15),
        ],
        ..looking(Vec3::new(0.4, 1.65, 1.0), 0.15, 0.0)
    };
    check("court", &level, &view);
}

#[test]
fn explosions_before_the_sky() {
    let mut level = stage(
        court(),
        vec![Material::default(), Material::default(), brass()],
    );
    level.sun = None;
    let explosion = |id: u32, x: f32, alpha: f32| Explosion {
        position: Vec3::new(x, 1.4, 4.0),
        normal: Vec3::new(0.0, 0.6, -0.8),
        alpha,
        scale: 1.0 + 3.0 * (1.0 - alpha),
        id,
    };
    let view = View {
        explosions: vec![
            explosion(1, 2.2, 1.0),
            explosion(2, 0.9, 0.8),
            explosion(3, -0.6, 0.55),
            explosion(4, -2.4, 0.3),
        ],
        ..looking(Vec3::new(0.0, 1.65, 0.0), std::f32::consts::PI, 0.0)
    };
    check("explosions", &level, &view);
}

#[test]
fn a_tiled_room_without_sky() {
    let scene = SceneBuilder::new()
        .part("room")
        .room(Vec3::new(-5.0, 0.0, -7.0), Vec3::new(5.0, 3.5, 3.0))
        .part("box")
        .cuboid(Vec3::new(1.0, 0.0, -5.0), Vec3::new(2.5, 1.5, -3.5))
        .part("post")
        .pillar(Vec3::new(-2.0, 0.0, -4.0), 0.5, 3.5, 24);
    let mut level = stage(
        scene,
        vec![plain([1.0; 3]), plain([0.3, 0.5, 0.42]), brass()],
    );
    let tiles: Vec<[u8; 4]> = (0..64)
        .map(|index: u32| {
            let odd = (index / 4 + index / 32) % 2 == 1;
            if odd {
                [196, 180, 150, 255]
            } else {
                [120, 112, 104, 255]
            }
        })
        .collect();
    level.materials[0].base_color_texture = Some(texture(&mut level, 8, &tiles));
    level.materials[0].roughness = 0.6;
    check(
        "room",
        &level,
        &looking(Vec3::new(0.0, 1.65, 1.5), 0.0, -0.05),
    );
}

#[test]
fn a_hall_of_lamps() {
    let level = hexbound::level::open("test:lights").expect("a scene of that name");
    let view = looking(Vec3::new(-1.2, 1.7, 2.2), -0.12, -0.02);
    check("lights", &level, &view);
}

#[test]
fn posts_huts_and_stairs_in_the_sun() {
    let level = hexbound::level::open("test:shadows").expect("a scene of that name");
    let view = looking(Vec3::new(-1.0, 2.6, 4.0), 0.12, -0.16);
    check("shadows", &level, &view);
}

#[test]
fn the_comparison_sees_what_an_eye_would() {
    let gray = RgbaImage::from_pixel(64, 32, image::Rgba([100, 100, 100, 255]));
    let mut noisy = gray.clone();
    for (x, _, pixel) in noisy.enumerate_pixels_mut() {
        pixel.0[0] += (x % 2) as u8;
    }
    let (largest, mean) = compare(&gray, &noisy);
    assert!(largest <= LARGEST && mean <= MEAN);
    let mut spot = gray.clone();
    for (x, y) in (0..16).map(|index| (20 + index % 4, 12 + index / 4)) {
        spot.put_pixel(x, y, image::Rgba([100, 130, 100, 255]));
    }
    assert!(compare(&gray, &spot).0 > LARGEST, "a spot is seen");
    let darker = RgbaImage::from_pixel(64, 32, image::Rgba([97, 97, 97, 255]));
    assert!(compare(&gray, &darker).1 > MEAN, "another exposure is seen");
}
