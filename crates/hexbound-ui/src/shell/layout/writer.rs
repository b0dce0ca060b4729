//! Writes the rows of a page: each is laid out by itself at the origin, in the width that it gets.

use std::rc::Rc;

use glam::{Vec2, vec2};

use super::sizes::Sizes;
use crate::{
    Palette, TEXT_COLOR, WARNING_SIGN,
    shell::page::{Row, Setting, Shape, Tone},
};
use hexbound_canvas::{Color, Painter, Rect, Style, Text, Writing};

/// The width of a setting's value as a share of its row's, and where no sentence is beside it.
const VALUE_SHARE: f32 = 0.36;
const VALUE_ALONE: f32 = 0.54;
/// The width of a picture on the left of its words, points.
const FLAT_PICTURE: f32 = 56.0;
/// The height of a card's picture as a share of its width.
const PICTURE_RATIO: f32 = 9.0 / 16.0;

/// A text at its place.
#[derive(Clone)]
pub(crate) struct Placed {
    /// The upper left corner, points.
    pub at: Vec2,
    pub text: Rc<Text>,
}

impl Placed {
    pub(crate) fn rect(&self) -> Rect {
        Rect::from_min_size(self.at, self.text.size())
    }

    pub(super) fn moved(mut self, by: Vec2) -> Self {
        self.at += by;
        self
    }
}

/// A row at its place, measured from the upper left corner of the page's scrolled content.
#[derive(Clone)]
pub(crate) struct PlacedRow {
    pub rect: Rect,
    pub texts: Vec<Placed>,
    /// The picture of a card, or the whole of a bar.
    pub inset: Option<Rect>,
}

impl PlacedRow {
    pub(super) fn moved(mut self, by: Vec2) -> Self {
        self.rect = self.rect.translate(by);
        self.inset = self.inset.map(|inset| inset.translate(by));
        self.texts = (self.texts.into_iter()).map(|it| it.moved(by)).collect();
        self
    }
}

/// A text with its tone and its size in points.
struct Styled<'a> {
    text: &'a str,
    tone: Tone,
    size: f32,
}

impl<'a> Styled<'a> {
    fn new(text: &'a str, tone: Tone, size: f32) -> Self {
        Self { text, tone, size }
    }
}

