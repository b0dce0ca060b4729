//! Draws a laid-out page: dark glass, one accent color, a ring around the focused control.

use glam::vec2;

use super::{
    layout::{Layout, PlacedRow, PlacedText, scrollbar},
    page::{Act, Page, Row, Setting, Shape},
};
use crate::{GLASS_COLOR, TEXT_COLOR};
use hexbound_canvas::{Color, Painter, Picture, Rect, Stroke, around};

/// The radius of a panel's corners, points.
const CORNER_RADIUS: f32 = 10.0;
/// The duration of a gleam along a bar, seconds.
const GLEAM_SECONDS: f64 = 1.5;
/// The color into which rows fade at the edges of a long page: that of the glass above the image.
const FADED_COLOR: Color = Color::premultiplied(9, 14, 18, 240);
/// The width of the veil around a panel on the left, as a share of the window's width.
const VEIL_REACH: f32 = 0.75;

/// Draws a page with the focused row, scrolled by `scroll` points.
pub(super) fn paint(
    painter: &Painter,
    area: Rect,
    page: &Page,
    layout: &Layout,
    focus: usize,
    scroll: f32,
) {
    paint_ground(painter, area, page.shape, layout);
    layout.title.paint(painter);
    paint_rule(painter, layout);
    let clipped = painter.clipped(layout.viewport.expand(layout.sizes.gap));
    for (index, row) in page.rows.iter().enumerate() {
        if let Some(placed) = layout.row(index, scroll)
            && (placed.rect.expand(layout.sizes.gap)).intersects(layout.viewport)
        {
            let has_focus = index == focus && row.act().is_some();
            paint_row(&clipped, row, &placed, layout.palette.accent, has_focus);
        }
    }
    paint_fades(painter, layout, scroll);
    paint_scrollbar(painter, layout, scroll);
    let details = layout.details.get(focus).into_iter().flatten();
    let below = std::iter::once(&layout.help).chain(&layout.message);
    below.chain(details).for_each(|text| text.paint(painter));
    if let Some((rect, rows)) = &layout.card {
        paint_glass(painter, *rect);
        for (row, placed) in page.beside.iter().zip(rows) {
            paint_row(painter, row, placed, layout.palette.accent, false);
        }
    }
}

/// A card of glass.
fn paint_glass(painter: &Painter, rect: Rect) {
    painter.rect(rect, CORNER_RADIUS, GLASS_COLOR);
    painter.outline(rect, CORNER_RADIUS, Stroke::new(1.0, faint(0.14)));
}

/// Draws the veil over the image and the glass behind the text.
fn paint_ground(painter: &Painter, area: Rect, shape: Shape, layout: &Layout) {
    let panel = layout.panel;
    match shape {
        Shape::Card | Shape::Wide => {
            painter.rect(area, 0.0, Color::black(130));
            return paint_glass(painter, panel);
        }
        Shape::Cover | Shape::Side => {
            let right = vec2(area.left() + area.width() * VEIL_REACH, area.bottom());
            let veil = Rect::from_min_max(area.min, right);
            shade(painter, veil, Color::black(150), Color::TRANSPARENT);
        }
        // The image beside this panel stays unchanged.
        Shape::Beside => {}
    }
    painter.rect(panel, 0.0, GLASS_COLOR);
    // A faint line along the right edge.
    let middle = vec2(panel.right(), panel.center().y);
    let line = Rect::from_center_size(middle, vec2(1.0, panel.height()));
    painter.rect(line, 0.0, faint(0.14));
    if shape == Shape::Cover {
        paint_emblem(painter, layout);
    }
}

/// Draws the six planes around a body, behind the text of a cover.
fn paint_emblem(painter: &Painter, layout: &Layout) {
    let radius = layout.panel.width() * 0.42;
    let center = vec2(layout.panel.right(), layout.panel.bottom() - radius * 0.9);
    let clipped = painter.clipped(layout.panel);
    for (share, alpha) in [(1.0, 0.10), (0.72, 0.16), (0.44, 0.24)] {
        let stroke = Stroke::new(1.5, layout.palette.accent.faded(alpha));
        clipped.polygon_outline(around(center, radius * share, 6), stroke);
    }
}

