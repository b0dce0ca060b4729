//! docs/benchmarks.md with its chart, and docs/benchmarks.csv, written after one run.

use std::{fs, process::Command};

use crate::{
    bench_mesh::BenchMeshes,
    chart, others,
    row::{Detail, Row, figure},
};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks.md");
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks.csv");
const CHART: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks.svg");

const OTHER_TREE_ROUNDS: usize = 5;

/// The heading from which the page is rewritten. The rest is of the game's own benchmark.
const MACHINE: &str = "## Machine\n";
const OTHERS: &str = "## Drawing\n";

pub fn write(rows: &[Row], meshes: &BenchMeshes) -> std::io::Result<()> {
    let page = fs::read_to_string(PATH)?;
    let head = page.split(MACHINE).next().unwrap_or_default();
    let others = page.split(OTHERS).nth(1).unwrap_or_default();
    let (machine, table) = (machine(), table(rows));
    let text = format!("{head}{MACHINE}\n{machine}\n\n## Rows\n\n{table}\n{OTHERS}{others}");
    fs::write(PATH, text)?;
    let others = others::cases(meshes, OTHER_TREE_ROUNDS);
    fs::write(CASES, cases(rows, &others))?;
    fs::write(CHART, chart::svg(rows))?;
    eprintln!("wrote {PATH}, {CHART} and {CASES}");
    Ok(())
}

/// Every row mesh by mesh, then the rays of other trees, as comma-separated values.
fn cases(rows: &[Row], other_trees: &[Detail]) -> String {
    let mut text = String::from("work,case,ours,peer,ratio,spread in %\n");
    let of_rows = (rows.iter()).flat_map(|row| row.details.iter().map(|case| (&*row.work, case)));
    let of_others = other_trees.iter().map(|case| ("rays of other trees", case));
    for (work, case) in of_rows.chain(of_others) {
        let ratio = figure(case.ratio);
        let spread = format!("{:.0}", 100.0 * case.spread);
        let values = [work, &case.what, &case.ours, &case.peer, &ratio, &spread];
        text += &values.map(quoted).join(",");
        text.push('\n');
    }
    text
}

/// A value, in quotation marks if it contains a comma.
fn quoted(value: &str) -> String {
    if value.contains(',') {
        return format!("\"{value}\"");
    }
    value.to_owned()
}

fn table(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let verdict = row.verdict().replace("short", "**short**");
        let (ratio, spread) = (figure(row.ratio), format!("± {:.0} %", 100.0 * row.spread));
        let target = row.target.to_string();
        let (work, ours, peer, meshes) = (&*row.work, &*row.ours, &*row.peer, &*row.meshes);
        let cells = [work, ours, peer, &ratio, &target, &verdict, meshes, &spread];
        format!("| {} |\n", cells.join(" | "))
    };
    let head = "| work | ours | peer | ratio | target | | meshes | spread |\n|---|---|---|---|---|---|---|---|\n";
    let lines: String = rows.iter().map(line).collect();
    format!("{head}{lines}")
}

fn machine() -> String {
    let model = fs::read_to_string("/proc/cpuinfo").ok().and_then(|info| {
        let line = info.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split(':').nth(1)?.trim().to_string())
    });
    let compiler = (Command::new("rustc").arg("--version").output().ok())
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    let flags = if cfg!(target_feature = "avx2") {
        "AVX2 switched on at compile time"
    } else {
        "the compiler's default features"
    };
    format!(
        "{} on {}; {}; release build, {flags}. The library looks for AVX2 when it runs (here: {}).",
        model.unwrap_or_else(|| "unknown processor".to_string()),
        std::env::consts::OS,
        compiler.unwrap_or_else(|| "unknown compiler".to_string()),
        if has_avx2() { "there" } else { "not there" }
    )
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}
