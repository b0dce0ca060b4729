//! The legend of a view of collision: each color with its words.

use egui::{Color32, Rgba};

use super::{TEAL, TEXT, panel::Line};
use crate::{debug_lines::DebugColor, inspect::Legend};

/// The text in the column of the swatches, of rows with and without a color.
const SWATCH: &str = "■ ";
const NO_SWATCH: &str = "  ";

/// The legend as lines of text.
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

/// The color of a mark, opaque however faint the mark itself is.
pub(super) fn swatch([red, green, blue, _]: DebugColor) -> Color32 {
    Rgba::from_rgb(red, green, blue).into()
}
