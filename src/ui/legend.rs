//! The legend of what is shown of collision: each color with its words.

use egui::{Color32, Rgba};

use super::{TEAL, TEXT, panel::Line};
use crate::{inspect::Legend, sim::MarkColor};

/// In the column of the swatches.
const SWATCH: &str = "■ ";
const NO_SWATCH: &str = "  ";

pub(super) fn lines(legend: &Legend) -> Vec<Line> {
    let title = Line::new().with(legend.title.as_str(), TEAL);
    let rows = legend.rows.iter().map(|row| {
        let (sign, color) = match row.swatch {
            Some(color) => (SWATCH, swatch(color)),
            None => (NO_SWATCH, TEXT),
        };
        Line::new().with(sign, color).with(row.text.as_str(), TEXT)
    });
    std::iter::once(title).chain(rows).collect()
}

/// Whole, however faint the mark itself is.
pub(super) fn swatch([red, green, blue, _]: MarkColor) -> Color32 {
    Rgba::from_rgb(red, green, blue).into()
}
