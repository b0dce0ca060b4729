//! Draws a page that has been laid out: dark glass, one accent, a ring around what has the focus.

use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape as Drawn, Stroke, StrokeKind, Vec2, pos2};

use super::{
    layout::{Layout, Placed, PlacedRow, scrollbar},
    page::{Act, Page, Row, Setting, Shape},
};
use crate::ui::{GLASS, TEXT};

/// The radius of a panel's corners, points.
const CORNER: f32 = 10.0;
/// The color into which rows fade at the edges of a long page: that of the glass above the picture.
const FADED: Color32 = Color32::from_rgba_premultiplied(9, 14, 18, 240);
/// The reach of the veil beside a panel on the left, as a share of the window's width.
const VEIL: f32 = 0.75;

/// Draws a page with that row in focus, scrolled by so many points.
pub(super) fn paint(
    painter: &Painter,
    area: Rect,
    (page, layout): (&Page, &Layout),
    focus: usize,
    scroll: f32,
) {
    paint_ground(painter, area, page.shape, layout);
    painter.galley(layout.title.at, layout.title.galley.clone(), TEXT);
    paint_rule(painter, layout);
    let clipped = painter.with_clip_rect(layout.viewport.expand(layout.sizes.gap));
    for (index, row) in page.rows.iter().enumerate() {
        if let Some(placed) = layout.row(index, scroll)
            && placed
                .rect
                .expand(layout.sizes.gap)
                .intersects(layout.viewport)
        {
            let has_focus = index == focus && row.act().is_some();
            paint_row(&clipped, (row, &placed), layout.palette.accent, has_focus);
        }
    }
    paint_fades(painter, layout, scroll);
    paint_scrollbar(painter, layout, scroll);
    let details = layout.details.get(focus).into_iter().flatten();
    for text in std::iter::once(&layout.help)
        .chain(&layout.message)
        .chain(details)
    {
        painter.galley(text.at, text.galley.clone(), TEXT);
    }
    paint_card(painter, page, layout);
}

/// The card beside the panel.
fn paint_card(painter: &Painter, page: &Page, layout: &Layout) {
    let Some((rect, rows)) = &layout.card else {
        return;
    };
    painter.rect_filled(*rect, CORNER, GLASS);
    let line = Stroke::new(1.0, faint(0.14));
    painter.rect_stroke(*rect, CORNER, line, StrokeKind::Inside);
    for (row, placed) in page.beside.iter().zip(rows) {
        paint_row(painter, (row, placed), layout.palette.accent, false);
    }
}

/// The veil over the picture, and the glass that is written on.
fn paint_ground(painter: &Painter, area: Rect, shape: Shape, layout: &Layout) {
    match shape {
        Shape::Cover | Shape::Side => {
            let dark = Color32::from_black_alpha(150);
            let right = pos2(area.left() + area.width() * VEIL, area.bottom());
            let veil = Rect::from_min_max(area.min, right);
            shade(painter, veil, dark, Color32::TRANSPARENT);
            painter.rect_filled(layout.panel, 0.0, GLASS);
            let edge = layout.panel.right();
            painter.vline(edge, layout.panel.y_range(), Stroke::new(1.0, faint(0.14)));
        }
        Shape::Beside => {
            // What changes beside it is to be seen as it is.
            painter.rect_filled(layout.panel, 0.0, GLASS);
            let edge = layout.panel.right();
            painter.vline(edge, layout.panel.y_range(), Stroke::new(1.0, faint(0.14)));
        }
        Shape::Card | Shape::Wide => {
            painter.rect_filled(area, 0.0, Color32::from_black_alpha(130));
            painter.rect_filled(layout.panel, CORNER, GLASS);
            let line = Stroke::new(1.0, faint(0.14));
            painter.rect_stroke(layout.panel, CORNER, line, StrokeKind::Inside);
        }
    }
    if shape == Shape::Cover {
        paint_emblem(painter, layout);
    }
}

/// The six planes around a body, behind the words of a cover.
fn paint_emblem(painter: &Painter, layout: &Layout) {
    let radius = layout.panel.width() * 0.42;
    let center = pos2(layout.panel.right(), layout.panel.bottom() - radius * 0.9);
    let clipped = painter.with_clip_rect(layout.panel);
    for (share, alpha) in [(1.0, 0.10), (0.72, 0.16), (0.44, 0.24)] {
        let stroke = Stroke::new(1.5, layout.palette.accent.gamma_multiply(alpha));
        clipped.add(hexagon(
            center,
            radius * share,
            Color32::TRANSPARENT,
            stroke,
        ));
    }
}

/// A short bright line below the title.
fn paint_rule(painter: &Painter, layout: &Layout) {
    let title = layout.title.rect();
    let y = title.bottom() + layout.sizes.margin * 0.2;
    let right = title.left() + 44.0 * layout.sizes.unit;
    painter.hline(
        title.left()..=right,
        y,
        Stroke::new(2.0, layout.palette.accent),
    );
}

fn paint_row(
    painter: &Painter,
    (row, placed): (&Row, &PlacedRow),
    accent: Color32,
    has_focus: bool,
) {
    let focused = has_focus.then_some(accent);
    match row {
        Row::Bar(done) => paint_bar(painter, placed.rect, accent, *done),
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
        painter.rect_stroke(placed.rect, corner(placed.rect), ring, StrokeKind::Inside);
    }
    for text in &placed.texts {
        painter.galley(text.at, text.galley.clone(), TEXT);
    }
}

fn corner(rect: Rect) -> f32 {
    (rect.height() * 0.2).min(7.0)
}