/// Lays text out.
pub(super) struct Writer<'a> {
    pub painter: &'a Painter<'a>,
    pub sizes: Sizes,
    pub palette: Palette,
    /// The width of names that words stand beside, as a share of both.
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

    fn styled(&self, given: &Styled<'_>, wrap: f32) -> Rc<Text> {
        self.write(given.text, given.tone, given.size, wrap)
    }

    fn color(&self, tone: Tone) -> Color {
        match tone {
            Tone::Plain => TEXT_COLOR,
            Tone::Quiet => TEXT_COLOR.faded(0.66),
            Tone::Warning => self.palette.warning,
            Tone::Accent => self.palette.accent,
        }
    }

    /// The title; that of a cover is set as widely as a name is.
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

    /// A row of that width at the origin.
    pub(super) fn row(&self, row: &Row, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        match row {
            Row::Heading(text) => self.text(
                Styled::new(text, Tone::Accent, sizes.small),
                sizes.gap * 2.0,
                width,
            ),
            Row::Text(text, tone) => self.text(Styled::new(text, *tone, sizes.text), 0.0, width),
            Row::Pair(name, meaning) => {
                let left = Styled::new(name, Tone::Accent, sizes.text);
                let right = Styled::new(meaning, Tone::Plain, sizes.text);
                self.two_columns(left, right, width, self.names)
            }
            Row::Bar(..) => {
                let height = (8.0 * sizes.unit).max(4.0);
                let rect = Rect::from_min_size(Vec2::ZERO, vec2(width, height));
                PlacedRow {
                    rect,
                    texts: Vec::new(),
                    inset: Some(rect),
                }
            }
            Row::Button(button) => {
                let left = Styled::new(&button.label, Tone::Plain, sizes.text);
                let right = Styled::new(&button.note, Tone::Quiet, sizes.small);
                self.control(left, right, width)
            }
            Row::Card(card) => self.card(&card.label, &card.note, width),
            Row::Setting(setting) => self.setting(setting, width),
        }
    }

    fn text(&self, text: Styled<'_>, above: f32, width: f32) -> PlacedRow {
        let text = self.styled(&text, width);
        let at = vec2(0.0, above);
        PlacedRow {
            rect: Rect::from_min_size(Vec2::ZERO, vec2(width, above + text.size().y)),
            texts: vec![Placed { at, text }],
            inset: None,
        }
    }

    /// Two texts that begin at the same height, the second after a share of the width.
    fn two_columns(
        &self,
        left: Styled<'_>,
        right: Styled<'_>,
        width: f32,
        share: f32,
    ) -> PlacedRow {
        let gap = self.sizes.gap * 2.0;
        let left = self.styled(&left, width * share - gap);
        let right = self.styled(&right, width * (1.0 - share));
        let height = left.size().y.max(right.size().y);
        let texts = vec![
            Placed {
                at: Vec2::ZERO,
                text: left,
            },
            Placed {
                at: vec2(width * share, 0.0),
                text: right,
            },
        ];
        PlacedRow {
            rect: Rect::from_min_size(Vec2::ZERO, vec2(width, height)),
            texts,
            inset: None,
        }
    }

    /// A control with a label and a note on its right, or below where both do not fit side by side.
    fn control(&self, label: Styled<'_>, note: Styled<'_>, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        let side = sizes.padding * 1.6;
        let room = width - 2.0 * side;
        let label = self.styled(&label, room);
        let wide = self.styled(&note, f32::INFINITY);
        let fits = label.size().x + sizes.gap * 3.0 + wide.size().x <= room;
        let mut height = sizes.padding * 2.0 + label.size().y;
        let middle = height * 0.5;
        let mut texts = vec![Placed {
            at: vec2(side, sizes.padding),
            text: label,
        }];
        if !note.text.is_empty() && fits {
            let size = wide.size();
            texts.push(Placed {
                at: vec2(width - side - size.x, middle - size.y * 0.5),
                text: wide,
            });
        } else if !note.text.is_empty() {
            let below = self.styled(&note, room);
            let at = vec2(side, height - sizes.padding);
            height += below.size().y;
            texts.push(Placed { at, text: below });
        }
        PlacedRow {
            rect: Rect::from_min_size(Vec2::ZERO, vec2(width, height)),
            texts,
            inset: None,
        }
    }

    /// A label with a sentence below it on the left, and the value over its scale on the right.
    fn setting(&self, setting: &Setting, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        let side = sizes.padding * 1.6;
        let room = width - 2.0 * side;
        let share = if setting.about.is_empty() {
            VALUE_ALONE
        } else {
            VALUE_SHARE
        };
        let value_width = room * share;
        let left_width = room - value_width - 2.0 * side;
        let label = self.write(&setting.label, Tone::Plain, sizes.text, left_width);
        // A low window would show a sentence and nothing else.
        let about = if sizes.is_low { "" } else { &setting.about };
        let has_about = !about.is_empty();
        let about = self.write(about, Tone::Quiet, sizes.small, left_width);
        // Between the arrows.
        let arrow = sizes.text * 1.4;
        let value = self.write(
            &setting.value,
            Tone::Accent,
            sizes.text,
            value_width - 2.0 * arrow,
        );
        // Another value does not move the rows below.
        let height_of = |value: &String| {
            let room = value_width - 2.0 * arrow;
            self.write(value, Tone::Accent, sizes.text, room).size().y
        };
        let value_height = setting.values.iter().map(height_of);
        let value_height = value_height.fold(value.size().y, f32::max);
        let scale_height = if setting.scale.is_some() {
            sizes.text * 0.7
        } else {
            0.0
        };
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
        let sentence = has_about.then_some((vec2(side, about_top), about));
        let texts = std::iter::once((vec2(side, label_top), label))
            .chain(sentence)
            .chain([(value_at, value)]);
        PlacedRow {
            rect: Rect::from_min_size(Vec2::ZERO, vec2(width, height)),
            texts: texts.map(|(at, text)| Placed { at, text }).collect(),
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
        let picture = Rect::from_min_size(Vec2::ZERO, vec2(width, width * PICTURE_RATIO));
        let label = self.write(label, Tone::Plain, sizes.text, room);
        let note = self.write(note, Tone::Quiet, sizes.small, room);
        let label_top = picture.bottom() + side * 0.6;
        let note_top = label_top + label.size().y;
        let height = note_top + note.size().y + side * 0.8;
        PlacedRow {
            rect: Rect::from_min_size(Vec2::ZERO, vec2(width, height)),
            texts: vec![
                Placed {
                    at: vec2(side, label_top),
                    text: label,
                },
                Placed {
                    at: vec2(side, note_top),
                    text: note,
                },
            ],
            inset: Some(picture),
        }
    }

    /// A picture with a label and a note on its right.
    fn flat_card(&self, label: &str, note: &str, width: f32) -> PlacedRow {
        let sizes = self.sizes;
        let left = FLAT_PICTURE + 2.0 * sizes.padding;
        let room = width - left - sizes.padding;
        let label = self.write(label, Tone::Plain, sizes.text, room);
        let note = self.write(note, Tone::Quiet, sizes.small, room);
        let picture =
            Rect::from_min_size(Vec2::ZERO, vec2(FLAT_PICTURE, FLAT_PICTURE * PICTURE_RATIO));
        let below = sizes.padding + label.size().y;
        let height = (below + note.size().y + sizes.padding).max(picture.height());
        PlacedRow {
            rect: Rect::from_min_size(Vec2::ZERO, vec2(width, height)),
            texts: vec![
                Placed {
                    at: vec2(left, sizes.padding),
                    text: label,
                },
                Placed {
                    at: vec2(left, below),
                    text: note,
                },
            ],
            inset: Some(picture),
        }
    }
}