/// Draws a short bright line below the title.
fn paint_rule(painter: &Painter, layout: &Layout) {
    let title = layout.title.rect();
    let y = title.bottom() + layout.sizes.margin * 0.2;
    let size = vec2(44.0 * layout.sizes.unit, 2.0);
    let line = Rect::from_min_size(vec2(title.left(), y - 1.0), size);
    painter.rect(line, 0.0, layout.palette.accent);
}

fn paint_row(painter: &Painter, row: &Row, placed: &PlacedRow, accent: Color, has_focus: bool) {
    let focused = has_focus.then_some(accent);
    match row {
        Row::Bar(done, now) => paint_bar(painter, placed.rect, accent, *done, *now),
        Row::Button(button) => paint_control(painter, placed.rect, &button.act, focused),
        Row::Card(card) => {
            paint_control(painter, placed.rect, &card.act, focused);
            if let Some(rect) = placed.inset {
                paint_picture(painter, rect, card.picture);
            }
        }
        Row::Setting(setting) => {
            paint_control(painter, placed.rect, &setting.act, focused);
            if let (Some(zone), Some(value)) = (placed.inset, placed.texts.last()) {
                paint_arrows(painter, zone, value, setting);
                if let Some(scale) = &setting.scale {
                    paint_scale(painter, zone, accent, scale.share);
                }
            }
        }
        Row::Heading(_) | Row::Text(..) | Row::Pair(..) => {}
    }
    if has_focus {
        let ring = Stroke::new(2.0, accent);
        painter.outline(placed.rect, corner(placed.rect), ring);
    }
    placed.texts.iter().for_each(|text| text.paint(painter));
}

fn corner(rect: Rect) -> f32 {
    (rect.height() * 0.2).min(7.0)
}

/// Draws the background of a control; `focused` is the color of a focused one.
fn paint_control(painter: &Painter, rect: Rect, act: &Act, focused: Option<Color>) {
    let fill = match (focused, act) {
        (Some(accent), _) => accent.faded(0.16),
        (None, Act::Stay) => Color::TRANSPARENT,
        (None, _) => faint(0.05),
    };
    painter.rect(rect, corner(rect), fill);
}

/// Draws a bar with a gleam, which also moves while the progress is constant.
fn paint_bar(painter: &Painter, rect: Rect, accent: Color, done: f32, now: f64) {
    let round = rect.height() * 0.5;
    painter.rect(rect, round, faint(0.14));
    let mut full = rect;
    full.max.x = rect.left() + rect.width() * done.clamp(0.0, 1.0);
    painter.rect(full, round, accent);
    let along = (now % GLEAM_SECONDS / GLEAM_SECONDS) as f32;
    let half = vec2(rect.width() * 0.15, 0.0);
    let middle = rect.left() + (rect.width() + 2.0 * half.x) * along - half.x;
    let [top, bottom] = [rect.top(), rect.bottom()].map(|y| vec2(middle, y));
    let (clipped, clear, bright) = (painter.clipped(rect), Color::TRANSPARENT, faint(0.6));
    let before = Rect::from_min_max(top - half, bottom);
    shade(&clipped, before, clear, bright);
    let after = Rect::from_min_max(top, bottom + half);
    shade(&clipped, after, bright, clear);
}

