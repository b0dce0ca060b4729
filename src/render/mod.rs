//! Drawing with wgpu. It reads levels and world views and changes nothing.
//!
//! `Gpu` is the device, `WindowSurface` or `Offscreen` the place a picture goes, `Renderer` the
//! passes in their order. One pass is one file here and one shader under `shaders/`.

mod error;
mod frame;
mod gpu;
mod offscreen;
mod overlay;
mod renderer;
mod sky;
mod surface;
mod targets;
mod tone;
mod uniforms;

pub use error::RenderError;
pub use frame::{Frame, Overlay};
pub use gpu::Gpu;
pub use offscreen::Offscreen;
pub use renderer::Renderer;
pub use surface::{Acquired, FrameAction, WindowSurface};
