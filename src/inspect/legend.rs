//! Words that say what the colors mean, and what was found.

use glam::Vec3;

use crate::sim::MarkColor;

/// A title and its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legend {
    pub title: String,
    pub rows: Vec<Row>,
    /// Names of what is shown, at their places in the world.
    pub labels: Vec<Label>,
}

/// A name at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The place, local, meters.
    pub at: Vec3,
    pub text: String,
    pub color: MarkColor,
}

/// One line of a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The color that the words explain; none for what is only told.
    pub swatch: Option<MarkColor>,
    pub text: String,
}

impl Legend {
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            rows: Vec::new(),
            labels: Vec::new(),
        }
    }

    pub fn color(&mut self, swatch: MarkColor, text: impl Into<String>) {
        self.rows.push(Row {
            swatch: Some(swatch),
            text: text.into(),
        });
    }

    pub fn label(&mut self, at: Vec3, text: impl Into<String>, color: MarkColor) {
        let text = text.into();
        self.labels.push(Label { at, text, color });
    }

    pub fn tell(&mut self, text: impl Into<String>) {
        self.rows.push(Row {
            swatch: None,
            text: text.into(),
        });
    }
}

/// Colors that mean the same in every view; linear.
pub(super) mod colors {
    use crate::sim::MarkColor;

    pub const TEAL: MarkColor = [0.05, 0.74, 0.56, 1.0];
    pub const CORAL: MarkColor = [0.95, 0.10, 0.03, 1.0];
    pub const AMBER: MarkColor = [1.0, 0.45, 0.03, 1.0];
    pub const PALE: MarkColor = [0.85, 0.78, 0.66, 1.0];
    pub const BLUE: MarkColor = [0.10, 0.25, 1.0, 1.0];
    pub const VIOLET: MarkColor = [0.45, 0.12, 0.90, 1.0];
    pub const GREEN: MarkColor = [0.18, 0.75, 0.08, 1.0];
    pub const GREY: MarkColor = [0.30, 0.31, 0.33, 1.0];

    /// The color with another opacity.
    pub fn faint(color: MarkColor, alpha: f32) -> MarkColor {
        [color[0], color[1], color[2], alpha]
    }
}

/// A length in meters, with its sign, for a column.
pub(super) fn meters(length: f64) -> String {
    format!("{length:>9.3}")
}
