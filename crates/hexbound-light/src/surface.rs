//! Properties of surfaces for light.

use glam::Vec3;

/// A material's mean color over its textures, linear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceColor {
    pub base: Vec3,
    pub emitted: Vec3,
}

/// The hit of a light ray.
pub struct SurfaceHit {
    pub distance: f32,
    /// The unit normal, toward the start of the ray.
    pub normal: Vec3,
    pub color: SurfaceColor,
    /// True if the ray came from behind a one-sided surface.
    pub from_behind: bool,
}
