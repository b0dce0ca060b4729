//! Loads a glTF file as a checked level: the meshes for drawing and collision, materials, images, bumpers,
//! props, a start, and findings about the file in words. Nothing here draws or moves.

#![warn(unreachable_pub)]

mod accepted;
mod air;
mod ambience;
pub mod animated;
mod body_classes;
pub mod build;
mod crossing;
mod error;
mod finding;
mod finding_list;
mod gltf;
pub mod inside;
mod level_image;
mod light;
mod material;
mod mesh_hash;
mod model;
pub mod movers;
mod other_formats;
mod placed_shape;
mod play;
mod props;
mod reading;
mod scale;
mod spawn;
pub mod spawn_search;
pub mod suggestions;
mod surface_kind;
mod surfaces;
mod texel;
mod triangle_owner;
mod uvs;

/// The hash of the sources of this package and its libraries, which cached files of levels depend on.
pub const LOADER_HASH: &str = env!("HEXBOUND_LOADER");

/// Receives the finished share of a long task from time to time, 0 to 1.
pub type Reporter<'a> = &'a (dyn Fn(f32) + Sync);

pub use accepted::{Accepted, AcceptedFinding};
pub use air::Air;
pub use ambience::{Ambience, AmbienceSound};
pub use body_classes::{BodyClasses, BodyKind};
pub use error::{Cause, Fault, LevelError};
pub use finding::{Code, Finding, OnSurfaces, Severity};
pub use finding_list::{named, severity_counts};
pub use gltf::{load, load_altered, load_bytes, load_cached, load_with, read_rules};
pub use level_image::LevelImage;
pub use light::{Cone, Light};
pub use material::{Alpha, Bounce, Filter, Material, Sampler, TextureLayer, TextureRef, Wrap};
pub use model::{
    Bumper, InstanceGroup, Intent, Level, LevelLighting, LevelMesh, Part, PlacedInstance, Sun,
    Vertex,
};
pub use movers::{Keys, MoverStart, MovingPart, Placed, Track};
pub use placed_shape::PlacedShape;
pub use play::{
    BallOrigins, Bodies, Play, PlaySettings, StartBall, Target, TargetSet, Trigger, TriggerActions,
    TriggerCause, TriggerVolume, WalkerStart,
};
pub use props::{Prop, PropKind, PropPart, PropShape};
pub use reading::Reading;
pub use scale::Scale;
pub use spawn::{Spawn, StartChoice};
pub use surface_kind::SurfaceKind;
pub use surfaces::{Surface, Surfaces};
pub use texel::Texel;
pub use uvs::{UvPair, UvTransform};
