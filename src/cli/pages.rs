//! The pages about runs that `verify --pages` writes.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use hexbound_render::PictureOptions;

use super::{
    exit_codes::conclude, levels::level_of, printing::say, progress_bar::ProgressBar, runs,
    shared_arguments::adapter, values,
};

/// The size of a page's pictures, pixels.
const PICTURE_SIZE: [u32; 2] = [960, 540];

#[derive(Args, Debug)]
pub(crate) struct PageArguments {
    /// Write a page about each run and index.html into a folder, which is made when absent.
    #[arg(long, value_name = "DIR", value_parser = values::folder)]
    pub pages: Option<PathBuf>,
    /// Leave out the pictures of the pages, which need a graphics adapter.
    #[arg(long, requires = "pages")]
    pub no_pictures: bool,
    /// The adapter of the pages' pictures, by a part of its name, its kind or its interface.
    #[arg(long, value_name = "NAME", requires = "pages")]
    pub adapter: Option<String>,
}

/// Writes the pages. A run that can't be read or played does not affect the other pages.
pub(super) fn write(
    folder: &Path,
    files: &[PathBuf],
    level: Option<&str>,
    arguments: &PageArguments,
) -> Result<()> {
    let pictures = PictureOptions {
        size: PICTURE_SIZE,
        quality: hexbound_lab::finding_quality(),
        adapter: adapter(arguments.adapter.as_ref()),
    };
    let pictures = (!arguments.no_pictures).then_some(pictures);
    let opened = files.iter().map(|run| {
        let recording = runs::read_to_confirm(run)?;
        Ok((level_of(&recording, level)?, recording))
    });
    let bar = ProgressBar::new();
    let written =
        hexbound_lab::write_pages::<anyhow::Error>(folder, pictures, opened, &bar.progress())?;
    drop(bar);
    if let Some(remark) = &written.remark {
        log::warn!("{remark}");
    }
    for page in &written.pages {
        say(&page.display().to_string())?;
    }
    conclude(&written.refused, written.altered)
}
