//! The interface of one picture as triangles, and the pictures that they show.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};

/// The interface of one picture.
#[derive(Default)]
pub struct Overlay {
    /// The corners of all triangles, three for each.
    pub vertices: Vec<OverlayVertex>,
    /// The triangles in the order in which they are drawn.
    pub parts: Vec<OverlayPart>,
    /// Changes of textures. Drawing applies and empties them; when a picture is skipped, keep them
    /// and append the next.
    pub textures: Vec<TextureChange>,
}

impl Overlay {
    /// The same triangles, without the changes of textures.
    pub fn without_textures(&self) -> Self {
        Self {
            vertices: self.vertices.clone(),
            parts: self.parts.clone(),
            textures: Vec::new(),
        }
    }
}

/// A corner of a triangle of the interface.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct OverlayVertex {
    /// Its place in the window, as shares of its size from the upper left corner.
    pub at: [f32; 2],
    /// Its place in its texture, texels from the upper left corner.
    pub texel: [f32; 2],
    /// Red, green, blue and alpha as the screen has them, the first three multiplied by the last. The
    /// texture's color is multiplied by it.
    pub color: [u8; 4],
}

/// Triangles that show one texture in one part of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayPart {
    /// The first pixel that may be drawn to, and the first beyond.
    pub clip: [[u32; 2]; 2],
    pub texture: TextureId,
    /// The corners among those of the overlay.
    pub vertices: Range<u32>,
}

/// A texture of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextureId(u32);

impl TextureId {
    /// The texture of all letters. Its first texel is white, for what shows no texture.
    pub const LETTERS: Self = Self(0);

    /// The texture of a picture, by its number.
    pub fn picture(number: usize) -> Self {
        Self(1 + number as u32)
    }
}

/// New content of rows of a texture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureChange {
    pub id: TextureId,
    /// The size of the texture, texels; one of another size than before is made anew, with all of its
    /// rows.
    pub size: [u32; 2],
    /// The first row.
    pub top: u32,
    /// Red, green, blue and alpha of each texel, the first three multiplied by the last.
    pub pixels: Vec<u8>,
}
