//! The kinds of markers, and the names that mark a node.

use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};

/// The kinds of markers, by the first word of a node's name or the custom property of that name.
#[derive(Clone, Copy, Debug, EnumIter, EnumString, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum MarkerKind {
    Ball,
    Walker,
    Gate,
    Target,
    Trigger,
    Checkpoint,
    Exit,
    Refill,
    Ambience,
}

/// A common name of lamps and groups, and no slip of `ambience`.
const OTHER_WORD: &str = "ambient";

impl MarkerKind {
    /// The word that marks a node as this kind.
    pub(crate) fn word(self) -> &'static str {
        self.into()
    }

    /// The kind of a node by the first word of its name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        first_word(name).parse().ok()
    }

    /// Returns whether the kind is an object in the level, and no volume or event.
    pub(super) fn is_bodily(self) -> bool {
        matches!(self, Self::Ball | Self::Walker | Self::Gate | Self::Target)
    }

    /// Returns whether the kind is a trigger or a short form of one.
    pub(super) fn is_trigger(self) -> bool {
        matches!(
            self,
            Self::Trigger | Self::Checkpoint | Self::Exit | Self::Refill
        )
    }

    /// The custom properties that confirm the name.
    pub(super) fn properties(self) -> &'static [&'static str] {
        match self {
            Self::Ball => &["mass", "radius", "restitution", "velocity"],
            Self::Walker => &["speed", "rings", "notice", "give_up"],
            Self::Gate => &["by", "seconds", "opens"],
            Self::Target => &["rings", "group", "mass", "by"],
            Self::Ambience => &["sound", "volume", "radius"],
            Self::Trigger | Self::Checkpoint | Self::Exit | Self::Refill => &[
                "on",
                "who",
                "group",
                "needs",
                "play",
                "text",
                "checkpoint",
                "refill",
                "end",
                "once",
                "delay",
            ],
        }
    }
}

/// The marker that a name may be a slip of: a letter wrong, or a space in the middle.
pub(crate) fn meant_by(name: &str) -> Option<MarkerKind> {
    let first = first_word(name);
    let letters = |part: &str| -> String { part.chars().filter(|it| it.is_alphabetic()).collect() };
    let joined = letters(&name.to_lowercase());
    let is_near = |kind: &MarkerKind| {
        let word = kind.word();
        // Many words are a letter away from the short ones: wall, bell, gates, edit.
        let is_slip = word.len() >= 6
            && first != word
            && first != OTHER_WORD
            && crate::suggestions::near(&first, std::iter::once(word)).is_some();
        is_slip || (*kind == MarkerKind::Checkpoint && first != word && joined.starts_with(word))
    };
    MarkerKind::iter().find(is_near)
}

/// The first word of a name: its leading letters, in lower case.
fn first_word(name: &str) -> String {
    let is_other = |letter: char| !letter.is_alphabetic();
    let end = name.find(is_other).unwrap_or(name.len());
    name[..end].to_lowercase()
}
