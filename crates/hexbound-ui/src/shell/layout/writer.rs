//! Lays out the rows of a page, each at the origin and in its own width.

use std::rc::Rc;

use glam::{Vec2, vec2};

use super::sizes::Sizes;
use crate::{
    Palette, TEXT_COLOR, WARNING_SIGN,
    shell::page::{Button, Card, Row, Setting, Shape, Tone},
};
use hexbound_canvas::{Color, Painter, Rect, Style, Text, Writing};

/// The width of a setting's value, as a share of its row's.
const VALUE_SHARE: f32 = 0.36;
/// The width of a setting's value without a sentence beside it, as a share of its row's.
const LONE_VALUE_SHARE: f32 = 0.54;
/// The width of a picture on the left of its text, points.
const FLAT_PICTURE: f32 = 56.0;
/// The height of a card's picture as a share of its width.
const PICTURE_RATIO: f32 = 9.0 / 16.0;

/// A text with its position.
#[derive(Clone)]
pub(crate) struct PlacedText {
    /// The upper left corner, points.
    pub at: Vec2,
    pub text: Rc<Text>,
}

impl PlacedText {
    pub(super) fn new(at: Vec2, text: Rc<Text>) -> Self {
        Self { at, text }
    }

    pub(crate) fn rect(&self) -> Rect {
        Rect::from_min_size(self.at, self.text.size())
    }

    pub(crate) fn paint(&self, painter: &Painter) {
        painter.text(self.at, self.text.clone());
    }

    pub(super) fn moved(mut self, by: Vec2) -> Self {
        self.at += by;
        self
    }
}

/// A row with its position, relative to the upper left corner of the page's scrolled content.
#[derive(Clone)]
pub(crate) struct PlacedRow {
    pub rect: Rect,
    pub texts: Vec<PlacedText>,
    /// The rectangle of a card's picture, a setting's value or a whole bar.
    pub inset: Option<Rect>,
}

impl PlacedRow {
    /// A row of the size `size` at the origin.
    fn new(size: Vec2, texts: Vec<PlacedText>, inset: Option<Rect>) -> Self {
        Self {
            rect: Rect::from_min_size(Vec2::ZERO, size),
            texts,
            inset,
        }
    }

    /// A text as a row at the origin, with `above` points of empty space above it.
    fn of_text(text: Rc<Text>, above: f32, width: f32) -> Self {
        let size = vec2(width, above + text.size().y);
        Self::new(size, vec![PlacedText::new(vec2(0.0, above), text)], None)
    }

    pub(super) fn moved(mut self, by: Vec2) -> Self {
        self.rect = self.rect.translate(by);
        self.inset = self.inset.map(|inset| inset.translate(by));
        self.texts = (self.texts.into_iter()).map(|it| it.moved(by)).collect();
        self
    }
}

/// Lays out text.
pub(super) struct Writer<'a> {
    pub painter: &'a Painter<'a>,
    pub sizes: Sizes,
    pub palette: Palette,
    /// The width of a name beside its text, as a share of both.
    pub names: f32,
}

