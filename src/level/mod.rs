//! From a glTF file to a checked level: the mesh that is drawn and whose CPU copy is kept for
//! collision, materials, images, bumpers, props, a place to stand, and everything wrong with the file
//! in words. Nothing here draws or moves.

mod accessors;
mod animations;
pub(crate) mod assemble;
mod buffers;
mod cache;
mod census;
mod container;
mod copies;
mod dense;
mod document;
mod error;
mod file;
mod found;
mod geometry;
mod glass;
mod ground;
mod images;
mod instances;
mod lightmaps;
mod lights;
mod look;
mod materials;
mod model;
pub(crate) mod movers;
mod names;
mod nodes;
mod picture;
pub(crate) mod props;
mod reach;
mod scale;
mod skins;
mod solid;
pub(crate) mod spawn;
pub(crate) mod suggestions;
mod surface;
mod tangents;
#[cfg(test)]
mod test_meshes;
mod uvs;

pub use copies::{Copies, CopyPlace};
pub use error::LevelError;
pub use file::{load, load_scaled};
pub use lights::{Cone, Light, NEAREST};
pub use model::{
    Alpha, Filter, Level, LevelMesh, Material, Part, Sampler, Spawn, Sun, TextureRef, Vertex, Wrap,
};
pub use movers::{Keys, MovingPart, Placed, Track};
pub use picture::LevelImage;
pub use props::{Prop, PropKind, PropShape};
pub use scale::Scale;
pub use surface::Surface;
pub use uvs::{UvPair, UvTransform};
