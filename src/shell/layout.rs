//! Places the parts of a page in the window: nothing covers anything else, no text is cut, and what
//! is too long for the window can be scrolled to.

use std::sync::Arc;

use egui::{
    Color32, FontId, Galley, Painter, Pos2, Rect, Vec2, pos2,
    text::{LayoutJob, TextFormat},
    vec2,
};

use super::page::{Page, Row, Setting, Shape, Tone};
use crate::ui::{CORAL, TEAL, TEXT};

/// The window's size in points at which everything has its full size.
const FULL_SIZE: Vec2 = vec2(1120.0, 720.0);
/// The smallest text that can be read without effort, points.
const SMALLEST_TEXT: f32 = 13.0;
/// The width of a setting's value as a share of its row's.
const VALUE: f32 = 0.36;
/// The height of a window in which no card with a picture above its words has space, points.
const LOW: f32 = 320.0;
/// The width of a picture on the left of its words, points.
const FLAT_PICTURE: f32 = 56.0;
/// The height of a card's picture as a share of its width.
const PICTURE: f32 = 9.0 / 16.0;

/// The sizes of everything on a page, points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// The share of the full size, 0..1.
    pub unit: f32,
    pub title: f32,
    pub text: f32,
    pub small: f32,
    /// The space between a panel's edge and its content.
    pub margin: f32,
    /// The space between two rows.
    pub gap: f32,
    /// The space above and below the words of a control.
    pub padding: f32,
    /// True in a window so low that cards lie flat, with their pictures on the left.
    pub is_low: bool,
}

impl Sizes {
    pub(super) fn of(area: Rect) -> Self {
        let share = area.size() / FULL_SIZE;
        let unit = share.min_elem().clamp(0.4, 1.0);
        let text = |size: f32| (size * unit).round().max(SMALLEST_TEXT);
        Self {
            unit,
            title: (34.0 * unit).max(18.0).round(),
            text: text(20.0),
            small: text(16.0),
            margin: (28.0 * unit).max(8.0).round(),
            gap: (6.0 * unit).max(2.0).round(),
            padding: (9.0 * unit).max(3.0).round(),
            is_low: area.height() < LOW,
        }
    }
}

/// A text at its place.
#[derive(Clone)]
pub(super) struct Placed {
    /// The upper left corner, points.
    pub at: Pos2,
    pub galley: Arc<Galley>,
}

impl Placed {
    pub(super) fn rect(&self) -> Rect {
        Rect::from_min_size(self.at, self.galley.size())
    }

    fn moved(mut self, by: Vec2) -> Self {
        self.at += by;
        self
    }
}

/// A row at its place, measured from the upper left corner of the page's scrolled content.
#[derive(Clone)]
pub(super) struct PlacedRow {
    pub rect: Rect,
    pub texts: Vec<Placed>,
    /// The picture of a card, or the whole of a bar.
    pub inset: Option<Rect>,
}

impl PlacedRow {
    fn moved(mut self, by: Vec2) -> Self {
        self.rect = self.rect.translate(by);
        self.inset = self.inset.map(|inset| inset.translate(by));
        self.texts = (self.texts.into_iter()).map(|it| it.moved(by)).collect();
        self
    }
}

/// A page with all its parts in their places.
pub(super) struct Layout {
    pub sizes: Sizes,
    pub panel: Rect,
    pub title: Placed,
    /// The words above the title of a cover.
    pub help: Placed,
    /// The message of the game, if there is one.
    pub message: Option<Placed>,
    /// The part of the panel in which the rows are seen.
    pub viewport: Rect,
    /// The rows, from the viewport's corner, before scrolling.
    pub rows: Vec<PlacedRow>,
    /// The height of all rows together.
    pub height: f32,
}

