//! A screen as data: a title, sentences and rows of controls. The layout is decided by `layout`.

use strum::IntoStaticStr;

use super::{screen::Screen, wish::Wish};
use crate::{
    input::Device,
    settings::{Section, Value},
};
use hexbound_base::words::Words;
use hexbound_canvas::Picture;

/// The content of a screen.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The texts that name the rows.
    pub words: &'static Words,
    pub title: String,
    pub shape: Shape,
    pub rows: Vec<Row>,
    /// The row with the initial focus, if it is not the first control.
    pub focus: Option<usize>,
    /// Text on a card beside the panel, without controls; shown below the rows if the card does not fit.
    pub beside: Vec<Row>,
    /// The action of Esc.
    pub back: Act,
    /// The help about keys and buttons at the lower edge.
    pub help: Help,
}

impl Page {
    /// A page without rows; Esc leaves it. `words` name its rows.
    pub(super) fn new(title: String, shape: Shape, words: &'static Words) -> Self {
        Self {
            words,
            title,
            shape,
            rows: Vec::new(),
            focus: None,
            beside: Vec::new(),
            back: Act::Back,
            help: Help::Back,
        }
    }

    /// The row with the initial focus.
    pub(super) fn first(&self) -> usize {
        (self.focus.or_else(|| self.first_control())).unwrap_or(0)
    }

    pub(super) fn first_control(&self) -> Option<usize> {
        self.rows.iter().position(|row| row.act().is_some())
    }

    pub(super) fn heading(&mut self, name: &str) {
        self.rows.push(Row::Heading(self.words.text(name)));
    }

    pub(super) fn text(&mut self, name: &str, tone: Tone) {
        self.rows.push(Row::Text(self.words.text(name), tone));
    }

    pub(super) fn button(&mut self, name: &str, act: Act) {
        self.noted(name, "", act);
    }

    /// Adds a button with a note.
    pub(super) fn noted(&mut self, name: &str, note: impl Into<String>, act: Act) {
        self.rows.push(Row::noted(self.words.text(name), note, act));
    }
}

/// The help about keys and buttons at the lower edge. The variant's name is the key of its texts.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Help {
    /// How to choose, and how to go back.
    Back,
    /// How to choose, and that leaving the screen exits the game.
    Leaves,
    /// How to choose, and that leaving the screen resumes play.
    PlaysOn,
    /// How to choose, and that leaving the screen shows the finished level.
    LooksAround,
    /// How to change a value.
    Changes,
    /// How to change a value, and how to reach the next page of values.
    Values,
    /// How to change a value while play continues.
    Live,
    /// How to change and to clear a key.
    Slots,
    /// How to keep a key as it is.
    Keeps,
    /// The notice that loading takes a while.
    Loading,
}

impl Help {
    /// The text for the device used last.
    pub(super) fn text(self, words: &Words, device: Device) -> String {
        match device {
            Device::Keys => words.text_of("with-keys", self.into()),
            Device::Pad => words.text_of("with-pad", self.into()),
        }
    }
}

/// The position and proportions of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A column on the left, as high as the window, under the name of the game.
    Cover,
    /// A column on the left, as high as the window.
    Side,
    /// A wider column on the left, beside live play.
    Beside,
    /// A card in the center, no higher than needed.
    Card,
    /// Most of the window.
    Wide,
}

/// One row of a page.
#[derive(Clone, Debug)]
pub(super) enum Row {
    Heading(String),
    Text(String, Tone),
    /// A name and its meaning, in two columns.
    Pair(String, String),
    /// A bar: the share done, 0..1, and the time of its gleam, seconds.
    Bar(f32, f64),
    Button(Button),
    /// A card; consecutive cards are placed side by side.
    Card(Card),
    Setting(Setting),
}

/// The meaning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Quiet,
    Warning,
    Accent,
}

/// A control with a text.
#[derive(Clone, Debug)]
pub(super) struct Button {
    pub label: String,
    /// The note on the right.
    pub note: String,
    pub act: Act,
    /// The action that clears the control's content, if there is any.
    pub clear: Option<Act>,
}

/// A control with a picture.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub label: String,
    pub note: String,
    pub picture: Option<Picture>,
    pub act: Act,
}

/// A control that holds a value.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub label: String,
    /// The text of the value.
    pub value: String,
    /// The possible values, which reserve room for the longest; empty if the value may use all its room.
    pub values: Vec<String>,
    /// One sentence about the setting.
    pub about: String,
    /// The details of the setting, shown below all rows while it has the focus.
    pub details: Vec<(String, Tone)>,
    /// The action of the left arrow.
    pub less: Act,
    /// The action of the right arrow.
    pub more: Act,
    /// The action of the setting itself.
    pub act: Act,
    /// The scale of a number.
    pub scale: Option<NumberScale>,
}

/// The scale of a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberScale {
    /// The position of the number on the scale, 0..1.
    pub share: f32,
    pub section: Section,
    pub key: &'static str,
    pub min: f64,
    pub max: f64,
    pub step: f64,
}

impl NumberScale {
    /// The wish for the number at a position on the scale, 0..1.
    pub(super) fn wish(&self, share: f32) -> Wish {
        let share = f64::from(share.clamp(0.0, 1.0));
        let number = self.min + share * (self.max - self.min);
        let steps = ((number - self.min) / self.step).round();
        let number = rounded(self.min + steps * self.step, self.step).min(self.max);
        Wish::Set(self.section, self.key, Value::Number(number))
    }
}

/// A number rounded to the precision of its step, to hide errors of addition.
pub(super) fn rounded(number: f64, step: f64) -> f64 {
    let digits = (1.0 / (step * 1e-3)).max(1.0);
    (number * digits).round() / digits
}

/// The action of a control.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    /// Does nothing.
    Stay,
    /// Opens another screen above this one.
    Open(Screen),
    /// Returns to the screen below.
    Back,
    /// Closes all screens and passes a wish to the game.
    Leave(Wish),
    /// Passes a wish to the game and keeps the screen open.
    Do(Wish),
}

impl Row {
    /// A button without a note.
    pub(super) fn button(label: impl Into<String>, act: Act) -> Self {
        Self::noted(label, "", act)
    }

    /// A button with a note on its right.
    pub(super) fn noted(label: impl Into<String>, note: impl Into<String>, act: Act) -> Self {
        Self::Button(Button {
            label: label.into(),
            note: note.into(),
            act,
            clear: None,
        })
    }

    /// The action that clears the row's content; `None` for an empty row.
    pub(super) fn clear(&self) -> Option<&Act> {
        match self {
            Self::Button(button) => button.clear.as_ref(),
            _ => None,
        }
    }

    /// The action of the row; `None` if it is no control.
    pub(super) fn act(&self) -> Option<&Act> {
        match self {
            Self::Button(button) => Some(&button.act),
            Self::Card(card) => Some(&card.act),
            Self::Setting(setting) => Some(&setting.act),
            _ => None,
        }
    }
}
