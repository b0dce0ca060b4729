//! The passes that draw a picture, a file each: the level, balls, effects and debug lines into the
//! scene's targets, then bloom, tone mapping and the interface. Their order is the renderer's.

pub mod balls;
pub mod bloom;
pub mod debug_lines;
pub mod explosions;
mod full_screen;
pub mod ghosts;
mod indexed_mesh;
pub mod mesh;
mod nearest_solid;
pub mod overlay;
pub mod particles;
pub mod prop_lines;
pub mod resize;
pub mod scorches;
pub mod sky;
pub mod tone;
pub mod walkers;

pub use nearest_solid::SolidShapes;