impl Layout {
    /// Places `page` in `area`, with a message and whether it is a warning.
    pub(super) fn new(
        painter: &Painter,
        area: Rect,
        page: &Page,
        message: Option<(&str, bool)>,
    ) -> Self {
        let sizes = Sizes::of(area);
        let writer = Writer { painter, sizes };
        let mut panel = widest_panel(area, page.shape, sizes);
        let width = (panel.width() - 2.0 * sizes.margin).max(1.0);
        let title = writer.title(&page.title, width, page.shape);
        let help = writer.write(page.help, Tone::Quiet, sizes.small, width);
        let message = message.map(|(text, is_warning)| {
            let tone = if is_warning {
                Tone::Warning
            } else {
                Tone::Accent
            };
            writer.write(text, tone, sizes.small, width)
        });
        let rows = place_rows(&writer, &page.rows, width - scrollbar(sizes));
        let height = rows.iter().map(|row| row.rect.bottom()).fold(0.0, f32::max);
        let head = title.size().y + sizes.margin * 0.7;
        let message_room = (message.as_ref()).map_or(0.0, |text| text.size().y + sizes.gap);
        let foot = help.size().y + message_room + sizes.margin * 0.5;
        if page.shape == Shape::Card {
            let whole = head + height + foot + 2.0 * sizes.margin;
            let size = vec2(panel.width(), whole.min(panel.height()));
            panel = Rect::from_center_size(area.center(), size);
        }
        let inner = panel.shrink(sizes.margin);
        let at = |y: f32, galley| Placed {
            at: pos2(inner.left(), y),
            galley,
        };
        let help_top = inner.bottom() - help.size().y;
        let viewport = Rect::from_min_max(
            pos2(inner.left(), inner.top() + head),
            pos2(
                inner.right(),
                (inner.bottom() - foot).max(inner.top() + head),
            ),
        );
        Self {
            sizes,
            panel,
            title: at(inner.top(), title),
            help: at(help_top, help),
            message: message.map(|text| at(help_top - message_room, text)),
            viewport,
            rows,
            height,
        }
    }

    /// The row at its place in the window, with the page scrolled by so much.
    pub(super) fn row(&self, index: usize, scroll: f32) -> Option<PlacedRow> {
        let row = self.rows.get(index)?.clone();
        Some(row.moved(self.viewport.min.to_vec2() - vec2(0.0, scroll)))
    }

    /// The largest distance that the page can be scrolled by.
    pub(super) fn most_scroll(&self) -> f32 {
        (self.height - self.viewport.height()).max(0.0)
    }
}

/// The width kept for the bar that shows how far a page is scrolled, points.
pub(super) fn scrollbar(sizes: Sizes) -> f32 {
    (10.0 * sizes.unit).max(6.0)
}

/// The panel of a shape where its content needs all the space that it may have.
fn widest_panel(area: Rect, shape: Shape, sizes: Sizes) -> Rect {
    let margin = sizes.margin;
    match shape {
        Shape::Cover | Shape::Side => {
            let width = (430.0 * sizes.unit).max(230.0).min(area.width());
            Rect::from_min_size(area.min, vec2(width, area.height()))
        }
        Shape::Card => {
            let room = area.shrink(margin.min(area.size().min_elem() * 0.1));
            let width = (620.0 * sizes.unit).max(330.0).min(room.width());
            Rect::from_center_size(area.center(), vec2(width, room.height()))
        }
        Shape::Wide => {
            let room = area.shrink(margin.min(area.size().min_elem() * 0.1));
            let width = room.width().min(1180.0);
            Rect::from_center_size(area.center(), vec2(width, room.height()))
        }
    }
}

/// The rows of a page that is so wide, one below the other.
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
        }
    }
    placed
}

/// Lays text out.
struct Writer<'a> {
    painter: &'a Painter,
    sizes: Sizes,
}

