//! Text, shapes and pictures of the interface. A [`Painter`] records them as data, in points, and
//! [`Canvas::draw`] converts them into the triangles of an [`Overlay`].

#![warn(unreachable_pub)]

mod atlas;
mod color;
mod curve;
mod fit;
mod fonts;
mod glyph;
mod overlay;
mod painter;
mod rect;
mod text;
mod triangles;
mod wrap;

use std::{cell::RefCell, collections::BTreeMap};

use image::RgbaImage;

pub use color::{Color, linear_light, srgb_byte};
pub use painter::Shape;
pub use painter::{ClippedShape, Painter, Picture, Stroke, around};
pub use rect::Rect;
pub use text::{Style, Text, Writing};

use atlas::Atlas;
use fonts::Fonts;
pub use overlay::{Overlay, OverlayPart, OverlayVertex, TextureChange, TextureId};
use text::TextCache;
use triangles::FrameTriangles;

/// The state kept between frames: fonts, rasterized glyphs and pictures.
pub struct Canvas {
    fonts: Fonts,
    cache: TextCache,
    atlas: Atlas,
    /// The pictures by their names.
    pictures: BTreeMap<String, Picture>,
}

impl Default for Canvas {
    /// A canvas with the fonts of every language.
    fn default() -> Self {
        Self {
            fonts: Fonts::new(),
            cache: TextCache::default(),
            atlas: Atlas::new(),
            pictures: BTreeMap::new(),
        }
    }
}

impl Canvas {
    /// Records the shapes that `paint` draws into `area`, points. Returns its result and the shapes.
    pub fn record<R>(
        &self,
        area: Rect,
        pixels_per_point: f32,
        paint: impl FnOnce(&Painter<'_>) -> R,
    ) -> (R, Vec<ClippedShape>) {
        self.cache.forget_unused();
        let shapes = RefCell::default();
        let result = paint(&Painter {
            fonts: &self.fonts,
            cache: &self.cache,
            shapes: &shapes,
            clip: area,
            pixels_per_point,
        });
        (result, shapes.into_inner())
    }

    /// Returns the picture `name`. The first use of a name uploads `picture` with the overlay.
    pub fn picture(&mut self, name: &str, picture: &RgbaImage, overlay: &mut Overlay) -> Picture {
        if let Some(known) = self.pictures.get(name) {
            return *known;
        }
        let known = Picture {
            id: TextureId::picture(self.pictures.len()),
            size: [picture.width(), picture.height()],
        };
        let multiplied = picture.pixels().flat_map(|pixel| {
            let [red, green, blue, alpha] = pixel.0;
            Color::rgb(red, green, blue)
                .faded(f32::from(alpha) / 255.0)
                .parts()
        });
        overlay.textures.push(TextureChange {
            id: known.id,
            size: known.size,
            top: 0,
            pixels: multiplied.collect(),
        });
        self.pictures.insert(name.to_owned(), known);
        known
    }

    /// Tessellates recorded shapes for a window of `size` pixels.
    pub fn draw(
        &mut self,
        shapes: &[ClippedShape],
        size: [u32; 2],
        pixels_per_point: f32,
        overlay: &mut Overlay,
    ) {
        for is_second in [false, true] {
            overlay.vertices.clear();
            overlay.parts.clear();
            let mut triangles = FrameTriangles {
                fonts: &self.fonts,
                atlas: &mut self.atlas,
                overlay,
                size,
                pixels_per_point,
            };
            shapes.iter().for_each(|shape| triangles.add(shape));
            if is_second || !self.atlas.is_full {
                break;
            }
            // The new atlas has only the glyphs of this frame.
            self.atlas = Atlas::new();
        }
        overlay.textures.extend(self.atlas.take_change());
    }
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, vec2};
    use image::Rgba;

    use super::*;

    #[test]
    fn a_picture_is_sent_once_and_shown_whole_where_it_is_drawn() {
        let (mut canvas, mut overlay) = (Canvas::default(), Overlay::default());
        let image = RgbaImage::from_pixel(4, 2, Rgba([200, 100, 0, 51]));
        let picture = canvas.picture("level", &image, &mut overlay);
        assert_eq!(canvas.picture("level", &image, &mut overlay), picture);
        let [sent] = &overlay.textures[..] else {
            panic!("{:?}", overlay.textures);
        };
        assert_eq!((sent.id, sent.size), (picture.id, [4, 2]));
        assert_eq!(sent.pixels[..4], [40, 20, 0, 51], "multiplied by its alpha");
        let area = Rect::from_min_size(Vec2::ZERO, vec2(100.0, 50.0));
        let ((), shapes) = canvas.record(area, 1.0, |painter| {
            painter.rect(area, 0.0, Color::WHITE);
            let third_quarter = Rect::from_min_size(vec2(50.0, 0.0), vec2(25.0, 50.0));
            painter.picture(third_quarter, picture);
        });
        canvas.draw(&shapes, [100, 50], 1.0, &mut overlay);
        let part = overlay.parts.last().expect("a part");
        assert_eq!(part.texture, picture.id);
        let all = &overlay.vertices[part.vertices.start as usize..];
        assert_eq!((all[0].position, all[0].texel), ([0.5, 0.0], [0.0, 0.0]));
        assert_eq!((all[2].position, all[2].texel), ([0.75, 1.0], [4.0, 2.0]));
    }
}
