//! The legend of a view: the meaning of its colors, and its findings.

use glam::Vec3;

use hexbound_base::{debug_lines::DebugColor, words::Phrase};

/// A title and its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legend {
    pub title: Phrase,
    pub rows: Vec<LegendRow>,
    /// The names of elements, at their places in the world.
    pub labels: Vec<Label>,
}

/// A name at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The place, local, meters.
    pub at: Vec3,
    pub text: Phrase,
    pub color: DebugColor,
}

/// One line of a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendRow {
    /// The color that the text explains; `None` for a report.
    pub swatch: Option<DebugColor>,
    pub cells: Vec<Cell>,
    pub weight: Weight,
}

/// The weight of a line while space is short. The lightest line is left out first, and the last of equal
/// ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// A detail of the line before.
    Detail,
    #[default]
    Usual,
    /// A line that answers the question of the view.
    Answer,
    /// The title of a further view, whose lines follow.
    Heading,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub text: Phrase,
    /// The least width, characters; 0 for that of the text alone.
    pub columns: usize,
}

impl Legend {
    pub fn new(title: Phrase) -> Self {
        Self {
            title,
            ..Self::default()
        }
    }

    pub fn color(&mut self, swatch: DebugColor, text: Phrase) {
        self.add(Some(swatch), text, Weight::Usual);
    }

    /// Adds a line of the weight `weight`.
    pub fn add(&mut self, swatch: Option<DebugColor>, text: Phrase, weight: Weight) {
        let cells = vec![Cell::new(text, 0)];
        self.rows.push(LegendRow {
            swatch,
            cells,
            weight,
        });
    }

    pub fn label(&mut self, at: Vec3, text: Phrase, color: DebugColor) {
        self.labels.push(Label { at, text, color });
    }

    pub fn report(&mut self, text: Phrase) {
        self.add(None, text, Weight::Usual);
    }

    /// Adds a line of several cells, as in a table.
    pub fn row(&mut self, swatch: Option<DebugColor>, cells: Vec<Cell>) {
        let weight = Weight::Usual;
        self.rows.push(LegendRow {
            swatch,
            cells,
            weight,
        });
    }
}

impl Cell {
    pub fn new(text: Phrase, columns: usize) -> Self {
        Self { text, columns }
    }

    /// A cell that is equal in every language.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(Phrase::plain(text), 0)
    }
}

#[cfg(test)]
impl LegendRow {
    /// The line in English.
    pub fn english(&self) -> String {
        let texts = self.cells.iter().map(|cell| {
            let text = hexbound_base::words::Words::english().say(&cell.text);
            format!("{text:<0$}", cell.columns)
        });
        texts.collect()
    }
}

/// Colors with the same meaning in every view; linear.
pub(crate) mod colors {
    use hexbound_base::debug_lines::DebugColor;

    pub const TEAL: DebugColor = [0.05, 0.74, 0.56, 1.0];
    pub const CORAL: DebugColor = [0.95, 0.10, 0.03, 1.0];
    pub(crate) const AMBER: DebugColor = [1.0, 0.45, 0.03, 1.0];
    pub(crate) const PALE: DebugColor = [0.85, 0.78, 0.66, 1.0];
    pub(crate) const BLUE: DebugColor = [0.10, 0.25, 1.0, 1.0];
    pub const VIOLET: DebugColor = [0.45, 0.12, 0.90, 1.0];
    pub(crate) const GREEN: DebugColor = [0.18, 0.75, 0.08, 1.0];
    pub(crate) const GRAY: DebugColor = [0.30, 0.31, 0.33, 1.0];

    /// The color with another opacity.
    pub(crate) fn faint(color: DebugColor, alpha: f32) -> DebugColor {
        [color[0], color[1], color[2], alpha]
    }
}

/// A length in meters, with its sign, for a column.
pub(crate) fn meters(length: f64) -> String {
    format!("{length:>9.3}")
}
