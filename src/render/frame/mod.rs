//! What one picture shows, as plain data.

pub(crate) mod exposure;
pub(crate) mod figures;
pub(crate) mod globals;
pub(crate) mod targets;

use glam::Vec3;
use hexbound_collide::geom::FrustumPlanes;

use self::exposure::ExposureSettings;
use crate::{effects::Effects, sim::View};

/// Where a picture is seen from, for leaving out what is out of sight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Viewpoint {
    /// The planes that bound what the camera sees.
    pub frustum: FrustumPlanes,
    /// Place of the eye, meters in the level's coordinates.
    pub eye: Vec3,
}

pub struct Frame<'a> {
    pub view: &'a View,
    /// What impacts left behind.
    pub effects: Option<&'a Effects>,
    /// Vertical, radians.
    pub field_of_view: f32,
    /// Of the level's own time; moves what glows and drifts.
    pub seconds: f32,
    pub crosshair: bool,
    pub exposure: ExposureSettings,
    /// Real seconds since the picture before; infinity for one by itself.
    pub elapsed: f32,
    /// Drawn last, over everything.
    pub overlay: Option<&'a mut Overlay>,
}

/// The interface of one picture, as egui hands it over.
#[derive(Default)]
pub struct Overlay {
    pub primitives: Vec<egui::ClippedPrimitive>,
    /// Applied and emptied by drawing. When a picture is skipped, keep it and append the next.
    pub textures: egui::TexturesDelta,
    pub pixels_per_point: f32,
}
