//! The content of one frame, as plain data, and the shared parts of its passes: targets, globals, exposure
//! and counts.

pub(crate) mod exposure;
pub(crate) mod figures;
pub(crate) mod globals;
pub(crate) mod stillness;
pub(crate) mod targets;

use glam::Vec3;
use hexbound_collide::geom::FrustumPlanes;

use self::exposure::ExposureSettings;
use crate::effects::Effects;
use hexbound_base::body::DEFAULT_FIELD_OF_VIEW;
use hexbound_canvas::Overlay;
use hexbound_sim::View;

/// The eye and the frustum of a frame, for culling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Viewpoint {
    /// The planes of the camera's frustum.
    pub frustum: FrustumPlanes,
    /// The position of the eye in the level's coordinates, meters.
    pub eye: Vec3,
}

/// The content of one frame.
pub struct Frame<'a> {
    /// The state of the simulation.
    pub view: &'a View,
    /// The sparks, smoke and scorch marks, if there are any.
    pub effects: Option<&'a Effects>,
    /// The vertical field of view, radians.
    pub field_of_view: f32,
    /// The level's own time, seconds, for glowing and drifting materials.
    pub seconds: f32,
    /// The size of the crosshair: 1 for the default, 0 for none.
    pub crosshair: f32,
    /// The exposure of the frame.
    pub exposure: ExposureSettings,
    /// The real time since the last frame, seconds; infinity for a single frame.
    pub elapsed: f32,
    /// The interface above the scene.
    pub overlay: Option<&'a mut Overlay>,
}

impl<'a> Frame<'a> {
    /// A single frame of a view in the default field of view: without effects and interface, and with a
    /// settled exposure.
    pub fn of(view: &'a View) -> Self {
        Self {
            view,
            effects: None,
            field_of_view: DEFAULT_FIELD_OF_VIEW.to_radians(),
            seconds: view.seconds as f32,
            crosshair: 0.0,
            exposure: ExposureSettings::default(),
            elapsed: f32::INFINITY,
            overlay: None,
        }
    }
}
