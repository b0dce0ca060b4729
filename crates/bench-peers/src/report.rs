//! docs/benchmarks.md with its picture, and docs/benchmarks.csv, written from one run.

use std::{fmt::Write, fs, process::Command};

use crate::{
    chart, others,
    place::Places,
    row::{Detail, Row, figure},
};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks.md");
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks.csv");

const CHART: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/benchmarks.svg");

pub fn write(rows: &[Row], places: &Places) -> std::io::Result<()> {
    let mut text = text(rows).unwrap_or_default();
    if let Some(kept) = others_part() {
        text = format!("{}\n\n{kept}", text.trim_end());
    }
    fs::write(PATH, text)?;
    fs::write(
        CASES,
        cases(rows, &others::cases(places, OTHER_TREE_ROUNDS)),
    )?;
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

/// A value, in quotation marks where it holds a comma.
fn quoted(value: &str) -> String {
    if value.contains(',') {
        return format!("\"{value}\"");
    }
    value.to_owned()
}

const OTHER_TREE_ROUNDS: usize = 5;

/// The heading from which on the file is written by the game's own benchmark.
const OTHERS: &str = "## Drawing";

fn others_part() -> Option<String> {
    let old = fs::read_to_string(PATH).ok()?;
    let start = old.find(OTHERS)?;
    Some(old[start..].to_string())
}

fn text(rows: &[Row]) -> Result<String, std::fmt::Error> {
    let mut text = String::from(HEAD);
    writeln!(text, "\n## Machine\n\n{}\n", machine())?;
    writeln!(text, "## Rows\n")?;
    writeln!(
        text,
        "| work | ours | peer | ratio | target | | meshes | spread |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|")?;
    for row in rows {
        let verdict = row.verdict().replace("short", "**short**");
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {verdict} | {} | ± {:.0} % |",
            row.work,
            row.ours,
            row.peer,
            figure(row.ratio),
            row.target,
            row.meshes,
            100.0 * row.spread
        )?;
    }
    Ok(text)
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

const HEAD: &str = "# Benchmarks

Hexbound beside parry3d 0.31, rapier3d 0.36, obvhs 0.4 and bvh 0.13; with the feature `native-peers` also beside
Embree 3.13 and Jolt 5.0.
[benchmarks.csv](benchmarks.csv) has every row mesh by mesh.

![How many times as fast as each peer: bars on a logarithmic scale](benchmarks.svg)

```sh
cargo run --release -p bench-peers -- --write       # writes this page, its picture and the file
cargo run --release -p bench-peers -- --summary     # prints the rows; exits 1 if one is short
cargo run --release -p bench-peers -- --only WORDS  # some of them
```

How it is measured:

- Everybody gets the same meshes and questions, on one thread, by turns in the same process.
- Times are the thread's own processor time, medians over the rounds. A ratio is the median of the
  rounds' ratios, and over several meshes the geometric mean.
- Spread is half the distance between the quartiles.
- The answers are compared before anything is timed (the `check:` lines). Where two differ, a judge in
  double precision decides; for faults it walks along.
- Absolute figures drift from machine to machine: keep to the ratios.

| mesh | triangles | what it is |
|---|---|---|
| rooms8, rooms25, rooms79 | about 10 k, 100 k, 1 M | generated grids of 6 m rooms with doors, pillars and stairs |
| terrain | 1 M | a noisy height field |
| oacmpdm9, oacmpctf3 | 35 k, 104 k | OpenArena levels, where the test data is there |

The walking body is 1.8 m tall and 0.8 m wide. Steps and snapping are 0.3 m, the speed 6 m/s, 60 ticks a
second, and the heading changes every one or two seconds. Others' controllers have their own default
offset. Stuck: 60 ticks without moving although a body 1.5 cm fatter could go on 0.3 m.
";
