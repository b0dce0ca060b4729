//! Text for the player before it is translated into a language.

use std::borrow::Cow;

/// Text for the player: a message with its values, or a text as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// A message of the message files.
    Message {
        name: Cow<'static, str>,
        values: Vec<(&'static str, Value)>,
    },
    /// A text that reads the same in every language, such as why a file is refused.
    Plain(String),
    /// A text of a level: its author's own words, or those of a shipped level, which are translated.
    OfLevel(String),
    /// Several phrases, one after the other.
    List(Vec<Phrase>),
}

/// A value that is filled into a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(String),
    Number(i64),
    /// A phrase, which is translated first.
    Phrase(Phrase),
}

/// A message by its name, without values yet.
pub fn phrase(name: &'static str) -> Phrase {
    message(Cow::Borrowed(name))
}

/// A message of a family, such as the name of a medal.
pub fn phrase_of(family: &str, member: &str) -> Phrase {
    message(Cow::Owned(format!("{family}-{member}")))
}

fn message(name: Cow<'static, str>) -> Phrase {
    let values = Vec::new();
    Phrase::Message { name, values }
}

impl Phrase {
    /// A text that reads the same in every language.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::Plain(text.into())
    }

    /// A text of a level.
    pub fn of_level(text: impl Into<String>) -> Self {
        Self::OfLevel(text.into())
    }

    /// Fills the placeholder `name` of a message. Other phrases have no placeholders and stay as they
    /// are.
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        if let Self::Message { values, .. } = &mut self {
            values.push((name, value.into()));
        }
        self
    }
}

impl Default for Phrase {
    /// The empty text.
    fn default() -> Self {
        Self::plain("")
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(number as i64)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(number as i64)
    }
}

impl From<Phrase> for Value {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(phrase)
    }
}
