//! Words that say what the colors mean, and what was found.

use glam::Vec3;

use crate::debug_lines::DebugColor;

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
    pub color: DebugColor,
}

/// One line of a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The color that the words explain; none for what is only told.
    pub swatch: Option<DebugColor>,
    pub text: String,
}

impl Legend {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            rows: Vec::new(),
            labels: Vec::new(),
        }
    }

    pub(crate) fn color(&mut self, swatch: DebugColor, text: impl Into<String>) {
        self.rows.push(Row {
            swatch: Some(swatch),
            text: text.into(),
        });
    }

    pub(crate) fn label(&mut self, at: Vec3, text: impl Into<String>, color: DebugColor) {
        let text = text.into();
        self.labels.push(Label { at, text, color });
    }

    pub(crate) fn tell(&mut self, text: impl Into<String>) {
        self.rows.push(Row {
            swatch: None,
            text: text.into(),
        });
    }
}

/// Colors that mean the same in every view; linear.
pub(super) mod colors {
    use crate::debug_lines::DebugColor;

    pub(crate) const TEAL: DebugColor = [0.05, 0.74, 0.56, 1.0];
    pub(crate) const CORAL: DebugColor = [0.95, 0.10, 0.03, 1.0];
    pub(crate) const AMBER: DebugColor = [1.0, 0.45, 0.03, 1.0];
    pub(crate) const PALE: DebugColor = [0.85, 0.78, 0.66, 1.0];
    pub(crate) const BLUE: DebugColor = [0.10, 0.25, 1.0, 1.0];
    pub(crate) const VIOLET: DebugColor = [0.45, 0.12, 0.90, 1.0];
    pub(crate) const GREEN: DebugColor = [0.18, 0.75, 0.08, 1.0];
    pub(crate) const GREY: DebugColor = [0.30, 0.31, 0.33, 1.0];

    /// The color with another opacity.
    pub(crate) fn faint(color: DebugColor, alpha: f32) -> DebugColor {
        [color[0], color[1], color[2], alpha]
    }
}

/// A length in meters, with its sign, for a column.
pub(super) fn meters(length: f64) -> String {
    format!("{length:>9.3}")
}
