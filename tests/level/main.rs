//! Levels through files: what is read, what nodes' names do, where the player starts, and what is
//! said of files that are faulty.

mod animated;
#[path = "../common/animated_file.rs"]
mod animated_file;
mod compressed;
mod data;
mod dense;
mod every_code;
mod faults;
mod faulty_files;
#[path = "../common/faulty_levels/mod.rs"]
mod faulty_levels;
mod findings;
#[path = "../common/gltf_file.rs"]
mod gltf_file;
mod looks;
mod markers;
mod movers;
mod odd_markers;
mod places;
mod props;
mod quake;
mod reading;
mod skins;
#[path = "../common/skip.rs"]
mod skip;
mod spawns;
mod starts;
