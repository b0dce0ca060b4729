//! The legend of a view of collision: each color with its words.

use egui::{Color32, Rgba};

use super::{
    TEXT,
    panel::{Ink, Line},
};
use crate::{debug_lines::DebugColor, inspect::Legend, words::Words};

/// The text in the column of the swatches, of rows with and without a color.
const SWATCH: &str = "■ ";
const NO_SWATCH: &str = "  ";

/// The legend as lines of text.
pub(super) fn lines(legend: &Legend, words: &Words) -> Vec<Line> {
    let title = Line::new().with(words.say(&legend.title), Ink::Accent);
    let rows = legend.rows.iter().map(|row| {
        let (sign, color) = match row.swatch {
            Some(color) => (SWATCH, swatch(color)),
            None => (NO_SWATCH, TEXT),
        };
        (row.cells.iter()).fold(Line::new().with(sign, color), |line, cell| {
            line.column(&words.say(&cell.text), cell.columns, TEXT)
        })
    });
    std::iter::once(title).chain(rows).collect()
}

/// The color of a mark, opaque however faint the mark itself is.
pub(super) fn swatch([red, green, blue, _]: DebugColor) -> Color32 {
    Rgba::from_rgb(red, green, blue).into()
}
