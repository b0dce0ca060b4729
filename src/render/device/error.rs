//! What can go wrong between us and the graphics driver, each with its remedy.

use thiserror::Error;

#[derive(Debug, Error)]
pub enum RenderError {
    #[error(
        "no graphics adapter: {source}. Install a GPU driver, or mesa-vulkan-drivers for the \
         software one; WGPU_BACKEND (vulkan, gl, metal, dx12) picks another interface"
    )]
    NoAdapter {
        #[from]
        source: wgpu::RequestAdapterError,
    },
    #[error(
        "no graphics adapter's name contains {wanted:?}; there are: {found}. \
         Unset or correct WGPU_ADAPTER_NAME"
    )]
    NoSuchAdapter { wanted: String, found: String },
    #[error(
        "the adapter {adapter} gave no device: {source}. Update its driver, or set WGPU_BACKEND"
    )]
    NoDevice {
        adapter: String,
        source: wgpu::RequestDeviceError,
    },
    #[error(
        "the window gave no drawing surface: {source}. Install a GPU driver, or \
         mesa-vulkan-drivers for the software one; WGPU_BACKEND (vulkan, gl) picks another \
         interface"
    )]
    NoSurface {
        #[from]
        source: wgpu::CreateSurfaceError,
    },
    #[error(
        "the adapter {adapter} cannot present to this window. Set WGPU_BACKEND or WGPU_ADAPTER_NAME"
    )]
    NotPresentable { adapter: String },
    #[error("the window's next picture could not be had: {0}")]
    Surface(String),
    #[error(
        "the level's {what} takes {bytes} bytes, but the adapter {adapter} allows {limit}. \
         Split the level, or use another adapter"
    )]
    LevelTooLarge {
        what: &'static str,
        bytes: u64,
        limit: u64,
        adapter: String,
    },
    #[error("the picture could not be read back from the graphics device: {0}")]
    Readback(String),
    #[error("the graphics device failed: {0}")]
    Device(String),
}
