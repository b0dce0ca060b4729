//! Questions and their answers: the macros that declare them, and their common traits.

use strum::VariantArray;

/// One answer to a question.
pub trait Choice: Copy + Default + PartialEq + VariantArray + Into<&'static str> {
    /// All answers; the default is the usual one.
    const ALL: &'static [Self] = Self::VARIANTS;

    /// The word for the answer, in recordings and on the command line.
    fn name(self) -> &'static str {
        self.into()
    }

    /// The next answer, cyclically.
    fn next(self) -> Self {
        let index = Self::ALL.iter().position(|it| *it == self).unwrap_or(0);
        Self::ALL[(index + 1) % Self::ALL.len()]
    }

    /// The answer named `name`.
    fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// Declares the answers to a question, each with its word.
macro_rules! choices {
    ($(#[$about:meta])* $kind:ident { $($(#[$meta:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[derive(VariantArray, IntoStaticStr)]
        pub enum $kind {
            $($(#[$meta])* #[serde(rename = $name)] #[strum(serialize = $name)] $variant,)+
        }

        impl Choice for $kind {}

        impl FromStr for $kind {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                Self::find(text).ok_or_else(|| unknown_choice(text, &[$($name,)+]))
            }
        }
    };
}
pub(super) use choices;

/// Declares the questions, each with its word and the type of its answers.
macro_rules! methods {
    ($($(#[$about:meta])* $field:ident: $kind:ident, $question:ident = $name:literal;)+) => {
        /// The methods by which a tick is resolved: an answer to each question.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Methods {
            $($(#[$about])* pub $field: $kind,)+
        }

        /// A question about the collision methods, with several answers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
        pub enum Question {
            $($(#[$about])* #[strum(serialize = $name)] $question,)+
        }

        impl Question {
            pub const ALL: &'static [Self] = Self::VARIANTS;

            /// The word for the question, in recordings and on the command line.
            pub fn name(self) -> &'static str {
                self.into()
            }

            /// The words of the question's answers.
            pub fn choices(self) -> Vec<&'static str> {
                match self {
                    $(Question::$question => $kind::ALL.iter().map(|it| it.name()).collect(),)+
                }
            }

            /// The word of the default answer.
            pub fn usual(self) -> &'static str {
                match self {
                    $(Question::$question => $kind::default().name(),)+
                }
            }
        }

        impl Methods {
            /// The word of the answer to a question.
            pub fn choice(&self, question: Question) -> &'static str {
                match question {
                    $(Question::$question => self.$field.name(),)+
                }
            }

            /// Answers a question by an answer's word; an error lists the valid words.
            pub fn choose(&mut self, question: Question, choice: &str) -> Result<(), String> {
                match question {
                    $(Question::$question => self.$field = choice.parse()?,)+
                }
                Ok(())
            }

            /// Changes the answer to a question to the next one, cyclically.
            pub fn choose_next(&mut self, question: Question) {
                match question {
                    $(Question::$question => self.$field = self.$field.next(),)+
                }
            }
        }
    };
}
pub(super) use methods;

/// The error for an unknown answer, with the list of the known ones.
pub(super) fn unknown_choice(name: &str, all: &[&str]) -> String {
    format!("there is no '{name}'; there are {}", listed(all))
}

/// Joins words with commas, the last with "and".
pub(super) fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
