//! Drawing with wgpu. It reads levels and world views and changes nothing.
//!
//! [`Gpu`] is the device, [`WindowSurface`] or [`Offscreen`] the place a picture goes, [`Renderer`]
//! the passes in their order. A pass is a file under `passes` and a shader under `shaders/`; what is
//! uploaded once a level is under `scene` and `lighting`.

mod capture;
mod device;
mod frame;
mod level_light;
mod level_opening;
mod lighting;
mod occlusion;
mod offscreen;
mod passes;
mod quality;
mod renderer;
mod scene;
mod screen_passes;
pub mod shaders;
mod shadow;
mod world_passes;

pub use device::{
    AdapterChoice, Gpu,
    error::RenderError,
    timing::PassTime,
    window_surface::{Acquired, FrameAction, WindowSurface},
};
pub use frame::{
    Frame,
    exposure::{Exposure, ExposureSettings, STOPS},
    figures::{DrawCounts, FrameFigures},
    overlay::{Overlay, OverlayPart, OverlayVertex, TextureChange, TextureId},
};
pub(crate) use level_opening::LevelOpening;
pub use occlusion::Culling;
pub(crate) use offscreen::picture;
pub use offscreen::{Offscreen, PictureOptions};
pub use quality::{NoSuchPreset, Preset, Quality};
pub use renderer::Arriving;
pub(crate) use renderer::Renderer;
pub(crate) use scene::GeometryPlan;
pub(crate) use scene::target_glow::TargetColors;
