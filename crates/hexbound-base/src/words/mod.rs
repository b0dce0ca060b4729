//! The texts that the player reads in the window, in every language: one file of messages for each.
//! Callers name a message; no other module holds text for the player. The command line, the log and the
//! errors of files are in English everywhere: `counted` formats their counts, `measures` their measures,
//! and `for_shell` quotes the paths of their commands.

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

/// The messages of one language.
pub struct Words {
    language: Language,
    messages: FluentBundle<FluentResource>,
}

static ENGLISH_WORDS: LazyLock<Words> = LazyLock::new(|| Words::read(Language::English));
static SIMPLIFIED_CHINESE: LazyLock<Words> =
    LazyLock::new(|| Words::read(Language::SimplifiedChinese));

impl Words {
    /// The messages of a language, read at first use.
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

    /// The text of a phrase in this language.
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

    /// A text of a level. Texts of the shipped levels are found by their English words; other authors'
    /// texts stay as they are.
    pub fn of_level(&self, text: &str) -> String {
        let name = name_of_text(text);
        let english = Self::english();
        match english.messages.has_message(&name) && english.text(&name) == text {
            true => self.text(&name),
            false => text.to_owned(),
        }
    }

    /// The English messages, for output that is the same for all players, such as the log.
    pub fn english() -> &'static Self {
        Self::of(Language::English)
    }

    fn read(language: Language) -> Self {
        // The tests read every file of messages and report what fluent can't parse.
        let resource = match FluentResource::try_new(language.messages().to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let locale: LanguageIdentifier = language.tag().parse().unwrap_or_default();
        let mut messages = FluentBundle::new_concurrent(vec![locale]);
        // Isolation marks around filled-in values are for languages that run from right to left.
        messages.set_use_isolating(false);
        messages.add_resource_overriding(resource);
        Self { language, messages }
    }

    /// A message with its values filled in; the message's name if there is no such message.
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

/// The name of the message for a text of a shipped level: its words in lower case, in a family of their
/// own.
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
    /// English, for images rendered without a player's settings.
    fn default() -> Self {
        Words::english()
    }
}
