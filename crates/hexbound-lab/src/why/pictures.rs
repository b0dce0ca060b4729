//! The folder with a tick's page: a picture of each leg, one of the whole tick, and `why.html`.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use image::RgbaImage;
use thiserror::Error;

use super::{Why, camera::Looked, page};
use crate::{
    finding_pictures::lighten,
    html::is_of_others,
    picture::{as_png, draw_still},
};
use hexbound_base::files;
use hexbound_check::look_at;
use hexbound_inspect::why::legs::{SlideLeg, legs_of};
use hexbound_level::Level;
use hexbound_render::{Offscreen, PictureOptions, RenderError};
use hexbound_sim::View;

/// The name of the page in its folder.
const PAGE: &str = "why.html";
/// The distance from which the whole tick is looked at, so that all of the body is seen, meters.
const OVERVIEW_AWAY: f32 = 3.4;

/// The part of the way from a contact to the body's center at which the middle of a leg's picture is.
const TO_BODY: f32 = 0.25;

/// The files that were written.
#[derive(Clone, Debug)]
pub struct TickPagesWritten {
    pub page: PathBuf,
    /// The pictures: of the whole tick first, then leg by leg; none without a device.
    pub pictures: Vec<PathBuf>,
    /// The reason why there are no pictures.
    pub remark: Option<String>,
}

/// The reason why a tick's page can't be written.
#[derive(Debug, Error)]
pub enum TickPagesError {
    #[error("cannot write {}; choose another folder with --pictures", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "{} is no page of 'hexbound why' and stays as it is; choose another folder with --pictures",
        path.display()
    )]
    OthersPage { path: PathBuf },
}

/// Writes the page of a tick with its pictures into `folder`, which is made when absent. Without a
/// graphics device the page has no pictures, and says why.
pub fn write_tick_page(
    folder: &Path,
    why: &Why,
    level: &Level,
    options: &PictureOptions,
) -> Result<TickPagesWritten, TickPagesError> {
    fs::create_dir_all(folder).map_err(|source| write_error(folder, source))?;
    let page = folder.join(PAGE);
    if is_of_others(&page, page::GENERATOR) {
        return Err(TickPagesError::OthersPage { path: page });
    }
    // What can't be written is known before anything is drawn.
    write(&page, page::page(why, level, &[], None).as_bytes())?;
    let (drawn, remark) = match pictures(why, level, options) {
        Ok(drawn) => (drawn, None),
        Err(error) => (Vec::new(), Some(format!("there are no pictures: {error}"))),
    };
    let tick = why.journal.tick;
    let name = |number: usize| match number {
        0 => format!("why-{tick}-overview.png"),
        _ => format!("why-{tick}-leg-{number}.png"),
    };
    let names: Vec<String> = (0..drawn.len()).map(name).collect();
    for (name, image) in names.iter().zip(&drawn) {
        write(&folder.join(name), &as_png(image))?;
    }
    let html = page::page(why, level, &names, remark.as_deref());
    write(&page, html.as_bytes())?;
    Ok(TickPagesWritten {
        page,
        pictures: names.iter().map(|name| folder.join(name)).collect(),
        remark,
    })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TickPagesError> {
    files::write_whole(path, bytes).map_err(|source| write_error(path, source))
}

fn write_error(path: &Path, source: io::Error) -> TickPagesError {
    TickPagesError::Write {
        path: path.to_owned(),
        source,
    }
}

/// Draws the whole tick, then leg by leg.
fn pictures(
    why: &Why,
    level: &Level,
    options: &PictureOptions,
) -> Result<Vec<RgbaImage>, RenderError> {
    let mut offscreen = Offscreen::new(options)?;
    offscreen.set_level_by_cache(level)?;
    let legs = legs_of(&why.journal.kernel);
    let of_legs = legs.iter().map(|leg| view_of(leg, why, level));
    let views = std::iter::once(why.view_from(level, OVERVIEW_AWAY)).chain(of_legs);
    views
        .map(|view| {
            let mut image = draw_still(&mut offscreen, &view)?;
            lighten(&mut image);
            Ok(image)
        })
        .collect()
}

/// The view of a leg at its contact, with its lines.
fn view_of(leg: &SlideLeg, why: &Why, level: &Level) -> View {
    let body = &why.journal.body;
    let looked = Looked {
        place: leg.place(),
        normal: leg.normal(),
        along: leg.leg.wish.as_vec3(),
        centers: [leg.leg.from.as_vec3(), leg.leg.to.as_vec3()],
        half: body.half_extents(),
    };
    let mut view = why.view.clone();
    view.eye = looked.eye(level);
    look_at(&mut view, looked.place.lerp(looked.centers[1], TO_BODY));
    view.debug = leg.marks(body);
    view
}
