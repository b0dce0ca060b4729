//! docs/benchmarks.svg: the speedup over each peer, as bars on a logarithmic scale.

use crate::row::{Row, Target, figure};

const WIDTH: f64 = 800.0;
const BAR_HEIGHT: f64 = 14.0;
const ROW_HEIGHT: f64 = 22.0;
/// The left end of the bars, pixels.
const LEFT: f64 = 430.0;
const RIGHT: f64 = WIDTH - 60.0;
/// The ratios at the ends of the scale.
const SCALE: [f64; 2] = [0.25, 64.0];
const MARKS: [f64; 5] = [0.25, 1.0, 4.0, 16.0, 64.0];

/// A chart of the rows with a speedup over a peer.
pub fn svg(rows: &[Row]) -> String {
    let rows: Vec<&Row> = rows.iter().filter(|row| is_beside_peer(row)).collect();
    let height = ROW_HEIGHT * (rows.len() as f64 + 2.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for mark in MARKS {
        let (x, end) = (mesh(mark), height - ROW_HEIGHT);
        let color = if mark == 1.0 { "#404040" } else { "#d0d0d0" };
        text += &format!(
            "<path d=\"M{x:.1} {ROW_HEIGHT}V{end}\" stroke=\"{color}\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{mark} ×</text>\n",
            height - 6.0
        );
    }
    for (index, row) in rows.iter().enumerate() {
        text += &bar(row, ROW_HEIGHT * (index as f64 + 1.0));
    }
    text + "</svg>\n"
}

fn bar(row: &Row, top: f64) -> String {
    let peer = row.peer.split_whitespace().next().unwrap_or_default();
    let label = row.work.split(", against").next().unwrap_or_default();
    let (one, end) = (mesh(1.0), mesh(row.ratio));
    let (color, x, anchor) = match row.ratio < 1.0 {
        true => ("#c8641e", end - 4.0, "end"),
        false => ("#1f8a80", end + 4.0, "start"),
    };
    let (baseline, figure) = (top + BAR_HEIGHT - 2.0, figure(row.ratio));
    let (label_end, left, width) = (LEFT - 34.0, one.min(end), (end - one).abs());
    format!(
        "<text x=\"{label_end:.1}\" y=\"{baseline:.1}\" text-anchor=\"end\">{label} / {peer}</text>\n\
         <rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{BAR_HEIGHT}\" fill=\"{color}\"/>\n\
         <text x=\"{x:.1}\" y=\"{baseline:.1}\" text-anchor=\"{anchor}\">{figure}</text>\n"
    )
}

fn is_beside_peer(row: &Row) -> bool {
    let is_named = row.peer.starts_with(|it: char| it.is_ascii_alphabetic());
    is_named && row.ratio > 0.0 && matches!(row.target, Target::AtLeast(_))
}

fn mesh(ratio: f64) -> f64 {
    let [low, high] = SCALE;
    let share = (ratio / low).ln() / (high / low).ln();
    LEFT + share.clamp(0.0, 1.0) * (RIGHT - LEFT)
}
