//! The legend of a view of collision: each color with its words.

use super::{
    TEXT_COLOR,
    panel::{Ink, Line},
};
use hexbound_base::{debug_lines::DebugColor, words::Words};
use hexbound_canvas::Color;
use hexbound_inspect::{Legend, Weight};

/// The swatch in front of a row with a color.
const SWATCH_TEXT: &str = "■ ";
/// The space in front of a row without a color, as wide as the swatch.
const NO_SWATCH: &str = "  ";

/// The legend as lines of text: its title, and its rows with their weights.
pub(crate) fn lines(legend: &Legend, words: &Words) -> (Line, Vec<(Line, Weight)>) {
    let title = Line::new().with(words.say(&legend.title), Ink::Accent);
    let rows = legend.rows.iter().map(|row| {
        let (sign, ink) = match (row.swatch, row.weight) {
            (_, Weight::Heading) => (Line::new(), Ink::Accent),
            (Some(color), _) => (
                Line::bulleted(SWATCH_TEXT, swatch(color)),
                TEXT_COLOR.into(),
            ),
            (None, _) => (Line::bulleted(NO_SWATCH, TEXT_COLOR), TEXT_COLOR.into()),
        };
        let line = (row.cells.iter()).fold(sign, |line, cell| {
            line.column(&words.say(&cell.text), cell.columns, ink)
        });
        (line, row.weight)
    });
    (title, rows.collect())
}

/// The opaque color of a mark.
pub(crate) fn swatch([red, green, blue, _]: DebugColor) -> Color {
    Color::from_linear([red, green, blue])
}
