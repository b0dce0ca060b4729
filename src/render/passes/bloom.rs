//! The passes that gather the light which spills about bright things: a chain of ever smaller
//! pictures, and back. How much of it is seen is the tone pass's business.

use crate::render::{
    Gpu,
    device::pipeline::{pipeline_layout, shader_module},
    frame::{
        figures::Recorder,
        targets::{COLOR_FORMAT, Targets},
    },
    shaders,
};

/// Largest number of levels: the glow of the last one reaches over a third of the picture.
const LEVELS: usize = 6;
/// Least number of pixels along a level's shorter side.
const SMALLEST: u32 = 4;

pub(crate) struct BloomPass {
    gather: wgpu::RenderPipeline,
    shrink: wgpu::RenderPipeline,
    spread: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
    chain: Chain,
}

/// The resources that depend on the picture's size.
struct Chain {
    levels: Vec<wgpu::TextureView>,
    /// The picture, then each level, as sources.
    groups: Vec<wgpu::BindGroup>,
}

impl BloomPass {
    pub(crate) fn new(gpu: &Gpu, targets: &Targets) -> Self {
        let layout = source_layout(gpu);
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("bloom"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        let module = shader_module(gpu, &shaders::BLOOM);
        let pipeline = |fragment, blend| pipeline(gpu, &layout, &module, fragment, blend);
        Self {
            gather: pipeline("gather", None),
            shrink: pipeline("shrink", None),
            spread: pipeline("spread", Some(wgpu::BlendState::ALPHA_BLENDING)),
            chain: Chain::new(gpu, &layout, &sampler, targets),
            layout,
            sampler,
        }
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets) {
        self.chain = Chain::new(gpu, &self.layout, &self.sampler, targets);
    }

    /// The gathered light, a quarter of the picture's width and height.
    pub(crate) fn view(&self) -> &wgpu::TextureView {
        &self.chain.levels[0]
    }

    pub(crate) fn draw(&self, recorder: &mut Recorder<'_>) {
        let Chain { levels, groups } = &self.chain;
        for (index, level) in levels.iter().enumerate() {
            let pipeline = if index == 0 {
                &self.gather
            } else {
                &self.shrink
            };
            step(recorder, pipeline, &groups[index], (level, false));
        }
        for index in (1..levels.len()).rev() {
            let (finer, coarser) = (&levels[index - 1], &groups[index + 1]);
            step(recorder, &self.spread, coarser, (finer, true));
        }
    }
}

impl Chain {
    fn new(
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        sampler: &wgpu::Sampler,
        targets: &Targets,
    ) -> Self {
        let levels: Vec<_> = level_sizes(targets.size)
            .into_iter()
            .map(|size| level(gpu, size))
            .collect();
        let sources = std::iter::once(&targets.resolved).chain(&levels);
        let groups = sources
            .map(|source| bind(gpu, layout, sampler, source))
            .collect();
        Self { levels, groups }
    }
}

/// Sizes of the levels: a quarter of the picture's, then halves, as long as there is something to
/// halve.
fn level_sizes(size: [u32; 2]) -> Vec<[u32; 2]> {
    let first = size.map(|side| side.div_ceil(4).max(1));
    let mut sizes = vec![first];
    while sizes.len() < LEVELS {
        let next = sizes[sizes.len() - 1].map(|side| side / 2);
        if next[0].min(next[1]) < SMALLEST {
            break;
        }
        sizes.push(next);
    }
    sizes
}

fn level(gpu: &Gpu, [width, height]: [u32; 2]) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("bloom"),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: COLOR_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}

fn step(
    recorder: &mut Recorder<'_>,
    pipeline: &wgpu::RenderPipeline,
    source: &wgpu::BindGroup,
    (target, over): (&wgpu::TextureView, bool),
) {
    let load = if over {
        wgpu::LoadOp::Load
    } else {
        wgpu::LoadOp::Clear(wgpu::Color::BLACK)
    };
    let mut pass = recorder.begin(&wgpu::RenderPassDescriptor {
        label: Some("bloom"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: target,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load,
                store: wgpu::StoreOp::Store,
            },
        })],
        ..Default::default()
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, source, &[]);
    pass.draw(0..3, 0..1);
}

fn source_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    gpu.device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("bloom"),
            entries: &[
                wgpu::BindGroupLayoutEntry {
                    binding: 0,
                    visibility: wgpu::ShaderStages::FRAGMENT,
                    ty: wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: true },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                    count: None,
                },
                wgpu::BindGroupLayoutEntry {
                    binding: 1,
                    visibility: wgpu::ShaderStages::FRAGMENT,
                    ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
                    count: None,
                },
            ],
        })
}

fn bind(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    sampler: &wgpu::Sampler,
    source: &wgpu::TextureView,
) -> wgpu::BindGroup {
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("bloom"),
        layout,
        entries: &[
            wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(source),
            },
            wgpu::BindGroupEntry {
                binding: 1,
                resource: wgpu::BindingResource::Sampler(sampler),
            },
        ],
    })
}

fn pipeline(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    module: &wgpu::ShaderModule,
    fragment: &str,
    blend: Option<wgpu::BlendState>,
) -> wgpu::RenderPipeline {
    let layout = pipeline_layout(gpu, "bloom", &[Some(layout)]);
    gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("bloom"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("corner"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(fragment),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format: COLOR_FORMAT,
                blend,
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chain_halves_down_to_a_few_pixels() {
        assert_eq!(
            level_sizes([1280, 720]),
            [[320, 180], [160, 90], [80, 45], [40, 22], [20, 11], [10, 5]]
        );
        assert_eq!(level_sizes([7680, 4320]).len(), LEVELS);
    }

    #[test]
    fn no_picture_is_too_small() {
        for size in [[1, 1], [3, 900], [5, 5], [16, 16]] {
            let sizes = level_sizes(size);
            assert!(!sizes.is_empty());
            assert!(
                sizes
                    .iter()
                    .all(|[width, height]| *width > 0 && *height > 0)
            );
        }
    }
}
