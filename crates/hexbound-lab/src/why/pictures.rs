//! The folder with a tick's page: a picture of each leg, one of the whole tick, and `why.html`.

use std::path::{Path, PathBuf};

use glam::Vec3;

use super::{Why, page};
use crate::pages::{Easel, PageFolder, PagesError, still};
use hexbound_check::{Focus, look_at};
use hexbound_inspect::why::legs::{SlideLeg, legs_of};
use hexbound_level::Level;
use hexbound_render::PictureOptions;
use hexbound_sim::View;

/// The name of the page in its folder.
const PAGE_FILE: &str = "why.html";
/// The camera's distance in the view of the whole tick, with the whole body in view, meters.
const OVERVIEW_DISTANCE: f32 = 3.4;

/// The camera's distance from a leg's contact, meters.
const LEG_DISTANCE: f32 = 2.0;
/// The weight of the preferred side among the camera's candidates.
const SIDE_WEIGHT: f32 = 4.0;
/// The center of the picture, as a fraction of the segment from the contact to the body's center.
const AIM_SHARE: f32 = 0.25;

/// The files of a tick's page, once written.
#[derive(Clone, Debug)]
pub struct TickPagesWritten {
    pub page: PathBuf,
    /// The reason why there are no pictures, if there are none.
    pub remark: Option<String>,
}

/// Writes the page of a tick with its pictures into `folder`, which is created if absent. Without a
/// graphics device the page has no pictures, and has the reason instead.
pub fn write_tick_page(
    folder: &Path,
    why: &Why,
    level: &Level,
    options: &PictureOptions,
) -> Result<TickPagesWritten, PagesError> {
    let folder = PageFolder {
        path: folder,
        command: page::COMMAND,
        instead: "folder with --pictures",
    };
    // A failed write is detected before anything is drawn.
    folder.write_page(PAGE_FILE, &page::page(why, level, &[], None))?;
    let mut easel = Easel::new(options.clone());
    let drawn = easel.draw(|offscreen| {
        offscreen.set_level_by_cache(level)?;
        let views = views(why, level);
        views
            .map(|view| still(offscreen, &view))
            .collect::<Result<Vec<_>, _>>()
    });
    let remark = easel
        .failure()
        .map(|why| format!("there are no pictures: {why}"));
    let tick = why.journal.tick;
    let mut names = Vec::new();
    for (number, image) in drawn.iter().flatten().enumerate() {
        let name = match number {
            0 => format!("why-{tick}-overview.png"),
            _ => format!("why-{tick}-leg-{number}.png"),
        };
        folder.write_picture(&name, image)?;
        names.push(name);
    }
    let html = page::page(why, level, &names, remark.as_deref());
    Ok(TickPagesWritten {
        page: folder.write_page(PAGE_FILE, &html)?,
        remark,
    })
}

/// Returns the view of the whole tick, then that of each leg.
fn views(why: &Why, level: &Level) -> impl Iterator<Item = View> {
    let legs = legs_of(&why.journal.kernel);
    let of_legs = legs.into_iter().map(move |leg| view_of(&leg, why, level));
    std::iter::once(why.view_from(level, OVERVIEW_DISTANCE)).chain(of_legs)
}

/// Returns the view of a leg at its contact, with its lines.
fn view_of(leg: &SlideLeg, why: &Why, level: &Level) -> View {
    let body = &why.journal.body;
    let mut view = why.view.clone();
    view.eye = eye_for(leg.place(), leg.normal(), leg.leg.wish.as_vec3(), level);
    look_at(&mut view, leg.place().lerp(leg.leg.to.as_vec3(), AIM_SHARE));
    view.debug = leg.marks(body);
    view
}

/// Returns the eye that views a contact obliquely and its motion from the side with more space. Neither
/// the triangle nor its normal is then seen end on.
fn eye_for(place: Vec3, normal: Vec3, along: Vec3, level: &Level) -> Vec3 {
    let along = along.normalize_or(Vec3::X);
    let across = along.cross(normal).try_normalize();
    let across = across.unwrap_or_else(|| along.any_orthonormal_vector());
    let eyes = [across, -across].map(|across| {
        let sight = Focus {
            distance: LEG_DISTANCE,
            preference: SIDE_WEIGHT,
            ..Focus::new(place, place + across * 2.0 + normal + Vec3::Y * 0.5)
        };
        sight.viewpoint(level)
    });
    let [one, other] = eyes.map(|eye| eye.distance(place));
    eyes[usize::from(other > one)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_level::inside::is_inside;
    use hexbound_scenes::SceneBuilder;

    #[test]
    fn the_eye_is_in_the_open_and_sees_the_contact_and_not_from_within_the_body() {
        let level = SceneBuilder::new()
            .floor(-9.0, -9.0, 9.0, 9.0, 0.0)
            .cuboid(Vec3::new(-9.0, 0.0, -3.0), Vec3::new(9.0, 3.0, -2.0))
            .cuboid(Vec3::new(1.0, 0.0, -2.0), Vec3::new(2.0, 3.0, 5.0))
            .build("corner")
            .expect("a level");
        let at = |x, y, z| level.to_local(glam::DVec3::new(x, y, z));
        let half = Vec3::new(0.4, 0.9, 0.4);
        // Against the wall, into the corner, on the floor.
        for (place, normal, center) in [
            (at(-3.0, 0.9, -2.0), Vec3::Z, at(-3.0, 0.9, -1.6)),
            (at(0.6, 0.9, -2.0), Vec3::Z, at(0.6, 0.9, -1.6)),
            (at(-3.0, 0.0, 2.0), Vec3::Y, at(-3.0, 0.9, 2.0)),
        ] {
            let eye = eye_for(place, normal, Vec3::new(0.02, 0.0, -0.03), &level);
            let is_in_body = (eye - center).abs().cmple(half + 0.15).all();
            assert!(!is_in_body, "{eye}");
            assert!(!is_inside(eye, &level.collision), "{eye}");
            assert!((eye - place).dot(normal) > 0.2, "{eye} of {place}");
            let delta = place - eye;
            let hit = (level.collision).ray_cast(eye, delta.normalize(), delta.length() - 0.03);
            assert!(hit.is_none(), "{place} is hidden from {eye}");
        }
    }
}
