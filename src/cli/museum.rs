//! The command `museum`: opens a hall of the museum of failures, lists what it shows, or plays every
//! vector of it and says whether each method does as it should.

use std::{ffi::OsStr, io, process::ExitCode};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum, builder::PossibleValue};
use hexbound::app;
use hexbound_base::words::counted;
use hexbound_level::Reading;
use hexbound_museum::Verdict;
use hexbound_scenes::{Hall, catalog};
use hexbound_sim::MethodChoices;

use super::{
    levels::open,
    printing::{as_json, say},
    progress_bar::ProgressBar,
    shared_arguments::{ExposureArguments, WindowArguments},
    windows::{preload, window_options},
};

pub(super) const EXAMPLES: &str = "\
In each bay of a hall the same ground lies twice: at the left a usual method meets it and fails, at the
right the game's own. Step on the yellow button, and both play the same moves; the plaque says what fails,
who met it, and what was measured. Walk in and try it yourself. docs/museum.md has the list with figures.

With --check every vector is played without a window. The exit code is 0 if all is as it should be (each
left side fails, each right side holds), 1 if one is not, and 2 if they could not be played. --list and
--check are about all halls unless one is named.

Examples:
  hexbound museum              the hall of walking
  hexbound museum balls
  hexbound museum --list
  hexbound museum documents --list
  hexbound museum --check
  hexbound museum balls --check
  hexbound museum --check a1,b4 --json";

/// The code that means all exhibits.
const ALL: &str = "all";

#[derive(Args, Debug)]
pub(crate) struct MuseumArguments {
    /// The hall to enter, or to list or check [default: walking; for --list and --check all]
    pub hall: Option<ChosenHall>,
    /// List what is shown, with codes, instead of opening a window.
    #[arg(long, conflicts_with = "check")]
    pub list: bool,
    /// Play all vectors, or those of the exhibits with these codes, without a window.
    #[arg(long, value_name = "CODES", value_delimiter = ',', num_args = 0..=1, default_missing_value = ALL)]
    pub check: Option<Vec<String>>,
    /// Print JSON instead of lines.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub window: WindowArguments,
    #[command(flatten)]
    pub exposure: ExposureArguments,
}

/// A hall as a value of the command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChosenHall(Hall);

impl ValueEnum for ChosenHall {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            ChosenHall(Hall::Walking),
            ChosenHall(Hall::Balls),
            ChosenHall(Hall::Documents),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

pub(super) fn run(arguments: &MuseumArguments) -> Result<ExitCode> {
    let named = arguments.hall.map(|ChosenHall(hall)| [hall]);
    let halls = named.as_ref().map_or(&Hall::ALL[..], |named| &named[..]);
    if arguments.json && arguments.check.is_none() {
        bail!("--json is for --check; add it in the place of --list, or leave --json out");
    }
    if arguments.list {
        say(
            &mut io::stdout().lock(),
            hexbound_museum::list(halls).trim_end(),
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(codes) = &arguments.check {
        return check(halls, codes, arguments.json);
    }
    enter(arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Opens a window in a hall.
fn enter(arguments: &MuseumArguments) -> Result<()> {
    let hall = arguments
        .hall
        .map_or(Hall::Walking, |ChosenHall(hall)| hall);
    let name = catalog::hall(hall);
    let preload = preload(&arguments.window);
    let level = open(OsStr::new(&name), Reading::default())?;
    let start = app::Start::Player {
        methods: MethodChoices::default(),
        opened_by: name,
        record: None,
        rival: None,
    };
    let options = window_options(&arguments.window, arguments.exposure);
    Ok(app::play(
        app::Entrance::from(level),
        start,
        options,
        preload,
    )?)
}

fn check(halls: &[Hall], codes: &[String], json: bool) -> Result<ExitCode> {
    let codes = asked_for(halls, codes)?;
    let mut failed = None;
    // Without JSON each verdict is a line of its own.
    let bar = json.then(ProgressBar::new);
    let show = |played: usize| {
        if let Some(bar) = &bar {
            bar.show(
                "playing the vectors",
                Some(played as f32 / codes.len() as f32),
            );
        }
    };
    show(0);
    let mut played = 0;
    let verdicts = hexbound_museum::check(&codes, |verdict| {
        played += 1;
        show(played);
        if !json {
            let said = say(&mut io::stdout().lock(), &line(verdict));
            failed = said.err().or(failed.take());
        }
    });
    drop(bar);
    if let Some(error) = failed {
        return Err(error);
    }
    let wrong = verdicts.iter().filter(|it| !is_right(it)).count();
    let out = &mut io::stdout().lock();
    match json {
        true => say(out, &as_json(&verdicts)?)?,
        false => say(out, &summary(verdicts.len(), wrong))?,
    }
    Ok(match wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// The codes of the exhibits to be played: those that are named, or all of these halls.
fn asked_for<'a>(halls: &[Hall], codes: &'a [String]) -> Result<Vec<&'a str>> {
    let known = hexbound_museum::codes(halls);
    if matches!(codes, [all] if all == ALL) {
        return Ok(known);
    }
    // A comma too many names nothing.
    let codes = codes.iter().map(|code| code.trim());
    let codes: Vec<&str> = codes.filter(|code| !code.is_empty()).collect();
    let is_known = |code: &&&str| known.iter().any(|known| known.eq_ignore_ascii_case(code));
    let Some(unknown) = codes.iter().find(|code| !is_known(code)) else {
        return match codes.is_empty() {
            true => bail!("--check names no exhibit; there are {}", known.join(", ")),
            false => Ok(codes),
        };
    };
    let place = match halls {
        [hall] => format!(" in the hall {}", hall.name()),
        _ => String::new(),
    };
    let hall = Hall::ALL.iter().find(|hall| hall.name() == *unknown);
    let hall = hall.map_or_else(String::new, |hall| {
        format!(
            "; 'hexbound museum {} --check' plays that hall",
            hall.name()
        )
    });
    bail!(
        "there is no exhibit '{unknown}'{place}; there are {}{hall}",
        known.join(", ")
    )
}

/// The outcome of all vectors in a sentence.
fn summary(all: usize, wrong: usize) -> String {
    let played = counted(all, "vector", "vectors");
    match (all, wrong) {
        (1, 0) => format!("{played}, as it should be"),
        (_, 0) => format!("{played}, all as they should be"),
        (1, _) => format!("{played}, not as it should be"),
        (_, 1) => format!("{played}, one of them not as it should be"),
        _ => format!("{played}, {wrong} of them not as they should be"),
    }
}

fn is_right(verdict: &Verdict) -> bool {
    verdict.naive_fails && verdict.ours_holds
}

/// A verdict for people.
fn line(verdict: &Verdict) -> String {
    let naive = match verdict.naive_fails {
        true => "fails, as it should",
        false => "HOLDS, though it should fail",
    };
    let ours = match verdict.ours_holds {
        true => "holds",
        false => "FAILS",
    };
    format!(
        "{}\n  left   {}: {naive}\n  right  {}: {ours} ({})\n",
        verdict.title, verdict.naive_said, verdict.ours_said, verdict.bound
    )
}
