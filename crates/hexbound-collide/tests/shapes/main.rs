//! The plain shapes: every pair, rays into them, contacts, moving spheres, ray fans.

mod casts;
mod contacts;
mod pairs;
mod peer;
mod support;
