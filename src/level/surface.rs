//! What the ground is made of, by what its author calls it: footsteps, landings and bounces sound
//! of it.

use serde_json::Value;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Surface {
    /// Also whatever is called nothing that is known.
    #[default]
    Stone,
    Wood,
    Metal,
    Glass,
    Earth,
    Water,
}

/// Words in a material's name, and what they stand for; the first that is found decides.
const WORDS: [(&str, Surface); 44] = [
    ("wood", Surface::Wood),
    ("plank", Surface::Wood),
    ("timber", Surface::Wood),
    ("bark", Surface::Wood),
    ("oak", Surface::Wood),
    ("pine", Surface::Wood),
    ("crate", Surface::Wood),
    ("metal", Surface::Metal),
    ("iron", Surface::Metal),
    ("steel", Surface::Metal),
    ("brass", Surface::Metal),
    ("copper", Surface::Metal),
    ("bronze", Surface::Metal),
    ("gold", Surface::Metal),
    ("silver", Surface::Metal),
    ("chrome", Surface::Metal),
    ("alumin", Surface::Metal),
    ("rust", Surface::Metal),
    ("grate", Surface::Metal),
    ("glass", Surface::Glass),
    ("window", Surface::Glass),
    ("crystal", Surface::Glass),
    ("ice", Surface::Glass),
    ("water", Surface::Water),
    ("pool", Surface::Water),
    ("ocean", Surface::Water),
    ("river", Surface::Water),
    ("earth", Surface::Earth),
    ("dirt", Surface::Earth),
    ("soil", Surface::Earth),
    ("mud", Surface::Earth),
    ("grass", Surface::Earth),
    ("sand", Surface::Earth),
    ("gravel", Surface::Earth),
    ("moss", Surface::Earth),
    ("snow", Surface::Earth),
    ("leaf", Surface::Earth),
    ("leaves", Surface::Earth),
    ("ground", Surface::Earth),
    ("carpet", Surface::Earth),
    ("stone", Surface::Stone),
    ("rock", Surface::Stone),
    ("concrete", Surface::Stone),
    ("brick", Surface::Stone),
];

impl Surface {
    pub const ALL: [Surface; 6] = [
        Surface::Stone,
        Surface::Wood,
        Surface::Metal,
        Surface::Glass,
        Surface::Earth,
        Surface::Water,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Surface::Stone => "stone",
            Surface::Wood => "wood",
            Surface::Metal => "metal",
            Surface::Glass => "glass",
            Surface::Earth => "earth",
            Surface::Water => "water",
        }
    }

    /// By the material's extras (`"surface": "wood"`), else by its name; the error names what is
    /// no surface.
    pub fn of_material(name: &str, extras: Option<&Value>) -> Result<Self, String> {
        match extras.and_then(|extras| extras.get("surface")) {
            Some(Value::String(given)) => Self::ALL
                .into_iter()
                .find(|surface| surface.name().eq_ignore_ascii_case(given))
                .ok_or_else(|| format!("\"{given}\"")),
            Some(other) => Err(other.to_string()),
            None => Ok(Self::called(name)),
        }
    }

    /// The word decides that stands earliest in the name; of several there the longest.
    fn called(given: &str) -> Self {
        let name = given.to_ascii_lowercase();
        let found = WORDS.iter().filter_map(|(word, surface)| {
            let at = name.match_indices(word).map(|(at, _)| at).find(|at| {
                // At the start of a word of its own, so that "device" is no ice.
                let before = name[..*at].chars().next_back();
                let is_capital = given.as_bytes()[*at].is_ascii_uppercase();
                is_capital || before.is_none_or(|letter| !letter.is_ascii_alphabetic())
            })?;
            Some((at, usize::MAX - word.len(), *surface))
        });
        let first = found.min_by_key(|(at, shortness, _)| (*at, *shortness));
        first.map_or(Surface::Stone, |(_, _, surface)| surface)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_say_what_it_is() {
        for (name, surface) in [
            ("Wood_Planks.001", Surface::Wood),
            ("old-iron grate", Surface::Metal),
            ("T_Glass", Surface::Glass),
            ("MossyRock", Surface::Earth),
            ("OldWood", Surface::Wood),
            ("water", Surface::Water),
            ("device_panel", Surface::Stone),
            ("material 3", Surface::Stone),
            ("", Surface::Stone),
        ] {
            assert_eq!(Surface::of_material(name, None), Ok(surface), "{name}");
        }
    }

    #[test]
    fn extras_win_and_what_is_unknown_is_told() {
        let wood = json!({"surface": "Wood"});
        assert_eq!(Surface::of_material("iron", Some(&wood)), Ok(Surface::Wood));
        let other = json!({"other": 1});
        assert_eq!(
            Surface::of_material("iron", Some(&other)),
            Ok(Surface::Metal)
        );
        for odd in [json!({"surface": "jelly"}), json!({"surface": 3})] {
            assert!(Surface::of_material("iron", Some(&odd)).is_err());
        }
    }
}
