//! Our pictures beside Bevy's: both programs draw the same levels from the same places, by turns.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use hexbound_lab::BenchReport;
use serde::Deserialize;

use super::{BevyEye, Failure, SIZE, WARM_UP_LIKE_BEVY, eye_in};

/// The number of times that each program draws each level; the median of each figure counts.
const ROUNDS: usize = 3;
/// A thousand kibibytes in bytes: Bevy's program counts memory in mebibytes, we in megabytes.
const MEGABYTES_A_MEBIBYTE: f64 = 1.048_576;
/// The word before the figures that Bevy's program prints.
const RESULT: &str = "RESULT ";

/// The figures of one program in one level.
#[derive(Clone, Copy, Default, Deserialize)]
struct Figures {
    /// A frame's time, milliseconds.
    #[serde(rename = "median_ms")]
    median: f64,
    #[serde(rename = "p99_ms")]
    p99: f64,
    /// The median of frames with what both programs draw and no more, milliseconds.
    #[serde(skip)]
    plain: f64,
    /// From the program's start to the first whole picture, seconds.
    #[serde(rename = "t_visible_s")]
    visible_after: f64,
    /// Megabytes.
    #[serde(rename = "hwm_mb")]
    peak_memory: f64,
}

/// Draws the levels by turns and gives the table; Bevy's columns are dashes without its `program`.
pub fn table(
    levels: &[String],
    program: &Path,
    frames: u32,
    measure: impl Fn(&str, bool) -> Result<BenchReport, Failure>,
) -> Result<String, Failure> {
    let mut text = String::from(
        "| level | frame, ms: median / 99 % | Bevy | ratio | equal features | ratio | \
         visible after, s | Bevy | ratio | peak memory, MB | Bevy | ratio |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let eyes: Result<Vec<_>, Failure> = levels.iter().map(|level| eye_in(level)).collect();
    for (level, eye) in levels.iter().zip(eyes?) {
        // A first start bakes the light, which is kept.
        measure(level, false)?;
        let (mut ours, mut bevys) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let plain = measure(level, true)?.frame.median;
            let all = Figures::from(&measure(level, false)?);
            ours.push(Figures { plain, ..all });
            if program.exists() {
                bevys.push(bevy(program, level, eye, frames)?);
            }
        }
        let bevys = bevys.first().map(|_| medians(&bevys));
        let line = line(eye.0, medians(&ours), bevys);
        print!("{line}");
        text += &line;
    }
    Ok(text)
}

fn bevy(program: &Path, level: &str, eye: &BevyEye, frames: u32) -> Result<Figures, Failure> {
    let BevyEye(_, [x, y, z], yaw) = eye;
    let [width, height] = SIZE;
    let output = Command::new(program)
        .arg(Path::new(level).canonicalize()?)
        .args(["--pos", &format!("{x},{y},{z}")])
        .args(["--yaw", &yaw.to_string()])
        .args(["--size", &format!("{width}x{height}")])
        .args(["--warm", &WARM_UP_LIKE_BEVY.to_string()])
        .args(["--frames", &frames.to_string()])
        .stderr(Stdio::null())
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let result = printed.lines().find_map(|line| line.strip_prefix(RESULT));
    let result = result.ok_or_else(|| format!("{}: {level}: {printed}", program.display()))?;
    let figures: Figures = serde_json::from_str(result)?;
    Ok(Figures {
        plain: figures.median,
        peak_memory: figures.peak_memory * MEGABYTES_A_MEBIBYTE,
        ..figures
    })
}

impl From<&BenchReport> for Figures {
    fn from(report: &BenchReport) -> Self {
        Self {
            median: report.frame.median,
            p99: report.frame.p99,
            plain: report.frame.median,
            visible_after: report.visible_after,
            peak_memory: report.peak_memory.unwrap_or(f64::NAN),
        }
    }
}

fn medians(rounds: &[Figures]) -> Figures {
    let median = |figure: fn(&Figures) -> f64| {
        let mut figures: Vec<f64> = rounds.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    Figures {
        median: median(|it| it.median),
        p99: median(|it| it.p99),
        plain: median(|it| it.plain),
        visible_after: median(|it| it.visible_after),
        peak_memory: median(|it| it.peak_memory),
    }
}

fn line(level: &str, ours: Figures, bevy: Option<Figures>) -> String {
    let beside = |figure: fn(&Figures) -> f64, digits: usize| {
        let Some(bevy) = &bevy else {
            return "not built | –".to_string();
        };
        format!(
            "{:.digits$} | {:.2}",
            figure(bevy),
            figure(&ours) / figure(bevy)
        )
    };
    format!(
        "| {level} | {:.0} / {:.0} | {} | {:.0} | {} | {:.2} | {} | {:.0} | {} |\n",
        ours.median,
        ours.p99,
        beside(|it| it.median, 0),
        ours.plain,
        bevy.map_or("–".into(), |bevy| format!(
            "{:.2}",
            ours.plain / bevy.plain
        )),
        ours.visible_after,
        beside(|it| it.visible_after, 2),
        ours.peak_memory,
        beside(|it| it.peak_memory, 0),
    )
}
