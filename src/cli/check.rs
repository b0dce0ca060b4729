//! The command `check`: the findings about levels, as lines, as JSON and as pictures.

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Result;
use clap::Args;
use hexbound::app;
use hexbound_base::{logs, words::counted};
use hexbound_check::Verdict;
use hexbound_lab::PictureBook;
use hexbound_level::{AcceptedFinding, Finding, Level, LevelError, Severity, severity_counts};
use serde::Serialize;

use super::{
    exit_codes::UNABLE_CODE,
    leaks::{self, LeakArguments},
    levels,
    printing::{as_json, say},
    progress_bar::ProgressBar,
    shared_arguments::UnitArguments,
};

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// Levels' names or paths to .glb, .gltf, .map or .bsp files
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<OsString>,
    #[command(flatten)]
    pub unit: UnitArguments,
    /// Print JSON instead of lines: a list of levels, each with a list of findings.
    #[arg(long)]
    pub json: bool,
    /// Draw the place of each finding, with a mark, into the folder DIR, and write DIR/index.html,
    /// which lists them all.
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    #[command(flatten)]
    pub leaks: LeakArguments,
}

/// Checks every level, and returns the outcome as the exit code.
pub(super) fn run(arguments: &CheckArguments) -> Result<ExitCode> {
    let book = arguments.pictures.as_deref().map(PictureBook::create);
    let mut session = Session {
        arguments,
        book: book.transpose()?,
        reports: Vec::new(),
        has_error: false,
        is_unreadable: false,
    };
    for name in &arguments.levels {
        match levels::read(name, arguments.unit.reading()) {
            Ok(level) => session.check(name, &level)?,
            Err(refused) => session.refuse(name, &refused),
        }
    }
    session.finish()
}

/// A run of the command.
struct Session<'a> {
    arguments: &'a CheckArguments,
    book: Option<PictureBook>,
    reports: Vec<CheckReport>,
    has_error: bool,
    is_unreadable: bool,
}

impl Session<'_> {
    fn check(&mut self, argument: &OsStr, level: &Level) -> Result<()> {
        let name = &*argument.to_string_lossy();
        let mut verdict = verdict(name, level);
        let answer = leaks::search(&self.arguments.leaks, argument, level)?;
        if let Some(answer) = &answer {
            verdict.findings = hexbound_check::with_leaks(&answer.findings, verdict.findings);
        }
        if !self.arguments.json {
            write_lines(name, level, &verdict)?;
            if let Some(answer) = &answer {
                say(&format!("{name}: {}", answer.text))?;
            }
        }
        let pictures = self.draw(name, level, &verdict)?;
        let worst = verdict.findings.iter().map(Finding::severity).max();
        self.has_error |= worst == Some(Severity::Error);
        self.reports.push(CheckReport {
            leaks: answer.map(|answer| answer.text),
            ..CheckReport::new(name, level, &verdict, pictures)
        });
        Ok(())
    }

    /// Draws the findings if that is requested. Returns their pictures in their order.
    fn draw(
        &mut self,
        name: &str,
        level: &Level,
        verdict: &Verdict,
    ) -> Result<Vec<Option<PathBuf>>> {
        let Some(book) = &mut self.book else {
            return Ok(vec![None; verdict.findings.len()]);
        };
        let bar = ProgressBar::new();
        Ok(book.add(name, level, verdict, &bar.progress())?)
    }

    fn refuse(&mut self, argument: &OsStr, refused: &LevelError) {
        let name = &*argument.to_string_lossy();
        let refused = app::with_causes(refused);
        logs::say(&format!("hexbound: {refused}"));
        self.is_unreadable = true;
        if let Some(book) = &mut self.book {
            book.add_unreadable(name, &refused);
        }
        self.reports.push(CheckReport {
            level: name.to_owned(),
            unreadable: Some(refused),
            ..CheckReport::default()
        });
    }

    fn finish(mut self) -> Result<ExitCode> {
        if let Some(book) = self.book.take() {
            self.finish_book(book)?;
        }
        if self.arguments.json {
            say(&as_json(&self.reports)?)?;
        }
        Ok(match () {
            () if self.is_unreadable => ExitCode::from(UNABLE_CODE),
            () if self.has_error => ExitCode::FAILURE,
            () => ExitCode::SUCCESS,
        })
    }

    fn finish_book(&mut self, book: PictureBook) -> Result<()> {
        if let Some(why) = book.no_device() {
            log::warn!("the page has no pictures, since nothing can be drawn: {why}");
        }
        let drawn = book.drawn();
        let page = book.finish()?;
        if !self.arguments.json {
            let pictures = counted(drawn, "picture", "pictures");
            say(&format!("{pictures}: {}", page.display()))?;
        }
        Ok(())
    }
}

