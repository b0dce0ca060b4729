//! One finding's picture: where its camera stands, what is drawn, and how dark ones are lightened.

use glam::Vec3;
use hexbound_collide::geom::Aabb;
use image::RgbaImage;

use super::marks::{Projection, draw_marks};
use crate::{
    body::view_direction,
    check,
    effects::Effects,
    headless::picture::{Shot, draw},
    level::{Finding, Level},
    render::{ExposureSettings, Offscreen, Preset, Quality, RenderError},
    sim::{Rules, View, World},
};

/// The view at things of a size: their diagonal times this, but no farther than that, meters.
const WIDER: f32 = 1.1;
const FARTHEST: f32 = 60.0;
/// The distance of a picture with a way in it, meters.
const WAY_AWAY: f32 = 7.0;
/// The mean of a picture below which it is lightened, and the strongest lightening as an exponent.
const DARK: f32 = 75.0;
const LIGHTEST: f32 = 0.4;

/// Returns the quality of pictures of findings: surfaces without a structure that the game invents.
pub fn finding_quality() -> Quality {
    Quality {
        grain: false,
        render_scale: 1.0,
        ..Preset::Medium.quality()
    }
}

/// Draws the place of a finding about the level that `offscreen` holds, with a mark there; `None` for
/// a finding without a place. Fails when the device does.
pub fn finding_picture(
    offscreen: &mut Offscreen,
    level: &Level,
    finding: &Finding,
) -> Result<Option<RgbaImage>, RenderError> {
    let Some(place) = finding.place else {
        return Ok(None);
    };
    let thing = thing_at(place, finding, level);
    let mut view = View::of(&World::new(level, Rules::default()));
    view.eye = eye_for(place, finding, thing, level);
    check::look_at(&mut view, place);
    let shot = Shot {
        view: &view,
        effects: &Effects::default(),
        seconds: 0.0,
        elapsed: f32::INFINITY,
        exposure: ExposureSettings::default(),
    };
    let mut image = draw(offscreen, shot, None)?;
    lighten(&mut image);
    let projection = Projection::new(&view, offscreen.size());
    draw_marks(&mut image, &projection, finding, thing, level);
    Ok(Some(image))
}

/// Returns the box around the thing that a finding is about, where its place is that thing's middle
/// and not some point of it.
fn thing_at(place: Vec3, finding: &Finding, level: &Level) -> Option<Aabb> {
    let name = finding.node.as_ref()?;
    let parts = level.mesh.parts.iter().filter(|part| part.name == *name);
    let of_node = parts.map(|part| part.bounds);
    of_node
        .filter(|bounds| bounds.center().distance(place) < 0.01)
        .find(|bounds| bounds.size().max_element() > 0.0)
}

/// Returns where the camera stands: on the side of the player's start or of the way that leads there,
/// and far enough away for what is to be seen.
fn eye_for(place: Vec3, finding: &Finding, thing: Option<Aabb>, level: &Level) -> Vec3 {
    let usual = match finding.path.is_empty() {
        true => check::AWAY,
        false => WAY_AWAY,
    };
    let size = thing.map_or(0.0, |bounds| bounds.size().length());
    let away = usual.max(size * WIDER).min(FARTHEST);
    let from = before(place, &finding.path).unwrap_or(level.spawn.position);
    check::viewpoint(place, from, away, level)
}

/// Returns a point on a way, some meters before it comes to a place; `None` without a way.
fn before(place: Vec3, path: &[Vec3]) -> Option<Vec3> {
    let nearest = (0..path.len()).min_by(|a, b| {
        let [a, b] = [a, b].map(|index| path[*index].distance(place));
        a.total_cmp(&b)
    })?;
    let mut earlier = path[..=nearest].iter().rev();
    let far = earlier.find(|point| point.distance(place) > check::AWAY);
    Some(*far.unwrap_or(&path[0]))
}

/// Lightens a dark picture, so that one sees in it what the level's own light hides.
fn lighten(image: &mut RgbaImage) {
    let sum: f64 = (image.pixels())
        .map(|pixel| f64::from(pixel.0[0]) + f64::from(pixel.0[1]) + f64::from(pixel.0[2]))
        .sum();
    let mean = (sum / (3.0 * image.pixels().len().max(1) as f64)) as f32;
    if mean >= DARK {
        return;
    }
    let exponent = ((DARK / 255.0).ln() / (mean.max(1.0) / 255.0).ln()).max(LIGHTEST);
    let table: [u8; 256] =
        std::array::from_fn(|value| (255.0 * (value as f32 / 255.0).powf(exponent)).round() as u8);
    for pixel in image.pixels_mut() {
        for channel in &mut pixel.0[..3] {
            *channel = table[usize::from(*channel)];
        }
    }
}

impl Projection {
    /// The projection of a view's picture of that size, pixels, at the usual field of view.
    fn new(view: &View, size: [u32; 2]) -> Self {
        let ahead = view_direction(view.yaw, view.pitch);
        let aside = view_direction(view.yaw - std::f32::consts::FRAC_PI_2, 0.0);
        Self {
            eye: view.eye,
            axes: [aside, aside.cross(ahead), ahead],
            size: size.map(|side| side as f32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Code;

    #[test]
    fn a_way_is_seen_from_the_side_that_it_comes_from() {
        let path: Vec<Vec3> = (0..20).map(|step| Vec3::X * step as f32).collect();
        let place = Vec3::X * 12.0;
        assert_eq!(before(place, &path), Some(Vec3::X * 7.0));
        assert_eq!(before(Vec3::X, &path), Some(Vec3::ZERO));
        assert_eq!(before(place, &[]), None);
    }

    #[test]
    fn dark_pictures_become_lighter_and_light_ones_stay() {
        let gray = |value| RgbaImage::from_pixel(4, 4, image::Rgba([value, value, value, 255]));
        let [mut dark, mut light] = [gray(20), gray(120)];
        lighten(&mut dark);
        lighten(&mut light);
        assert!(dark.get_pixel(0, 0).0[0] > 60);
        assert_eq!(dark.get_pixel(0, 0).0[3], 255);
        assert_eq!(light, gray(120));
    }

    #[test]
    fn a_thing_is_known_by_its_middle_and_its_name() {
        let level = crate::scenes::SceneBuilder::new()
            .floor(-9.0, -9.0, 9.0, 9.0, 0.0)
            .part("crate")
            .cuboid(Vec3::new(2.0, 0.0, 2.0), Vec3::new(4.0, 2.0, 4.0))
            .build("things")
            .expect("a level");
        let middle = level.to_local(glam::DVec3::new(3.0, 1.0, 3.0));
        let about = |name: &str, place| Finding::new(Code::DenseMesh, "").of_node(name).at(place);
        let thing = |finding: Finding| thing_at(finding.place.unwrap(), &finding, &level);
        let found = thing(about("crate", middle)).expect("the crate");
        assert_eq!(found.size(), Vec3::splat(2.0));
        assert_eq!(thing(about("crate", middle + Vec3::X)), None);
        assert_eq!(thing(about("barrel", middle)), None);
    }
}
