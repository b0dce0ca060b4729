//! A panel: a dark rectangle with lines of colored text. The interface consists of panels.

use std::rc::Rc;

use glam::{Vec2, vec2};

use super::{Palette, TEXT_COLOR, layout::PanelSpot};
use hexbound_canvas::{Color, Painter, Rect, Stroke, Style, Text, Writing, around};

/// The space between a panel's edge and its text, points.
const PANEL_PADDING: f32 = 10.0;
/// The radius of a panel's corners, points.
const CORNER_RADIUS: f32 = 6.0;
/// The height of a bar, points.
const BAR_HEIGHT: f32 = 5.0;
/// The size of the text above a bar, points.
const BAR_TEXT: f32 = 13.0;
/// The height of a bar with its text at the window's lower edge, points.
pub(crate) const BAR_ROOM: f32 = BAR_HEIGHT + 17.0;
/// The background's alpha, dark enough for pale text in front of a bright sky.
const BACKGROUND_ALPHA: f32 = 0.72;

/// The largest number of hexagons in a line.
pub(crate) const MAX_HEXAGONS: usize = 20;
/// The width of a hexagon, columns of text.
const HEXAGON_COLUMNS: usize = 2;
/// The radius of a hexagon as a share of the text's size.
const HEXAGON_SIZE: f32 = 0.42;

/// The width of a mark, columns of text.
const MARK_COLUMNS: usize = 3;
/// The radius of a mark as a share of the text's size.
const MARK_SIZE: f32 = 0.5;

/// A sign in front of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LineMark {
    /// An arrow at an angle clockwise from straight up, radians.
    Arrow(f32),
    Ring,
}

/// The color of a piece of text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ink {
    /// A color that is the same in every palette.
    Fixed(Color),
    Accent,
    Warning,
}

impl Ink {
    fn color(self, palette: Palette) -> Color {
        match self {
            Self::Fixed(color) => color,
            Self::Accent => palette.accent,
            Self::Warning => palette.warning,
        }
    }
}

impl From<Color> for Ink {
    fn from(color: Color) -> Self {
        Self::Fixed(color)
    }
}

/// A piece of text.
#[derive(Clone, Debug)]
struct TextPiece {
    text: String,
    ink: Ink,
    /// The minimum width of the piece, in columns of Latin letters.
    columns: usize,
}

impl TextPiece {
    fn new(text: impl Into<String>, ink: impl Into<Ink>) -> Self {
        Self {
            text: text.into(),
            ink: ink.into(),
            columns: 0,
        }
    }
}

/// A line of pieces of text with their colors, or a row of hexagons.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// The bullet of the line; wrapped rows are indented by its width.
    bullet: Option<TextPiece>,
    pieces: Vec<TextPiece>,
    /// The hexagons of the line; true for a full one.
    hexagons: Vec<bool>,
    /// The mark in front of the line, and its opacity, 0..1.
    mark: Option<(LineMark, f32)>,
}

impl Line {
    /// An empty line.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A line with a bullet; wrapped rows are indented by its width.
    pub(crate) fn bulleted(bullet: &str, ink: impl Into<Ink>) -> Self {
        Self {
            bullet: Some(TextPiece::new(bullet, ink)),
            ..Self::default()
        }
    }

    /// A row of hexagons, the first `full` of them full. Only the first line of a panel can have hexagons.
    pub(crate) fn hexagons(full: usize, all: usize) -> Self {
        let space = " ".repeat(HEXAGON_COLUMNS * all);
        Self {
            hexagons: (0..all).map(|index| index < full).collect(),
            ..Self::new().with(space, TEXT_COLOR)
        }
    }

    /// A line with a mark in front; `alpha` is the mark's opacity, 0..1.
    pub(crate) fn marked(mark: LineMark, alpha: f32) -> Self {
        Self {
            mark: Some((mark, alpha)),
            ..Self::new().with(" ".repeat(MARK_COLUMNS), TEXT_COLOR)
        }
    }

    /// Appends a piece of text.
    pub(crate) fn with(mut self, text: impl Into<String>, ink: impl Into<Ink>) -> Self {
        self.pieces.push(TextPiece::new(text, ink));
        self
    }

