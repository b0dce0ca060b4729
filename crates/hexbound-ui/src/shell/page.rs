//! A screen as data: a title, sentences and rows of controls. Where they are placed is decided by
//! `layout`.

use strum::IntoStaticStr;

use super::{screen::Screen, wish::Wish};
use crate::{
    input::Device,
    settings::{Section, Value},
};
use hexbound_base::words::Words;
use hexbound_canvas::Picture;

/// Everything that a screen shows.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The language that its rows are named in.
    pub words: &'static Words,
    pub title: String,
    pub shape: Shape,
    pub rows: Vec<Row>,
    /// The row that has the focus at first, where it isn't the first control.
    pub focus: Option<usize>,
    /// Words on a card beside the panel, none of them a control; below the rows where there is no
    /// space for one.
    pub beside: Vec<Row>,
    /// The answer to Esc.
    pub back: Act,
    /// The words about keys and buttons at the lower edge.
    pub help: Help,
}

impl Page {
    /// A page without rows, which Esc leads back from. Its rows are named in `words`.
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

    /// The row that has the focus at first.
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

    /// Adds a button with a note behind its name.
    pub(super) fn noted(&mut self, name: &str, note: impl Into<String>, act: Act) {
        self.rows.push(Row::noted(self.words.text(name), note, act));
    }
}

/// The choice of words about keys and buttons at the lower edge. The words of languages know it by its name.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Help {
    /// How to choose, and how to go back.
    Back,
    /// How to choose, and that leaving the screen leaves the game.
    Leaves,
    /// How to choose, and that leaving the screen goes on with play.
    PlaysOn,
    /// How to choose, and that leaving the screen shows the finished level.
    LooksAround,
    /// How to change a value.
    Changes,
    /// How to change a value, and how to get to the next page of values.
    Values,
    /// How to change a value while play goes on.
    Live,
    /// How to change and to clear a key.
    Slots,
    /// How to keep a key as it is.
    Keeps,
    /// A word that loading takes a while.
    Loading,
}

impl Help {
    /// The words for the device that was used last.
    pub(super) fn text(self, words: &Words, device: Device) -> String {
        match device {
            Device::Keys => words.text_of("with-keys", self.into()),
            Device::Pad => words.text_of("with-pad", self.into()),
        }
    }
}

/// The place and the proportions of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A column on the left, as high as the window, under the name of the game.
    Cover,
    /// A column on the left, as high as the window.
    Side,
    /// A wider column on the left, beside the picture that goes on.
    Beside,
    /// A card in the middle, no higher than it needs to be.
    Card,
    /// Most of the window.
    Wide,
}

/// One part of a page, below the one before.
#[derive(Clone, Debug)]
pub(super) enum Row {
    Heading(String),
    Text(String, Tone),
    /// A name and what belongs to it, in two columns.
    Pair(String, String),
    /// The share of a work that is done, 0..1.
    Bar(f32, f64),
    Button(Button),
    /// Cards that follow each other stand side by side.
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

/// A control in words.
#[derive(Clone, Debug)]
pub(super) struct Button {
    pub label: String,
    /// The words on its right.
    pub note: String,
    pub act: Act,
    /// The answer when what it holds is to go, if it holds anything.
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
    /// The value in words.
    pub value: String,
    /// Its possible values, for the longest of which room is kept; none for a value with all the
    /// room it needs.
    pub values: Vec<String>,
    /// One sentence about it.
    pub about: String,
    /// The details of a setting, written below all rows while it has the focus.
    pub details: Vec<(String, Tone)>,
    /// The answers to the arrows on the left and on the right.
    pub less: Act,
    pub more: Act,
    /// The answer when it is used.
    pub act: Act,
    /// The scale of a number.
    pub scale: Option<Scale>,
}

/// A scale that a number is chosen on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The number's place on it, 0..1.
    pub share: f32,
    pub section: Section,
    pub key: &'static str,
    pub least: f64,
    pub most: f64,
    pub step: f64,
}

impl Scale {
    /// The wish for the number at a place on the scale, 0..1.
    pub(super) fn wish(&self, share: f32) -> Wish {
        let share = f64::from(share.clamp(0.0, 1.0));
        let number = self.least + share * (self.most - self.least);
        let steps = ((number - self.least) / self.step).round();
        let number = rounded(self.least + steps * self.step, self.step).min(self.most);
        Wish::Set(self.section, self.key, Value::Number(number))
    }
}

/// A number without the digits that adding steps to it has left.
pub(super) fn rounded(number: f64, step: f64) -> f64 {
    let digits = (1.0 / (step * 1e-3)).max(1.0);
    (number * digits).round() / digits
}

/// The answer to a control that is used.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    /// Nothing happens.
    Stay,
    /// Another screen is opened above this one.
    Open(Screen),
    /// The screen is left for the one below it.
    Back,
    /// All screens are left, and the game does something.
    Leave(Wish),
    /// The screen stays, and the game does something.
    Do(Wish),
}

impl Row {
    /// A button without a note.
    pub(super) fn button(label: impl Into<String>, act: Act) -> Self {
        Self::noted(label, "", act)
    }

    /// A button with words on its right.
    pub(super) fn noted(label: impl Into<String>, note: impl Into<String>, act: Act) -> Self {
        Self::Button(Button {
            label: label.into(),
            note: note.into(),
            act,
            clear: None,
        })
    }

    /// The answer to the removal of the row's content; `None` for an empty one.
    pub(super) fn clear(&self) -> Option<&Act> {
        match self {
            Self::Button(button) => button.clear.as_ref(),
            _ => None,
        }
    }

    /// The answer when the row is used; `None` for what is no control.
    pub(super) fn act(&self) -> Option<&Act> {
        match self {
            Self::Button(button) => Some(&button.act),
            Self::Card(card) => Some(&card.act),
            Self::Setting(setting) => Some(&setting.act),
            _ => None,
        }
    }
}