/// Draws the arrows beside a value, faint at the ends of its range.
fn paint_arrows(painter: &Painter, zone: Rect, value: &PlacedText, setting: &Setting) {
    let lines = value.text.rows.len().max(1) as f32;
    let size = value.rect().height() / lines * 0.24;
    let y = value.rect().center().y;
    for (x, sign, act) in [
        (zone.left() + size * 2.0, -1.0, &setting.less),
        (zone.right() - size * 2.0, 1.0, &setting.more),
    ] {
        let alpha = if *act == Act::Stay { 0.2 } else { 0.9 };
        let tip = vec2(x + sign * size, y);
        let back = x - sign * size * 0.4;
        let points = vec![tip, vec2(back, y - size), vec2(back, y + size)];
        painter.polygon(points, faint(alpha));
    }
}

/// Draws the scale of a number below its value, with a knob at its position.
fn paint_scale(painter: &Painter, zone: Rect, accent: Color, share: f32) {
    let line = scale_line(zone);
    let along = line.width() * share.clamp(0.0, 1.0);
    let at = vec2(line.left() + along, line.center().y);
    painter.rect(line, line.height() * 0.5, faint(0.16));
    let full = Rect::from_min_max(line.min, vec2(at.x, line.max.y));
    painter.rect(full, line.height() * 0.5, accent);
    painter.circle(at, line.height() * 1.6, TEXT_COLOR);
}

/// The line of a scale within the rectangle of a value.
pub(super) fn scale_line(zone: Rect) -> Rect {
    let line = Rect::from_min_max(vec2(zone.left(), zone.bottom() - 5.0), zone.max);
    line.expand2(vec2(-8.0, -0.5))
}

/// Draws a level's picture, or a hexagon if there is none yet.
fn paint_picture(painter: &Painter, rect: Rect, picture: Option<Picture>) {
    match picture {
        Some(picture) => painter.picture(rect, picture),
        None => {
            painter.rect(rect, corner(rect), Color::black(90));
            let stroke = Stroke::new(1.5, faint(0.25));
            let radius = rect.height() * 0.22;
            painter.polygon_outline(around(rect.center(), radius, 6), stroke);
        }
    }
}

/// Fades rows into the glass where the page continues.
fn paint_fades(painter: &Painter, layout: &Layout, scroll: f32) {
    let clear = Color::TRANSPARENT;
    let mut rect = layout.viewport.expand(layout.sizes.gap);
    rect.max.x = layout.viewport.right() - scrollbar(layout.sizes);
    if scroll > 0.5 {
        let mut rect = rect;
        rect.max.y = layout.viewport.top() + layout.fade();
        shade_down(painter, rect, FADED_COLOR, clear);
    }
    if scroll < layout.max_scroll() - 0.5 {
        let mut rect = rect;
        rect.min.y = layout.viewport.bottom() - layout.fade();
        shade_down(painter, rect, clear, FADED_COLOR);
    }
}

fn paint_scrollbar(painter: &Painter, layout: &Layout, scroll: f32) {
    let max_scroll = layout.max_scroll();
    if max_scroll <= 0.5 {
        return;
    }
    let width = scrollbar(layout.sizes) * 0.5;
    let corner = vec2(layout.viewport.right() - width, layout.viewport.top());
    let whole = Rect::from_min_max(corner, layout.viewport.max);
    let share = layout.viewport.height() / layout.height;
    let length = whole.height() * share;
    let top = whole.top() + (whole.height() - length) * (scroll / max_scroll).clamp(0.0, 1.0);
    let thumb = Rect::from_min_size(vec2(whole.left(), top), vec2(width, length));
    painter.rect(whole, width * 0.5, faint(0.06));
    painter.rect(thumb, width * 0.5, faint(0.35));
}

/// The color of text with the opacity `alpha`.
fn faint(alpha: f32) -> Color {
    TEXT_COLOR.faded(alpha)
}

/// Fills a rectangle with a gradient from left to right.
fn shade(painter: &Painter, rect: Rect, left: Color, right: Color) {
    painter.shade(rect, [left, right, right, left]);
}

/// Fills a rectangle with a gradient from top to bottom.
fn shade_down(painter: &Painter, rect: Rect, top: Color, bottom: Color) {
    painter.shade(rect, [top, top, bottom, bottom]);
}
