//! The passes from the light of the scene to the finished picture: the glow about bright things,
//! tone mapping, and the change of size for a scene of another size.

use super::{
    Gpu, Quality,
    frame::{figures::Recorder, globals::GlobalsBinding, targets::Targets},
    passes::{
        bloom::BloomPass,
        resize::ResizePass,
        tone::{ToneOptions, TonePass},
    },
};

pub(crate) struct ScreenPasses {
    bloom: Option<BloomPass>,
    tone: TonePass,
    /// The pass after tone mapping, where the scene has another size than the picture.
    resize: Option<ResizePass>,
}

impl ScreenPasses {
    /// The passes for pictures of this format and quality.
    pub(crate) fn new(
        gpu: &Gpu,
        globals: &GlobalsBinding,
        targets: &Targets,
        quality: &Quality,
        format: wgpu::TextureFormat,
    ) -> Self {
        let bloom = quality.bloom.then(|| BloomPass::new(gpu, targets));
        let resize = (quality.render_scale != 1.0)
            .then(|| ResizePass::new(gpu, globals, targets, quality, format));
        let options = ToneOptions {
            glow: quality.bloom,
            smoothing: quality.smoothing,
            edges: targets.samples == 1,
            is_last: resize.is_none(),
            format: match resize {
                Some(_) => ResizePass::SOURCE_FORMAT,
                None => format,
            },
        };
        Self {
            tone: TonePass::new(gpu, globals, targets, bloom.as_ref(), options),
            bloom,
            resize,
        }
    }

    /// Takes targets of another size.
    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets) {
        if let Some(bloom) = &mut self.bloom {
            bloom.resize(gpu, targets);
        }
        self.tone.resize(gpu, targets, self.bloom.as_ref());
        if let Some(resize) = &mut self.resize {
            resize.resize(gpu, targets);
        }
    }

    /// Gathers the light that spills about bright things.
    pub(crate) fn draw_glow(&self, recorder: &mut Recorder<'_>) {
        if let Some(bloom) = &self.bloom {
            bloom.draw(recorder);
        }
    }

    /// Draws the picture to `target`.
    pub(crate) fn draw(
        &self,
        recorder: &mut Recorder<'_>,
        globals: &GlobalsBinding,
        target: &wgpu::TextureView,
    ) {
        match &self.resize {
            None => self.tone.draw(recorder, globals, target),
            Some(resize) => {
                self.tone.draw(recorder, globals, resize.source());
                resize.draw(recorder, globals, target);
            }
        }
    }
}
