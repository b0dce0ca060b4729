//! Levels through files: what is read, where the player starts, and what is said of files that are
//! faulty. Most of it is in the files of `cases`.

mod cases;
mod compressed;
mod data;
mod faults;
mod faulty_files;
mod odd_markers;
mod reading;
mod skins;
mod starts;

use test_support::{gltf_file, skip};
