//! The passes from the scene's light to the finished frame: glow, tone mapping, and resizing for a scene of
//! another size.

use super::{
    Gpu, Quality,
    features::flag,
    frame::{
        figures::Recorder,
        globals::GlobalsBinding,
        targets::{Targets, texture},
    },
    passes::{
        bloom::BloomPass,
        full_screen::{ScreenPass, encodes},
    },
    shaders,
};

/// The format of the frame at the scene's size: encoded for display.
const UNRESIZED_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

pub(crate) struct ScreenPasses {
    bloom: Option<BloomPass>,
    /// The tone pass: exposure, glow, tone mapping, crosshair, sRGB and dithering.
    tone: ScreenPass,
    /// The resize pass after tone mapping, and the frame at the scene's size, if that differs from the
    /// frame's size.
    resize: Option<(ScreenPass, wgpu::TextureView)>,
}

impl ScreenPasses {
    /// The passes for frames of a format and quality.
    pub(crate) fn new(
        gpu: &Gpu,
        globals: &GlobalsBinding,
        targets: &Targets,
        quality: &Quality,
        format: wgpu::TextureFormat,
    ) -> Self {
        let bloom = quality.bloom.then(|| BloomPass::new(gpu, targets));
        let resize = (quality.render_scale != 1.0).then(|| {
            let constants = [
                ("ENCODE", encodes(format)),
                ("GROWS", flag(quality.render_scale < 1.0)),
            ];
            let unresized = unresized(gpu, targets);
            let (shader, sources) = (&shaders::RESIZE, [&unresized]);
            let resize = ScreenPass::new(gpu, globals, shader, &constants, &sources, format);
            (resize, unresized)
        });
        let format = resize.as_ref().map_or(format, |_| UNRESIZED_FORMAT);
        let constants = [
            ("ENCODE", encodes(format)),
            ("HAS_GLOW", flag(quality.bloom)),
            ("SMOOTHS", flag(quality.smoothing)),
            ("SMOOTHS_EDGES", flag(targets.samples == 1)),
            ("IS_LAST", flag(resize.is_none())),
        ];
        let lights = lights(targets, bloom.as_ref());
        Self {
            tone: ScreenPass::new(gpu, globals, &shaders::TONE, &constants, &lights, format),
            bloom,
            resize,
        }
    }

    /// Sets targets of another size.
    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets) {
        if let Some(bloom) = &mut self.bloom {
            bloom.resize(gpu, targets);
        }
        (self.tone).set_textures(gpu, &lights(targets, self.bloom.as_ref()));
        if let Some((resize, picture)) = &mut self.resize {
            *picture = unresized(gpu, targets);
            resize.set_textures(gpu, &[picture]);
        }
    }

    /// Gathers the glow around bright areas.
    pub(crate) fn draw_glow(&self, recorder: &mut Recorder<'_>) {
        if let Some(bloom) = &self.bloom {
            bloom.draw(recorder);
        }
    }

    /// Draws the frame to `target`.
    pub(crate) fn draw(
        &self,
        recorder: &mut Recorder<'_>,
        globals: &GlobalsBinding,
        target: &wgpu::TextureView,
    ) {
        match &self.resize {
            None => self.tone.draw(recorder, globals, target),
            Some((resize, picture)) => {
                self.tone.draw(recorder, globals, picture);
                resize.draw(recorder, globals, target);
            }
        }
    }
}

/// The light of the scene, and its glow. Without glow the second texture is not sampled.
fn lights<'a>(targets: &'a Targets, bloom: Option<&'a BloomPass>) -> [&'a wgpu::TextureView; 2] {
    let scene = &targets.resolved;
    [scene, bloom.map_or(scene, BloomPass::view)]
}

/// A texture of the scene's size.
fn unresized(gpu: &Gpu, targets: &Targets) -> wgpu::TextureView {
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
    texture(gpu, "unresized", targets.size, 1, UNRESIZED_FORMAT, usage)
}
