//! From a glTF file to a checked level: the mesh that is drawn and whose CPU copy is kept for
//! collision, materials, images, bumpers, props, a place to stand, and everything wrong with the
//! file in words. Nothing here draws or moves.

pub(crate) mod build;
mod error;
mod gltf;
mod level_image;
mod light;
mod material;
mod model;
pub(crate) mod movers;
mod props;
mod scale;
pub(crate) mod spawn_search;
pub(crate) mod suggestions;
mod surface_kind;
#[cfg(test)]
mod test_meshes;
mod uvs;

pub use error::LevelError;
pub use gltf::{load, load_scaled};
pub use level_image::LevelImage;
pub use light::{Cone, Light, NEAREST};
pub use material::{Alpha, Filter, Material, Sampler, TextureRef, Wrap};
pub use model::{InstanceGroup, Level, LevelMesh, Part, PlacedInstance, Spawn, Sun, Vertex};
pub use movers::{Keys, MovingPart, Placed, Track};
pub use props::{Prop, PropKind, PropShape};
pub use scale::Scale;
pub use surface_kind::SurfaceKind;
pub use uvs::{UvPair, UvTransform};
