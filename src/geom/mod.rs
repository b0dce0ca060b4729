//! Plain shapes in metres, Y up, right-handed. No mesh, no tree, no motion lives here.

mod aabb;
mod cylinder;

pub use aabb::Aabb;
pub use cylinder::Cylinder;
