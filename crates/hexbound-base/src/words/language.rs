//! The languages of the game, and the choice of the one that the player's system uses.

/// A language of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    SimplifiedChinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::SimplifiedChinese];

    /// The language's BCP 47 tag, which is also its name in the settings.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::SimplifiedChinese => "zh-CN",
        }
    }

    /// The content of the language's message file.
    pub fn messages(self) -> &'static str {
        match self {
            Language::English => include_str!("en.ftl"),
            Language::SimplifiedChinese => include_str!("zh-CN.ftl"),
        }
    }

    /// The language of the system's locale; English if the game has none of its languages.
    pub fn of_system() -> Self {
        Self::of_locales(sys_locale::get_locales())
    }

    /// The first supported language in a list of locales by the player's preference. The locale `C` is
    /// English, whatever follows it.
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
