//! Pages about recorded runs: a folder with a page of HTML for each, which needs no network and no other
//! file, and an index that leads to them. `course` plays a run, `page` writes what became of it.

mod chart;
mod course;
mod map;
mod page;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{
    finding_pictures::lighten,
    html::is_of_others,
    picture::{as_png, draw_still},
};
use course::{Course, ToldTick};
use hexbound_base::{files, progress::Progress};
use hexbound_level::Level;
use hexbound_render::{Offscreen, PictureOptions, RenderError};
use hexbound_replay::{Recording, ReplayError};

/// The conditions of the pages.
#[derive(Clone, Debug, Default)]
pub struct PagesOptions {
    /// The options of the pictures; `None` for pages without any.
    pub pictures: Option<PictureOptions>,
}

/// The pages that were written.
#[derive(Clone, Debug)]
pub struct PagesWritten<E> {
    /// The files of the pages, one for each run in their order, then that of the index.
    pub pages: Vec<PathBuf>,
    /// The reason why the first page that lacks pictures although they were asked for has none.
    pub remark: Option<String>,
    /// The reasons why some of the runs have no page.
    pub refused: Vec<E>,
    /// The reasons why some of the runs, which have pages, are not what their recordings say.
    pub altered: Vec<String>,
}

#[derive(Debug, Error)]
pub enum PagesError {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error("cannot write {}; choose another folder with --pages", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "{} is no page about a run, and it is not replaced; choose another folder with --pages",
        path.display()
    )]
    OthersPage { path: PathBuf },
}

/// Writes the pages of runs, each with the level that it was made on, into `folder`, which is made when
/// absent and there is a page to write, and reports to `progress` what it does. A run that can't be read or played leaves the others theirs, and
/// there is no index where none has one.
pub fn write_pages<E: From<PagesError>>(
    folder: &Path,
    options: &PagesOptions,
    runs: impl Iterator<Item = Result<(Level, Recording), E>>,
    progress: &Progress,
) -> Result<PagesWritten<E>, E> {
    let mut written = PagesWritten {
        pages: Vec::new(),
        remark: None,
        refused: Vec::new(),
        altered: Vec::new(),
    };
    let index = folder.join("index.html");
    refuse_page_of_others(&index)?;
    let mut listed = Vec::new();
    for run in runs {
        let (level, course) = match run.and_then(|run| played(run, progress)) {
            Ok(played) => played,
            Err(reason) => {
                written.refused.push(reason);
                continue;
            }
        };
        let drawn = pictures(&level, &course, options, progress);
        let (pictures, remark) = or_remark(drawn);
        let name = free_name(&course, &listed);
        fs::create_dir_all(folder).map_err(|source| write_error(folder, source))?;
        let path = folder.join(&name);
        let html = page::page(&level, &course, &pictures, remark.as_deref());
        written.remark = written.remark.or(remark);
        write_page(&path, html)?;
        listed.push((name, page::title(&course), page::in_short(&course)));
        written.pages.push(path);
        written.altered.extend(course.fault);
    }
    if listed.is_empty() && !written.refused.is_empty() {
        return Ok(written);
    }
    write_page(&index, page::index(&listed))?;
    written.pages.push(index);
    Ok(written)
}

/// Plays a run on its level.
fn played<E: From<PagesError>>(
    (level, recording): (Level, Recording),
    progress: &Progress,
) -> Result<(Level, Course), E> {
    let course = Course::of(&level, recording, progress).map_err(PagesError::from)?;
    Ok((level, course))
}

/// The pictures of one run, or none and the reason for that.
fn or_remark(drawn: Result<Vec<Vec<u8>>, RenderError>) -> (Vec<Vec<u8>>, Option<String>) {
    match drawn {
        Ok(pictures) => (pictures, None),
        Err(error) => (Vec::new(), Some(format!("there are no pictures: {error}"))),
    }
}

/// Writes a page, in the place of an older one of this command alone.
fn write_page(path: &Path, html: String) -> Result<(), PagesError> {
    refuse_page_of_others(path)?;
    files::write_whole(path, html.as_bytes()).map_err(|source| write_error(path, source))
}

/// Refuses the place of a page that another program, or another command, has written.
fn refuse_page_of_others(path: &Path) -> Result<(), PagesError> {
    match is_of_others(path, page::GENERATOR) {
        true => Err(PagesError::OthersPage {
            path: path.to_owned(),
        }),
        false => Ok(()),
    }
}

fn write_error(path: &Path, source: io::Error) -> PagesError {
    PagesError::Write {
        path: path.to_owned(),
        source,
    }
}

/// A name for a run's page that no other has.
fn free_name(course: &Course, listed: &[(String, String, String)]) -> String {
    let stem = course
        .file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let plain = |letter: char| match letter.is_ascii_alphanumeric() || "-_".contains(letter) {
        true => letter,
        false => '-',
    };
    let stem: String = stem.trim_end_matches(".rec").chars().map(plain).collect();
    // Where file names ignore case, one would take the place of the other.
    let is_other = |taken: &str, name: &str| !taken.eq_ignore_ascii_case(name);
    let is_free = |name: &String| {
        is_other("index.html", name) && listed.iter().all(|it| is_other(&it.0, name))
    };
    let numbered = (2..).map(|number| format!("{stem}-{number}.html"));
    let mut names = std::iter::once(format!("{stem}.html")).chain(numbered);
    names.find(is_free).unwrap_or(stem)
}

/// The pictures of the moments that have been chosen, as PNG files.
fn pictures(
    level: &Level,
    course: &Course,
    options: &PagesOptions,
    progress: &Progress,
) -> Result<Vec<Vec<u8>>, RenderError> {
    let Some(picture) = options
        .pictures
        .as_ref()
        .filter(|_| !course.chosen.is_empty())
    else {
        return Ok(Vec::new());
    };
    let mut offscreen = Offscreen::new(picture)?;
    progress(&format!("{}: pictures", course.file.display()), None);
    offscreen.set_level_by_cache(level)?;
    let pictured = |moment: &ToldTick| {
        let view = moment.why.view(level, picture.size);
        let mut image = draw_still(&mut offscreen, &view)?;
        lighten(&mut image);
        Ok(as_png(&image))
    };
    course.chosen.iter().map(pictured).collect()
}
