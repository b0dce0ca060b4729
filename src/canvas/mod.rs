//! Text, shapes and pictures of the interface: they are noted as plain data by a [`Painter`], in
//! points, and made into the triangles of an [`Overlay`].

mod atlas;
mod color;
mod fit;
mod fonts;
mod glyph;
mod painter;
mod rect;
mod text;
mod triangles;
mod wrap;

use std::{cell::RefCell, collections::BTreeMap};

use image::RgbaImage;

pub(crate) use color::Color;
#[cfg(test)]
pub(crate) use painter::Shape;
pub(crate) use painter::{Clipped, Painter, Picture, Stroke, around};
pub use rect::Rect;
pub(crate) use text::{Style, Text, Writing};

use crate::render::{Overlay, TextureChange, TextureId};
use atlas::Atlas;
use fonts::Fonts;
use text::Shelf;
use triangles::Triangles;

/// Everything that is kept from one frame to the next: fonts, letters that were drawn, pictures.
pub(crate) struct Canvas {
    fonts: Fonts,
    shelf: Shelf,
    atlas: Atlas,
    /// The pictures by their names.
    pictures: BTreeMap<String, Picture>,
}

impl Canvas {
    /// A canvas with the fonts of every language.
    pub(crate) fn new() -> Self {
        Self {
            fonts: Fonts::new(),
            shelf: Shelf::default(),
            atlas: Atlas::new(),
            pictures: BTreeMap::new(),
        }
    }

    /// Notes what is drawn into `area`, points.
    pub(crate) fn record<R>(
        &self,
        area: Rect,
        pixels_per_point: f32,
        with: impl FnOnce(&Painter<'_>) -> R,
    ) -> (R, Vec<Clipped>) {
        self.shelf.forget_unused();
        let shapes = RefCell::default();
        let made = with(&Painter {
            fonts: &self.fonts,
            shelf: &self.shelf,
            shapes: &shapes,
            clip: area,
            pixels_per_point,
        });
        (made, shapes.into_inner())
    }

    /// The picture of that name, which is sent to the graphics device with the overlay the first time
    /// that it is asked for.
    pub(crate) fn picture(
        &mut self,
        name: &str,
        picture: &RgbaImage,
        overlay: &mut Overlay,
    ) -> Picture {
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

    /// Makes the triangles of what was noted, for a window of that size in pixels.
    pub(crate) fn draw(
        &mut self,
        shapes: &[Clipped],
        (size, pixels_per_point): ([u32; 2], f32),
        overlay: &mut Overlay,
    ) {
        self.triangulate(shapes, (size, pixels_per_point), overlay);
        if self.atlas.is_full() {
            // Only the letters of this frame are kept.
            self.atlas = Atlas::new();
            self.triangulate(shapes, (size, pixels_per_point), overlay);
        }
        overlay.textures.extend(self.atlas.take_change());
    }

    fn triangulate(
        &mut self,
        shapes: &[Clipped],
        (size, pixels_per_point): ([u32; 2], f32),
        overlay: &mut Overlay,
    ) {
        overlay.vertices.clear();
        overlay.parts.clear();
        let mut triangles = Triangles {
            fonts: &self.fonts,
            atlas: &mut self.atlas,
            overlay,
            size,
            pixels_per_point,
        };
        shapes.iter().for_each(|shape| triangles.add(shape));
    }
}
