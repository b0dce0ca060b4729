//! The tables of the docs about drawing.

use std::{fmt::Write, fs, path::Path};

use hexbound_lab::BenchReport;

/// Puts a table between the marks of this name in a page of docs.
pub fn write(page: &str, name: &str, table: &str) -> Result<(), String> {
    let (start, end) = (
        format!("<!-- {name}: begin -->"),
        format!("<!-- {name}: end -->"),
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(page);
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(fault)?;
    let marks = text.split_once(&start).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some((before, after))
    });
    let (before, after) =
        marks.ok_or_else(|| format!("{} has no lines '{start}' and '{end}'", path.display()))?;
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
            dash(
                report
                    .peak_memory
                    .map(|megabytes| format!("{megabytes:.0}"))
            ),
        )
        .expect("a string takes what is written");
    }
    text
}
