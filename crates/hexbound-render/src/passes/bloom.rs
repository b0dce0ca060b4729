//! The passes that gather the glow around bright areas: down a chain of ever smaller textures, and back up.
//! The tone pass decides the strength of the glow.

use super::full_screen::{Sources, fill};
use crate::{
    Gpu,
    device::pipeline::{PassPipeline, shader_module},
    frame::{
        figures::Recorder,
        targets::{COLOR_FORMAT, Targets, texture},
    },
    shaders,
};

/// The largest number of levels: the glow of the last one reaches over a third of the frame.
const MAX_LEVELS: usize = 6;
/// The minimum length of a level's shorter side, pixels.
const MIN_SIDE: u32 = 4;

pub(crate) struct BloomPass {
    gather: wgpu::RenderPipeline,
    shrink: wgpu::RenderPipeline,
    spread: wgpu::RenderPipeline,
    sources: Sources,
    chain: Chain,
}

/// The resources that depend on the frame's size.
struct Chain {
    levels: Vec<wgpu::TextureView>,
    /// The bind groups of the frame and of each level, as sources.
    groups: Vec<wgpu::BindGroup>,
}

impl BloomPass {
    pub(crate) fn new(gpu: &Gpu, targets: &Targets) -> Self {
        let sources = Sources::new(gpu, "bloom", 1);
        let module = shader_module(gpu, &shaders::BLOOM, &[]);
        let pipeline = |fragment, blend| {
            PassPipeline {
                vertex: "corner",
                fragment: Some(fragment),
                groups: &[&sources.layout],
                target: Some(wgpu::ColorTargetState {
                    format: COLOR_FORMAT,
                    blend,
                    write_mask: wgpu::ColorWrites::ALL,
                }),
                ..PassPipeline::plain("bloom", &module)
            }
            .create(gpu)
        };
        Self {
            gather: pipeline("gather", None),
            shrink: pipeline("shrink", None),
            spread: pipeline("spread", Some(wgpu::BlendState::ALPHA_BLENDING)),
            chain: Chain::new(gpu, &sources, targets),
            sources,
        }
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets) {
        self.chain = Chain::new(gpu, &self.sources, targets);
    }

    /// The gathered glow, at a quarter of the frame's width and height.
    pub(crate) fn view(&self) -> &wgpu::TextureView {
        &self.chain.levels[0]
    }

    pub(crate) fn draw(&self, recorder: &mut Recorder<'_>) {
        let Chain { levels, groups } = &self.chain;
        for (index, level) in levels.iter().enumerate() {
            let pipeline = [&self.gather, &self.shrink][index.min(1)];
            fill(recorder, "bloom", pipeline, &[&groups[index]], level, false);
        }
        for index in (1..levels.len()).rev() {
            let (finer, coarser) = (&levels[index - 1], &groups[index + 1]);
            fill(recorder, "bloom", &self.spread, &[coarser], finer, true);
        }
    }
}

impl Chain {
    fn new(gpu: &Gpu, sources: &Sources, targets: &Targets) -> Self {
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        let level = |size| texture(gpu, "bloom", size, 1, COLOR_FORMAT, usage);
        let levels: Vec<_> = level_sizes(targets.size).into_iter().map(level).collect();
        let groups = std::iter::once(&targets.resolved)
            .chain(&levels)
            .map(|source| sources.bind(gpu, &[source]))
            .collect();
        Self { levels, groups }
    }
}

/// The sizes of the levels: a quarter of the frame's, then halved until a side would be below [`MIN_SIDE`].
fn level_sizes(size: [u32; 2]) -> Vec<[u32; 2]> {
    let first = size.map(|side| side.div_ceil(4).max(1));
    let mut sizes = vec![first];
    while sizes.len() < MAX_LEVELS {
        let next = sizes[sizes.len() - 1].map(|side| side / 2);
        if next[0].min(next[1]) < MIN_SIDE {
            break;
        }
        sizes.push(next);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chain_halves_down_to_a_few_pixels() {
        let sizes = [[320, 180], [160, 90], [80, 45], [40, 22], [20, 11], [10, 5]];
        assert_eq!(level_sizes([1280, 720]), sizes);
        assert_eq!(level_sizes([7680, 4320]).len(), MAX_LEVELS);
    }

    #[test]
    fn no_picture_is_too_small() {
        for size in [[1, 1], [3, 900], [5, 5], [16, 16]] {
            let sizes = level_sizes(size);
            assert!(!sizes.is_empty());
            assert!(sizes.as_flattened().iter().all(|side| *side > 0));
        }
    }
}
