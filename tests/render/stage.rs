//! Scenes to draw, devices for all tests, and questions to ask of pictures.

use std::{
    path::Path,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};

use hexbound_level::{Filter, LevelImage, Sampler, Wrap};
use image::Rgba;
use test_support::level_case;

pub use glam::{DVec3, Quat, Vec3, dvec3, vec3};
pub use hexbound_level::{Alpha, Level, Light, Material, Sun, TextureRef, UvPair};
pub use hexbound_render::{
    Exposure, ExposureSettings, Frame, Gpu, Offscreen, Quality, effects::Effects,
};
pub use hexbound_scenes::{SceneBuilder, catalog};
pub use hexbound_sim::{Event, EventKind, Explosion, Rules, SeenBall, SeenProp, View, World};
pub use image::RgbaImage;
pub use serde_json::json;
pub use test_support::{gltf_file::File, skip};

pub const SIZE: [u32; 2] = [160, 120];

/// Making a device and its pipelines takes a second; all tests take turns with two.
static DEVICES: [LazyLock<Mutex<Option<Offscreen>>>; 2] = [const { LazyLock::new(made) }; 2];

fn made() -> Mutex<Option<Offscreen>> {
    let made = Gpu::software().and_then(|gpu| Offscreen::on(gpu, SIZE));
    Mutex::new(made.map_err(|error| eprintln!("{error}")).ok())
}

pub struct Device(MutexGuard<'static, Option<Offscreen>>);

/// `None`, having said so, where there is no software Vulkan driver.
pub fn device() -> Option<Device> {
    let free = DEVICES.iter().find_map(|it| it.try_lock().ok());
    let device = free.unwrap_or_else(|| DEVICES[0].lock().unwrap_or_else(PoisonError::into_inner));
    if device.is_none() {
        skip::lacking("a software Vulkan driver (Debian: mesa-vulkan-drivers)");
    }
    device.is_some().then_some(Device(device))
}

impl Device {
    pub fn offscreen(&mut self) -> &mut Offscreen {
        self.0.as_mut().expect("checked when it was lent")
    }

    /// One picture of `level` from `view`, at the usual size.
    pub fn picture(&mut self, level: &Level, view: &View) -> RgbaImage {
        self.open(level);
        self.again(view)
    }

    /// Sets a level, for pictures of the usual size.
    pub fn open(&mut self, level: &Level) {
        self.offscreen().resize(SIZE);
        self.set(level);
    }

    /// Another of the level that is set.
    pub fn again(&mut self, view: &View) -> RgbaImage {
        self.shot(frame(view))
    }

    pub fn set(&mut self, level: &Level) {
        self.offscreen().set_level(level).expect("the level is set");
    }

    pub fn shot(&mut self, frame: Frame) -> RgbaImage {
        self.offscreen().shot(frame).expect("a picture")
    }
}

pub fn frame(view: &View) -> Frame<'_> {
    Frame {
        view,
        effects: None,
        field_of_view: 1.0,
        seconds: 0.0,
        crosshair: 0.0,
        exposure: ExposureSettings::default(),
        elapsed: f32::INFINITY,
        overlay: None,
    }
}

/// A picture with an exposure that does not follow the place.
pub fn steady(device: &mut Device, view: &View, field_of_view: f32) -> RgbaImage {
    let mut frame = frame(view);
    frame.field_of_view = field_of_view;
    frame.exposure.mode = Exposure::Fixed(0.0);
    device.shot(frame)
}

pub fn looking(eye: Vec3, yaw: f32, pitch: f32) -> View {
    View {
        eye,
        yaw,
        pitch,
        ..View::default()
    }
}

/// An explosion, from new with an alpha of 1 to the last of its smoke with 0.
pub fn explosion(id: u32, position: Vec3, normal: Vec3, alpha: f32) -> Explosion {
    Explosion {
        position,
        normal,
        alpha,
        scale: 1.0 + 3.0 * (1.0 - alpha),
        id,
    }
}

/// The level of a file in its short form, which may begin with one in the folder of levels.
pub fn written(lines: &str) -> Level {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/render/levels");
    level_case::level(lines, &folder).unwrap_or_else(|words| panic!("{words}"))
}

