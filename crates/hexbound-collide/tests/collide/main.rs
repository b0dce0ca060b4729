//! The library from outside: plain shapes (every pair, gaps and depths, rays, moving spheres, ray
//! fans), misprints of the documents behind it, imports, examples, and stored values.

mod any_shape;
mod apart;
mod casts;
mod errata;
mod examples;
mod imports;
mod pairs;
mod peer;
#[path = "../common/random.rs"]
mod random;
#[cfg(feature = "serde")]
mod stored;
mod support;
