//! The tables of the docs about drawing.

use std::{fmt::Write, fs};

use hexbound_lab::BenchReport;

/// Puts a table between the marks of this name in a page of docs.
pub fn write(page: &str, name: &str, table: &str) -> Result<(), String> {
    let [start, end] = ["begin", "end"].map(|it| format!("<!-- {name}: {it} -->"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/").to_owned() + page;
    let fault = |error: std::io::Error| format!("{path}: {error}");
    let text = fs::read_to_string(&path).map_err(fault)?;
    let before = text.split_once(&start).map(|(before, _)| before);
    let after = text.split_once(&end).map(|(_, after)| after);
    let marks = before.zip(after);
    let (before, after) = marks.ok_or(format!("{path} has no lines '{start}' and '{end}'"))?;
    fs::write(&path, format!("{before}{start}\n{table}{end}{after}")).map_err(fault)
}

/// The table of levels in Markdown.
pub fn of_levels(reports: &[BenchReport]) -> String {
    let mut text = String::from(
        "| level | size | triangles: drawn / level | draws | frame, ms: median / 99 % | device, ms | all threads, ms | \
         own work, ms: median / 99 % | visible after, s | peak memory, MB |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for report in reports {
        let dash = |value: Option<String>| value.unwrap_or_else(|| "-".into());
        writeln!(
            text,
            "| {} | {}x{} | {} / {} | {} | {:.1} / {:.1} | {} | {} | {:.2} / {:.2} | {:.2} | {} |",
            report.level,
            report.size[0],
            report.size[1],
            report.triangles[0],
            report.level_triangles,
            report.draws[0],
            report.frame.median,
            report.frame.p99,
            dash(report.device.map(|time| format!("{:.1}", time.median))),
            dash(report.processor.map(|time| format!("{time:.1}"))),
            report.own_work.median,
            report.own_work.p99,
            report.visible_after,
            dash(report.peak_memory.map(|it| format!("{it:.0}"))),
        )
        .expect("a string takes what is written");
    }
    text
}
