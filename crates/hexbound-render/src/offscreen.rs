//! Images without a window: a renderer with its own device, whose frames are read back to memory.

use std::sync::Arc;

use image::RgbaImage;

use crate::{
    AdapterChoice, Culling, Frame, FrameFigures, Gpu, LevelOpening, Quality, RenderError, Renderer,
    device::bindings, level_light::LightChoice,
};
use hexbound_base::logs::span;
use hexbound_level::Level;

const PICTURE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// The alignment of a texture's rows in a buffer, bytes.
const ROW_ALIGNMENT: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

/// The options of images without a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureOptions {
    /// The width and height, pixels.
    pub size: [u32; 2],
    /// The quality of each image.
    pub quality: Quality,
    /// The device's adapter.
    pub adapter: AdapterChoice,
}

/// A renderer without a window, with its device.
pub struct Offscreen {
    gpu: Gpu,
    renderer: Renderer,
    size: [u32; 2],
    /// The target of `draw`, kept because creating a texture per frame is slow.
    picture: Option<wgpu::Texture>,
}

impl Offscreen {
    /// A renderer on a device that needs no display. The image's sides are limited to those of the device's
    /// largest texture, and a zero side becomes one. Fails without a graphics driver, or without an adapter
    /// of the requested name.
    pub fn new(options: &PictureOptions) -> Result<Self, RenderError> {
        let gpu = Gpu::headless(&options.adapter)?;
        Self::of_quality(gpu, options.size, options.quality)
    }

    /// A renderer of the default quality on a device; otherwise as [`Offscreen::new`].
    pub fn on(gpu: Gpu, size: [u32; 2]) -> Result<Self, RenderError> {
        Self::of_quality(gpu, size, Quality::HIGH)
    }

    /// A renderer of a quality on a device; otherwise as [`Offscreen::new`].
    pub fn of_quality(gpu: Gpu, size: [u32; 2], quality: Quality) -> Result<Self, RenderError> {
        let size = size.map(|side| side.clamp(1, gpu.max_texture_side()));
        let renderer = Renderer::new(&gpu, PICTURE_FORMAT, size, quality)?;
        Ok(Self {
            gpu,
            renderer,
            size,
            picture: None,
        })
    }

    /// Sets the quality of the next images. Fails if the device does.
    pub fn set_quality(&mut self, quality: Quality) -> Result<(), RenderError> {
        self.renderer.set_quality(&self.gpu, quality)
    }

    /// The device of the renderer.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The width and height of the images, pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Replaces the level and waits for its full light. On an error the previous level stays.
    pub fn set_level(&mut self, level: &Level) -> Result<(), RenderError> {
        self.renderer.set_level(&self.gpu, level, LightChoice::Full)
    }

    /// Replaces the level, with its full light from the cache or computed and cached.
    pub fn set_level_by_cache(&mut self, level: &Level) -> Result<(), RenderError> {
        self.renderer
            .set_level(&self.gpu, level, LightChoice::Cached)
    }

    /// Replaces the level, with coarse light if the cache has none.
    pub fn set_level_coarsely(&mut self, level: &Level) -> Result<(), RenderError> {
        self.renderer
            .set_level(&self.gpu, level, LightChoice::Coarse)
    }

    /// Replaces the level as a window does: see [`LevelOpening`].
    pub fn open_level(&mut self, level: &Arc<Level>) -> Result<(), RenderError> {
        LevelOpening::open(&mut self.renderer, &self.gpu, level)
    }

    /// The renderer of the images.
    pub fn renderer(&self) -> &Renderer {
        &self.renderer
    }

    /// Changes the size of the images, pixels. A size with a zero side is ignored.
    pub fn resize(&mut self, size: [u32; 2]) {
        if let Some(size) = self.gpu.limited_size(size) {
            self.size = size;
            self.renderer.resize(&self.gpu, size);
            self.picture = None;
        }
    }

