//! The sizes of workgroups in the occlusion test, for Rust and the shader.

/// The side of a tile, pixels, and the side of a block, tiles.
pub(crate) const TILE_SIDE: u32 = 8;
/// The side of a workgroup, tiles or blocks.
pub(crate) const TILES_A_GROUP: u32 = 8;
/// The number of chunks that a workgroup tests.
pub(crate) const CHUNKS_A_GROUP: u32 = 64;
