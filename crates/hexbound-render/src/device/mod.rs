//! The graphics device: found, opened and handed data; what windows and pipelines need of it.
//! Nothing is drawn here.

pub mod error;
mod gpu;
pub mod pipeline;
pub mod timing;
pub mod upload;
mod wayland_log;
pub mod window_surface;

pub use gpu::{AdapterChoice, Gpu};
