//! The content of one picture, as plain data, and what all of its passes share: targets, globals,
//! exposure and counts.

pub(crate) mod exposure;
pub(crate) mod figures;
pub(crate) mod globals;
pub(crate) mod stillness;
pub(crate) mod targets;

use glam::Vec3;
use hexbound_collide::geom::FrustumPlanes;

use self::exposure::ExposureSettings;
use crate::effects::Effects;
use hexbound_base::body::FIELD_OF_VIEW;
use hexbound_canvas::Overlay;
use hexbound_sim::View;

/// The eye and the frustum of a picture, for leaving out what is out of sight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Viewpoint {
    /// The planes that bound what the camera sees.
    pub frustum: FrustumPlanes,
    /// Place of the eye, meters in the level's coordinates.
    pub eye: Vec3,
}

/// The contents of one picture.
pub struct Frame<'a> {
    /// The moment of the simulation.
    pub view: &'a View,
    /// Sparks, smoke and scorch marks, if there are any.
    pub effects: Option<&'a Effects>,
    /// Vertical field of view, radians.
    pub field_of_view: f32,
    /// The level's own time, seconds. It moves what glows and drifts.
    pub seconds: f32,
    /// The size of the crosshair: 1 for the usual one, 0 for none.
    pub crosshair: f32,
    /// The picture's exposure.
    pub exposure: ExposureSettings,
    /// Real time since the picture before, seconds; infinity for a picture by itself.
    pub elapsed: f32,
    /// The interface, drawn over everything.
    pub overlay: Option<&'a mut Overlay>,
}

impl<'a> Frame<'a> {
    /// A picture of a view by itself, in the usual field of view: nothing flies about or is written, and the
    /// exposure has settled.
    pub fn of(view: &'a View) -> Self {
        Self {
            view,
            effects: None,
            field_of_view: FIELD_OF_VIEW.to_radians(),
            seconds: view.seconds as f32,
            crosshair: 0.0,
            exposure: ExposureSettings::default(),
            elapsed: f32::INFINITY,
            overlay: None,
        }
    }
}
