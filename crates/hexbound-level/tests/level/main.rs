//! Levels through files: what is read, what nodes' names do, where the player starts, and what is
//! said of files that are faulty.

mod animated;
mod cases;
mod compressed;
mod data;
mod faults;
mod faulty_files;
mod looks;
mod markers;
mod movers;
mod odd_markers;
mod props;
mod reading;
mod skins;
mod spawns;
mod starts;

use test_support::{animated_file, gltf_file, skip};
