//! The glyph atlas: a texture of all glyphs in use, each rasterized at its first use.

use std::collections::HashMap;

use glam::{Vec2, vec2};

use super::{
    Rect,
    fonts::Fonts,
    glyph::{Bitmap, draw},
    wrap::{PlacedGlyph, is_cjk},
};
use crate::{TextureChange, TextureId};

/// The width of the atlas, pixels.
const ATLAS_WIDTH: u32 = 1024;
/// The initial height of the atlas, pixels.
const MIN_HEIGHT: u32 = 256;
/// The largest height of the atlas, pixels.
const MAX_HEIGHT: u32 = 4096;
/// The number of horizontal positions within a pixel at which a glyph is rasterized.
const SUBPIXEL_STEPS: f32 = 4.0;

/// The key of a rasterized glyph: its face, its id, the bits of its size, and its step within the pixel.
type GlyphKey = (usize, u16, u32, u8);

/// A glyph in the atlas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtlasGlyph {
    /// The offset of the upper left corner from the left end of the row and from the baseline, pixels.
    pub offset: Vec2,
    /// The rectangle in the atlas, texels.
    pub texels: Rect,
}

/// The glyph atlas.
pub(crate) struct Atlas {
    height: u32,
    /// The opacity of each pixel, row by row.
    pixels: Vec<u8>,
    /// The cached glyphs, with offsets from the pixel that contains the origin; `None` for a glyph without
    /// visible pixels.
    glyphs: HashMap<GlyphKey, Option<AtlasGlyph>>,
    /// The upper left corner of the next glyph.
    next: [u32; 2],
    /// The bottom of the current row of glyphs.
    bottom: u32,
    /// The rows that have changed since the last [`take_change`](Self::take_change).
    changed: std::ops::Range<u32>,
    /// True if glyphs are missing for lack of space.
    pub is_full: bool,
}

impl Atlas {
    pub(crate) fn new() -> Self {
        let mut atlas = Self {
            height: MIN_HEIGHT,
            pixels: vec![0; (ATLAS_WIDTH * MIN_HEIGHT) as usize],
            glyphs: HashMap::new(),
            next: [2, 0],
            bottom: 2,
            changed: 0..MIN_HEIGHT,
            is_full: false,
        };
        // Untextured shapes sample this opaque texel.
        atlas.pixels[0] = 255;
        atlas
    }

    /// The glyph's entry in the atlas, rasterized at its first use; `None` for a glyph without visible
    /// pixels.
    pub(crate) fn glyph(&mut self, fonts: &Fonts, glyph: &PlacedGlyph) -> Option<AtlasGlyph> {
        // Four subpixel variants of every Chinese glyph would fill the atlas.
        let steps = match is_cjk(glyph.character) {
            true => 1.0,
            false => SUBPIXEL_STEPS,
        };
        let at = (glyph.left * steps).round() / steps;
        let step = ((at - at.floor()) * SUBPIXEL_STEPS) as u8;
        let key = (glyph.face, glyph.id.0, glyph.size.to_bits(), step);
        let entry = match self.glyphs.get(&key) {
            Some(entry) => *entry,
            None => {
                let (face, zones) = (fonts.face(glyph.face), fonts.zones(glyph.face));
                let shift = f32::from(step) / SUBPIXEL_STEPS;
                let bitmap = draw(face, zones, glyph.id, glyph.size, shift);
                let entry = bitmap.and_then(|bitmap| self.insert(&bitmap));
                self.glyphs.insert(key, entry);
                entry
            }
        }?;
        Some(AtlasGlyph {
            offset: entry.offset + vec2(at.floor(), 0.0),
            ..entry
        })
    }

