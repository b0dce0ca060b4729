//! The sizes of a page's elements, which scale with the window.

use glam::{Vec2, vec2};

use hexbound_canvas::Rect;

/// The window's size for full-size elements, points.
const FULL_SIZE: Vec2 = vec2(1120.0, 720.0);
/// The smallest comfortably readable size of text, points.
const SMALLEST_TEXT: f32 = 15.0;
/// The smallest size of notes, points.
const SMALLEST_NOTE: f32 = 13.0;
/// The height of a window below which a card has no room for a picture above its text, points.
const LOW_HEIGHT: f32 = 320.0;

/// The sizes of a page's elements, points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The share of the full size, 0..1.
    pub unit: f32,
    pub title: f32,
    pub text: f32,
    pub small: f32,
    /// The space between a panel's edge and its content.
    pub margin: f32,
    /// The space between two rows.
    pub gap: f32,
    /// The space above and below a control's text.
    pub padding: f32,
    /// True in a low window, where cards have their pictures on the left.
    pub is_low: bool,
}

impl Sizes {
    pub(crate) fn of(area: Rect) -> Self {
        let share = area.size() / FULL_SIZE;
        let unit = share.min_element().clamp(0.4, 1.0);
        let text = |size: f32, least: f32| (size * unit).round().max(least);
        Self {
            unit,
            title: (34.0 * unit).max(18.0).round(),
            text: text(20.0, SMALLEST_TEXT),
            small: text(16.0, SMALLEST_NOTE),
            margin: (28.0 * unit).max(8.0).round(),
            gap: (6.0 * unit).max(2.0).round(),
            padding: (9.0 * unit).max(3.0).round(),
            is_low: area.height() < LOW_HEIGHT,
        }
    }
}

/// The width reserved for the scrollbar, points.
pub(crate) fn scrollbar(sizes: Sizes) -> f32 {
    (10.0 * sizes.unit).max(6.0)
}
