//! The languages of the game, and the choice of the one that the player's system speaks.

/// A language that the window speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    SimplifiedChinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::SimplifiedChinese];

    /// The language's tag of BCP 47, which is its name in the settings, too.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::SimplifiedChinese => "zh-CN",
        }
    }

    /// The text of the file with its messages.
    pub fn messages(self) -> &'static str {
        match self {
            Language::English => include_str!("en.ftl"),
            Language::SimplifiedChinese => include_str!("zh-CN.ftl"),
        }
    }

    /// The language that the system is set to; English where it speaks none of ours.
    pub fn of_system() -> Self {
        Self::of_locales(sys_locale::get_locales())
    }

    /// The first language of ours in a list of locales as the player prefers them. The locale of
    /// plain C is English, whatever comes after it.
    fn of_locales(locales: impl IntoIterator<Item = String>) -> Self {
        let ours = |locale: String| match locale.split(['-', '_', '.']).next()? {
            "zh" => Some(Self::SimplifiedChinese),
            "en" | "C" | "POSIX" => Some(Self::English),
            _ => None,
        };
        locales.into_iter().find_map(ours).unwrap_or(Self::English)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_we_speak_is_taken() {
        for (locales, expected) in [
            (&["zh-CN"][..], Language::SimplifiedChinese),
            (&["zh-Hans-SG", "en-US"], Language::SimplifiedChinese),
            (&["fr-FR", "zh-CN"], Language::SimplifiedChinese),
            (&["en-GB", "zh-CN"], Language::English),
            (&["C.UTF-8", "zh-CN"], Language::English),
            (&["fr-FR"], Language::English),
            (&[], Language::English),
        ] {
            let found = Language::of_locales(locales.iter().map(|it| String::from(*it)));
            assert_eq!(found, expected, "{locales:?}");
        }
    }
}
