//! Text layout: glyphs in rows, wrapped to a width.

use std::{
    cell::RefCell,
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    rc::Rc,
};

use glam::{Vec2, vec2};
use ttf_parser::GlyphId;

use super::{
    Color, Rect,
    fonts::{Family, Fonts},
    wrap::{PlacedGlyph, rows_of},
};

/// The tolerance of a row's width, points, so that text wrapped to its own rounded width stays on one row.
const ROW_TOLERANCE: f32 = 0.5;
/// The width of a tab, in spaces.
const TAB_SPACES: f32 = 4.0;

/// The style of text.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub family: Family,
    /// The height of the font, points.
    pub size: f32,
    pub color: Color,
    /// The letter spacing in addition to the font's, points.
    pub spacing: f32,
}

impl Style {
    /// A style of the proportional font.
    pub fn proportional(size: f32, color: Color) -> Self {
        Self {
            family: Family::Proportional,
            size,
            color,
            spacing: 0.0,
        }
    }

    /// A style of the monospaced font.
    pub fn monospace(size: f32, color: Color) -> Self {
        Self {
            family: Family::Monospace,
            ..Self::proportional(size, color)
        }
    }
}

/// A piece of text in one style.
#[derive(Clone, Debug)]
struct StyledPiece {
    text: String,
    style: Style,
    /// The space before the piece, points.
    before: f32,
}

/// Consecutive pieces of text, and the width to wrap them to.
#[derive(Clone, Debug)]
pub struct Writing {
    pieces: Vec<StyledPiece>,
    wrap: f32,
}

impl Writing {
    /// An empty text that wraps to the width `wrap`, rounded to whole points.
    pub fn new(wrap: f32) -> Self {
        Self {
            pieces: Vec::new(),
            wrap: wrap.max(1.0).round(),
        }
    }

    /// Appends text in a style.
    pub fn with(mut self, text: impl Into<String>, style: Style) -> Self {
        self.append(text, style, 0.0);
        self
    }

    /// Appends text in a style after a space of `before` points.
    pub fn append(&mut self, text: impl Into<String>, style: Style, before: f32) {
        self.pieces.push(StyledPiece {
            text: text.into(),
            style,
            before,
        });
    }

    /// A hash of the text's content and layout parameters.
    fn key(&self, pixels_per_point: f32) -> u64 {
        let mut hasher = DefaultHasher::new();
        for piece in &self.pieces {
            let style = &piece.style;
            (&piece.text, style.family, style.color).hash(&mut hasher);
            let sizes = [style.size, style.spacing, piece.before];
            sizes.map(f32::to_bits).hash(&mut hasher);
        }
        let sizes = [self.wrap, pixels_per_point];
        sizes.map(f32::to_bits).hash(&mut hasher);
        hasher.finish()
    }
}

/// A row of glyphs.
#[derive(Clone, Debug)]
pub struct TextRow {
    /// The rectangle of the row within its text, points.
    pub rect: Rect,
    pub(crate) glyphs: Vec<PlacedGlyph>,
}

/// A text after layout.
#[derive(Clone, Debug)]
pub struct Text {
    pub rows: Vec<TextRow>,
    size: Vec2,
}

impl Text {
    /// The width and height, points.
    pub fn size(&self) -> Vec2 {
        self.size
    }

    /// The characters of the text, without line breaks.
    pub fn content(&self) -> String {
        let glyphs = self.rows.iter().flat_map(|row| &row.glyphs);
        glyphs.map(|glyph| glyph.character).collect()
    }
}

/// The texts laid out for this frame and the last, by their hash.
#[derive(Default)]
pub(crate) struct TextCache {
    texts: RefCell<HashMap<u64, (Rc<Text>, bool)>>,
}

impl TextCache {
    /// The cached layout of a text, or a new one.
    pub(crate) fn lay_out(
        &self,
        fonts: &Fonts,
        writing: &Writing,
        pixels_per_point: f32,
    ) -> Rc<Text> {
        let mut texts = self.texts.borrow_mut();
        let (text, is_used) = texts
            .entry(writing.key(pixels_per_point))
            .or_insert_with(|| (Rc::new(lay_out(fonts, writing, pixels_per_point)), true));
        *is_used = true;
        text.clone()
    }

    /// Removes the texts that were not used since the last call.
    pub(crate) fn forget_unused(&self) {
        let was_used = |_: &u64, (_, is_used): &mut (Rc<Text>, bool)| std::mem::take(is_used);
        self.texts.borrow_mut().retain(was_used);
    }
}

/// The glyphs between two line breaks.
#[derive(Default)]
struct Paragraph {
    glyphs: Vec<PlacedGlyph>,
    /// The position of the next glyph, pixels.
    end: f32,
    /// The height of a row, points, if it has no glyphs.
    height: f32,
}

fn lay_out(fonts: &Fonts, writing: &Writing, pixels_per_point: f32) -> Text {
    let paragraphs = paragraphs(fonts, &writing.pieces, pixels_per_point);
    let wrap = (writing.wrap + ROW_TOLERANCE) * pixels_per_point;
    let (mut rows, mut top, mut width) = (Vec::new(), 0.0_f32, 0.0_f32);
    for paragraph in paragraphs {
        let parts = match paragraph.end > wrap {
            true => rows_of(&paragraph.glyphs, wrap),
            false => vec![paragraph.glyphs],
        };
        let is_unbroken = parts.len() == 1;
        for mut glyphs in parts {
            let right = match glyphs.last() {
                Some(last) if !is_unbroken => last.right(),
                // The width includes the advance of the last glyph.
                _ => paragraph.end,
            };
            let right = right / pixels_per_point;
            let heights = glyphs.iter().map(|it| it.height);
            let height = heights.reduce(f32::max).unwrap_or(paragraph.height);
            let height = (height * pixels_per_point).round();
            for glyph in &mut glyphs {
                glyph.line = (glyph.line + height).round();
            }
            let corner = vec2(0.0, top / pixels_per_point);
            let size = vec2(right, height / pixels_per_point);
            rows.push(TextRow {
                rect: Rect::from_min_size(corner, size),
                glyphs,
            });
            top += height;
            width = width.max(right);
        }
    }
    if width <= writing.wrap + 2.0 * ROW_TOLERANCE {
        width = width.min(writing.wrap);
    }
    Text {
        rows,
        size: vec2(width, top / pixels_per_point),
    }
}