impl Writer<'_> {
    pub(super) fn write(&self, text: &str, tone: Tone, size: f32, wrap: f32) -> Rc<Text> {
        let style = Style::proportional(size, self.color(tone));
        let sign = match tone {
            Tone::Warning if !text.is_empty() => WARNING_SIGN,
            _ => "",
        };
        let writing = Writing::new(wrap).with(sign, style).with(text, style);
        self.painter.write(&writing)
    }

    fn color(&self, tone: Tone) -> Color {
        match tone {
            Tone::Plain => TEXT_COLOR,
            Tone::Quiet => TEXT_COLOR.faded(0.66),
            Tone::Warning => self.palette.warning,
            Tone::Accent => self.palette.accent,
        }
    }

    /// The title of a page; a cover's has wider letter spacing.
    pub(super) fn title(&self, text: &str, wrap: f32, shape: Shape) -> Rc<Text> {
        let (size, spacing) = match shape {
            Shape::Cover => (self.sizes.title * 1.25, 5.0 * self.sizes.unit),
            _ => (self.sizes.title, 0.0),
        };
        let style = Style {
            spacing,
            ..Style::proportional(size, TEXT_COLOR)
        };
        self.painter.write(&Writing::new(wrap).with(text, style))
    }

    /// A row of the width `width` at the origin.
    pub(super) fn row(&self, row: &Row, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        match row {
            Row::Heading(text) => {
                let text = self.write(text, Tone::Accent, sizes.small, width);
                PlacedRow::of_text(text, sizes.gap * 2.0, width)
            }
            Row::Text(text, tone) => {
                let text = self.write(text, *tone, sizes.text, width);
                PlacedRow::of_text(text, 0.0, width)
            }
            Row::Pair(name, meaning) => self.pair(name, meaning, width),
            Row::Bar(..) => {
                let size = vec2(width, (8.0 * sizes.unit).max(4.0));
                let whole = Rect::from_min_size(Vec2::ZERO, size);
                PlacedRow::new(size, Vec::new(), Some(whole))
            }
            Row::Button(button) => self.button(button, width),
            Row::Card(card) => self.card(card, width),
            Row::Setting(setting) => self.setting(setting, width),
        }
    }

    /// A name and its meaning, aligned at the top.
    fn pair(&self, name: &str, meaning: &str, width: f32) -> PlacedRow {
        let (gap, size) = (self.sizes.gap * 2.0, self.sizes.text);
        let start = width * self.names;
        let name = self.write(name, Tone::Accent, size, start - gap);
        let meaning = self.write(meaning, Tone::Plain, size, width * (1.0 - self.names));
        let height = name.size().y.max(meaning.size().y);
        let meaning = PlacedText::new(vec2(start, 0.0), meaning);
        let texts = vec![PlacedText::new(Vec2::ZERO, name), meaning];
        PlacedRow::new(vec2(width, height), texts, None)
    }

    /// A control with a label and a note to its right, or below if both don't fit side by side.
    fn button(&self, button: &Button, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        let side = sizes.padding * 1.6;
        let room = width - 2.0 * side;
        let label = self.write(&button.label, Tone::Plain, sizes.text, room);
        let note = |wrap: f32| self.write(&button.note, Tone::Quiet, sizes.small, wrap);
        let wide = note(f32::INFINITY);
        let fits = label.size().x + sizes.gap * 3.0 + wide.size().x <= room;
        let mut height = sizes.padding * 2.0 + label.size().y;
        let middle = height * 0.5;
        let mut texts = vec![PlacedText::new(vec2(side, sizes.padding), label)];
        if !button.note.is_empty() && fits {
            let size = wide.size();
            let at = vec2(width - side - size.x, middle - size.y * 0.5);
            texts.push(PlacedText::new(at, wide));
        } else if !button.note.is_empty() {
            let below = note(room);
            let at = vec2(side, height - sizes.padding);
            height += below.size().y;
            texts.push(PlacedText::new(at, below));
        }
        PlacedRow::new(vec2(width, height), texts, None)
    }

    /// A label with a sentence below it on the left, and the value above its scale on the right.
    fn setting(&self, setting: &Setting, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        let side = sizes.padding * 1.6;
        let room = width - 2.0 * side;
        let share = if setting.about.is_empty() {
            LONE_VALUE_SHARE
        } else {
            VALUE_SHARE
        };
        let value_width = room * share;
        let left_width = room - value_width - 2.0 * side;
        let label = self.write(&setting.label, Tone::Plain, sizes.text, left_width);
        // A low window would have room for nothing but the sentence.
        let about = if sizes.is_low { "" } else { &setting.about };
        let has_about = !about.is_empty();
        let about = self.write(about, Tone::Quiet, sizes.small, left_width);
        let between_arrows = value_width - 2.0 * sizes.text * 1.4;
        let write = |value: &String| self.write(value, Tone::Accent, sizes.text, between_arrows);
        let value = write(&setting.value);
        // The rows below stay in place when the value changes.
        let value_height = setting.values.iter().map(|value| write(value).size().y);
        let value_height = value_height.fold(value.size().y, f32::max);
        let scale_height = setting.scale.map_or(0.0, |_| sizes.text * 0.7);
        let about_height = if has_about { about.size().y } else { 0.0 };
        let left_height = label.size().y + about_height;
        let inner = left_height.max(value_height + scale_height);
        let height = inner + 2.0 * sizes.padding;
        let zone = Rect::from_min_size(
            vec2(width - side - value_width, sizes.padding),
            vec2(value_width, inner),
        );
        let label_top = match setting.values.is_empty() {
            true => sizes.padding,
            false => sizes.padding + (inner - left_height) * 0.5,
        };
        let about_top = label_top + label.size().y;
        let value_at = vec2(
            zone.center().x - value.size().x * 0.5,
            sizes.padding + (value_height - value.size().y) * 0.5,
        );
        let mut texts = vec![PlacedText::new(vec2(side, label_top), label)];
        if has_about {
            texts.push(PlacedText::new(vec2(side, about_top), about));
        }
        texts.push(PlacedText::new(value_at, value));
        PlacedRow::new(vec2(width, height), texts, Some(zone))
    }

    /// A picture with a label and a note below it, or to its right in a low window.
    fn card(&self, card: &Card, width: f32) -> PlacedRow {
        let (sizes, side) = (self.sizes, self.sizes.padding);
        let picture_width = if sizes.is_low { FLAT_PICTURE } else { width };
        let size = vec2(picture_width, picture_width * PICTURE_RATIO);
        let picture = Rect::from_min_size(Vec2::ZERO, size);
        let beside = FLAT_PICTURE + 2.0 * side;
        let (left, top, room) = match sizes.is_low {
            true => (beside, side, width - beside - side),
            false => (side, picture.bottom() + side * 0.6, width - 2.0 * side),
        };
        let label = self.write(&card.label, Tone::Plain, sizes.text, room);
        let note = self.write(&card.note, Tone::Quiet, sizes.small, room);
        let below = top + label.size().y;
        let height = match sizes.is_low {
            true => (below + note.size().y + side).max(picture.height()),
            false => below + note.size().y + side * 0.8,
        };
        let label = PlacedText::new(vec2(left, top), label);
        let texts = vec![label, PlacedText::new(vec2(left, below), note)];
        PlacedRow::new(vec2(width, height), texts, Some(picture))
    }
}
