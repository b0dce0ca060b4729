//! Breaks a long row of letters into rows that fit a width.

use ttf_parser::GlyphId;

use super::Color;

/// Characters that are never the first of a row, by the rules of Chinese and Japanese.
const NEVER_FIRST: &str = "!)]｝〕〉》」』】〙〗〟'\"｠»ヽヾーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖ々〻‐゠–〜?‼⁇⁈⁉・、:;,。.！％），．：；？］”’…";
/// A space at which no row ends.
const NON_BREAKING: char = '\u{A0}';

/// A letter in its row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letter {
    pub character: char,
    pub face: usize,
    pub id: GlyphId,
    /// The size of its font, pixels.
    pub size: f32,
    pub color: Color,
    /// The place of its left end on the line, and the distance to the next, pixels.
    pub left: f32,
    pub advance: f32,
    /// From the row's top to the line, whole pixels.
    pub line: f32,
    /// The height of a row of its style, points.
    pub height: f32,
}

impl Letter {
    /// The place of its right end as it counts for the width of rows, pixels: what hangs over by a
    /// part of a pixel is on the row.
    pub(crate) fn right(&self) -> f32 {
        self.left.floor() + self.advance
    }
}

/// The last places at which a row may end: the letter after which the next row begins.
#[derive(Clone, Copy, Default)]
struct Breaks {
    /// Between words: after a space, or beside a character of Chinese.
    word: Option<usize>,
    dash: Option<usize>,
    punctuation: Option<usize>,
    any: Option<usize>,
}

impl Breaks {
    fn note(&mut self, index: usize, letters: &[Letter]) {
        let character = letters[index].character;
        let next = letters.get(index + 1).map(|it| it.character);
        let ends_word = match is_chinese(character) {
            true => next.is_none_or(|next| !NEVER_FIRST.contains(next)),
            false => character.is_whitespace() && character != NON_BREAKING,
        };
        if ends_word {
            self.word = Some(index);
        } else if character == '-' {
            self.dash = Some(index);
        } else if character.is_ascii_punctuation() {
            self.punctuation = Some(index);
        } else if next.is_some_and(is_chinese) {
            self.word = Some(index);
        }
        self.any = Some(index);
    }

    /// The best of them.
    fn best(self) -> Option<usize> {
        (self.word.or(self.dash)).or(self.punctuation).or(self.any)
    }
}

/// The rows of letters that are together wider than `width`, pixels, each from its own left end. A
/// row ends between words where it can.
pub(crate) fn rows_of(letters: &[Letter], width: f32) -> Vec<Vec<Letter>> {
    let (mut rows, mut start, mut breaks) = (Vec::new(), 0, Breaks::default());
    let mut left = 0.0;
    let mut index = 0;
    while index < letters.len() {
        if letters[index].right() - left > width
            && let Some(last) = breaks.best()
        {
            rows.push(row(&letters[start..=last], left));
            start = last + 1;
            left = letters[start].left;
            // What was looked at already begins the next row, and is looked at again.
            breaks = Breaks::default();
            index = start;
            continue;
        }
        breaks.note(index, letters);
        index += 1;
    }
    rows.push(row(&letters[start..], left));
    rows
}

/// The letters of a row, moved so that it begins at 0.
fn row(letters: &[Letter], left: f32) -> Vec<Letter> {
    let moved = letters.iter().map(|letter| Letter {
        left: letter.left - left,
        ..*letter
    });
    moved.collect()
}

/// Returns whether a character is a word of its own, as those of Chinese and Japanese are.
pub(crate) fn is_chinese(character: char) -> bool {
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
            let row = |row: &TextRow| row.letters.iter().map(|it| it.character).collect();
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
        // Each as wide as some five thirds of a letter of Latin.
        assert_eq!(rows("一二三四五六", 5.2), ["一二三", "四五六"]);
        assert_eq!(rows("一二三，四五", 5.2), ["一二", "三，四", "五"]);
        assert_eq!(rows("abc一二", 3.5), ["abc", "一二"]);
    }

    #[test]
    fn a_width_below_that_of_a_letter_leaves_one_on_each_row() {
        assert_eq!(rows("abc", 0.1), ["a", "b", "c"]);
    }
}
