//! Drawing with wgpu, from levels and world views. Drawing changes neither.
//!
//! [`Gpu`] is the device, [`WindowSurface`] or [`Offscreen`] the destination of a frame, [`Renderer`] the
//! sequence of passes. A pass is a file under `passes` and a shader under `shaders/`. The modules `scene` and
//! `lighting` hold the data uploaded once a level.

#![warn(unreachable_pub)]

mod buffer_struct;
mod device;
pub mod effects;
mod features;
mod frame;
mod level_bodies;
mod level_light;
mod level_opening;
mod lighting;
mod occlusion;
mod offscreen;
mod outline;
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
    window_surface::{Acquired, WindowHandle, WindowSurface},
};
pub use frame::{
    Frame,
    exposure::{EXPOSURE_STOPS, Exposure, ExposureSettings},
    figures::{DrawCounts, FrameFigures},
};
pub use level_opening::LevelOpening;
pub use occlusion::Culling;
pub use offscreen::{Offscreen, PictureOptions, picture};
pub use quality::{NoSuchPreset, Preset, Quality};
pub use renderer::Renderer;
pub use scene::{GeometryPlan, target_glow::TargetColors};
