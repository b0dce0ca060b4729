//! The command that writes pages about runs.

use std::{io, path::PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use hexbound_render::PictureOptions;

use super::{
    exit_codes::{self, Finding},
    levels::level_of,
    printing::say,
    progress_bar::ProgressBar,
    runs,
    shared_arguments::adapter,
    values,
};

/// The size of a page's pictures, pixels.
const SIZE: [u32; 2] = [960, 540];

pub(super) const EXAMPLES: &str = "\
Writes one page of HTML for each run, which needs no network and no other file, and index.html, which
leads to them: the path on a map, contacts, speed and time a tick, the methods, events, the ticks that
stopped, freed or put back the player or led through what stands, pictures of some of them, and how to
replay it. A run that can't be read or played leaves the others their pages; the exit code is then 2. It
is 1 where runs were only cut short or altered; the page of one that can be played says where.

Examples:
  hexbound report run.rec -o pages
  hexbound report observatory friend.rec.gz -o pages --no-pictures";

#[derive(Args, Debug)]
pub(crate) struct ReportArguments {
    /// Recordings, kept runs' names, or levels' names for the best runs kept of them.
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// The folder for the pages; made when absent.
    #[arg(short, long, value_name = "DIR", value_parser = values::folder)]
    pub output: PathBuf,
    /// Leave out the pictures, which need a graphics adapter.
    #[arg(long)]
    pub no_pictures: bool,
    /// The graphics adapter, by a part of its name, its kind (discrete, integrated, software) or its
    /// interface.
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// Where the level is now, when it is not where it was.
    #[arg(long)]
    pub level: Option<String>,
}

pub(super) fn run(arguments: &ReportArguments) -> Result<()> {
    let pictures = PictureOptions {
        size: SIZE,
        quality: hexbound_lab::finding_quality(),
        adapter: adapter(arguments.adapter.as_ref()),
    };
    let pictures = (!arguments.no_pictures).then_some(pictures);
    let opened = arguments.runs.iter().map(|run| {
        let recording = runs::read_to_confirm(run)?;
        let level = level_of(&recording, arguments.level.as_deref())?;
        Ok((level, recording))
    });
    let bar = ProgressBar::new();
    let progress = |what: &str, share| bar.show(what, share);
    let written =
        hexbound_lab::write_pages::<anyhow::Error>(&arguments.output, pictures, opened, &progress)?;
    drop(bar);
    if let Some(remark) = &written.remark {
        log::warn!("{remark}");
    }
    let mut out = io::stdout().lock();
    for page in &written.pages {
        say(&mut out, &page.display().to_string())?;
    }
    let refused = written.refused.iter().map(|reason| format!("{reason:#}"));
    let reasons: Vec<String> = refused.chain(written.altered).collect();
    let said = match &reasons[..] {
        [] => return Ok(()),
        [only] => only.clone(),
        [first, others @ ..] => {
            format!("{first}; and {} more: {}", others.len(), others.join("; "))
        }
    };
    match written.refused.iter().all(exit_codes::is_answer) {
        true => Err(Finding(said).into()),
        false => bail!(said),
    }
}
