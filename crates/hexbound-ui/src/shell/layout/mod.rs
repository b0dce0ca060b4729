//! The layout of a page in the window: nothing overlaps, no text is cut, and long content scrolls.

mod sizes;
mod writer;

use glam::vec2;

use super::{
    facts::Facts,
    page::{Page, Row, Shape, Tone},
};
use crate::Palette;
use hexbound_canvas::{Painter, Rect};
pub(super) use sizes::{Sizes, scrollbar};
use writer::Writer;
pub(super) use writer::{PlacedRow, PlacedText};

/// The space between text and a control below it, in addition to the gap between rows, as a share of that
/// gap.
const SPACE_AFTER_WORDS: f32 = 1.0;

/// A laid-out page.
pub(super) struct Layout {
    pub sizes: Sizes,
    pub palette: Palette,
    pub panel: Rect,
    pub title: PlacedText,
    /// The help line at the lower edge of the panel.
    pub help: PlacedText,
    /// The game's message, if there is one.
    pub message: Option<PlacedText>,
    /// The visible area of the rows within the panel.
    pub viewport: Rect,
    /// The rows, relative to the viewport's corner, before scrolling.
    pub rows: Vec<PlacedRow>,
    /// The total height of the rows, points.
    pub height: f32,
    /// The details of each row, shown below all rows while it has the focus.
    pub details: Vec<Vec<PlacedText>>,
    /// The card beside the panel with its rows, if there is one.
    pub card: Option<(Rect, Vec<PlacedRow>)>,
}

/// The width of a name beside its text, as a share of both.
const NAME_SHARE: f32 = 0.42;
/// The width of a name beside its text on a narrow card, as a share of both.
const NARROW_NAME_SHARE: f32 = 0.5;
/// The share of the full size below which a card has small text, to hide less of the image.
const NARROW_SHARE: f32 = 0.75;
/// The minimum useful width of a card beside the panel, points.
const MIN_CARD_WIDTH: f32 = 230.0;

impl Layout {
    /// Lays out `page` in `area`, with the help line and the newest message.
    pub(super) fn new(painter: &Painter, area: Rect, page: &Page, facts: &Facts<'_>) -> Self {
        let (sizes, palette) = (Sizes::of(area), facts.palette());
        let writer = Writer {
            painter,
            sizes,
            palette,
            names: NAME_SHARE,
        };
        let mut panel = widest_panel(area, page.shape, sizes);
        let width = (panel.width() - 2.0 * sizes.margin).max(1.0);
        let title = writer.title(&page.title, width, page.shape);
        let help = page.help.text(facts.words, facts.device);
        let help = writer.write(&help, Tone::Quiet, sizes.small, width);
        let message = facts.message.as_ref().map(|(text, is_warning)| {
            let tone = match is_warning {
                true => Tone::Warning,
                false => Tone::Accent,
            };
            writer.write(text, tone, sizes.small, width)
        });
        let rows = place_rows(&writer, &page.rows, width - scrollbar(sizes));
        let height = lowest(rows.iter().map(|row| row.rect));
        let head = title.size().y + sizes.margin * 0.7;
        let message_room = (message.as_ref()).map_or(0.0, |text| text.size().y + sizes.gap);
        let details = write_details(&writer, &page.rows, width);
        let detail_height = lowest(details.iter().flatten().map(PlacedText::rect));
        let detail_room = match detail_height > 0.0 {
            true => detail_height + sizes.gap * 2.0,
            false => 0.0,
        };
        let foot = help.size().y + message_room + detail_room + sizes.margin * 0.5;
        if page.shape == Shape::Card {
            let whole = head + height + foot + 2.0 * sizes.margin;
            let size = vec2(panel.width(), whole.min(panel.height()));
            panel = Rect::from_center_size(area.center(), size);
        }
        let inner = panel.shrink(sizes.margin);
        let at = |y: f32, text| PlacedText::new(vec2(inner.left(), y), text);
        let help_top = inner.bottom() - help.size().y;
        let detail_top = help_top - message_room - detail_room;
        let below = vec2(inner.left(), detail_top + sizes.gap);
        let moved = |texts: Vec<PlacedText>| texts.into_iter().map(|it| it.moved(below)).collect();
        let top = inner.top() + head;
        let bottom = vec2(inner.right(), (inner.bottom() - foot).max(top));
        let viewport = Rect::from_min_max(vec2(inner.left(), top), bottom);
        Self {
            sizes,
            palette,
            panel,
            title: at(inner.top(), title),
            help: at(help_top, help),
            message: message.map(|text| at(help_top - message_room, text)),
            viewport,
            rows,
            height,
            details: details.into_iter().map(moved).collect(),
            card: card_beside(&writer, area, panel, &page.beside),
        }
    }

    /// The row at its position in the window, with the page scrolled by `scroll` points.
    pub(super) fn row(&self, index: usize, scroll: f32) -> Option<PlacedRow> {
        let row = self.rows.get(index)?.clone();
        Some(row.moved(self.viewport.min - vec2(0.0, scroll)))
    }

    /// The height at the viewport's edges over which rows fade if the page continues, points.
    pub(super) fn fade(&self) -> f32 {
        self.sizes.margin.min(self.viewport.height() * 0.15)
    }

    /// The largest scroll distance of the page, points.
    pub(super) fn max_scroll(&self) -> f32 {
        (self.height - self.viewport.height()).max(0.0)
    }
}