/// The ground of a control; `focused` is the color of one in focus.
fn paint_control(painter: &Painter, rect: Rect, act: &Act, focused: Option<Color32>) {
    let fill = match (focused, act) {
        (Some(accent), _) => accent.gamma_multiply(0.16),
        (None, Act::Stay) => Color32::TRANSPARENT,
        (None, _) => faint(0.05),
    };
    painter.rect_filled(rect, corner(rect), fill);
}

fn paint_bar(painter: &Painter, rect: Rect, accent: Color32, done: f32) {
    let round = rect.height() * 0.5;
    painter.rect_filled(rect, round, faint(0.14));
    let mut full = rect;
    full.set_width(rect.width() * done.clamp(0.0, 1.0));
    painter.rect_filled(full, round, accent);
}

/// The arrows beside a value, faint where there is nothing further on.
fn paint_arrows(painter: &Painter, zone: Rect, value: &Placed, setting: &Setting) {
    let lines = value.galley.rows.len().max(1) as f32;
    let size = value.rect().height() / lines * 0.24;
    let y = value.rect().center().y;
    for (x, sign, act) in [
        (zone.left() + size * 2.0, -1.0, &setting.less),
        (zone.right() - size * 2.0, 1.0, &setting.more),
    ] {
        let alpha = if *act == Act::Stay { 0.2 } else { 0.9 };
        let tip = pos2(x + sign * size, y);
        let back = x - sign * size * 0.4;
        let points = vec![tip, pos2(back, y - size), pos2(back, y + size)];
        painter.add(Drawn::convex_polygon(points, faint(alpha), Stroke::NONE));
    }
}

/// The scale of a number below its value, with a knob at its place.
fn paint_scale(painter: &Painter, zone: Rect, accent: Color32, share: f32) {
    let line = scale_line(zone);
    let at = pos2(
        line.left() + line.width() * share.clamp(0.0, 1.0),
        line.center().y,
    );
    painter.rect_filled(line, line.height() * 0.5, faint(0.16));
    let full = Rect::from_min_max(line.min, pos2(at.x, line.max.y));
    painter.rect_filled(full, line.height() * 0.5, accent);
    painter.circle_filled(at, line.height() * 1.6, TEXT);
}

/// The line of a scale within the place of a value.
pub(super) fn scale_line(zone: Rect) -> Rect {
    let line = Rect::from_min_max(pos2(zone.left(), zone.bottom() - 5.0), zone.max);
    line.shrink2(egui::vec2(8.0, 0.5))
}

/// A level's picture, or a hexagon where there is none yet.
fn paint_picture(painter: &Painter, rect: Rect, picture: Option<egui::TextureId>) {
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    match picture {
        Some(id) => {
            painter.image(id, rect, whole, Color32::WHITE);
        }
        None => {
            painter.rect_filled(rect, corner(rect), Color32::from_black_alpha(90));
            let stroke = Stroke::new(1.5, faint(0.25));
            let radius = rect.height() * 0.22;
            painter.add(hexagon(rect.center(), radius, Color32::TRANSPARENT, stroke));
        }
    }
}

/// Lets rows fade into the glass where the page goes on.
fn paint_fades(painter: &Painter, layout: &Layout, scroll: f32) {
    let clear = Color32::TRANSPARENT;
    let edge = layout.sizes.gap;
    let mut rect = layout.viewport.expand(edge);
    rect.max.x = layout.viewport.right() - scrollbar(layout.sizes);
    if scroll > 0.5 {
        let rect = rect.with_max_y(layout.viewport.top() + layout.fade());
        shade_down(painter, rect, FADED, clear);
    }
    if scroll < layout.most_scroll() - 0.5 {
        let rect = rect.with_min_y(layout.viewport.bottom() - layout.fade());
        shade_down(painter, rect, clear, FADED);
    }
}

fn paint_scrollbar(painter: &Painter, layout: &Layout, scroll: f32) {
    let most = layout.most_scroll();
    if most <= 0.5 {
        return;
    }
    let width = scrollbar(layout.sizes) * 0.5;
    let whole = Rect::from_min_max(
        pos2(layout.viewport.right() - width, layout.viewport.top()),
        layout.viewport.max,
    );
    let share = layout.viewport.height() / layout.height;
    let length = whole.height() * share;
    let top = whole.top() + (whole.height() - length) * (scroll / most).clamp(0.0, 1.0);
    let thumb = Rect::from_min_size(pos2(whole.left(), top), egui::vec2(width, length));
    painter.rect_filled(whole, width * 0.5, faint(0.06));
    painter.rect_filled(thumb, width * 0.5, faint(0.35));
}

/// The color of text, made so faint.
fn faint(alpha: f32) -> Color32 {
    TEXT.gamma_multiply(alpha)
}

/// A rectangle that goes from one color on the left to another on the right.
fn shade(painter: &Painter, rect: Rect, left: Color32, right: Color32) {
    shade_corners(painter, rect, [left, right, right, left]);
}

/// A rectangle that goes from one color at its top to another at its bottom.
fn shade_down(painter: &Painter, rect: Rect, top: Color32, bottom: Color32) {
    shade_corners(painter, rect, [top, top, bottom, bottom]);
}

/// A rectangle with a color at each corner, from the upper left one on with the clock.
fn shade_corners(painter: &Painter, rect: Rect, colors: [Color32; 4]) {
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
    ];
    let mut mesh = Mesh::default();
    for (corner, color) in corners.into_iter().zip(colors) {
        mesh.colored_vertex(corner, color);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    painter.add(Drawn::mesh(mesh));
}

fn hexagon(center: Pos2, radius: f32, fill: Color32, stroke: Stroke) -> Drawn {
    let corner = |corner: u8| {
        let angle = f32::from(corner) * std::f32::consts::FRAC_PI_3;
        center + Vec2::angled(angle) * radius
    };
    Drawn::convex_polygon((0..6).map(corner).collect(), fill, stroke)
}
