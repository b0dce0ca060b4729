//! The codes of bays in raised glyphs, each made of a few boxes.

use glam::Vec3;

use crate::SceneBuilder;

/// The width of a glyph, dots.
const GLYPH_COLUMNS: usize = 5;
/// The height of a glyph, dots.
const GLYPH_ROWS: usize = 7;
/// The characters of the glyphs, in the order of [`GLYPH_DOTS`].
const GLYPHS: &str = "ABD0123456789";
/// The rows of dots of all glyphs, side by side.
const GLYPH_DOTS: [&str; GLYPH_ROWS] = [
    ".###. ####. ####. .###. ..#.. ####. ####. #...# ##### .#### ##### .###. .###.",
    "#...# #...# #...# #...# .##.. ....# ....# #...# #.... #.... ....# #...# #...#",
    "#...# #...# #...# #...# ..#.. ....# ....# #...# #.... #.... ...#. #...# #...#",
    "##### ####. #...# #...# ..#.. .###. .###. ##### ####. ####. ...#. .###. .####",
    "#...# #...# #...# #...# ..#.. #.... ....# ....# ....# #...# ..#.. #...# ....#",
    "#...# #...# #...# #...# ..#.. #.... ....# ....# ....# #...# ..#.. #...# ....#",
    "#...# ####. ####. .###. .###. ##### ####. ....# ####. .###. ..#.. .###. ####.",
];
/// The side of a dot, meters.
const DOT_SIDE: f32 = 0.15;
/// The height by which a dot stands out, meters.
const DOT_HEIGHT: f32 = 0.06;
/// The distance from the start of a glyph to that of the next, dots.
const GLYPH_ADVANCE: usize = GLYPH_COLUMNS + 1;

/// A rectangle of dots that becomes one box: the first column and row, and those after the last.
type Run = [usize; 4];

/// Adds a code in capital letters that stand out toward +z, centered at `middle`.
pub(super) fn write(mut scene: SceneBuilder, code: &str, middle: Vec3) -> SceneBuilder {
    let width = (GLYPH_ADVANCE * code.len() - 1) as f32 * DOT_SIDE;
    let corner = middle + Vec3::new(-0.5 * width, 0.5 * GLYPH_ROWS as f32 * DOT_SIDE, 0.0);
    for (place, letter) in code.chars().enumerate() {
        for [left, top, right, bottom] in runs(&dots(letter)) {
            let at = |column, row, z| {
                let column = GLYPH_ADVANCE * place + column;
                corner + Vec3::new(column as f32 * DOT_SIDE, row as f32 * -DOT_SIDE, z)
            };
            scene = scene.cuboid(at(left, bottom, 0.0), at(right, top, DOT_HEIGHT));
        }
    }
    scene
}

/// The dots of a character's glyph, row by row from the top. Characters without a glyph have no dots.
fn dots(letter: char) -> [&'static [u8; GLYPH_COLUMNS]; GLYPH_ROWS] {
    let place = GLYPHS.find(letter.to_ascii_uppercase());
    GLYPH_DOTS.map(|row| {
        let begins = GLYPH_ADVANCE * place.unwrap_or(GLYPHS.len());
        let rest = row.as_bytes().get(begins..);
        rest.and_then(|rest| rest.first_chunk()).unwrap_or(b".....")
    })
}

/// The boxes of a glyph: horizontal runs of dots, each extended downward over equal runs.
fn runs(dots: &[&[u8; GLYPH_COLUMNS]; GLYPH_ROWS]) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    for (row, line) in dots.iter().enumerate() {
        let mut column = 0;
        while column < GLYPH_COLUMNS {
            let length = line[column..].iter().take_while(|dot| **dot == b'#');
            let end = column + length.count();
            if end > column {
                let same = |run: &&mut Run| run[0] == column && run[2] == end && run[3] == row;
                match found.iter_mut().find(same) {
                    Some(above) => above[3] = row + 1,
                    None => found.push([column, row, end, row + 1]),
                }
            }
            column = end + 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hall;

    #[test]
    fn every_code_can_be_written_with_few_boxes() {
        for bay in Hall::ALL.into_iter().flat_map(Hall::bays) {
            for letter in bay.code.chars() {
                let boxes = runs(&dots(letter));
                assert!((1..=9).contains(&boxes.len()), "{letter}: {boxes:?}");
            }
        }
    }

    #[test]
    fn boxes_cover_the_dots_of_a_letter_once() {
        for letter in "ABD0123456789".chars() {
            let dots = dots(letter);
            let mut covered = [[0; GLYPH_COLUMNS]; GLYPH_ROWS];
            for [left, top, right, bottom] in runs(&dots) {
                for row in &mut covered[top..bottom] {
                    row[left..right].iter_mut().for_each(|dot| *dot += 1);
                }
            }
            let is_dot = dots.map(|line| line.map(|dot| i32::from(dot == b'#')));
            assert_eq!(covered, is_dot, "{letter}");
        }
    }
}
