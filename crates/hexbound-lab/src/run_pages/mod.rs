//! Pages about recorded runs: a folder with an HTML page for each, which needs no network and no other
//! file, and an index. `course` replays a run, and `page` writes the page.

mod chart;
mod course;
mod map;
mod page;

use std::path::{Path, PathBuf};

use crate::{
    pages::{Easel, PageFolder, PagesError, still},
    picture::as_png,
};
use course::ReplayedRun;
use hexbound_base::{files, progress::Progress};
use hexbound_level::Level;
use hexbound_render::PictureOptions;
use hexbound_replay::Recording;
use page::ListedPage;

const INDEX_PAGE: &str = "index.html";

/// The pages that were written.
#[derive(Clone, Debug)]
pub struct PagesWritten<E> {
    /// The files of the pages, one for each run in their order, then that of the index.
    pub pages: Vec<PathBuf>,
    /// The reason why requested pictures are missing on the first page without them.
    pub remark: Option<String>,
    /// The errors of the runs without a page.
    pub refused: Vec<E>,
    /// The reasons why some of the runs with pages contradict their recordings.
    pub altered: Vec<String>,
}

/// Writes the pages of runs, each on its own level, into `folder`, and reports its steps to `progress`.
/// The folder is created for the first page. Options for pictures request some.
///
/// A run that can't be read or played does not affect the others. There is no index if no run has a page.
pub fn write_pages<E: From<PagesError>>(
    folder: &Path,
    pictures: Option<PictureOptions>,
    runs: impl Iterator<Item = Result<(Level, Recording), E>>,
    progress: &Progress,
) -> Result<PagesWritten<E>, E> {
    let mut written = PagesWritten {
        pages: Vec::new(),
        remark: None,
        refused: Vec::new(),
        altered: Vec::new(),
    };
    let folder = PageFolder {
        path: folder,
        command: page::COMMAND,
        instead: "folder with --pages",
    };
    folder.refuse_page_of_others(INDEX_PAGE)?;
    let mut easel = pictures.map(Easel::new);
    let mut listed: Vec<ListedPage> = Vec::new();
    for run in runs {
        let played = run.and_then(|(level, recording)| {
            let course = ReplayedRun::of(&level, recording, progress).map_err(PagesError::from)?;
            Ok((level, course))
        });
        let (level, course) = match played {
            Ok(played) => played,
            Err(reason) => {
                written.refused.push(reason);
                continue;
            }
        };
        let easel_for_it = easel.as_mut().filter(|_| !course.chosen.is_empty());
        let pictures = easel_for_it.and_then(|easel| drawn(&level, &course, easel, progress));
        let failure = easel.as_ref().and_then(Easel::failure);
        let remark = failure.map(|why| format!("there are no pictures: {why}"));
        let name = name_of(&course, &listed);
        let html = page::page(
            &level,
            &course,
            &pictures.unwrap_or_default(),
            remark.as_deref(),
        );
        written.remark = written.remark.or(remark);
        (written.pages).push(folder.write_page(&format!("{name}.html"), &html)?);
        listed.push(ListedPage {
            name,
            title: page::title(&course),
            summary: page::in_short(&course),
        });
        written.altered.extend(course.fault);
    }
    if listed.is_empty() && !written.refused.is_empty() {
        return Ok(written);
    }
    (written.pages).push(folder.write_page(INDEX_PAGE, &page::index(&listed))?);
    Ok(written)
}

/// A unique name for a run's page.
fn name_of(course: &ReplayedRun, listed: &[ListedPage]) -> String {
    let stem = course.recording.path.file_stem().unwrap_or_default();
    let plain = |letter: char| match letter.is_ascii_alphanumeric() || "-_".contains(letter) {
        true => letter,
        false => '-',
    };
    let stem = stem.to_string_lossy();
    let stem: String = stem.trim_end_matches(".rec").chars().map(plain).collect();
    // On systems that ignore case, one file would replace the other.
    files::free_name(&stem, |name| {
        let mut taken = listed.iter().map(|it| it.name.as_str()).chain(["index"]);
        !taken.any(|taken| taken.eq_ignore_ascii_case(name))
    })
}

/// The pictures of the chosen moments, as PNG files; `None` for one that can't be drawn.
fn drawn(
    level: &Level,
    course: &ReplayedRun,
    easel: &mut Easel,
    progress: &Progress,
) -> Option<Vec<Vec<u8>>> {
    progress(
        &format!("{}: pictures", course.recording.path.display()),
        None,
    );
    easel.set_level(level);
    let moments = course.chosen.iter().map(|moment| {
        easel.draw(|offscreen| {
            let view = moment.why.view(level, offscreen.size());
            Ok(as_png(&still(offscreen, &view)?))
        })
    });
    moments.collect()
}
