//! A dark rectangle with lines of colored text, of which the interface is made.

use std::sync::Arc;

use egui::{
    Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2,
    text::{LayoutJob, TextFormat},
    vec2,
};

use super::{TEAL, TEXT, layout::Spot};

const PADDING: f32 = 10.0;
const CORNER: f32 = 6.0;
/// The height of a bar, points.
const BAR: f32 = 5.0;
/// The size of the text above a bar, points.
const BAR_TEXT: f32 = 13.0;
/// The height that a bar and its text take at the window's lower edge, points.
pub(super) const BAR_ROOM: f32 = BAR + 17.0;
/// The background's alpha, dark enough for pale text before a bright sky.
const BACKGROUND_ALPHA: f32 = 0.72;

/// The most hexagons in a line.
pub(super) const MOST_HEXAGONS: usize = 20;
/// The columns of text that a hexagon takes.
const HEXAGON_COLUMNS: usize = 2;
/// The radius of a hexagon as a share of the text's size.
const HEXAGON_SIZE: f32 = 0.42;

/// Pieces of text side by side, each with its color, or a row of hexagons.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pieces: Vec<(String, Color32)>,
    /// For each hexagon, whether it is full.
    hexagons: Vec<bool>,
}

impl Line {
    /// An empty line.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Hexagons side by side, full ones and empty ones. It has to be a panel's first line.
    pub(super) fn hexagons(full: &[bool]) -> Self {
        let space = " ".repeat(HEXAGON_COLUMNS * full.len());
        Self {
            hexagons: full.to_vec(),
            ..Self::new().with(space, TEXT)
        }
    }

    /// Appends a piece of text.
    pub(crate) fn with(mut self, text: impl Into<String>, color: Color32) -> Self {
        self.pieces.push((text.into(), color));
        self
    }
}

/// The size of a panel of `lines`, with text of that size wrapped within that width; in points.
pub(super) fn size(painter: &Painter, lines: &[Line], text_size: f32, wrap: f32) -> Vec2 {
    lay_out(painter, lines, text_size, wrap, 1.0).size() + vec2(PADDING, PADDING) * 2.0
}

/// Draws a panel of `lines` at `spot`, faded by `alpha`, 0..1.
pub(super) fn draw(painter: &Painter, spot: &Spot, lines: &[Line], alpha: f32) {
    let text = lay_out(painter, lines, spot.text_size, spot.wrap, alpha);
    painter.rect_filled(spot.rect, CORNER, background(alpha));
    let at = spot.rect.min + vec2(PADDING, PADDING);
    if let (Some(line), Some(row)) = (lines.first(), text.rows.first()) {
        let row = row.rect().translate(at.to_vec2());
        draw_hexagons(painter, row, &line.hexagons, spot.text_size, alpha);
    }
    painter.galley(at, text, Color32::WHITE);
}

/// Draws full and empty hexagons over a row of text that leaves space for them.
fn draw_hexagons(painter: &Painter, row: Rect, full: &[bool], text_size: f32, alpha: f32) {
    let step = row.width() / full.len().max(1) as f32;
    for (index, full) in full.iter().enumerate() {
        let center = pos2(row.left() + (index as f32 + 0.5) * step, row.center().y);
        let corner = |corner: u8| {
            let angle = f32::from(corner) * std::f32::consts::FRAC_PI_3;
            center + Vec2::angled(angle) * (text_size * HEXAGON_SIZE)
        };
        let points = (0..6).map(corner).collect();
        let (fill, width) = match full {
            true => (TEAL.gamma_multiply(alpha), 0.0),
            false => (Color32::TRANSPARENT, 1.5),
        };
        let stroke = Stroke::new(width, TEXT.gamma_multiply(0.7 * alpha));
        painter.add(Shape::convex_polygon(points, fill, stroke));
    }
}

/// The color behind text, faded by `alpha`, 0..1.
pub(super) fn background(alpha: f32) -> Color32 {
    Color32::from_black_alpha((BACKGROUND_ALPHA * alpha * 255.0) as u8)
}

/// Draws a bar along the bottom of the screen, bright up to the share `done`, with its meaning in
/// words.
pub(super) fn bar(painter: &Painter, corner: Pos2, width: f32, done: f32) {
    let rect = |part: f32| {
        let size = vec2(width * part.clamp(0.0, 1.0), BAR);
        Align2::LEFT_BOTTOM.anchor_size(corner, size)
    };
    painter.rect_filled(rect(1.0), 0.0, Color32::from_black_alpha(120));
    painter.rect_filled(rect(done), 0.0, TEAL);
    let at = corner + vec2(width - PADDING, -BAR);
    let text = format!("light {:.0} %", done * 100.0);
    let font = FontId::monospace(BAR_TEXT);
    let words = painter.layout_no_wrap(text, font, TEXT);
    let place = Align2::RIGHT_BOTTOM.anchor_size(at, words.size());
    painter.rect_filled(place.expand2(vec2(4.0, 0.0)), 0.0, background(1.0));
    painter.galley(place.min, words, TEXT);
}

fn lay_out(
    painter: &Painter,
    lines: &[Line],
    text_size: f32,
    wrap: f32,
    alpha: f32,
) -> Arc<Galley> {
    let mut job = LayoutJob::default();
    job.wrap.max_width = (wrap - 2.0 * PADDING).max(1.0);
    let format = |color: Color32| TextFormat {
        font_id: FontId::monospace(text_size),
        color: color.gamma_multiply(alpha),
        ..TextFormat::default()
    };
    for (number, line) in lines.iter().enumerate() {
        if number > 0 {
            job.append("\n", 0.0, format(Color32::WHITE));
        }
        for (text, color) in &line.pieces {
            job.append(text, 0.0, format(*color));
        }
    }
    painter.layout_job(job)
}
