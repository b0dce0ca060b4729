//! The window's surface: configuration, resizing, and the next texture.

use std::sync::Arc;

use super::gpu::{AdapterChoice, choose_adapter, first_success, make_instance};
use crate::{Gpu, RenderError};

/// A desktop window of any windowing library.
pub type WindowHandle = Arc<dyn wgpu::DisplayAndWindowHandle>;

/// A surface that follows its window through resizing, minimizing and loss.
pub struct WindowSurface {
    window: WindowHandle,
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    /// True if the window has no area: the surface must be neither configured nor acquired.
    is_empty: bool,
    /// A state that replaces the next texture's own, for tests.
    injected: Option<Acquired>,
}

/// The reaction to the state of a surface texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameAction {
    /// Draw the frame.
    Draw,
    /// Draw the frame, then reconfigure the surface.
    DrawThenConfigure,
    /// Reconfigure the surface and retry at once.
    Configure,
    /// Recreate the surface and retry at once.
    Recreate,
    /// Skip this frame.
    Skip,
    /// The surface has failed.
    Fail,
}

/// The state of a surface texture, which determines the [`FrameAction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acquired {
    /// The texture is valid.
    Success,
    /// The texture is usable, but the surface should be reconfigured.
    Suboptimal,
    /// No texture was available in time.
    Timeout,
    /// The window is not visible.
    Occluded,
    /// The surface has changed.
    Outdated,
    /// The surface is lost.
    Lost,
    /// The surface was used incorrectly.
    Validation,
}

impl Acquired {
    /// Returns the reaction to this state. `attempt` counts from 0 within one frame. After one repair the
    /// frame is skipped, so that a broken surface cannot hang the game.
    fn action(self, attempt: u32) -> FrameAction {
        match self {
            Self::Success => FrameAction::Draw,
            Self::Suboptimal => FrameAction::DrawThenConfigure,
            Self::Timeout | Self::Occluded => FrameAction::Skip,
            Self::Outdated if attempt == 0 => FrameAction::Configure,
            Self::Lost if attempt == 0 => FrameAction::Recreate,
            Self::Outdated | Self::Lost => FrameAction::Skip,
            Self::Validation => FrameAction::Fail,
        }
    }
}

/// The state of an acquired texture, and the texture if there is one.
fn unpack(acquired: wgpu::CurrentSurfaceTexture) -> (Acquired, Option<wgpu::SurfaceTexture>) {
    use wgpu::CurrentSurfaceTexture as Current;
    match acquired {
        Current::Success(texture) => (Acquired::Success, Some(texture)),
        Current::Suboptimal(texture) => (Acquired::Suboptimal, Some(texture)),
        Current::Timeout => (Acquired::Timeout, None),
        Current::Occluded => (Acquired::Occluded, None),
        Current::Outdated => (Acquired::Outdated, None),
        Current::Lost => (Acquired::Lost, None),
        Current::Validation => (Acquired::Validation, None),
    }
}

impl Gpu {
    /// Opens a device that can present to `window`, and creates its surface of `size` pixels. Fails without a
    /// driver.
    pub fn for_window(
        window: WindowHandle,
        size: [u32; 2],
        display: impl wgpu::wgt::WgpuHasDisplayHandle + Clone,
        wanted: &AdapterChoice,
    ) -> Result<(Self, WindowSurface), RenderError> {
        first_success(|backends| {
            let display = Box::new(display.clone());
            let mut descriptor =
                wgpu::InstanceDescriptor::new_with_display_handle_from_env(display);
            descriptor.backends = backends;
            let instance = make_instance(descriptor);
            let surface = match instance.create_surface(Arc::clone(&window)) {
                Ok(surface) => surface,
                Err(error) => {
                    // Usually there is no adapter at all, and that error is more specific.
                    choose_adapter(&instance, None, wanted)?;
                    return Err(error.into());
                }
            };
            let adapter = choose_adapter(&instance, Some(&surface), wanted)?;
            let gpu = Self::open(instance, adapter)?;
            let surface = WindowSurface::new(&gpu, Arc::clone(&window), size, surface)?;
            Ok((gpu, surface))
        })
    }

    /// Creates the surface through which this device presents to `window`, of `size` pixels. Fails if the
    /// adapter can't present.
    pub fn create_surface(
        &self,
        window: WindowHandle,
        size: [u32; 2],
    ) -> Result<WindowSurface, RenderError> {
        let surface = self.instance.create_surface(Arc::clone(&window))?;
        if !self.adapter.is_surface_supported(&surface) {
            return Err(RenderError::NotPresentable {
                adapter: self.name(),
            });
        }
        WindowSurface::new(self, window, size, surface)
    }
}

impl WindowSurface {
    /// The preferred format that most windows offer first.
    pub const USUAL_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Bgra8Unorm;

