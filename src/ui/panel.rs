//! A dark rectangle with lines of coloured text: the one shape the interface is made of.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect,
    text::{LayoutJob, TextFormat},
    vec2,
};

use super::{TEAL, TEXT};

/// Points.
pub(super) const TEXT_SIZE: f32 = 19.0;
const PADDING: f32 = 10.0;
const CORNER: f32 = 6.0;
/// Of a bar, points.
const BAR: f32 = 5.0;
/// Dark enough for pale text before a bright sky.
const BACKGROUND_ALPHA: f32 = 0.72;

/// Pieces of text side by side, each with its colour.
#[derive(Clone, Debug, Default)]
pub(super) struct Line(Vec<(String, Color32)>);

impl Line {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn with(mut self, text: impl Into<String>, color: Color32) -> Self {
        self.0.push((text.into(), color));
        self
    }
}

/// Draws `lines` with the `anchor` of their rectangle at `at`, moved so that it stays on the
/// screen; `alpha` 0..1 fades it. Gives the rectangle.
pub(super) fn panel(
    painter: &Painter,
    at: Pos2,
    anchor: Align2,
    lines: &[Line],
    alpha: f32,
) -> Rect {
    let text = layout(lines, painter.clip_rect().width() * 0.8, alpha, TEXT_SIZE);
    fill(painter, at, anchor, text, alpha)
}

/// As [`panel`], with text of another size, points.
pub(super) fn panel_of_size(
    painter: &Painter,
    at: Pos2,
    anchor: Align2,
    lines: &[Line],
    text_size: f32,
) -> Rect {
    let text = layout(lines, painter.clip_rect().width() * 0.8, 1.0, text_size);
    fill(painter, at, anchor, text, 1.0)
}

fn fill(painter: &Painter, at: Pos2, anchor: Align2, text: LayoutJob, alpha: f32) -> Rect {
    let galley = painter.layout_job(text);
    let size = galley.size() + vec2(PADDING, PADDING) * 2.0;
    let rect = anchor.anchor_size(at, size);
    painter.rect_filled(rect, CORNER, background(alpha));
    painter.galley(rect.min + vec2(PADDING, PADDING), galley, Color32::WHITE);
    rect
}

/// What is behind all text; `alpha` 0..1 fades it.
pub(super) fn background(alpha: f32) -> Color32 {
    Color32::from_black_alpha((BACKGROUND_ALPHA * alpha * 255.0) as u8)
}

/// A bar along the bottom of the screen, of which the part `done` is bright; says what it is for.
pub(super) fn bar(painter: &Painter, corner: Pos2, width: f32, done: f32) {
    let rect = |part: f32| {
        let size = vec2(width * part.clamp(0.0, 1.0), BAR);
        Align2::LEFT_BOTTOM.anchor_size(corner, size)
    };
    painter.rect_filled(rect(1.0), 0.0, Color32::from_black_alpha(120));
    painter.rect_filled(rect(done), 0.0, TEAL);
    let at = corner + vec2(width - PADDING, -BAR);
    let text = format!("light {:.0} %", done * 100.0);
    let font = FontId::monospace(TEXT_SIZE * 0.7);
    painter.text(at, Align2::RIGHT_BOTTOM, text, font, TEXT);
}

fn layout(lines: &[Line], width: f32, alpha: f32, text_size: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_width = width.max(40.0);
    let format = |color: Color32| TextFormat {
        font_id: FontId::monospace(text_size),
        color: color.gamma_multiply(alpha),
        ..TextFormat::default()
    };
    for (number, line) in lines.iter().enumerate() {
        if number > 0 {
            job.append("\n", 0.0, format(Color32::WHITE));
        }
        for (text, color) in &line.0 {
            job.append(text, 0.0, format(*color));
        }
    }
    job
}
