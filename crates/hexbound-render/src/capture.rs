//! Screenshots: the picture of a window's renderer in memory.

use image::RgbaImage;

use super::{
    Frame, Gpu, RenderError, Renderer,
    offscreen::{picture, read_texture},
};

impl Renderer {
    /// Draws `frame` into memory. `format` and `size` (pixels) have to be the renderer's own. Fails
    /// when the device does not hand the picture back.
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
