//! The passes of a frame, one file each: the level, balls, effects and debug lines into the scene's targets,
//! then bloom, tone mapping and the interface. The renderer determines their order.

pub(crate) mod balls;
pub(crate) mod bloom;
pub(crate) mod debug_lines;
pub(crate) mod explosions;
pub(crate) mod full_screen;
pub(crate) mod ghosts;
mod indexed_mesh;
pub(crate) mod mesh;
mod nearest_solid;
pub(crate) mod overlay;
pub(crate) mod particles;
pub(crate) mod prop_lines;
pub(crate) mod scorches;
pub(crate) mod sky;
pub(crate) mod walkers;

pub(crate) use nearest_solid::SolidShapes;
