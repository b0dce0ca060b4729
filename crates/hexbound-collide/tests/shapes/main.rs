//! The plain shapes: every pair, how far apart or how deep two are, rays into them, moving spheres, ray
//! fans.

mod any_shape;
mod apart;
mod casts;
mod pairs;
mod peer;
#[path = "../common/random.rs"]
mod random;
mod support;