/// Searches a level; the terminal shows the progress.
fn verdict(name: &str, level: &Level) -> Verdict {
    let bar = ProgressBar::new();
    hexbound_check::verdict_reporting(level, &|what, share| {
        bar.show(&format!("{name}: {what}"), share);
    })
}

/// Writes the findings about a level: a heading, a line for each finding, and one for each that its
/// author accepts.
fn write_lines(name: &str, level: &Level, verdict: &Verdict) -> Result<()> {
    let Verdict { findings, accepted } = verdict;
    let counts = severity_counts(findings, Severity::Note);
    let counts = counts.unwrap_or_else(|| String::from("nothing is wrong"));
    let and = match accepted.len() {
        0 => String::new(),
        count => format!("; {count} accepted"),
    };
    say(&format!("{name}: {counts}{and}"))?;
    for finding in findings {
        let (severity, remedy) = (finding.severity().name(), finding.remedy());
        let said = said_of(finding, level);
        say(&format!("  {severity} {said} {remedy}"))?;
    }
    for AcceptedFinding { finding, reason } in accepted {
        let why = match &**reason {
            "" => String::new(),
            reason => format!(" Reason: {reason}"),
        };
        say(&format!("  accepted {}{why}", said_of(finding, level)))?;
    }
    Ok(())
}

/// A finding in one line without its remedy: its code, its place and its problem.
fn said_of(finding: &Finding, level: &Level) -> String {
    let code = finding.code.name();
    let place = finding.place.map_or_else(String::new, |place| {
        let [x, y, z] = level.to_file(place).to_array();
        format!(" at {x:.2}, {y:.2}, {z:.2}")
    });
    // Most sentences name the node themselves.
    let node = finding.node.as_ref();
    let node = node.filter(|node| !finding.problem.contains(&format!("\"{node}\"")));
    let node = node.map_or_else(String::new, |node| format!("node \"{node}\": "));
    let problem = &finding.problem;
    let stop = if problem.ends_with('?') { "" } else { "." };
    format!("{code}{place}: {node}{problem}{stop}")
}

/// A level's findings as JSON.
#[derive(Default, Serialize)]
struct CheckReport {
    level: String,
    /// The reason why the level can't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
    /// The answer of `--leaks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaks: Option<String>,
    findings: Vec<ListedFinding>,
    /// The findings that the level's author accepts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    accepted: Vec<ListedFinding>,
}

impl CheckReport {
    fn new(name: &str, level: &Level, verdict: &Verdict, pictures: Vec<Option<PathBuf>>) -> Self {
        let listed = verdict.findings.iter().zip(pictures);
        let listed = listed.map(|(finding, picture)| ListedFinding {
            picture: picture.map(|path| path.display().to_string()),
            ..ListedFinding::of(finding, level)
        });
        Self {
            level: name.to_owned(),
            findings: listed.collect(),
            accepted: (verdict.accepted.iter())
                .map(|it| ListedFinding {
                    reason: Some(it.reason.clone()),
                    ..ListedFinding::of(&it.finding, level)
                })
                .collect(),
            ..Self::default()
        }
    }
}

/// A finding as JSON. Places are meters in the file's own coordinates.
#[derive(Serialize)]
struct ListedFinding {
    severity: &'static str,
    code: &'static str,
    node: Option<String>,
    place: Option<[f64; 3]>,
    problem: String,
    remedy: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<[f64; 3]>,
    /// The file of the finding's picture, if one was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    /// The author's reason to accept it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl ListedFinding {
    fn of(finding: &Finding, level: &Level) -> Self {
        let in_file = |place| level.to_file(place).to_array();
        Self {
            severity: finding.severity().name(),
            code: finding.code.name(),
            node: finding.node.clone(),
            place: finding.place.map(in_file),
            problem: finding.problem.clone(),
            remedy: finding.remedy(),
            path: finding.path.iter().copied().map(in_file).collect(),
            picture: None,
            reason: None,
        }
    }
}