/// A built-in scene.
pub fn named(name: &str) -> Level {
    catalog::open(name).expect("a scene of that name")
}

/// The part `floor`, 40 m by 40 m.
pub fn ground() -> SceneBuilder {
    let scene = SceneBuilder::new().part("floor");
    scene.floor(-20.0, -20.0, 20.0, 20.0, 0.0)
}

pub fn yard() -> Level {
    stage(ground(), vec![plain([0.4; 3])])
}

/// A white sun whose light travels this way.
pub fn sun(travels: Vec3) -> Option<Sun> {
    Some(Sun {
        direction: travels.normalize(),
        color: Vec3::ONE,
    })
}

/// The builder's parts in their order with `materials`, lit by a white sun straight from above.
pub fn stage(scene: SceneBuilder, materials: Vec<Material>) -> Level {
    let mut level = scene.build("stage").expect("a valid scene");
    // One material a part.
    assert_eq!(level.mesh.parts.len(), materials.len());
    for (index, part) in level.mesh.parts.iter_mut().enumerate() {
        part.material = index;
    }
    level.materials = materials;
    level.images.clear();
    level.lighting.sun = sun(Vec3::NEG_Y);
    level
}

/// A material of one color without gloss or texture.
pub fn plain(color: [f32; 3]) -> Material {
    Material {
        name: "plain".into(),
        base_color: [color[0], color[1], color[2], 1.0],
        roughness: 1.0,
        ..Material::default()
    }
}

/// Its own color, whatever shines on it.
pub fn unlit(color: [f32; 4]) -> Material {
    Material {
        name: "unlit".into(),
        base_color: color,
        unlit: true,
        ..Material::default()
    }
}

/// Adds an image to the level and refers to it.
pub fn texture(level: &mut Level, width: u32, texels: &[[u8; 4]]) -> TextureRef {
    let name = format!("texture {}", level.images.len());
    let height = texels.len() as u32 / width;
    let image = LevelImage::new(name, width, height, texels.concat());
    level.images.push(image);
    TextureRef {
        image: level.images.len() - 1,
        sampler: Sampler {
            wrap_u: Wrap::Repeat,
            wrap_v: Wrap::Repeat,
            filter: Filter::Nearest,
        },
        uvs: UvPair::First,
        transform: None,
    }
}

/// A wall of `half` the side and height, facing +Z, its middle at `center`.
pub fn wall(scene: SceneBuilder, center: Vec3, half: f32) -> SceneBuilder {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let [a, b, c, d] = corners.map(|(x, y)| center + vec3(x * half, y * half, 0.0));
    scene.quad(a, b, c, d)
}

/// The mean over a small square about a point, given as shares of the width and height.
pub fn color_at(picture: &RgbaImage, x: f32, y: f32) -> Vec3 {
    let (width, height) = picture.dimensions();
    let center = [(x * width as f32) as u32, (y * height as f32) as u32];
    let mut sum = Vec3::ZERO;
    for dy in 0..3 {
        for dx in 0..3 {
            let x = (center[0] + dx).saturating_sub(1).min(width - 1);
            let y = (center[1] + dy).saturating_sub(1).min(height - 1);
            sum += rgb(picture.get_pixel(x, y));
        }
    }
    sum / 9.0
}

/// 0 to 255.
pub fn rgb(pixel: &Rgba<u8>) -> Vec3 {
    let [red, green, blue, _] = pixel.0.map(f32::from);
    vec3(red, green, blue)
}

/// 0 to 255.
pub fn brightness(color: Vec3) -> f32 {
    color.dot(vec3(0.2126, 0.7152, 0.0722))
}

/// The largest difference of any channel of any pixel.
pub fn largest_difference(one: &RgbaImage, other: &RgbaImage) -> u8 {
    let pairs = one.as_raw().iter().zip(other.as_raw());
    pairs.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

/// The share of pixels, 0 to 1, of which a channel differs by more than `step` of 255.
pub fn share_that_differs(one: &RgbaImage, other: &RgbaImage, step: u8) -> f64 {
    let pairs = one.pixels().zip(other.pixels());
    let differs = pairs.filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > step));
    differs.count() as f64 / one.pixels().len() as f64
}
