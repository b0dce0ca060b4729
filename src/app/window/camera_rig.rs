//! Where pictures are taken from.

use crate::app::{camera::Camera, head_bob::HeadBob, title_flight::TitleFlight};

/// The camera and what moves it beside the player.
#[derive(Default)]
pub(super) struct CameraRig {
    pub camera: Camera,
    pub head_bob: HeadBob,
    pub title_flight: TitleFlight,
}
