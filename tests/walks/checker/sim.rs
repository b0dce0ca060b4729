//! Runs the built game's `sim`, reads what it wrote, and has it judged.

use std::process::Command;

use glam::DVec3;
use serde_json::Value;

use super::{Grid, Row, Verdict, judge, parse_trace};

/// The body's semi-axes that every walk is judged by, meters.
const RADIUS: f64 = 0.4;
const HALF_HEIGHT: f64 = 0.9;

/// The names of the six planes' counters, and of the triangle's own plane.
pub const PLANES: [&str; 7] = ["s", "ps1", "ps2", "ps3", "ps4", "ps5", "ps6"];

/// A walk: every tick of it, and the object that `--json` printed.
pub struct Walk {
    /// Tick 0 is the spawn.
    pub rows: Vec<Row>,
    pub summary: Value,
}

impl Walk {
    /// A number of the summary; a test that asks for one which is not there fails.
    pub fn number(&self, key: &str) -> f64 {
        let number = self.summary[key].as_f64();
        number.unwrap_or_else(|| panic!("no number '{key}' in {}", self.summary))
    }

    pub fn rejected_by(&self, plane: &str) -> f64 {
        let number = self.summary["rejected_by"][plane].as_f64();
        number.unwrap_or_else(|| panic!("no plane '{plane}' in {}", self.summary))
    }
}

/// Walks a level with `hexbound sim LEVEL ARGUMENTS --trace … --json`.
pub fn walk(level: &str, arguments: &[&str]) -> Walk {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("trace.csv");
    let path = trace.to_str().expect("a path of text");
    let summary = printed(&[&["sim", level], arguments, &["--trace", path]].concat());
    let mut rows = vec![spawn_row(&summary)];
    let text = std::fs::read_to_string(trace).expect("the trace was written");
    rows.extend(parse_trace(&text).unwrap_or_else(|why| panic!("{level}: {why}")));
    assert_eq!(rows[1].tick, 1, "the trace begins with the first tick");
    assert_eq!(Some(rows.len() as u64 - 1), summary["ticks"].as_u64());
    Walk { rows, summary }
}

/// The object that `hexbound compare LEVEL ARGUMENTS --json` prints.
pub fn compared(level: &str, arguments: &[&str]) -> Value {
    printed(&[&["compare", level], arguments].concat())
}

/// The object that the game prints with `--json`.
fn printed(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexbound"));
    let output = command.args(arguments).arg("--json").output();
    let output = output.expect("the built game starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {errors}");
    serde_json::from_slice(&output.stdout).expect("one JSON object on stdout")
}

fn spawn_row(summary: &Value) -> Row {
    let spawn = serde_json::from_value::<[f64; 3]>(summary["spawn"].clone());
    let spawn = spawn.expect("the spawn is three numbers");
    Row {
        tick: 0,
        center: DVec3::from(spawn),
        grounded: false,
        contacts: 0,
        half_height: HALF_HEIGHT,
        teleported: true,
    }
}

/// Walks a level and judges the walk by the body that the rules fix. What the game says of its
/// own walk has to agree with what the judge sees: no smaller body, no teleport but a respawn.
pub fn judged_walk(level: &str, grid: &Grid, arguments: &[&str]) -> (Walk, Verdict) {
    let walk = walk(level, arguments);
    assert_eq!(walk.number("radius_xz"), RADIUS);
    assert_eq!(walk.number("half_height"), HALF_HEIGHT);
    let half_height = match arguments.contains(&"body=sphere") {
        true => RADIUS,
        false => HALF_HEIGHT,
    };
    // Whoever has just been put somewhere stands there in the usual body for that tick.
    let mut rows = walk.rows.iter().filter(|row| !row.teleported);
    assert!(rows.all(|row| row.half_height == half_height));
    let (solid, all) = (walk.number("triangles"), grid.len() as f64);
    assert!(solid > 0.0 && solid <= all, "{level}: {solid} of {all}");
    let verdict = judge(grid, RADIUS, &walk.rows);
    println!("{level} {arguments:?}: {}", verdict.summary());
    // The spawn itself is a teleport of the judge's making.
    let teleports = verdict.teleports as f64 - 1.0;
    assert_eq!(teleports, walk.number("respawns"), "{level}");
    (walk, verdict)
}

/// Walks as `judged_walk` does, and fails where the walk is not free of faults.
pub fn clean_walk(level: &str, grid: &Grid, arguments: &[&str]) -> (Walk, Verdict) {
    let (walk, verdict) = judged_walk(level, grid, arguments);
    let (summary, faults) = (verdict.summary(), verdict.faults.join("\n"));
    assert!(verdict.is_clean(), "{arguments:?}: {summary}\n{faults}");
    (walk, verdict)
}
