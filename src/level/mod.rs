//! From a glTF file to a checked level: the mesh that is drawn and whose CPU copy is kept for
//! collision, materials, images, bumpers, props, a place to stand, and everything wrong with the file
//! in words. Nothing here draws or moves.

mod accessors;
mod animations;
mod assemble;
mod buffers;
mod cache;
pub mod catalog;
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
mod movers;
mod names;
mod nodes;
mod picture;
mod props;
mod reach;
mod scale;
pub mod scenes;
mod skins;
mod solid;
mod spawn;
mod surface;
mod tangents;
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
pub use scenes::SceneBuilder;
pub use surface::Surface;
pub use uvs::{UvPair, UvTransform};

use std::path::PathBuf;

/// One line of what there is to play.
#[derive(Debug)]
pub struct Listing {
    /// What `open` takes.
    pub name: String,
    /// `None` for generated scenes.
    pub path: Option<PathBuf>,
    /// How many triangles collide, or why the level is refused.
    pub triangles: Result<usize, LevelError>,
}

/// The level that a command line's argument means: a name under assets/levels, a path to a
/// .glb or .gltf file, or `test:NAME` for a generated scene.
pub fn open(argument: &str) -> Result<Level, LevelError> {
    open_scaled(argument, Scale::METERS)
}

/// The same of a file whose unit is another than the meter.
pub fn open_scaled(argument: &str, scale: Scale) -> Result<Level, LevelError> {
    let scene = argument.strip_prefix(catalog::SCENE_PREFIX);
    match scene.and_then(scenes::named) {
        Some(level) if scale == Scale::METERS => Ok(level),
        Some(_) => Err(LevelError::Unplayable {
            level: argument.to_string(),
            problem: format!("a generated scene is in meters, no scale of {scale} fits it"),
            remedy: String::from("Leave --scale out, or give the path of a .glb or .gltf file"),
        }),
        None => load_scaled(catalog::find(argument)?, scale),
    }
}

/// Every level under assets/levels, then every generated scene; each is loaded to be counted.
pub fn list() -> Vec<Listing> {
    let files = catalog::files().into_iter().map(|path| Listing {
        name: (path.file_stem().unwrap_or_default())
            .to_string_lossy()
            .into_owned(),
        triangles: load(&path).map(|level| level.collision.len()),
        path: Some(path),
    });
    let scenes = scenes::NAMES.iter().map(|name| Listing {
        name: format!("{}{name}", catalog::SCENE_PREFIX),
        path: None,
        triangles: Ok(scenes::named(name).map_or(0, |level| level.collision.len())),
    });
    files.chain(scenes).collect()
}
