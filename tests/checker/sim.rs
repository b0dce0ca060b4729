//! Runs the built game's `sim` and reads what it wrote.

use std::{path::Path, process::Command};

use serde_json::Value;

use super::trace::{Row, parse_trace};

/// A walk: every tick of it, and the object that `--json` printed.
pub struct Walk {
    pub rows: Vec<Row>,
    pub summary: Value,
}

impl Walk {
    /// A number of the summary; a test that asks for one which is not there fails.
    pub fn number(&self, key: &str) -> f64 {
        self.summary[key]
            .as_f64()
            .unwrap_or_else(|| panic!("no number '{key}' in {}", self.summary))
    }

    pub fn rejected_by(&self, plane: &str) -> f64 {
        self.summary["rejected_by"][plane]
            .as_f64()
            .unwrap_or_else(|| panic!("no plane '{plane}' in {}", self.summary))
    }
}

/// Walks a level with `hexbound sim LEVEL ARGUMENTS --trace … --json`.
pub fn walk(level: &str, arguments: &[&str]) -> Walk {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("trace.csv");
    let output = Command::new(env!("CARGO_BIN_EXE_hexbound"))
        .arg("sim")
        .arg(level)
        .args(arguments)
        .arg("--trace")
        .arg(&trace)
        .arg("--json")
        .output()
        .expect("the built game starts");
    assert!(
        output.status.success(),
        "sim {level} {arguments:?} failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Walk {
        rows: read_rows(&trace),
        summary: serde_json::from_slice(&output.stdout).expect("one JSON object on stdout"),
    }
}

fn read_rows(trace: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(trace).expect("the trace was written");
    parse_trace(&text).unwrap_or_else(|why| panic!("{}: {why}", trace.display()))
}
