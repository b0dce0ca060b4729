//! From a glTF file to a checked level: the mesh that is drawn and whose CPU copy is kept for
//! collision, materials, images, bumpers, a place to stand, and everything wrong with the file
//! in words. Nothing here draws or moves.

mod model;

pub use model::{
    Alpha, Filter, Level, LevelImage, LevelMesh, Material, Part, Sampler, Spawn, Sun, TextureRef,
    Vertex, Wrap,
};
