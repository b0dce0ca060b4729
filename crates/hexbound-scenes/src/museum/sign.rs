//! The codes of bays in raised letters, each made of a few boxes.

use glam::Vec3;

use crate::SceneBuilder;

/// The dots of a letter.
const LETTER_COLUMNS: usize = 5;
const LETTER_ROWS: usize = 7;
/// The letters of codes, and their dots side by side.
const LETTERS: &str = "ABD0123456789";
const LETTER_DOTS: [&str; LETTER_ROWS] = [
    ".###. ####. ####. .###. ..#.. ####. ####. #...# ##### .#### ##### .###. .###.",
    "#...# #...# #...# #...# .##.. ....# ....# #...# #.... #.... ....# #...# #...#",
    "#...# #...# #...# #...# ..#.. ....# ....# #...# #.... #.... ...#. #...# #...#",
    "##### ####. #...# #...# ..#.. .###. .###. ##### ####. ####. ...#. .###. .####",
    "#...# #...# #...# #...# ..#.. #.... ....# ....# ....# #...# ..#.. #...# ....#",
    "#...# #...# #...# #...# ..#.. #.... ....# ....# ....# #...# ..#.. #...# ....#",
    "#...# ####. ####. .###. .###. ##### ####. ....# ####. .###. ..#.. .###. ####.",
];
/// The side of a dot, and how far it stands out, meters.
const DOT_SIDE: f32 = 0.15;
const DOT_HEIGHT: f32 = 0.06;
/// The distance from the beginning of a letter to that of the next, dots.
const LETTER_ADVANCE: usize = LETTER_COLUMNS + 1;

/// A run of dots that is one box: the first column and row, and those after the last.
type Run = [usize; 4];

/// Adds a code in capital letters that stand out toward +z; their middle is at `middle`.
pub(super) fn write(mut scene: SceneBuilder, code: &str, middle: Vec3) -> SceneBuilder {
    let width = (LETTER_ADVANCE * code.len() - 1) as f32 * DOT_SIDE;
    let corner = middle + Vec3::new(-0.5 * width, 0.5 * LETTER_ROWS as f32 * DOT_SIDE, 0.0);
    for (place, letter) in code.chars().enumerate() {
        for [left, top, right, bottom] in runs(&dots(letter)) {
            let at = |column, row, z| {
                let column = LETTER_ADVANCE * place + column;
                corner + Vec3::new(column as f32 * DOT_SIDE, row as f32 * -DOT_SIDE, z)
            };
            scene = scene.cuboid(at(left, bottom, 0.0), at(right, top, DOT_HEIGHT));
        }
    }
    scene
}

/// The dots of a letter, row by row from the top. Those that no code has are empty.
fn dots(letter: char) -> [&'static [u8; LETTER_COLUMNS]; LETTER_ROWS] {
    let place = LETTERS.find(letter.to_ascii_uppercase());
    LETTER_DOTS.map(|row| {
        let begins = LETTER_ADVANCE * place.unwrap_or(LETTERS.len());
        let rest = row.as_bytes().get(begins..);
        rest.and_then(|rest| rest.first_chunk()).unwrap_or(b".....")
    })
}

/// The boxes of a letter: rows of dots side by side, each drawn down as far as it goes on.
fn runs(dots: &[&[u8; LETTER_COLUMNS]; LETTER_ROWS]) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    for (row, line) in dots.iter().enumerate() {
        let mut column = 0;
        while column < LETTER_COLUMNS {
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
            let mut covered = [[0; LETTER_COLUMNS]; LETTER_ROWS];
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