/// The glyphs of all paragraphs, each on one row of any width.
fn paragraphs(fonts: &Fonts, pieces: &[StyledPiece], pixels_per_point: f32) -> Vec<Paragraph> {
    let mut paragraphs = Vec::new();
    let mut paragraph = Paragraph::default();
    for piece in pieces {
        let style = &piece.style;
        let heights = fonts.heights(style.family, style.size);
        paragraph.height = paragraph.height.max(heights.line);
        paragraph.end += piece.before * pixels_per_point;
        let size = style.size * pixels_per_point;
        let mut last: Option<(usize, GlyphId)> = None;
        for character in piece.text.chars().filter(|it| !is_invisible(*it)) {
            if character == '\n' {
                let next = Paragraph {
                    height: heights.line,
                    ..Paragraph::default()
                };
                paragraphs.push(std::mem::replace(&mut paragraph, next));
                last = None;
                continue;
            }
            let (shown, times) = match character {
                '\t' => (' ', TAB_SPACES),
                _ => (character, 1.0),
            };
            let font_glyph = fonts.find(style.family, shown);
            if !paragraph.glyphs.is_empty() {
                paragraph.end += style.spacing * pixels_per_point;
            }
            if let Some((face, before)) = last
                && face == font_glyph.face
            {
                paragraph.end += fonts.kern(face, before, font_glyph.id) * size;
            }
            last = Some((font_glyph.face, font_glyph.id));
            let own = fonts.heights_of_face(font_glyph.face, style.size);
            // The baseline relative to the row's lower edge; glyphs of a fallback face are centered in the
            // row.
            let line = own.ascent - heights.line + 0.5 * (heights.line - own.line);
            paragraph.glyphs.push(PlacedGlyph {
                character,
                face: font_glyph.face,
                id: font_glyph.id,
                size,
                color: style.color,
                left: paragraph.end,
                advance: font_glyph.advance * times * size,
                line: line * pixels_per_point,
                height: heights.line,
            });
            paragraph.end += font_glyph.advance * times * size;
        }
    }
    paragraphs.push(paragraph);
    paragraphs
}

/// Returns whether the layout leaves a character out: a carriage return or an invisible character.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\r' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[&str], wrap: f32) -> Text {
        let style = Style::proportional(16.0, Color::WHITE);
        let writing = (pieces.iter()).fold(Writing::new(wrap), |it, piece| it.with(*piece, style));
        lay_out(&Fonts::new(), &writing, 1.0)
    }

    #[test]
    fn text_is_as_wide_as_its_pieces_and_wrapped_where_it_is_wider_than_it_may_be() {
        let whole = written(&["Walk on, ", "and look."], f32::INFINITY);
        let parts = ["Walk on, ", "and look."].map(|it| written(&[it], f32::INFINITY).size().x);
        assert!((whole.size().x - parts[0] - parts[1]).abs() < 0.01);
        assert_eq!(whole.rows.len(), 1);
        let wrapped = written(&["Walk on, ", "and look."], whole.size().x - 2.0);
        assert_eq!(wrapped.rows.len(), 2);
        assert_eq!(wrapped.size().y, 2.0 * whole.size().y);
        assert_eq!(wrapped.content(), "Walk on, and look.");
        let again = written(&["Walk on, ", "and look."], whole.size().x);
        assert_eq!(again.rows.len(), 1, "what was measured fits");
    }

    #[test]
    fn lines_end_where_they_are_ended_and_nothing_has_the_height_of_a_line() {
        let line = written(&[""], 100.0).size();
        assert_eq!(line.x, 0.0);
        assert!(line.y > 16.0);
        let three = written(&["one\n\nthree"], 100.0);
        assert_eq!(three.rows.len(), 3);
        assert_eq!(three.size().y, 3.0 * line.y);
    }

    #[test]
    fn chinese_stands_on_the_line_of_latin_and_keeps_the_height_of_rows() {
        let latin = written(&["Hexbound"], 400.0);
        let mixed = written(&["Hexbound 六角"], 400.0);
        assert_eq!(mixed.size().y, latin.size().y);
        let lines: Vec<f32> = mixed.rows[0].glyphs.iter().map(|it| it.line).collect();
        let apart = lines[0] - lines[lines.len() - 1];
        assert!(apart.abs() <= 2.0, "{apart}");
    }

    #[test]
    fn what_is_not_asked_for_again_is_forgotten() {
        let (cache, fonts) = (TextCache::default(), Fonts::new());
        let writing = Writing::new(80.0).with("Text", Style::monospace(13.0, Color::WHITE));
        let first = cache.lay_out(&fonts, &writing, 1.0);
        cache.forget_unused();
        assert!(Rc::ptr_eq(&first, &cache.lay_out(&fonts, &writing, 1.0)));
        assert!(!Rc::ptr_eq(&first, &cache.lay_out(&fonts, &writing, 2.0)));
        cache.forget_unused();
        cache.forget_unused();
        assert!(cache.texts.borrow().is_empty());
    }
}
