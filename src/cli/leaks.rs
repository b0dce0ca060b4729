//! The part of the command `check` that proves a level closed or shows its hole.

use std::{ffi::OsStr, path::PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use hexbound_base::words::for_shell;
use hexbound_check::leaks::{self, LeakQuery, LeakReport, Moves};
use hexbound_level::{Finding, Level};
use hexbound_sim::Rules;

use super::{levels::lasting_name, progress_bar::ProgressBar};

/// The questions about ways out of a level.
#[derive(Args, Debug)]
pub(crate) struct LeakArguments {
    /// Prove that nobody gets out of the level, or show the hole: by flying, which stands for any
    /// move at all, or by --leaks=walk, jump or blast.
    #[arg(long, value_name = "MOVES", num_args = 0..=1, require_equals = true, default_missing_value = "fly")]
    pub leaks: Option<Moves>,
    /// The width and height of the body that flies, in meters [default: 0.8x1.1, the player who
    /// crouches]
    #[arg(long, value_name = "WxH", requires = "leaks", value_parser = body_size)]
    pub body: Option<[f32; 2]>,
    /// Write the way out to FILE, for 'hexbound replay'.
    #[arg(long, value_name = "FILE", requires = "leaks")]
    pub leak_recording: Option<PathBuf>,
}

/// Parses the width and height of a body, meters.
fn body_size(text: &str) -> Result<[f32; 2], String> {
    let wrong = || format!("'{text}' is no size: 0.8x1.8 is one, meters wide and high");
    let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f32>().map_err(|_| wrong());
    Ok([number(width)?, number(height)?])
}

/// The answer for a level.
pub(super) struct LeakAnswer {
    /// The answer as text, of one or more lines.
    pub text: String,
    /// The findings of the answer, the gravest first.
    pub findings: Vec<Finding>,
}

/// Searches a level for leaks. Returns `None` if the arguments do not request it.
pub(super) fn search(
    arguments: &LeakArguments,
    name: &OsStr,
    level: &Level,
) -> Result<Option<LeakAnswer>> {
    let Some(moves) = arguments.leaks else {
        return Ok(None);
    };
    let query = LeakQuery {
        moves,
        body: arguments.body.map(|size| size.map(|length| length * 0.5)),
    };
    let bar = ProgressBar::new();
    let report = leaks::find_leaks(level, query, &bar.progress())
        .context("--body asks for a body that can't be")?;
    drop(bar);
    let mut text = leaks::summary(&report);
    text += &shot_command(&name.to_string_lossy(), level, &report);
    if let Some(path) = &arguments.leak_recording {
        let commands = report.leak.as_ref().and_then(|leak| leak.commands.as_ref());
        match commands {
            Some(commands) => {
                hexbound_lab::record(Rules::default(), level, &lasting_name(name), commands, path)?;
                let path = for_shell(&path.display().to_string());
                text += &format!("\n  the way out: hexbound replay {path}");
            }
            None => text += "\n  no way out was made by real commands: nothing is recorded",
        }
    }
    Ok(Some(LeakAnswer {
        text,
        findings: leaks::findings(&report),
    }))
}

/// The advice to draw the hole with the command `shot`, if there is a hole.
fn shot_command(name: &str, level: &Level, report: &LeakReport) -> String {
    let Some(leak) = &report.leak else {
        return String::new();
    };
    let (eye, yaw, pitch) = leak.hole.camera(&level.collision);
    let [x, y, z] = level.to_file(eye).to_array();
    format!(
        "\n  to see it: hexbound shot {} -o hole.png --camera {x:.2},{y:.2},{z:.2},{:.1},{:.1}",
        for_shell(name),
        yaw.to_degrees(),
        pitch.to_degrees()
    )
}
