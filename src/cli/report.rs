//! The command that writes pages about runs.

use std::io;

use anyhow::Result;
use hexbound::{
    headless::{self, PagesOptions},
    render::PictureOptions,
};

use super::{
    arguments::{ReportArguments, adapter},
    commands::{level_of, say},
    runs,
};

/// The size of a page's pictures, pixels.
const SIZE: [u32; 2] = [960, 540];

pub fn run(arguments: &ReportArguments) -> Result<()> {
    let pictures = PictureOptions {
        size: SIZE,
        quality: headless::finding_quality(),
        adapter: adapter(arguments.adapter.as_ref()),
    };
    let options = PagesOptions {
        pictures: (!arguments.no_pictures).then_some(pictures),
    };
    let opened = arguments.runs.iter().map(|run| {
        let recording = runs::read(run)?;
        let level = level_of(&recording, arguments.level.as_deref())?;
        Ok((level, recording))
    });
    let written = headless::write_pages::<anyhow::Error>(&arguments.output, &options, opened)?;
    if let Some(remark) = &written.remark {
        log::warn!("{remark}");
    }
    let mut out = io::stdout().lock();
    for page in &written.pages {
        say(&mut out, &page.display().to_string())?;
    }
    Ok(())
}
