//! `hexbound bench`: measures levels, each in a process of its own, and writes the table; or tries
//! whether memory grows.

use std::{
    env, fs, io,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use hexbound::{
    app::{self, BenchError},
    headless::{self, BenchOptions, BenchReport, MOST_GROWTH, Pose, SoakOptions, SoakReport},
    level::Level,
    render::Culling,
    settings::FIELD_OF_VIEW,
};

use super::{
    arguments::{BenchArguments, Occlusion},
    commands::{SHIPPED_LEVEL, open, say},
};

const TABLE_FILE: &str = "docs/benchmarks.md";
const TABLE_START: &str = "<!-- drawing: begin -->";
const TABLE_END: &str = "<!-- drawing: end -->";
/// Frames drawn before the measured ones.
const WARM_UP: u32 = 5;
const WARM_UP_LIKE_BEVY: u32 = 60;

/// Where the peer's pictures were measured: the level's name, the eye in the file's coordinates
/// (meters) and the yaw (degrees).
const PEER_EYES: [(&str, [f64; 3], f32); 4] = [
    ("oa_dm1", [3.25, 1.35, -43.5], 45.0),
    ("oacmpctf3", [-91.0, 1.6, 11.0], 270.0),
    ("oacmpctf3-dense", [-91.0, 1.6, 11.0], 270.0),
    ("zdm2", [-1.38, 10.71, -7.59], 135.0),
];

pub fn run(arguments: &BenchArguments) -> Result<()> {
    let began = Instant::now();
    let shipped = [SHIPPED_LEVEL.to_owned()];
    let levels = if arguments.levels.is_empty() {
        &shipped[..]
    } else {
        &arguments.levels[..]
    };
    if let Some(seconds) = arguments.soak {
        return match levels {
            [level] => soak(level, seconds, arguments),
            _ => bail!("--soak tries one level at a time, so that its memory is its own"),
        };
    }
    let reports = match levels {
        [level] => vec![measure(level, arguments, began)?],
        _ => (levels.iter())
            .map(|level| measure_apart(level, arguments))
            .collect::<Result<_>>()?,
    };
    print(&reports, arguments)?;
    if arguments.write {
        write_table(Path::new(TABLE_FILE), &headless::table(&reports))?;
    }
    Ok(())
}

fn print(reports: &[BenchReport], arguments: &BenchArguments) -> Result<()> {
    let text = match reports {
        [report] if arguments.json => serde_json::to_string_pretty(report)?,
        _ if arguments.json => serde_json::to_string_pretty(reports)?,
        _ => {
            let summaries: Vec<String> = reports.iter().map(BenchReport::summary).collect();
            summaries.join("\n")
        }
    };
    say(&mut io::stdout().lock(), &text)
}

fn measure(name: &str, arguments: &BenchArguments, began: Instant) -> Result<BenchReport> {
    let size = [arguments.size.width, arguments.size.height];
    let ahead = (!arguments.offscreen).then(|| app::Ahead::begin(size));
    let level = open(name, arguments.scale)?;
    let (warm_up, stand) = match arguments.like_bevy {
        true => (WARM_UP_LIKE_BEVY, peer_eye(&level)),
        false => (WARM_UP, None),
    };
    let options = BenchOptions {
        frames: arguments.frames,
        warm_up,
        size,
        culling: culling(arguments.occlusion),
        field_of_view: FIELD_OF_VIEW.to_radians(),
        stand,
        began,
    };
    let Some(ahead) = ahead else {
        return Ok(headless::bench(&level, &options)?);
    };
    match app::bench(&level, &options, ahead) {
        Ok(report) => Ok(report),
        Err(closed @ BenchError::Closed) => Err(closed.into()),
        Err(error) => {
            log::warn!("{}; measuring offscreen", app::with_causes(&error));
            Ok(headless::bench(&level, &options)?)
        }
    }
}

/// Fails where memory has grown.
fn soak(name: &str, seconds: u32, arguments: &BenchArguments) -> Result<()> {
    let size = [arguments.size.width, arguments.size.height];
    let ahead = (!arguments.offscreen).then(|| app::Ahead::begin(size));
    let level = open(name, arguments.scale)?;
    let options = SoakOptions {
        time: Duration::from_secs(seconds.into()),
        size,
        field_of_view: FIELD_OF_VIEW.to_radians(),
    };
    let report = soak_somewhere(&level, options, ahead)?;
    let text = match arguments.json {
        true => serde_json::to_string_pretty(&report)?,
        false => report.summary(),
    };
    say(&mut io::stdout().lock(), &text)?;
    let Some(part) = report.grown() else {
        return Ok(());
    };
    bail!(
        "memory grew by {:.0} %, from {:.0} to {:.0} MB, while {} were drawn; more than {:.0} % means \
         that something keeps what each frame makes",
        part.growth * 100.0,
        part.start,
        part.end,
        part.name,
        MOST_GROWTH * 100.0
    )
}

/// In a window where one can be opened.
fn soak_somewhere(
    level: &Level,
    options: SoakOptions,
    ahead: Option<app::Ahead>,
) -> Result<SoakReport> {
    let Some(ahead) = ahead else {
        return Ok(headless::soak(level, options)?);
    };
    match app::soak(level, options, ahead) {
        Ok(report) => Ok(report),
        Err(error @ (BenchError::Closed | BenchError::Soak(_))) => Err(error.into()),
        Err(error) => {
            log::warn!("{}; playing offscreen", app::with_causes(&error));
            Ok(headless::soak(level, options)?)
        }
    }
}

fn culling(occlusion: Occlusion) -> Culling {
    match occlusion {
        Occlusion::Auto => Culling::WhenItPays,
        Occlusion::Never => Culling::Never,
        Occlusion::Always => Culling::Always,
    }
}

fn peer_eye(level: &Level) -> Option<Pose> {
    let (_, eye, yaw) = PEER_EYES.iter().find(|(name, ..)| *name == level.name)?;
    Some(Pose {
        eye: level.to_local((*eye).into()),
        yaw: yaw.to_radians(),
        pitch: 0.0,
    })
}

/// The same in a process of its own, whose peak memory and start are the level's alone.
fn measure_apart(level: &str, arguments: &BenchArguments) -> Result<BenchReport> {
    let program = env::current_exe().context("cannot find this program to run it again")?;
    let mut command = Command::new(program);
    command
        .args(["bench", "--json", "--frames"])
        .arg(arguments.frames.to_string())
        .arg("--size")
        .arg(arguments.size.to_string())
        .arg("--scale")
        .arg(arguments.scale.to_string());
    if arguments.offscreen {
        command.arg("--offscreen");
    }
    if arguments.like_bevy {
        command.arg("--like-bevy");
    }
    command.arg(match arguments.occlusion {
        Occlusion::Auto => "--occlusion=auto",
        Occlusion::Never => "--occlusion=never",
        Occlusion::Always => "--occlusion=always",
    });
    let output = command
        .args(["--", level])
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot measure {level}"))?;
    if !output.status.success() {
        bail!("measuring {level} failed; what it said stands above");
    }
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("measuring {level} gave no figures"))
}

fn write_table(path: &Path, table: &str) -> Result<()> {
    let old = fs::read_to_string(path).with_context(|| {
        format!(
            "cannot read {}; run this in the project's folder",
            path.display()
        )
    })?;
    let new = with_table(&old, table).with_context(|| {
        format!(
            "{} has no lines '{TABLE_START}' and '{TABLE_END}'; put them where the table goes",
            path.display()
        )
    })?;
    fs::write(path, new).with_context(|| format!("cannot write {}", path.display()))
}

/// `None` where the marks are missing.
fn with_table(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(TABLE_START)?;
    let (_, after) = rest.split_once(TABLE_END)?;
    Some(format!("{before}{TABLE_START}\n{table}{TABLE_END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let text = format!("a\n{TABLE_START}\nold\n{TABLE_END}\nb\n");
        let expected = format!("a\n{TABLE_START}\n| new |\n{TABLE_END}\nb\n");
        assert_eq!(with_table(&text, "| new |\n"), Some(expected));
        assert_eq!(with_table("no marks", "| new |\n"), None);
    }
}
