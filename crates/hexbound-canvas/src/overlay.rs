//! The interface of one frame as triangles, with their textures.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};

/// The interface of one frame.
#[derive(Default)]
pub struct Overlay {
    /// The vertices of all triangles, three for each.
    pub vertices: Vec<OverlayVertex>,
    /// The groups of triangles in drawing order.
    pub parts: Vec<OverlayPart>,
    /// The texture changes, which drawing applies and clears. If a frame is skipped, the changes of the next
    /// one are appended.
    pub textures: Vec<TextureChange>,
}

impl Overlay {
    /// A copy of the triangles without the texture changes.
    pub fn without_textures(&self) -> Self {
        Self {
            vertices: self.vertices.clone(),
            parts: self.parts.clone(),
            textures: Vec::new(),
        }
    }
}

/// A vertex of the interface.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct OverlayVertex {
    /// The position in the window, as fractions of its size from the upper left corner.
    pub position: [f32; 2],
    /// The position in the texture, texels from the upper left corner.
    pub texel: [f32; 2],
    /// The premultiplied color in the screen's encoding: red, green, blue and alpha. The texture's color is
    /// multiplied by this one.
    pub color: [u8; 4],
}

/// The triangles with one texture and one clip rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayPart {
    /// The corners of the clip rectangle, pixels: the first pixel inside and the first beyond.
    pub clip: [[u32; 2]; 2],
    pub texture: TextureId,
    /// The range of the group in [`Overlay::vertices`].
    pub vertices: Range<u32>,
}

/// A texture of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextureId(u32);

impl TextureId {
    /// The glyph atlas. The first texel is white, for untextured shapes.
    pub const GLYPHS: Self = Self(0);

    /// The texture of the picture at `index`.
    pub fn picture(index: usize) -> Self {
        Self(1 + index as u32)
    }
}

/// New content for rows of a texture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureChange {
    pub id: TextureId,
    /// The size of the texture, texels. A new size recreates the texture, and the change contains all of its
    /// rows.
    pub size: [u32; 2],
    /// The first changed row.
    pub top: u32,
    /// The premultiplied red, green, blue and alpha of each texel.
    pub pixels: Vec<u8>,
}