impl Writer<'_> {
    fn write(&self, text: &str, tone: Tone, size: f32, wrap: f32) -> Arc<Galley> {
        let mut job = LayoutJob::default();
        job.wrap.max_width = wrap.max(1.0);
        let format = TextFormat {
            font_id: FontId::proportional(size),
            color: color(tone),
            ..TextFormat::default()
        };
        job.append(text, 0.0, format);
        self.painter.layout_job(job)
    }

    /// The title; that of a cover is set as widely as a name is.
    fn title(&self, text: &str, wrap: f32, shape: Shape) -> Arc<Galley> {
        let (size, spacing) = match shape {
            Shape::Cover => (self.sizes.title * 1.25, 5.0 * self.sizes.unit),
            _ => (self.sizes.title, 0.0),
        };
        let mut job = LayoutJob::default();
        job.wrap.max_width = wrap.max(1.0);
        let format = TextFormat {
            font_id: FontId::proportional(size),
            color: TEXT,
            extra_letter_spacing: spacing,
            ..TextFormat::default()
        };
        job.append(text, 0.0, format);
        self.painter.layout_job(job)
    }

    /// A row of that width at the origin.
    fn row(&self, row: &Row, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        match row {
            Row::Heading(text) => {
                self.text(text, (Tone::Accent, sizes.small), sizes.gap * 2.0, width)
            }
            Row::Text(text, tone) => self.text(text, (*tone, sizes.text), 0.0, width),
            Row::Pair(name, meaning) => {
                let left = (name.as_str(), Tone::Accent, sizes.text);
                let right = (meaning.as_str(), Tone::Plain, sizes.text);
                self.two_columns(left, right, width, 0.42)
            }
            Row::Bar(_) => {
                let height = (8.0 * sizes.unit).max(4.0);
                let rect = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
                PlacedRow {
                    rect,
                    texts: Vec::new(),
                    inset: Some(rect),
                }
            }
            Row::Button(button) => {
                let left = (button.label.as_str(), Tone::Plain, sizes.text);
                let right = (button.note.as_str(), Tone::Quiet, sizes.small);
                self.control(left, right, width)
            }
            Row::Card(card) => self.card(&card.label, &card.note, width),
            Row::Setting(setting) => self.setting(setting, width),
        }
    }

    fn text(&self, text: &str, (tone, size): (Tone, f32), above: f32, width: f32) -> PlacedRow {
        let galley = self.write(text, tone, size, width);
        let at = pos2(0.0, above);
        PlacedRow {
            rect: Rect::from_min_size(Pos2::ZERO, vec2(width, above + galley.size().y)),
            texts: vec![Placed { at, galley }],
            inset: None,
        }
    }

    /// Two texts that begin at the same height, the second after a share of the width.
    fn two_columns(
        &self,
        (left, left_tone, left_size): (&str, Tone, f32),
        (right, right_tone, right_size): (&str, Tone, f32),
        width: f32,
        share: f32,
    ) -> PlacedRow {
        let gap = self.sizes.gap * 2.0;
        let left = self.write(left, left_tone, left_size, width * share - gap);
        let right = self.write(right, right_tone, right_size, width * (1.0 - share));
        let height = left.size().y.max(right.size().y);
        let texts = vec![
            Placed {
                at: Pos2::ZERO,
                galley: left,
            },
            Placed {
                at: pos2(width * share, 0.0),
                galley: right,
            },
        ];
        PlacedRow {
            rect: Rect::from_min_size(Pos2::ZERO, vec2(width, height)),
            texts,
            inset: None,
        }
    }

    /// A control with a label and a note on its right, or below where both do not fit side by side.
    fn control(
        &self,
        (label, tone, size): (&str, Tone, f32),
        (note, note_tone, note_size): (&str, Tone, f32),
        width: f32,
    ) -> PlacedRow {
        let sizes = self.sizes;
        let side = sizes.padding * 1.6;
        let room = width - 2.0 * side;
        let label = self.write(label, tone, size, room);
        let wide = self.write(note, note_tone, note_size, f32::INFINITY);
        let fits = label.size().x + sizes.gap * 3.0 + wide.size().x <= room;
        let mut height = sizes.padding * 2.0 + label.size().y;
        let middle = height * 0.5;
        let mut texts = vec![Placed {
            at: pos2(side, sizes.padding),
            galley: label,
        }];
        if !note.is_empty() && fits {
            let size = wide.size();
            texts.push(Placed {
                at: pos2(width - side - size.x, middle - size.y * 0.5),
                galley: wide,
            });
        } else if !note.is_empty() {
            let below = self.write(note, note_tone, note_size, room);
            let at = pos2(side, height - sizes.padding);
            height += below.size().y;
            texts.push(Placed { at, galley: below });
        }
        PlacedRow {
            rect: Rect::from_min_size(Pos2::ZERO, vec2(width, height)),
            texts,
            inset: None,
        }
    }

    /// A label with a sentence below it on the left, and the value over its scale on the right.
    fn setting(&self, setting: &Setting, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        let side = sizes.padding * 1.6;
        let room = width - 2.0 * side;
        let value_width = room * VALUE;
        let left_width = room - value_width - 2.0 * side;
        let label = self.write(&setting.label, Tone::Plain, sizes.text, left_width);
        // A low window would show a sentence and nothing else.
        let about = if sizes.is_low { "" } else { &setting.about };
        let about = self.write(about, Tone::Quiet, sizes.small, left_width);
        // Between the arrows.
        let arrow = sizes.text * 1.4;
        let value = self.write(
            &setting.value,
            Tone::Accent,
            sizes.text,
            value_width - 2.0 * arrow,
        );
        let scale_height = if setting.scale.is_some() {
            sizes.text * 0.7
        } else {
            0.0
        };
        let left_height = label.size().y + about.size().y;
        let inner = left_height.max(value.size().y + scale_height);
        let height = inner + 2.0 * sizes.padding;
        let zone = Rect::from_min_size(
            pos2(width - side - value_width, sizes.padding),
            vec2(value_width, inner),
        );
        let about_top = sizes.padding + label.size().y;
        let value_at = pos2(zone.center().x - value.size().x * 0.5, sizes.padding);
        let texts = [
            (pos2(side, sizes.padding), label),
            (pos2(side, about_top), about),
            (value_at, value),
        ];
        PlacedRow {
            rect: Rect::from_min_size(Pos2::ZERO, vec2(width, height)),
            texts: texts.map(|(at, galley)| Placed { at, galley }).into(),
            inset: Some(zone),
        }
    }

    /// A picture with a label and a note below it.
    fn card(&self, label: &str, note: &str, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        if sizes.is_low {
            return self.flat_card(label, note, width);
        }
        let side = sizes.padding;
        let room = width - 2.0 * side;
        let picture = Rect::from_min_size(Pos2::ZERO, vec2(width, width * PICTURE));
        let label = self.write(label, Tone::Plain, sizes.text, room);
        let note = self.write(note, Tone::Quiet, sizes.small, room);
        let label_top = picture.bottom() + side * 0.6;
        let note_top = label_top + label.size().y;
        let height = note_top + note.size().y + side * 0.8;
        PlacedRow {
            rect: Rect::from_min_size(Pos2::ZERO, vec2(width, height)),
            texts: vec![
                Placed {
                    at: pos2(side, label_top),
                    galley: label,
                },
                Placed {
                    at: pos2(side, note_top),
                    galley: note,
                },
            ],
            inset: Some(picture),
        }
    }
}

impl Writer<'_> {
    /// A picture with a label and a note on its right.
    fn flat_card(&self, label: &str, note: &str, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        let left = FLAT_PICTURE + 2.0 * sizes.padding;
        let room = width - left - sizes.padding;
        let label = self.write(label, Tone::Plain, sizes.text, room);
        let note = self.write(note, Tone::Quiet, sizes.small, room);
        let picture = Rect::from_min_size(Pos2::ZERO, vec2(FLAT_PICTURE, FLAT_PICTURE * PICTURE));
        let below = sizes.padding + label.size().y;
        let height = (below + note.size().y + sizes.padding).max(picture.height());
        PlacedRow {
            rect: Rect::from_min_size(Pos2::ZERO, vec2(width, height)),
            texts: vec![
                Placed {
                    at: pos2(left, sizes.padding),
                    galley: label,
                },
                Placed {
                    at: pos2(left, below),
                    galley: note,
                },
            ],
            inset: Some(picture),
        }
    }
}

fn color(tone: Tone) -> Color32 {
    match tone {
        Tone::Plain => TEXT,
        Tone::Quiet => TEXT.gamma_multiply(0.66),
        Tone::Warning => CORAL,
        Tone::Accent => TEAL,
    }
}
