//! The fonts of everything that is written: one for sentences and one for tables, and behind both one
//! with the characters of Chinese.

use std::{cell::RefCell, collections::HashMap};

use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
use ttf_parser::{
    Face, GlyphId, Tag,
    gpos::{PairAdjustment, PositioningSubtable},
    opentype_layout::LookupIndex,
};

use super::fit::Zones;

/// A part of Noto Sans CJK SC, cut out by assets/make/font.py.
const NOTO_CHINESE: &[u8] = include_bytes!("../../../assets/fonts/NotoSansCJKsc-common.otf");
/// The files of all faces, in the order of their numbers.
const FACE_FILES: [&[u8]; 3] = [UBUNTU_LIGHT, HACK_REGULAR, NOTO_CHINESE];

/// A set of faces that look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Letters for sentences.
    Proportional,
    /// Letters for tables: all letters of Latin are as wide as each other.
    Monospace,
}

impl Family {
    /// The numbers of its faces: what the first lacks is taken from the next.
    fn faces(self) -> &'static [usize] {
        match self {
            Self::Proportional => &[0, 2],
            Self::Monospace => &[1, 0, 2],
        }
    }
}

/// The place of a character in a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub face: usize,
    pub id: GlyphId,
    /// The distance to the next letter, as a share of the font's size.
    pub advance: f32,
}

/// The heights of a face's lines, points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heights {
    /// From the top of a line to the base of its letters.
    pub ascent: f32,
    /// The height of a whole line.
    pub line: f32,
}

/// A face with what is read of it often.
struct Opened {
    face: Face<'static>,
    /// The lookups of its kerning.
    kerning: Vec<LookupIndex>,
    zones: Zones,
}

/// All faces, and which of them has a character.
pub(crate) struct Fonts {
    faces: Vec<Opened>,
    found: RefCell<HashMap<(Family, char), Found>>,
}

impl Fonts {
    pub(crate) fn new() -> Self {
        let open = |file| {
            let face = Face::parse(file, 0).expect("a font of our own");
            Opened {
                kerning: kerning(&face),
                zones: Zones::of(&face),
                face,
            }
        };
        Self {
            faces: FACE_FILES.map(open).into(),
            found: RefCell::default(),
        }
    }

    /// The glyph of a character in the first face that has it, else the first face's box for
    /// characters that it lacks.
    pub(crate) fn find(&self, family: Family, character: char) -> Found {
        *(self.found.borrow_mut())
            .entry((family, character))
            .or_insert_with(|| self.look_up(family, character))
    }

    fn look_up(&self, family: Family, character: char) -> Found {
        let faces = family.faces();
        let (face, id) = (faces.iter())
            .find_map(|face| Some((*face, self.face(*face).glyph_index(character)?)))
            .unwrap_or((faces[0], GlyphId(0)));
        let advance = self.face(face).glyph_hor_advance(id).unwrap_or(0);
        Found {
            face,
            id,
            advance: f32::from(advance) / self.em(face),
        }
    }

    pub(crate) fn face(&self, face: usize) -> &Face<'static> {
        &self.faces[face].face
    }

    pub(crate) fn zones(&self, face: usize) -> &Zones {
        &self.faces[face].zones
    }

    /// The units of a face's coordinates to its size.
    fn em(&self, face: usize) -> f32 {
        f32::from(self.face(face).units_per_em())
    }

    /// The heights of a family's lines with text of that size: those of its first face.
    pub(crate) fn heights(&self, family: Family, size: f32) -> Heights {
        self.heights_of_face(family.faces()[0], size)
    }

    pub(crate) fn heights_of_face(&self, face: usize, size: f32) -> Heights {
        let opened = self.face(face);
        let points = |units: i16| f32::from(units) * size / self.em(face);
        let ascent = points(opened.ascender());
        Heights {
            ascent,
            line: ascent - points(opened.descender()) + points(opened.line_gap()),
        }
    }

    /// The distance that a glyph is moved toward the one before it, as a share of the font's size.
    pub(crate) fn kern(&self, face: usize, before: GlyphId, after: GlyphId) -> f32 {
        let Opened {
            face: opened,
            kerning,
            ..
        } = &self.faces[face];
        let Some(table) = opened.tables().gpos.filter(|_| !kerning.is_empty()) else {
            return 0.0;
        };
        // Each lookup moves them in addition to the others.
        let moved = kerning.iter().filter_map(|lookup| {
            let subtables = table.lookups.get(*lookup)?.subtables;
            let mut subtables = subtables.into_iter::<PositioningSubtable<'_>>();
            subtables.find_map(|subtable| advance_of_pair(&subtable, before, after))
        });
        moved.map(f32::from).sum::<f32>() / self.em(face)
    }
}

/// The lookups of a face that move pairs of letters together.
fn kerning(face: &Face<'_>) -> Vec<LookupIndex> {
    let Some(table) = face.tables().gpos else {
        return Vec::new();
    };
    let language = (table.scripts.find(Tag::from_bytes(b"latn")))
        .or_else(|| table.scripts.find(Tag::from_bytes(b"DFLT")))
        .and_then(|script| script.default_language);
    let features = language.into_iter().flat_map(|it| it.feature_indices);
    features
        .filter_map(|index| table.features.get(index))
        .filter(|feature| feature.tag == Tag::from_bytes(b"kern"))
        .flat_map(|feature| feature.lookup_indices)
        .collect()
}

/// The change of a glyph's advance before another, font units, if a subtable says something of both.
fn advance_of_pair(
    subtable: &PositioningSubtable<'_>,
    before: GlyphId,
    after: GlyphId,
) -> Option<i16> {
    let PositioningSubtable::Pair(pairs) = subtable else {
        return None;
    };
    let index = pairs.coverage().get(before)?;
    let (first, _) = match pairs {
        PairAdjustment::Format1 { sets, .. } => sets.get(index)?.get(after)?,
        PairAdjustment::Format2 {
            classes, matrix, ..
        } => matrix.get((classes.0.get(before), classes.1.get(after)))?,
    };
    Some(first.x_advance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::Language;

    #[test]
    fn every_character_of_the_words_has_a_glyph() {
        let fonts = Fonts::new();
        for language in Language::ALL {
            let written = language.messages().chars().chain("▲●○■".chars());
            let written = written.filter(|it| !it.is_control());
            for family in [Family::Proportional, Family::Monospace] {
                let has_none = |it: &char| fonts.find(family, *it).id == GlyphId(0);
                let missing: String = written.clone().filter(has_none).collect();
                assert!(
                    missing.is_empty(),
                    "{family:?} has no '{missing}'; assets/make/font.py makes the font anew"
                );
            }
        }
    }

    #[test]
    fn letters_that_leave_room_are_moved_together() {
        let fonts = Fonts::new();
        let kern = |family, before, after| {
            let [before, after] = [before, after].map(|it| fonts.find(family, it));
            fonts.kern(before.face, before.id, after.id)
        };
        assert!(kern(Family::Proportional, 'T', 'o') < -0.02);
        assert_eq!(kern(Family::Proportional, 'H', 'H'), 0.0);
        assert_eq!(kern(Family::Monospace, 'T', 'o'), 0.0);
    }

    #[test]
    fn a_character_that_no_face_has_is_a_box() {
        let found = Fonts::new().find(Family::Monospace, '\u{e000}');
        assert_eq!((found.face, found.id), (1, GlyphId(0)));
        assert!(found.advance > 0.3);
    }
}
