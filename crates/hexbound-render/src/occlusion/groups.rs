//! How many things a workgroup of the test looks at, for the test and its shader.

/// Pixels along a tile's side, and tiles along a block's.
pub(crate) const TILE_SIDE: u32 = 8;
/// Tiles, or blocks, along a workgroup's side.
pub(crate) const TILES_A_GROUP: u32 = 8;
/// Chunks that a workgroup tests.
pub(crate) const CHUNKS_A_GROUP: u32 = 64;
