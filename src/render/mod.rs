//! Drawing with wgpu. It reads levels and world views and changes nothing.
//!
//! `Gpu` is the device, `WindowSurface` or `Offscreen` the place a picture goes, `Renderer` the
//! passes in their order. One pass is one file here and one shader under `shaders/`.

mod balls;
mod bloom;
mod bodies;
mod capture;
mod chunks;
mod clusters;
mod copies;
mod error;
mod explosions;
mod figures;
mod film;
mod flashes;
mod frame;
mod gpu;
mod grain;
mod hush;
mod kept;
mod lamps;
mod lighting;
mod lines;
mod marks;
mod materials;
mod mesh;
mod mirrors;
mod occlusion;
mod offscreen;
mod overlay;
mod particles;
mod pipelines;
mod props;
mod renderer;
mod scene;
mod scorches;
mod shadow;
mod sky;
mod solids;
mod surface;
mod targets;
mod textures;
mod timing;
mod tone;
mod uniforms;
mod upload;
mod vertex;

pub use error::RenderError;
pub use figures::{DrawCounts, FrameFigures};
pub use film::{Exposure, Film, STOPS};
pub use frame::{Frame, Overlay};
pub use gpu::Gpu;
pub use occlusion::Culling;
pub use offscreen::Offscreen;
pub use renderer::Renderer;
pub use surface::{Acquired, FrameAction, WindowSurface};
pub use timing::PassTime;
