//! The fonts of everything that is written: egui's own, and behind them one with the characters of
//! Chinese.

use std::sync::Arc;

use egui::{Context, FontData, FontDefinitions};

/// A part of Noto Sans CJK SC, cut out by assets/make/font.py.
const CHINESE: &[u8] = include_bytes!("../../assets/fonts/NotoSansCJKsc-common.otf");
const CHINESE_NAME: &str = "Noto Sans CJK SC";

/// A new context of egui's that has glyphs for every language.
pub(crate) fn context() -> Context {
    let mut fonts = FontDefinitions::default();
    let chinese = Arc::new(FontData::from_static(CHINESE));
    fonts.font_data.insert(CHINESE_NAME.to_owned(), chinese);
    for names in fonts.families.values_mut() {
        names.push(CHINESE_NAME.to_owned());
    }
    let context = Context::default();
    context.set_fonts(fonts);
    context
}

#[cfg(test)]
mod tests {
    use egui::{FontId, RawInput};

    use super::*;
    use crate::{ui::WARNING_SIGN, words::Language};

    #[test]
    fn every_character_of_the_words_has_a_glyph() {
        let context = context();
        let mut output = context.run_ui(RawInput::default(), |_| {});
        output.textures_delta.clear();
        for language in Language::ALL {
            let signs = WARNING_SIGN.chars().chain("●○".chars());
            let written = language.messages().chars().chain(signs);
            let written = written.filter(|it| !it.is_control());
            for font in [FontId::monospace(16.0), FontId::proportional(16.0)] {
                let has_none = |it: &char| !context.fonts_mut(|fonts| fonts.has_glyph(&font, *it));
                let missing: String = written.clone().filter(has_none).collect();
                assert!(
                    missing.is_empty(),
                    "{font:?} has no '{missing}'; assets/make/font.py makes the font anew"
                );
            }
        }
    }
}
