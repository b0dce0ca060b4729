//! The first meeting of two shapes that move straight during a step.

mod hulls;
mod spheres;

pub use hulls::HullImpact;
pub use spheres::{SphereImpact, sweep_sphere_sphere};