    /// Appends a piece of text that is at least `columns` Latin letters wide.
    pub(crate) fn column(mut self, text: &str, columns: usize, ink: impl Into<Ink>) -> Self {
        if text.is_ascii() {
            // All letters have the same width.
            return self.with(format!("{text:<columns$}"), ink);
        }
        self.pieces.push(TextPiece {
            columns,
            ..TextPiece::new(text, ink)
        });
        self
    }
}

#[cfg(test)]
impl Line {
    /// The text of the line without its bullet.
    pub(crate) fn text(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }
}

/// The size of a panel of `lines`, points, with text of `text_size` wrapped to `wrap`, points.
pub(crate) fn size(painter: &Painter, lines: &[Line], text_size: f32, wrap: f32) -> Vec2 {
    let pen = PanelPen {
        painter,
        text_size,
        palette: Palette::default(),
        alpha: 1.0,
    };
    pen.lay_out(lines, wrap).size + vec2(PANEL_PADDING, PANEL_PADDING) * 2.0
}

/// Draws a panel of `lines` at `spot` with the colors of a palette; `alpha` is its opacity, 0..1.
pub(crate) fn draw(
    painter: &Painter,
    spot: &PanelSpot,
    lines: &[Line],
    palette: Palette,
    alpha: f32,
) {
    let text_size = spot.text_size;
    let pen = PanelPen {
        painter,
        text_size,
        palette,
        alpha,
    };
    let text = pen.lay_out(lines, spot.wrap);
    painter.rect(spot.rect, CORNER_RADIUS, background(alpha));
    let at = spot.rect.min + vec2(PANEL_PADDING, PANEL_PADDING);
    for (line, laid) in lines.iter().zip(&text.lines) {
        let row = laid.first_row().translate(at);
        pen.hexagons(row, &line.hexagons);
        if let Some((mark, faded)) = line.mark {
            let center = vec2(row.left() + text_size * MARK_SIZE, row.center().y);
            let color = palette.accent.faded(alpha * faded);
            draw_mark(painter, center, mark, text_size, color);
        }
        if let Some(bullet) = &laid.bullet {
            painter.text(at + vec2(0.0, laid.top), bullet.clone());
        }
        painter.text(at + vec2(laid.indent, laid.top), laid.text.clone());
    }
}

/// The laid-out lines of a panel, points from the first line's corner.
struct LaidOut {
    lines: Vec<LaidLine>,
    size: Vec2,
}

/// A laid-out line: its bullet, and beside it its text in one or more rows.
struct LaidLine {
    top: f32,
    /// The width of the bullet, points.
    indent: f32,
    bullet: Option<Rc<Text>>,
    text: Rc<Text>,
}

impl LaidLine {
    fn first_row(&self) -> Rect {
        let row = self.text.rows.first();
        row.map_or(Rect::default(), |row| row.rect)
            .translate(vec2(self.indent, self.top))
    }
}

/// Draws the mark in front of a line of text.
fn draw_mark(painter: &Painter, center: Vec2, mark: LineMark, text_size: f32, color: Color) {
    let radius = text_size * MARK_SIZE;
    let LineMark::Arrow(angle) = mark else {
        painter.circle_outline(center, 0.5 * radius, Stroke::new(1.5, color));
        return;
    };
    // The angle is clockwise from straight up; y points downward on the screen.
    let ahead = Vec2::from_angle(angle - std::f32::consts::FRAC_PI_2);
    let at = |along: f32, aside: f32| center + (ahead * along + ahead.perp() * aside) * radius;
    let [tip, notch] = [at(1.0, 0.0), at(-0.35, 0.0)];
    for side in [-0.75, 0.75] {
        // The arrow is drawn as two halves, because a shape with a notch is not convex.
        let points = vec![tip, at(-0.85, side), notch];
        painter.polygon(points, color);
    }
}

/// The background color of text; `alpha` is its opacity, 0..1.
pub(crate) fn background(alpha: f32) -> Color {
    Color::black((BACKGROUND_ALPHA * alpha * 255.0) as u8)
}