    /// Draws one frame and waits for the device. The image stays there. Fails if the device has failed.
    pub fn draw(&mut self, frame: Frame<'_>) -> Result<(), RenderError> {
        let is_first = self.picture.is_none();
        let _span = is_first.then(|| span("drawing the first picture"));
        let gpu = &self.gpu;
        let texture = (self.picture).get_or_insert_with(|| picture(gpu, PICTURE_FORMAT, self.size));
        let view = texture.create_view(&Default::default());
        self.renderer.draw(gpu, &view, frame);
        gpu.wait()
    }

    /// Sets the culling of hidden chunks, for this level and later ones.
    pub fn set_culling(&mut self, culling: Culling) {
        self.renderer.set_culling(&self.gpu, culling);
    }

    /// The counts and times of the last frame.
    pub fn figures(&self) -> &FrameFigures {
        self.renderer.figures()
    }

    /// Starts measuring the device's time for each pass. Returns false if the adapter can't.
    pub fn time_passes(&mut self) -> bool {
        self.renderer.time_passes(&self.gpu)
    }

    /// Draws one frame and returns its image. Fails if the device has failed.
    pub fn shot(&mut self, frame: Frame<'_>) -> Result<RgbaImage, RenderError> {
        let shot = (self.renderer).capture(&self.gpu, PICTURE_FORMAT, self.size, frame)?;
        self.gpu.check()?;
        Ok(shot)
    }
}

impl Renderer {
    /// Draws `frame` and returns its image. `format` and `size` (pixels) have to be the renderer's own.
    /// Fails if the device does not return the image.
    pub fn capture(
        &mut self,
        gpu: &Gpu,
        format: wgpu::TextureFormat,
        size: [u32; 2],
        frame: Frame<'_>,
    ) -> Result<RgbaImage, RenderError> {
        let texture = picture(gpu, format, size);
        self.draw(gpu, &texture.create_view(&Default::default()), frame);
        let mut pixels = read_texture(gpu, &texture, size)?;
        if matches!(format.remove_srgb_suffix(), wgpu::TextureFormat::Bgra8Unorm) {
            for pixel in pixels.chunks_exact_mut(4) {
                pixel.swap(0, 2);
            }
        }
        RgbaImage::from_raw(size[0], size[1], pixels)
            .ok_or_else(|| RenderError::Readback("too few bytes".into()))
    }
}

/// A texture for drawing an image and reading it back.
pub fn picture(gpu: &Gpu, format: wgpu::TextureFormat, size: [u32; 2]) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        ..bindings::sampled_texture("shot", [size[0], size[1], 1])
    })
}

pub(crate) fn read_texture(
    gpu: &Gpu,
    texture: &wgpu::Texture,
    size: [u32; 2],
) -> Result<Vec<u8>, RenderError> {
    let row = size[0] * 4;
    let padded = row.next_multiple_of(ROW_ALIGNMENT);
    let buffer = bindings::buffer(
        gpu,
        "readback",
        u64::from(padded) * u64::from(size[1]),
        wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
    );
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(padded),
                rows_per_image: None,
            },
        },
        texture.size(),
    );
    gpu.queue.submit([encoder.finish()]);
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        // Without a receiver nobody needs the result.
        let _ = sender.send(result);
    });
    gpu.poll(wgpu::PollType::wait_indefinitely())?;
    let readback_error = |error: &dyn std::error::Error| RenderError::Readback(error.to_string());
    match receiver.try_recv() {
        Ok(answer) => answer.map_err(|error| readback_error(&error))?,
        Err(_) => return Err(RenderError::Readback("the device did not answer".into())),
    }
    let mapped = (buffer.get_mapped_range(..)).map_err(|error| readback_error(&error))?;
    Ok(mapped
        .chunks_exact(padded as usize)
        .flat_map(|line| &line[..row as usize])
        .copied()
        .collect())
}