/// Returns whether there is space for a card beside the panel of a shape.
pub(super) fn has_card(area: Rect, shape: Shape) -> bool {
    let sizes = Sizes::of(area);
    let panel = widest_panel(area, shape, sizes);
    area.right() - panel.right() - 2.0 * sizes.margin >= MIN_CARD_WIDTH && !sizes.is_low
}

/// A card in the upper corner beside the panel, as wide as possible and no higher than needed.
fn card_beside(
    writer: &Writer<'_>,
    area: Rect,
    panel: Rect,
    rows: &[Row],
) -> Option<(Rect, Vec<PlacedRow>)> {
    if rows.is_empty() {
        return None;
    }
    let mut sizes = writer.sizes;
    let room = area.right() - panel.right() - 2.0 * sizes.margin;
    let (width, names) = match sizes.unit < NARROW_SHARE {
        true => {
            sizes.text = sizes.small;
            (MIN_CARD_WIDTH + 30.0, NARROW_NAME_SHARE)
        }
        false => ((430.0 * sizes.unit).max(MIN_CARD_WIDTH + 100.0), NAME_SHARE),
    };
    let width = room.min(width);
    let writer = Writer {
        sizes,
        names,
        ..*writer
    };
    let rows = place_rows(&writer, rows, width - 2.0 * sizes.margin);
    let height = lowest(rows.iter().map(|row| row.rect));
    let corner = vec2(
        area.right() - sizes.margin - width,
        area.top() + sizes.margin,
    );
    let rect = Rect::from_min_size(corner, vec2(width, height + 1.5 * sizes.margin));
    let inner = corner + vec2(sizes.margin, 0.75 * sizes.margin);
    Some((rect, rows.into_iter().map(|row| row.moved(inner)).collect()))
}

/// The details of each row, one below the other, at the origin.
fn write_details(writer: &Writer<'_>, rows: &[Row], width: f32) -> Vec<Vec<PlacedText>> {
    let of_row = |row: &Row| {
        let Row::Setting(setting) = row else {
            return Vec::new();
        };
        // A low window would have room for nothing else.
        if writer.sizes.is_low {
            return Vec::new();
        }
        let mut top = 0.0;
        let placed = setting.details.iter().map(|(text, tone)| {
            let text = writer.write(text, *tone, writer.sizes.small, width);
            let at = vec2(0.0, top);
            top += text.size().y + writer.sizes.gap * 0.5;
            PlacedText::new(at, text)
        });
        placed.collect()
    };
    rows.iter().map(of_row).collect()
}

/// The lower edge of the lowest rectangle.
fn lowest(rects: impl Iterator<Item = Rect>) -> f32 {
    rects.map(|rect| rect.bottom()).fold(0.0, f32::max)
}

/// The largest panel of a shape.
fn widest_panel(area: Rect, shape: Shape, sizes: Sizes) -> Rect {
    let wanted = match shape {
        Shape::Cover | Shape::Side => (430.0 * sizes.unit).max(230.0),
        Shape::Beside => (520.0 * sizes.unit).max(350.0),
        Shape::Card => (620.0 * sizes.unit).max(330.0),
        Shape::Wide => 1180.0,
    };
    match shape {
        Shape::Cover | Shape::Side | Shape::Beside => {
            Rect::from_min_size(area.min, vec2(wanted.min(area.width()), area.height()))
        }
        Shape::Card | Shape::Wide => {
            let margin = sizes.margin.min(area.size().min_element() * 0.1);
            let room = area.shrink(margin).size();
            Rect::from_center_size(area.center(), vec2(wanted.min(room.x), room.y))
        }
    }
}

/// Lays out the rows of a page one below the other, and consecutive cards side by side. `width` is the width
/// of the rows, points.
fn place_rows(writer: &Writer<'_>, rows: &[Row], width: f32) -> Vec<PlacedRow> {
    let sizes = writer.sizes;
    let columns = match sizes.is_low {
        true => 1.0,
        false => (width / (250.0 * sizes.unit).max(150.0)).floor().max(1.0),
    };
    let card_gap = sizes.gap * 2.0;
    let card_width = (width - (columns - 1.0) * card_gap) / columns;
    let mut placed: Vec<PlacedRow> = Vec::new();
    let (mut top, mut column, mut line_height) = (0.0, 0.0, 0.0_f32);
    for row in rows {
        let is_card = matches!(row, Row::Card(_));
        let is_control = row.act().is_some() || matches!(row, Row::Heading(_));
        if column > 0.0 && (!is_card || column >= columns) {
            top += line_height + card_gap;
            (column, line_height) = (0.0, 0.0);
        }
        let row = writer.row(row, if is_card { card_width } else { width });
        if is_card {
            let left = column * (card_width + card_gap);
            line_height = line_height.max(row.rect.height());
            placed.push(row.moved(vec2(left, top)));
            column += 1.0;
        } else {
            let height = row.rect.height();
            placed.push(row.moved(vec2(0.0, top)));
            top += height + sizes.gap;
            // Text and a control below it are set apart.
            let next = rows.get(placed.len());
            if !is_control && next.is_some_and(|next| next.act().is_some()) {
                top += sizes.gap * SPACE_AFTER_WORDS;
            }
        }
    }
    placed
}
