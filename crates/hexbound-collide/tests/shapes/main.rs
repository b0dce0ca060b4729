//! The plain shapes: every pair, rays into them, moving spheres, ray fans.

mod any_shape;
mod casts;
mod pairs;
mod peer;
mod support;
