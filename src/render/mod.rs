//! Drawing with wgpu. It reads levels and world views and changes nothing.
//!
//! [`Gpu`] is the device, [`WindowSurface`] or [`Offscreen`] the place a picture goes, [`Renderer`]
//! the passes in their order. A pass is a file under `passes` and a shader under `shaders/`; what is
//! uploaded once a level is under `scene` and `lighting`.

mod capture;
mod device;
mod frame;
mod lighting;
mod occlusion;
mod offscreen;
mod passes;
mod renderer;
mod scene;
pub mod shaders;
mod shadow;

pub use device::{
    Gpu,
    error::RenderError,
    timing::PassTime,
    window_surface::{Acquired, FrameAction, WindowSurface},
};
pub use frame::{
    Frame, Overlay,
    exposure::{Exposure, ExposureSettings, STOPS},
    figures::{DrawCounts, FrameFigures},
};
pub use occlusion::Culling;
pub use offscreen::Offscreen;
pub(crate) use renderer::Renderer;
pub(crate) use scene::target_glow::TargetColors;
