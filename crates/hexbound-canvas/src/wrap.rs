//! Breaks a long row of glyphs into rows that fit a width.

use ttf_parser::GlyphId;

use super::Color;

/// The characters that never begin a row, by the rules of Chinese and Japanese.
const NEVER_FIRST: &str = "!)]｝〕〉》」』】〙〗〟'\"｠»ヽヾーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖ々〻‐゠–〜?‼⁇⁈⁉・、:;,。.！％），．：；？］”’…";
/// A space that does not allow a line break.
const NON_BREAKING: char = '\u{A0}';

/// A glyph in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedGlyph {
    pub character: char,
    pub face: usize,
    pub id: GlyphId,
    /// The font size, pixels.
    pub size: f32,
    pub color: Color,
    /// The position of the glyph's left end on the baseline, pixels.
    pub left: f32,
    /// The distance to the next glyph, pixels.
    pub advance: f32,
    /// The distance from the row's top to the baseline, pixels; whole in a laid-out row.
    pub line: f32,
    /// The height of a row in the glyph's style, points.
    pub height: f32,
}

impl PlacedGlyph {
    /// The glyph's right end for the width of rows, pixels. The left end is rounded down, so an overhang of
    /// less than a pixel is ignored.
    pub(crate) fn right(&self) -> f32 {
        self.left.floor() + self.advance
    }
}

/// The latest possible line breaks of each kind: the index of the glyph before the break.
#[derive(Clone, Copy, Default)]
struct Breaks {
    /// The latest break between words: after a space, or beside a Chinese character.
    word: Option<usize>,
    dash: Option<usize>,
    punctuation: Option<usize>,
    any: Option<usize>,
}

impl Breaks {
    fn update(&mut self, index: usize, glyphs: &[PlacedGlyph]) {
        let character = glyphs[index].character;
        let next = glyphs.get(index + 1).map(|it| it.character);
        let is_word_end = match is_cjk(character) {
            true => next.is_none_or(|next| !NEVER_FIRST.contains(next)),
            false => character.is_whitespace() && character != NON_BREAKING,
        };
        if is_word_end {
            self.word = Some(index);
        } else if character == '-' {
            self.dash = Some(index);
        } else if character.is_ascii_punctuation() {
            self.punctuation = Some(index);
        } else if next.is_some_and(is_cjk) {
            self.word = Some(index);
        }
        self.any = Some(index);
    }

    /// The best break.
    fn best(self) -> Option<usize> {
        (self.word.or(self.dash)).or(self.punctuation).or(self.any)
    }
}

/// Breaks glyphs wider than `width`, pixels, into rows that each begin at 0. Breaks between words are
/// preferred.
pub(crate) fn rows_of(glyphs: &[PlacedGlyph], width: f32) -> Vec<Vec<PlacedGlyph>> {
    let (mut rows, mut start, mut breaks) = (Vec::new(), 0, Breaks::default());
    let mut left = 0.0;
    let mut index = 0;
    while index < glyphs.len() {
        if glyphs[index].right() - left > width
            && let Some(last) = breaks.best()
        {
            rows.push(row(&glyphs[start..=last], left));
            start = last + 1;
            left = glyphs[start].left;
            // The next row starts with glyphs that were already examined, so the loop goes back to them.
            breaks = Breaks::default();
            index = start;
            continue;
        }
        breaks.update(index, glyphs);
        index += 1;
    }
    rows.push(row(&glyphs[start..], left));
    rows
}

/// The glyphs of a row, shifted so that the row begins at 0.
fn row(glyphs: &[PlacedGlyph], left: f32) -> Vec<PlacedGlyph> {
    let moved = glyphs.iter().map(|glyph| PlacedGlyph {
        left: glyph.left - left,
        ..*glyph
    });
    moved.collect()
}

/// Returns whether a character is a word by itself, like those of Chinese and Japanese.
pub(crate) fn is_cjk(character: char) -> bool {
    matches!(
        character,
        '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{2B740}'..='\u{2B81F}'
    )
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use crate::{Canvas, Color, Rect, Style, Writing, text::TextRow};

    /// The rows of a text of letters that are ten points wide.
    fn rows(text: &str, letters: f32) -> Vec<String> {
        let canvas = Canvas::default();
        let area = Rect::from_min_size(vec2(0.0, 0.0), vec2(500.0, 500.0));
        let style = Style::monospace(16.0, Color::WHITE);
        let (rows, _) = canvas.record(area, 1.0, |painter| {
            let write = |width, text| painter.write(&Writing::new(width).with(text, style));
            let letter = write(f32::INFINITY, "x").size().x;
            let text = write(letter * letters, text);
            let row = |row: &TextRow| row.glyphs.iter().map(|it| it.character).collect();
            text.rows.iter().map(row).collect()
        });
        rows
    }

    #[test]
    fn rows_end_between_words_and_within_them_only_where_nothing_else_helps() {
        assert_eq!(rows("one two three", 8.0), ["one two ", "three"]);
        assert_eq!(rows("one two-three", 9.0), ["one ", "two-three"]);
        let path = rows("a/path/that/is/long", 8.0);
        assert_eq!(path, ["a/path/", "that/is/", "long"]);
        assert_eq!(rows("some-thing", 7.0), ["some-", "thing"]);
        assert_eq!(rows("abcdefghij", 4.0), ["abcd", "efgh", "ij"]);
        assert_eq!(rows("ab\u{A0}cd ef", 6.0), ["ab\u{A0}cd ", "ef"]);
    }

    #[test]
    fn chinese_is_broken_anywhere_but_before_its_punctuation() {
        // Each as wide as some five thirds of a Latin letter.
        assert_eq!(rows("一二三四五六", 5.2), ["一二三", "四五六"]);
        assert_eq!(rows("一二三，四五", 5.2), ["一二", "三，四", "五"]);
        assert_eq!(rows("abc一二", 3.5), ["abc", "一二"]);
    }

    #[test]
    fn a_width_below_that_of_a_letter_leaves_one_on_each_row() {
        assert_eq!(rows("abc", 0.1), ["a", "b", "c"]);
    }
}
