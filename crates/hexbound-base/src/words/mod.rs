//! The words that the player reads in the window, in every language: one file of messages for each.
//! Whoever has something to say names a message; no other module holds text for the player. The
//! command line, the log and the reasons that files are refused for are in English everywhere. Their
//! counts are put into words by `counted`, their measures by `measures`, and the paths of their commands are quoted by `for_shell`.

mod counted;
mod family;
mod for_shell;
mod language;
mod measures;
mod phrase;
mod plain_name;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, sync::LazyLock};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

pub use counted::counted;
pub use family::check_family;
pub use for_shell::for_shell;
pub use language::Language;
pub use measures::{area, length};
pub use phrase::{Phrase, phrase, phrase_of};
pub use plain_name::plain_name;

use phrase::Value;

/// The words of one language.
pub struct Words {
    language: Language,
    messages: FluentBundle<FluentResource>,
}

static ENGLISH_WORDS: LazyLock<Words> = LazyLock::new(|| Words::read(Language::English));
static SIMPLIFIED_CHINESE: LazyLock<Words> =
    LazyLock::new(|| Words::read(Language::SimplifiedChinese));

impl Words {
    /// The words of a language, read when they are asked for first.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH_WORDS,
            Language::SimplifiedChinese => &SIMPLIFIED_CHINESE,
        }
    }

    /// The text of a message without placeholders. `name` is that of the message, or `message.attribute`.
    pub fn text(&self, name: &str) -> String {
        self.fill(name, &[])
    }

    /// The text of one message of a family, such as the names of all medals.
    pub fn text_of(&self, family: &str, member: &str) -> String {
        self.text(&format!("{family}-{member}"))
    }

    /// Puts a phrase into words.
    pub fn say(&self, phrase: &Phrase) -> String {
        match phrase {
            Phrase::Message { name, values } => self.fill(name, values),
            Phrase::Plain(text) => text.clone(),
            Phrase::OfLevel(text) => self.of_level(text),
            Phrase::List(phrases) => {
                let texts: Vec<String> = phrases.iter().map(|it| self.say(it)).collect();
                texts.join(&self.text("between-two"))
            }
        }
    }

    /// A text of a level. Those of the places that the game ships are found by what they say in
    /// English; every other author's words stay as they are.
    pub fn of_level(&self, text: &str) -> String {
        let name = name_of_text(text);
        let english = Self::english();
        match english.messages.has_message(&name) && english.text(&name) == text {
            true => self.text(&name),
            false => text.to_owned(),
        }
    }

    /// The words of everything that is the same for all players, such as the log.
    pub fn english() -> &'static Self {
        Self::of(Language::English)
    }

    fn read(language: Language) -> Self {
        // The tests read every file of words; what fluent can't make sense of, they name.
        let resource = match FluentResource::try_new(language.messages().to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let locale: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut messages = FluentBundle::new_concurrent(vec![locale]);
        // Marks around what is filled in are for languages that run from right to left.
        messages.set_use_isolating(false);
        messages.add_resource_overriding(resource);
        Self { language, messages }
    }

    /// A message with its values filled in; its name where there is no such message.
    fn fill(&self, name: &str, values: &[(&'static str, Value)]) -> String {
        let (message, attribute) = name.split_once('.').unzip();
        let found = self.messages.get_message(message.unwrap_or(name));
        let pattern = found.and_then(|found| match attribute {
            Some(attribute) => found.get_attribute(attribute).map(|it| it.value()),
            None => found.value(),
        });
        let Some(pattern) = pattern else {
            debug_assert!(false, "{:?} has no message '{name}'", self.language);
            return name.to_owned();
        };
        let values: FluentArgs = (values.iter())
            .map(|(name, value)| (Cow::Borrowed(*name), self.filled_in(value)))
            .collect();
        let mut errors = Vec::new();
        let text = (self.messages).format_pattern(pattern, Some(&values), &mut errors);
        debug_assert!(errors.is_empty(), "{:?}: {name}: {errors:?}", self.language);
        text.into_owned()
    }

    fn filled_in<'a>(&self, value: &'a Value) -> FluentValue<'a> {
        match value {
            Value::Text(text) => text.as_str().into(),
            Value::Number(number) => (*number).into(),
            Value::Phrase(phrase) => self.say(phrase).into(),
        }
    }
}

/// The name of the message for a text of a shipped place: its letters, in a family of their own.
fn name_of_text(text: &str) -> String {
    let words = text.split(|it: char| !it.is_ascii_alphanumeric());
    let words: Vec<String> = (words.filter(|word| !word.is_empty()))
        .map(str::to_lowercase)
        .collect();
    format!("place-{}", words.join("-"))
}

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Words").field(&self.language).finish()
    }
}

impl Default for &Words {
    /// English, for pictures that no player's settings hold for.
    fn default() -> Self {
        Words::english()
    }
}