    /// Inserts a glyph into the atlas, which grows as needed.
    fn insert(&mut self, bitmap: &Bitmap) -> Option<AtlasGlyph> {
        let [width, height] = bitmap.size;
        if self.next[0] + width > ATLAS_WIDTH {
            self.next = [0, self.bottom + 1];
        }
        let [left, top] = self.next;
        while top + height > self.height && self.height < MAX_HEIGHT {
            self.height *= 2;
            self.pixels.resize((ATLAS_WIDTH * self.height) as usize, 0);
            self.changed = 0..self.height;
        }
        if top + height > self.height || width > ATLAS_WIDTH {
            self.is_full = true;
            return None;
        }
        for (row, pixels) in (top..).zip(bitmap.pixels.chunks_exact(width as usize)) {
            let start = (row * ATLAS_WIDTH + left) as usize;
            self.pixels[start..start + pixels.len()].copy_from_slice(pixels);
        }
        self.next[0] += width + 1;
        self.bottom = self.bottom.max(top + height);
        let changed = top..top + height;
        self.changed = match self.changed.is_empty() {
            true => changed,
            false => self.changed.start.min(changed.start)..self.changed.end.max(changed.end),
        };
        let corner = vec2(left as f32, top as f32);
        Some(AtlasGlyph {
            offset: bitmap.corner,
            texels: Rect::from_min_size(corner, vec2(width as f32, height as f32)),
        })
    }

    /// Returns the changes since the last call.
    pub(crate) fn take_change(&mut self) -> Option<TextureChange> {
        let rows = std::mem::take(&mut self.changed);
        let changed = (rows.start * ATLAS_WIDTH) as usize..(rows.end * ATLAS_WIDTH) as usize;
        let changed = self.pixels[changed].iter();
        let pixels = changed.flat_map(|opacity| [*opacity; 4]);
        (!rows.is_empty()).then(|| TextureChange {
            id: TextureId::GLYPHS,
            size: [ATLAS_WIDTH, self.height],
            top: rows.start,
            pixels: pixels.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, vec2};

    use crate::{Canvas, Color, Overlay, Rect, Style, Writing};

    /// Draws text of the size `size`, pixels, and returns the number of glyphs drawn.
    fn seen(canvas: &mut Canvas, overlay: &mut Overlay, text: &str, size: f32) -> usize {
        let area = Rect::from_min_size(Vec2::ZERO, vec2(9000.0, 2000.0));
        let style = Style::proportional(size, Color::WHITE);
        let ((), shapes) = canvas.record(area, 1.0, |painter| {
            let text = painter.write(&Writing::new(f32::INFINITY).with(text, style));
            painter.text(Vec2::ZERO, text);
        });
        canvas.draw(&shapes, [9000, 2000], 1.0, overlay);
        // Two triangles for each.
        overlay.vertices.len() / 6
    }

    #[test]
    fn a_letter_is_sent_once() {
        let (mut canvas, mut overlay) = (Canvas::default(), Overlay::default());
        assert_eq!(seen(&mut canvas, &mut overlay, "a b", 16.0), 2);
        assert_eq!(overlay.textures.len(), 1);
        assert_eq!(seen(&mut canvas, &mut overlay, "a b", 16.0), 2);
        assert_eq!(overlay.textures.len(), 1, "nothing is new");
        assert_eq!(seen(&mut canvas, &mut overlay, "a b", 17.0), 2);
        assert!(overlay.textures[1].top < 256);
        assert!(overlay.textures[1].pixels.len() < overlay.textures[0].pixels.len());
    }

    #[test]
    fn where_space_runs_out_the_letters_of_the_frame_are_kept() {
        let (mut canvas, mut overlay) = (Canvas::default(), Overlay::default());
        let mut sizes = Vec::new();
        for size in 0..14_u8 {
            let (text, size) = ("ABCDEFGHKLMNOPQR", 200.0 + f32::from(size));
            assert_eq!(seen(&mut canvas, &mut overlay, text, size), 16);
            sizes.extend(overlay.textures.drain(..).map(|change| change.size[1]));
        }
        assert_eq!(sizes.iter().max(), Some(&super::MAX_HEIGHT));
        assert!(!sizes.is_sorted(), "it begins anew: {sizes:?}");
    }
}
