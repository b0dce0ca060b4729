//! The graphics device: selection, uploads, and the needs of windows and pipelines. Nothing is drawn here.

pub(crate) mod bindings;
mod dead_branches;
pub(crate) mod error;
mod gpu;
pub(crate) mod pipeline;
pub(crate) mod timing;
pub(crate) mod upload;
mod wayland_log;
pub(crate) mod window_surface;

pub use gpu::{AdapterChoice, Gpu};
