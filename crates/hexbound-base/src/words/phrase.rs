//! Something to be said, before it is put into the words of a language.

use std::borrow::Cow;

/// Something to be said: a message with what is filled into it, or a text as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// A message of the files of words.
    Message {
        name: Cow<'static, str>,
        values: Vec<(&'static str, Value)>,
    },
    /// A text that reads the same in every language, such as why a file is refused.
    Plain(String),
    /// A text of a level: its author's own words, or those of a place that the game ships, which
    /// are translated.
    OfLevel(String),
    /// Several phrases, one after the other.
    List(Vec<Phrase>),
}

/// Something that is filled into a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(String),
    Number(i64),
    /// Something that is put into words first.
    Phrase(Phrase),
}

/// A message by its name, into which nothing is filled yet.
pub fn phrase(name: &'static str) -> Phrase {
    message(Cow::Borrowed(name))
}

/// A message of a family, such as the names of all medals.
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

    /// Fills the placeholder `place` of a message. Other phrases have none and stay as they are.
    pub fn with(mut self, place: &'static str, value: impl Into<Value>) -> Self {
        if let Self::Message { values, .. } = &mut self {
            values.push((place, value.into()));
        }
        self
    }
}

impl Default for Phrase {
    /// A text without letters.
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