    /// Configures the surface of a window of `size` pixels. Fails if the adapter can't present to the window.
    pub fn new(
        gpu: &Gpu,
        window: WindowHandle,
        size: [u32; 2],
        surface: wgpu::Surface<'static>,
    ) -> Result<Self, RenderError> {
        let capabilities = surface.get_capabilities(&gpu.adapter);
        let [width, height] = size.map(|side| side.max(1));
        let configuration = surface.get_default_config(&gpu.adapter, width, height);
        let mut configuration = configuration.ok_or_else(|| RenderError::NotPresentable {
            adapter: gpu.name(),
        })?;
        configuration.format = preferred_format(&capabilities.formats, configuration.format);
        configuration.present_mode = wgpu::PresentMode::AutoVsync;
        let mut this = Self {
            window,
            surface,
            configuration,
            is_empty: true,
            injected: None,
        };
        this.resize(gpu, size);
        Ok(this)
    }

    /// The format of the surface's textures.
    pub fn format(&self) -> wgpu::TextureFormat {
        self.configuration.format
    }

    /// The configured width and height, pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.configuration.width, self.configuration.height]
    }

    /// Sets whether frames wait for the screen's refresh; frames that are shown at once may tear.
    pub fn set_vsync(&mut self, gpu: &Gpu, waits: bool) {
        let mode = match waits {
            true => wgpu::PresentMode::AutoVsync,
            false => wgpu::PresentMode::AutoNoVsync,
        };
        let before = std::mem::replace(&mut self.configuration.present_mode, mode);
        if before != mode && !self.is_empty {
            self.surface.configure(&gpu.device, &self.configuration);
        }
    }

    /// Configures the surface for a window of `size` pixels. A window with a zero side, such as a minimized
    /// one, gets no frames until the next resize.
    pub fn resize(&mut self, gpu: &Gpu, size: [u32; 2]) {
        let Some([width, height]) = gpu.limited_size(size) else {
            self.is_empty = true;
            return;
        };
        self.is_empty = false;
        self.configuration.width = width;
        self.configuration.height = height;
        self.surface.configure(&gpu.device, &self.configuration);
    }

    /// Replaces the state of the next texture, for tests: no driver fails on request.
    pub fn inject(&mut self, state: Acquired) {
        self.injected = Some(state);
    }

    /// Acquires the next texture, calls `draw` to fill it, and presents it. `draw` must notify the window
    /// before the present. Returns false if no texture was available and `draw` was not called. Fails if the
    /// surface is unusable.
    pub fn present(
        &mut self,
        gpu: &Gpu,
        mut draw: impl FnMut(&wgpu::TextureView),
    ) -> Result<bool, RenderError> {
        if self.is_empty {
            return Ok(false);
        }
        for attempt in 0..2 {
            let (state, texture) = match self.injected.take() {
                Some(state) => (state, None),
                None => unpack(self.surface.get_current_texture()),
            };
            if let Some(texture) = texture {
                draw(&texture.texture.create_view(&Default::default()));
                gpu.queue.present(texture);
            }
            match state.action(attempt) {
                FrameAction::Draw => return Ok(true),
                FrameAction::Skip => return Ok(false),
                FrameAction::Configure => self.surface.configure(&gpu.device, &self.configuration),
                FrameAction::Recreate => self.recreate(gpu)?,
                FrameAction::Fail => {
                    let reason = gpu.take_fault();
                    let reason = reason.unwrap_or_else(|| "validation failed".into());
                    return Err(RenderError::Surface(reason));
                }
                FrameAction::DrawThenConfigure => {
                    self.surface.configure(&gpu.device, &self.configuration);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn recreate(&mut self, gpu: &Gpu) -> Result<(), RenderError> {
        self.surface = gpu.instance.create_surface(Arc::clone(&self.window))?;
        self.surface.configure(&gpu.device, &self.configuration);
        Ok(())
    }
}

/// An 8-bit format without automatic sRGB conversion, if one is offered; else `fallback`. The tone pass
/// encodes and dithers itself, and the interface is blended in encoded values.
fn preferred_format(
    offered: &[wgpu::TextureFormat],
    fallback: wgpu::TextureFormat,
) -> wgpu::TextureFormat {
    use wgpu::TextureFormat::{Bgra8Unorm, Rgba8Unorm};
    let is_unconverted = |format: &&_| [Bgra8Unorm, Rgba8Unorm].contains(format);
    *offered.iter().find(is_unconverted).unwrap_or(&fallback)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_of_the_surface_has_its_answer() {
        use FrameAction::{Configure, Draw, DrawThenConfigure, Fail, Recreate, Skip};
        let answers = [
            (Acquired::Success, Draw, Draw),
            (Acquired::Suboptimal, DrawThenConfigure, DrawThenConfigure),
            (Acquired::Timeout, Skip, Skip),
            (Acquired::Occluded, Skip, Skip),
            (Acquired::Outdated, Configure, Skip),
            (Acquired::Lost, Recreate, Skip),
            (Acquired::Validation, Fail, Fail),
        ];
        for (state, first, second) in answers {
            assert_eq!(state.action(0), first, "{state:?}");
            assert_eq!(state.action(1), second, "{state:?}");
        }
    }

    #[test]
    fn a_format_without_hidden_encoding_is_preferred() {
        use wgpu::TextureFormat::{Bgra8Unorm, Bgra8UnormSrgb, Rgba16Float};
        let both = preferred_format(&[Bgra8UnormSrgb, Bgra8Unorm], Bgra8UnormSrgb);
        assert_eq!(both, Bgra8Unorm);
        assert_eq!(preferred_format(&[Rgba16Float], Rgba16Float), Rgba16Float);
    }
}