/// Draws a bar along the bottom of the screen, filled up to the share `done`, with text above it.
pub(crate) fn bar(painter: &Painter, screen: Rect, color: Color, done: f32, text: String) {
    let rect = |part: f32| {
        let size = vec2(screen.width() * part.clamp(0.0, 1.0), BAR_HEIGHT);
        Rect::from_min_size(screen.left_bottom() - vec2(0.0, BAR_HEIGHT), size)
    };
    painter.rect(rect(1.0), 0.0, Color::black(120));
    painter.rect(rect(done), 0.0, color);
    let at = screen.max - vec2(PANEL_PADDING, BAR_HEIGHT);
    let style = Style::monospace(BAR_TEXT, TEXT_COLOR);
    let words = painter.write(&Writing::new(f32::INFINITY).with(text, style));
    let place = Rect::from_min_size(at - words.size(), words.size());
    painter.rect(place.expand2(vec2(4.0, 0.0)), 0.0, background(1.0));
    painter.text(place.min, words);
}

/// The painter, text size and colors of a panel.
struct PanelPen<'a> {
    painter: &'a Painter<'a>,
    text_size: f32,
    palette: Palette,
    alpha: f32,
}

impl PanelPen<'_> {
    /// Lays out lines below each other, wrapped to the width `wrap`.
    fn lay_out(&self, lines: &[Line], wrap: f32) -> LaidOut {
        let room = wrap - 2.0 * PANEL_PADDING;
        let mut size = Vec2::ZERO;
        let mut place = |line: &Line| {
            let bullet = line.bullet.as_ref();
            let bullet = bullet.map(|piece| self.write(std::slice::from_ref(piece), f32::INFINITY));
            let indent = bullet.as_ref().map_or(0.0, |bullet| bullet.size().x);
            let text = self.write(&line.pieces, room - indent);
            let top = size.y;
            size = vec2(size.x.max(indent + text.size().x), top + text.size().y);
            LaidLine {
                top,
                indent,
                bullet,
                text,
            }
        };
        let lines = lines.iter().map(&mut place).collect();
        LaidOut { lines, size }
    }

    fn write(&self, pieces: &[TextPiece], room: f32) -> Rc<Text> {
        let mut writing = Writing::new(room);
        for piece in pieces {
            let color = piece.ink.color(self.palette).faded(self.alpha);
            let style = Style::monospace(self.text_size, color);
            writing.append(&*piece.text, style, 0.0);
            if piece.columns > 0 {
                // Characters of other scripts have other widths, so the rest of the column is filled up
                // behind them.
                let width = |text: String| {
                    let text = Writing::new(f32::INFINITY).with(text, style);
                    self.painter.write(&text).size().x
                };
                let wanted = width(" ".repeat(piece.columns.saturating_sub(1)));
                let lacking = (wanted - width(piece.text.clone())).max(0.0);
                writing.append(" ", style, lacking);
            }
        }
        self.painter.write(&writing)
    }

    /// Draws full and empty hexagons over a row of text that reserves space for them.
    fn hexagons(&self, row: Rect, full: &[bool]) {
        let (palette, alpha) = (self.palette, self.alpha);
        let step = row.width() / full.len().max(1) as f32;
        for (index, full) in full.iter().enumerate() {
            let center = vec2(row.left() + (index as f32 + 0.5) * step, row.center().y);
            let points = around(center, self.text_size * HEXAGON_SIZE, 6);
            if *full {
                self.painter.polygon(points, palette.lit.faded(alpha));
            } else {
                let stroke = Stroke::new(1.5, palette.waiting.faded(0.7 * alpha));
                self.painter.polygon_outline(points, stroke);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_canvas::Canvas;

    #[test]
    fn wrapped_text_goes_on_beside_its_sign_and_not_below_it() {
        let words = "no walkers, things, moving parts, balls, bumpers";
        let lines = [
            Line::bulleted("■ ", TEXT_COLOR).with(words, TEXT_COLOR),
            Line::new().with("end", TEXT_COLOR),
        ];
        let (laid, _) = Canvas::default().record(Rect::default(), 1.0, |painter| {
            let pen = PanelPen {
                painter,
                text_size: 13.0,
                palette: Palette::default(),
                alpha: 1.0,
            };
            pen.lay_out(&lines, 200.0)
        });
        let [first, second] = &laid.lines[..] else {
            panic!("two lines");
        };
        assert!(first.text.rows.len() > 1);
        assert!(first.indent > 10.0 && second.indent == 0.0);
        assert!(first.indent + first.text.size().x <= 200.0 - 2.0 * PANEL_PADDING);
        assert_eq!(second.top, first.text.size().y);
    }
}
