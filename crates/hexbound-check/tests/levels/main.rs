//! Findings about levels: those of small levels with one mistake each, of maps that were converted,
//! and of the levels that ship.

mod cases;
mod dense;
mod every_code;
mod findings;
mod places;
mod quake;

use test_support::{faulty_levels, gltf_file};
