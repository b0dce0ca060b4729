//! The fonts of all text: one for sentences and one for tables, both with a fallback for Chinese characters.

use std::{cell::RefCell, collections::HashMap};

use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
use ttf_parser::{
    Face, GlyphId, Tag,
    gpos::{PairAdjustment, PositioningSubtable},
    opentype_layout::LookupIndex,
};

use super::fit::Zones;

/// A subset of Noto Sans CJK SC, made by assets/make/font.py.
const NOTO_CHINESE: &[u8] = include_bytes!("../../../assets/fonts/NotoSansCJKsc-common.otf");
/// The files of all faces, in the order of their indices.
const FACE_FILES: [&[u8]; 3] = [UBUNTU_LIGHT, HACK_REGULAR, NOTO_CHINESE];

/// A font family: faces with a similar look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A proportional font for sentences.
    Proportional,
    /// A monospaced font for tables: all Latin letters have the same width.
    Monospace,
}

impl Family {
    /// The indices of the family's faces, in the order of fallback.
    fn faces(self) -> &'static [usize] {
        match self {
            Self::Proportional => &[0, 2],
            Self::Monospace => &[1, 0, 2],
        }
    }
}

/// A glyph of a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FontGlyph {
    pub face: usize,
    pub id: GlyphId,
    /// The distance to the next glyph, as a share of the font's size.
    pub advance: f32,
}

/// The vertical metrics of a face, points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heights {
    /// The distance from the top of a line to its baseline.
    pub ascent: f32,
    /// The height of a whole line.
    pub line: f32,
}

/// A parsed face with its frequently used data.
struct LoadedFace {
    face: Face<'static>,
    /// The kerning lookups of the face's GPOS table.
    kerning: Vec<LookupIndex>,
    zones: Zones,
}

/// All faces, and the glyphs found in them so far.
pub(crate) struct Fonts {
    faces: Vec<LoadedFace>,
    glyphs: RefCell<HashMap<(Family, char), FontGlyph>>,
}

impl Fonts {
    pub(crate) fn new() -> Self {
        let open = |file| {
            let face = Face::parse(file, 0).expect("a font of our own");
            LoadedFace {
                kerning: kerning(&face),
                zones: Zones::of(&face),
                face,
            }
        };
        Self {
            faces: FACE_FILES.map(open).into(),
            glyphs: RefCell::default(),
        }
    }

    /// The glyph of a character in the family's first face that has one; otherwise the `.notdef` glyph of the
    /// first face.
    pub(crate) fn find(&self, family: Family, character: char) -> FontGlyph {
        *(self.glyphs.borrow_mut())
            .entry((family, character))
            .or_insert_with(|| self.find_uncached(family, character))
    }

    fn find_uncached(&self, family: Family, character: char) -> FontGlyph {
        let faces = family.faces();
        let (face, id) = (faces.iter())
            .find_map(|face| Some((*face, self.face(*face).glyph_index(character)?)))
            .unwrap_or((faces[0], GlyphId(0)));
        let advance = self.face(face).glyph_hor_advance(id).unwrap_or(0);
        FontGlyph {
            face,
            id,
            advance: f32::from(advance) / self.units_per_em(face),
        }
    }

    pub(crate) fn face(&self, face: usize) -> &Face<'static> {
        &self.faces[face].face
    }

    pub(crate) fn zones(&self, face: usize) -> &Zones {
        &self.faces[face].zones
    }

    /// The number of font units per em.
    fn units_per_em(&self, face: usize) -> f32 {
        f32::from(self.face(face).units_per_em())
    }

    /// The vertical metrics of a family's first face at `size`, points.
    pub(crate) fn heights(&self, family: Family, size: f32) -> Heights {
        self.heights_of_face(family.faces()[0], size)
    }

    pub(crate) fn heights_of_face(&self, face: usize, size: f32) -> Heights {
        let parsed = self.face(face);
        let points = |units: i16| f32::from(units) * size / self.units_per_em(face);
        let ascent = points(parsed.ascender());
        Heights {
            ascent,
            line: ascent - points(parsed.descender()) + points(parsed.line_gap()),
        }
    }

    /// The kerning between two glyphs, as a share of the font's size; negative moves them together.
    pub(crate) fn kern(&self, face: usize, before: GlyphId, after: GlyphId) -> f32 {
        let LoadedFace {
            face: parsed,
            kerning,
            ..
        } = &self.faces[face];
        let Some(table) = parsed.tables().gpos.filter(|_| !kerning.is_empty()) else {
            return 0.0;
        };
        // The adjustments of all lookups add up.
        let adjustments = kerning.iter().filter_map(|lookup| {
            let subtables = table.lookups.get(*lookup)?.subtables;
            let mut subtables = subtables.into_iter::<PositioningSubtable<'_>>();
            subtables.find_map(|subtable| advance_of_pair(&subtable, before, after))
        });
        adjustments.map(f32::from).sum::<f32>() / self.units_per_em(face)
    }
}

/// The kerning lookups of the GPOS table of a face.
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

/// The change of a glyph's advance before another glyph, font units, if the subtable contains the pair.
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
