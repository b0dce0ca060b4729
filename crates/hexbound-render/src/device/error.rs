//! The errors of the graphics driver, each with its remedy.

use thiserror::Error;

#[derive(Debug, Error)]
/// A failure of the graphics driver or device. The message names the remedy.
pub enum RenderError {
    #[error(
        "no graphics adapter: {source}. Install a GPU driver, or mesa-vulkan-drivers for the \
         software one; WGPU_BACKEND (vulkan, gl, metal, dx12) picks another interface"
    )]
    /// No driver offers an adapter.
    NoAdapter {
        #[from]
        source: wgpu::RequestAdapterError,
    },
    #[error(
        "no graphics adapter's name contains {wanted:?}; there are: {found}. \
         Name one of these with --adapter, in the settings or in WGPU_ADAPTER_NAME"
    )]
    /// No adapter has the requested name.
    NoSuchAdapter { wanted: String, found: String },
    #[error(
        "the adapter {adapter} gave no device: {source}. Update its driver, or set WGPU_BACKEND"
    )]
    /// The adapter provided no device.
    NoDevice {
        adapter: String,
        source: wgpu::RequestDeviceError,
    },
    #[error(
        "the window gave no drawing surface: {source}. Install a GPU driver, or \
         mesa-vulkan-drivers for the software one; WGPU_BACKEND (vulkan, gl) picks another \
         interface"
    )]
    /// The window provided no surface to present to.
    NoSurface {
        #[from]
        source: wgpu::CreateSurfaceError,
    },
    #[error(
        "the adapter {adapter} cannot present to this window. Set WGPU_BACKEND or WGPU_ADAPTER_NAME"
    )]
    /// The adapter cannot present to the window.
    NotPresentable { adapter: String },
    #[error("the window's next picture could not be had: {0}")]
    /// The window's next texture was not available.
    Surface(String),
    #[error(
        "the level's {what} takes {bytes} bytes, but the adapter {adapter} allows {limit}. \
         Split the level, or use another adapter"
    )]
    /// One of the level's buffers exceeds the adapter's limit, bytes.
    LevelTooLarge {
        what: &'static str,
        bytes: u64,
        limit: u64,
        adapter: String,
    },
    #[error("the picture could not be read back from the graphics device: {0}")]
    /// An image could not be read back.
    Readback(String),
    #[error(
        "the graphics device has no memory left: {0}. Choose a lower quality, a smaller window or a \
         smaller level"
    )]
    /// The device's memory is used up.
    OutOfMemory(String),
    #[error("the graphics device failed: {0}")]
    /// The device reported a failure.
    Device(String),
}
