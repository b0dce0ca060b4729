//! The material of a surface, by its author's words, which decides the sounds of footsteps, landings and
//! bounces.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};

/// The audible material of a surface.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    EnumString,
    IntoStaticStr,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    EnumIter,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum SurfaceKind {
    /// Stone, and every surface whose name matches no other kind.
    #[default]
    Stone,
    Wood,
    Metal,
    Glass,
    Earth,
    Water,
}

impl SurfaceKind {
    /// The name in a material's extras.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The kind of a material, by its extras (`"surface": "wood"`) or else by its name. The error is the
    /// value of the extras if it names no kind.
    pub(crate) fn of_material(name: &str, extras: Option<&Value>) -> Result<Self, String> {
        match extras.and_then(|extras| extras.get("surface")) {
            Some(Value::String(given)) => given.parse().map_err(|_| format!("\"{given}\"")),
            Some(other) => Err(other.to_string()),
            None => Ok(Self::from_name(name)),
        }
    }

    /// The kind for a name: the earliest known word decides; of several at one index, the longest.
    fn from_name(given: &str) -> Self {
        let name = given.to_ascii_lowercase();
        let words =
            Self::iter().flat_map(|kind| kind.words().iter().map(move |word| (*word, kind)));
        let found = words.filter_map(|(word, surface)| {
            let at = name.match_indices(word).map(|(at, _)| at).find(|at| {
                // A known word must begin a word of the name, so that "device" is no ice.
                let before = name[..*at].chars().next_back();
                let is_capital = given.as_bytes()[*at].is_ascii_uppercase();
                is_capital || before.is_none_or(|letter| !letter.is_ascii_alphabetic())
            })?;
            Some((at, usize::MAX - word.len(), surface))
        });
        let first = found.min_by_key(|(at, shortness, _)| (*at, *shortness));
        first.map_or(SurfaceKind::Stone, |(_, _, surface)| surface)
    }

    /// The words in a material's name that indicate the kind.
    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Stone => &["stone", "rock", "concrete", "brick"],
            Self::Wood => &["wood", "plank", "timber", "bark", "oak", "pine", "crate"],
            Self::Metal => &[
                "metal", "iron", "steel", "brass", "copper", "bronze", "gold", "silver", "chrome",
                "alumin", "rust", "grate",
            ],
            Self::Glass => &["glass", "window", "crystal", "ice"],
            Self::Earth => &[
                "earth", "dirt", "soil", "mud", "grass", "sand", "gravel", "moss", "snow", "leaf",
                "leaves", "ground", "carpet",
            ],
            Self::Water => &["water", "pool", "ocean", "river"],
        }
    }
}
