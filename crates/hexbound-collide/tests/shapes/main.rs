//! The plain shapes: every pair, rays into them, moving spheres, ray fans.

mod any_shape;
mod casts;
mod pairs;
mod peer;
#[path = "../common/random.rs"]
mod random;
mod support;
